// What is on the labelling page now, and how it speaks: log, note, status bar. Used by all parts.

const PATIENCE = 20000; // milliseconds until a fragment counts as not coming

export const find = (selector, within = document) => within.querySelector(selector);
export const words = JSON.parse(find("#words").textContent);
export const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

// work: the page of one item; turn: the active one of its turns; text: its tokens (openText).
// What a person chose stays from item to item, in memory: the label that she used last, snapping to
// tokens, labelling by drag, how sure proposals are to be that are accepted at once: the project's
// threshold until she chooses another.
export const page = {
  work: null, turn: null, text: null,
  last: null, snap: true, brush: false, above: null,
};

export const isMachine = (mark) => mark.classList.contains("machine");
export const sureEnough = () =>
  page.text.proposals().filter((mark) => Number(mark.dataset.sure || 0) >= page.above);
export const labelButton = (id) => find(`button[data-label="${id}"]`, page.work);

export function say(sentence) {
  find("[data-log]").textContent = sentence;
}

export function sayMore(sentence) {
  find("[data-log]").append(` ${sentence}`);
}

// Where the caret of a text is and what is there, in words.
export function placeWords(text) {
  if (text.isEmpty()) return "";
  const [i, j, n] = text.bounds();
  const where = i === j ? `{text}, ${words.token}` : words.selected;
  const label = text.mark() && find(".sr", text.mark()).textContent.slice(2);
  return `${fill(where, { text: text.words(), i, j, n })}. ${label ?? words.noLabel}`;
}

export function sayPlace() {
  if (!page.text.isEmpty()) say(placeWords(page.text));
}

// A sentence under the turn. One that `stays` is there until the next step, whatever is drawn before.
export function tell(sentence, { stays = false } = {}) {
  const note = find("[data-message]", page.turn);
  note.toggleAttribute("data-stays", stays);
  note.textContent = sentence;
  note.hidden = !sentence;
}

// A fragment as an element; null without a connection, or when the person is signed out.
export async function load(url) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const headers = { "HX-Request": "true" };
    const response = await fetch(url, { headers, signal, redirect: "manual" });
    if (!response.ok) return null;
    const template = document.createElement("template");
    template.innerHTML = (await response.text()).trim();
    return template.content.firstElementChild;
  } catch {
    return null;
  }
}

let savedAt = "";

export function noteSaved() {
  const style = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
  savedAt = new Date().toLocaleTimeString([], style);
}

export function showStatus({ count, trouble, moving }) {
  document.body.dataset.unsaved = count;
  const state = find("[data-saved-state]");
  const waits = Boolean(trouble && count);
  let sentence = savedAt ? words.saved : words.nothing;
  if (waits && trouble === "signedOut") sentence = words.signedOut;
  else if (waits) sentence = count === 1 ? words.unsavedOne : words.unsavedMany;
  else if (moving) sentence = words.moving;
  else if (count) sentence = words.saving;
  const dot = Object.assign(document.createElement("span"), { className: "dot" });
  dot.classList.toggle("busy", Boolean(count || moving));
  const bold = document.createElement("b");
  bold.textContent = fill(sentence, { n: count });
  state.classList.toggle("amber", waits);
  state.replaceChildren(dot, bold, count || moving ? "" : ` ${savedAt}`);
}

// What the tools under the active turn say of the person's choices.
function showSwitches() {
  const { turn, above } = page;
  for (const [name, on] of [["snap", !page.snap], ["brush", page.brush]])
    find(`[data-do="${name}"]`, turn)?.setAttribute("aria-pressed", on);
  const all = find("[data-sure-count]", turn);
  if (!all) return;
  all.textContent = sureEnough().length;
  find("[data-above]", turn).value = Math.round(above * 100);
  find("[data-above-shown]", turn).textContent = `${Math.round(above * 100)} %`;
}

// Counts, the label at the caret, its guideline.
export function refresh() {
  const { work, text } = page;
  const counts = {};
  for (const { dataset } of work.querySelectorAll("main mark.span:not(.machine)"))
    counts[dataset.label] = (counts[dataset.label] ?? 0) + 1;
  const mark = text.mark();
  for (const button of work.querySelectorAll("button[data-label]")) {
    find("[data-count]", button).textContent = counts[button.dataset.label] ?? 0;
    button.classList.toggle("now", button.dataset.label === mark?.dataset.label);
  }
  showSwitches();
  if (!mark) return; // the last guideline stays
  for (const guide of work.querySelectorAll("[data-guideline]"))
    guide.hidden = guide.dataset.guideline !== mark.dataset.label;
}
