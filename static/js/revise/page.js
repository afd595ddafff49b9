// What the revision page consists of; a step brings all of it anew.
import { find } from "../shared/dom.js";

export const area = () => find("[data-revision]");
export const zone = () => find(".both", area()); // scrolls by itself on a wide screen
export const thingOf = (element) => element.closest("[data-issue], [data-entity]");

export const click = (what) => find(what, area())?.click();
export const press = (form, act) => form && find(`[data-act="${act}"]`, form)?.click();

// To a field, with all of the desk that it stands in, as far as there is room.
export function reach(field) {
  field?.closest("[data-desk]")?.scrollIntoView({ block: "nearest" });
  field?.scrollIntoView({ block: "nearest" });
  field?.focus();
  field?.select?.();
}

const asked = new WeakMap(); // host -> promise of its panel

// What a host shows, fetched once by its own htmx attributes.
export function load(host) {
  if (!host) return Promise.reject();
  if (host.childElementCount) return Promise.resolve(host);
  if (!asked.has(host)) asked.set(host, fetched(host));
  return asked.get(host);
}

function fetched(host) {
  const forget = () => asked.delete(host);
  const once = { once: true };
  return new Promise((done) => {
    host.addEventListener("htmx:afterSwap", () => {
      forget();
      done(host);
    }, once);
    host.addEventListener("htmx:responseError", forget, once);
    host.addEventListener("htmx:sendError", forget, once);
    htmx.trigger(host, host.hasAttribute("data-change") ? "desk" : "panel");
  });
}
