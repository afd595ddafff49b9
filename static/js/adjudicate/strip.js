// The line above the turns: a part is ticked when all its differences are decided.
// Called by board.js.
import { find, findAll } from "../shared/dom.js";
import { fill, words } from "../shared/page.js";

export function openStrip() {
  const bars = findAll("a[data-turns]").map((bar) => ({
    bar,
    numbers: bar.dataset.turns.split(" "),
    sign: find("[data-sign]", bar).textContent,
  }));

  function show({ bar, sign }, all) {
    const open = all.filter((place) => !place.decided).length;
    const { where } = bar.dataset;
    bar.classList.toggle("decided", !open);
    bar.title = open ? fill(words.barOpen, { where, n: open }) : fill(words.barDone, { where });
    find(".sr", bar).textContent = bar.title;
    find("[data-sign]", bar).textContent = open ? sign : "✓";
  }

  return function draw(places) {
    for (const each of bars) {
      const held = places.filter(({ row }) => each.numbers.includes(row.dataset.number));
      if (held.length) show(each, held);
    }
  };
}
