// The adjudication page: each difference between readers is decided by one key, painted at once and
// saved in order; what the server answers is then the truth on the screen.
import { openBoard } from "./adjudicate/board.js";
import { openEditor } from "./adjudicate/editor.js";
import { listen } from "./adjudicate/input.js";
import { find } from "./shared/dom.js";
import { openOutbox } from "./shared/outbox.js";
import { fill, say, sayMore, words } from "./shared/page.js";
import { noteSaved, showStatus } from "./shared/saving.js";

const board = openBoard();
let leaving = false; // finish was asked for while steps were on their way

const sentenceOf = (root) => (root && find("[data-refusal]", root)?.textContent) || "";

function replace(root) {
  for (const row of root?.querySelectorAll("[data-row]") ?? []) {
    outbox.seen(row);
    const waits = outbox.pending(row.id); // more was done here since: what is painted is newer
    board.replace(row, waits);
  }
  if (root) board.offer(root);
  outbox.seen(board.list);
  editor.refresh();
}

function saved(step, root) {
  noteSaved();
  replace(root);
  if (step.back) board.goToChanged(root);
  if (outbox.count()) return;
  sayMore(`${words.saved}.`);
  if (leaving) finish();
}

function refused(_step, root) {
  leaving = false;
  replace(root);
  board.tell(sentenceOf(root) || words.dropped);
}

// Somebody else was there: what they did is shown, and what was done here can be done on top of it.
function conflict(root, steps) {
  leaving = false;
  replace(root);
  const n = steps.length;
  const lost = n ? fill(n === 1 ? words.conflictOne : words.conflictMany, { n }) : "";
  const again = Object.assign(document.createElement("button"), {
    type: "button",
    className: "btn",
    textContent: words.applyAgain,
  });
  again.addEventListener("click", () => {
    board.tell("");
    for (const { id: _id, ...step } of steps) outbox.push(step);
    board.focus();
  });
  board.tell(`${sentenceOf(root) || words.changed} ${lost}`, n ? again : null);
}

const outbox = openOutbox({ changed: showStatus, saved, refused, conflict, stayed() {} });

function send(row, path, fields, more = {}) {
  board.tell("");
  const { reader } = board.list.dataset;
  outbox.push({ url: `${row.dataset.url}/${path}`, fields, turn: row.id, reader, ...more });
}

function take(choice) {
  const place = board.current();
  if (!place) return;
  const name = board.paint(place, choice);
  if (name === null) return;
  send(place.row, "take", { start: place.start, end: place.end, choice }, { again: true });
  board.nextOpen(name ? fill(words.taken, { name }) : words.neither);
}

function takeAll(place) {
  send(board.list, "all", { place }, { again: true });
  board.focus(); // the button has no more to do; the keys are in the list
}

function finish() {
  const n = board.open();
  leaving = false;
  if (n) return say(n === 1 ? words.openOne : fill(words.openMany, { n }));
  if (outbox.count()) {
    leaving = true;
    return undefined;
  }
  return location.assign(find('[data-do="finish"]').dataset.next);
}

const editor = openEditor(board, outbox, send);
const back = (kind) => () => board.row() && send(board.row(), kind, {}, { back: true });
listen(board, editor, {
  take,
  takeAll,
  finish,
  undo: back("undo"),
  redo: back("redo"),
});
outbox.seen(board.list);
board.rows().forEach(outbox.seen);
board.start();
