// The labelling page: what a person does is painted at once and saved in order; what the server
// answers is then the truth on the screen.
import { listen } from "./label/input.js";
import { openOutbox } from "./label/outbox.js";
import { fill, find, noteSaved, page, refresh, say, sayMore, showStatus, tell, words } from "./label/page.js";
import { openSteps } from "./label/steps.js";
import { openText } from "./label/text.js";

// Seconds that the person was active on the turn: of a pause, half a minute counts.
const active = {
  seconds: 0,
  last: Date.now(),
  start: () => Object.assign(active, { seconds: 0, last: Date.now() }),
  beat() {
    const now = Date.now();
    active.seconds += Math.min(now - active.last, 30000) / 1000;
    active.last = now;
    return active.seconds;
  },
};

const sentenceOf = (root) => find("[data-message]", root)?.textContent ?? "";

function saved(step, root, response) {
  if (!step.get) noteSaved();
  const elsewhere = response.headers.get("HX-Redirect");
  if (elsewhere) return location.assign(elsewhere);
  if (root?.hasAttribute("data-work")) {
    const url = response.headers.get("HX-Push-Url") ?? step.url;
    return showWork(root, step.silent ? null : url);
  }
  if (!outbox.pending(step.turn)) showTurn(root);
  if (!step.get && !outbox.count()) sayMore(`${words.saved}.`);
  return undefined;
}

function refused(step, root) {
  if (root?.hasAttribute("data-asked")) showTurn(root);
  tell(sentenceOf(root) || words.dropped);
  say(sentenceOf(page.turn));
}

// Another window was first: its state is shown, and what was done here can be done on top of it.
function conflict(root, steps) {
  showTurn(root);
  const n = steps.length;
  const lost = n ? fill(n === 1 ? words.conflictOne : words.conflictMany, { n }) : "";
  const again = Object.assign(document.createElement("button"), {
    type: "button", className: "btn", textContent: words.applyAgain,
  });
  again.addEventListener("click", () => {
    tell("");
    for (const { id, ...step } of steps) outbox.push(step);
    page.text.element.focus();
  });
  tell(`${sentenceOf(root)} ${lost}`, n ? again : null);
  say(sentenceOf(page.turn));
}

function stayed(kind) {
  tell(kind === "offline" ? words.notMoved : fill(words.signedOut, { n: outbox.count() }));
}

// The element with the focus stays, so that a screen reader does not read the whole turn again.
function showTurn(root) {
  if (root?.id !== page.turn.id) return;
  const around = page.text.range() ?? undefined;
  const focused = page.turn.contains(document.activeElement);
  const name = document.activeElement?.dataset.do;
  const fresh = find("[data-text]", root);
  const { element } = page.text;
  element.replaceChildren(...fresh.childNodes);
  fresh.replaceWith(element);
  page.turn.replaceWith(root);
  page.turn = root;
  page.text = openText(element, around);
  const button = name && find(`[data-do="${name}"]:not([disabled])`, root);
  if (focused) (button || element).focus({ preventScroll: true });
  refresh();
}

function showWork(root, url) {
  page.work.replaceWith(root);
  if (url) history.pushState({ label: true }, "", url);
  openPage();
}

function openPage() {
  page.work = find("[data-work]");
  page.turn = find("[data-asked]", page.work);
  page.text = openText(find("[data-text]", page.turn));
  outbox.seen(page.turn);
  const [proposal] = page.text.proposals();
  if (proposal) page.text.choose(page.text.extent(proposal));
  active.start();
  document.title = page.work.dataset.title;
  const model = find("[data-model-source]", page.work).cloneNode(true);
  find("[data-model-state]").replaceChildren(...model.childNodes);
  find(".items [aria-current]", page.work)?.scrollIntoView({ block: "nearest", inline: "center" });
  page.turn.scrollIntoView({ block: "center" });
  page.text.element.focus({ preventScroll: true });
  refresh();
}

const outbox = openOutbox({ changed: showStatus, saved, refused, conflict, stayed });
listen(openSteps(outbox, active), outbox, active);

// The label strip of small screens stands on the status bar, however many lines that has.
const foot = find("[data-foot]");
const measure = () => document.documentElement.style.setProperty("--foot", `${foot.offsetHeight}px`);
new ResizeObserver(measure).observe(foot, { box: "border-box" });
openPage();
