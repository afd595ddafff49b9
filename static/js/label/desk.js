// What is on the labelling page now: the item, its active turn, what the person chose. Used by all
// parts of the page.
import { find } from "../shared/dom.js";
import { placeWords, say } from "../shared/page.js";
import { isProposal } from "../shared/text.js";

// work: the page of one item; turn: the active one of its turns; text: its tokens (openText).
// What a person chose stays from item to item, in memory: the label that she used last, snapping to
// tokens, labelling by drag, all the tools, the stretch that she labelled last if the ring has moved on from there by
// itself, how sure proposals are to be that are accepted at once: the project's
// threshold until she chooses another.
export const page = {
  work: null,
  turn: null,
  text: null,
  last: null,
  labelled: null,
  snap: true,
  brush: false,
  more: false,
  above: null,
};

export const sureEnough = () =>
  page.text.proposals().filter((mark) => Number(mark.dataset.sure || 0) >= page.above);
export const labelButton = (id) => find(`button[data-label="${id}"]`, page.work);

export function sayPlace() {
  if (!page.text.isEmpty()) say(placeWords(page.text));
}

// A sentence under the turn. One that `stays` is there until the next step, whatever is drawn
// before.
export function tell(sentence, { stays = false } = {}) {
  const note = find("[data-message]", page.turn);
  note.toggleAttribute("data-stays", stays);
  note.textContent = sentence;
  note.hidden = !sentence;
}

// What the tools under the active turn say of the person's choices.
function showSwitches() {
  const { turn, above } = page;
  for (const [name, on] of [["snap", !page.snap], ["brush", page.brush]])
    find(`[data-do="${name}"]`, turn)?.setAttribute("aria-pressed", on);
  find("[data-more]", turn).hidden = !page.more;
  find('[data-do="more"]', turn).setAttribute("aria-expanded", page.more);
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
    const isHere = button.dataset.label === mark?.dataset.label;
    button.classList.toggle("now", isHere);
    button.classList.toggle("proposed", isHere && isProposal(mark));
  }
  showSwitches();
  if (!mark) return; // the last guideline stays
  for (const guide of work.querySelectorAll("[data-guideline]"))
    guide.hidden = guide.dataset.guideline !== mark.dataset.label;
}
