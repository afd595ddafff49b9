// The corpus page: a dialogue is chosen in its map or in its list, and is marked in both. Without
// this script the links and forms of the page work.
import { listen } from "./corpus/input.js";
import { openMap } from "./corpus/map.js";

if (document.querySelector("[data-glance]")) {
  const map = openMap();
  listen(map);
  map.mark();
  document.addEventListener("htmx:load", map.mark);
}
