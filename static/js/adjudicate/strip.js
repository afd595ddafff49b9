// The strip above the turns: a bar loses height as its differences are decided; its items and
// issues stay as the page found them. Called by board.js.
import { find, findAll } from "../shared/dom.js";
import { fill, words } from "../shared/page.js";

const LEVELS = 4; // of height, as the server draws them

export function openStrip() {
  const bars = findAll("a[data-turns]").map((bar) => ({
    bar,
    numbers: bar.dataset.turns.split(" "),
    items: Number(bar.dataset.items),
    sign: find("[data-sign]", bar).textContent, // of its gravest issue
  }));

  function show({ bar, items, sign }, all, most) {
    const open = all.filter((place) => !place.decided).length;
    const { where, rest } = bar.dataset;
    const said = open ? fill(words.barOpen, { where, n: open }) : fill(words.barDone, { where });
    bar.classList.toggle("decided", !open && !sign);
    bar.title = rest ? `${said}, ${rest}` : said;
    find(".sr", bar).textContent = bar.title;
    find("i", bar).className = `l${Math.ceil((LEVELS * (open + items)) / most)}`;
    find("[data-sign]", bar).textContent = sign || (open ? "" : "✓");
  }

  return function draw(places) {
    const held = bars.map(({ numbers }) =>
      places.filter(({ row }) => numbers.includes(row.dataset.number))
    );
    const most = Math.max(LEVELS, ...held.map((all, n) => all.length + bars[n].items));
    bars.forEach((each, n) => held[n].length && show(each, held[n], most));
  };
}
