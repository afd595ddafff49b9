// The tour of the labelling page: four first steps. Each goes on when the person does it, or by
// "Next". It watches the same keys and clicks as the page does and changes nothing there.
import { find } from "../shared/dom.js";
import { timed } from "../shared/http.js";
import { actOf } from "../shared/keys.js";

const STEPS = ["move", "label", "decide", "finish"];
const DONE = {
  move: ["left", "right", "up", "down", "jump-back", "jump-on"],
  decide: ["accept", "reject", "accept-all", "undo"],
  finish: ["finish"],
};

let section = null;
let place = 0;
let isShown = false;

const step = () => STEPS[place];

function show() {
  section.hidden = !isShown;
  for (const each of section.querySelectorAll("[data-tour-step]"))
    each.hidden = each.dataset.tourStep !== step();
  const proposals = Boolean(find("[data-text] mark.machine"));
  find("[data-tour-proposals]", section).hidden = !proposals;
  find("[data-tour-undo]", section).hidden = proposals;
  const isLast = place === STEPS.length - 1;
  find("[data-tour-next]", section).hidden = isLast;
  find("[data-tour-skip]", section).hidden = isLast;
  find("[data-tour-end]", section).hidden = !isLast;
}

// The server keeps that it was seen; if it cannot be told, the tour is shown once more another day.
function keep() {
  const form = find("form", section);
  timed(form.action, { method: "POST", body: new FormData(form), keepalive: true }).catch(() => {});
}

function leave() {
  keep();
  isShown = false;
  show();
  find("[data-text]")?.focus({ preventScroll: true });
}

function next() {
  place += 1;
  show();
}

function begin() {
  [place, isShown] = [0, true];
  show();
  section.scrollIntoView({ block: "nearest" });
  find("[data-text]")?.focus({ preventScroll: true });
}

// The turn that is finished takes its page along: the step after the last one is the next page.
function did(what) {
  if (!isShown || what !== step()) return;
  if (what === "finish") keep();
  else next();
}

function pressed(event) {
  if (!isShown) return;
  const inText = event.target.closest("[data-text]");
  if (event.key === "Escape") {
    if (!event.target.closest("[data-tour]") && (!inText || find(".chosen", inText))) return;
    event.stopImmediatePropagation();
    leave();
  } else if (inText && !event.altKey) {
    const key = event.key.toUpperCase();
    const letters = [...document.querySelectorAll("button[data-label]")];
    const isLabel = !event.shiftKey &&
      letters.some(({ dataset }) => dataset.key.toUpperCase() === key);
    if (DONE[step()]?.includes(actOf(event)) || (step() === "label" && isLabel)) did(step());
  }
}

function clicked(event) {
  const { target } = event;
  if (target.closest("[data-tour-again]")) return begin();
  if (target.closest("[data-tour-next]")) {
    next();
    if (event.detail) find("[data-text]")?.focus({ preventScroll: true });
  } else if (target.closest("[data-text]")) did("move");
  else if (target.closest("button[data-label]")) did("label");
  else if (DONE[step()]?.includes(target.closest("[data-do]")?.dataset.do)) did(step());
  return undefined;
}

function sent(event) {
  if (!event.target.closest("[data-tour]")) return;
  event.preventDefault();
  leave();
}

// Another page of the desk brings a tour of its own: it goes on where the old one was.
function adopt() {
  const fresh = find("[data-tour]");
  if (!fresh || fresh === section) return;
  if (!section) isShown = !fresh.hidden;
  else if (step() === "finish") isShown = false;
  section = fresh;
  show();
}

addEventListener("keydown", pressed, true);
document.addEventListener("click", clicked);
document.addEventListener("submit", sent);
new MutationObserver(adopt).observe(document.body, { childList: true, subtree: true });
adopt();
