// What a page says while it works: words that stand in it already, refusals beside their fields, questions before an act.

import { findIdentity, Problem } from "./api.js";
import { canSign } from "./slips.js";
import { getCopy, getIdentity } from "./store.js";

// A sentence of the page, in its language; `{name}` in it stands for a value.
export function word(name, values = {}) {
  const text = document.querySelector(`[data-word="${name}"]`)?.textContent ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

export function say(text, role = "status") {
  const said = document.getElementById("said");
  said.setAttribute("role", role);
  said.replaceChildren(text);
}

export function tell(error, form = null) {
  if (!(error instanceof Problem)) console.error(error);
  const text = error instanceof Problem ? error.detail || word("no-connection") : word("failed");
  const place = error.code && form?.querySelector(`.why[data-codes~="${error.code}"]`);
  if (!place) return say(text, "alert");
  place.textContent = text;
  const field = form.elements[place.dataset.field];
  field.setAttribute("aria-invalid", "true");
  field.focus();
}

export function hush(form) {
  say("");
  for (const place of form.querySelectorAll(".why[data-codes]")) place.textContent = "";
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

// Ask before an act that can't be taken back; Escape is no.
export function askFirst(sentence) {
  const dialog = document.createElement("dialog");
  const asked = Object.assign(document.createElement("p"), { id: "asked", textContent: sentence });
  const form = Object.assign(document.createElement("form"), { method: "dialog" });
  for (const value of ["yes", "no"]) {
    form.append(Object.assign(document.createElement("button"), { value, textContent: word(`confirm-${value}`) }));
  }
  dialog.setAttribute("aria-labelledby", "asked");
  dialog.append(asked, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

// What holds of this browser: `data-when="key crypto"` shows an element where all of it does;
// `no-script` holds nowhere, and so is seen where no script runs.
export async function findStates() {
  const [able, kept, active] = [await canSign(), await getIdentity().catch(() => null), await findIdentity()];
  const states = ["script", able ? "crypto" : "no-crypto", active ? "key" : "no-key"];
  if (kept && !active) states.push("waiting");
  states.push(kept ? "somebody" : "nobody");
  if (active && active.confirmed === false) states.push("unconfirmed");
  if (kept) states.push((await getCopy()) ? "copy" : "no-copy");
  return { states: new Set(states), identity: kept };
}

export async function showStates(root = document) {
  const parts = root.querySelectorAll("[data-when], [data-who]");
  if (!parts.length) return;
  const { states, identity } = await findStates();
  for (const part of parts) {
    if (part.dataset.who) part.textContent = describe(identity, part.dataset.who);
    if (part.dataset.when) part.hidden = !part.dataset.when.split(" ").every((one) => states.has(one));
  }
}

function describe(identity, member) {
  const value = identity?.[member] ?? "";
  return member === "countsFrom" && value ? sayMoment(value, identity.zone) : value;
}

export function sayMoment(moment, timeZone) {
  const form = { dateStyle: "long", timeStyle: "short", timeZone: timeZone || undefined };
  return new Intl.DateTimeFormat(document.documentElement.lang, form).format(moment);
}
