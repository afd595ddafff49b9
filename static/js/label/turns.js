// The turns of the dialogue: one is active, any can become it; those that a step has changed are
// drawn anew. Called by label.js with what the server answered, by input.js with what was pressed.
import { find, findAll } from "../shared/dom.js";
import { load } from "../shared/http.js";
import { fill, say, words } from "../shared/page.js";
import { openText } from "../shared/text.js";
import { page, refresh, sayPlace, tell } from "./desk.js";

export const turnOf = (element) => element?.closest("li.turn");
const isOpen = (turn) => turn.dataset.version !== undefined; // drawn as tokens
const askedTurn = () => find("[data-asked]", page.work);
const numberOf = (turn) => find(".n", turn).textContent;

// A drawing of a turn on which steps wait: they were made on an older one, and say so.
const seen = (outbox, turn) => outbox.pending(turn.id) || outbox.seen(turn);
const loadOpen = (turn) => load(`${turn.dataset.url}?item=${page.work.dataset.item}`);

// The turn stays where the person sees it, whatever becomes taller or shorter above it.
function steadily(turn, change) {
  const before = turn.getBoundingClientRect().top;
  const now = change();
  const main = find("main", page.work);
  const scrolls = getComputedStyle(main).overflowY === "auto";
  const box = scrolls ? main : document.scrollingElement;
  box.scrollTop += now.getBoundingClientRect().top - before;
}

export function openTurns(outbox) {
  let loading = false;
  const places = new Map(); // where the person was in turns that she left, by id

  function activate(turn) {
    if (page.turn) places.set(page.turn.id, page.text.range() ?? undefined);
    page.turn?.classList.remove("active");
    turn.classList.add("active");
    page.turn = turn;
    page.labelled = null;
    page.text = openText(find("[data-text]", turn), places.get(turn.id), page);
  }

  // Whether there is something to undo is known of the dialogue, not of one turn.
  function allowUndo(root) {
    for (const name of ["undo", "redo"])
      for (const button of findAll(`:is([data-work], [data-foot]) [data-do="${name}"]`))
        button.disabled = !root.hasAttribute(`data-${name}`);
  }

  // The server's latest drawing of a turn that is open on the page. The element with the focus
  // stays, so that a screen reader does not read the whole turn again; so does a panel.
  function show(root) {
    const shown = root?.id && document.getElementById(root.id);
    if (!shown || !isOpen(root)) return;
    const panels = shown.querySelectorAll(":scope > .panel");
    const focused = shown.contains(document.activeElement) && document.activeElement;
    const { candidates } = find("[data-text]", shown).dataset;
    if (candidates) find("[data-text]", root).dataset.candidates ??= candidates;
    if (shown !== page.turn) {
      shown.replaceWith(root);
    } else {
      const around = page.text.range() ?? undefined;
      const fresh = find("[data-text]", root);
      const { element } = page.text;
      element.replaceChildren(...fresh.childNodes);
      fresh.replaceWith(element);
      root.classList.add("active");
      shown.replaceWith(root);
      page.turn = root;
      page.text = openText(element, around, page);
    }
    root.append(...panels);
    allowUndo(root);
    // What holds the asked turn is to be seen there, wherever Space was pressed.
    const note = find("[data-message]", root);
    const isHeld = root.hasAttribute("data-asked") && !note.hidden;
    if (isHeld && root !== page.turn) open(root);
    const told = find("[data-message][data-stays]", shown);
    if (told && note.hidden) note.replaceWith(told);
    if (focused) {
      const name = focused.dataset.do;
      const again = name && find(`[data-do="${name}"]:not([disabled])`, root);
      const target = (again?.checkVisibility() && again) ||
        (root.contains(focused) ? focused : find("[data-text]", root));
      target.focus({ preventScroll: true });
    }
    refresh();
  }

  function showWork(root, url) {
    page.work.replaceWith(root);
    if (url) history.pushState({ label: true }, "", url);
    openPage();
  }

  function openPage() {
    page.work = find("[data-work]");
    page.above ??= Number(page.work.dataset.acceptFrom);
    page.turn = null;
    places.clear();
    activate(askedTurn());
    allowUndo(page.turn);
    seen(outbox, page.turn);
    const [proposal] = page.text.proposals();
    const first = proposal ? page.text.extent(proposal) : page.text.stops.all()[0];
    if (first) page.text.choose(first);
    document.title = page.work.dataset.title;
    const model = find("[data-model-source]", page.work).cloneNode(true);
    find("[data-model-state]").replaceChildren(...model.childNodes);
    find(".items [aria-current]", page.work)?.scrollIntoView({
      block: "nearest",
      inline: "center",
    });
    page.turn.scrollIntoView({ block: "center" });
    page.text.element.focus({ preventScroll: true });
    refresh();
  }

  // Make a turn the active one. `place` puts the caret, once its tokens are there.
  async function open(turn, place = () => {}) {
    if (loading || turn === page.turn) return;
    let fresh = null;
    if (!isOpen(turn)) {
      loading = true;
      fresh = await load(`${turn.dataset.url}`);
      loading = false;
      if (!fresh) return tell(words.notOpened);
      if (!turn.isConnected) return;
      seen(outbox, fresh);
    }
    tell("");
    steadily(turn, () => {
      if (fresh) turn.replaceWith(fresh);
      activate(fresh ?? turn);
      return page.turn;
    });
    place(page.text);
    page.text.element.focus({ preventScroll: true });
    refresh();
    sayPlace();
  }

  // To the turn above or below, at the line and the column nearest to where the caret was.
  function openNext(direction) {
    const next = direction < 0 ? page.turn.previousElementSibling : page.turn.nextElementSibling;
    if (!next) return say(direction < 0 ? words.firstTurn : words.lastTurn);
    const column = page.text.column();
    return open(next, (text) => text.enter(direction, column));
  }

  // The active turn once more, cut up as the person now wants it.
  function reread() {
    page.text = openText(page.text.element, page.text.range() ?? undefined, page);
    refresh();
  }

  const openAsked = () => open(askedTurn());

  // Turns that a step has changed besides the one that it was made on.
  async function follow(step, root, response) {
    const header = response.headers.get("X-Changed-Turns");
    if (!header) return;
    const undone = /\/(undo|redo)$/.test(step.url);
    const here = root.dataset.version !== document.getElementById(root.id)?.dataset.version;
    const { work } = page;
    const pks = header.split(",");
    const shown = pks.map((pk) => document.getElementById(`turn-${pk}`)).filter(Boolean);
    for (const fresh of await changed(shown)) {
      const turn = document.getElementById(fresh.id);
      if (page.work !== work || !turn || outbox.pending(turn.id)) continue;
      if (isOpen(fresh)) {
        outbox.seen(fresh);
        show(fresh);
      } else turn.replaceWith(fresh);
    }
    refresh();
    if (undone && page.work === work) await point(pks, here);
  }

  async function changed(turns) {
    const open = turns.filter(isOpen).map(loadOpen);
    const pks = turns.filter((turn) => !isOpen(turn)).map((turn) => `pk=${turn.dataset.turn}`);
    const closed = pks.length ? await load(`${page.work.dataset.turns}?${pks.join("&")}`) : null;
    return [...(await Promise.all(open)).filter(Boolean), ...(closed?.children ?? [])];
  }

  // An undone step may have been far from where the person looks: show where.
  async function point(pks, here) {
    let turn = pks.map((pk) => document.getElementById(`turn-${pk}`)).find(Boolean);
    const shown = Boolean(turn);
    turn ??= (await load(`${page.work.dataset.turns}?pk=${pks[0]}`))?.firstElementChild;
    if (!turn) return;
    if (shown) turn.classList.add("changed");
    if (shown && !here) turn.scrollIntoView({ block: "center" });
    const values = { n: numberOf(turn), more: pks.length - 1 };
    say(fill(pks.length > 1 ? words.changedMany : words.changedOne, values));
  }

  return {
    show,
    showWork,
    openPage,
    open,
    openNext,
    openAsked,
    reread,
    follow,
    loading: () => loading,
  };
}
