// Keys of every page: to the list of all work in progress, and to what a page offers by number.
// What a page does itself with a key goes before: this script comes last.
import { find, findAll } from "../shared/dom.js";
import { actOf, lettersOff, typedBy } from "../shared/keys.js";

const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const PRESSED = "a, button, summary, input"; // Space is theirs

/** What a key presses, or where it leads. */
const ACTS = {
  work: () => find("[data-all-work]")?.dataset.allWork,
  thing: ({ key }) => findAll("[data-thing]")[Number(key) - 1],
  "go-on": ({ target }) => (target.closest?.(PRESSED) ? undefined : find("[data-go-on]")),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || event.isComposing || lettersOff()) return;
  if (event.target.closest?.(FIELDS)) return;
  const found = ACTS[actOf(typedBy(event))]?.(event);
  if (!found) return;
  event.preventDefault();
  if (typeof found === "string") location.assign(found);
  else found.click();
});
