// @ts-check
// Elements of the page.

/**
 * The first element, or null: who asks knows which of the two it may be.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const find = (
  selector,
  within = document,
) => /** @type {HTMLElement} */ (within.querySelector(selector));

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
export const findAll = (selector, within = document) =>
  Array.from(/** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll(selector)));

/**
 * The root of a fragment that the server has sent.
 * @param {string} html
 */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return /** @type {HTMLElement | null} */ (template.content.firstElementChild);
}
