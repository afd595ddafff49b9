// @ts-check
// Saves steps one after the other, each until the server has it. Called by label.js.
// A step carries an id of its own, so sending it again is harmless; it waits in memory only.

import { findAll, parse } from "./dom.js";
import { request } from "./http.js";

const WAIT = { first: 1000, most: 30000, signedOut: 5000 };

// randomUUID exists on https and localhost only; getRandomValues everywhere.
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * @typedef {object} Step
 * @property {string} url
 * @property {string} turn - the id of its element
 * @property {Record<string, string>} [fields]
 * @property {string} [reader]
 * @property {boolean} [get] - only look
 * @property {boolean} [move] - the page waits for the answer
 * @property {boolean} [waits] - the page has waited and stayed
 * @property {boolean} [again] - it says what it does by itself
 * @property {boolean} [keeps] - it changes no label
 * @property {string} [around] - an address that answers while the person may work here, so that a
 *   404 elsewhere means that the thing itself is gone
 * @property {string} [id]
 * @property {any} [version] - that of the turn when the step was sent, a number
 */
/** @typedef {{count: number, trouble: string, moving: boolean}} State */
/**
 * Who hears of answers.
 * @typedef {object} Hearer
 * @property {(state: State) => void} changed
 * @property {(step: Step, root: HTMLElement | null, response: Response) => void} saved
 * @property {(step: Step, root: HTMLElement | null) => void} refused
 * @property {(root: HTMLElement | null, again: Step[], all: Step[], landed?: Step) => void} conflict
 *   - `landed`: a step that the server has, while the turn was changed behind it
 * @property {(kind: string) => void} stayed
 * @property {(root: HTMLElement) => void} [known] - of every drawing
 */

/** @param {Hearer} heard */
export function openOutbox(heard) {
  /** @type {Step[]} */
  const steps = [];
  /** @type {Map<string, number>} */
  const versions = new Map();
  let held = 0; // steps that wait for the person, not for the server
  let busy = false;
  let failures = 0;
  /** @type {number | undefined} */
  let timer;
  let trouble = "";

  const changed = () => {
    const why = trouble || (held && !steps.some((step) => !step.get) ? "held" : "");
    heard.changed({ count: count(), trouble: why, moving: moving() });
  };
  const count = () => held + steps.filter((step) => !step.get).length;
  const moving = () => steps.some((step) => step.move);
  /** @param {string} url */
  const has = (url) => steps.some((step) => step.url === url && !step.get);
  /** @param {string} turn */
  const pending = (turn) => steps.some((step) => step.turn === turn && !step.move);

  /** @param {Step} step */
  function push(step) {
    steps.push({ id: newId(), ...step });
    changed();
    if (!trouble || step.move) work(); // who waits for an answer is told soon that none comes
  }

  /**
   * Steps that go before all others: they were made earlier.
   * @param {Step[]} some
   */
  function first(some) {
    steps.unshift(...some);
    changed();
  }

  /** @param {number} n */
  function hold(n) {
    held += n;
    changed();
  }

  /** @param {Step} step */
  function send(step) {
    if (step.get) return request(step.url);
    step.version = versions.get(step.turn) ?? 0;
    /** @type {Record<string, any>} */
    const fields = { ...step.fields, op_id: step.id, version: step.version, reader: step.reader };
    return request(step.url, new URLSearchParams(fields));
  }

  /**
   * @param {Step} step
   * @param {Response} response
   */
  async function isGone(step, response) {
    if (response.status !== 404 || !step.around) return false;
    return (await request(step.around)).ok;
  }

  async function work() {
    clearTimeout(timer);
    if (busy || !steps.length) return;
    busy = true;
    const step = steps[0];
    const answer = await ask(step);
    busy = false;
    if (answer) settle(step, ...answer);
    else fail("offline");
    changed();
    if (steps.length && !trouble) work();
  }

  /**
   * Null without a connection, or without an answer in time.
   * @param {Step} step
   * @returns {Promise<[Response, string, boolean] | null>}
   */
  async function ask(step) {
    try {
      const response = await send(step);
      return [response, await response.text(), await isGone(step, response)];
    } catch {
      return null;
    }
  }

  /**
   * @param {Step} step
   * @param {Response} response
   * @param {string} html
   * @param {boolean} gone
   */
  function settle(step, response, html, gone) {
    const lost = response.type === "opaqueredirect" || [401, 403, 404].includes(response.status);
    if (lost && !gone) return fail("signedOut");
    if (response.status >= 500 || response.status === 429)
      return fail("offline", Number(response.headers.get("Retry-After")) * 1000);
    failures = 0;
    trouble = "";
    steps.shift();
    if (gone) return heard.refused(step, null);
    const root = parse(html);
    const now = root?.id === step.turn ? Number(root.dataset.version) : NaN;
    const same = now === step.version; // refused, but not for its age
    const isOld = response.status === 409 ? !same : !response.ok && now > step.version;
    const passed = response.ok && root ? overtaken(step, root) : [];
    if (root) note(root);
    if (isOld) clash(root, [step, ...takeOut([step.turn])]);
    else if (response.ok) heard.saved(step, root, response);
    else heard.refused(step, root);
    if (passed.length) clash(root, takeOut(passed), step);
    if (root) heard.known?.(root);
  }

  /**
   * Turns that an answer shows newer than the step can have made them: it was sent again because
   * its first answer was lost, and another window was there in between.
   * @param {Step} step
   * @param {HTMLElement} root
   */
  function overtaken(step, root) {
    const drawn = [root, ...findAll("[data-row]", root)];
    /** @param {string} id */
    const before = (id) => Number(id === step.turn ? step.version : versions.get(id));
    /** @param {string} id */
    const most = (id) => before(id) + (step.keeps ? 0 : 1);
    const newer = drawn.filter(({ id, dataset }) => Number(dataset.version) > most(id));
    return newer.map(({ id }) => id);
  }

  /** @param {string[]} turns */
  function takeOut(turns) {
    /** @param {Step} step */
    const isTheirs = (step) => turns.includes(step.turn);
    const theirs = steps.filter(isTheirs);
    steps.splice(0, steps.length, ...steps.filter((step) => !isTheirs(step)));
    return theirs;
  }

  /**
   * @param {HTMLElement | null} root
   * @param {Step[]} some
   * @param {Step} [landed]
   */
  function clash(root, some, landed) {
    const all = some.filter((step) => !step.get);
    heard.conflict(root, all.filter((step) => step.again), all, landed);
  }

  /**
   * @param {string} kind
   * @param {number} [asked] - milliseconds that the server wants to be left alone
   */
  function fail(kind, asked = 0) {
    failures += 1;
    trouble = kind;
    // Looking is given up; what was done waits with the rest, and the page does not wait for it.
    const isStuck = moving();
    steps.splice(0, steps.length, ...steps.filter((step) => !(step.move && step.get)));
    for (const step of steps)
      if (step.move) Object.assign(step, { move: false, waits: true });
    if (isStuck) heard.stayed(kind);
    const longer = Math.min(WAIT.most, WAIT.first * 2 ** (failures - 1));
    const wait = kind === "signedOut" ? WAIT.signedOut : asked || longer;
    if (steps.length) timer = setTimeout(work, wait);
    else trouble = "";
  }

  addEventListener("online", work);
  document.addEventListener("visibilitychange", () => document.hidden || work());
  addEventListener("beforeunload", (event) => count() && event.preventDefault());

  /** @param {HTMLElement} root */
  function note(root) {
    if (root.dataset.version) versions.set(root.id, Number(root.dataset.version));
  }

  /**
   * A drawing that was fetched ahead may be older than what was saved since.
   * @param {HTMLElement} root
   */
  function seen(root) {
    const version = Math.max(Number(root.dataset.version), versions.get(root.id) ?? 0);
    versions.set(root.id, version);
    heard.known?.(root);
  }

  return { push, first, hold, has, pending, moving, count, seen };
}
