// @ts-check
// How the pages of labelling and adjudication speak: their sentences, the log of screen readers.
import { find } from "./dom.js";

export const words =
  /** @type {Record<string, any>} */ (JSON.parse(find("#words").dataset.json ?? ""));

/**
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
export const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));

/** @param {string} sentence */
export function say(sentence) {
  find("[data-log]").textContent = sentence;
}

/** @param {string} sentence */
export function sayMore(sentence) {
  find("[data-log]").append(` ${sentence}`);
}

/**
 * Where the caret of a text is and what is there, in words.
 * @param {import("./text.js").Text} text
 */
export function placeWords(text) {
  if (text.isEmpty()) return "";
  const [i, j, n] = text.bounds();
  const where = i === j ? `{text}, ${words.token}` : words.selected;
  const mark = text.mark();
  const label = mark && find(".sr", mark).textContent?.slice(2);
  return `${fill(where, { text: text.words(), i, j, n })}. ${label ?? words.noLabel}`;
}
