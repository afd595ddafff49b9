// The next items of the list, fetched before they are needed and kept in memory only: "Done, next"
// paints the next one at once, and work goes on without a connection. Looking takes no turn; what
// the server says when it has heard of a finished turn counts. Called by label.js.
import { find } from "../shared/dom.js";
import { load } from "../shared/http.js";
import { page } from "./desk.js";

const MANY = 3; // items
const OLD = 10 * 60 * 1000; // milliseconds after which a page is fetched anew
const LATER = 1500;

const idle = (work) => (globalThis.requestIdleCallback ?? setTimeout)(work);
const itemOf = (link) => link.pathname.split("/").at(-1);
const askedOf = (work) => find("[data-asked]", work);

const isOpen = (turn) => turn.dataset.version !== undefined;

// A turn's text as another drawing has it; in the context there are no proposals.
function copyText(from, to) {
  if (isOpen(to) && !isOpen(from)) return; // drawn without tokens: it was not labelled there
  const text = find(".said", to);
  text.replaceChildren(...[...find(".said", from).childNodes].map((node) => node.cloneNode(true)));
  for (const piece of text.querySelectorAll(".caret, .chosen"))
    piece.classList.remove("caret", "chosen");
  if (isOpen(from) && isOpen(to)) to.dataset.version = from.dataset.version;
  if (isOpen(to)) return;
  for (const mark of text.querySelectorAll("mark.machine")) {
    find(".sr", mark)?.remove();
    mark.replaceWith(...mark.childNodes);
  }
}

// A turn that was asked on the page before this one: here it is context.
export function showLeft(root, shown) {
  if (shown !== page.turn) copyText(root, shown);
}

export function openAhead({ outbox, turns, active }) {
  const ready = new Map(); // item -> {work, at, changed: ids of turns that were changed since}
  const over = new Map(); // item -> the sign of what was done with it here
  let touched = new Set(); // turns on which something was done since the page was painted
  let busy = false;
  let timer = 0;

  // Items still to be read, those behind this one first.
  function following() {
    const links = [...page.work.querySelectorAll(".items a[data-open]")];
    const here = links.findIndex((link) => link.hasAttribute("aria-current"));
    const rows = [...links.slice(here + 1), ...links.slice(0, Math.max(0, here))];
    return rows.filter((link) => link.dataset.state === "open" && !over.has(itemOf(link)));
  }

  function look() {
    clearTimeout(timer);
    timer = setTimeout(() => idle(fetchSome), 200);
  }

  async function fetchSome() {
    if (busy || !navigator.onLine) return;
    if (outbox.count()) {
      timer = setTimeout(look, LATER); // what is to be saved goes first
      return;
    }
    busy = true;
    const rows = following();
    const near = new Set(rows.slice(0, 2 * MANY).map(itemOf));
    for (const item of ready.keys()) if (!near.has(item)) ready.delete(item);
    for (const link of rows.slice(0, MANY)) {
      const item = itemOf(link);
      if (fresh(item)) continue;
      const work = await load(link.href);
      if (!work?.hasAttribute("data-work")) break;
      keep(item, work);
    }
    busy = false;
  }

  function keep(item, work) {
    ready.set(item, { work, at: Date.now(), changed: new Set() });
    document.body.dataset.ahead = ready.size;
  }

  function fresh(item) {
    const entry = ready.get(item);
    if (!entry) return null;
    const isOld = navigator.onLine && Date.now() - entry.at > OLD;
    // Changed since on a page that is not shown now: how it looks is not known here.
    const isLost = [...entry.changed].some((id) => !document.getElementById(id));
    if (!isOld && !isLost) return entry;
    ready.delete(item);
    return null;
  }

  // A step was made, or another turn was changed by one.
  function note(turnIds) {
    for (const id of turnIds) {
      touched.add(id);
      for (const { work, changed } of ready.values())
        if (find(`#${CSS.escape(id)}`, work)) changed.add(id);
    }
  }

  // Leave the asked turn for the next one at once; true if there is one ready.
  function leave(step) {
    const end = step.url.match(/\/(finish|skip)$/)?.[1];
    if (!step.move || !end) return false;
    if (end === "finish" && find("mark.machine", askedOf(page.work))) return false;
    const link = following()[0];
    const entry = link && fresh(itemOf(link));
    if (!entry) return false;
    const item = itemOf(link);
    ready.delete(item);
    over.set(page.work.dataset.item, end === "finish" ? "✓" : "–");
    outbox.push({ ...step, move: false, left: item });
    adopt(entry.work);
    touched = new Set();
    turns.showWork(entry.work, entry.work.dataset.url);
    active.start();
    return true;
  }

  // Turns on both pages look as they do here: what was labelled is not on the fetched one yet.
  function adopt(work) {
    for (const turn of page.work.querySelectorAll("li.turn")) {
      const there = find(`#${CSS.escape(turn.id)}`, work);
      if (there) copyText(turn, there);
    }
    signs(work);
  }

  function signs(work) {
    for (const link of work.querySelectorAll(".items a[data-open]")) {
      const sign = over.get(itemOf(link));
      if (sign && link.dataset.state === "open") find(".st", link).textContent = sign;
    }
  }

  // What the server says after a turn that was left. It may give another turn than the one that
  // was painted: what was labelled there is kept, and the given one comes next.
  function answered(step, root, response) {
    const elsewhere = response.headers.get("HX-Redirect");
    const isHere = page.work.dataset.item === step.left;
    const idleHere = isHere && !touched.size && !outbox.count();
    if (elsewhere) return idleHere ? location.assign(elsewhere) : undefined;
    if (!root?.hasAttribute("data-work")) return undefined;
    const { item } = root.dataset;
    if (item === page.work.dataset.item) refreshList(root);
    else if (idleHere) turns.showWork(root, root.dataset.url);
    else if (item !== step.left && !over.has(item))
      keep(item, root);
    return look();
  }

  // The list and the progress of the fetched page are from before; the turn may be, too.
  function refreshList(root) {
    const [shown, now] = [page.work, root].map((work) => find("aside", work));
    if (!shown.contains(document.activeElement)) shown.replaceWith(now);
    signs(page.work);
    const asked = askedOf(root);
    if (touched.has(asked.id) || asked.dataset.version === askedOf(page.work).dataset.version)
      return;
    outbox.seen(asked);
    turns.show(asked);
  }

  // A step over many dialogues (propagate.js): what was fetched is of before it.
  addEventListener("labelled-many", () => {
    ready.clear();
    look();
  });
  addEventListener("online", look);
  return { leave, note, answered, look };
}
