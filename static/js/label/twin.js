// The twin: beside each turn the same turn as it would leave with the labels that the person has
// now. The server draws it; here it is put beside the turns, whatever draws those anew, and fetched
// again after each step. One answer is waited for at a time: the last one is the newest.
import { find, findAll } from "../shared/dom.js";
import { ask, csrfToken, timed } from "../shared/http.js";
import { fill, say, sayMore, words } from "../shared/page.js";
import { page } from "./desk.js";

const narrow = matchMedia("(max-width: 700px)");
const twins = new Map(); // id of a turn -> its twin
let isOn = true;
let wanted = false; // asked for again while an answer was on its way
let busy = false;
let heard = null; // the sentence about the dialogue that the twins are of, with its item
const rows = new MutationObserver(attach);

const head = () => find("[data-twin-head]", page.work);
const turns = () => findAll(".turns > .turn", page.work);

export function openTwin() {
  isOn = page.work.classList.contains("with-twin");
  new MutationObserver(adopt).observe(document.body, { childList: true });
  adopt();
}

// Another page of the desk: its turns get the twins that are known, and the rest from the server.
function adopt() {
  if (head().hasAttribute("data-adopted")) return;
  head().dataset.adopted = "";
  show();
  rows.disconnect();
  rows.observe(find(".turns", page.work), { childList: true });
  attach();
  seeTwin();
}

function show() {
  page.work.classList.toggle("with-twin", isOn);
  if (heard) find("[data-twin-count]", head()).replaceChildren(heard.cloneNode(true));
}

function attach() {
  for (const turn of turns()) {
    const twin = twins.get(turn.id);
    if (twin && twin.parentElement !== turn) turn.append(twin);
  }
}

// Have the twins drawn anew.
export async function seeTwin() {
  wanted = true;
  if (busy || !isOn) return;
  busy = true;
  while (wanted && isOn) {
    wanted = false;
    await fetchTwins(page.work);
  }
  busy = false;
}

async function fetchTwins(work) {
  const whole = new URL(location.href).searchParams.has("whole") ? "?whole" : "";
  const { response, root } = await ask(`${work.dataset.url}/twin${whole}`);
  if (page.work !== work) return void (wanted = true);
  const said = root?.matches("[data-twins]") ? find("[data-twin-said]", root) : null;
  work.classList.toggle("twin-late", !response?.ok);
  heard = said ?? heard;
  if (said) show();
  else find("[data-twin-count]", head()).textContent = words.twinLate;
  if (response?.ok && said) paint(root);
}

// Only what is another than before is put in its place.
function paint(root) {
  const isFirst = !turns().some((turn) => twins.has(turn.id));
  let speaks = "";
  for (const fresh of findAll("[data-twin-of]", root)) {
    const id = fresh.dataset.twinOf;
    const before = twins.get(id);
    if (before?.innerHTML === fresh.innerHTML) continue;
    const changed = isFirst || !before ? [] : mark(before, fresh);
    if (id === page.turn.id && changed.length) speaks = changed[0].textContent;
    twins.set(id, fresh);
    before?.remove();
  }
  attach();
  // On a phone twins stand under their turns, and those above have pushed the asked one down.
  if (isFirst && narrow.matches) page.turn.scrollIntoView({ block: "center" });
  document.body.dataset.twin = page.work.dataset.item;
  if (speaks) sayMore(` ${fill(words.leavesAs, { text: speaks })} ${heard.textContent.trim()}.`);
}

// Surrogates that stand where none stood, or another one.
function mark(before, fresh) {
  const was = new Map(findAll(".out", before).map((out) => [out.dataset.at, out.textContent]));
  const changed = findAll(".out", fresh).filter((out) =>
    was.get(out.dataset.at) !== out.textContent
  );
  for (const out of changed) out.classList.add("fresh");
  return changed;
}

// Hidden for this person until she wants it again, wherever she signs in.
export function toggleTwin() {
  isOn = !isOn;
  show();
  say(isOn ? words.twinShown : words.twinHidden);
  if (isOn) seeTwin();
  const body = new URLSearchParams(isOn ? { shown: "on" } : {});
  const headers = { "X-CSRFToken": csrfToken() };
  const url = find('[data-do="twin"]', head()).dataset.keep;
  timed(url, { method: "POST", headers, body, keepalive: true }).catch(() => {});
}
