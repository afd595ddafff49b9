// Keys of every page: to the list of all work in progress, to what a page offers by number, and the
// sheet of these keys on pages that have no others.
// What a page does itself with a key goes before: this script comes last.
import { find, findAll } from "../shared/dom.js";
import { actOf, lettersOff, typedBy } from "../shared/keys.js";

const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const PRESSED = "a, button, summary, input"; // Space is theirs

// It is a dialog: Escape closes it, and the focus goes back to where it was.
function showKeys() {
  const sheet = find("[data-site-keys]");
  if (sheet?.open) sheet.close();
  else sheet?.showModal();
  return Boolean(sheet);
}

/** What a key presses, or where it leads. */
const ACTS = {
  work: () => find("[data-all-work]")?.dataset.allWork,
  thing: ({ key }) => findAll("[data-thing]")[Number(key) - 1],
  onward: () => find("[data-onward]"),
  "go-on": ({ target }) => (target.closest?.(PRESSED) ? undefined : find("[data-go-on]")),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || event.isComposing || lettersOff()) return;
  if (event.target.closest?.(FIELDS)) return;
  const act = actOf(typedBy(event));
  if (act === "keys" && showKeys()) return event.preventDefault();
  const found = ACTS[act]?.(event);
  if (!found) return;
  event.preventDefault();
  if (typeof found === "string") location.assign(found);
  else found.click();
});
