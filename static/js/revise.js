// The revision page: one current thing (an issue or an entity), keys that act on it, and what can
// be done there fetched when a person comes to it. Without this script the same links and forms
// work.
import { openDesk } from "./revise/desk.js";
import { listen } from "./revise/input.js";
import { area } from "./revise/page.js";
import { openPreview } from "./revise/preview.js";
import { openSteps } from "./revise/steps.js";
import { openThings } from "./revise/things.js";

if (area()) {
  const preview = openPreview();
  const things = openThings(preview);
  const desk = openDesk(things);
  const steps = openSteps(things, desk, preview);
  listen(things, desk, steps, preview);
  things.begin();
  steps.fold(true); // what changes comes first
  steps.warm();
}
