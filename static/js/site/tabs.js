// On a narrow screen the rows of tabs scroll: the one that is open comes into view, and the page
// itself stays where it is. A fade at an edge says that the row goes on there. The project's tabs
// begin with a whole word at their left edge, wherever they stand.
const FADE = 16; // px, as in the style sheet

function fade(row) {
  const rest = row.scrollWidth - row.clientWidth - Math.abs(row.scrollLeft);
  row.toggleAttribute("data-before", Math.abs(row.scrollLeft) > 1);
  row.toggleAttribute("data-after", rest > 1);
}

// Where the project's tabs are cut, a button at their end unfolds them.
const all = document.querySelector("button.all-tabs");
const tabs = document.querySelector("nav.tabs");

function offerAll() {
  if (all.getAttribute("aria-expanded") === "true") return; // unfolded, nothing is cut
  tabs.style.removeProperty("--rest");
  all.hidden = true;
  all.hidden = tabs.scrollWidth - tabs.clientWidth <= 1;
  if (!all.hidden) showOpen();
}

// The open tab and the one before it, if both have room. `--rest` is what the row lacks behind its
// last tab for a whole word to stand at the edge when it is scrolled to its end.
function showOpen() {
  const pad = parseFloat(getComputedStyle(tabs).scrollPaddingLeft);
  const edge = tabs.getBoundingClientRect().left + pad - tabs.scrollLeft;
  const starts = [...tabs.children].map((tab) => tab.getBoundingClientRect().left - edge);
  const end = tabs.scrollWidth - tabs.clientWidth;
  const last = starts.find((start) => start >= end) ?? end;
  tabs.style.setProperty("--rest", `${Math.ceil(last - end)}px`);
  const place = [...tabs.children].findIndex((tab) => tab.ariaCurrent);
  if (place < 0) return;
  const { width } = tabs.children[place].getBoundingClientRect();
  const before = starts[Math.max(0, place - 1)];
  const both = starts[place] + width - before + 2 * pad <= tabs.clientWidth;
  tabs.scrollLeft = both ? before : starts[place];
}

if (all && tabs) {
  all.addEventListener("click", () => {
    const open = all.getAttribute("aria-expanded") !== "true";
    all.setAttribute("aria-expanded", String(open));
    offerAll();
    fade(tabs);
  });
  addEventListener("resize", offerAll);
  offerAll();
}

for (const tab of document.querySelectorAll("nav:not(.tabs) [aria-current]")) {
  const row = tab.closest("nav");
  const outer = row.getBoundingClientRect();
  const { right } = tab.getBoundingClientRect();
  const before = (tab.previousElementSibling ?? tab).getBoundingClientRect();
  const first = right - before.left + FADE > outer.width ? tab.getBoundingClientRect() : before;
  row.scrollLeft += first.left - outer.left - FADE; // the tab before it starts whole, too
}
for (const row of document.querySelectorAll("nav.tabs, nav.subnav")) {
  row.addEventListener("scroll", () => fade(row), { passive: true });
  new ResizeObserver(() => fade(row)).observe(row); // now, too
}
// So does the one that the keyboard reaches: a browser may take a sliver of it for enough.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("nav a")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});
