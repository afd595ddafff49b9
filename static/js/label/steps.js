// What a person can do to labels, by name: each paints at once what it will change, then goes into
// the outbox. Called by input.js and pointer.js with the name of a key or button.
import { find } from "../shared/dom.js";
import { openBounds } from "../shared/bounds.js";
import { fill, placeWords, say, words } from "../shared/page.js";
import { isProposal } from "../shared/text.js";
import { labelButton, page, refresh, sayPlace, sureEnough, tell } from "./desk.js";
import { openPropagate } from "./propagate.js";
import { unasked } from "./question.js";
import { openSwitches } from "./switches.js";

export function openSteps(outbox, turns, active) {
  // A label goes to the active turn, what becomes of the asked turn to its item.
  function send(path, fields = {}, more = {}) {
    const { reader, item } = page.work.dataset;
    tell("");
    if (path !== "spans") page.labelled = null;
    for (const each of page.work.querySelectorAll(".changed")) each.classList.remove("changed");
    const url = `${more.item ? page.work.dataset.url : page.turn.dataset.url}/${path}`;
    const turn = more.item ? find("[data-asked]", page.work).id : page.turn.id;
    outbox.push({ url, fields: { ...fields, item }, turn, reader, ...more });
    refresh();
  }

  const bounds = openBounds({ text: () => page.text, button: labelButton, refresh, send });
  let every = null; // the panel of every occurrence, if it was opened

  // The selection gets the label; without one, the span at the caret, or the token.
  function label(button) {
    const { text } = page;
    if (!button || text.isEmpty()) return undefined;
    page.last = button.dataset.label;
    const stretch = text.aim();
    if (text.labelOn(stretch) === button.dataset.label) return say(words.hasAlready);
    const isStop = text.stops.touches(stretch);
    text.paint(stretch, button.dataset);
    text.choose(stretch);
    text.collapse();
    const values = { text: text.spoken(text.mark()), label: button.dataset.spoken };
    const said = fill(words.yours, values);
    const isOn = isStop && moveOn(stretch);
    send("spans", { ...stretch, label: button.dataset.label }, { again: true });
    return say(isOn ? `${said} ${placeWords(text)}` : said);
  }

  // Each word of the selection gets the label on its own; at a stop, each of the row of words.
  function labelEach(button) {
    const { text } = page;
    if (text.isEmpty()) return undefined;
    const [i, j] = text.bounds();
    const each = page.snap ? text.stops.apart(text.range(), i !== j) : [];
    if (each.length < 2) return label(button);
    page.last = button.dataset.label;
    if (each.every((word) => text.labelOn(word) === page.last)) return say(words.hasAlready);
    const stretch = { start: each[0].start, end: each.at(-1).end };
    const isStop = text.stops.touches(stretch);
    for (const word of each) text.paint(word, button.dataset);
    text.choose(each.at(-1));
    const isOn = isStop && moveOn(stretch);
    const places = each.map(({ start, end }) => `${start}-${end}`).join(" ");
    send("spans", { ...stretch, label: page.last, words: places }, { again: true });
    const said = fill(words.yoursEach, { n: each.length, label: button.dataset.spoken });
    return say(isOn ? `${said} ${placeWords(text)}` : said);
  }

  // From a stop that got its label the ring goes to the next one, if the turn has more.
  function moveOn(stretch) {
    const next = page.text.stops.all().find((each) => each.start >= stretch.end);
    page.labelled = next ? stretch : null;
    if (next) page.text.settle(next);
    return Boolean(next);
  }

  // What is done right behind a label is done with it, though the ring has moved on.
  const withLast = (act) => () => {
    if (page.labelled) page.text.choose(page.labelled);
    if (page.labelled) page.text.collapse();
    page.labelled = null;
    return act();
  };

  const lastLabel = () => page.last && labelButton(page.last);

  // To the list of labels, to choose one for what is selected, by key or click.
  function ask() {
    document.body.classList.remove("side-off");
    find("button[data-label]", page.work)?.focus();
    return say(words.chooseLabel);
  }

  const labelAgain = () => (lastLabel() ? label(lastLabel()) : ask());

  function clear() {
    const { text } = page;
    if (text.isEmpty()) return undefined;
    const stretch = text.range();
    const touched = text.touching(stretch);
    const own = touched.filter((mark) => !isProposal(mark));
    if (!own.length) return touched.length ? decide("reject") : say(words.nothingToClear);
    own.forEach(text.unwrap);
    text.draw();
    send("clear", stretch, { again: true });
    return say(words.cleared);
  }

  // Decide the proposal at the caret and go to the next; elsewhere only go there.
  function decide(verb) {
    const { text } = page;
    const mark = text.isEmpty() ? null : text.touching(text.range()).find(isProposal);
    if (!mark) {
      if (!text.step(1)) return say(words.noProposal);
      refresh();
      return sayPlace();
    }
    const { span, label: id } = mark.dataset;
    if (verb === "accept") text.describe(mark, labelButton(id).dataset);
    else text.unwrap(mark);
    text.draw();
    text.step(1);
    send(`proposals/${span}/${verb}`);
    return say(verb === "accept" ? words.accepted : words.rejected);
  }

  function acceptAll() {
    if (!page.text.proposals().length) return say(words.noProposal);
    const sure = sureEnough();
    if (!sure.length) return tell(words.noneAbove);
    for (const mark of sure) page.text.describe(mark, labelButton(mark.dataset.label).dataset);
    send("proposals/accept", { above: page.above });
    return say(fill(words.acceptedMany, { n: sure.length }));
  }

  function extend(by) {
    page.text.place(page.text.caret() + by, true);
    refresh();
    sayPlace();
  }

  function open(url, silent = false) {
    if (!silent && unasked()) return;
    outbox.push({ get: true, move: true, url, turn: page.turn.id, silent });
  }

  // The item before or after this one in the list; nothing is finished.
  function beside(by) {
    const links = [...page.work.querySelectorAll(".items a[data-open]")];
    const link = links[links.findIndex((each) => each.hasAttribute("aria-current")) + by];
    if (link) open(link.href);
    else say(by < 0 ? words.firstItem : words.lastItem);
  }

  const asked = () => find("[data-asked]", page.work);
  const isFlagged = () => asked().hasAttribute("data-flagged");
  const about = (path, fields = {}, more = {}) => {
    const again = page.work.hasAttribute("data-again") ? { again: "on" } : {};
    return (more.move && unasked()) || send(path, { ...fields, ...again }, { item: true, ...more });
  };
  const next = () => location.assign(page.work.dataset.next); // others have this turn
  // Of the label at the caret or the stretch that is selected, else of the turn.
  function history() {
    const { text, turn, work } = page;
    if (unasked()) return undefined;
    if (outbox.count()) return tell(words.historyUnsaved);
    const [i, j] = text.bounds();
    const mark = text.mark();
    const stretch = i === j ? mark && text.extent(mark) : text.range();
    const query = new URLSearchParams({ turn: turn.dataset.turn, ...stretch });
    return location.assign(`${work.dataset.history}?${query}`);
  }

  const actions = {
    accept: () => decide("accept"),
    reject: () => decide("reject"),
    "accept-all": acceptAll,
    clear,
    repeat: labelAgain,
    bounds: withLast(bounds.toggle),
    undo: withLast(() => send("undo")),
    redo: () => send("redo"),
    flag: () => about("flag", isFlagged() ? {} : { flagged: "on" }, { keeps: true }),
    reopen: () => about("reopen", {}, { keeps: true }),
    skip: () => (asked().hasAttribute("data-held") ? next() : about("skip", {}, { move: true })),
    finish() {
      if (asked().hasAttribute("data-held")) return next();
      return about("finish", { seconds: active.beat().toFixed(1) }, { move: true });
    },
    propagate: withLast(() => (every = openPropagate({ page, outbox, say, tell }))),
    extend: () => extend(1),
    shrink: () => extend(-1),
    before: () => beside(-1),
    after: () => beside(1),
    back: () => page.work.dataset.previous && open(page.work.dataset.previous),
    history,
    ...openSwitches(turns),
  };
  const panelKey = (event) => every?.key(event) ?? false;
  return { actions, ask, bounds, label, labelEach, labelAgain, open, panelKey };
}
