// On a page of many parts, keys go from one to the next: its heading gets the focus.
import { findAll } from "../shared/dom.js";
import { actOf, lettersOff, typedBy } from "../shared/keys.js";

const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const STEPS = { after: 1, before: -1 };
const ABOVE = 1 / 3; // of the window: a part that begins there is the one that is read

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || lettersOff()) return;
  if (event.target.closest?.(`${FIELDS}, dialog`)) return;
  const step = STEPS[actOf(typedBy(event))];
  if (!step) return;
  const parts = findAll("[data-part]");
  const focused = parts.findIndex((part) => part.contains(document.activeElement));
  const passed = parts.filter((part) =>
    part.getBoundingClientRect().top < ABOVE * innerHeight
  ).length - 1;
  const part = parts[(focused < 0 ? passed : focused) + step];
  if (!part) return;
  event.preventDefault();
  part.scrollIntoView();
  part.querySelector("[tabindex]").focus({ preventScroll: true });
});
