// On a narrow screen the rows of tabs scroll: the one that is open comes into view, and the page
// itself stays where it is.
for (const tab of document.querySelectorAll("nav [aria-current]")) {
  const row = tab.closest("nav");
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
// So does the one that the keyboard reaches: a browser may take a sliver of it for enough.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("nav a")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
});
