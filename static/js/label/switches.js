// What a person switches on the labelling page, none of it a label: sheets and panels, marks,
// snapping to tokens, labelling by drag, keys of one letter. Called by steps.js.
import { find } from "../shared/dom.js";
import { load } from "../shared/http.js";
import { LETTERS, lettersOff } from "../shared/keys.js";
import { say, words } from "../shared/page.js";
import { page, refresh, tell } from "./desk.js";
import { toggleTwin } from "./twin.js";

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

export function openSwitches(turns) {
  function keys() {
    const sheet = find("[data-keysheet]", page.work);
    document.body.classList.remove("side-off");
    sheet.hidden = !sheet.hidden;
    if (sheet.hidden) return page.text.element.focus();
    find("[data-letters]", sheet).checked = !lettersOff();
    sheet.focus();
    const tall = sheet.offsetHeight > innerHeight; // its head is seen first
    return sheet.scrollIntoView({ block: tall ? "start" : "nearest" });
  }

  function letters() {
    const on = find("[data-letters]", page.work).checked;
    document.cookie = `${LETTERS}; path=/; samesite=lax${on ? "; max-age=0" : ""}`;
    document.body.classList.toggle("letters-off", !on);
    say(on ? words.lettersOn : words.lettersOff);
  }

  const toggle = (name, on, off) => say(document.body.classList.toggle(name) ? on : off);

  function snap() {
    page.snap = !page.snap;
    turns.reread();
    say(page.snap ? words.snapOn : words.snapOff);
  }

  function brush() {
    page.brush = !page.brush;
    refresh();
    say(page.brush ? words.brushOn : words.brushOff);
  }

  // The tools that are not needed at every turn, and back to the text.
  function more() {
    const inside = document.activeElement?.closest('[data-more], [data-do="more"]');
    page.more = !(page.more && inside);
    refresh();
    const first = page.more && find("[data-more] button:not([disabled])", page.turn);
    (first || page.text.element).focus();
  }

  // Into the list of the batch, or out of it and back to the text.
  function queue() {
    const list = find("[data-queue]", page.work);
    const inside = list.contains(document.activeElement);
    list.open = !inside;
    if (inside) page.text.element.focus();
    else find("[aria-current]", list)?.focus();
  }

  // The questions on the active turn, in the flow under it; a half written one stays.
  async function question() {
    const { turn, text } = page;
    const stretch = text.range();
    let panel = find(":scope > [data-question-panel]", turn);
    if (!panel) {
      const questions = await load(`${turn.dataset.url}/asked`);
      if (!questions) return tell(words.notOpened);
      panel = document.createElement("div");
      panel.className = "panel";
      panel.dataset.questionPanel = "";
      panel.append(questions);
      page.turn.append(panel);
      htmx.process(panel);
      // Asked: back to the text; refused: the question is there again, with the reason.
      panel.addEventListener("htmx:afterSettle", () => {
        const wrong = find("[role=alert]", panel);
        (wrong ? find("[data-question-form] textarea", panel) : page.text.element).focus();
        if (!wrong) say(find("[data-done]", panel)?.textContent || words.questionAsked);
      });
    }
    find("[data-question-start]", panel).value = stretch?.start ?? "";
    find("[data-question-end]", panel).value = stretch?.end ?? "";
    const about = find("[data-question-words]", panel);
    about.textContent = stretch ? text.words() : "";
    about.hidden = !stretch;
    find("[data-question-form] textarea", panel).focus();
    return panel.scrollIntoView({ block: "nearest" });
  }

  return {
    keys,
    letters,
    snap,
    brush,
    more,
    queue,
    question,
    twin: toggleTwin,
    marks: () => toggle("marks-off", words.marksHidden, words.marksShown),
    side: () => toggle("side-off", words.sideHidden, words.sideShown),
  };
}
