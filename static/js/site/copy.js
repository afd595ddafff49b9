// A button that copies what stands beside it, and says so.
import { find } from "../shared/dom.js";

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(find(button.dataset.copy).textContent.trim());
  button.textContent = button.dataset.copied;
});
