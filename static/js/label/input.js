// Keys, mouse and touch: which of them means which step. Letters act only while the asked turn has
// the focus, so they never get in the way of a field or of a screen reader's own keys.
import { find, page, refresh, say, sayPlace, words } from "./page.js";

const KEYS = {
  A: "accept", R: "reject", C: "clear", DELETE: "clear", BACKSPACE: "clear", Z: "undo",
  B: "skip", V: "flag", H: "marks", "?": "keys", " ": "finish",
};
const SHIFTED = { A: "accept-all", Z: "redo", "?": "keys", " ": "back" };

export function listen({ actions, label, open }, outbox, active) {
  let dragging = false;

  function shown() {
    refresh();
    sayPlace();
    return true;
  }

  function move({ key, shiftKey }) {
    const { text } = page;
    const forward = getComputedStyle(text.element).direction === "rtl" ? -1 : 1;
    const by = { ArrowLeft: -forward, ArrowRight: forward }[key];
    const line = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (by) text.place(text.caret() + by, shiftKey);
    else if (line) text.place(text.line(line), shiftKey);
    else if (key === "Home") text.place(0, shiftKey);
    else if (key === "End") text.place(text.tokens.length - 1, shiftKey);
    else if (key === "[" || key === "]") text.step(key === "]" ? 1 : -1);
    else return false;
    return shown();
  }

  function meant(event) {
    const key = event.key.toUpperCase();
    if (event.ctrlKey || event.metaKey)
      return { Z: event.shiftKey ? actions.redo : actions.undo, Y: actions.redo }[key];
    const name = (event.shiftKey ? SHIFTED : KEYS)[key];
    if (name || event.shiftKey) return actions[name];
    const buttons = [...page.work.querySelectorAll("button[data-label]")];
    const button = buttons.find((each) => each.dataset.key.toUpperCase() === key);
    return button && (() => label(button));
  }

  function leave() {
    const [i, j] = page.text.bounds();
    if (i !== j) {
      page.text.collapse();
      return shown();
    }
    page.text.element.blur();
    return say(words.left);
  }

  function pressed(event) {
    active.beat();
    const escape = event.key === "Escape";
    if (escape && event.target.closest("[data-keysheet]")) return actions.keys();
    if (!event.target.closest("[data-text]") || event.altKey) return undefined;
    if (escape) return leave();
    // Keys pressed while the next turn is on its way are meant for it, not for this one.
    if (outbox.moving()) return event.key !== "Tab" && event.preventDefault();
    const plain = !event.ctrlKey && !event.metaKey;
    if (plain && !page.text.isEmpty() && move(event)) return event.preventDefault();
    const act = meant(event);
    if (!act) return undefined;
    event.preventDefault();
    const repeats = act === actions.undo || act === actions.redo;
    return !event.repeat || repeats ? act() : undefined;
  }

  function tokenAt(event) {
    const { text } = page;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-start]");
    if (!under || !text.element.contains(under)) return -1;
    return text.near(under);
  }

  function pointed(event) {
    active.beat();
    if (event.button || !event.target.closest("[data-text]")) return;
    const index = tokenAt(event);
    if (index < 0) return;
    page.text.place(index, event.shiftKey);
    dragging = event.pointerType !== "touch"; // a finger that moves scrolls
    shown();
  }

  function dragged(event) {
    if (!dragging) return;
    const index = tokenAt(event);
    if (index >= 0 && index !== page.text.caret()) page.text.place(index, true);
  }

  function released() {
    if (dragging) shown();
    dragging = false;
  }

  function clicked(event) {
    const link = event.target.closest("a[data-open]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      return open(link.href);
    }
    const button = event.target.closest("[data-do], button[data-label]");
    if (!button || outbox.moving()) return undefined;
    const { do: name } = button.dataset;
    if (name) actions[name]();
    else label(button);
    const byKey = event.detail === 0; // a button pressed by key keeps the focus
    if (name !== "keys" && (!byKey || !name)) find("[data-text]", page.turn).focus({ preventScroll: true });
    return undefined;
  }

  document.addEventListener("keydown", pressed);
  document.addEventListener("pointerdown", pointed);
  document.addEventListener("pointermove", dragged);
  document.addEventListener("pointerup", released);
  document.addEventListener("pointercancel", released);
  document.addEventListener("click", clicked);
  addEventListener("popstate", () => open(location.href, true));
}
