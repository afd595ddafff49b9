// The curve on uPlot: what is found and what is also rightly named, each with its name at its end;
// chance dashed, the large model as diamonds.
// Styles are set on elements from here (CSSOM), which the content policy allows.

const HEIGHT = 260;

// A colour of the style sheet as the canvas needs it, in the theme of the moment.
function colour(place, name) {
  const probe = document.createElement("i");
  probe.hidden = true;
  probe.style.color = `var(--${name})`;
  place.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function columns(points, xs) {
  const make = (series, key) => {
    const column = new Array(xs.length).fill(null);
    for (const point of points)
      if (point.series === series) column[xs.indexOf(point.x)] = point[key];
    return column;
  };
  return [
    xs,
    make("rounds", "named"),
    make("rounds", "found"),
    make("chance", "found"),
    make("large", "found"),
  ];
}

// Upwards from a point: it is at least so much.
function arrow(ctx, x, y, ink, scale) {
  const [from, tip, wing] = [y - 7 * scale, y - 20 * scale, 4 * scale];
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5 * scale;
  ctx.beginPath();
  ctx.moveTo(x, from);
  ctx.lineTo(x, tip);
  ctx.moveTo(x - wing, tip + wing);
  ctx.lineTo(x, tip);
  ctx.lineTo(x + wing, tip + wing);
  ctx.stroke();
}

// The name and the last figure of a line: over its end, or under it.
function tell(plot, point, key, place, inks, font) {
  if (!point || point[key] === null) return;
  const { ctx } = plot;
  const scale = devicePixelRatio;
  const text = `${place.dataset[key]} ${Math.floor(point[key] + 1e-6)}`;
  const [x, y] = [plot.valToPos(point.x, "x", true), plot.valToPos(point[key], "y", true)];
  const { left, width, top, height } = plot.bbox;
  const isUnder = key === "named" && y + 26 * scale < top + height;
  ctx.font = `600 ${12 * scale}px ${font}`;
  ctx.fillStyle = inks(key === "named" ? "ink-2" : "ink");
  ctx.textAlign = "right";
  ctx.textBaseline = isUnder ? "top" : "bottom";
  const end = Math.max(x + 6 * scale, left + ctx.measureText(text).width);
  const spot = [Math.min(left + width, end), y + (isUnder ? 11 : -10) * scale];
  ctx.strokeStyle = inks("surface"); // a line that it lies on gives way
  ctx.lineWidth = 4 * scale;
  ctx.lineJoin = "round";
  ctx.strokeText(text, ...spot);
  ctx.fillText(text, ...spot);
}

// Arrows of lower bounds, the diamonds of large models, a ring around what proposes, the names of
// the lines.
function extras(points, inks, place) {
  const last = points.findLast((point) => point.series === "rounds");
  const font = getComputedStyle(place).fontFamily;
  return (plot) => {
    const { ctx } = plot;
    const scale = devicePixelRatio;
    const at = (
      point,
    ) => [plot.valToPos(point.x, "x", true), plot.valToPos(point.found, "y", true)];
    ctx.save();
    for (const point of points) {
      const [x, y] = at(point);
      const ink = point.series === "chance" ? inks("edge") : inks("ink-2");
      if (point.bound && point !== last) arrow(ctx, x, y, ink, scale);
      if (point.series === "large") {
        const size = 5 * scale;
        ctx.fillStyle = inks("ink");
        ctx.beginPath();
        ctx.moveTo(x, y - size);
        ctx.lineTo(x + size, y);
        ctx.lineTo(x, y + size);
        ctx.lineTo(x - size, y);
        ctx.fill();
      }
      if (point.proposes) {
        ctx.fillStyle = inks("query");
        ctx.strokeStyle = inks("surface");
        ctx.lineWidth = 2 * scale;
        ctx.beginPath();
        ctx.arc(x, y, 6 * scale, 0, 2 * Math.PI);
        ctx.fill();
        ctx.stroke();
      }
    }
    for (const key of ["found", "named"]) tell(plot, last, key, place, inks, font);
    ctx.restore();
  };
}

// At most six round steps that reach the last point, so that the axis ends with a figure.
function steps(most) {
  const power = 10 ** Math.floor(Math.log10(most || 1));
  const step = [0.1, 0.2, 0.5, 1, 2].map((part) => part * power).find((one) => most / one <= 6);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_none, place) => place * step);
}

// The ends of the axis: a round ten or more beyond the points; from nothing on, unless all lie high.
function range(points) {
  const values = points.flatMap((point) => [point.found, point.named]).filter((one) =>
    one !== null
  );
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const floor = least < 40 ? 0 : 10 * Math.floor((least - 5) / 10);
  return [floor, Math.min(100, 10 * Math.floor(most / 10 + 1.3))];
}

function options(place, points, name, inks, choose, ready) {
  const font = `12px ${getComputedStyle(place).fontFamily}`;
  const lang = document.documentElement.lang;
  const costs = steps(Math.max(...points.map((point) => point.x)));
  const axis = {
    stroke: () => inks("ink-3"),
    font,
    labelFont: font,
    grid: { stroke: () => inks("line"), width: 1 },
    ticks: { show: false },
  };
  const whole = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  const dots = { show: true, size: 6, fill: () => inks("ink"), width: 0 };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: {
      y: false,
      drag: { setScale: false, x: false, y: false },
      points: {
        size: (_u, i) => (i > 1 ? 14 : 0),
        width: (_u, i) => (i > 1 ? 2 : 0),
        stroke: () => inks("focus"),
        fill: "transparent",
      },
    },
    select: { show: false },
    scales: {
      x: { time: false, range: [0, costs.at(-1)] },
      y: { range: range(points) },
    },
    axes: [
      {
        ...axis,
        label: name,
        labelSize: 20,
        size: 28,
        splits: costs,
        values: (_u, ticks) => ticks.map((tick) => whole.format(tick)),
      },
      {
        ...axis,
        size: 36,
        values: (_u, ticks) => ticks.map((tick) => whole.format(tick)),
      },
    ],
    series: [
      {},
      {
        stroke: () => inks("ink-3"),
        width: 2,
        spanGaps: true,
        points: { ...dots, fill: () => inks("ink-3") },
      },
      { stroke: () => inks("ink"), width: 2, spanGaps: true, points: dots },
      {
        stroke: () => inks("ink-3"),
        width: 2,
        dash: [6, 5],
        spanGaps: true,
        points: { show: true, size: 5, fill: () => inks("ink-3"), width: 0 },
      },
      { stroke: () => inks("ink"), paths: () => null, points: { show: false } },
    ],
    hooks: {
      ready: [ready],
      draw: [extras(points, inks, place)],
      setCursor: [(u) => {
        if (u.cursor.event && u.cursor.idx !== null && u.cursor.idx !== undefined) {
          const near = points.filter((point) => point.x === u.data[0][u.cursor.idx]);
          if (near.length) choose(near[0].origin);
        }
      }],
    },
  };
}

export function draw(place, listed, axis, name, choose) {
  const unit = axis === "seconds" ? 60 : 1;
  const points = listed.map((point) => ({ ...point, x: point.costs[axis] / unit, origin: point }));
  const xs = [...new Set(points.map((point) => point.x))].sort((one, other) => one - other);
  let cache = {};
  const inks = (key) => {
    cache[key] ??= colour(place, key);
    return cache[key];
  };
  // Places on the canvas are known only when uPlot has drawn it.
  let marked = null;
  let drawn = false;
  const ring = () => {
    if (!drawn || !marked) return;
    const [left, top] = [plot.valToPos(marked.x, "x"), plot.valToPos(marked.found, "y")];
    plot.setCursor({ left, top }, false);
  };
  const ready = () => {
    drawn = true;
    ring();
  };
  const plot = new uPlot(
    options(place, points, name, inks, choose, ready),
    columns(points, xs),
    place,
  );
  const fresh = () => {
    cache = {};
    plot.redraw();
  };
  const looks = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) =>
    matchMedia(query)
  );
  const theme = new MutationObserver(fresh);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  for (const look of looks) look.addEventListener("change", fresh);
  const size = new ResizeObserver(() => {
    if (place.clientWidth && place.clientWidth !== plot.width)
      plot.setSize({ width: place.clientWidth, height: HEIGHT });
    ring();
  });
  size.observe(place);
  return {
    mark(point) {
      marked = points.find((each) => each.origin === point);
      ring();
    },
    destroy() {
      theme.disconnect();
      size.disconnect();
      for (const look of looks) look.removeEventListener("change", fresh);
      plot.destroy();
    },
  };
}
