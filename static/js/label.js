// The labelling page: keys, mouse and buttons become steps; a step is painted at once and saved in
// order. The server's answer is then the truth on the screen.
import { openOutbox } from "./label/outbox.js";
import { openText } from "./label/text.js";

const find = (selector, within = document) => within.querySelector(selector);
const words = find("[data-words]").dataset;
const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
const clock = () => new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

let work; // the page of one item
let turn; // its asked turn
let text; // the turn's tokens
let dragging = false;
let savedAt = "";
let active = { seconds: 0, last: Date.now() };

// --- speech and status ----------------------------------------------------------------------
function say(sentence) {
  find("[data-log]").textContent = sentence;
}

function sayPlace() {
  if (text.isEmpty()) return;
  const [i, j, n] = text.bounds();
  const place = i === j ? `${text.words()}, ${fill(words.token, { i, n })}` : fill(words.selected, { text: text.words(), i, j, n });
  const label = find(".sr", text.mark() ?? document.createElement("i"))?.textContent.slice(2);
  say(`${place}. ${label ?? words.noLabel}`);
}

function tell(sentence, action) {
  const note = find("[data-message]", turn);
  note.textContent = sentence;
  note.hidden = !sentence;
  if (action) note.append(" ", action);
}

function showStatus({ count, trouble, moving }) {
  document.body.dataset.unsaved = count;
  const state = find("[data-saved-state]");
  const dot = Object.assign(document.createElement("span"), { className: "dot" });
  const bold = document.createElement("b");
  state.classList.toggle("amber", Boolean(trouble && count));
  if (trouble === "signedOut" && count) bold.textContent = fill(words.signedOut, { n: count });
  else if (trouble && count) bold.textContent = fill(count === 1 ? words.unsavedOne : words.unsavedMany, { n: count });
  else if (moving) bold.textContent = words.moving;
  else if (count) bold.textContent = words.saving;
  else bold.textContent = savedAt ? words.saved : words.nothing;
  dot.classList.toggle("busy", count > 0 || moving);
  const time = count || moving ? "" : ` ${savedAt}`;
  state.replaceChildren(dot, bold, time);
}

// --- what comes back ------------------------------------------------------------------------
const outbox = openOutbox({
  changed: showStatus,
  saved(step, root, response) {
    if (!step.get) savedAt = clock();
    const elsewhere = response.headers.get("HX-Redirect");
    if (elsewhere) return location.assign(elsewhere);
    if (root?.hasAttribute("data-work")) return swapWork(root, step.silent ? null : (response.headers.get("HX-Push-Url") ?? step.url));
    if (!outbox.pending(step.turn)) swapTurn(root);
    if (!outbox.count() && !step.get) find("[data-log]").append(` ${words.saved}.`);
  },
  refused(step, root) {
    if (root?.hasAttribute("data-asked")) swapTurn(root);
    tell(find("[data-message]", root)?.textContent || words.dropped);
    say(find("[data-message]", turn).textContent);
  },
  conflict(root, steps) {
    swapTurn(root);
    const n = steps.length;
    const kept = n ? fill(n === 1 ? words.conflictOne : words.conflictMany, { n }) : "";
    const again = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: words.applyAgain });
    again.addEventListener("click", () => { tell(""); steps.forEach(({ id, ...step }) => outbox.push(step)); text.element.focus(); });
    tell(`${find("[data-message]", root)?.textContent ?? ""} ${kept}`, n ? again : null);
    say(find("[data-message]", turn).textContent);
  },
  stayed: (kind) => tell(kind === "offline" ? words.notMoved : fill(words.signedOut, { n: outbox.count() })),
});

function swapTurn(root) {
  if (!root || root.id !== turn.id) return;
  const around = text.range() ?? undefined;
  const focused = turn.contains(document.activeElement);
  const button = document.activeElement?.dataset?.do;
  // The focused element stays, so that a screen reader does not read the whole turn again.
  const fresh = find("[data-text]", root);
  text.element.replaceChildren(...fresh.childNodes);
  fresh.replaceWith(text.element);
  turn.replaceWith(root);
  turn = root;
  text = openText(find("[data-text]", turn), around);
  if (focused) (find(`[data-do="${button}"]:not([disabled])`, turn) ?? text.element).focus({ preventScroll: true });
  refresh();
}

function swapWork(root, url) {
  work.replaceWith(root);
  if (url) history.pushState({ label: true }, "", url);
  adopt(true);
}

function adopt(focus) {
  work = find("[data-work]");
  turn = find("[data-asked]", work);
  outbox.seen(turn);
  text = openText(find("[data-text]", turn));
  if (text.proposals().length) text.choose(text.extent(text.proposals()[0]));
  active = { seconds: 0, last: Date.now() };
  find("[data-model-state]").replaceChildren(...find("[data-model-source]", work).cloneNode(true).childNodes);
  find(".items [aria-current]", work)?.scrollIntoView({ block: "nearest", inline: "center" });
  turn.scrollIntoView({ block: "center" });
  if (focus) text.element.focus({ preventScroll: true });
  refresh();
}

// Counts, the buttons that fit the caret's place, the guideline of the current label.
function refresh() {
  const counts = {};
  for (const mark of work.querySelectorAll("main mark.span:not(.machine)")) counts[mark.dataset.label] = (counts[mark.dataset.label] ?? 0) + 1;
  const mark = text.mark();
  for (const button of work.querySelectorAll("button[data-label]")) {
    find("[data-count]", button).textContent = counts[button.dataset.label] ?? 0;
    button.classList.toggle("now", button.dataset.label === mark?.dataset.label);
  }
  const decide = find("[data-decide]", turn);
  if (decide) decide.hidden = !mark?.classList.contains("machine");
  const shown = mark?.dataset.label ?? find("[data-guideline]:not([hidden])", work)?.dataset.guideline;
  for (const guide of work.querySelectorAll("[data-guideline]")) guide.hidden = guide.dataset.guideline !== shown;
}

// --- steps ----------------------------------------------------------------------------------
function send(path, fields = {}, more = {}) {
  tell("");
  outbox.push({ url: `${work.dataset.url}/${path}`, fields, turn: turn.id, reader: work.dataset.reader, ...more });
  refresh();
}

function label(button) {
  if (text.isEmpty()) return;
  const mark = text.mark();
  const [i, j] = text.bounds();
  const stretch = i === j && mark ? text.extent(mark) : text.range();
  const same = text.touching(stretch).find((each) => each.dataset.label === button.dataset.label && !each.classList.contains("machine"));
  if (same && text.extent(same).start === stretch.start && text.extent(same).end === stretch.end) return say(words.hasAlready);
  text.paint(stretch, button.dataset);
  text.choose(stretch);
  text.collapse();
  send("spans", { ...stretch, label: button.dataset.label }, { again: true });
  say(fill(words.yours, { text: text.spoken(text.mark()), label: button.dataset.name }));
}

function clear() {
  if (text.isEmpty()) return;
  const touched = text.touching(text.range());
  const own = touched.filter((mark) => !mark.classList.contains("machine"));
  if (!own.length && touched.length) return decide("reject");
  if (!own.length) return say(words.nothingToClear);
  const stretch = text.range();
  own.forEach(text.unwrap);
  text.draw();
  send("clear", stretch, { again: true });
  say(words.cleared);
}

function decide(verb) {
  const mark = text.isEmpty() ? null : text.touching(text.range()).find((each) => each.classList.contains("machine"));
  if (!mark) return text.step(1) ? (refresh(), sayPlace()) : say(words.noProposal);
  const { span } = mark.dataset;
  if (verb === "accept") text.describe(mark, find(`button[data-label="${mark.dataset.label}"]`, work).dataset);
  else text.unwrap(mark);
  text.step(1);
  send(`proposals/${span}/${verb}`);
  say(verb === "accept" ? words.accepted : words.rejected);
}

function acceptAll() {
  if (!text.proposals().length) return say(words.noProposal);
  for (const mark of text.proposals()) text.describe(mark, find(`button[data-label="${mark.dataset.label}"]`, work).dataset);
  send("proposals/accept", { above: 0 });
  say(words.accepted);
}

function leave(path) {
  beat();
  send(path, path === "finish" ? { seconds: active.seconds.toFixed(1) } : {}, { move: true });
}

function open(url, silent = false) {
  outbox.push({ get: true, move: true, url, turn: turn.id, silent });
}

function toggleKeys() {
  const sheet = find("[data-keysheet]", work);
  sheet.hidden = !sheet.hidden;
  if (sheet.hidden) return text.element.focus();
  sheet.focus();
  sheet.scrollIntoView({ block: "nearest" });
}

function toggleMarks() {
  const hidden = document.body.classList.toggle("marks-off");
  say(hidden ? words.marksHidden : words.marksShown);
}

function extend(by) {
  text.place(text.caret() + by, true);
  after();
}

function after() {
  refresh();
  sayPlace();
}

const actions = {
  accept: () => decide("accept"),
  reject: () => decide("reject"),
  "accept-all": acceptAll,
  clear,
  undo: () => send("undo"),
  redo: () => send("redo"),
  flag: () => send("flag", turn.hasAttribute("data-flagged") ? {} : { flagged: "on" }),
  reopen: () => send("reopen"),
  skip: () => leave("skip"),
  finish: () => leave("finish"),
  extend: () => extend(1),
  shrink: () => extend(-1),
  keys: toggleKeys,
  marks: toggleMarks,
  back: () => work.dataset.previous && open(work.dataset.previous),
};

// --- keys -----------------------------------------------------------------------------------
const LETTERS = { A: "accept", R: "reject", C: "clear", Z: "undo", B: "skip", V: "flag", H: "marks", "?": "keys", " ": "finish", DELETE: "clear", BACKSPACE: "clear" };
const SHIFTED = { A: "accept-all", Z: "redo", "?": "keys", " ": "back" };

function move(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const right = getComputedStyle(text.element).direction === "rtl" ? -1 : 1;
  if (by) text.place(text.caret() + by * right, event.shiftKey);
  else if (event.key === "Home") text.place(0, event.shiftKey);
  else if (event.key === "End") text.place(text.tokens.length - 1, event.shiftKey);
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const next = text.line(event.key === "ArrowUp" ? -1 : 1);
    if (next >= 0) text.place(next, event.shiftKey);
  } else if (event.key === "[" || event.key === "]") text.step(event.key === "[" ? -1 : 1);
  else return false;
  after();
  return true;
}

function chosenAction(event) {
  const key = event.key.toUpperCase();
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  if (control) return key === "Z" ? actions[event.shiftKey ? "redo" : "undo"] : key === "Y" ? actions.redo : null;
  const name = (event.shiftKey ? SHIFTED : LETTERS)[key];
  if (name) return actions[name];
  const button = !event.shiftKey && [...work.querySelectorAll("button[data-label]")].find((each) => each.dataset.key.toUpperCase() === key);
  return button ? () => label(button) : null;
}

function pressed(event) {
  beat();
  const sheet = event.target.closest("[data-keysheet]");
  if (sheet && event.key === "Escape") return toggleKeys();
  if (!event.target.closest("[data-text]")) return;
  if (event.key === "Escape") {
    const [i, j] = text.bounds();
    if (i !== j) return text.collapse(), after();
    text.element.blur();
    return say(words.left);
  }
  if (outbox.moving()) return event.key !== "Tab" && event.preventDefault(); // keys meant for the next turn
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (plain && !text.isEmpty() && move(event)) return event.preventDefault();
  const act = chosenAction(event);
  if (!act) return;
  event.preventDefault();
  if (!event.repeat || act === actions.undo || act === actions.redo) act();
}

// --- mouse and touch ------------------------------------------------------------------------
function tokenAt(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-start]");
  if (!under || !text.element.contains(under)) return -1;
  const near = under.classList.contains("t") ? under : (under.previousElementSibling ?? under.nextElementSibling);
  return text.index(near);
}

function pointed(event) {
  beat();
  if (!event.target.closest("[data-text]") || event.button) return;
  const index = tokenAt(event);
  if (index < 0) return;
  text.place(index, event.shiftKey);
  dragging = event.pointerType !== "touch";
  after();
}

function dragged(event) {
  if (!dragging) return;
  const index = tokenAt(event);
  if (index >= 0 && index !== text.caret()) text.place(index, true);
}

function clicked(event) {
  const link = event.target.closest("a[data-open]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    return open(link.href);
  }
  const button = event.target.closest("[data-do], button[data-label]");
  if (!button || outbox.moving()) return;
  if (button.dataset.label) label(button);
  else actions[button.dataset.do]();
  const keeps = event.detail === 0 || button.dataset.do === "keys"; // pressed by key: stay on the button
  if (!keeps || button.dataset.label) text.element.focus({ preventScroll: true });
}

// Time on the turn: pauses over half a minute do not count.
function beat() {
  const now = Date.now();
  active.seconds += Math.min(now - active.last, 30000) / 1000;
  active.last = now;
}

document.addEventListener("keydown", pressed);
document.addEventListener("pointerdown", pointed);
document.addEventListener("pointermove", dragged);
document.addEventListener("pointerup", () => { if (dragging) { dragging = false; after(); } });
document.addEventListener("click", clicked);
addEventListener("popstate", () => open(location.href, true));
const foot = find("[data-foot]");
new ResizeObserver(() => document.documentElement.style.setProperty("--foot", `${foot.offsetHeight}px`)).observe(foot);
adopt(true);
