// Editing the bounds of a label: arrows move its end, with Shift its start; Enter saves, Esc
// leaves. A proposal with other bounds becomes a label of the person. Called by steps.js and
// input.js.
import { bareActOf } from "../shared/keys.js";
import { fill, say, words } from "../shared/page.js";
import { isProposal } from "../shared/text.js";
import { labelButton, page, refresh } from "./desk.js";

export function openBounds(send) {
  let edited = null; // the mark's bounds as they were, its label, whether a model proposed it

  // Only as long as the turn is the active one.
  function isOn() {
    if (edited && edited.element !== page.text.element) forget();
    return edited !== null;
  }

  function forget() {
    edited.element.classList.remove("editing");
    edited = null;
  }

  function begin() {
    const { text } = page;
    const mark = text.isEmpty() ? null : text.touching(text.range())[0];
    if (!mark) return say(words.noLabelHere);
    const { element } = text;
    edited = {
      ...text.extent(mark),
      element,
      label: mark.dataset.label,
      machine: isProposal(mark),
    };
    text.choose(text.extent(mark));
    text.element.classList.add("editing");
    return say(fill(words.editing, { text: text.words() }));
  }

  function end(stretch, sentence) {
    forget();
    page.text.choose(stretch);
    page.text.collapse();
    refresh();
    return say(sentence);
  }

  function move(by, isStart) {
    const [first, last] = page.text.bounds().map((place) => place - 1);
    if (isStart) page.text.select(Math.min(first + by, last), last);
    else page.text.select(first, last + by);
    return say(page.text.words());
  }

  function save() {
    const { text } = page;
    const { label, machine, start, end: until } = edited;
    const stretch = text.range();
    const button = labelButton(label);
    if ((stretch.start === start && stretch.end === until) || !button) return leave();
    text.touching({ start, end: until })
      .filter((mark) => text.extent(mark).start === start && text.extent(mark).end === until)
      .forEach(text.unwrap);
    text.paint(stretch, button.dataset);
    if (machine) send("spans", { ...stretch, label }, { again: true });
    else {
      const to = { new_start: stretch.start, new_end: stretch.end };
      send("move", { start, end: until, ...to }, { again: true });
    }
    const values = { text: text.words(), label: button.dataset.spoken };
    return end(stretch, fill(words.yours, values));
  }

  const leave = () => end({ start: edited.start, end: edited.end }, words.boundsKept);

  // Every key but those that move, save or leave is swallowed: it would act on what is half done.
  function pressed(event) {
    const forward = page.text.forward();
    const by = { ArrowLeft: -forward, ArrowRight: forward }[event.key];
    if (by) move(by, event.shiftKey);
    else if (event.key === "Enter" || bareActOf(event) === "bounds") save();
    else if (event.key === "Escape") leave();
    else if (event.key === "Tab") return leave();
    return event.preventDefault();
  }

  const leaveIfOn = () => isOn() && leave();

  return { isOn, pressed, leave: leaveIfOn, toggle: () => (isOn() ? save() : begin()) };
}
