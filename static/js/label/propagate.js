// Every occurrence of a stretch: the panel under the active turn. Called by steps.js on G and by
// the button "Every occurrence".
//
//   const panel = openPropagate({ page, outbox, say, tell });
//
// opens it for the label at the caret, or the selection, and gives it the focus; null where there
// is nothing to look for. `panel.key(event)` is true when a key pressed outside the panel was for
// it; `panel.close()` puts it away. Its own keys (1 2 3 scope, a label's letter, Enter, Esc) it
// hears itself. It needs a connection: what it shows is on the server, and nothing is queued.
import { find } from "../shared/dom.js";
import { ask, PATIENCE } from "../shared/http.js";
import { openLabelKeys } from "../shared/labelkeys.js";
import { newId } from "../shared/outbox.js";
import { fill, words } from "../shared/page.js";
import { noteSaved } from "../shared/saving.js";
import { refresh } from "./desk.js";

const AT_ONCE = 100; // turns asked for in one request
const ALIKE = { capitals: "on", accents: "on", endings: "on" };

let current = null; // at most one panel is open

const isAway = (response) =>
  response?.type === "opaqueredirect" || [401, 403, 404].includes(response?.status);
const trouble = (response) => (isAway(response) ? words.everySignedOut : words.everyOffline);

export function openPropagate({ page, outbox, say, tell }) {
  current?.close();
  const { text, turn: { id: turnId } } = page;
  if (text.isEmpty()) return null;
  const base = `${page.turn.dataset.url}/propagate`;
  let panel = null;
  let asked = 0; // questions so far: an answer to an older one is dropped
  let busy = false;
  let tried = { body: "", id: "" }; // the same choice sent again is the same step
  let closed = false;

  const form = () => find("[data-every-form]", panel);
  const boxes = (kind) => [...panel.querySelectorAll(`[data-hit][data-kind="${kind}"]`)];
  const kinds = () => [...panel.querySelectorAll('[name="kinds"]')];
  const scopeOf = (key) =>
    /^[1-9]$/.test(key) && find(`[data-set="scope"][aria-keyshortcuts="${key}"]`, panel);

  function note(sentence) {
    if (!panel) return tell(sentence);
    const place = find("[data-note]", panel);
    place.textContent = sentence;
    place.hidden = false;
    return say(sentence);
  }

  function question() {
    const fields = new URLSearchParams(new FormData(form()));
    fields.delete("kinds");
    return fields;
  }

  async function look(fields, focus) {
    asked += 1;
    const mine = asked;
    panel?.setAttribute("aria-busy", "true");
    const { response, root } = await ask(`${base}?${fields}`);
    if (closed || mine !== asked || !document.getElementById(turnId)) return;
    panel?.removeAttribute("aria-busy");
    if (root?.hasAttribute("data-every")) draw(root, focus);
    else if (panel) note(trouble(response));
    else fail(trouble(response));
  }

  function fail(sentence) {
    close();
    tell(sentence);
    say(sentence);
  }

  function draw(root, focus) {
    if (panel) panel.replaceWith(root);
    else document.getElementById(turnId).append(root);
    panel = root;
    listen();
    const main = find("button.main:not([disabled])", panel);
    const label = find("select[name=label]", panel);
    const lacks = label.value === "" && form().elements.what.value !== "clear";
    const target = (focus && find(focus, panel)) || (lacks ? label : main) || panel;
    target.focus({ preventScroll: true });
    panel.scrollIntoView({ block: "nearest" });
    say(find("[data-spoken]", panel).textContent.trim());
  }

  // How many are chosen: whole kinds, less the unticked of those, and ticked ones of the others.
  function count() {
    return kinds().reduce((sum, box) => {
      const ticked = boxes(box.value).filter((each) => each.checked).length;
      const unticked = boxes(box.value).length - ticked;
      return sum + (box.checked ? Number(box.dataset.count) - unticked : ticked);
    }, 0);
  }

  function recount() {
    const n = count();
    const button = find("button.main", panel);
    find("[data-button]", panel).textContent = fill(
      n === 1 ? panel.dataset.one : panel.dataset.many,
      { n },
    );
    button.disabled = n === 0;
  }

  function changed({ target }) {
    if (target.name === "kinds") {
      for (const box of boxes(target.value)) box.checked = target.checked;
      recount();
      return say(find("[data-button]", panel).textContent);
    }
    if (target.dataset.hit) return recount();
    const chosen = target.name === "label" ? "" : `[name="${target.name}"]`;
    return look(question(), chosen);
  }

  function set(name, value, focus) {
    form().elements[name].value = value;
    return look(question(), focus);
  }

  function clicked({ target }) {
    if (target.closest("[data-close]")) return leave();
    const button = target.closest("[data-set]");
    if (!button) return undefined;
    return set(button.dataset.set, button.value, `[data-set][value="${button.value}"]`);
  }

  function choice() {
    const fields = question();
    const hits = (wanted) =>
      kinds().filter((box) => box.checked !== wanted).flatMap((box) =>
        boxes(box.value).filter((each) => each.checked === wanted).map((each) => each.dataset.hit)
      );
    for (const box of kinds()) if (box.checked) fields.append("kinds", box.value);
    fields.set("token", panel.dataset.token);
    fields.set("reader", page.work.dataset.reader);
    fields.set("without", hits(false).join());
    fields.set("also", hits(true).join());
    return fields;
  }

  async function apply() {
    if (busy || !panel.dataset.token || !count()) return;
    busy = true;
    const fields = choice();
    if (tried.body !== `${fields}`) tried = { body: `${fields}`, id: newId() };
    fields.set("op_id", tried.id);
    panel.setAttribute("aria-busy", "true");
    const { response, root } = await ask(`${base}/apply`, fields);
    busy = false;
    panel.removeAttribute("aria-busy");
    if (root?.hasAttribute("data-toast")) done(root, response);
    else if (closed) tell(trouble(response));
    else if (root?.hasAttribute("data-every")) draw(root, "");
    else note(trouble(response));
  }

  function done(toast, response) {
    const { work } = page;
    if (!closed) leave();
    noteSaved();
    showToast(toast);
    say(toast.textContent.trim());
    const pks = response.headers.get("X-Changed-Turns").split(",").filter(Boolean);
    redraw(pks, work);
    dispatchEvent(new Event("labelled-many"));
  }

  // Turns that are open are drawn by the page's own ways, those of the context here.
  async function redraw(pks, work) {
    const shown = pks.map((pk) => document.getElementById(`turn-${pk}`)).filter(Boolean);
    for (const turn of shown.filter((each) => each.dataset.version !== undefined)) {
      const url = `${turn.dataset.url}?item=${work.dataset.item}`;
      outbox.push({ get: true, url, turn: turn.id });
    }
    const rest = shown.filter((each) => each.dataset.version === undefined);
    for (let from = 0; from < rest.length; from += AT_ONCE) {
      const some = rest.slice(from, from + AT_ONCE).map((turn) => `pk=${turn.dataset.turn}`);
      const { root } = await ask(`${work.dataset.turns}?${some.join("&")}`);
      for (const fresh of [...(root?.children ?? [])]) {
        const turn = document.getElementById(fresh.id);
        if (turn && turn.dataset.version === undefined) turn.replaceWith(fresh);
      }
    }
    refresh();
  }

  const labelKeys = openLabelKeys(() => [...form().elements.label.options]);

  function key(event) {
    if (closed || !panel || event.ctrlKey || event.metaKey || event.altKey) return false;
    const isPart = labelKeys.isBegun(); // a digit may be part of a label's key
    const inside = panel.contains(event.target);
    if (!inside && !page.turn.contains(panel)) return false; // another turn became the active one
    const chooses = event.target.matches("select, [data-set], [data-close]");
    if (event.key === "Escape") leave();
    else if (event.key === "Enter" && !chooses) apply();
    else if (event.target.matches("select")) return false;
    else if (!isPart && scopeOf(event.key)) set("scope", scopeOf(event.key).value, "");
    else if (!inside) return false;
    else {
      const chosen = labelKeys.read(event);
      if (!chosen) return false;
      if (chosen.label) set("label", chosen.label.value, "");
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  function listen() {
    panel.addEventListener("keydown", key);
    panel.addEventListener("change", changed);
    panel.addEventListener("click", clicked);
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      apply();
    });
  }

  function close() {
    closed = true;
    panel?.remove();
    if (current === handlers) current = null;
  }

  function leave() {
    close();
    page.text.element.focus({ preventScroll: true });
  }

  // What is on its way must have arrived: the plan is made of what the server knows.
  async function begin(fields) {
    const until = Date.now() + PATIENCE;
    if (!navigator.onLine) return fail(words.everyOffline);
    while (outbox.count() && Date.now() < until) await new Promise((go) => setTimeout(go, 50));
    if (closed) return undefined;
    if (outbox.count()) return fail(words.everyUnsaved);
    return look(fields, "");
  }

  const handlers = { key, close };
  current = handlers;
  const [first, last] = text.bounds();
  const mark = first === last ? text.mark() : null;
  const stretch = mark ? text.extent(mark) : text.range();
  const label = mark?.dataset.label ?? text.labelOn(stretch) ?? page.last ?? "";
  begin(new URLSearchParams({ ...stretch, label, scope: "dialogue", ...ALIKE }));
  return handlers;
}

// It stays until the person does the next thing; reaching it by Tab is none.
function showToast(toast) {
  find("[data-toast]")?.remove();
  document.body.append(toast);
  const passing = ["Tab", "Shift", "Control", "Alt", "Meta"];
  const away = (event) => {
    const inside = toast.contains(event.target);
    if (event.type === "keydown" && (inside || passing.includes(event.key))) return;
    if (event.type === "pointerdown" && inside) return;
    if (event.type === "click" && !event.target.closest("[data-toast] button")) return;
    setTimeout(() => toast.remove()); // after what the click or key does
    for (const type of ["keydown", "pointerdown", "click"]) removeEventListener(type, away, true);
  };
  for (const type of ["keydown", "pointerdown", "click"]) addEventListener(type, away, true);
}
