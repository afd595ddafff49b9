// A long form says that something in it is not saved yet, and its buttons come along meanwhile.
import { find } from "../shared/dom.js";

const form = /** @type {HTMLFormElement} */ (find("form[data-unsaved]"));
const refused = form.hasAttribute("data-changed"); // what came back is saved nowhere
const given = () => new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();
const saved = given();
const show = () => form.toggleAttribute("data-changed", refused || given() !== saved);

form.addEventListener("input", show);
form.addEventListener("reset", () => setTimeout(show)); // the fields change after the event
