// Keys of every page: to the list of all work in progress, and to what a page offers by number.
// What a page does itself with a key goes before: this script comes last.
import { find, findAll } from "../shared/dom.js";
import { actOf, lettersOff, typedBy } from "../shared/keys.js";

const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

function addressOf(act, key) {
  if (act === "work") return find("[data-all-work]")?.dataset.allWork;
  if (act === "thing") return findAll("[data-thing]")[Number(key) - 1]?.href;
  return undefined;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || event.isComposing || lettersOff()) return;
  if (event.target.closest?.(FIELDS)) return;
  const url = addressOf(actOf(typedBy(event)), event.key);
  if (!url) return;
  event.preventDefault();
  location.assign(url);
});
