// What the pages of a key do: make one, keep it once its copy is saved, bring one, recover one, show what it witnessed, forget it.

import { readFields } from "./acts.js";
import { call, Problem, renew, saveFile, sendSlip, stamp } from "./api.js";
import { isSealed, seal, unseal } from "./jwe.js";
import { canonical, lockKey, makeKey, publicPart, sign } from "./slips.js";
import { forgetAll, getCopy, getIdentity, getPinned, getToken, keepCopy, keepIdentity, keepPinned, listWitnesses } from "./store.js";
import { say, word } from "./told.js";

const REGISTER = "atelier-register+jws";
const LONGEST = 4096;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
let made = null; // a key between its making and its keeping, {jwk, copy}: gone with the page

const refuse = (name, values) => new Problem({ code: name.replaceAll("-", "_"), detail: word(name, values) });

// -- a new key

// Make a key, once, and save its copy: nothing is kept or sent before its owner says that they have it.
async function make(form) {
  if (!made) await makeFor(form);
  saveFile(new Blob([`${made.copy}\n`]), nameCopy(readFields(form).handle));
  const next = form.querySelector("[data-made]");
  next.hidden = false;
  next.querySelector("h2").focus();
  return false;
}

async function makeFor(form) {
  const { password, again } = readFields(form);
  if (password !== again) throw refuse("passwords-differ");
  const jwk = await makeKey();
  made = { jwk, copy: await seal(jwk, password) };
  for (const name of ["password", "again"]) form.elements[name].readOnly = true; // the copy is under this one
}

const nameCopy = (handle) => `atelier-${handle || "key"}.jwe`;

async function register(form) {
  const { handle, mail, language, zone = findZone() } = readFields(form);
  const pinned = await greet();
  const locked = await lockKey(made.jwk);
  const slip = await sign(locked, REGISTER, { handle, mail, jwk: publicPart(made.jwk), ...stamp(pinned) });
  const { invitation } = form.dataset;
  const shown = await sendSlip("POST", "/v1/players", slip, { language, zone, ...(invitation && { invitation }) });
  const { id, zone: chosen, confirmed } = shown;
  await keep(locked, pinned, made.copy, { handle: shown.handle, player: id, zone: chosen, confirmed });
}

const findZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

// What the club says of itself is pinned when a key comes here, as the client does.
async function greet() {
  if (await getIdentity()) throw refuse("key-here");
  const { origin } = await call("GET", "/");
  const there = new URL(origin);
  const isHere = there.origin === location.origin || [there, location].every((one) => LOOPBACK.has(one.hostname));
  if (!isHere) throw refuse("wrong-server", { origin });
  const { keys } = await call("GET", "/.well-known/jwks.json");
  const { succession } = await call("GET", "/.well-known/atelier-succession.json");
  return { origin, serverKeys: keys.map(publicPart), succession };
}

async function keep(locked, pinned, copy, who) {
  await keepPinned(pinned);
  if (copy) await keepCopy(copy);
  await keepIdentity({ ...locked, origin: pinned.origin, ...who });
  made = null;
}

// -- the mailed code

async function confirm(form) {
  const { confirmed } = await call("POST", "/v1/me/confirmation", { body: { code: readFields(form).code } });
  await keepIdentity({ ...(await getIdentity()), confirmed });
}

async function mailAgain() {
  await call("POST", "/v1/me/code");
  say(word("mailed"));
  return false;
}

// -- a key that its owner has

async function bring(form) {
  const { password = "" } = readFields(form);
  const text = (await readFile(form.elements.file.files[0])).trim() || form.elements.pasted.value.trim();
  const jwk = await (isSealed(text) ? open(text, password) : parse(text));
  const locked = await lockKey(jwk).catch(() => {
    throw refuse("key-unreadable");
  });
  await keep(locked, await greet(), isSealed(text) ? text : "", { handle: "", player: "", confirmed: true });
  await learnWhose();
}

const readFile = (file) => (file && file.size <= LONGEST ? file.text() : "");

async function open(text, password) {
  const jwk = await unseal(text, password).catch(() => {
    throw refuse("key-unreadable");
  });
  if (!jwk) throw refuse("wrong-password");
  return jwk;
}

function parse(text) {
  try {
    const { crv, kty, x, d } = JSON.parse(text);
    return { crv, kty, x, d };
  } catch {
    throw refuse("key-unreadable");
  }
}

// A key that the club does not know is not kept.
async function learnWhose() {
  try {
    await renew(await getIdentity());
  } catch (error) {
    await forgetAll();
    throw error;
  }
}

// -- a key that was lost

async function ask(form) {
  const field = form.elements.mail;
  if (!field.reportValidity()) return false;
  await call("POST", "/v1/recoveries", { body: { mail: field.value } });
  say(word("mailed-perhaps"));
  return false;
}

async function recover(form) {
  const { mail, code } = readFields(form);
  const pinned = await greet();
  const locked = await lockKey(made.jwk);
  const body = { mail, code, jwk: publicPart(made.jwk) };
  const waiting = await call("POST", "/v1/recoveries/confirmation", { body });
  await keep(locked, pinned, made.copy, { handle: "", player: "", confirmed: true, countsFrom: waiting.effective_at });
}

// -- what is kept here

async function saveCopy() {
  saveFile(new Blob([`${(await getCopy()).trim()}\n`]), nameCopy((await getIdentity()).handle));
  say(word("saved"));
  return false;
}

async function saveWitnesses() {
  const [{ origin, jwk }, pinned, held] = [await getIdentity(), await getPinned(), await listWitnesses()];
  const { serverKeys = [], succession = [] } = pinned ?? {};
  const whole = { v: 1, origin, server_keys: serverKeys, own_keys: [jwk], succession, games: sort(held) };
  saveFile(new Blob([`${canonical(whole)}\n`], { type: "application/json" }), "atelier-witnesses.json");
  say(word("saved"));
  return false;
}

function sort(witnesses) {
  const games = {};
  for (const { game, kind, raw, slip } of witnesses) {
    const of = (games[game] ??= { heads: [], receipts: [], noted: [] });
    if (kind === "noted") of.noted.push([slip, raw]);
    else of[`${kind}s`].push(raw);
  }
  return games;
}

// The token is revoked if the club can be reached; the key is forgotten either way.
async function forget() {
  const token = await getToken();
  if (token) await call("DELETE", `/v1/tokens/${token.id}`).catch(() => null);
  await forgetAll();
}

export const acts = { make, register, confirm, again: mailAgain, bring, ask, recover, copy: saveCopy, witness: saveWitnesses, forget };
