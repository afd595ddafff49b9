// The points of the curve, read from the rows of its table, and what is said of one.

const number = (text) => (text === "" || text === undefined ? null : Number(text));

export function readPoints(table) {
  return [...table.querySelectorAll("tbody tr")].map((row) => ({
    series: row.dataset.series,
    costs: {
      turns: number(row.dataset.turns),
      tokens: number(row.dataset.tokens),
      edits: number(row.dataset.edits),
      seconds: number(row.dataset.seconds),
    },
    shown: [...row.querySelectorAll("td")].slice(0, 4).map((cell) => cell.textContent),
    f1: number(row.dataset.f1),
    low: number(row.dataset.low),
    high: number(row.dataset.high),
    say: row.dataset.say,
    bound: "bound" in row.dataset, // at least so much
    proposes: "proposes" in row.dataset,
  }));
}

// "Model 5: found .78 (.73 to .81), 110 read turns"; times are written with their unit already.
export function say(point, axis, name) {
  const cost = point.shown[["turns", "tokens", "edits", "seconds"].indexOf(axis)];
  return `${point.say}, ${cost}${axis === "seconds" ? "" : ` ${name}`}`;
}
