// A long form says how much in it is not saved yet, its buttons come along meanwhile, and it is sent
// only when something in it has changed.
import { find } from "../shared/dom.js";

const form = /** @type {HTMLFormElement} */ (find("form[data-unsaved]"));
const refused = form.hasAttribute("data-changed"); // what came back is saved nowhere
const status = find("[role=status]", form); // there from the start: what changes in it is spoken
const save = /** @type {HTMLButtonElement} */ (find("[type=submit]", status.parentElement));

/** What the form would send, a text for each name. */
function given() {
  const fields = new FormData(form);
  return new Map([...fields.keys()].map((name) => [name, JSON.stringify(fields.getAll(name))]));
}

const saved = given();

function changes() {
  const now = given();
  const names = new Set([...saved.keys(), ...now.keys()]);
  return [...names].filter((name) => saved.get(name) !== now.get(name)).length;
}

function show() {
  const n = changes();
  form.toggleAttribute("data-changed", refused || n > 0);
  save.disabled = !refused && n === 0;
  if (refused && n === 0) return; // the words that came with it stand
  const { none, one, many } = status.dataset;
  const words = n === 0 ? none : n === 1 ? one : many?.replace("{n}", String(n));
  if (status.textContent !== words) status.textContent = words ?? ""; // said once, not at each key
}

form.addEventListener("input", show);
form.addEventListener("reset", () => setTimeout(show)); // the fields change after the event
show();
