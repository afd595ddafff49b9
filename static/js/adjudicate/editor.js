// Editing the gold text of the current turn: tokens, label keys and mouse as on the labelling page.
// Called by adjudicate.js.
import { openBounds } from "../shared/bounds.js";
import { find } from "../shared/dom.js";
import { load } from "../shared/http.js";
import { fill, placeWords, say, words } from "../shared/page.js";
import { openSeek } from "../shared/seek.js";
import { openText } from "../shared/text.js";

export function openEditor(board, outbox, send) {
  let text = null;
  let wanted = false; // asked for while the row was on its way: the tokens come with it

  const isOpen = () => text !== null;
  const row = () => text?.element.closest("[data-row]");

  function open(around) {
    const element = board.gold();
    if (!element) return;
    element.closest("[data-row]").classList.add("merging");
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    const { number } = element.closest("[data-row]").dataset;
    element.setAttribute("aria-label", fill(words.goldText, { number }));
    text = openText(element, around);
    find("[data-deciding]", board.tools).hidden = true;
    find("[data-editing]", board.tools).hidden = false;
    element.focus({ preventScroll: true });
  }

  function enter() {
    if (isOpen() || !board.row()) return;
    if (outbox.pending(board.row().id)) {
      wanted = true;
      return undefined;
    }
    if (!board.gold().hasAttribute("data-cut"))
      return fetchRow(board.row().dataset.url, board.row().id);
    const place = board.current();
    open(place && !place.whole ? place : { start: 0, end: 0 });
    return say(`${words.editing} ${placeWords(text)}`);
  }

  function close() {
    if (!isOpen()) return;
    bounds.leave();
    for (const piece of text.element.querySelectorAll("[data-start]"))
      piece.classList.remove("caret", "chosen");
    text.element.removeAttribute("tabindex");
    text.element.removeAttribute("role");
    text.element.removeAttribute("aria-label");
    row()?.classList.remove("merging");
    text = null;
    find("[data-deciding]", board.tools).hidden = false;
    find("[data-editing]", board.tools).hidden = true;
  }

  function leave() {
    close();
    board.focus();
    say(words.edited);
  }

  // The row was replaced by the server's: go on where the person was.
  function refresh() {
    if (wanted && !outbox.pending(board.row()?.id)) {
      wanted = false;
      enter();
    } else if (isOpen() && !text.element.isConnected) {
      const around = text.range() ?? undefined;
      text = null;
      open(around);
    }
  }

  const sayPlace = () => say(placeWords(text));
  const seek = openSeek(() => text, sayPlace);

  // The border of a label; both places where it stands decide what they touch.
  const bounds = openBounds({
    text: () => text,
    button: (label) => find(`[data-editing] [data-label="${label}"]`, board.tools),
    refresh: () => {},
    send(path, fields, more) {
      settle(fields);
      settle({ start: fields.new_start, end: fields.new_end });
      send(row(), path, fields, more);
    },
  });

  function place(index, extend) {
    bounds.leave();
    text.place(index, extend);
    sayPlace();
  }

  // What a step on the text makes of the differences that it touches.
  function settle({ start, end }) {
    for (const each of board.placesOf(row()))
      if (start < each.end && each.start < end) each.mark.setAttribute("data-decided", "");
    row().classList.remove("untouched");
  }

  function label(button) {
    if (text.isEmpty()) return undefined;
    const stretch = text.aim();
    const has = text.labelOn(stretch) === button.dataset.label;
    if (has && board.placesOf(row()).every((each) => each.decided)) return say(words.hasAlready);
    const isStop = text.stops.touches(stretch);
    text.paint(stretch, button.dataset);
    text.choose(stretch);
    text.collapse();
    const said = { text: text.spoken(text.mark()), label: button.dataset.spoken };
    if (isStop) moveOn(stretch);
    settle(stretch);
    send(row(), "spans", { ...stretch, label: button.dataset.label }, { again: true });
    return say(fill(words.yours, said));
  }

  // Each word of the selection on its own, as on the labelling page.
  function labelEach(button) {
    if (text.isEmpty()) return undefined;
    const [i, j] = text.bounds();
    const each = text.stops.apart(text.range(), i !== j);
    if (each.length < 2) return label(button);
    const stretch = { start: each[0].start, end: each.at(-1).end };
    const isStop = text.stops.touches(stretch);
    for (const word of each) text.paint(word, button.dataset);
    text.choose(each.at(-1));
    if (isStop) moveOn(stretch);
    settle(stretch);
    const places = each.map(({ start, end }) => `${start}-${end}`).join(" ");
    send(row(), "spans", { ...stretch, label: button.dataset.label, words: places }, {
      again: true,
    });
    return say(fill(words.yoursEach, { n: each.length, label: button.dataset.spoken }));
  }

  // From a stop that got its label to the next one.
  function moveOn({ end }) {
    const next = text.stops.all().find((each) => each.start >= end);
    if (next) text.settle(next);
  }

  function clear() {
    bounds.leave();
    if (text.isEmpty()) return undefined;
    const stretch = text.range();
    const marks = text.touching(stretch);
    if (!marks.length) return say(words.nothingToClear);
    marks.forEach(text.unwrap);
    text.draw();
    settle(stretch);
    send(row(), "clear", stretch, { again: true });
    return say(words.cleared);
  }

  // The row with its gold text cut into tokens; of a turn whose readers agree there was none.
  async function fetchRow(url, id) {
    const root = await load(url);
    const fresh = find("[data-row]", root ?? document.createElement("div"));
    if (!fresh) return board.row() ? board.tell(words.noAnswer) : say(words.noAnswer);
    close();
    outbox.seen(fresh);
    board.replace(fresh, false);
    board.visit(id);
    return enter();
  }

  return {
    isOpen,
    enter,
    close,
    leave,
    refresh,
    place,
    sayPlace,
    label,
    labelEach,
    clear,
    bounds,
    seek,
    fetchRow,
    text: () => text,
  };
}
