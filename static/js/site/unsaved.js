// A long form says that something in it is not saved yet, and its buttons come along meanwhile.
import { find } from "../shared/dom.js";

const form = /** @type {HTMLFormElement} */ (find("form[data-unsaved]"));
const refused = form.hasAttribute("data-changed"); // what came back is saved nowhere
const given = () => new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();
const saved = given();
const status = find("[role=status]", form); // there from the start: what changes in it is spoken

function show() {
  const changed = form.toggleAttribute("data-changed", refused || given() !== saved);
  const words = changed ? (status.dataset.words ?? "") : "";
  if (status.textContent !== words) status.textContent = words; // said once, not at each key
}

form.addEventListener("input", show);
form.addEventListener("reset", () => setTimeout(show)); // the fields change after the event
