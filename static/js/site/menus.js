// A menu closes when one looks elsewhere: a press outside of it, Escape, the focus gone.
const open = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("pointerdown", (event) => {
  for (const menu of open()) {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute("open");
  }
});

document.addEventListener("focusin", (event) => {
  for (const menu of open()) {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute("open");
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of open()) {
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  }
});
