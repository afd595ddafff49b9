// @ts-check
// Which label is meant by what is typed: a key of one stroke, or of several one after another
// ("-" and a letter). Used where labels are given: the labelling page, its panel of every
// occurrence, the gold text of adjudication.
import { actOf, typedBy } from "./keys.js";

/** @typedef {{label: HTMLElement, each: boolean}} Chosen - each: every word is to get its own */

const HELD = ["Shift", "Alt", "AltGraph", "Control", "Meta", "CapsLock"];
const DIGIT = /^Digit(\d)$/;

/** @param {string} key */
const isLetter = (key) => key.length === 1 && key.toUpperCase() !== key.toLowerCase();

/** @param {() => HTMLElement[]} labels - elements with the key of a label each, in data-key */
export function openLabelKeys(labels) {
  let begun = ""; // the strokes so far of a key that has more

  /** @param {HTMLElement} element */
  const keyOf = ({ dataset }) => dataset.key?.toUpperCase() ?? "";
  /** @param {string} key */
  const labelOf = (key) => (key ? labels().find((each) => keyOf(each) === key) : undefined);
  /** @param {string} strokes */
  const goesOn = (strokes) =>
    labels().some((each) => keyOf(each).length > strokes.length && keyOf(each).startsWith(strokes));

  /**
   * The stroke, and whether each word is meant: with Shift on a letter; with Alt on a digit or sign,
   * and with Shift on a digit where that writes nothing that acts.
   * @param {KeyboardEvent} event
   * @returns {[string, boolean]}
   */
  function strokeOf(event) {
    const typed = typedBy(event);
    const key = typed.key.toUpperCase();
    if (isLetter(typed.key)) return [typed.altKey ? "" : key, typed.shiftKey];
    const digit = DIGIT.exec(event.code)?.[1] ?? "";
    if (typed.altKey) return [labelOf(begun + key) ? key : digit, true];
    const isFree = typed.shiftKey && !actOf(typed) && !labelOf(begun + key) && !goesOn(begun + key);
    return digit && isFree ? [digit, true] : [key, false];
  }

  /**
   * The label; "begun" where more strokes follow, "none" where no label has what was begun;
   * undefined for a key that is no label's.
   * @param {KeyboardEvent} event
   * @returns {Chosen | "begun" | "none" | undefined}
   */
  function read(event) {
    const { ctrlKey, metaKey, key } = typedBy(event);
    if (begun && HELD.includes(key)) return "begun";
    const [stroke, each] = ctrlKey || metaKey ? ["", false] : strokeOf(event);
    const strokes = begun + stroke;
    const was = begun;
    begun = "";
    const label = key.length === 1 && stroke ? labelOf(strokes) : undefined;
    if (label) return { label, each };
    if (key.length === 1 && stroke && goesOn(strokes)) {
      begun = strokes;
      return "begun";
    }
    return was && (key.length === 1 || key === "Escape") ? "none" : undefined;
  }

  /**
   * What a letter with Shift does by itself, which goes before a label.
   * @param {KeyboardEvent} event
   */
  const actBefore = (event) =>
    event.shiftKey && /^\p{L}$/u.test(event.key) && !begun ? actOf(typedBy(event)) : undefined;

  return { read, actBefore, isBegun: () => begun !== "" };
}
