// Mouse and touch on the labelling page: where the caret goes, what is selected, what a click
// opens. Called once by input.js.
import { find } from "../shared/dom.js";
import { page, refresh, sayPlace } from "./desk.js";
import { turnOf } from "./turns.js";

const DOUBLE = 400; // milliseconds between two taps that are one double tap
const STILL = 10; // pixels that a finger may move in a tap

export function listenToPointer(
  { actions, ask, bounds, label, labelAgain, open },
  outbox,
  turns,
  active,
) {
  let isDown = false; // the mouse or a finger, anywhere
  let dragging = false; // the mouse is down on the text
  let moved = false; // and has come to another token
  let touched = null; // where and when a finger came down
  let tapped = null; // the last tap that placed the caret and that no label followed

  function shown() {
    page.labelled = null;
    refresh();
    sayPlace();
  }

  function tokenAt({ clientX, clientY }) {
    const { text } = page;
    const under = document.elementFromPoint(clientX, clientY)?.closest("[data-start]");
    return under && text.element.contains(under) ? text.near(under) : -1;
  }

  const onText = (event) => event.target.closest("[data-text]") === page.text.element;

  function pressed(event) {
    active.beat();
    isDown = true;
    if (event.button || !onText(event) || outbox.moving()) return;
    bounds.leave();
    if (event.pointerType === "touch") {
      touched = { x: event.clientX, y: event.clientY };
      return; // a finger that moves scrolls: what it means is known when it leaves
    }
    const index = tokenAt(event);
    if (index < 0) return;
    page.text.place(index, event.shiftKey);
    [dragging, moved] = [true, false];
    shown();
  }

  function dragged(event) {
    if (!dragging) return;
    const index = tokenAt(event);
    if (index < 0 || index === page.text.caret()) return;
    page.text.place(index, true);
    moved = true;
  }

  function released(event) {
    isDown = false;
    if (touched && event.type === "pointerup") tap(event);
    if (dragging && event.type === "pointerup") {
      if (moved && page.brush) labelAgain();
      else shown();
    }
    [dragging, touched] = [false, null];
  }

  // A tap places the caret, one on another token then selects up to there, a double tap asks for the label.
  function tap(event) {
    if (Math.hypot(event.clientX - touched.x, event.clientY - touched.y) > STILL) return;
    const { text } = page;
    const index = tokenAt(event);
    if (index < 0) return;
    const [i, j] = text.bounds();
    const here = tapped && tapped.text === text.element && i === j && text.caret() === tapped.index;
    const now = performance.now();
    if (here && index === tapped.index && now - tapped.at < DOUBLE) {
      tapped = null;
      ask();
      return;
    }
    const extends_ = here && index !== tapped.index && !text.mark();
    text.place(index, extends_);
    tapped = extends_ ? null : { index, at: now, text: text.element };
    if (extends_ && page.brush) labelAgain();
    else shown();
  }

  function doubleClicked(event) {
    if (!onText(event) || event.pointerType === "touch" || outbox.moving()) return;
    const index = tokenAt(event);
    if (index < 0) return;
    page.text.select(...page.text.word(index));
    ask();
  }

  function clicked(event) {
    const link = event.target.closest("a[data-open]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      open(link.href);
      return;
    }
    const button = event.target.closest("[data-do], button[data-label]");
    if (button) act(button, event.detail === 0);
    else openAt(event);
  }

  function act(button, byKey) {
    if (outbox.moving()) return;
    const { do: name } = button.dataset;
    tapped = null;
    if (name !== "bounds") bounds.leave();
    if (byKey && button.closest("[data-more]")) actions.more();
    if (name) actions[name]();
    else label(button);
    // A button pressed by key keeps the focus; one that opens something has given it away.
    const gaveAway = ["keys", "letters", "question", "queue", "propagate", "more"].includes(name);
    if (!gaveAway && (!byKey || !name))
      find("[data-text]", page.turn).focus({ preventScroll: true });
  }

  // A click on a turn of the context opens it where it was clicked.
  function openAt(event) {
    const turn = turnOf(event.target);
    if (!turn || turn === page.turn || event.target.closest("button, a, input, textarea, label"))
      return;
    if (!getSelection().isCollapsed || outbox.moving()) return;
    bounds.leave();
    const from = find(".said", turn).getBoundingClientRect();
    const place = (text) => {
      const to = text.element.getBoundingClientRect(); // what stood above may have become shorter
      const clientX = event.clientX - from.left + to.left;
      const clientY = event.clientY - from.top + to.top;
      const index = tokenAt({ clientX, clientY });
      if (index >= 0) text.place(index);
    };
    turns.open(turn, place);
  }

  // Tab reaches turns that were opened before; a click opens them at its place.
  function focused({ target }) {
    if (isDown || !target.matches("[data-text]") || target === page.text.element) return;
    bounds.leave();
    turns.open(turnOf(target));
  }

  document.addEventListener("focusin", focused);
  document.addEventListener("pointerdown", pressed);
  document.addEventListener("pointermove", dragged);
  document.addEventListener("pointerup", released);
  document.addEventListener("pointercancel", released);
  document.addEventListener("click", clicked);
  document.addEventListener("dblclick", doubleClicked);
}
