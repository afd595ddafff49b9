// The labelling page: what a person does is painted at once and saved in order; what the server
// answers is then the truth on the screen.
import { openAhead, showLeft } from "./label/ahead.js";
import { page, tell } from "./label/desk.js";
import { listen } from "./label/input.js";
import { openMerge } from "./label/merge.js";
import { openSteps } from "./label/steps.js";
import { openTurns } from "./label/turns.js";
import { openTwin, seeTwin } from "./label/twin.js";
import { find } from "./shared/dom.js";
import { openOutbox } from "./shared/outbox.js";
import { fill, say, sayMore, words } from "./shared/page.js";
import { noteSaved, showStatus } from "./shared/saving.js";

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
  if (!step.get && !step.keeps) seeTwin();
  const others = response.headers.get("X-Changed-Turns")?.split(",") ?? [];
  ahead.note(others.filter(Boolean).map((pk) => `turn-${pk}`));
  if (step.left) return ahead.answered(step, root, response);
  const isElsewhere = step.place?.url !== page.work.dataset.url;
  if (step.waits && (isElsewhere || outbox.count())) return ahead.look(); // she went on meanwhile
  const elsewhere = response.headers.get("HX-Redirect");
  if (elsewhere) return location.assign(elsewhere);
  if (root?.hasAttribute("data-work")) {
    const url = response.headers.get("HX-Push-Url") ?? step.url;
    active.start();
    return showWork(root, step.silent ? null : url);
  }
  turns.follow(step, root, response);
  if (!outbox.pending(step.turn)) {
    merge.check(step, root);
    show(root);
  }
  if (!step.get && !outbox.count()) sayMore(`${words.saved}.`);
  return undefined;
}

function showWork(root, url) {
  turns.showWork(root, url);
  merge.place();
  ahead.look();
}

// The server's drawing of a turn; of one that was left it answers as if it were asked still.
function show(root) {
  const shown = root?.id && document.getElementById(root.id);
  if (!shown) return;
  if (root.dataset.item && root.dataset.item !== page.work.dataset.item) showLeft(root, shown);
  else turns.show(root);
}

// The sentence goes under the active turn; one on a turn that was left stays there as a notice.
function refused(step, root) {
  show(root);
  const sentence = root && (sentenceOf(root) || words.dropped);
  const isElsewhere = step.place && step.place.url !== page.work.dataset.url;
  if (isElsewhere) merge.refusedElsewhere(step, sentence);
  else tell(sentence || words.dropped);
  say(sentenceOf(page.turn));
}

function stayed(kind) {
  tell(kind === "offline" ? words.notMoved : fill(words.signedOut, { n: outbox.count() }));
}

// A step goes with all that is needed to speak of it later, when its turn may not be shown.
function push(step) {
  if (step.get) return outbox.push(step);
  if (step.move && outbox.has(step.url)) return tell(words.notMoved); // it is on its way
  const { url, title } = page.work.dataset;
  const around = document.getElementById(step.turn)?.dataset.url;
  const place = { url, name: title.split(" · ")[0] };
  const whole = { around, place, ...step };
  whole.words ??= merge.describe(whole);
  if (ahead.leave(whole)) return merge.place();
  ahead.note([step.turn]);
  return outbox.push(whole);
}

const outbox = openOutbox({
  changed: showStatus,
  saved,
  refused,
  conflict: (root, _again, all, landed) => merge.conflict(root, all, landed),
  stayed,
  known: (root) => merge.hear(root),
});
const turns = openTurns(outbox);
const merge = openMerge(show, outbox);
const ahead = openAhead({ outbox, turns, active });
const hands = { ...outbox, push };
listen(openSteps(hands, turns, active), hands, turns, active);

// The label strip of small screens stands on the status bar, however many lines that has.
const foot = find("[data-foot]");
const measure = () =>
  document.documentElement.style.setProperty("--foot", `${foot.offsetHeight}px`);
new ResizeObserver(measure).observe(foot, { box: "border-box" });
turns.openPage();
openTwin();
ahead.look();
