// What this browser keeps of a club: the key, the token, the server's pinned keys, receipts, and turns that are put together.

const OPENED = new Map();
const ROOMS = { kept: null, witnesses: "raw", drafts: "game" };

function open(name = "atelier") {
  if (!OPENED.has(name)) OPENED.set(name, connect(name));
  return OPENED.get(name);
}

function connect(name) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => {
      for (const [room, keyPath] of Object.entries(ROOMS)) asked.result.createObjectStore(room, keyPath ? { keyPath } : {});
    };
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close(); // another tab forgets this browser
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
}

async function ask(room, mode, act) {
  const work = (await open()).transaction(room, mode);
  const asked = act(work.objectStore(room));
  return new Promise((resolve, reject) => {
    work.oncomplete = () => resolve(asked.result);
    work.onabort = work.onerror = () => reject(work.error);
  });
}

const get = (room, key) => ask(room, "readonly", (store) => store.get(key));
const put = (room, ...what) => ask(room, "readwrite", (store) => store.put(...what));
const remove = (room, key) => ask(room, "readwrite", (store) => store.delete(key));

// The identity: {key, jwk, kid, handle, player, zone, origin, confirmed, countsFrom}; `key` signs and can't be read.
export const getIdentity = () => get("kept", "identity");
export const keepIdentity = (identity) => put("kept", identity, "identity");

export const getToken = () => get("kept", "token");
export const keepToken = (token) => put("kept", token, "token");

// What the club said of itself when this key came here: {origin, serverKeys, succession}.
export const getPinned = () => get("kept", "pinned");
export const keepPinned = (pinned) => put("kept", pinned, "pinned");

// The encrypted copy of the key, as it was saved: the key itself can't be taken out again.
export const getCopy = () => get("kept", "copy");
export const keepCopy = (jwe) => put("kept", jwe, "copy");

// A witness is something that the server signed about a game: a receipt, a head, or the receipt of a note (then with its slip).
export const keepWitness = (game, kind, raw, slip = "") => put("witnesses", { raw, game, kind, slip });
export const listWitnesses = () => ask("witnesses", "readonly", (store) => store.getAll());

// A draft is a turn that was not sent yet: {game, on, moves}.
export const getDraft = (game) => get("drafts", game);
export const keepDraft = (game, on, moves) => put("drafts", { game, on, moves });
export const forgetDraft = (game) => remove("drafts", game);

export async function forgetAll() {
  (await open()).close();
  OPENED.clear();
  await new Promise((resolve, reject) => {
    const asked = indexedDB.deleteDatabase("atelier");
    asked.onsuccess = () => resolve();
    asked.onerror = () => reject(asked.error);
  });
}
