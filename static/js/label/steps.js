// What a person can do to labels, by name: each paints at once what it will change, then goes into
// the outbox. Called by input.js and pointer.js with the name of a key or button.
import { find } from "../shared/dom.js";
import { fill, say, words } from "../shared/page.js";
import { isProposal } from "../shared/text.js";
import { openBounds } from "./bounds.js";
import { labelButton, page, refresh, sayPlace, sureEnough, tell } from "./desk.js";
import { openPropagate } from "./propagate.js";
import { openSwitches, unasked } from "./switches.js";

export function openSteps(outbox, turns, active) {
  // A label goes to the active turn, what becomes of the asked turn to its item.
  function send(path, fields = {}, more = {}) {
    const { reader, item } = page.work.dataset;
    tell("");
    for (const each of page.work.querySelectorAll(".changed")) each.classList.remove("changed");
    const url = `${more.item ? page.work.dataset.url : page.turn.dataset.url}/${path}`;
    const turn = more.item ? find("[data-asked]", page.work).id : page.turn.id;
    outbox.push({ url, fields: { ...fields, item }, turn, reader, ...more });
    refresh();
  }

  const bounds = openBounds(send);
  let every = null; // the panel of every occurrence, if it was opened

  // The selection gets the label; without one, the span at the caret, or the token.
  function label(button) {
    const { text } = page;
    if (!button || text.isEmpty()) return undefined;
    page.last = button.dataset.label;
    const stretch = text.aim();
    if (text.labelOn(stretch) === button.dataset.label) return say(words.hasAlready);
    text.paint(stretch, button.dataset);
    text.choose(stretch);
    text.collapse();
    send("spans", { ...stretch, label: button.dataset.label }, { again: true });
    return say(fill(words.yours, { text: text.spoken(text.mark()), label: button.dataset.spoken }));
  }

  const lastLabel = () => page.last && labelButton(page.last);

  // Without a label used before: to the strip, to choose one.
  function labelAgain() {
    if (lastLabel()) return label(lastLabel());
    find("button[data-label]", page.work)?.focus();
    return say(words.chooseLabel);
  }

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
  const about = (path, fields = {}, more = {}) =>
    (more.move && unasked()) || send(path, fields, { item: true, ...more });
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
    bounds: bounds.toggle,
    undo: () => send("undo"),
    redo: () => send("redo"),
    flag: () => about("flag", isFlagged() ? {} : { flagged: "on" }, { keeps: true }),
    reopen: () => about("reopen", {}, { keeps: true }),
    skip: () => (asked().hasAttribute("data-held") ? next() : about("skip", {}, { move: true })),
    finish() {
      if (asked().hasAttribute("data-held")) return next();
      return about("finish", { seconds: active.beat().toFixed(1) }, { move: true });
    },
    propagate: () => (every = openPropagate({ page, outbox, say, tell })),
    extend: () => extend(1),
    shrink: () => extend(-1),
    before: () => beside(-1),
    after: () => beside(1),
    back: () => page.work.dataset.previous && open(page.work.dataset.previous),
    history,
    ...openSwitches(turns),
  };
  const panelKey = (event) => every?.key(event) ?? false;
  return { actions, bounds, label, labelAgain, open, panelKey };
}
