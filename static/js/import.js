// Import page: files dropped on the field go into it, and the chosen names are listed.
import { lineOf } from "./shared/files.js";

const drop = document.querySelector("[data-drop]");
const input = drop.querySelector("input[type=file]");
const list = drop.querySelector("[data-chosen]");
const tooMany = drop.querySelector("[data-too-many]");
const noFile = document.querySelector("[data-no-file]");
const button = input.form.querySelector("button[type=submit]");

function show() {
  const over = input.files.length > Number(tooMany.dataset.tooMany);
  tooMany.hidden = !over;
  noFile.hidden = input.files.length > 0;
  button.disabled = over || !input.files.length;
  list.replaceChildren(...[...input.files].slice(0, 20).map(lineOf));
}

input.addEventListener("change", show);
for (const name of ["dragover", "dragleave", "drop"]) {
  drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", name === "dragover");
    if (name !== "drop" || !event.dataTransfer.files.length) return;
    input.files = event.dataTransfer.files;
    show();
  });
}
input.form.addEventListener("submit", () => {
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
});
// Some browsers bring the page back as it was left: with the button switched off.
addEventListener("pageshow", () => {
  button.removeAttribute("aria-busy");
  show();
});
