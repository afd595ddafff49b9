// When another window was first: what was done here beside what is there now. Steps that touch
// nothing that changed go on by themselves; the others wait for the person, none is dropped. Also
// raises the alarm when labels are fewer than what was done explains. Called by label.js.
import { find } from "../shared/dom.js";
import { actOf, keyOf } from "../shared/keys.js";
import { fill, say, words as sentences } from "../shared/page.js";
import { isProposal } from "../shared/text.js";
import { labelButton, page, tell } from "./desk.js";

const words = sentences.merge;
const touch = (one, other) => one.start < other.end && other.start < one.end;
const signOf = (mark) => [mark.start, mark.end, mark.label, mark.machine].join(":");

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// What a piece of text says, without signs and without what only screen readers hear.
function said(element) {
  const copy = element.cloneNode(true);
  for (const sign of copy.querySelectorAll(".sr, .w-mark")) sign.remove();
  return copy.textContent;
}

function wordsAt(root, { start, end }) {
  const pieces = root ? [...root.querySelectorAll("[data-text] [data-start]")] : [];
  const inside = pieces.filter(
    ({ dataset: at }) => Number(at.start) < end && start < Number(at.end),
  );
  return inside.map(said).join("").trim();
}

// The labels and proposals that a drawing shows.
export function marksOf(root) {
  return [...root.querySelectorAll("[data-text] mark.span")].map((mark) => {
    const pieces = [...mark.querySelectorAll("[data-start]")];
    return {
      start: Number(pieces[0].dataset.start),
      end: Number(pieces.at(-1).dataset.end),
      label: mark.dataset.label,
      machine: isProposal(mark),
      span: mark.dataset.span,
      name: find(".sr", mark)?.textContent.replace(/^, /, "") ?? "",
      text: said(mark),
    };
  });
}

const countOwn = (marks) => marks.filter((mark) => !mark.machine).length;

// Where a step acts; null where that cannot be said beforehand.
function stretchesOf(step, before) {
  const { start, end, new_start: low, new_end: high } = step.fields;
  if (step.url.endsWith("/move")) return [{ start, end }, { start: low, end: high }];
  if (start !== undefined) return [{ start, end }];
  const span = step.url.match(/\/proposals\/(\d+)\//)?.[1];
  const proposal = span && before.find((mark) => mark.span === span);
  return proposal ? [proposal] : null;
}

// The labels once a step is done that says by itself what it does; of others, as they were.
function after(marks, step, root) {
  const path = step?.url.split("/").at(-1);
  const { start, end, new_start: low, new_end: high, label } = step?.fields ?? {};
  const without = (...zones) => marks.filter((mark) => !zones.some((zone) => touch(mark, zone)));
  const old = marks.find((mark) => !mark.machine && mark.start === start && mark.end === end);
  if (path === "clear") return without({ start, end });
  if (path === "spans") {
    const name = labelButton(label)?.dataset.spoken ?? "";
    const text = wordsAt(root, { start, end });
    return [...without({ start, end }), { start, end, label, machine: false, name, text }];
  }
  if (path !== "move" || !old) return marks;
  const moved = { ...old, start: low, end: high, text: wordsAt(root, { start: low, end: high }) };
  return [...without(old, moved), moved];
}

// show(root): draw the turn; waits: the outbox.
export function openMerge(show, waits) {
  const known = new Map(); // turn -> {version, marks} as the server drew it last
  let open = null; // {panel, steps, changed, turn}

  // What a step was, in words, kept with it while it waits.
  function describe(step) {
    const path = step.url.split("/").at(-1);
    const name = step.fields.label && labelButton(step.fields.label);
    const at = step.fields.start === undefined ? null : step.fields;
    const span = step.url.match(/\/proposals\/(\d+)\//)?.[1];
    const mark = span && find(`mark[data-span="${span}"]`, page.work);
    const text = at ? wordsAt(document.getElementById(step.turn), at) : mark ? said(mark) : "";
    return fill(words[path] ?? words.step, { text, label: name?.dataset.spoken ?? "" });
  }

  function hear(root) {
    if (root.dataset.version === undefined) return;
    const now = { version: Number(root.dataset.version), marks: marksOf(root) };
    const last = known.get(root.id);
    const lower = last && now.version < last.version;
    const same = last && now.version === last.version;
    if (same && countOwn(now.marks) < countOwn(last.marks)) raise(root.id, last, now);
    if (!lower) known.set(root.id, now); // older: fetched ahead
  }

  // The answer to a label of hers must show as many labels as were painted.
  function check(step, root) {
    const shown = document.getElementById(root?.id);
    if (!shown || Number(root.dataset.version) !== step.version + 1) return;
    if (!/\/(spans|clear|move)$/.test(step.url)) return;
    const painted = { marks: marksOf(shown) };
    const now = { marks: marksOf(root) };
    if (countOwn(now.marks) < countOwn(painted.marks)) raise(root.id, painted, now);
  }

  function raise(id, before, now) {
    const turn = document.getElementById(id);
    if (!turn || find(":scope > [data-fewer]", turn)) return;
    const values = { n: countOwn(now.marks), all: countOwn(before.marks) };
    const href = `${page.work.dataset.history}?turn=${id.replace("turn-", "")}`;
    const link = make("a", { href, textContent: words.history });
    notice(turn, fill(words.fewer, values), link).dataset.fewer = "";
  }

  // A step on a turn that was left; without a sentence, its item is not asked any more.
  function refusedElsewhere(step, sentence) {
    const link = make("a", { href: step.place.url, textContent: step.place.name });
    link.dataset.open = "";
    const text = `${step.place.name}. ${step.words}: ${sentence ?? words.notAsked}`;
    notice(page.turn, text, sentence ? link : "");
    say(text);
  }

  // It stays until the person puts it away, whatever is drawn anew around it.
  function notice(turn, sentence, link) {
    const note = make("div", { className: "panel notice" }, `${sentence} `, link, " ");
    const away = button(words.close, () => {
      note.remove();
      page.text.element.focus({ preventScroll: true });
    });
    note.append(away);
    note.setAttribute("role", "alert");
    turn.append(note);
    return note;
  }

  // Which steps go on by themselves: in the order in which they were made, each that touches
  // neither what changed nor a step that waits.
  function sort(steps, before, changed) {
    const zones = [...changed];
    const alone = [];
    const kept = [];
    for (const step of steps) {
      const at = step.keeps ? [] : stretchesOf(step, before);
      if (at?.every((each) => !zones.some((zone) => touch(each, zone)))) alone.push(step);
      else {
        kept.push(step);
        zones.push(...(at ?? []));
      }
    }
    return { alone, kept };
  }

  // `landed`: a step of hers that is in this drawing, and so not what changed.
  function conflict(root, steps, landed) {
    const before = after(known.get(root.id)?.marks ?? [], landed, root);
    const now = marksOf(root);
    const [old, fresh] = [before, now].map((marks) => new Set(marks.map(signOf)));
    const gone = before.filter((mark) => !fresh.has(signOf(mark)) && !mark.machine);
    const come = now.filter((mark) => !old.has(signOf(mark)) && !mark.machine);
    const changed = [...before, ...now].filter(
      (mark) => !(old.has(signOf(mark)) && fresh.has(signOf(mark))),
    );
    const { alone, kept } = sort(steps, before, changed);
    show(root);
    waits.first(alone);
    const n = alone.length;
    const went = n ? fill(n === 1 ? words.appliedOne : words.appliedMany, { n }) : "";
    if (kept.length) {
      waits.hold(kept.length);
      const earlier = open?.turn === root.id ? open.steps : [];
      close();
      ask({ turn: root.id, steps: [...earlier, ...kept], gone, come, went, place: kept[0].place });
    } else {
      tell(`${words.changed} ${went}`, { stays: true });
      say(`${words.changed} ${went}`);
    }
  }

  const lines = (texts) =>
    make("ul", {}, ...texts.map((text) => make("li", {}, make("span", { textContent: text }))));

  function button(name, act, key) {
    const element = make("button", { type: "button", className: "btn", textContent: name });
    if (key) {
      element.append(" ", make("kbd", { textContent: key }));
      element.setAttribute("aria-keyshortcuts", key);
    }
    element.addEventListener("click", act);
    return element;
  }

  function ask(state) {
    open = { ...state, panel: make("section", { className: "panel merge" }) };
    open.panel.setAttribute("role", "group");
    open.panel.setAttribute("aria-label", words.title);
    draw();
    place();
    say(`${words.changed} ${state.went} ${sentence()}`);
  }

  const sentence = () => {
    const n = open.steps.length;
    return fill(n === 1 ? words.waitsOne : words.waitsMany, { n });
  };

  const row = (...buttons) => make("div", { className: "row" }, ...buttons);
  const side = (title, list) => make("div", {}, make("h3", { textContent: title }), list);

  // A step that waits, and what may become of it.
  function waiting(step) {
    const choices = row(
      button(words.apply, () => settle([step], true)),
      button(words.leave, () => settle([step], false)),
    );
    return make("li", {}, make("span", { textContent: step.words }), choices);
  }

  function draw() {
    const { panel, steps, gone, come, went, turn } = open;
    const named = { place: open.place.name };
    const where = document.getElementById(turn) ? "" : `${fill(words.elsewhere, named)} `;
    const there = [
      ...come.map((mark) => `${mark.text}: ${mark.name}`),
      ...gone.map((mark) => fill(words.gone, { text: mark.text, label: mark.name })),
    ];
    const sides = make("div", { className: "merge-sides" });
    sides.append(
      side(words.here, make("ul", {}, ...steps.map(waiting))),
      side(words.there, there.length ? lines(there) : make("p", { textContent: words.same })),
    );
    const all = row(
      button(words.applyAll, () => settle(open.steps, true), keyOf("apply-waiting")),
      button(words.leaveAll, () => settle(open.steps, false), keyOf("leave-waiting")),
    );
    all.classList.add("mt");
    const head = make("b", { textContent: where + words.changed });
    panel.replaceChildren(make("p", {}, head, ` ${went} ${sentence()}`), sides, all);
  }

  // Under the turn, wherever it is drawn; while it is not on the page, under the active one.
  function place() {
    if (!open) return;
    const turn = document.getElementById(open.turn) ?? page.turn;
    if (open.panel.parentElement !== turn) turn.append(open.panel);
    draw();
  }

  function settle(some, apply) {
    const left = open.steps.filter((step) => !some.includes(step));
    open.steps = left;
    waits.hold(-some.length);
    if (apply) some.forEach(waits.push);
    if (left.length) return draw();
    close();
    page.text.element.focus({ preventScroll: true });
    return say(apply ? words.applied : words.left);
  }

  function close() {
    open?.panel.remove();
    open = null;
  }

  document.addEventListener("keydown", (event) => {
    const act = actOf(event);
    if (!open || !["apply-waiting", "leave-waiting"].includes(act)) return;
    event.preventDefault();
    settle(open.steps, act === "apply-waiting");
  });

  return { hear, check, conflict, describe, place, refusedElsewhere };
}
