// A field of one file: its name stands beside the button, and what needs it waits for it.
import { find, findAll } from "../shared/dom.js";
import { lineOf } from "../shared/files.js";

for (const field of findAll("[data-file]")) {
  const input = /** @type {HTMLInputElement} */ (find("input", field));
  const button = /** @type {HTMLButtonElement} */ (input.form.querySelector("button[type=submit]"));
  const noFile = find("[data-no-file]", input.form);

  const show = () => {
    find("[data-chosen]", field).replaceChildren(...[...input.files].map(lineOf));
    if (!noFile) return;
    button.disabled = input.required && !input.files.length;
    noFile.hidden = !button.disabled;
  };

  input.addEventListener("change", show);
  addEventListener("pageshow", show); // some browsers bring the file back with the page
}
