// @ts-check
// The active turn as tokens: the caret, the selection, and spans painted before the server answers.
// Offsets are code points and come from data-start and data-end; nothing here counts characters
// (cut.js does). Without snapping each character is a token.
import { cut, join } from "./cut.js";
import { find, findAll } from "./dom.js";
import { isWord, openStops } from "./stops.js";

/** @typedef {{start: number, end: number}} Stretch */
/** @typedef {ReturnType<typeof openText>} Text */

const WHOLE_TOKENS = { snap: true };

/** @param {HTMLElement} piece */
const start = (piece) => Number(piece.dataset.start);
/** @param {HTMLElement} piece */
const end = (piece) => Number(piece.dataset.end);
/** @param {HTMLElement} mark */
const inside = (mark) => findAll("[data-start]", mark);

/** @param {HTMLElement} mark */
export const isProposal = (mark) => mark.classList.contains("machine");

/**
 * @param {HTMLElement} mark
 * @returns {Stretch}
 */
function extent(mark) {
  const pieces = inside(mark);
  return { start: start(pieces[0]), end: end(pieces[pieces.length - 1]) };
}

/**
 * What was said, without the signs around it.
 * @param {HTMLElement} piece
 */
function said(piece) {
  /** @param {Node} node */
  const isSign = (node) => node instanceof Element && node.classList.contains("w-mark");
  const shown = [...piece.childNodes].filter((node) => !isSign(node));
  return shown.map((node) => node.textContent).join("");
}

/** @param {HTMLElement[]} some */
const spokenOf = (some) => some.filter((piece) => start(piece) < end(piece)).map(said).join("");

/** @param {HTMLElement} mark */
function unwrap(mark) {
  find(".sr", mark)?.remove();
  mark.replaceWith(...mark.childNodes);
}

/**
 * @param {HTMLElement} mark
 * @param {DOMStringMap} label - the data of its button
 */
function describe(mark, label) {
  mark.className = `span f-${label.family}`;
  Object.assign(mark.dataset, { label: label.label, k: label.key, p: "" });
  const spoken = find(".sr", mark) ?? document.createElement("span");
  spoken.className = "sr";
  spoken.textContent = `, ${label.spoken}`;
  mark.append(spoken);
}

/**
 * @param {HTMLElement} element
 * @param {Stretch} [around] - where the caret or the selection is at first
 * @param {{snap: boolean}} [choice] - by token, or by character
 */
export function openText(element, around = { start: 0, end: 0 }, { snap } = WHOLE_TOKENS) {
  (snap ? join : cut)(element);
  const pieces = findAll("[data-start]", element);
  const tokens = pieces.filter((piece) => piece.classList.contains("t"));
  // Signs between words are passed over, where the text is walked word by word.
  const passes = snap && tokens.some(isWord);
  const stands = tokens.map((token) => !passes || isWord(token));
  let anchor = 0;
  let caret = 0;

  const first = () => Math.min(anchor, caret);
  const last = () => Math.max(anchor, caret);
  const isEmpty = () => tokens.length === 0;
  const marks = () => findAll("mark.span", element);
  const proposals = () => marks().filter(isProposal);
  const stops = openStops(element, tokens, () => proposals().map(extent));
  const selected = () => ({ start: start(tokens[first()]), end: end(tokens[last()]) });
  const range = () => (isEmpty() ? null : selected());
  /** @param {Stretch} stretch */
  const touching = ({ start: low, end: high }) =>
    marks().filter((mark) => extent(mark).start < high && low < extent(mark).end);

  // What a label goes to: the selection; without one, the mark at the caret, or the token.
  function aim() {
    const mark = first() === last() && tokens[caret]?.closest("mark.span");
    return mark instanceof HTMLElement ? extent(mark) : range();
  }

  /**
   * The label that a person has on exactly this stretch.
   * @param {Stretch} stretch
   */
  function labelOn({ start: low, end: high }) {
    const own = touching({ start: low, end: high }).filter((mark) => !isProposal(mark));
    const exact = own.find((mark) => extent(mark).start === low && extent(mark).end === high);
    return exact?.dataset.label;
  }

  function words() {
    const from = pieces.indexOf(tokens[first()]);
    const to = pieces.indexOf(tokens[last()]);
    return spokenOf(pieces.slice(from, to + 1));
  }

  function draw() {
    const chosen = range();
    const wide = first() !== last();
    for (const piece of pieces) {
      const within = chosen && wide && start(piece) >= chosen.start && end(piece) <= chosen.end;
      piece.classList.toggle("chosen", Boolean(within));
      piece.classList.toggle("caret", piece === tokens[caret]);
    }
  }

  /**
   * @param {number} next
   * @param {boolean} [extend]
   */
  function place(next, extend = false) {
    if (isEmpty()) return;
    caret = Math.max(0, Math.min(tokens.length - 1, next));
    if (!extend) anchor = caret;
    draw();
    tokens[caret].scrollIntoView({ block: "nearest" });
  }

  const forward = () => (getComputedStyle(element).direction === "rtl" ? -1 : 1);

  /**
   * A token on; a selection that is not extended gives way to its end, as in any text.
   * @param {number} by
   * @param {boolean} extend
   */
  function walk(by, extend) {
    if (extend) return place(caret + by, true);
    if (first() !== last()) return place(by < 0 ? first() : last());
    let next = caret + by;
    while (next in tokens && !stands[next]) next += by;
    return next in tokens ? place(next) : undefined;
  }

  /**
   * To the next or previous stop.
   * @param {number} direction
   */
  function jump(direction) {
    const stop = isEmpty() ? undefined : stops.beside(direction, selected());
    if (stop) settle(stop);
    return Boolean(stop);
  }

  /**
   * Extend the selection to the far end of the next or previous stop.
   * @param {number} direction
   */
  function reach(direction) {
    const here = { start: start(tokens[caret]), end: end(tokens[caret]) };
    const stop = direction > 0 ? stops.after(here) : stops.before(here);
    if (!stop) return false;
    const to = direction > 0
      ? tokens.findLastIndex((token) => end(token) <= stop.end)
      : tokens.findIndex((token) => start(token) >= stop.start);
    place(to, true);
    return true;
  }

  /**
   * Along the text, as the table of keys calls it; false if the act is another.
   * @param {string | undefined} act
   * @param {boolean} extend
   */
  function go(act, extend) {
    if (act === "left") walk(-forward(), extend);
    else if (act === "right") walk(forward(), extend);
    else if (act === "jump-back") return jump(-1);
    else if (act === "jump-on") return jump(1);
    else if (act === "reach-back") return reach(-1);
    else if (act === "reach-on") return reach(1);
    else if (act === "first") place(0, extend);
    else if (act === "last") place(tokens.length - 1, extend);
    else return false;
    return true;
  }

  /**
   * Both ends of the selection; neither passes the other.
   * @param {number} low
   * @param {number} high
   */
  function select(low, high) {
    anchor = Math.max(0, Math.min(low, tokens.length - 1));
    caret = Math.max(anchor, Math.min(high, tokens.length - 1));
    draw();
    tokens[caret].scrollIntoView({ block: "nearest" });
  }

  /**
   * Keep the person's place by offsets when the turn is drawn anew.
   * @param {Stretch} stretch
   */
  function choose({ start: low, end: high }) {
    if (isEmpty()) return;
    const behind = tokens.findIndex((token) => end(token) > low);
    anchor = behind < 0 ? tokens.length - 1 : behind;
    caret = anchor;
    while (caret + 1 < tokens.length && start(tokens[caret + 1]) < high) caret += 1;
    draw();
  }

  /**
   * Choose it, and have it on the screen.
   * @param {Stretch} stretch
   */
  function settle(stretch) {
    choose(stretch);
    tokens[caret]?.scrollIntoView({ block: "nearest" });
  }

  /**
   * The token straight above or below the caret.
   * @param {number} direction
   */
  function line(direction) {
    const from = tokens[caret].getBoundingClientRect();
    const middle = (from.left + from.right) / 2;
    let best = caret;
    let least = Infinity;
    tokens.forEach((token, index) => {
      if (!stands[index]) return;
      const box = token.getBoundingClientRect();
      const down = (box.top - from.top) * direction;
      if (down < from.height / 2) return;
      const far = down * 1000 + Math.abs((box.left + box.right) / 2 - middle);
      if (far < least) [best, least] = [index, far];
    });
    return best;
  }

  const column = () => {
    if (isEmpty()) return 0;
    const box = tokens[caret].getBoundingClientRect();
    return (box.left + box.right) / 2;
  };

  /**
   * Come from another turn: on the first line from above, on the last from below.
   * @param {number} direction
   * @param {number} middle
   */
  function enter(direction, middle) {
    const boxes = tokens.map((token) => token.getBoundingClientRect());
    const edge = direction > 0 ? boxes[0] : boxes[boxes.length - 1];
    /** @param {DOMRect} box */
    const far = (box) => Math.abs((box.left + box.right) / 2 - middle);
    let best = direction > 0 ? 0 : boxes.length - 1;
    boxes.forEach((box, index) => {
      const sameLine = Math.abs(box.top - edge.top) < edge.height / 2;
      if (sameLine && stands[index] && far(box) < far(boxes[best])) best = index;
    });
    place(best);
  }

  /**
   * The token that the character at this place was cut from.
   * @param {number} index
   */
  function word(index) {
    const { of } = tokens[index].dataset;
    if (of === undefined) return [index, index];
    const isOf = (/** @type {HTMLElement} */ token) => token.dataset.of === of;
    return [tokens.findIndex(isOf), tokens.findLastIndex(isOf)];
  }

  /**
   * The place of a token, or of the one before a gap.
   * @param {HTMLElement} piece
   */
  function near(piece) {
    const from = pieces.indexOf(piece);
    for (let place = from; place >= 0; place -= 1) {
      const index = tokens.indexOf(pieces[place]);
      if (index >= 0) return index;
    }
    return tokens.length ? 0 : -1;
  }

  /**
   * To the next or previous proposal; from the last to the first.
   * @param {number} direction
   */
  function step(direction) {
    const open = proposals();
    const here = tokens[caret];
    const ahead = open.filter((mark) => {
      const { start: low, end: high } = extent(mark);
      return direction > 0 ? low >= end(here) : high <= start(here);
    });
    const mark = direction > 0 ? (ahead[0] ?? open[0]) : (ahead.at(-1) ?? open.at(-1));
    if (mark) choose(extent(mark));
    return mark;
  }

  /**
   * @param {Stretch} stretch
   * @param {DOMStringMap} label
   */
  function paint(stretch, label) {
    touching(stretch).forEach(unwrap);
    // A piece without text (an event, a speaker's name) at the very edge stays outside.
    const under = pieces.filter((piece) => {
      const [low, high] = [start(piece), end(piece)];
      if (low === high) return low > stretch.start && high < stretch.end;
      return low >= stretch.start && high <= stretch.end;
    });
    const mark = document.createElement("mark");
    under[0].before(mark);
    mark.append(...under);
    describe(mark, label);
  }

  choose(around);
  return {
    element,
    tokens,
    isEmpty,
    range,
    extent,
    touching,
    aim,
    labelOn,
    proposals,
    words,
    stops,
    draw,
    place,
    forward,
    go,
    select,
    choose,
    settle,
    line,
    column,
    enter,
    word,
    near,
    step,
    unwrap,
    describe,
    paint,
    caret: () => caret,
    bounds: () => [first() + 1, last() + 1, tokens.length],
    collapse: () => place(caret),
    /** @param {HTMLElement} mark */
    spoken: (mark) => spokenOf(inside(mark)),
    mark: () => /** @type {HTMLElement | null | undefined} */ (tokens[caret]?.closest("mark.span")),
  };
}
