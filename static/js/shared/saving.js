// @ts-check
// The status bar of pages that save by themselves.
import { find } from "./dom.js";
import { fill, words } from "./page.js";

let savedAt = "";

export function noteSaved() {
  /** @type {Intl.DateTimeFormatOptions} */
  const style = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
  savedAt = new Date().toLocaleTimeString([], style);
  dispatchEvent(new Event("kept")); // the guided story may go on
}

/** @param {import("./outbox.js").State} state */
export function showStatus({ count, trouble, moving }) {
  document.body.dataset.unsaved = String(count);
  const state = find("[data-saved-state]");
  const waits = Boolean(trouble && count);
  let sentence = savedAt ? words.saved : words.nothing;
  if (waits && trouble === "signedOut") sentence = words.signedOut;
  else if (waits) sentence = count === 1 ? words.unsavedOne : words.unsavedMany;
  else if (moving) sentence = words.moving;
  else if (count) sentence = words.saving;
  const dot = Object.assign(document.createElement("span"), { className: "dot" });
  dot.classList.toggle("busy", Boolean(count || moving));
  const bold = document.createElement("b");
  bold.textContent = fill(sentence, { n: count });
  state.classList.toggle("amber", waits);
  state.replaceChildren(dot, bold, count || moving ? "" : ` ${savedAt}`);
}
