// With "Changed turns only" the turns that stay as they are stand folded: a run of them is one row,
// which opens them. The turn of an issue stays.
import { find, findAll } from "../shared/dom.js";
import { area, zone } from "./page.js";

let drawn = ""; // the runs that stand there

const rows = () => findAll(".pair:not(.heads, .run)", zone());
const isFolded = () => zone().classList.contains("only-changed");

// Places of the rows that an issue needs.
function needed(all) {
  const turns = new Map(all.map((row, place) => [row.dataset.turn, place]));
  const places = new Set();
  for (const { dataset } of findAll("[data-issue]", area())) {
    const place = turns.get(dataset.issue);
    if (place !== undefined) places.add(place);
  }
  return places;
}

function runsOf(all) {
  const stays = needed(all);
  const runs = [];
  let run = [];
  all.forEach((row, place) => {
    const folds = row.matches(".same:not(.leaks, .now, .unfolded)") && !stays.has(place);
    if (folds) run.push(row);
    if ((!folds || place === all.length - 1) && run.length) {
      runs.push(run);
      run = [];
    }
  });
  return runs;
}

// The row of a run, from the words on the page.
function rowOf(run) {
  const row = find("[data-run]", zone()).content.firstElementChild.cloneNode(true);
  const said = find("[data-one]", row);
  const [first, last] = [run[0], run.at(-1)].map((each) => find(".n", each).textContent.trim());
  find(".n", row).textContent = run.length > 1 ? `${first}–${last}` : first;
  const { one, many } = said.dataset;
  said.textContent = run.length > 1 ? many.replace("{n}", run.length) : one;
  return row;
}

export function drawRuns() {
  const all = rows();
  const runs = isFolded() ? runsOf(all) : [];
  const inRuns = new Set(runs.flat());
  for (const row of all) row.classList.toggle("in-run", inRuns.has(row));
  const now = runs.map((run) => `${run[0].id}:${run.length}`).join(" ");
  const there = findAll(".run", zone());
  if (now === drawn && there.length === runs.length) return;
  drawn = now;
  for (const row of there) row.remove();
  for (const run of runs) run[0].before(rowOf(run));
}

// Opened by its row, until all is folded anew.
export function openRun(row) {
  let each = row.nextElementSibling;
  const first = each;
  while (each?.matches(".in-run")) {
    each.classList.add("unfolded");
    each = each.nextElementSibling;
  }
  drawRuns();
  first.tabIndex = -1;
  first.focus({ preventScroll: true });
}

export function foldAnew() {
  for (const row of findAll(".unfolded", zone())) row.classList.remove("unfolded");
}
