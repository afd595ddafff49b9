// @ts-check
// What a field of files says of those that were chosen.

/**
 * A line of a list: the name, and how much it is.
 * @param {File} file
 */
export function lineOf({ name, size }) {
  const item = document.createElement("li");
  const large = size >= 1e6;
  const amount = new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit: large ? "megabyte" : "kilobyte",
    maximumFractionDigits: large ? 1 : 0,
  });
  item.textContent = `${name} · ${amount.format(Math.max(size / (large ? 1e6 : 1e3), 1))}`;
  return item;
}
