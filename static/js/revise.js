// The revision page: one current thing (an issue or an entity), keys that act on it, and what can be
// done there fetched when a person comes to it. Without this script the same links and forms work.
const area = () => document.querySelector("[data-revision]");
const zone = () => area().querySelector(".both"); // scrolls by itself on a wide screen
const LISTS = { issues: "[data-issue]", entities: "[data-entity]" };
let list = "issues";
const places = { issues: 0, entities: 0 }; // of the current thing in each list: kept over a step
let folded = false;
let letters = true;
const asked = new WeakMap(); // host -> promise of its panel
const painted = new Map(); // row that shows an accepted fix before the server has answered -> the row it stands for
const warmed = new Set();
let stepping = false; // whether a step is on its way
const waiting = []; // what was pressed meanwhile: it speaks of the page that the step brings

const things = (name = list) => [...area().querySelectorAll(LISTS[name])];
const current = () => area().querySelector(`${LISTS[list]}[aria-current]`);

function load(host) {
  if (!host) return Promise.reject();
  if (host.childElementCount) return Promise.resolve(host);
  if (!asked.has(host)) {
    asked.set(host, new Promise((done) => {
      host.addEventListener("htmx:afterSwap", () => { asked.delete(host); done(host); }, { once: true });
      host.addEventListener("htmx:responseError", () => asked.delete(host), { once: true });
      host.addEventListener("htmx:sendError", () => asked.delete(host), { once: true });
      htmx.trigger(host, host.hasAttribute("data-change") ? "desk" : "panel");
    }));
  }
  return asked.get(host);
}

function show(thing, { scroll = true, focus = scroll } = {}) {
  const root = area();
  root.querySelectorAll(".pair.now").forEach((row) => row.classList.remove("now"));
  root.querySelectorAll("mark.chosen").forEach((mark) => mark.classList.remove("chosen"));
  root.querySelectorAll("[data-issue][aria-current], [data-entity][aria-current]").forEach((other) => other.removeAttribute("aria-current"));
  if (!thing) return;
  list = thing.matches(LISTS.issues) ? "issues" : "entities";
  places[list] = things().indexOf(thing);
  thing.setAttribute("aria-current", "true");
  const mentions = new Set(thing.dataset.mentions.split(" "));
  for (const mention of mentions) root.querySelectorAll(`mark[data-mention="${CSS.escape(mention)}"]`).forEach((mark) => mark.classList.add("chosen"));
  const row = thing.dataset.issue === undefined ? root.querySelector("mark.chosen")?.closest(".pair") : root.querySelector(`[data-turn="${thing.dataset.issue}"]`);
  row?.classList.add("now");
  requestAnimationFrame(() => { // to measure is to lay out: once, after what else changes now
    const texts = zone();
    if (row && texts.scrollHeight > texts.clientHeight) texts.scrollTop = row.offsetTop - texts.clientHeight / 3;
    if (scroll) thing.scrollIntoView({ block: "nearest" });
  });
  if (focus) thing.querySelector("[data-pick]").focus({ preventScroll: true });
  if (list === "issues") setTimeout(() => { if (thing === current()) load(thing.querySelector(".acts")); }, 60);
}

function move(step) {
  if (!things().length) list = list === "issues" ? "entities" : "issues";
  const all = things();
  if (!all.length) return;
  const at = all.indexOf(current());
  show(all[at < 0 ? 0 : (at + step + all.length) % all.length]);
}

function other() {
  const name = list === "issues" ? "entities" : "issues";
  const all = things(name);
  if (all.length) show(all[Math.min(places[name], all.length - 1)]);
}

function closeDesk(host) {
  host?.closest("[data-issue], [data-entity]").querySelector('[data-act="change"]')?.setAttribute("aria-expanded", "false");
  host?.replaceChildren();
}

// The current thing's entity, opened for a change: its form.
async function openDesk(thing = current()) {
  if (!thing) return null;
  if (thing.matches(LISTS.issues)) await load(thing.querySelector(".acts"));
  const host = thing.querySelector("[data-change]");
  if (!host) return null;
  area().querySelectorAll("[data-desk]").forEach((desk) => { if (!host.contains(desk)) closeDesk(desk.parentElement); });
  await load(host);
  thing.querySelector('[data-act="change"]')?.setAttribute("aria-expanded", "true");
  return host.querySelector("[data-form=change]");
}

const reach = (field) => { field?.scrollIntoView({ block: "nearest" }); field?.focus(); field?.select?.(); };
const press = (form, kind) => form?.querySelector(`[data-act="${kind}"]`)?.click();

async function change(kind, field) {
  const form = await openDesk();
  if (!form) return;
  if (!field) return press(form, kind);
  if (form.dataset.enter === kind) return press(form, kind); // the key a second time
  form.dataset.enter = kind;
  const boxes = [...form.querySelectorAll("[name=mentions]")];
  if (kind === "split") {
    if (boxes.length < 2) return;
    const start = `:${current().dataset.start}-`;
    boxes.forEach((box) => { box.checked = current().dataset.start !== undefined && box.value.includes(start) && boxes.length > 1; });
    return reach(boxes.find((box) => box.checked) ?? boxes[0]);
  }
  reach(form.querySelector(`[data-field="${field}"]`));
}

async function teach() {
  const form = await openDesk();
  const details = form?.closest("[data-desk]").querySelector("[data-teach]");
  if (!details) return;
  details.open = true;
  reach(details.querySelector("[name=form]"));
}

async function decide(kind) {
  const issue = current();
  if (list !== "issues" || !issue) return;
  const panel = await load(issue.querySelector(".acts"));
  press(panel, kind === "dismiss" && panel?.querySelector('[data-act="nobody"]') ? "nobody" : kind);
}

// An accepted fix is seen at once: the panel brought the turns as the fix leaves them. The card stays,
// dimmed, until the server has kept the step; if it does not, the old turns come back.
function paint(thing) {
  const then = thing?.querySelector("[data-then]");
  if (!then) return;
  for (const row of [...then.content.cloneNode(true).children]) {
    const old = document.getElementById(row.id);
    painted.set(row, old);
    old.replaceWith(row);
  }
  thing.classList.add("settling");
  show(thing, { scroll: false });
}

function repaint(kept) {
  if (!kept) for (const [row, old] of painted) row.replaceWith(old);
  painted.clear();
  area().querySelector(".settling")?.classList.remove("settling");
}

function fold(wanted) {
  folded = wanted;
  zone().classList.toggle("only-changed", folded);
  zone().querySelector("[data-fold]").setAttribute("aria-pressed", String(folded));
}

function keys(wanted) {
  const sheet = area().querySelector("[data-keysheet]");
  sheet.hidden = wanted === undefined ? !sheet.hidden : !wanted;
  if (sheet.hidden) return current()?.querySelector("[data-pick]").focus({ preventScroll: true });
  sheet.scrollIntoView({ block: "nearest" });
  sheet.focus();
}

const click = (what) => area().querySelector(what)?.click();
const AT_ONCE = "jkoc?"; // keys that send nothing
const KEYS = {
  j: () => move(1),
  k: () => move(-1),
  o: other,
  a: () => decide("accept"),
  A: () => decide("every"),
  r: () => decide("dismiss"),
  e: () => change("surrogate", "surrogate"),
  d: () => change("redraw"),
  p: () => change("placeholder"),
  m: () => change("merge", "other"),
  l: () => change("link", "other"),
  s: () => change("split", "mentions"),
  g: () => change("gender", "gender"),
  t: teach,
  y: () => click("[data-approve]:not(:disabled)"),
  z: () => click("[data-undo]"),
  Z: () => click("[data-redo]"),
  c: () => fold(!folded),
  h: () => { area().classList.add("covered"); click("[data-hide]"); },
  n: () => click("[data-next]"),
  "?": () => keys(),
};

document.addEventListener("keydown", (event) => {
  const form = event.target.closest("[data-form]");
  const field = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (event.key === "Escape") return escape(event);
  if (event.key === "Enter" && form?.dataset.enter && event.target.matches("select, [type=checkbox]")) {
    event.preventDefault();
    return press(form, form.dataset.enter);
  }
  if (field || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== "z") return;
  } else if (!letters) return;
  const act = KEYS[event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()];
  if (!act || event.repeat && !"jk".includes(event.key)) return;
  event.preventDefault();
  if (stepping && !AT_ONCE.includes(event.key)) waiting.push(act);
  else act();
});

async function catchUp() {
  while (waiting.length && !stepping) await waiting.shift()();
}

function escape(event) {
  const sheet = area().querySelector("[data-keysheet]");
  if (!sheet.hidden) return keys(false);
  const thing = event.target.closest("[data-issue], [data-entity]");
  if (!thing) return;
  thing.querySelectorAll("[data-form=dismiss]").forEach((form) => { form.hidden = true; });
  closeDesk(thing.querySelector("[data-desk]")?.parentElement);
  thing.querySelector("[data-pick]").focus();
}

document.addEventListener("click", (event) => {
  const thing = event.target.closest("[data-issue], [data-entity]");
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (event.target.closest("[data-fold]")) return fold(!folded);
  if (event.target.closest("[data-keys]")) return keys();
  if (event.target.closest("[data-do]")) return click(`[data-${event.target.closest("[data-do]").dataset.do}]`);
  if (!thing) return;
  if (event.target.closest("[data-turn-link]")) event.preventDefault();
  if (thing !== current()) show(thing, { scroll: false });
  if (act === "change") {
    event.preventDefault();
    const open = thing.querySelector("[data-desk]");
    if (open) closeDesk(open.parentElement);
    else openDesk(thing).then((form) => { if (form) { form.dataset.enter = "surrogate"; reach(form.querySelector("[data-field=surrogate]")); } });
  } else if (act === "dismiss") {
    const form = thing.querySelector("[data-form=dismiss]");
    form.hidden = !form.hidden;
    event.target.closest("[data-act]").setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) reach(form.querySelector("[name=reason]"));
  } else if (event.target.closest("a[data-pick]")) event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-letters]")) letters = event.target.checked;
});

document.addEventListener("toggle", (event) => {
  if (event.target.matches("[data-decisions]") && event.target.open) htmx.trigger(event.target.lastElementChild, "told");
}, true);

// The next dialogue is computed at the server while this one is read; nothing of it comes here.
function warm() {
  const next = area().querySelector("[data-warm]")?.dataset.warm;
  if (!next || warmed.has(next)) return;
  warmed.add(next);
  setTimeout(() => fetch(next, { headers: { "HX-Request": "true" } }).catch(() => warmed.delete(next)), 1500);
}

function settle() {
  const all = things();
  const lost = document.activeElement === document.body;
  if (!all.length && list === "issues") things("entities").forEach((thing) => thing.removeAttribute("aria-current"));
  show(all[Math.min(Math.max(places[list], 0), all.length - 1)], { scroll: true, focus: lost });
  warm();
}

document.addEventListener("htmx:beforeSend", (event) => {
  const { verb, triggeringEvent } = event.detail.requestConfig;
  if (!area() || verb !== "post") return;
  stepping = true;
  if (triggeringEvent?.submitter?.dataset.act === "accept") paint(event.target.closest("[data-issue]"));
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!area() || event.detail.requestConfig.verb !== "post") return;
  stepping = false;
  repaint(event.detail.successful);
  if (!event.detail.successful) waiting.length = 0;
  if (event.detail.xhr.status === 422 && event.detail.xhr.getResponseHeader("HX-Retarget")) {
    return document.activeElement?.setAttribute("aria-invalid", "true");
  }
  if (!event.detail.successful && event.detail.xhr.status !== 409 && event.detail.xhr.status !== 422) return;
  area().querySelectorAll("[data-desk]").forEach((desk) => closeDesk(desk.parentElement));
  fold(folded);
  settle();
  const told = area().querySelector("[data-decisions]");
  if (told.open) htmx.trigger(told.lastElementChild, "told");
  catchUp();
});

if (area()) {
  places.issues = Math.max(0, things().indexOf(current()));
  if (!things().length) list = "entities";
  const opened = current();
  if (opened) show(opened, { scroll: false });
  warm();
}
