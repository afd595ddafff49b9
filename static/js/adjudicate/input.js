// Keys, mouse and touch of the adjudication page. Letters act only while the list of turns has the
// focus, and mean labels while the gold text is edited. Called by adjudicate.js.
import { find } from "../shared/dom.js";
import { load } from "../shared/http.js";
import { actOf, typedBy } from "../shared/keys.js";
import { openLabelKeys } from "../shared/labelkeys.js";
import { say, words } from "../shared/page.js";
import { toggleSheet } from "../shared/sheet.js";

export function listen(board, editor, { take, takeAll, finish, undo, redo }) {
  let dragging = false;
  const buttons = () => [...board.tools.querySelectorAll("button[data-label]")];
  const labelKeys = openLabelKeys(buttons);

  function toggleKeys() {
    const sheet = find("[data-keysheet]");
    toggleSheet(sheet, board.focus);
  }

  function right() {
    const some = board.row() ? board.cells(board.row()) : [];
    take(Math.max(some.length, 1));
  }

  const named = {
    edit: editor.enter,
    leave: editor.leave,
    clear: editor.clear,
    neither: () => take(0),
    undo,
    redo,
    finish,
    keys: toggleKeys,
  };
  const next = () => board.move(1);
  const previous = () => board.move(-1);
  const deciding = {
    next,
    previous,
    "jump-on": next,
    "jump-back": previous,
    down: next,
    up: previous,
    left: () => take(1),
    right,
    neither: named.neither,
    edit: editor.enter,
    finish,
    leave,
  };

  function moveInText(act, extend) {
    const text = editor.text();
    if (text.isEmpty()) return false;
    const line = { up: -1, down: 1 }[act];
    if (line) text.place(text.line(line), extend);
    else if (!text.go(act, extend)) return false;
    editor.sayPlace();
    return true;
  }

  function edited(event, act) {
    if (["leave", "end"].includes(act)) return editor.leave;
    if (!event.target.closest("[data-text]")) return undefined;
    if (moveInText(act, event.shiftKey)) return () => {};
    return { clear: editor.clear, edit: editor.bounds.toggle, seek: editor.seek.begin }[act];
  }

  // The label that was typed, or how far its key has come.
  function labelled(event) {
    const inText = editor.isOpen() && event.target.closest("[data-text]");
    if (!inText || labelKeys.actBefore(event)) return undefined;
    const chosen = labelKeys.read(event);
    if (chosen === "begun") return () => say(words.labelBegun);
    if (chosen === "none") return () => say(words.noLabelKey);
    return chosen && (() => (chosen.each ? editor.labelEach : editor.label)(chosen.label));
  }

  function meant(event) {
    const onButton = event.target.closest("button, summary, a");
    if (onButton && [" ", "Enter"].includes(event.key)) return undefined;
    const typed = typedBy(event);
    const act = actOf(typed);
    if (["undo", "redo", "keys", "work"].includes(act)) return named[act];
    const isFar = /^(jump|reach)-/.test(act ?? "");
    if (typed.altKey || (typed.ctrlKey && !isFar) || typed.metaKey) return undefined;
    if (editor.isOpen()) return edited(event, act);
    if (act === "take") return () => take(Number(event.key));
    return event.shiftKey ? undefined : deciding[act];
  }

  function leave() {
    document.activeElement.blur();
    say(words.left);
  }

  function pressed(event) {
    const sheet = event.target.closest("[data-keysheet]");
    if (sheet && event.key === "Escape") return toggleKeys();
    if (event.key === "Escape" && event.target.closest(".more-acts") && closeMenu()) {
      return find(".more-acts > summary").focus();
    }
    if (!event.target.closest("[data-board]")) return undefined;
    const inText = editor.isOpen() && event.target.closest("[data-text]");
    if (inText && editor.bounds.isOn()) return editor.bounds.pressed(event);
    if (inText && editor.seek.isOn() && editor.seek.pressed(event)) return undefined;
    const act = labelled(event) ?? meant(event);
    if (!act) return undefined;
    event.preventDefault();
    const repeats = [undo, redo].includes(act) ||
      (editor.isOpen() && event.key.startsWith("Arrow"));
    return !event.repeat || repeats ? act() : undefined;
  }

  function tokenAt(event) {
    const text = editor.text();
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-start]");
    return under && text?.element.contains(under) ? text.near(under) : -1;
  }

  // A click chooses a turn; one on the gold text of the current turn begins to edit it.
  function pointed(event) {
    if (event.button || event.target.closest("button, summary, a")) return;
    const row = event.target.closest("[data-row]");
    if (!row) return;
    const text = event.target.closest("[data-text]");
    const other = row !== board.row();
    if (other || (editor.isOpen() && !text)) editor.close();
    if (other) return void goTo(row, event.target);
    if (!text) return;
    if (!editor.isOpen()) editor.enter();
    const index = tokenAt(event);
    if (index < 0) return;
    editor.place(index, event.shiftKey);
    dragging = event.pointerType !== "touch";
  }

  function goTo(row, target) {
    const wanted = Number(target.closest("[data-differ]")?.dataset.differ ?? -1);
    const some = board.placesOf(row);
    const place = some[wanted] ?? some.find((each) => !each.decided) ?? some[0];
    if (place) board.go(place);
    else board.visit(row.id);
  }

  function dragged(event) {
    if (!dragging || !editor.isOpen()) return;
    const index = tokenAt(event);
    if (index >= 0 && index !== editor.text().caret()) editor.text().place(index, true);
  }

  // The menu of the page's head closes where somebody clicks beside it, or leaves it.
  function closeMenu(target) {
    const menu = find(".more-acts[open]");
    if (!menu || (target && menu.contains(target))) return false;
    menu.open = false;
    return true;
  }

  function clicked(event) {
    closeMenu(event.target);
    const button = event.target.closest("button");
    if (!button) return undefined;
    const { do: name, take: choice, all, edit, label } = button.dataset;
    if (choice) take(Number(choice));
    else if (all) {
      closeMenu();
      takeAll(Number(all));
    } else if (edit) editor.fetchRow(edit, button.closest("li[id]").id);
    else if (label && editor.isOpen()) {
      editor.bounds.leave();
      editor.label(button);
    } else if (name) named[name]?.();
    else return undefined;
    if (editor.isOpen() && event.detail) editor.text().element.focus({ preventScroll: true });
    return undefined;
  }

  // Folded turns come when they are wanted.
  async function unfolded({ target }) {
    const waits = target.open && target.dataset.gap && find("[data-unfolded]", target);
    if (!waits) return;
    const turns = await load(target.dataset.gap);
    if (turns) waits.replaceWith(turns);
    else waits.textContent = words.noAnswer;
  }

  document.addEventListener("toggle", unfolded, true);
  document.addEventListener("keydown", pressed);
  document.addEventListener("pointerdown", pointed);
  document.addEventListener("pointermove", dragged);
  document.addEventListener("pointerup", () => (dragging = false));
  document.addEventListener("pointercancel", () => (dragging = false));
  document.addEventListener("click", clicked);
}
