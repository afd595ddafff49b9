// A step on its way to the server and back: what it will change is painted at once, keys pressed
// meanwhile wait for the page that it brings.
import { find } from "../shared/dom.js";
import { request } from "../shared/http.js";
import { area, load, press, zone } from "./page.js";
import { drawRuns, foldAnew } from "./runs.js";

const WARM = 1500; // milliseconds until the next dialogue is computed

export function openSteps(things, desk, preview) {
  const waiting = []; // what was pressed meanwhile: it speaks of the page that the step brings
  const warmed = new Set();
  let stepping = false; // whether a step is on its way
  let folded = false;
  let changed = []; // ids of the turns that the step under way changes
  let seen = null; // where the current row stood when the answer came

  // An accepted fix is seen at once. The card stays, dimmed, until the server has kept the step.
  function paint(issue) {
    if (!issue || !preview.rows().length) return;
    preview.settle(true);
    issue.classList.add("settling");
  }

  function unpaint() {
    const issue = find(".settling", area());
    issue?.classList.remove("settling");
    preview.settle(false);
  }

  function fold(wanted = !folded) {
    if (wanted !== folded) foldAnew();
    folded = wanted;
    zone().classList.toggle("only-changed", folded);
    find("[data-fold]", zone()).setAttribute("aria-pressed", String(folded));
    drawRuns();
  }

  async function decide(act) {
    const issue = things.issue();
    if (!issue || (act !== "dismiss" && things.catchUp())) return;
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
    changed = [];
    if (act !== "accept" && act !== "every") return;
    paint(act === "accept" && target.closest("[data-issue]"));
    changed = preview.rows().map((row) => row.id);
  }

  // The rows that were tried out give way to the old ones, which the answer replaces; what a person
  // looks at does not move.
  function swapping({ detail }) {
    if (!area() || detail.requestConfig.verb !== "post") return;
    const row = find(".pair.now", area());
    seen = row && { id: row.id, top: row.getBoundingClientRect().top };
    preview.back();
  }

  function hold() {
    const row = seen && document.getElementById(seen.id);
    if (!row || seen.top < 0 || seen.top > innerHeight) return;
    const moved = row.getBoundingClientRect().top - seen.top;
    const texts = zone();
    if (texts.scrollHeight > texts.clientHeight) texts.scrollTop += moved;
    else scrollBy(0, moved);
  }

  // All fixes of a kind, or the one again, are tried out in the panel's place.
  function triedAgain({ target, detail }) {
    if (!area() || detail.requestConfig.verb !== "get" || !target.matches(".acts")) return;
    if (things.issue()?.contains(target)) things.tryOut(things.issue());
  }

  function answered({ detail }) {
    if (!area() || detail.requestConfig.verb !== "post") return undefined;
    const { successful, xhr } = detail;
    stepping = false;
    if (!successful) waiting.length = 0;
    if (!successful && things.issue()) {
      unpaint();
      things.tryOut(things.issue());
    }
    if (xhr.status === 422 && xhr.getResponseHeader("HX-Retarget"))
      return document.activeElement?.setAttribute("aria-invalid", "true");
    if (!successful && ![409, 422].includes(xhr.status)) return undefined;
    desk.closeAll();
    fold(folded);
    things.settle(successful ? changed : []);
    if (changed.length) hold();
    warm();
    tellDecisions();
    return catchUp();
  }

  document.addEventListener("htmx:beforeSend", sent);
  document.addEventListener("htmx:beforeSwap", swapping);
  document.addEventListener("htmx:afterSwap", triedAgain);
  document.addEventListener("htmx:afterRequest", answered);
  const after = (act) => (stepping ? waiting.push(act) : act());
  return { decide, fold, warm, after };
}
