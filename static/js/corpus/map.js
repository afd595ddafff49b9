// The squares of the map and the rows of the list, of which one is chosen; the line under the map
// is asked of the server a moment after. What htmx brings anew is looked up each time.
import { find, findAll } from "../shared/dom.js";

const A_ROW = 10;
const A_BLOCK = 100;
const LATER = 120; // milliseconds: who walks through the map asks for nothing on the way

export function openMap() {
  let timer;
  let asked = null; // chosen by the person, and not by the server

  const area = () => find("[data-glance]");
  const grid = () => find("[data-map]");
  const line = () => find("[data-chosen]");
  const squares = () => findAll("[role=gridcell]", grid());
  const chosen = () => line()?.dataset.chosen ?? "";
  const pkOf = (square) => square.id.slice(1);
  const squareOf = (pk) => document.getElementById(`d${pk}`);
  const stateOf = (square) => square.classList[1];

  // Shows in the map and in the list which dialogue is chosen.
  function mark() {
    if (!grid()) return;
    for (const each of findAll("[aria-selected]", grid())) each.removeAttribute("aria-selected");
    for (const row of findAll("[data-row][aria-current]")) row.removeAttribute("aria-current");
    const pk = chosen();
    const square = squareOf(pk);
    if (square) {
      square.setAttribute("aria-selected", "true");
      grid().setAttribute("aria-activedescendant", square.id);
    } else grid().removeAttribute("aria-activedescendant");
    find(`[data-row="${pk}"]`)?.setAttribute("aria-current", "true");
  }

  function tell() {
    const { url, chosen: pk } = line().dataset;
    asked = pk;
    const target = `#${line().id}`;
    htmx.ajax("GET", `${url}?dialogue=${pk}`, { target, swap: "outerHTML" });
  }

  function choose(pk) {
    if (!pk || pk === chosen()) return;
    line().dataset.chosen = pk;
    mark();
    clearTimeout(timer);
    timer = setTimeout(tell, LATER);
  }

  function goTo(place) {
    const all = squares();
    const square = all[Math.max(0, Math.min(all.length - 1, place))];
    if (!square) return;
    choose(pkOf(square));
    square.scrollIntoView({ block: "nearest" });
  }

  const here = () => squares().indexOf(squareOf(chosen()));
  const step = (by) => goTo(here() + by);
  const rowEnd = (last) => goTo(here() - (Math.max(0, here()) % A_ROW) + (last ? A_ROW - 1 : 0));

  // The next square of the same state, from the beginning again behind the last.
  function alike() {
    const all = squares();
    const at = here();
    if (at < 0) return;
    const rest = [...all.slice(at + 1), ...all.slice(0, at)];
    const next = rest.find((each) => stateOf(each) === stateOf(all[at]));
    if (next) goTo(all.indexOf(next));
  }

  function open() {
    const { revise, settle } = area().dataset;
    const square = squareOf(chosen());
    const address = square && stateOf(square) === "differ" && settle ? settle : revise;
    if (address && chosen()) location.assign(address.replace(/0$/, chosen()));
  }

  // An answer about a dialogue that was left meanwhile is asked for again.
  function answered({ target }) {
    if (asked && target === line() && chosen() !== asked) tell();
  }

  document.addEventListener("htmx:afterSettle", answered);
  return { mark, choose, pkOf, step, rowEnd, alike, open, row: A_ROW, block: A_BLOCK };
}
