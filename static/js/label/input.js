// Keys: which of them means which step. Letters act only while the active turn has the focus, so
// they never get in the way of a field or of a screen reader's own keys. Called by label.js.
import { actOf, bareActOf } from "../shared/keys.js";
import { say, words } from "../shared/page.js";
import { page, refresh, sayPlace, sureEnough } from "./desk.js";
import { listenToPointer } from "./pointer.js";
import { lettersOff } from "./switches.js";

export function listen(steps, outbox, turns, active) {
  const { actions, bounds, label, open } = steps;

  function shown() {
    refresh();
    sayPlace();
    return true;
  }

  // A line up or down; at the edge of the turn, to the next turn.
  function moveLine(direction, extend) {
    const { text } = page;
    const place = text.isEmpty() ? -1 : text.line(direction);
    if (place >= 0 && place !== text.caret()) {
      text.place(place, extend);
      return shown();
    }
    if (!extend) turns.openNext(direction);
    return true;
  }

  function move(act, shiftKey) {
    const { text } = page;
    const line = { up: -1, down: 1 }[act];
    if (line) return moveLine(line, shiftKey);
    if (text.isEmpty()) return false;
    if (act === "proposal-before") text.step(-1);
    else if (act === "proposal-after") text.step(1);
    else if (!text.go(act, shiftKey)) return false;
    return shown();
  }

  function meant(event, act) {
    const key = event.key.toUpperCase();
    // Shift writes signs such as ! and +, and a capital: that is no label.
    const capital = event.shiftKey && key !== key.toLowerCase();
    if (act || event.ctrlKey || event.metaKey || capital) return actions[act];
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
    if (!page.turn.hasAttribute("data-asked")) return turns.openAsked();
    page.text.element.blur();
    return say(words.left);
  }

  // Esc goes back to the text from the sheet, a panel, the tools or the list; U closes the list.
  function outside(event) {
    const escape = event.key === "Escape";
    if (escape && event.target.closest("[data-keysheet]")) return actions.keys();
    const list = event.target.closest("[data-queue]");
    if (list && bareActOf(event) === "queue" && !lettersOff()) return actions.queue();
    const panel = event.target.closest("[data-question-panel]");
    if (!escape || !(list || panel || event.target.closest(".tools"))) return undefined;
    panel?.remove();
    return page.text.element.focus();
  }

  // AltGr, which writes [ and ] on many keyboards, is reported as Ctrl and Alt; on a Mac as Alt.
  function plain(event) {
    const written = event.getModifierState("AltGraph") || "[]".includes(event.key);
    const { key, shiftKey, target } = event;
    return {
      key,
      shiftKey,
      target,
      altKey: event.altKey && !written,
      ctrlKey: event.ctrlKey && !written,
      metaKey: event.metaKey,
    };
  }

  function pressed(event) {
    active.beat();
    const typed = plain(event);
    if (event.target.closest("[data-text]") !== page.text.element) return outside(event);
    if (typed.altKey || event.isComposing) return undefined;
    // Keys pressed while the next turn is on its way are meant for it, not for this one.
    if (outbox.moving() || turns.loading()) return event.key !== "Tab" && event.preventDefault();
    if (bounds.isOn()) return bounds.pressed(event);
    if (steps.panelKey(event)) return undefined;
    const named = actOf(typed);
    if (named === "leave") return leave();
    const single = event.key.length === 1 && event.key !== " " && !typed.ctrlKey && !typed.metaKey;
    if (single && lettersOff()) return undefined;
    if (move(named, typed.shiftKey)) return event.preventDefault();
    const act = meant(typed, named);
    if (!act) return undefined;
    event.preventDefault();
    const repeats = ["undo", "redo"].includes(named);
    return !event.repeat || repeats ? act() : undefined;
  }

  // How sure a proposal must be to be accepted with all others, and how many are.
  function slid(event) {
    if (!event.target.matches("[data-above]")) return;
    page.above = Number(event.target.value) / 100;
    refresh();
    say(`${sureEnough().length}`);
  }

  document.addEventListener("keydown", pressed);
  document.addEventListener("input", slid);
  document.body.classList.toggle("letters-off", lettersOff());
  listenToPointer(steps, outbox, turns, active);
  addEventListener("popstate", () => open(location.href, true));
}
