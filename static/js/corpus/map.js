// The squares of the map and the rows of the list, of which one is chosen; the line under the map
// is asked of the server a moment after. What htmx brings anew is looked up each time.
import { find, findAll } from "../shared/dom.js";

const A_ROW = 10;
const A_BLOCK = 100;
const LATER = 120; // milliseconds: who walks through the map asks for nothing on the way

export function openMap() {
  let timer;
  let asked = null; // chosen by the person, and not by the server
  let here = ""; // chosen where no map is: in the list of revision

  const area = () => find("[data-glance]");
  const grid = () => find("[data-map]");
  const line = () => find("[data-chosen]");
  const squares = () => (grid() ? findAll("[role=gridcell]", grid()) : []);
  const chosen = () => line()?.dataset.chosen ?? here;
  const pkOf = (square) => square.id.slice(1);
  const squareOf = (pk) => document.getElementById(`d${pk}`);
  const stateOf = (square) => square.classList[1];

  // Shows in the map and in the list which dialogue is chosen.
  function mark() {
    const pk = chosen();
    const row = pk && find(`[data-row="${pk}"]`);
    if (row || line()) {
      for (const old of findAll("[data-row][aria-current]")) old.removeAttribute("aria-current");
      row?.setAttribute("aria-current", "true");
    }
    follow();
    if (!grid()) return;
    for (const each of findAll("[aria-selected]", grid())) each.removeAttribute("aria-selected");
    const square = squareOf(pk);
    if (square) {
      square.setAttribute("aria-selected", "true");
      grid().setAttribute("aria-activedescendant", square.id);
    } else grid().removeAttribute("aria-activedescendant");
  }

  // The button of a list without a map opens the row that is marked.
  function follow() {
    const button = find("[data-follows]");
    const link = button && find("[data-row][aria-current] .id a");
    if (!link) return;
    button.href = link.href;
    find("[data-name]", button).textContent = link.textContent.trim();
  }

  function tell() {
    const { url, chosen: pk } = line().dataset;
    asked = pk;
    const target = `#${line().id}`;
    htmx.ajax("GET", `${url}?dialogue=${pk}`, { target, swap: "outerHTML" });
  }

  function choose(pk) {
    if (!pk || pk === chosen()) return;
    here = pk;
    if (line()) line().dataset.chosen = pk;
    mark();
    if (!line()) return;
    clearTimeout(timer);
    timer = setTimeout(tell, LATER);
  }

  function goTo(wanted) {
    const all = squares();
    const square = all[Math.max(0, Math.min(all.length - 1, wanted))];
    if (!square) return;
    choose(pkOf(square));
    square.scrollIntoView({ block: "nearest" });
  }

  const place = () => squares().indexOf(squareOf(chosen()));
  const step = (by) => goTo(place() + by);
  const rowEnd = (last) => goTo(place() - (Math.max(0, place()) % A_ROW) + (last ? A_ROW - 1 : 0));

  // The next square of the same state, from the beginning again behind the last.
  function alike() {
    const all = squares();
    const at = place();
    if (at < 0) return;
    const rest = [...all.slice(at + 1), ...all.slice(0, at)];
    const next = rest.find((each) => stateOf(each) === stateOf(all[at]));
    if (next) goTo(all.indexOf(next));
  }

  function open() {
    const { revise, settle } = area().dataset;
    const square = squareOf(chosen());
    const address = square && stateOf(square) === "differ" && settle ? settle : revise;
    if (address && chosen()) location.assign(address.replace(/0(?=\?|$)/, chosen()));
  }

  // An answer about a dialogue that was left meanwhile is asked for again.
  function answered({ target }) {
    if (asked && target === line() && chosen() !== asked) tell();
  }

  document.addEventListener("htmx:afterSettle", answered);
  return { mark, choose, pkOf, step, rowEnd, alike, open, row: A_ROW, block: A_BLOCK };
}
