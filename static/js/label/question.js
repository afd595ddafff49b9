// Questions and notes on the active turn: the form in the flow under it, at the word of the caret.
// What is typed before the form is there waits for it: to the text it would be labels. Called by
// switches.js and input.js.
import { find } from "../shared/dom.js";
import { load } from "../shared/http.js";
import { actOf } from "../shared/keys.js";
import { say, words } from "../shared/page.js";
import { page, tell } from "./desk.js";

let held = null; // characters typed while the form is on its way

// Whether a question or a note is half written; it would be gone with the page, so its turn is not
// left yet.
export function unasked() {
  const areas = [...page.work.querySelectorAll("[data-question-panel] textarea")];
  const written = areas.find((area) =>
    area.matches("[data-question-form] *")
      ? area.value.trim()
      : area.value.trim() !== area.defaultValue.trim()
  );
  if (!written) return false;
  tell(words.notAsked);
  written.focus();
  return true;
}

// Whether the key was taken for the form that is not there yet.
export function keptForQuestion(event) {
  if (held === null || event.key === "Tab") return false;
  event.preventDefault();
  const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
  if (event.key === "Backspace") held = held.slice(0, -1);
  else if (isCharacter) held += event.key;
  return true;
}

// The key that sends what is written in a form under a turn.
export function sendsQuestion(event, typed) {
  const form = event.target.closest("[data-question-panel] form");
  if (!form || actOf(typed) !== "send" || event.isComposing) return false;
  event.preventDefault();
  if (!event.repeat) find("[type=submit]", form).click();
  return true;
}

// What the question is about.
function showWords(panel, about) {
  const shown = find("[data-question-words]", panel);
  shown.textContent = about;
  shown.parentElement.hidden = !about;
}

async function openPanel(turn) {
  const questions = await load(`${turn.dataset.url}/asked`);
  if (!questions) return null;
  const panel = document.createElement("div");
  panel.className = "panel";
  panel.dataset.questionPanel = "";
  panel.append(questions);
  page.turn.append(panel);
  htmx.process(panel);
  // Asked: back to the text; refused: the question is there again, with the reason.
  panel.addEventListener("htmx:afterSettle", () => {
    const wrong = find("[role=alert]", panel);
    if (wrong) showWords(panel, panel.dataset.about);
    (wrong ? find("[data-question-form] textarea", panel) : page.text.element).focus();
    if (!wrong) say(find("[data-done]", panel)?.textContent || words.questionAsked);
  });
  return panel;
}

// A half written one stays.
export async function question() {
  if (held !== null) return undefined;
  const { turn, text } = page;
  const stretch = text.range();
  let panel = find(":scope > [data-question-panel]", turn);
  if (!panel) {
    held = "";
    panel = await openPanel(turn);
  }
  const typed = held ?? "";
  held = null;
  if (!panel) return tell(words.notOpened);
  find("[data-question-start]", panel).value = stretch?.start ?? "";
  find("[data-question-end]", panel).value = stretch?.end ?? "";
  panel.dataset.about = stretch ? text.words() : "";
  showWords(panel, panel.dataset.about);
  const area = find("[data-question-form] textarea", panel);
  area.focus();
  area.setRangeText(typed, area.selectionStart, area.selectionEnd, "end");
  return panel.scrollIntoView({ block: "nearest" });
}
