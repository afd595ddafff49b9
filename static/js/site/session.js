// What every page does when a request fails: the session is over, the connection is gone, the
// server broke. The page stays with all that was typed, and says what to do.
import { find } from "../shared/dom.js";
import { csrfToken, timed } from "../shared/http.js";

let checked = null; // the form that may go now
const place = () => find("[data-trouble]");

function say(kind) {
  place().hidden = !kind;
  place().textContent = kind ? place().dataset[kind] : "";
}

function failed({ detail }) {
  if (detail.requestConfig.verb === "get") return; // what is asked again and again
  const status = detail.xhr.status;
  if (!status) say("offline");
  else if (status === 401) say("signedOut");
  else if (status === 503) say("busy");
  else if (status === 507) say("full");
  else say(status >= 500 ? "broken" : "refused");
}

// A form with a text that took long to write is sent only while somebody is signed in.
async function sent(event) {
  const { target: form, submitter } = event;
  const field = form.querySelector("input[name=csrfmiddlewaretoken]");
  if (field && csrfToken()) field.value = csrfToken();
  const isChecked = form === checked;
  checked = null;
  if (isChecked || event.defaultPrevented || !form.querySelector("textarea")) return undefined;
  if (form.hasAttribute("hx-post")) return undefined;
  event.preventDefault();
  try {
    const answer = await timed(location.href);
    if (answer.type === "opaqueredirect") return say("signedOut");
    if (answer.status >= 500) return say("busy");
  } catch {
    return say("offline");
  }
  checked = form;
  return form.requestSubmit(submitter);
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const token = csrfToken();
  if (!token) return;
  detail.headers["X-CSRFToken"] = token;
  if (detail.parameters.csrfmiddlewaretoken) detail.parameters.csrfmiddlewaretoken = token;
});
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"])
  document.addEventListener(name, failed);
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  // What is asked again and again takes no sentence away that somebody has yet to read.
  if (detail.successful && detail.requestConfig.verb !== "get") say("");
});
document.addEventListener("submit", sent);
