// Saves steps one after the other, each until the server has it. Called by label.js.
// A step carries an id of its own, so sending it again is harmless; it waits in memory only.

const WAIT = { first: 1000, most: 30000, signedOut: 5000, answer: 20000 };

// randomUUID exists on https and localhost only; getRandomValues everywhere.
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// The token changes when the person signs in again in another tab: read it each time.
function csrfToken() {
  const name = `${document.body.dataset.csrfCookie}=`;
  const cookie = document.cookie.split("; ").find((each) => each.startsWith(name));
  return cookie ? cookie.slice(name.length) : "";
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return template.content.firstElementChild;
}

// heard: {saved(step, root, response), refused(step, root), conflict(root, steps), stayed(), changed(state)}
export function openOutbox(heard) {
  const steps = [];
  const versions = new Map();
  let busy = false;
  let failures = 0;
  let timer = 0;
  let trouble = "";

  const changed = () => heard.changed({ count: count(), trouble, moving: moving() });
  const count = () => steps.filter((step) => !step.get).length;
  const moving = () => steps.some((step) => step.move);
  const pending = (turn) => steps.some((step) => step.turn === turn && !step.move);

  function push(step) {
    steps.push({ id: newId(), ...step });
    changed();
    if (!trouble) work();
  }

  function request(step) {
    const headers = { "HX-Request": "true" };
    const signal = AbortSignal.timeout(WAIT.answer);
    if (step.get) return fetch(step.url, { headers, signal, redirect: "manual" });
    headers["X-CSRFToken"] = csrfToken();
    const version = versions.get(step.turn) ?? 0;
    const fields = { ...step.fields, op_id: step.id, version, reader: step.reader };
    const body = new URLSearchParams(fields);
    return fetch(step.url, { method: "POST", headers, body, signal, redirect: "manual" });
  }

  async function work() {
    clearTimeout(timer);
    if (busy || !steps.length) return;
    busy = true;
    try {
      const step = steps[0];
      const response = await request(step);
      const html = await response.text();
      settle(step, response, html);
    } catch {
      fail("offline"); // no connection, or no answer in time
    } finally {
      busy = false;
    }
    changed();
    if (steps.length && !trouble) work();
  }

  function settle(step, response, html) {
    const lost = response.type === "opaqueredirect" || [401, 403, 404].includes(response.status);
    if (lost) return fail("signedOut");
    if (response.status >= 500 || response.status === 429) return fail("offline");
    failures = 0;
    trouble = "";
    steps.shift();
    const root = parse(html);
    if (root?.dataset.version) versions.set(root.id, Number(root.dataset.version));
    if (response.status === 409) {
      const others = steps.filter((each) => each.turn === step.turn);
      steps.splice(0, steps.length, ...steps.filter((each) => each.turn !== step.turn));
      heard.conflict(root, [step, ...others].filter((each) => each.again));
    } else if (response.ok) heard.saved(step, root, response);
    else heard.refused(step, root);
  }

  function fail(kind) {
    failures += 1;
    trouble = kind;
    const stuck = steps.filter((step) => step.move);
    if (stuck.length) {
      steps.splice(0, steps.length, ...steps.filter((step) => !step.move));
      heard.stayed(kind);
    }
    const longer = Math.min(WAIT.most, WAIT.first * 2 ** (failures - 1));
    const wait = kind === "signedOut" ? WAIT.signedOut : longer;
    if (steps.length) timer = setTimeout(work, wait);
    else trouble = "";
  }

  addEventListener("online", work);
  document.addEventListener("visibilitychange", () => document.hidden || work());
  addEventListener("beforeunload", (event) => count() && event.preventDefault());

  const seen = (root) => versions.set(root.id, Number(root.dataset.version));
  return { push, pending, moving, count, seen };
}
