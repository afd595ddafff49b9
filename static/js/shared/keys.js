// @ts-check
// What a key does, from the table that the server renders with the page (webapp/keys.py); the
// page's sheet of keys and its hints are drawn from the same table.
import { find } from "./dom.js";

/** @type {Map<string, string>} */
const ACTS = new Map(Object.entries(JSON.parse(find("#keys")?.dataset.json ?? "{}")));

// WCAG 2.1.4: keys of one character can be switched off. The cookie says one word, and goes with the
// session of the browser.
export const LETTERS = "letters=off";
export const lettersOff = () => document.cookie.split("; ").includes(LETTERS);

/** @typedef {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">} Typed */

/**
 * A key as the table spells it. Shift writes ? and . on many keyboards: it counts only with keys
 * that it does not change to another character.
 * @param {Typed} typed
 */
function spelt({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const name = key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key;
  const shifts = name.length > 1 || name !== name.toLowerCase();
  const held = [
    (ctrlKey || metaKey) && "Ctrl",
    altKey && "Alt",
    shiftKey && shifts && name !== "Escape" && "Shift",
  ];
  return [...held.filter(Boolean), name].join("+");
}

/**
 * What was typed. AltGr, which writes brackets on many keyboards, is reported as Ctrl and Alt; on a
 * Mac as Alt.
 * @param {KeyboardEvent} event
 */
export function typedBy(event) {
  const { key, shiftKey, metaKey } = event;
  const written = event.getModifierState("AltGraph") || "[]{}".includes(key);
  return {
    key,
    shiftKey,
    metaKey,
    altKey: event.altKey && !written,
    ctrlKey: event.ctrlKey && !written,
  };
}

/** @param {Typed} typed */
export const actOf = (typed) => ACTS.get(spelt(typed));

/**
 * A key as it is pressed behind Enter, which opens the tools.
 * @param {Typed} typed
 */
export const afterMore = (typed) => ({ ...typed, key: `Enter+${typed.key.toUpperCase()}` });

/**
 * The act of the key alone, whatever is held with it.
 * @param {Typed} typed
 */
export const bareActOf = ({ key }) =>
  actOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false });

/**
 * The first key that does this.
 * @param {string} act
 */
export const keyOf = (act) => [...ACTS].find((pair) => pair[1] === act)?.[0] ?? "";
