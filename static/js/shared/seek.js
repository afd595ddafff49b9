// @ts-check
// Going to a word by its first letters: each that is typed narrows, and the ring is at the first
// word behind it that begins so. Used by the labelling page and the gold text of adjudication.
import { actOf, typedBy } from "./keys.js";
import { say, words } from "./page.js";

/** @typedef {import("./text.js").Text} Text */

const HELD = ["Shift", "AltGraph", "Dead", "CapsLock"];

/**
 * @param {() => Text} textOf
 * @param {() => void} shown - the ring has moved
 */
export function openSeek(textOf, shown) {
  /** @type {{element: HTMLElement, from: {start: number, end: number}, letters: string} | null} */
  let sought = null;

  function isOn() {
    if (sought && sought.element !== textOf()?.element) end();
    return sought !== null;
  }

  function begin() {
    const text = textOf();
    const from = text.range();
    if (!from) return;
    text.element.classList.add("seeking");
    sought = { element: text.element, from, letters: "" };
    say(words.seek);
  }

  function end() {
    sought?.element.classList.remove("seeking");
    sought = null;
  }

  /** @param {string} letters */
  function narrow(letters) {
    const text = textOf();
    if (!sought) return;
    const place = letters ? text.stops.seek(letters, sought.from) : sought.from;
    if (!place) return void say(words.noWord); // what was found before stays
    sought.letters = letters;
    text.settle(place);
    shown();
  }

  // From the word that was found to the next one that begins so.
  function on() {
    const text = textOf();
    const here = text.range();
    if (!sought || !here || !sought.letters) return;
    sought.from = here;
    narrow(sought.letters);
  }

  /**
   * Whether the key was for it; any key that is none ends it, and means what it always does.
   * @param {KeyboardEvent} event
   */
  function pressed(event) {
    const typed = typedBy(event);
    const { key } = typed;
    if (!sought || HELD.includes(key)) return true;
    if (/^[\p{L}\p{N}]$/u.test(key) && !typed.ctrlKey && !typed.metaKey && !typed.altKey)
      narrow(sought.letters + key);
    else if (key === "Backspace") narrow([...sought.letters].slice(0, -1).join(""));
    else if (actOf(typed) === "seek") on();
    else {
      end();
      if (!["Enter", "Escape", " "].includes(key)) return false;
      shown();
    }
    event.preventDefault();
    return true;
  }

  return { begin, isOn, pressed };
}
