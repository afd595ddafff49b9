// A menu opens and closes without a script; with one it closes, too, by Escape and where the focus
// or a press goes elsewhere.
import { find, findAll } from "../shared/dom.js";

for (const menu of findAll("details[data-menu]")) {
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.preventDefault();
    event.stopPropagation(); // the page does something else with it
    menu.open = false;
    find("summary", menu).focus();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  });
}
