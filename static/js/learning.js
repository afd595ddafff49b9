// Learning page: the curve is drawn from its own table, over the cost that the person chooses.
// Without this script the table is there alone.
import { draw } from "./learning/chart.js";
import { readPoints, say } from "./learning/points.js";

const AXES = ["turns", "tokens", "edits", "seconds"];

function start(figure) {
  const points = readPoints(figure.querySelector("[data-points]"));
  const place = figure.querySelector("[data-plot]");
  const said = figure.querySelector("[data-said]");
  const buttons = [...figure.querySelectorAll("[data-by]")];
  const known = AXES.filter((axis) => points.some((point) => point.costs[axis] !== null));
  let axis = known.includes(figure.dataset.axis) ? figure.dataset.axis : known[0];
  if (!axis || typeof uPlot === "undefined") return;
  let chart = null;
  let listed = [];
  const newest = points.findLast((point) => point.series !== "chance");
  let current = 0;
  let looks = false;

  const nameOf = (by) => buttons.find((each) => each.dataset.by === by).dataset.name;

  function show(index, mark = true) {
    current = Math.max(0, Math.min(listed.length - 1, index));
    const text = say(listed[current], axis, nameOf(axis));
    const isTold = !looks && listed[current] === newest; // above the curve
    said.textContent = isTold ? "" : text;
    place.setAttribute("aria-valuenow", current + 1);
    place.setAttribute("aria-valuetext", text);
    if (mark) chart.mark(listed[current]);
  }

  function look(index, mark = true) {
    looks = true;
    show(index, mark);
  }

  function over(by) {
    axis = by;
    listed = points.filter((point) => point.costs[axis] !== null)
      .sort((one, other) => one.costs[axis] - other.costs[axis]);
    for (const button of buttons) button.setAttribute("aria-pressed", button.dataset.by === axis);
    place.setAttribute("aria-valuemax", listed.length);
    chart?.destroy();
    place.replaceChildren();
    chart = draw(place, listed, axis, nameOf(axis), (point) => look(listed.indexOf(point), false));
    const proposes = listed.findIndex((point) => point.proposes);
    show(proposes < 0 ? listed.length - 1 : proposes, false); // a ring is for who looks around
  }

  for (const each of figure.querySelectorAll("[data-axes], [data-plot], [data-legend]"))
    each.hidden = false;
  for (const each of figure.querySelectorAll("[data-legend] [data-series]")) {
    const series = each.dataset.series;
    // the end of the line needs no word
    const isIn = (one) =>
      series === "proposes" ? one.proposes && one !== newest : one.series === series;
    each.hidden = !points.some(isIn);
  }
  for (const button of buttons) {
    button.disabled = !known.includes(button.dataset.by);
    button.addEventListener("click", () => {
      looks = true;
      over(button.dataset.by);
    });
  }
  place.addEventListener("focus", () => look(current));
  place.addEventListener("keydown", (event) => {
    const steps = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      Home: -listed.length,
      End: listed.length,
    };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(current + steps[event.key]);
  });
  over(axis);
  figure.stopDrawing = () => chart?.destroy();
}

const figures = (root) => root.querySelectorAll("[data-chart]");

for (const figure of figures(document)) start(figure);
// A finished round brings the page's middle anew.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  for (const figure of figures(detail.target)) figure.stopDrawing?.();
});
document.addEventListener("htmx:load", ({ detail }) => {
  for (const figure of figures(detail.elt)) if (!figure.stopDrawing) start(figure);
});
