// Cuts the tokens of a turn into characters, for selections that do not snap, and puts them together
// again. The one place that counts text: strings here are UTF-16, offsets are code points.

export const codePoints = (text) => Array.from(text);

const isDrawnFor = (piece) => find(piece, ".event, .by"); // a name stands there, not the text
const find = (element, selector) => element.querySelector(selector);
const isHidden = (node, piece) => node.closest(".w-mark") && piece.contains(node.closest(".w-mark"));

function leaves(piece) {
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

// The character in copies of the elements that stood around it inside the piece.
function wrapped(character, leaf, piece) {
  let node = document.createTextNode(character);
  for (let around = leaf.parentElement; around !== piece; around = around.parentElement) {
    const copy = around.cloneNode(false);
    copy.append(node);
    node = copy;
  }
  return node;
}

export function cut(element) {
  for (const piece of element.querySelectorAll("[data-start]:not([data-of])")) {
    const { start, end } = piece.dataset;
    const length = codePoints(piece.textContent).length;
    if (isDrawnFor(piece) || length !== end - start || length < 1) continue;
    let place = Number(start);
    const characters = leaves(piece).flatMap((leaf) =>
      codePoints(leaf.data).map((character) => {
        const one = document.createElement("span");
        one.className = isHidden(leaf.parentElement, piece) ? "g c" : "t c";
        Object.assign(one.dataset, { start: place, end: (place += 1), of: start, was: piece.className });
        one.append(wrapped(character, leaf, piece));
        return one;
      }),
    );
    piece.replaceWith(...characters);
  }
}

// Move everything to the end of `before`, elements of one kind becoming one element.
function glue(before, after) {
  for (const node of [...after.childNodes]) {
    const last = before.lastChild;
    const same = last?.nodeType === 1 && node.nodeType === 1 && last.className === node.className;
    if (same) glue(last, node);
    else before.append(node);
  }
  before.normalize();
}

export function join(element) {
  const pieces = [...element.querySelectorAll("[data-of]")];
  for (const piece of pieces) {
    const before = piece.previousSibling;
    if (before?.dataset?.of !== piece.dataset.of) continue;
    glue(before, piece);
    before.dataset.end = piece.dataset.end;
    piece.remove();
  }
  for (const piece of pieces.filter((each) => each.isConnected)) {
    piece.className = piece.dataset.was;
    delete piece.dataset.of;
    delete piece.dataset.was;
  }
}
