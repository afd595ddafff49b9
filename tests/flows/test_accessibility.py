"""Every screen by the rules of WCAG 2.2 AA, as far as a program can tell, in a real browser.

axe reads the pages in both themes and on a phone; the rest measures what axe does not: targets,
focus, widths, motion, forced colours, the direction of texts. A screen is opened once for all that
is asked of it, and a failure names every place.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from annotation.models import Project, Span, Turn, User
from tests.flows.desk import sign_in
from tests.flows.screens import HEBREW, Screen, fill, harden, screens, screens_of_others
from tests.webapp.conftest import spanish  # noqa: F401 (a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERYTHING = {"type": "tag", "values": TAGS}
COLOURS = {"type": "rule", "values": ["color-contrast"]}
LOOKED_AT = (360, 1280)  # the other widths are only tried for whether the page fits
Open = Callable[[Screen], bool]


@pytest.fixture
def open_screen(page: Page, live_server: Any, client_of: Callable[[Any], Any]) -> Open:
    """Opens a screen in its role; false where it led to a page that was looked at before."""
    page.emulate_media(reduced_motion="reduce")  # no colour is read half way to another
    before: set[tuple[str, str]] = set()

    def open_at(screen: Screen) -> bool:
        page.context.clear_cookies()
        if screen.role:
            user = User.objects.filter(memberships__role=screen.role).first()
            sign_in(page.context, client_of, user, live_server.url)
        answer = page.goto(live_server.url + screen.address)
        assert answer is not None, screen
        assert answer.status < 500, screen.name
        assert page.locator(screen.holds).count(), screen.name
        here = (page.url, screen.role)
        is_new = here not in before
        before.add(here)
        return is_new

    return open_at


@pytest.fixture(params=["content", "empty", "hard"])
def shown(
    request: pytest.FixtureRequest,
    transactional_db: None,
    client_of: Callable[[Any], Any],
    manager: Any,
    data_dir: Any,
) -> list[Screen]:
    """The screens of a project in use, of one where nothing happened yet, of one that breaks
    layouts."""
    if request.param == "empty":
        empty = Project.objects.create(slug="empty", name="Empty")
        empty.memberships.create(user=manager, role="manager")
        return screens(empty, client_of(manager))
    project: Project = request.getfixturevalue("project")
    found = screens(project, client_of(manager))
    fill(project, request.getfixturevalue("annotator"))
    found += screens_of_others(project)
    if request.param == "hard":
        harden(project)
    return found


# What the bar at the foot covers can be scrolled from under it: it is no target that is too small.
RUN = """async (options) => {
  const bars = document.querySelectorAll(".status");
  for (const bar of bars) bar.style.position = "static";
  const { violations } = await axe.run(options);
  for (const bar of bars) bar.removeAttribute("style"); // a copy of it would be refused
  return violations;
}"""


def complaints(page: Page, only: dict[str, Any]) -> list[str]:
    """What axe finds, one line a place."""
    options = {"runOnly": only, "resultTypes": ["violations"]}
    if not page.evaluate("'axe' in window"):  # it stays until another page is opened
        page.evaluate(Axe().axe_script)
    found = page.evaluate(RUN, options)
    return [
        f"{rule['impact']} {rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


# What stands out to the right of the page, the innermost first.
WIDE = """() => {
  const root = document.documentElement, width = root.clientWidth;
  if (root.scrollWidth <= width) return "";
  const clips = (each) => each && each !== document.body
    && (getComputedStyle(each).overflowX !== "visible" || clips(each.parentElement));
  const out = [...document.body.querySelectorAll("*")].filter((each) =>
    each.getBoundingClientRect().right > width + 1 && !clips(each.parentElement));
  return out.reverse().slice(0, 3).map((each) => each.outerHTML.slice(0, 160)).join(" | ") || "?";
}"""


# Links in running text may be as small as the text; everything else has 24 by 24 pixels at least.
SMALL = """() => {
  const which = "a, button, input, select, textarea, summary, [tabindex='0']";
  const all = [...document.querySelectorAll(which)];
  const size = (each) => (each.closest("label") ?? each).getBoundingClientRect();
  return all.filter((each) => {
    const { width, height } = size(each);
    const hidden = !each.checkVisibility() || each.closest(".sr, .skip") || each.type === "hidden";
    const inline = each.tagName === "A" && getComputedStyle(each).display === "inline";
    return !hidden && !inline && (width < 24 || height < 24);
  }).map((each) => each.outerHTML.slice(0, 120));
}"""

# The element that has the focus: how it is shown, and whether something stands over it.
FOCUSED = """() => {
  const each = document.activeElement;
  if (!each || each === document.body) return null;
  const box = each.getBoundingClientRect(), style = getComputedStyle(each);
  const token = each.querySelector(".t.caret");
  const ring = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)
    || (token && getComputedStyle(token).boxShadow !== "none");
  const spots = [[0.5, 0.5], [0.02, 0.5], [0.98, 0.5], [0.5, 0.1], [0.5, 0.9]];
  const seen = spots.some(([x, y]) => {
    const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    return top && (each.contains(top) || top.contains(each));
  });
  const all = [...document.querySelectorAll("*")];
  return { html: each.outerHTML.slice(0, 120), place: all.indexOf(each), ring, seen };
}"""

# Each Tab notes where it led: when the key comes up, the focus has moved and the page with it.
NOTED = f"""() => {{
  window.stops = [];
  const stop = {FOCUSED};
  document.addEventListener("keyup", () => stops.push(stop()), true);
}}"""


def walk(page: Page) -> list[str]:
    """Through the page by Tab from its top: each stop in reading order, with a ring, uncovered."""
    page.locator(".skip").focus()
    first = last = page.evaluate(FOCUSED)["place"]
    page.evaluate(NOTED)
    found = []
    for stop in tabbed(page):
        if stop is None or stop["place"] in (first, last):
            break
        if not stop["ring"]:
            found.append(f"no ring: {stop['html']}")
        if not stop["seen"]:
            found.append(f"covered: {stop['html']}")
        if stop["place"] < last:
            found.append(f"out of order: {stop['html']}")
        last = stop["place"]
    else:
        found.append("more than 200 stops")
    return found if last > first else ["no stop at all"]


def tabbed(page: Page) -> Iterator[dict[str, Any] | None]:
    """The stops of 200 times Tab, asked for by the handful: to ask costs more than to press."""
    for _ in range(25):
        for _ in range(8):
            page.keyboard.press("Tab")
        stops = page.evaluate("stops.splice(0)")
        assert len(stops) == 8
        yield from stops


def looks(page: Page, asked: Collection[str]) -> list[str]:
    """What is wrong with the page as it stands: every rule in light, and where it is asked for in
    dark, where only the colours differ; with targets and focus."""
    found = []
    for theme, only in (("dark", COLOURS), ("light", EVERYTHING)):
        if theme == "dark" and theme not in asked:
            continue
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found += [f"{theme}: {line}" for line in complaints(page, only)]
    if "hands" in asked:
        found += [f"small: {each}" for each in page.evaluate(SMALL)]
        found += walk(page)
    return found


# A row of tabs begins with a whole word: of the tab before it no more than its padding is seen, and
# a pixel of rounding.
CUT = """() => {
  const row = document.querySelector("nav.tabs");
  const edge = row?.getBoundingClientRect().left;
  const isCut = ({ left, right }) => left < edge && right - edge > 9;
  return [...row?.children ?? []].filter((tab) => isCut(tab.getBoundingClientRect()))
    .map((tab) => `cut at the left: ${tab.textContent.trim()}`);
}"""


def tabs_in_view(page: Page, screen: Screen) -> list[str]:
    """On a phone just opened the open tab is in view, and the page is not moved for it."""
    found = []
    if screen.name == "show-team" and page.evaluate("scrollY") != 0:  # it has tabs far below
        found.append("moved")
    for tab in page.locator(".tabs [aria-current]").all():
        box = tab.bounding_box()
        if not box or box["x"] < 0 or box["x"] + box["width"] > 360:
            found.append(f"the open tab is out of view: {box}")
    found += page.evaluate(CUT)
    return found


# A project in use is looked at on a phone and on a desk, which two processes can do at once. What
# an empty one adds are sentences: they are asked for the rules once, at the last width. What breaks
# layouts is shown in the language with the longer words.
LOOKS = {
    "phone": ("content", (360,), {"axe", "hands", "tabs"}),
    "desk": ("content", (1280, 768, 1920), {"axe", "hands", "dark"}),
    "empty": ("empty", (360, 768, 1920, 1280), {"rules"}),
    "hard": ("hard", (360, 768, 1101, 1280, 1920), {"es"}),
}


@pytest.mark.parametrize(
    ("shown", "widths", "asked"), LOOKS.values(), ids=LOOKS, indirect=["shown"]
)
def test_every_screen_reads_well(
    page: Page,
    shown: list[Screen],
    spanish: None,  # noqa: F811
    open_screen: Open,
    widths: tuple[int, ...],
    asked: set[str],
) -> None:
    language = "es" if "es" in asked else "en"
    page.set_extra_http_headers({"Accept-Language": language})
    found = []
    for screen in shown:
        page.set_viewport_size({"width": widths[0], "height": 800})
        if not open_screen(screen):
            continue
        assert page.locator("html").get_attribute("lang") == language
        lines = tabs_in_view(page, screen) if "tabs" in asked else []
        found += [f"{screen.name} {widths[0]}: {line}" for line in lines]
        for width in sorted(widths, key=lambda width: width in LOOKED_AT):
            page.set_viewport_size({"width": width, "height": 800})
            lines = [wide] if (wide := page.evaluate(WIDE)) else []
            if "axe" in asked and width in LOOKED_AT:
                lines += looks(page, asked)
            found += [f"{screen.name} {width}: {line}" for line in lines]
        if "rules" in asked:
            found += [f"{screen.name}: {line}" for line in complaints(page, EVERYTHING)]
    assert not found, "\n".join(found)


@pytest.fixture
def desk(
    page: Page, project: Project, batch: Any, live_server: Any, annotator: Any, client_of: Any
) -> Page:
    """The labelling page of a turn with a proposal, a Hebrew speaker beside it."""
    turn = Turn.objects.get(text__startswith="Soy Francisco")
    place = project.labels.get(key="P")
    Span.objects.create(
        turn=turn, start=27, end=33, label=place, status="proposed", confidence=0.924
    )
    Turn.objects.filter(text__startswith="Dígame").update(text=HEBREW, speaker="דנה")
    sign_in(page.context, client_of, annotator, live_server.url)
    page.goto(f"{live_server.url}/p/support/label/{batch.items.get(turn=turn).pk}")
    expect(page.locator("[data-text]")).to_be_focused()
    return page


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("key", ["?", "g", "q"], ids=["keys", "every occurrence", "question"])
def test_axe_finds_nothing_in_the_panels(desk: Page, key: str, width: int) -> None:
    """What opens on the labelling page, over a label just given."""
    desk.set_viewport_size({"width": width, "height": 800})
    desk.emulate_media(reduced_motion="reduce")
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("M")
    expect(desk.locator("body[data-unsaved='0']")).to_be_attached()
    desk.keyboard.press(key)
    panel = desk.locator("[data-keysheet], [data-every] form, [data-asked] textarea")
    expect(panel.locator("visible=true").first).to_be_visible()
    assert complaints(desk, EVERYTHING) == []
    assert desk.evaluate(WIDE) == ""
    assert desk.evaluate(SMALL) == []


def test_spans_say_what_they_are(desk: Page) -> None:
    proposed = desk.locator("[data-asked] mark.machine")
    assert proposed.text_content() == "Bilbao, place, proposed, 92 percent"
    expect(desk.locator("[data-log]")).to_be_attached()
    desk.keyboard.press("A")
    expect(desk.locator("[data-log]")).to_contain_text("Accepted.")
    expect(desk.locator("[data-asked] mark.span")).to_have_text("Bilbao, place")
    button = desk.get_by_role("button", name="Place", exact=False).first
    assert button.get_attribute("aria-keyshortcuts") == "P"
    text = desk.get_by_role("application", name="Turn 2, caller")
    assert text.get_attribute("aria-roledescription") == "annotation text"


def test_texts_carry_their_language_and_direction(desk: Page) -> None:
    said = desk.locator(".said")
    assert {said.nth(place).get_attribute("lang") for place in range(said.count())} == {"es"}
    other = desk.locator(".turn", has_text="דנה")
    assert other.locator(".said").evaluate("(each) => getComputedStyle(each).direction") == "rtl"
    # A speaker's name from right to left pushes neither its number nor its text about.
    number, who, text = (other.locator(part).bounding_box() for part in (".n", ".who", ".said"))
    assert number and who and text
    assert number["x"] < who["x"] < text["x"]
    assert other.locator(".who").evaluate("(each) => each.tagName") == "BDI"


def test_nothing_moves_for_who_asked_for_that(desk: Page) -> None:
    desk.emulate_media(reduced_motion="reduce")
    moving = """() => [...document.querySelectorAll("*")].filter((each) => {
      const { animationName, transitionDuration } = getComputedStyle(each);
      return animationName !== "none" || !/^0s(, 0s)*$/.test(transitionDuration);
    }).map((each) => each.outerHTML.slice(0, 120))"""
    assert desk.evaluate(moving) == []
    assert desk.evaluate("document.getAnimations().length") == 0


def test_forced_colours_keep_the_marks(desk: Page) -> None:
    """In forced colours tints and shadows are gone: borders and outlines say the same."""
    desk.keyboard.press("Home")
    desk.keyboard.press("X")
    expect(desk.locator("body[data-unsaved='0']")).to_be_attached()
    expect(desk.locator("[data-saved-state]")).to_contain_text("Saved")
    desk.keyboard.press("Shift+ArrowRight")
    desk.emulate_media(forced_colors="active")
    style = "(each, name) => getComputedStyle(each)[name]"
    own, proposed = (
        desk.locator(f"[data-asked] mark{kind}").first for kind in (":not(.machine)", ".machine")
    )
    assert own.evaluate(style, "borderBottomStyle") == "solid"
    assert proposed.evaluate(style, "outlineStyle") == "dashed"
    assert desk.locator(".t.caret").evaluate(style, "outlineStyle") == "solid"
    assert desk.locator("[data-asked]").evaluate(style, "outlineStyle") == "solid"
    assert desk.locator(".key").first.evaluate(style, "borderBottomStyle") == "solid"
