// A fix tried out in place: while its issue is current, every turn that it touches shows what
// stands there now and what would. The panel brings these rows; the old ones come back after it.
import { find, findAll } from "../shared/dom.js";
import { area, zone } from "./page.js";

export function openPreview() {
  const tried = new Map(); // row on the page -> the row that it stands for
  let at = -1; // of the touched turns, the one that was gone to

  const rows = () => [...tried.keys()];

  function show(issue) {
    back();
    const then = find("[data-then]", issue);
    for (const row of then ? [...then.content.cloneNode(true).children] : []) {
      const old = document.getElementById(row.id);
      if (!old) continue;
      old.replaceWith(row);
      tried.set(row, old);
    }
    const was = find("[data-was]", issue); // the page came with the fix tried out
    for (const old of was ? [...was.content.children] : []) {
      const row = document.getElementById(old.id);
      if (row) tried.set(row, old);
    }
    was?.remove();
  }

  function back() {
    for (const [row, old] of tried) row.replaceWith(old);
    tried.clear();
    at = -1;
  }

  // Accepted: it is painted as it will be, before the server has answered; or not, after all.
  const settle = (isAccepted) => {
    for (const row of rows()) row.classList.toggle("healed", isAccepted);
  };

  function goTo(row) {
    const texts = zone();
    if (texts.scrollHeight > texts.clientHeight) {
      texts.scrollTop = row.offsetTop - texts.clientHeight / 3;
    } else row.scrollIntoView({ block: "center" });
  }

  function hop(by, issue) {
    const hops = issue ? findAll("[data-hop]", issue) : [];
    if (!hops.length) return;
    at = at < 0 && by < 0 ? hops.length - 1 : (at + by + hops.length) % hops.length;
    land(hops[at]);
  }

  function land(link) {
    at = findAll("[data-hop]", link.parentElement).indexOf(link);
    for (const each of findAll("[data-hop][aria-current]", area())) {
      each.removeAttribute("aria-current");
    }
    link.setAttribute("aria-current", "true");
    goTo(document.getElementById(`turn-${link.dataset.hop}`));
  }

  return { show, back, settle, rows, hop, land };
}
