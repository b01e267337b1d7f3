// Calls to the club: with the token of this browser's key, and a new token where the old one is no longer good.

import { getIdentity, getToken, keepIdentity, keepToken } from "./store.js";
import { randomId, sign } from "./slips.js";

const RENEWABLE = new Set(["token_missing", "token_unknown", "token_expired", "scope_missing"]);
const HELLO = "atelier-hello+jws";
let ahead = 0; // how far the club's clock is ahead of this one: a slip must be made within five minutes of it

export class Problem extends Error {
  constructor({ code = "no_connection", detail = "", ...more } = {}) {
    super(detail);
    Object.assign(this, { code, detail, ...more });
  }
}

export async function send(path, init) {
  let answer;
  try {
    answer = await fetch(path, { cache: "no-store", credentials: "same-origin", ...init });
  } catch {
    throw new Problem();
  }
  const told = Date.parse(answer.headers.get("Date"));
  if (told) ahead = Math.abs(told - Date.now()) > 60000 ? told - Date.now() : 0;
  return answer;
}

export const now = () => Date.now() + ahead;

export const stamp = ({ origin }) => ({ aud: origin, iat: now(), jti: randomId() });

async function read(answer) {
  const text = await answer.text();
  let said = null;
  try {
    said = text ? JSON.parse(text) : null;
  } catch {
    throw new Problem();
  }
  if (!answer.ok) throw new Problem(said ?? {});
  return said;
}

// The key that may act here now: none before one is made, and none while a recovered one waits for its day.
export async function findIdentity() {
  const identity = await getIdentity().catch(() => null);
  return identity && (identity.countsFrom ?? 0) <= now() ? identity : null;
}

export async function renew(identity) {
  const slip = await sign(identity, HELLO, { ...stamp(identity), label: "browser", scope: ["read", "act"] });
  const given = await sendSlip("POST", "/v1/tokens", slip);
  await keepToken({ id: given.id, secret: given.token });
  if (!identity.player) await learnWho(identity);
  return given.token;
}

// A key that was brought or recovered does not know whose it is until the club has told.
async function learnWho(identity) {
  const { id, handle, zone, confirmed } = await call("GET", "/v1/me");
  await keepIdentity({ ...identity, player: id, handle, zone, confirmed });
}

async function bear(identity, path, init, isRenewable) {
  const withToken = (secret) => send(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${secret}` } });
  const kept = await getToken();
  if (kept) {
    const answer = await withToken(kept.secret);
    if (answer.status !== 401 || !(await isRenewable(answer.clone()))) return answer;
  }
  return withToken(await renew(identity));
}

const saysRenewable = async (answer) => RENEWABLE.has((await answer.json().catch(() => ({}))).code);
const showsRenewable = async (answer) => RENEWABLE.has((await answer.text()).match(/data-code="(\w+)"/)?.[1]);

export async function call(method, path, { body, query, headers } = {}) {
  const address = query ? `${path}?${new URLSearchParams(query)}` : path;
  const init = { method, headers: { Accept: "application/json", ...headers } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers["Content-Type"] = "application/json";
  }
  const identity = await findIdentity();
  return read(await (identity ? bear(identity, address, init, saysRenewable) : send(address, init)));
}

// A slip needs no token: it is signed.
export async function sendSlip(method, path, slip, more = {}) {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  return read(await send(path, { method, headers, body: JSON.stringify({ slip, ...more }) }));
}

// A page as its reader may see it; a refusal is a page too.
export async function fetchPage(url, init = {}) {
  const asked = { ...init, headers: { Accept: "text/html", ...init.headers } };
  const identity = await findIdentity();
  if (!identity) return send(url, asked);
  try {
    return await bear(identity, url, asked, showsRenewable);
  } catch (error) {
    if (error.code !== "wrong_key") throw error;
    return send(url, asked); // its owner has left, or has another one: the page says so
  }
}

// A file of the club, such as a bundle, that only those see who may.
export async function download(path, name) {
  const identity = await findIdentity();
  const answer = await (identity ? bear(identity, path, {}, saysRenewable) : send(path, {}));
  if (!answer.ok) return read(answer);
  saveFile(await answer.blob(), name);
}

export function saveFile(content, name) {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
