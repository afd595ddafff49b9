"""What a person waits for in Chromium: a page that can be used, a key press that paints its label.

Times are taken inside the page, from the start of the navigation or from the key event to the frame
after the one in which the label stands. Needs Playwright and a Chromium; without them these figures
are left out, with the reason.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Runs before anything of the page. `seen`: when something for the selector is on the screen.
# `ready`: when an arrow key that is pressed moves the caret. `painted`: from each key to its frame.
WATCH = """
(seen) => {
  const times = (window.benchTimes = { painted: [] });
  const later = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(0); // answered after this frame was drawn
  });
  const look = () => {
    const text = document.querySelector("[data-asked] [data-text]");
    const here = text?.querySelector(".caret");
    if (!times.seen && document.querySelector(seen))
      later((now) => (times.seen ??= now));
    if (here && !times.ready) {
      const key = (times.right = !times.right) ? "ArrowRight" : "ArrowLeft"; // from either end
      const press = { key, bubbles: true, cancelable: true };
      text.dispatchEvent(new KeyboardEvent("keydown", press));
      const moved = document.querySelector("[data-asked] .caret");
      if (moved && moved !== here) later((now) => (times.ready ??= now));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const marks = () => document.querySelectorAll("[data-asked] mark.span").length;
  addEventListener("keydown", (event) => {
    if (!event.isTrusted || event.key.length > 1) return;
    const before = marks();
    const wait = () => later((now) =>
      marks() > before ? times.painted.push(now - event.timeStamp) : wait());
    wait();
  }, true);
  times.until = (has, limit) => new Promise((yes) => {
    const end = performance.now() + limit;
    const ask = () => {
      if (has(times) || performance.now() > end) yes(Boolean(has(times)));
      else setTimeout(ask, 5);
    };
    ask();
  });
}
"""


class NoBrowser(Exception):
    """Chromium cannot be driven here; the message says why."""


@contextmanager
def chromium() -> Iterator["Browser"]:
    """A headless browser without a sandbox, as the tests use it."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise NoBrowser("Playwright is not installed (the test extra has it)") from None
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    found = (shutil.which(name) for name in names)
    path = os.environ.get("CHROMIUM") or next(filter(None, found), None)
    if path is None:
        raise NoBrowser("Chromium is not installed")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox", "--disable-gpu"]
            )
        except Error as error:
            raise NoBrowser(str(error).splitlines()[0]) from None
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def page_of(
    browser: "Browser", site: str, cookies: Mapping[str, str], seen: str
) -> Iterator["Page"]:
    """A page of a signed-in person that is watched from its first moment."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies([{"name": n, "value": v, "url": site} for n, v in cookies.items()])
    context.add_init_script(f"({WATCH})({seen!r})")
    try:
        yield context.new_page()
    finally:
        context.close()


def open_times(page: "Page", url: str, what: str, times: int, limit: float = 60) -> list[float]:
    """Milliseconds from the click to `what` ("seen" or "ready"), of so many openings; the first,
    which also fills the browser's cache, does not count. Empty if it did not come in time."""
    found = []
    for _ in range(times + 1):
        page.goto(url, wait_until="commit")
        if not page.evaluate(f"benchTimes.until((times) => times.{what}, {1000 * limit})"):
            break
        found.append(float(page.evaluate(f"benchTimes.{what}")))
    return found[1:]


def paint_times(page: "Page", key: str, presses: int) -> list[float]:
    """Milliseconds from a label's key to its paint, each on the next token of the turn: each label
    leaves what is left of the turn chosen, and the arrow goes to its first token."""
    page.evaluate("benchTimes.painted.length = 0")
    page.keyboard.press("Home")
    for number in range(presses):
        page.keyboard.press("ArrowLeft")
        page.keyboard.press(key)
        page.evaluate(f"benchTimes.until((times) => times.painted.length > {number}, 20000)")
        page.wait_for_timeout(120)  # a quick hand: some seven steps a second
    return [float(each) for each in page.evaluate("benchTimes.painted")]
