// A select that saves itself: at once where it was chosen by pointer. With the arrow keys each step
// is a change, so that there a button comes up instead, and Enter saves too.
for (const form of document.querySelectorAll("form[data-saves]")) {
  const select = /** @type {HTMLSelectElement} */ (form.querySelector("select"));
  let byKeys = false;
  select.addEventListener("pointerdown", () => (byKeys = false));
  select.addEventListener("keydown", (event) => {
    byKeys = event.key !== "Enter";
    if (event.key !== "Enter" || !form.hasAttribute("data-differs")) return;
    event.preventDefault();
    /** @type {HTMLFormElement} */ (form).requestSubmit();
  });
  select.addEventListener("change", () => {
    if (byKeys) form.toggleAttribute("data-differs", !select.selectedOptions[0]?.defaultSelected);
    /** @type {HTMLFormElement} */ else form.requestSubmit();
  });
}
