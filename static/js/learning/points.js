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
    found: 100 * number(row.dataset.found), // of so many personal words
    named: row.dataset.named ? 100 * number(row.dataset.named) : null, // and given the right label
    say: row.dataset.say,
    bound: "bound" in row.dataset, // at least so much
    proposes: "proposes" in row.dataset,
  }));
}

// "Model 5 finds 78 of 100, 61 rightly named, 110 read turns"; times are written with their unit already.
export function say(point, axis, name) {
  const cost = point.shown[["turns", "tokens", "edits", "seconds"].indexOf(axis)];
  return `${point.say}, ${cost}${axis === "seconds" ? "" : ` ${name}`}`;
}
