// @ts-check
// How long a try takes: the seconds since it began, as the server knows them, go on counting here.
import { find } from "../shared/dom.js";

const clock = find("[data-clock]");
const shown = find("[data-clock-shown]", clock);
const begun = performance.now() - 1000 * Number(clock.dataset.clock);

function tell() {
  const seconds = Math.floor((performance.now() - begun) / 1000);
  const rest = String(seconds % 60).padStart(2, "0");
  shown.textContent = `${Math.floor(seconds / 60)}:${rest}`;
}

tell();
setInterval(tell, 1000);
// Beside the dialogue the form is at hand; on a phone it stands below, and reading comes first.
if (matchMedia("(min-width: 1081px)").matches) find("[name=who]").focus();
