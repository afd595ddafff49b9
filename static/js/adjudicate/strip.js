// The strip above the turns: a bar loses height as its differences are decided. Called by board.js.
import { find, findAll } from "../shared/dom.js";
import { fill, words } from "../shared/page.js";

const LEVELS = 4; // of height, as the server draws them

export function openStrip() {
  const bars = findAll("a[data-turns]").map((bar) => ({
    bar,
    numbers: bar.dataset.turns.split(" "),
  }));

  function show({ bar }, all, most) {
    const open = all.filter((place) => !place.decided).length;
    const { where } = bar.dataset;
    const said = open ? fill(words.barOpen, { where, n: open }) : fill(words.barDone, { where });
    bar.classList.toggle("decided", !open);
    bar.title = said;
    find(".sr", bar).textContent = said;
    find("i", bar).className = `l${Math.ceil((LEVELS * open) / most)}`;
    find("[data-sign]", bar).textContent = open ? "" : "✓";
  }

  return function draw(places) {
    const held = bars.map(({ numbers }) =>
      places.filter(({ row }) => numbers.includes(row.dataset.number))
    );
    const most = Math.max(LEVELS, ...held.map((all) => all.length));
    bars.forEach((each, n) => held[n].length && show(each, held[n], most));
  };
}
