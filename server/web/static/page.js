// What a page does besides being read: it shows a member's own side, and turns forms into signed acts.

import { download, fetchPage, findIdentity } from "./api.js";
import { acts } from "./acts.js";
import { forgetDraft, getDraft, keepDraft, keepWitness } from "./store.js";
import { askFirst, hush, say, showStates, tell } from "./told.js";

const LONGEST_PAUSE = 600;
const busy = new WeakSet();
let seen = findMain().outerHTML; // the page as the club sent it, before anything here changed it
let etag = null;
let visit = 0; // counts what is shown: an answer that comes after the next click is for nobody
let edited = false;
let pause = 0;
let timer = 0;

function findMain(page = document) {
  return page.querySelector("main");
}

// -- going from page to page

export async function go(address, { push = true, init, how = "open" } = {}) {
  const mine = ++visit;
  findMain().setAttribute("aria-busy", "true");
  try {
    const answer = await fetchPage(address, init);
    if (mine === visit) await show(answer, address, { push, how });
  } finally {
    findMain().removeAttribute("aria-busy");
  }
}

async function show(answer, address, { push, how }) {
  if (!isPage(answer)) return location.assign(address);
  const page = await parse(answer);
  const there = new URL(answer.url);
  there.hash = new URL(address, location).hash;
  if ((push || answer.redirected) && there.href !== location.href) history.pushState(null, "", there);
  etag = answer.headers.get("ETag");
  swap(page);
  await settle(how);
}

function isPage(answer) {
  return (answer.headers.get("Content-Type") ?? "").startsWith("text/html");
}

async function parse(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function swap(page) {
  const main = document.adoptNode(findMain(page));
  seen = main.outerHTML;
  edited = false;
  pause = 0;
  findMain().replaceWith(main);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  const header = page.querySelector("header");
  if (header && !header.isEqualNode(document.querySelector("header"))) document.querySelector("header").replaceWith(header);
}

// After each change of what is shown: the browser's own state, witnesses, the draft, where the reader is.
async function settle(how) {
  await showStates();
  if (hasKey) await keepHeads();
  if (hasKey && (await takeUpDraft(how))) return;
  if (how === "open") focusOn(findTarget() ?? findMain().querySelector("h1"));
  else if (how === "turn") focusOn(findMain().querySelector("#turn h2"));
  else if (how === "first") findTarget()?.scrollIntoView();
  watch();
}

async function keepHeads() {
  for (const part of document.querySelectorAll("[data-head][data-game]")) {
    await keepWitness(part.dataset.game, "head", part.dataset.head);
  }
}

function findTarget() {
  return document.getElementById(decodeURIComponent(location.hash.slice(1)));
}

function focusOn(place) {
  if (!place) return;
  if (!place.hasAttribute("tabindex")) place.setAttribute("tabindex", "-1");
  place.focus();
}

// -- turns that are put together

function readTurn() {
  const part = document.getElementById("turn");
  return part?.dataset.game ? { ...part.dataset, moves: JSON.parse(part.dataset.moves || "[]") } : null;
}

// Keep what is put together, or go on with what was kept; tells whether another page is shown for it.
async function takeUpDraft(how) {
  const turn = readTurn();
  if (!turn) return false;
  if (turn.moves.length) await keepDraft(turn.game, turn.on, turn.moves);
  else if (how === "turn") await forgetDraft(turn.game);
  else return resume(turn);
  return false;
}

async function resume(turn) {
  const draft = await getDraft(turn.game);
  if (!draft?.moves.length || draft.on !== turn.on || !turn.address) return false;
  const body = new URLSearchParams(draft.moves.map((move) => ["moves", move]));
  const proof = document.querySelector('#turn input[name="proof"]')?.value;
  if (proof) body.set("proof", proof);
  const mine = visit;
  const answer = await fetchPage(turn.address, { method: "POST", body });
  if (!answer.ok || !isPage(answer)) return forgetDraft(turn.game).then(() => false);
  if (mine !== visit) return true;
  swap(await parse(answer));
  await showStates();
  watch();
  return true;
}

// -- looking again by itself

function watch() {
  clearTimeout(timer);
  const seconds = Number(document.querySelector("[data-poll]")?.dataset.poll);
  if (!seconds || document.hidden) return;
  pause = Math.min(pause ? pause * 2 : seconds, LONGEST_PAUSE);
  timer = setTimeout(lookAgain, pause * 1000);
}

function isInUse() {
  const isTyping = document.activeElement?.matches("input, select, textarea");
  return edited || isTyping || readTurn()?.moves.length > 0 || document.querySelector("dialog[open]") !== null;
}

async function lookAgain() {
  const mine = visit;
  try {
    const answer = isInUse() ? null : await fetchPage(location.href, { headers: etag ? { "If-None-Match": etag } : {} });
    if (answer?.status === 200 && isPage(answer) && (await update(answer, mine))) return;
  } catch {
    // the club is away: the pause grows, and nobody is told
  }
  watch();
}

// Show what is new, and tell whether anything is: then the pause begins anew.
async function update(answer, mine) {
  const page = await parse(answer);
  if (mine !== visit || isInUse()) return false;
  etag = answer.headers.get("ETag");
  if (findMain(page).outerHTML === seen) return false;
  const [held, news] = [document.activeElement?.id, findNews(document)];
  swap(page);
  if (held) document.getElementById(held)?.focus({ preventScroll: true });
  if (findNews(document) !== news) say(findNews(document));
  await settle("poll");
  return true;
}

function findNews(page) {
  return page.querySelector("[data-news]")?.textContent ?? "";
}

// -- clicks and forms

function isOurs(link) {
  const there = new URL(link.href, location);
  const isHere = there.pathname + there.search === location.pathname + location.search;
  if (there.origin !== location.origin || (there.hash && isHere)) return false;
  if (link.hasAttribute("download") || link.closest("[data-plain]") || link.target) return false;
  return !/^\/(v1|static|docs|\.well-known|openapi\.json)(\/|$)/.test(there.pathname);
}

async function follow(event) {
  const link = event.target.closest?.("a[href]");
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!hasKey || !link || !isPlain || event.defaultPrevented) return;
  const isFile = link.hasAttribute("download") && link.pathname.startsWith("/v1/") && link.origin === location.origin;
  if (!isFile && !isOurs(link)) return;
  event.preventDefault();
  await (isFile ? download(link.pathname, link.download) : go(link.href)).catch(tell);
}

async function submit(event) {
  const { target: form, submitter } = event;
  const act = submitter?.dataset.act ?? form.dataset.act;
  if (form.getAttribute("method") === "dialog" || !(act || (hasKey && findMain().contains(form) && !form.closest("[data-plain]")))) return;
  event.preventDefault();
  if (busy.has(form)) return;
  busy.add(form);
  hush(form);
  try {
    await (act ? perform(act, form, submitter) : post(form, submitter));
  } catch (error) {
    tell(error, form);
  } finally {
    busy.delete(form);
  }
}

async function perform(name, form, submitter) {
  const { confirm, then } = { ...form.dataset, ...submitter?.dataset };
  if (confirm && !(await askFirst(confirm))) return;
  const act = acts[name] ?? (await import("./keys.js")).acts[name];
  const next = (await act(form, submitter)) ?? then;
  hasKey = (await findIdentity()) !== null;
  if (next !== false) await go(next || location.href);
}

async function post(form, submitter) {
  const of = (name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  const address = new URL(of("action") || location.href, location);
  const body = new URLSearchParams(new FormData(form, submitter));
  if ((of("method") || "get").toLowerCase() === "get") {
    address.search = body;
    return go(address.href);
  }
  const how = form.closest("#turn") ? "turn" : "open";
  return go(address.href, { init: { method: "POST", body }, push: false, how });
}

// -- the beginning

let hasKey = false;

async function start() {
  document.addEventListener("click", follow);
  document.addEventListener("submit", submit);
  document.addEventListener("input", () => (edited = true));
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : lookAgain()));
  addEventListener("popstate", () => go(location.href, { push: false }).catch(tell));
  hasKey = (await findIdentity()) !== null;
  if (hasKey) await go(location.href, { push: false, how: "first" });
  else await settle("first");
}

await start().catch(tell);
document.documentElement.dataset.ready = "";
