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
export function csrfToken() {
  const name = `${document.body.dataset.csrfCookie}=`;
  const cookie = document.cookie.split("; ").find((each) => each.startsWith(name));
  return cookie ? cookie.slice(name.length) : "";
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return template.content.firstElementChild;
}

// heard: {saved(step, root, response), refused(step, root), conflict(root, again, all, landed),
// stayed(kind), changed(state)}, and known(root) if the page wants to hear of every drawing.
// `landed`: a step that the server has, while the turn was changed behind it.
// A step: {url, fields, turn, reader}; `get`: only look; `move`: the page waits for the answer;
// `again`: it says what it does by itself; `keeps`: it changes no label; `around`: an address that
// answers while the person may work here, so that a 404 elsewhere means that the thing itself is
// gone.
export function openOutbox(heard) {
  const steps = [];
  const versions = new Map();
  let held = 0; // steps that wait for the person, not for the server
  let busy = false;
  let failures = 0;
  let timer = 0;
  let trouble = "";

  const changed = () => {
    const why = trouble || (held && !steps.some((step) => !step.get) ? "held" : "");
    heard.changed({ count: count(), trouble: why, moving: moving() });
  };
  const count = () => held + steps.filter((step) => !step.get).length;
  const moving = () => steps.some((step) => step.move);
  const has = (url) => steps.some((step) => step.url === url && !step.get);
  const pending = (turn) => steps.some((step) => step.turn === turn && !step.move);

  function push(step) {
    steps.push({ id: newId(), ...step });
    changed();
    if (!trouble || step.move) work(); // who waits for an answer is told soon that none comes
  }

  // Steps that go before all others: they were made earlier.
  function first(some) {
    steps.unshift(...some);
    changed();
  }

  function hold(n) {
    held += n;
    changed();
  }

  function request(step) {
    const headers = { "HX-Request": "true" };
    const signal = AbortSignal.timeout(WAIT.answer);
    if (step.get) return fetch(step.url, { headers, signal, redirect: "manual" });
    headers["X-CSRFToken"] = csrfToken();
    step.version = versions.get(step.turn) ?? 0;
    const fields = { ...step.fields, op_id: step.id, version: step.version, reader: step.reader };
    const body = new URLSearchParams(fields);
    return fetch(step.url, { method: "POST", headers, body, signal, redirect: "manual" });
  }

  async function isGone(step, response) {
    if (response.status !== 404 || !step.around) return false;
    const signal = AbortSignal.timeout(WAIT.answer);
    const headers = { "HX-Request": "true" };
    return (await fetch(step.around, { headers, signal, redirect: "manual" })).ok;
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

  // Null without a connection, or without an answer in time.
  async function ask(step) {
    try {
      const response = await request(step);
      return [response, await response.text(), await isGone(step, response)];
    } catch {
      return null;
    }
  }

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

  // Turns that an answer shows newer than the step can have made them: it was sent again because
  // its first answer was lost, and another window was there in between.
  function overtaken(step, root) {
    const drawn = [root, ...root.querySelectorAll("[data-row]")];
    const before = (id) => (id === step.turn ? step.version : versions.get(id));
    const most = (id) => before(id) + (step.keeps ? 0 : 1);
    return drawn.filter(({ id, dataset }) => Number(dataset.version) > most(id)).map(({ id }) => id);
  }

  function takeOut(turns) {
    const isTheirs = (step) => turns.includes(step.turn);
    const theirs = steps.filter(isTheirs);
    steps.splice(0, steps.length, ...steps.filter((step) => !isTheirs(step)));
    return theirs;
  }

  function clash(root, some, landed) {
    const all = some.filter((step) => !step.get);
    heard.conflict(root, all.filter((step) => step.again), all, landed);
  }

  // `asked`: milliseconds that the server wants to be left alone.
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

  function note(root) {
    if (root.dataset.version) versions.set(root.id, Number(root.dataset.version));
  }

  // A drawing that was fetched ahead may be older than what was saved since.
  function seen(root) {
    const version = Math.max(Number(root.dataset.version), versions.get(root.id) ?? 0);
    versions.set(root.id, version);
    heard.known?.(root);
  }

  return { push, first, hold, has, pending, moving, count, seen };
}
