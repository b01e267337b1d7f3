// Slips as the client makes them, byte for byte: compact JWS, signed by a key that never leaves the browser.

const ALGORITHM = "Ed25519";
const TEXT = new TextEncoder();

export function b64u(bytes) {
  let binary = "";
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export function unb64u(text) {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

export const randomId = (size = 16) => b64u(crypto.getRandomValues(new Uint8Array(size)));

export const publicPart = ({ crv, kty, x }) => ({ crv, kty, x });

export async function thumbprint(jwk) {
  return b64u(await crypto.subtle.digest("SHA-256", TEXT.encode(canonical(publicPart(jwk)))));
}

export async function sign({ key, kid }, typ, payload) {
  const header = { alg: ALGORITHM, kid, typ };
  const signed = [header, payload].map((part) => b64u(TEXT.encode(canonical(part)))).join(".");
  return `${signed}.${b64u(await crypto.subtle.sign(ALGORITHM, key, TEXT.encode(signed)))}`;
}

// A new key as a JWK with its private part: for the moment in which its encrypted copy is made.
export async function makeKey() {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const { crv, kty, x, d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return { crv, kty, x, d };
}

// The same key so that it signs and can't be taken out; refuses one whose two parts do not belong together.
export async function lockKey(jwk) {
  const { crv, kty, x, d } = jwk;
  const key = await crypto.subtle.importKey("jwk", { crv, kty, x, d }, ALGORITHM, false, ["sign"]);
  const open = await crypto.subtle.importKey("jwk", { crv, kty, x }, ALGORITHM, true, ["verify"]);
  const said = TEXT.encode("atelier");
  const fits = await crypto.subtle.verify(ALGORITHM, open, await crypto.subtle.sign(ALGORITHM, key, said), said);
  if (!fits) throw new Error("The two parts of the key do not belong together.");
  return { key, jwk: { crv, kty, x }, kid: await thumbprint(jwk) };
}

// Whether a key can be made and kept here: not over plain http away from this machine, and not in an old browser.
export async function canSign() {
  try {
    await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
    return typeof indexedDB === "object" && indexedDB !== null;
  } catch {
    return false;
  }
}
