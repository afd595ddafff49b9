// Keys: which of them means which step. Letters act only while the active turn has the focus, so
// they never get in the way of a field or of a screen reader's own keys. Called by label.js.
import { actOf, afterMore, bareActOf, lettersOff, typedBy } from "../shared/keys.js";
import { find } from "../shared/dom.js";
import { openLabelKeys } from "../shared/labelkeys.js";
import { say, words } from "../shared/page.js";
import { openSeek } from "../shared/seek.js";
import { page, refresh, sayPlace, sureEnough } from "./desk.js";
import { listenToPointer } from "./pointer.js";
import { keptForQuestion, sendsQuestion } from "./question.js";

export function listen(steps, outbox, turns, active) {
  const { actions, bounds, label, labelEach, open } = steps;
  const labelKeys = openLabelKeys(() => [...page.work.querySelectorAll("button[data-label]")]);
  const seek = openSeek(() => page.text, () => {
    page.labelled = null;
    shown();
  });

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
    const isJump = /^(jump|reach)-/.test(act ?? "");
    if (!text.go(act, shiftKey) && !isJump) return false;
    page.labelled = null;
    return shown();
  }

  Object.assign(actions, { seek: seek.begin });

  // The label that was typed, or how far its key has come.
  function give(chosen) {
    if (chosen === "begun") return say(words.labelBegun);
    if (chosen === "none") return say(words.noLabelKey);
    return chosen.each ? labelEach(chosen.label) : label(chosen.label);
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
    const typed = typedBy(event);
    const isLetter = event.key.length === 1 && event.key !== " " && !lettersOff();
    const chosen = isLetter && event.target.closest(".labels") && labelKeys.read(event);
    if (chosen) {
      event.preventDefault();
      if (chosen !== "begun") page.text.element.focus();
      return give(chosen);
    }
    const tools = event.target.closest("[data-more]");
    const act = tools && isLetter && (actOf(afterMore(typed)) ?? actOf(typed));
    if (escape && tools) return actions.more();
    if (act && find(`[data-do="${act}"]:not([disabled])`, tools)) {
      event.preventDefault();
      actions.more();
      return actions[act]();
    }
    const panel = event.target.closest("[data-question-panel]");
    if (!escape || !(list || panel || event.target.closest(".tools"))) return undefined;
    panel?.remove();
    return page.text.element.focus();
  }

  function pressed(event) {
    active.beat();
    const typed = typedBy(event);
    if (keptForQuestion(event) || sendsQuestion(event, typed)) return undefined;
    if (event.target.closest("[data-text]") !== page.text.element) return outside(event);
    const isHeld = typed.altKey && (event.key.length > 1 || bounds.isOn() || seek.isOn());
    if (isHeld || event.isComposing) return undefined;
    // Keys pressed while the next turn is on its way are meant for it, not for this one.
    if (outbox.moving() || turns.loading()) return event.key !== "Tab" && event.preventDefault();
    if (bounds.isOn()) return bounds.pressed(event);
    if (steps.panelKey(event)) return undefined;
    if (seek.isOn() && seek.pressed(event)) return undefined;
    const single = event.key.length === 1 && event.key !== " " && !typed.ctrlKey && !typed.metaKey;
    if (single && !typed.altKey && lettersOff()) return undefined;
    // A label may have a sign for its key that means something where no label has it; of a letter
    // with Shift the act goes before.
    const first = labelKeys.actBefore(event);
    const chosen = first ? undefined : labelKeys.read(event);
    if (chosen) {
      event.preventDefault();
      return event.repeat ? undefined : give(chosen);
    }
    if (typed.altKey) return undefined;
    const named = first ?? actOf(typed);
    if (named === "leave") return leave();
    if (move(named, typed.shiftKey)) return event.preventDefault();
    const act = actions[named];
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
