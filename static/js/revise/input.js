// Keys and clicks of the revision page, by the names of the table of keys.
import { find, findAll } from "../shared/dom.js";
import { actOf, typedBy } from "../shared/keys.js";
import { toggleSheet } from "../shared/sheet.js";
import { area, click, press, reach, thingOf } from "./page.js";
import { openRun } from "./runs.js";

const AT_ONCE = ["after", "before", "other", "hop-before", "hop-after", "fold", "keys"]; // these send nothing
const REPEATING = ["after", "before", "hop-before", "hop-after"];

export function listen(things, desk, steps, preview) {
  let letters = true;

  const sheet = () => find("[data-keysheet]", area());

  function back() {
    const picked = things.current() && find("[data-pick]", things.current());
    picked?.focus({ preventScroll: true });
  }

  const showKeys = (wanted) => toggleSheet(sheet(), back, wanted);

  function hide() {
    area().classList.add("covered");
    click("[data-hide]");
  }

  const acts = {
    after: () => things.move(1),
    before: () => things.move(-1),
    other: things.other,
    "hop-before": () => preview.hop(-1, things.issue()),
    "hop-after": () => preview.hop(1, things.issue()),
    accept: () => steps.decide("accept"),
    every: () => steps.decide("every"),
    dismiss: () => steps.decide("dismiss"),
    change: () => desk.change("surrogate", "surrogate"),
    redraw: () => desk.change("redraw"),
    placeholder: () => desk.change("placeholder"),
    merge: () => desk.change("merge", "other"),
    link: () => desk.change("link", "other"),
    split: () => desk.change("split", "mentions"),
    gender: () => desk.change("gender", "gender"),
    teach: desk.teach,
    approve: () => click("[data-approve]:not(:disabled)"),
    undo: () => click("[data-undo]"),
    redo: () => click("[data-redo]"),
    fold: () => steps.fold(),
    hide,
    next: () => click("[data-next]"),
    keys: () => showKeys(),
  };

  function leave({ target }) {
    if (!sheet().hidden) return showKeys(false);
    const why = target.closest(".why");
    if (why) {
      why.hidden = true;
      return things.current() && find("[data-pick]", things.current()).focus();
    }
    const thing = thingOf(target);
    if (!thing) return undefined;
    for (const form of findAll("[data-form=dismiss]", thing)) form.hidden = true;
    desk.close(find("[data-desk]", thing)?.parentElement);
    return find("[data-pick]", thing).focus();
  }

  function pressed(event) {
    const { key, target } = event;
    const typed = typedBy(event);
    const act = actOf(typed);
    if (key === "Escape") return leave(event);
    const { enter } = target.closest("[data-form]")?.dataset ?? {};
    if (key === "Enter" && enter && target.matches("select, [type=checkbox]")) {
      event.preventDefault();
      return press(target.closest("[data-form]"), enter);
    }
    const isField = target.closest("input:not([type=checkbox]), textarea, select");
    if (isField || typed.altKey || !acts[act]) return undefined;
    if (!letters && !event.ctrlKey && !event.metaKey) return undefined;
    if (event.repeat && !REPEATING.includes(act)) return undefined;
    event.preventDefault();
    return AT_ONCE.includes(act) ? acts[act]() : steps.after(acts[act]);
  }

  // Approving with a warning open asks why, once.
  function asksWhy(event) {
    const why = find(".why[hidden]", event.target.closest("form") ?? area());
    if (!event.target.closest("[data-approve]") || !why) return false;
    event.preventDefault();
    why.hidden = false;
    reach(find("[name=reason]", why));
    return true;
  }

  function toggleReason(thing, button) {
    const form = find("[data-form=dismiss]", thing);
    form.hidden = !form.hidden;
    button.setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) reach(find("[name=reason]", form));
  }

  function clicked(event) {
    const { target } = event;
    if (asksWhy(event)) return undefined;
    if (target.closest("[data-fold]")) return steps.fold();
    if (target.closest(".run")) return openRun(target.closest(".run"));
    if (target.closest("[data-keys]")) return showKeys();
    const button = target.closest("[data-do]");
    if (button) return click(`[data-${button.dataset.do}]`);
    const thing = thingOf(target);
    return thing ? clickedOn(thing, event) : undefined;
  }

  function clickedOn(thing, event) {
    const { target } = event;
    const button = target.closest("[data-act]");
    const hop = target.closest("[data-hop]");
    if (hop || target.closest("[data-turn-link]")) event.preventDefault();
    if (thing !== things.current()) things.show(thing, { scroll: false });
    if (hop) preview.land(hop);
    else if (button?.dataset.act === "change") {
      event.preventDefault();
      desk.toggle(thing);
    } else if (button?.dataset.act === "dismiss") toggleReason(thing, button);
    else if (target.closest("a[data-pick]")) event.preventDefault();
  }

  function opened({ target }) {
    if (target.matches("[data-decisions]") && target.open)
      htmx.trigger(target.lastElementChild, "told");
  }

  document.addEventListener("keydown", pressed);
  document.addEventListener("click", clicked);
  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-letters]")) letters = target.checked;
  });
  document.addEventListener("toggle", opened, true);
}
