// The secret of an invitation stands behind the # of its link, which a browser sends to nobody: it
// goes into the form, and out of the address and the history.
import { find } from "../shared/dom.js";

const field = find("[data-token]");
const token = location.hash.slice(1);
if (field && token) {
  history.replaceState(null, "", location.pathname);
  field.value = token;
  field.form.requestSubmit();
}
