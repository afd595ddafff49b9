// The desk of an entity: the form that changes it, opened under the current thing.
import { find, findAll } from "../shared/dom.js";
import { area, load, press, reach, thingOf } from "./page.js";

const expand = (thing, isOpen) =>
  find('[data-act="change"]', thing)?.setAttribute("aria-expanded", String(isOpen));

export function openDesk({ current, isIssue }) {
  function close(host) {
    const thing = host && thingOf(host);
    if (!thing) return;
    expand(thing, false);
    host.replaceChildren();
  }

  const closeAll = (besides) => {
    for (const desk of findAll("[data-desk]", area()))
      if (!besides?.contains(desk)) close(desk.parentElement);
  };

  // The form, once it is there.
  async function open(thing = current()) {
    if (!thing) return null;
    if (isIssue(thing)) await load(find(".acts", thing));
    const host = find("[data-change]", thing);
    if (!host) return null;
    closeAll(host);
    await load(host);
    expand(thing, true);
    return find("[data-form=change]", host);
  }

  async function toggle(thing) {
    const desk = find("[data-desk]", thing);
    if (desk) return close(desk.parentElement);
    const form = await open(thing);
    if (!form) return undefined;
    form.dataset.enter = "surrogate";
    return reach(find("[data-field=surrogate]", form));
  }

  // The mention of the current issue is another's: it is ticked, and the person may tick more.
  function chooseMentions(form) {
    const boxes = findAll("[name=mentions]", form);
    if (boxes.length < 2) return;
    const { start } = current().dataset;
    for (const box of boxes) {
      box.checked = start !== undefined && box.value.includes(`:${start}-`);
    }
    reach(boxes.find((box) => box.checked) ?? boxes[0]);
  }

  // To the field of a change; without one, or when the key comes a second time, the change is made.
  async function change(act, field) {
    const form = await open();
    if (!form) return undefined;
    if (!field || form.dataset.enter === act) return press(form, act);
    form.dataset.enter = act;
    if (act === "split") return chooseMentions(form);
    return reach(find(`[data-field="${field}"]`, form));
  }

  async function teach() {
    const form = await open();
    const details = form && find("[data-teach]", form.closest("[data-desk]"));
    if (!details) return;
    details.open = true;
    reach(find("[name=form]", details));
  }

  return { close, closeAll, toggle, change, teach };
}
