// A private key under a password: a compact JWE that the client reads and makes too.

import { b64u, canonical, unb64u } from "./slips.js";

const TEXT = new TextEncoder();
const ALG = "PBES2-HS512+A256KW";
const ROUNDS = 300000; // as many as other programs read without being told to
const FEWEST = 100000;
const LONGEST = 4096;
const SALT = 16;
const TAG = 16;
const MADE = { alg: ALG, cty: "jwk+json", enc: "A256GCM" };

export const isSealed = (text) => text.length <= LONGEST && /^ey[\w-]*(\.[\w-]+){4}$/.test(text.trim());

// The key that wraps the file's own: the same letters are the same password, however they were typed.
async function derive(password, salt, rounds) {
  const typed = await crypto.subtle.importKey("raw", TEXT.encode(password.normalize("NFC")), "PBKDF2", false, ["deriveKey"]);
  const salted = new Uint8Array([...TEXT.encode(ALG), 0, ...salt]);
  const how = { name: "PBKDF2", hash: "SHA-512", salt: salted, iterations: rounds };
  return crypto.subtle.deriveKey(how, typed, { name: "AES-KW", length: 256 }, false, ["wrapKey", "unwrapKey"]);
}

export async function seal(jwk, password) {
  const [salt, iv] = [SALT, 12].map((size) => crypto.getRandomValues(new Uint8Array(size)));
  const header = b64u(TEXT.encode(canonical({ ...MADE, p2c: ROUNDS, p2s: b64u(salt) })));
  const own = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"]);
  const wrapped = await crypto.subtle.wrapKey("raw", own, await derive(password, salt, ROUNDS), "AES-KW");
  const how = { name: "AES-GCM", iv, additionalData: TEXT.encode(header) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(how, own, TEXT.encode(canonical(jwk))));
  return [header, ...[wrapped, iv, sealed.slice(0, -TAG), sealed.slice(-TAG)].map(b64u)].join(".");
}

// The salt and the rounds that a file names; one that is not exactly as both sides write it is refused before it costs work.
function readHeader(header) {
  const { p2c, p2s, ...others } = JSON.parse(new TextDecoder().decode(unb64u(header)));
  const salt = unb64u(p2s);
  const isRight = canonical(others) === canonical(MADE) && salt.length === SALT && Number.isInteger(p2c);
  if (!isRight || p2c < FEWEST || p2c > ROUNDS) throw new Error("another kind of file");
  return [salt, p2c];
}

// Return the key in a file, or null where the password does not open it.
export async function unseal(text, password) {
  const [header, ...parts] = text.trim().split(".");
  const [salt, rounds] = readHeader(header);
  const [wrapped, iv, sealed, tag] = parts.map(unb64u);
  try {
    const wrap = await derive(password, salt, rounds);
    const own = await crypto.subtle.unwrapKey("raw", wrapped, wrap, "AES-KW", "AES-GCM", false, ["decrypt"]);
    const how = { name: "AES-GCM", iv, additionalData: TEXT.encode(header) };
    const plain = await crypto.subtle.decrypt(how, own, new Uint8Array([...sealed, ...tag]));
    return JSON.parse(new TextDecoder().decode(plain));
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
