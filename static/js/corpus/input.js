// Keys and clicks of the corpus page, by the names of the table of keys.
import { find, findAll } from "../shared/dom.js";
import { actOf } from "../shared/keys.js";
import { toggleSheet } from "../shared/sheet.js";

export function listen(map) {
  let letters = true;

  const sheet = () => find("[data-keysheet]");

  const back = () => find("[data-map], [data-row] a")?.focus({ preventScroll: true });
  const showKeys = (wanted) => toggleSheet(sheet(), back, wanted);

  function openAssign() {
    const field = find("[data-assign]");
    for (let at = field; at; at = at.parentElement) if (at.matches("details")) at.open = true;
    return field;
  }

  // To the next row of the list, from the one that is chosen.
  function move(by) {
    const rows = findAll("[data-row]");
    const at = rows.findIndex((row) => row.hasAttribute("aria-current"));
    const inList = document.activeElement?.closest("[data-row]");
    const place = inList ? at + by : Math.max(at, 0);
    const row = rows[Math.max(0, Math.min(rows.length - 1, place))];
    if (!row) return;
    map.choose(row.dataset.row);
    find("a", row)?.focus();
  }

  const inMap = {
    left: () => map.step(-1),
    right: () => map.step(1),
    up: () => map.step(-map.row),
    down: () => map.step(map.row),
    first: () => map.rowEnd(false),
    last: () => map.rowEnd(true),
    "block-before": () => map.step(-map.block),
    "block-after": () => map.step(map.block),
    open: () => map.open(),
  };
  const anywhere = {
    alike: () => map.alike(),
    after: () => move(1),
    before: () => move(-1),
    search: () => find("[data-words]")?.focus(),
    settle: () => find("[data-settle]", find(".head"))?.click(),
    assign: () => openAssign()?.focus(),
    keys: () => showKeys(),
  };

  function pressed(event) {
    const { key, target } = event;
    const act = actOf(event);
    if (act === "leave") return sheet().hidden ? target.blur() : showKeys(false);
    if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
    const moves = target.closest("[data-map]") && inMap[act];
    if (moves) {
      event.preventDefault();
      return moves();
    }
    if (!letters || target.closest("input:not([type=checkbox]), textarea, select")) {
      return undefined;
    }
    if (act === "state") return findAll("[data-state]")[Number(key) - 1]?.click();
    if (!anywhere[act]) return undefined;
    event.preventDefault();
    return anywhere[act]();
  }

  function clicked({ target }) {
    const square = target.closest("[role=gridcell]");
    if (square) return map.choose(map.pkOf(square));
    if (target.closest("[data-keys]")) return showKeys();
    const button = target.closest("[data-step]");
    if (button) return map.step(Number(button.dataset.step));
    const row = target.closest("[data-row]");
    return row && !target.closest("a") ? map.choose(row.dataset.row) : undefined;
  }

  document.addEventListener("keydown", pressed);
  document.addEventListener("click", clicked);
  // Who points at a square is told which dialogue it is.
  document.addEventListener("mouseover", ({ target }) => {
    if (target.matches("[role=gridcell]")) target.title = target.getAttribute("aria-label");
  });
  document.addEventListener("focusin", ({ target }) => {
    const row = target.closest("[data-row]");
    if (row) map.choose(row.dataset.row);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-letters]")) letters = target.checked;
    if (target.matches("[name=dialogue]:checked")) openAssign();
  });
}
