// @ts-check
// Editing the bounds of a label: arrows move its end, with Shift its start; Enter saves, Esc
// leaves. A proposal with other bounds becomes a label of the person. Used by the labelling page
// and the gold text of adjudication.
import { bareActOf } from "./keys.js";
import { fill, say, words } from "./page.js";
import { isProposal } from "./text.js";

// What the key that begins it is called in the tables; of adjudication it edits the gold, too.
const OWN = ["bounds", "edit"];

/** @typedef {import("./text.js").Text} Text */
/** @typedef {import("./text.js").Stretch} Stretch */
/**
 * The mark's bounds as they were, its label, whether a model proposed it.
 * @typedef {Stretch & {element: HTMLElement, label: string, machine: boolean}} Edited
 */

/**
 * @param {object} desk
 * @param {() => Text | null} desk.text
 * @param {(label: string) => HTMLElement | null} desk.button - of a label
 * @param {() => void} desk.refresh - after the text has changed
 * @param {(path: string, fields: object, more: object) => void} desk.send
 */
export function openBounds(desk) {
  /** @type {Edited | null} */
  let edited = null;

  const now = () => /** @type {Text} */ (desk.text());

  // Only as long as the text is the active one.
  function isOn() {
    if (edited && edited.element !== desk.text()?.element) forget();
    return edited !== null;
  }

  function forget() {
    edited?.element.classList.remove("editing");
    edited = null;
  }

  function begin() {
    const text = now();
    const stretch = text.range();
    const mark = stretch && text.touching(stretch)[0];
    if (!mark) return say(words.noBounds);
    const { element } = text;
    edited = {
      ...text.extent(mark),
      element,
      label: mark.dataset.label ?? "",
      machine: isProposal(mark),
    };
    text.choose(text.extent(mark));
    text.element.classList.add("editing");
    return say(fill(words.bounds, { text: text.words() }));
  }

  /**
   * @param {Stretch} stretch
   * @param {string} sentence
   */
  function end(stretch, sentence) {
    forget();
    now().choose(stretch);
    now().collapse();
    desk.refresh();
    return say(sentence);
  }

  /**
   * @param {number} by
   * @param {boolean} isStart
   */
  function move(by, isStart) {
    const text = now();
    const [first, last] = text.bounds().map((place) => place - 1);
    if (isStart) text.select(Math.min(first + by, last), last);
    else text.select(first, last + by);
    return say(text.words());
  }

  function save() {
    const text = now();
    const { label, machine, start, end: until } = /** @type {Edited} */ (edited);
    const stretch = text.range();
    const button = desk.button(label);
    if (!stretch || (stretch.start === start && stretch.end === until) || !button) return leave();
    text.touching({ start, end: until })
      .filter((mark) => text.extent(mark).start === start && text.extent(mark).end === until)
      .forEach(text.unwrap);
    text.paint(stretch, button.dataset);
    if (machine) desk.send("spans", { ...stretch, label }, { again: true });
    else {
      const to = { new_start: stretch.start, new_end: stretch.end };
      desk.send("move", { start, end: until, ...to }, { again: true });
    }
    const values = { text: text.words(), label: button.dataset.spoken ?? "" };
    return end(stretch, fill(words.yours, values));
  }

  function leave() {
    const { start, end: until } = /** @type {Edited} */ (edited);
    return end({ start, end: until }, words.boundsKept);
  }

  /**
   * Every key but those that move, save or leave is swallowed: it would act on what is half done.
   * @param {KeyboardEvent} event
   */
  function pressed(event) {
    const forward = now().forward();
    const by = { ArrowLeft: -forward, ArrowRight: forward }[event.key];
    if (by) move(by, event.shiftKey);
    else if (event.key === "Enter" || OWN.includes(bareActOf(event) ?? "")) save();
    else if (event.key === "Escape") leave();
    else if (event.key === "Tab") return leave();
    return event.preventDefault();
  }

  const leaveIfOn = () => isOn() && leave();

  return { isOn, pressed, leave: leaveIfOn, toggle: () => (isOn() ? save() : begin()) };
}
