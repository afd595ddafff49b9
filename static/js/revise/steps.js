// A step on its way to the server and back: what it will change is painted at once, keys pressed
// meanwhile wait for the page that it brings.
import { find } from "../shared/dom.js";
import { request } from "../shared/http.js";
import { area, load, press, zone } from "./page.js";

const WARM = 1500; // milliseconds until the next dialogue is computed

export function openSteps(things, desk) {
  const painted = new Map(); // row that shows an accepted fix -> the row that it stands for
  const waiting = []; // what was pressed meanwhile: it speaks of the page that the step brings
  const warmed = new Set();
  let stepping = false; // whether a step is on its way
  let folded = false;

  // An accepted fix is seen at once: the panel brought the turns as the fix leaves them. The card
  // stays, dimmed, until the server has kept the step; if it does not, the old turns come back.
  function paint(issue) {
    const then = issue && find("[data-then]", issue);
    if (!then) return;
    for (const row of [...then.content.cloneNode(true).children]) {
      const old = document.getElementById(row.id);
      painted.set(row, old);
      old.replaceWith(row);
    }
    issue.classList.add("settling");
    things.show(issue, { scroll: false });
  }

  function repaint(kept) {
    for (const [row, old] of kept ? [] : painted) row.replaceWith(old);
    painted.clear();
    find(".settling", area())?.classList.remove("settling");
  }

  function fold(wanted = !folded) {
    folded = wanted;
    zone().classList.toggle("only-changed", folded);
    find("[data-fold]", zone()).setAttribute("aria-pressed", String(folded));
  }

  async function decide(act) {
    const issue = things.issue();
    if (!issue) return;
    const panel = await load(find(".acts", issue));
    const isNobody = act === "dismiss" && find('[data-act="nobody"]', panel);
    press(panel, isNobody ? "nobody" : act);
  }

  async function catchUp() {
    while (waiting.length && !stepping) await waiting.shift()();
  }

  // The next dialogue is computed at the server while this one is read; nothing of it comes here.
  function warm() {
    const next = find("[data-warm]", area())?.dataset.warm;
    if (!next || warmed.has(next)) return;
    warmed.add(next);
    setTimeout(() => request(next).catch(() => warmed.delete(next)), WARM);
  }

  function tellDecisions() {
    const told = find("[data-decisions]", area());
    if (told.open) htmx.trigger(told.lastElementChild, "told");
  }

  function sent({ target, detail }) {
    const { verb, triggeringEvent } = detail.requestConfig;
    if (!area() || verb !== "post") return;
    stepping = true;
    const { act } = triggeringEvent?.submitter?.dataset ?? {};
    if (act === "accept") paint(target.closest("[data-issue]"));
  }

  function answered({ detail }) {
    if (!area() || detail.requestConfig.verb !== "post") return undefined;
    const { successful, xhr } = detail;
    stepping = false;
    repaint(successful);
    if (!successful) waiting.length = 0;
    if (xhr.status === 422 && xhr.getResponseHeader("HX-Retarget"))
      return document.activeElement?.setAttribute("aria-invalid", "true");
    if (!successful && ![409, 422].includes(xhr.status)) return undefined;
    desk.closeAll();
    fold(folded);
    things.settle();
    warm();
    tellDecisions();
    return catchUp();
  }

  document.addEventListener("htmx:beforeSend", sent);
  document.addEventListener("htmx:afterRequest", answered);
  const after = (act) => (stepping ? waiting.push(act) : act());
  return { decide, fold, warm, after };
}
