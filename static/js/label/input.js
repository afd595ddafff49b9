// Keys: which of them means which step. Letters act only while the active turn has the focus, so
// they never get in the way of a field or of a screen reader's own keys. Called by label.js.
import { actOf, afterMore, bareActOf, lettersOff, typedBy } from "../shared/keys.js";
import { find } from "../shared/dom.js";
import { say, words } from "../shared/page.js";
import { page, refresh, sayPlace, sureEnough } from "./desk.js";
import { listenToPointer } from "./pointer.js";
import { keptForQuestion, sendsQuestion } from "./question.js";

export function listen(steps, outbox, turns, active) {
  const { actions, bounds, label, labelEach, open } = steps;
  let seeking = false; // the next character is the first letter of a word to go to

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

  // Shift writes signs such as ! and +, and a capital: that means each word of the selection.
  const isCapital = ({ key, shiftKey }) =>
    shiftKey && key.length === 1 && key.toUpperCase() !== key.toLowerCase();

  function labelOf({ key, ctrlKey, metaKey }) {
    if (ctrlKey || metaKey) return undefined;
    const buttons = [...page.work.querySelectorAll("button[data-label]")];
    return buttons.find((each) => each.dataset.key.toUpperCase() === key.toUpperCase());
  }

  function meant(event, act) {
    const button = act ? null : labelOf(event);
    const give = isCapital(event) ? labelEach : label;
    return button ? () => give(button) : actions[act];
  }

  function seek(event) {
    if (["Shift", "AltGraph", "Dead"].includes(event.key)) return undefined;
    seeking = false;
    page.text.element.classList.remove("seeking");
    event.preventDefault();
    if (event.key.length > 1 || page.text.isEmpty()) return sayPlace();
    const place = page.text.stops.seek(event.key, page.text.range());
    if (!place) return say(words.noWord);
    page.labelled = null;
    page.text.settle(place);
    return shown();
  }

  Object.assign(actions, {
    seek: () => {
      seeking = true;
      page.text.element.classList.add("seeking");
      return say(words.seek);
    },
  });

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
    const button = isLetter && event.target.closest(".labels") && labelOf(typed);
    if (button) {
      event.preventDefault();
      page.text.element.focus();
      return label(button);
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
    if (typed.altKey || event.isComposing) return undefined;
    // Keys pressed while the next turn is on its way are meant for it, not for this one.
    if (outbox.moving() || turns.loading()) return event.key !== "Tab" && event.preventDefault();
    if (bounds.isOn()) return bounds.pressed(event);
    if (steps.panelKey(event)) return undefined;
    if (seeking) return seek(event);
    // A label may have a sign for its key that means something where no label has it.
    const named = isCapital(typed) || !labelOf(typed) ? actOf(typed) : undefined;
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
