// The two lists of the revision page, issues and entities, and the current thing of one of them.
import { find, findAll } from "../shared/dom.js";
import { area, load, zone } from "./page.js";
import { drawRuns } from "./runs.js";

const AHEAD = 150; // milliseconds until the fix of the next issue is tried out, unseen
const LISTS = { issues: "[data-issue]", entities: "[data-entity]" };

export function openThings(preview) {
  let list = "issues";
  let isBehind = false; // the view stayed at what was accepted; the current thing is elsewhere
  const places = { issues: 0, entities: 0 }; // of the current thing in each list: kept over a step

  const things = (name = list) => findAll(LISTS[name], area());
  const current = () => find(`${LISTS[list]}[aria-current]`, area());
  const isIssue = (thing) => thing.matches(LISTS.issues);
  const otherList = () => (list === "issues" ? "entities" : "issues");

  function leave() {
    preview.back();
    for (const row of findAll(".pair.done", area())) row.classList.remove("done");
    for (const row of findAll(".pair.now", area())) row.classList.remove("now");
    for (const mark of findAll("mark.chosen", area())) mark.classList.remove("chosen");
    for (
      const thing of findAll("[data-issue][aria-current], [data-entity][aria-current]", area())
    ) {
      thing.removeAttribute("aria-current");
    }
  }

  // Its mentions, and the row of the text where it stands.
  function point(thing) {
    const mentions = new Set(thing.dataset.mentions.split(" "));
    for (const mention of mentions) {
      const marks = findAll(`mark[data-mention="${CSS.escape(mention)}"]`, area());
      for (const mark of marks) mark.classList.add("chosen");
    }
    const { issue } = thing.dataset;
    const row = issue === undefined
      ? find(".pair mark.chosen", area())?.closest(".pair")
      : find(`[data-turn="${issue}"]`, area());
    row?.classList.add("now");
    return row;
  }

  // Where to scroll so that the first row stands whole under the heads.
  function wholeRow(texts, top) {
    const heads = find(".heads", texts);
    const under = heads.offsetHeight + (Number.parseFloat(getComputedStyle(heads).top) || 0);
    const first = findAll(".pair:not(.heads)", texts).find((each) => each.offsetTop - under >= top);
    return first ? first.offsetTop - under : top;
  }

  function show(thing, { scroll = true, focus = scroll } = {}) {
    leave();
    isBehind = false;
    if (!thing) return;
    list = isIssue(thing) ? "issues" : "entities";
    places[list] = things().indexOf(thing);
    thing.setAttribute("aria-current", "true");
    const place = point(thing)?.id; // of the row: a fix tried out puts another in its place
    drawRuns();
    requestAnimationFrame(() => { // to measure is to lay out: once, after what else changes now
      const row = place && document.getElementById(place);
      const texts = zone();
      const scrolls = texts.scrollHeight > texts.clientHeight;
      if (row && scrolls) texts.scrollTop = wholeRow(texts, row.offsetTop - texts.clientHeight / 3);
      if (scroll) thing.scrollIntoView({ block: "nearest" });
    });
    if (focus) find("[data-pick]", thing).focus({ preventScroll: true });
    // Who holds a key down passes over issues whose fixes are not here yet.
    const isHere = find(".acts", thing)?.childElementCount;
    if (list === "issues") isHere ? tryOut(thing) : setTimeout(() => tryOut(thing), 60);
  }

  // What accepting it would do, in the text, as soon as it is here.
  async function tryOut(thing) {
    if (thing !== current()) return;
    await load(find(".acts", thing));
    if (thing !== current() || thing.classList.contains("settling")) return;
    preview.show(thing);
    point(thing);
    drawRuns();
    const next = things()[things().indexOf(thing) + 1];
    if (next) setTimeout(() => next.isConnected && load(find(".acts", next)), AHEAD);
  }

  // Where the view stayed behind, a key brings the current thing before it does anything to it.
  function catchUp() {
    if (!isBehind || !current()) return false;
    show(current());
    return true;
  }

  function move(by) {
    if (by > 0 && catchUp()) return;
    if (!things().length) list = otherList();
    const all = things();
    if (!all.length) return;
    const at = all.indexOf(current());
    show(all[at < 0 ? 0 : (at + by + all.length) % all.length]);
  }

  function other() {
    const name = otherList();
    const all = things(name);
    if (all.length) show(all[Math.min(places[name], all.length - 1)]);
  }

  // After a step: the thing at the same place, now that the settled one is gone. With `changed`,
  // the turns that it changed, the view stays with them.
  function settle(changed = []) {
    const all = things();
    const lost = document.activeElement === document.body;
    if (!all.length && list === "issues") {
      for (const thing of things("entities")) thing.removeAttribute("aria-current");
    }
    const next = all[Math.min(Math.max(places[list], 0), all.length - 1)];
    show(next, { scroll: !changed.length, focus: lost });
    for (const number of changed) document.getElementById(number)?.classList.add("done");
    isBehind = changed.length > 0 && !find(".pair.now.done", area());
  }

  function begin() {
    places.issues = Math.max(0, things().indexOf(current()));
    if (!things().length) list = "entities";
    const opened = current();
    if (opened) show(opened, { scroll: false });
  }

  const issue = () => (list === "issues" ? current() : null);
  return { current, issue, isIssue, show, tryOut, catchUp, move, other, settle, begin };
}
