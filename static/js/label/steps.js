// What a person can do on the turn, by name: each paints at once what it will change, then goes
// into the outbox. Called by input.js with the name of a key or button.
import { fill, find, isMachine, labelButton, page, refresh, say, sayPlace, tell, words } from "./page.js";

export function openSteps(outbox, active) {
  function send(path, fields = {}, more = {}) {
    const { url, reader } = page.work.dataset;
    tell("");
    outbox.push({ url: `${url}/${path}`, fields, turn: page.turn.id, reader, ...more });
    refresh();
  }

  // The selection gets the label; without one, the span at the caret, or the token.
  function label(button) {
    const { text } = page;
    if (text.isEmpty()) return;
    const [i, j] = text.bounds();
    const stretch = i === j && text.mark() ? text.extent(text.mark()) : text.range();
    const same = text.touching(stretch).find((mark) => {
      const { start, end } = text.extent(mark);
      const covers = start === stretch.start && end === stretch.end;
      return covers && !isMachine(mark) && mark.dataset.label === button.dataset.label;
    });
    if (same) return say(words.hasAlready);
    text.paint(stretch, button.dataset);
    text.choose(stretch);
    text.collapse();
    send("spans", { ...stretch, label: button.dataset.label }, { again: true });
    say(fill(words.yours, { text: text.spoken(text.mark()), label: button.dataset.spoken }));
  }

  function clear() {
    const { text } = page;
    if (text.isEmpty()) return;
    const stretch = text.range();
    const touched = text.touching(stretch);
    const own = touched.filter((mark) => !isMachine(mark));
    if (!own.length) return touched.length ? decide("reject") : say(words.nothingToClear);
    own.forEach(text.unwrap);
    text.draw();
    send("clear", stretch, { again: true });
    say(words.cleared);
  }

  // Decide the proposal at the caret and go to the next; elsewhere only go there.
  function decide(verb) {
    const { text } = page;
    const mark = text.isEmpty() ? null : text.touching(text.range()).find(isMachine);
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
    say(verb === "accept" ? words.accepted : words.rejected);
  }

  function acceptAll() {
    const open = page.text.proposals();
    if (!open.length) return say(words.noProposal);
    for (const mark of open) page.text.describe(mark, labelButton(mark.dataset.label).dataset);
    send("proposals/accept", { above: 0 });
    say(words.accepted);
  }

  function toggleKeys() {
    const sheet = find("[data-keysheet]", page.work);
    sheet.hidden = !sheet.hidden;
    if (sheet.hidden) return page.text.element.focus();
    sheet.focus();
    sheet.scrollIntoView({ block: "nearest" });
  }

  function toggleMarks() {
    const hidden = document.body.classList.toggle("marks-off");
    say(hidden ? words.marksHidden : words.marksShown);
  }

  function extend(by) {
    page.text.place(page.text.caret() + by, true);
    refresh();
    sayPlace();
  }

  function open(url, silent = false) {
    outbox.push({ get: true, move: true, url, turn: page.turn.id, silent });
  }

  const back = () => page.work.dataset.previous && open(page.work.dataset.previous);
  const flagged = () => page.turn.hasAttribute("data-flagged");
  const actions = {
    accept: () => decide("accept"),
    reject: () => decide("reject"),
    "accept-all": acceptAll,
    clear,
    undo: () => send("undo"),
    redo: () => send("redo"),
    flag: () => send("flag", flagged() ? {} : { flagged: "on" }),
    reopen: () => send("reopen"),
    skip: () => send("skip", {}, { move: true }),
    finish: () => send("finish", { seconds: active.beat().toFixed(1) }, { move: true }),
    extend: () => extend(1),
    shrink: () => extend(-1),
    keys: toggleKeys,
    marks: toggleMarks,
    back,
  };
  return { actions, label, open };
}
