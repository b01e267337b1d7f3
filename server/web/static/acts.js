// What forms do that no plain form can: sign a slip and send it, or call the club with this browser's token.

import { call, findIdentity, Problem, sendSlip, stamp } from "./api.js";
import { randomId, sign } from "./slips.js";
import { forgetDraft, keepWitness } from "./store.js";
import { word } from "./told.js";

const NOTED = new Set(["atelier-note+jws", "atelier-drop+jws"]);

// Fields are members by their names, `args.mail` is one within another; what is empty is left out.
export function readFields(form, submitter, into = {}) {
  for (const [name, value] of new FormData(form, submitter)) {
    if (value === "" || typeof value !== "string") continue;
    const path = name.split(".");
    const last = path.pop();
    const place = path.reduce((at, step) => (at[step] ??= {}), into);
    place[last] = form.elements[name]?.type === "number" ? Number(value) : value;
  }
  return into;
}

// Members that are null are for the browser to fill in.
function fill(payload, identity) {
  const made = { ...stamp(identity), entropy: randomId(32) };
  for (const name of Object.keys(made)) if (payload[name] === null) payload[name] = made[name];
  return payload;
}

async function keepReceipts(game, answer, typ, slip) {
  if (answer?.receipt) {
    await keepWitness(game, NOTED.has(typ) ? "noted" : "receipt", answer.receipt, NOTED.has(typ) ? slip : "");
  }
}

async function signAndSend(form, submitter) {
  const identity = await findIdentity();
  if (!identity) throw new Problem({ code: "no_key", detail: word("no-key") });
  const { typ, to, method = "POST", game, payload, extra = "{}" } = { ...form.dataset, ...submitter?.dataset };
  const said = fill(readFields(form, submitter, JSON.parse(payload)), identity);
  const slip = await sign(identity, typ, said);
  const answer = await sendSlip(method, to, slip, JSON.parse(extra));
  if (game) await keepReceipts(game, answer, typ, slip);
  if (game && form.closest("#turn")) await forgetDraft(game);
}

async function callClub(form, submitter) {
  const { to, method = "POST" } = { ...form.dataset, ...submitter?.dataset };
  const body = readFields(form, submitter);
  await call(method, to, Object.keys(body).length ? { body } : {});
}

export const acts = { sign: signAndSend, call: callClub };
