// What a person switches on the labelling page, none of it a label: sheets and panels, marks,
// snapping to tokens, labelling by drag, keys of one letter. Called by steps.js.
import { find } from "../shared/dom.js";
import { LETTERS, lettersOff } from "../shared/keys.js";
import { say, words } from "../shared/page.js";
import { toggleSheet } from "../shared/sheet.js";
import { page, refresh } from "./desk.js";
import { question } from "./question.js";
import { toggleTwin } from "./twin.js";

export function openSwitches(turns) {
  function keys() {
    const sheet = find("[data-keysheet]", page.work);
    document.body.classList.remove("side-off");
    find("[data-letters]", sheet).checked = !lettersOff();
    toggleSheet(sheet, () => page.text.element.focus());
  }

  function letters() {
    const on = find("[data-letters]", page.work).checked;
    document.cookie = `${LETTERS}; path=/; samesite=lax${on ? "; max-age=0" : ""}`;
    document.body.classList.toggle("letters-off", !on);
    say(on ? words.lettersOn : words.lettersOff);
  }

  const toggle = (name, on, off) => say(document.body.classList.toggle(name) ? on : off);

  function snap() {
    page.snap = !page.snap;
    turns.reread();
    say(page.snap ? words.snapOn : words.snapOff);
  }

  function brush() {
    page.brush = !page.brush;
    refresh();
    say(page.brush ? words.brushOn : words.brushOff);
  }

  // The tools that are not needed at every turn, and back to the text.
  function more() {
    const inside = document.activeElement?.closest('[data-more], [data-do="more"]');
    page.more = !(page.more && inside);
    refresh();
    const first = page.more && find("[data-more] button:not([disabled])", page.turn);
    (first || page.text.element).focus();
  }

  // Into the list of the batch, or out of it and back to the text.
  function queue() {
    const list = find("[data-queue]", page.work);
    const inside = list.contains(document.activeElement);
    list.open = !inside;
    if (inside) page.text.element.focus();
    else find("[aria-current]", list)?.focus();
  }

  return {
    keys,
    letters,
    snap,
    brush,
    more,
    queue,
    question,
    twin: toggleTwin,
    marks: () => toggle("marks-off", words.marksHidden, words.marksShown),
    side: () => toggle("side-off", words.sideHidden, words.sideShown),
  };
}
