// @ts-check
// Nobody signs before each line has its reason: the button waits, and says where the first is missing.
import { find, findAll } from "../shared/dom.js";

const form = find("form[data-answers]");
const button = form && /** @type {HTMLButtonElement} */ (find("[type=submit]", form));

function show() {
  const open = findAll("textarea[data-least]", form).filter((each) => {
    const field = /** @type {HTMLTextAreaElement} */ (each);
    return field.value.trim().length < Number(field.dataset.least);
  });
  button.disabled = open.length > 0;
  const told = /** @type {HTMLAnchorElement} */ (find("#missing", form));
  told.hidden = open.length === 0;
  if (open.length === 0) return;
  const { one = "", many = "" } = told.dataset;
  told.textContent = open.length === 1 ? one : many.replace("{n}", String(open.length));
  told.href = `#${open[0].id}`;
}

if (button) {
  form.addEventListener("input", show);
  show();
}
