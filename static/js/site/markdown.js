// Signs of Markdown where the selection is: by a button or a key, and taken back like typing.
import { find } from "../shared/dom.js";

const field = /** @type {HTMLTextAreaElement} */ (find(".writing textarea"));

/**
 * Writes over a stretch, then selects a part of what was written.
 * @param {number} start
 * @param {number} end
 * @param {string} words
 * @param {number} from
 * @param {number} to
 */
function write(start, end, words, from, to) {
  field.focus();
  field.setSelectionRange(start, end);
  document.execCommand("insertText", false, words); // what it writes can be taken back
  field.setSelectionRange(start + from, start + to);
}

/**
 * Every line of the selection begins with the sign; none does where all did.
 * @param {string} sign
 */
function begin(sign) {
  const { value, selectionStart, selectionEnd } = field;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const stop = value.indexOf("\n", selectionEnd);
  const end = stop < 0 ? value.length : stop;
  const lines = value.slice(start, end).split("\n");
  const bare = lines.map((line) => line.replace(/^(#+|-) /, ""));
  const had = lines.every((line) => line.startsWith(sign));
  const words = had ? bare.join("\n") : bare.map((line) => sign + line).join("\n");
  const one = lines.length === 1 ? words.length : 0; // go on writing; several lines stay selected
  write(start, end, words, one, words.length);
}

/** @param {string} sign */
function around(sign) {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const words = value.slice(start, end);
  write(start, end, sign + words + sign, sign.length, sign.length + words.length);
}

/** The words stay; where the link leads is to be typed. */
function address() {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const words = `[${value.slice(start, end)}](`;
  write(start, end, `${words}https://)`, words.length, words.length + "https://".length);
}

find(".signs").addEventListener("click", ({ target }) => {
  const { begin: sign, around: both } = target.closest("button")?.dataset ?? {};
  if (sign) begin(sign);
  else if (both) around(both);
  else if (target.closest("[data-address]")) address();
});

field.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  event.preventDefault();
  around("**");
});
