// The keys of the revision page: j k move, a accept, r dismiss, e edit, z undo, h hide, n next.
const area = () => document.querySelector("[data-revision]");
const issues = () => [...area().querySelectorAll("[data-issue]")];
const current = () => area().querySelector("[data-issue][aria-current]");
const zone = () => area().querySelector(".both"); // scrolls by itself on a wide screen
let hidden = false; // not kept: a reload shows the originals, and is logged
let place = 0; // of the current issue, and how far the texts are scrolled: kept over a swap
let depth = 0;

function show(issue, scroll) {
  const root = area();
  root.querySelectorAll("[data-turn].now").forEach((row) => row.classList.remove("now"));
  root.querySelectorAll(".chosen").forEach((mark) => mark.classList.remove("chosen"));
  issues().forEach((other) => other.toggleAttribute("aria-current", false));
  if (!issue) return;
  place = issues().indexOf(issue);
  issue.setAttribute("aria-current", "true");
  const row = root.querySelector(`[data-turn="${issue.dataset.issue}"]`);
  row?.classList.add("now");
  const mentions = new Set(issue.dataset.mentions.split(" "));
  root.querySelectorAll(".after [data-mention]").forEach((mark) => mark.classList.toggle("chosen", mentions.has(mark.dataset.mention)));
  const texts = zone();
  if (row && texts.scrollHeight > texts.clientHeight) texts.scrollTop = row.offsetTop - texts.clientHeight / 2;
  if (!scroll) return;
  issue.scrollIntoView({ block: "nearest" });
  issue.querySelector("[data-pick]").focus({ preventScroll: true });
}

function move(step) {
  const all = issues();
  if (all.length) show(all[(all.indexOf(current()) + step + all.length) % all.length], true);
}

function open(kind, from) {
  const form = from?.querySelector(`[data-form="${kind}"]`);
  if (!form) return;
  form.hidden = !form.hidden;
  from.querySelectorAll("[data-form]").forEach((other) => { if (other !== form) other.hidden = true; });
  from.querySelectorAll("[data-open]").forEach((button) => button.setAttribute("aria-expanded", String(button.dataset.open === kind && !form.hidden)));
  if (!form.hidden) form.querySelector("input:not([type=hidden])").select();
}

function hide(wanted) {
  hidden = wanted;
  area().classList.toggle("covered", hidden);
  area().querySelector("[data-hide]").setAttribute("aria-pressed", String(hidden));
}

const KEYS = {
  j: () => move(1),
  k: () => move(-1),
  a: () => current()?.querySelector("[data-accept] .main")?.click(),
  r: () => open("dismiss", current()),
  e: () => open("edit", current()),
  z: () => area().querySelector("[data-undo]")?.click(),
  h: () => hide(!hidden),
  n: () => area().querySelector("[data-next]")?.click(),
};

document.addEventListener("keydown", (event) => {
  const field = event.target.closest("input, textarea, select");
  if (event.key === "Escape" && field?.closest("[data-form]")) {
    const issue = field.closest("[data-issue], .entity");
    open(field.closest("[data-form]").dataset.form, issue);
    issue.querySelector("[data-pick], [data-open]").focus();
  }
  if (field || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const act = KEYS[event.key.toLowerCase()];
  if (!act || event.shiftKey) return;
  event.preventDefault();
  act();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-open]");
  if (button) open(button.dataset.open, button.closest("[data-issue], .entity"));
  if (event.target.closest("[data-hide]")) hide(!hidden);
  const issue = event.target.closest("[data-issue]");
  if (issue && !issue.hasAttribute("aria-current")) show(issue, true);
});

document.addEventListener("htmx:beforeSwap", () => { if (area()) depth = zone().scrollTop; });

document.addEventListener("htmx:load", () => {
  if (!area()) return;
  zone().scrollTop = depth;
  hide(hidden);
  const all = issues();
  show(all[Math.min(place, all.length - 1)], false);
});
