// The list of turns on the adjudication page: which difference is the current one, what is decided,
// rows painted at once and replaced by the server's. Called by adjudicate.js and its parts.
import { find } from "../shared/dom.js";
import { keyOf } from "../shared/keys.js";
import { fill, say, words } from "../shared/page.js";
import { openStrip } from "./strip.js";

const ARROWS = { ArrowLeft: "←", ArrowRight: "→" };

export function openBoard() {
  const list = find("[data-board]");
  const tools = find("[data-tools]");
  const drawStrip = openStrip();
  let at = { id: "", n: 0 }; // the current difference: its row's id, its place in the row

  const rows = () => [...list.querySelectorAll("[data-row]")];
  const cells = (row) => [...row.querySelectorAll("[data-cell]")];
  const line = (row) => find("[data-line]", row);
  const row = () => document.getElementById(at.id);
  const gold = (of = row()) => find("[data-text]", of);
  const parts = (element, n) => [...element.querySelectorAll(`[data-differ="${n}"]`)];

  function placesOf(of) {
    return [...of.querySelectorAll("[data-place]")].map((mark, n) => ({
      row: of,
      n,
      mark,
      start: Number(mark.dataset.start),
      end: Number(mark.dataset.end),
      decided: mark.hasAttribute("data-decided"),
      whole: mark.hasAttribute("data-whole"),
    }));
  }

  const places = () => rows().flatMap(placesOf);
  const open = () => places().filter((place) => !place.decided).length;
  const same = (place) => place.row.id === at.id && place.n === at.n;
  const current = () => (row() ? placesOf(row())[at.n] : undefined);

  // What stands in a stretch: each mark with its label, as a person would say it.
  function spoken(element, n) {
    const marks = parts(element, n).flatMap((part) => [...part.querySelectorAll("mark.span")]);
    return marks.map((mark) => mark.textContent).join("; ") || words.none;
  }

  function describe(place) {
    const all = places();
    const n = all.findIndex(same) + 1;
    const { number } = place.row.dataset;
    const said = cells(place.row).map((cell) => `${cell.dataset.name}: ${spoken(cell, place.n)}.`);
    const state = place.decided
      ? `${words.isDecided} ${words.gold}: ${spoken(gold(place.row), place.n)}.`
      : words.isOpen;
    return [fill(words.place, { number, n, total: all.length }), ...said, state].join(" ");
  }

  const labelOf = ({ dataset }) =>
    find(`[data-editing] [data-label="${dataset.label}"]`, tools)?.dataset.spoken ?? dataset.k;

  function wordsOf(mark) {
    const copy = mark.cloneNode(true);
    copy.querySelectorAll(".sr").forEach((each) => each.remove());
    return copy.textContent;
  }

  // What each reader said there, for her button: the labels, with their words where those differ.
  function answers(some, n) {
    const marks = some.map((cell) =>
      parts(cell, n).flatMap((part) => [...part.querySelectorAll("mark.span")])
    );
    const stretches = new Set(
      marks.filter((each) => each.length).map((each) => each.map(wordsOf).join("|")),
    );
    const say = (mark) => stretches.size > 1 ? `${wordsOf(mark)}, ${labelOf(mark)}` : labelOf(mark);
    return marks.map((each) => each.map(say).join("; ") || words.noLabelHere);
  }

  function button(cell, count, what) {
    const { name, cell: choice } = cell.dataset;
    const key = count > 2 ? choice : keyOf(choice === "1" ? "left" : "right");
    const take = Object.assign(document.createElement("button"), {
      type: "button",
      className: "btn",
    });
    take.dataset.take = choice;
    take.setAttribute("aria-keyshortcuts", key);
    const shown = document.createElement("kbd");
    shown.textContent = ARROWS[key] ?? key;
    const said = document.createElement("span");
    said.textContent = fill(words.says, { name, what });
    take.append(said, " ", shown);
    return take;
  }

  // The answer as the reader marked it, for a screen that shows her text no second time.
  function reading(cell, n) {
    const shown = Object.assign(document.createElement("span"), { className: "reading" });
    shown.setAttribute("aria-hidden", "true");
    for (const part of parts(cell, n)) shown.append(...part.cloneNode(true).childNodes);
    return shown;
  }

  // The tools stand under the current turn.
  function dress(of, place) {
    const takes = find("[data-takes]", tools);
    const some = place ? cells(of) : [];
    const said = place ? answers(some, place.n) : [];
    const buttons = some.map((cell, n) => {
      const take = button(cell, some.length, said[n]);
      take.append(reading(cell, place.n));
      return take;
    });
    takes.replaceChildren(...buttons);
    find('[data-do="neither"]', tools).hidden = !place;
    line(of).append(tools);
    tools.hidden = false;
  }

  function draw() {
    for (const each of rows()) {
      const here = each.id === at.id;
      line(each).classList.toggle("now", here);
      line(each).toggleAttribute("aria-current", here);
      line(each).setAttribute("role", here ? "application" : "group");
      line(each).tabIndex = here ? 0 : -1;
      each.querySelectorAll(".differ").forEach((part) => part.classList.remove("chosen"));
      for (const { n, decided, whole } of placesOf(each)) {
        for (const part of parts(gold(each), n))
          part.classList.toggle("open", !decided && !whole);
      }
      if (!here) continue;
      line(each).setAttribute("aria-current", "true");
      const place = placesOf(each)[at.n];
      if (place && !place.whole) parts(each, at.n).forEach((part) => part.classList.add("chosen"));
      dress(each, place);
    }
    count();
  }

  function count() {
    const all = places();
    const left = open();
    drawStrip(all);
    const n = all.findIndex(same) + 1;
    find("[data-position]").textContent = n ? fill(words.position, { n, total: all.length }) : "";
    find("[data-decided-state]").textContent = fill(words.decided, {
      n: all.length - left,
      total: all.length,
    });
    const done = find('[data-do="finish"]');
    done.disabled = left > 0;
    done.classList.toggle("main", left === 0);
    for (const each of document.querySelectorAll("[data-all]")) {
      const mine = ({ dataset }) => dataset.name === each.dataset.name;
      const some = all.some((place) => !place.decided && cells(place.row).some(mine));
      each.disabled = !some;
    }
  }

  const focus = () => row() && line(row()).focus({ preventScroll: true });

  function go(place, before = "") {
    at = { id: place.row.id, n: place.n };
    draw();
    focus();
    line(place.row).scrollIntoView({ block: "nearest" });
    say(`${before} ${describe(place)}`.trim());
  }

  function move(by) {
    const all = places();
    if (!all.length) return;
    const here = all.findIndex(same);
    go(all[(here + by + all.length) % all.length]);
  }

  function nextOpen(before) {
    const all = places();
    const here = all.findIndex(same);
    const next = [...all.slice(here + 1), ...all.slice(0, here)].find((place) => !place.decided);
    if (next) return go(next, before);
    draw();
    return say(`${before} ${words.allDecided}`);
  }

  // Show in the gold text what the n-th reader said there, or nothing; null without such a reader.
  function paint(place, choice) {
    const cell = choice
      ? cells(place.row).find((each) => each.dataset.cell === String(choice))
      : null;
    if (choice && !cell) return null;
    const [first, ...rest] = parts(gold(place.row), place.n);
    const source = cell ?? cells(place.row)[0];
    const copy = parts(source, place.n).flatMap((part) => [...part.cloneNode(true).childNodes]);
    rest.forEach((part) => part.remove());
    first?.replaceChildren(...copy);
    if (!cell) {
      for (const mark of first?.querySelectorAll("mark.span") ?? []) {
        find(".sr", mark)?.remove();
        mark.replaceWith(...mark.childNodes);
      }
    }
    place.mark.setAttribute("data-decided", "");
    place.row.classList.remove("untouched");
    return cell ? cell.dataset.name : "";
  }

  // A row from the server; with `keep` only its version counts, for more is on its way.
  function replace(fresh, keep) {
    const old = document.getElementById(fresh.id);
    if (keep && old?.hasAttribute("data-row")) {
      old.dataset.version = fresh.dataset.version;
      return;
    }
    const focused = old?.contains(document.activeElement);
    const name = document.activeElement?.dataset.do;
    if (tools.parentElement && old?.contains(tools)) find("main").append(tools);
    old?.replaceWith(fresh);
    draw();
    if (!focused) return;
    const same = name && find(`[data-do="${name}"]:not([disabled])`, tools);
    (same || line(fresh)).focus({ preventScroll: true });
  }

  // What an answer says of the whole dialogue.
  function offer(root) {
    list.dataset.version = root.dataset.boardVersion;
    find('[data-do="undo"]').disabled = !root.hasAttribute("data-undo");
    find('[data-do="redo"]').disabled = !root.hasAttribute("data-redo");
  }

  // After undo or redo: to what it changed.
  function goToChanged(root) {
    const changed = root.querySelectorAll("[data-row]");
    const ids = [...changed].map((each) => each.id);
    const all = places().filter((place) => ids.includes(place.row.id));
    const here = all.find((place) => !place.decided && same(place));
    const place = here ?? all.find((each) => !each.decided) ?? all.find(same) ?? all[0];
    if (place) go(place);
    else if (changed.length) say(fill(words.elsewhere, { number: changed[0].dataset.number }));
  }

  function tell(sentence, extra) {
    const note = find("[data-message]", tools);
    note.textContent = sentence;
    note.hidden = !sentence;
    if (extra) note.append(" ", extra);
  }

  // A row that is to be edited; it may have no difference.
  function visit(id) {
    if (at.id !== id) at = { id, n: 0 };
    draw();
  }

  function start() {
    const all = places();
    const first = all.find((place) => !place.decided) ?? all[0];
    if (first) return go(first);
    return count();
  }

  return {
    list,
    tools,
    rows,
    row,
    gold,
    line,
    cells,
    current,
    open,
    focus,
    go,
    move,
    nextOpen,
    paint,
    replace,
    offer,
    goToChanged,
    tell,
    visit,
    start,
    placesOf,
  };
}
