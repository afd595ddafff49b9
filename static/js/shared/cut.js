// @ts-check
// Cuts the tokens of a turn into characters, for selections that do not snap, and puts them
// together again. The one place that counts text: strings here are UTF-16, offsets are code points.

import { find, findAll } from "./dom.js";

/** @param {string} text */
const codePoints = (text) => Array.from(text);

/** @param {Element} piece */
const isDrawnFor = (piece) => find(".event, .by", piece); // a name stands there, not the text

/**
 * @param {Element} node
 * @param {Element} piece
 */
function isHidden(node, piece) {
  const sign = node.closest(".w-mark");
  return sign && piece.contains(sign);
}

/**
 * @param {Element} piece
 * @returns {Text[]}
 */
function leaves(piece) {
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  return texts;
}

/**
 * The character in copies of the elements that stood around it inside the piece.
 * @param {string} character
 * @param {Text} leaf
 * @param {Element} piece
 */
function wrapped(character, leaf, piece) {
  /** @type {Node} */
  let node = document.createTextNode(character);
  let around = /** @type {Element} */ (leaf.parentElement);
  for (; around !== piece; around = /** @type {Element} */ (around.parentElement)) {
    const copy = /** @type {Element} */ (around.cloneNode(false));
    copy.append(node);
    node = copy;
  }
  return node;
}

/** @param {Element} element */
export function cut(element) {
  for (const piece of findAll("[data-start]:not([data-of])", element)) {
    const [start, end] = [Number(piece.dataset.start), Number(piece.dataset.end)];
    const length = codePoints(piece.textContent ?? "").length;
    if (isDrawnFor(piece) || length !== end - start || length < 1) continue;
    let place = start;
    const characters = leaves(piece).flatMap((leaf) =>
      codePoints(leaf.data).map((character) => {
        const one = document.createElement("span");
        const around = /** @type {Element} */ (leaf.parentElement);
        one.className = isHidden(around, piece) ? "g c" : "t c";
        Object.assign(one.dataset, {
          start: place,
          end: place + 1,
          of: start,
          was: piece.className,
        });
        place += 1;
        one.append(wrapped(character, leaf, piece));
        return one;
      })
    );
    piece.replaceWith(...characters);
  }
}

/**
 * Move everything to the end of `before`, elements of one kind becoming one element.
 * @param {Element} before
 * @param {Element} after
 */
function glue(before, after) {
  for (const node of [...after.childNodes]) {
    const last = before.lastChild;
    const both = last instanceof Element && node instanceof Element;
    if (both && last.className === node.className) glue(last, node);
    else before.append(node);
  }
  before.normalize();
}

/** @param {Element} element */
export function join(element) {
  const pieces = findAll("[data-of]", element);
  for (const piece of pieces) {
    const before = piece.previousSibling;
    if (!(before instanceof HTMLElement) || before.dataset.of !== piece.dataset.of) continue;
    glue(before, piece);
    before.dataset.end = piece.dataset.end;
    piece.remove();
  }
  for (const piece of pieces.filter((each) => each.isConnected)) {
    piece.className = piece.dataset.was ?? "";
    delete piece.dataset.of;
    delete piece.dataset.was;
  }
}
