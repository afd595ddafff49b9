// @ts-check
// Where the ring of a text stops by itself: stretches that may be personal, as the server says in
// data-candidates, as far as no label stands there; and proposals. Used by text.js.

/** @typedef {import("./text.js").Stretch} Stretch */

/**
 * Whether something is said there: signs alone are passed over.
 * @param {HTMLElement} token
 */
export const isWord = (token) => /[\p{L}\p{N}]/u.test(token.textContent ?? "");

/**
 * Small letters and digits without accents.
 * @param {string} text
 */
const plain = (text) => text.normalize("NFD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** @param {HTMLElement} token */
const extentOf = ({ dataset }) => ({ start: Number(dataset.start), end: Number(dataset.end) });

/**
 * @param {HTMLElement} element
 * @param {HTMLElement[]} tokens
 * @param {() => Stretch[]} proposals
 */
export function openStops(element, tokens, proposals) {
  const words = tokens.filter(isWord);
  const given = (element.dataset.candidates ?? "").split(" ").filter(Boolean);
  /** @type {Stretch[]} */
  const candidates = given.map((pair) => {
    const [start, end] = pair.split("-").map(Number);
    return { start, end };
  });

  /**
   * The words of a stretch that have no label, in rows.
   * @param {Stretch} stretch
   */
  function free({ start, end }) {
    /** @type {Stretch[]} */
    const rows = [];
    let isOpen = false;
    for (const word of words) {
      const here = extentOf(word);
      if (here.end <= start || here.start >= end) continue;
      const isLabelled = Boolean(word.closest("mark.span"));
      if (!isLabelled && isOpen) rows[rows.length - 1].end = here.end;
      else if (!isLabelled) rows.push({ ...here });
      isOpen = !isLabelled;
    }
    return rows;
  }

  /** All of them as the text is labelled now, in order. */
  const all = () =>
    [...candidates.flatMap(free), ...proposals()].sort((one, other) => one.start - other.start);

  /**
   * The first stop that ends behind a stretch, without what lies under it.
   * @param {Stretch} stretch
   */
  function after({ end }) {
    const stop = all().find((each) => each.end > end);
    return stop && free({ start: Math.max(stop.start, end), end: stop.end })[0] || stop;
  }

  /**
   * The last one that begins before it.
   * @param {Stretch} stretch
   */
  function before({ start }) {
    const stop = all().findLast((each) => each.start < start);
    return stop && free({ start: stop.start, end: Math.min(stop.end, start) }).at(-1) || stop;
  }

  /**
   * From a stretch to the next or previous stop; from the last to the first.
   * @param {number} direction
   * @param {Stretch} stretch
   */
  const beside = (direction, stretch) =>
    direction > 0 ? (after(stretch) ?? all()[0]) : (before(stretch) ?? all().at(-1));

  /** @param {Stretch} stretch */
  const touches = ({ start, end }) => all().some((each) => each.start < end && start < each.end);

  /**
   * The words of a stretch, each on its own; of a single one at a stop those behind it too, as far
   * as they are in stops.
   * @param {Stretch} stretch
   * @param {boolean} isWide
   */
  function apart({ start, end }, isWide) {
    const places = words.map(extentOf);
    const own = places.filter((each) => each.start < end && start < each.end);
    if (isWide || !own.every(touches)) return own;
    const rest = places.filter((each) => each.start >= end);
    const last = rest.findIndex((each) => !touches(each));
    return [...own, ...rest.slice(0, last < 0 ? rest.length : last)];
  }

  /**
   * The next word that begins with these letters, from the last to the first.
   * @param {string} letters
   * @param {Stretch} stretch
   */
  function seek(letters, { start }) {
    const fits = words.filter((word) => plain(word.textContent ?? "").startsWith(plain(letters)));
    const places = fits.map(extentOf);
    return places.find((each) => each.start > start) ?? places[0];
  }

  return { all, after, before, beside, touches, apart, seek };
}
