"""Where the tools of the labelling page stand, on a screen and on a phone, in both languages."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Batch, QueryItem, TrainingRun, Turn
from tests.flows.desk import press, settled, sign_in
from tests.webapp.conftest import spanish  # noqa: F401 (a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def open_desk(
    stage: Batch, page: Page, live_server: Any, client_of: Callable[[Any], Any], annotator: Any
) -> Callable[[int, int, str], None]:
    def open_at(width: int, place: int, language: str) -> None:
        page.set_viewport_size({"width": width, "height": 800})
        page.set_extra_http_headers({"Accept-Language": language})
        sign_in(page.context, client_of, annotator, live_server.url)
        item = list(stage.items.order_by("turn__position"))[place]
        page.goto(f"{live_server.url}/p/support/label/{item.pk}")
        expect(page.locator("[data-text]")).to_be_focused()

    return open_at


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_main_button_stands_beside_the_tools(
    spanish: None,  # noqa: F811
    open_desk: Callable[[int, int, str], None],
    page: Page,
    language: str,
) -> None:
    open_desk(1280, 0, language)
    for place in (0, 1):  # without proposals, and with some
        if place:
            press(page, "j")
            expect(page.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
        assert page.locator("[data-more] [data-do=accept-all]").count() == place
        main = page.locator("[data-do=finish]").bounding_box()
        tools = page.locator(".last > .small-tools").bounding_box()
        every, more = (
            page.locator(f".tools [data-do={name}]").bounding_box()
            for name in ("propagate", "more")
        )
        assert main and tools and every and more
        assert main["x"] >= tools["x"] + tools["width"] - 1
        assert main["y"] == pytest.approx(every["y"], abs=2)
        assert every["y"] == more["y"]
        shown = page.locator(".small-tools button").filter(visible=True)
        assert shown.count() == 2  # one, and what opens the others


@pytest.mark.parametrize("width", [360, 1280])
def test_the_keys_are_a_click_or_a_key_away(
    open_desk: Callable[[int, int, str], None], page: Page, width: int
) -> None:
    open_desk(width, 0, "en")
    button = page.locator("[data-foot] [data-do=keys]")
    if width == 360:  # as wide as a phone: the key is there for who has a keyboard
        expect(button).to_be_hidden()
        page.keyboard.press("?")
    else:
        button.click()
    sheet = page.locator("[data-keysheet]")
    expect(sheet).to_be_focused()
    expect(sheet.get_by_role("heading", name="Keys")).to_be_in_viewport()
    sheet.locator("[data-do=keys]").click()
    expect(sheet).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


BOXES = """() => [...document.querySelectorAll("[data-asked] [data-text] .t")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height];
})"""


@pytest.mark.parametrize("width", [360, 1280])
def test_marks_take_no_room(
    open_desk: Callable[[int, int, str], None], page: Page, width: int
) -> None:
    text = "AVATAR Ta, To. Eh, soy Nerea Vela, de Leioa. Es el seis dos, cuarenta y uno. "
    Turn.objects.filter(text__startswith="Dígame").update(text=text * 3)
    open_desk(width, 2, "en")
    before = page.evaluate(BOXES)
    press(page, "F ArrowRight M ArrowRight Shift+ArrowRight O End ArrowLeft P ArrowLeft X z Home X")
    settled(page)
    assert page.locator("[data-asked] mark.span").count() >= 4
    assert page.evaluate(BOXES) == [pytest.approx(box, abs=0.1) for box in before]


def test_proposals_take_no_room(open_desk: Callable[[int, int, str], None], page: Page) -> None:
    open_desk(1280, 1, "en")
    before = page.evaluate(BOXES)
    press(page, "A R")
    settled(page)
    assert page.evaluate(BOXES) == [pytest.approx(box, abs=0.1) for box in before]


# What stands in the foot is whole: a hint that finds no room is not there at all.
FOOT = """() => {
  const foot = document.querySelector("[data-foot]");
  const box = (each) => each.getBoundingClientRect();
  const keys = foot.querySelector(".keys");
  const hidden = (each) => each.parentElement === keys && box(each).top >= box(keys).bottom;
  const all = [...foot.querySelectorAll("*")].filter((each) =>
    each.checkVisibility() && !each.closest(".keys") && box(each).width);
  const hints = [...keys.children].filter((each) => !hidden(each));
  const cut = (each, by) => box(each).left < box(by).left - 1 || box(each).right > box(by).right + 1
    || box(each).top < box(by).top - 1 || box(each).bottom > box(by).bottom + 1;
  return [
    ...all.filter((each) =>
      cut(each, foot) || each.clientWidth && each.scrollWidth > each.clientWidth + 1),
    ...hints.filter((each) => cut(each, keys)),
  ].map((each) => each.textContent.trim().replace(/\\s+/g, " "));
}"""


def test_narrow_and_wide_windows_show_what_is_needed_most(
    spanish: None,  # noqa: F811
    open_desk: Callable[[int, int, str], None],
    page: Page,
    stage: Batch,
) -> None:
    open_desk(768, 1, "es")
    hints = page.locator(".status > .keys")
    for words in ("token", "listo, siguiente", "aceptar"):
        expect(hints.locator("span", has_text=words).first).to_be_in_viewport(ratio=1)
    stage.items.update(proposals=QueryItem.Proposals.EARLY)
    found = {}
    for says, run in (
        ("aún no se ha medido", {"status": "done", "folder": "round-1"}),
        ("No hay ningún", {"status": "queued"}),
        ("mantener abierta", None),
    ):
        if run:
            TrainingRun.objects.create(project=stage.project, kind="round", number=1, **run)
            page.reload()
        else:
            page.route("**/spans", lambda route: route.abort())
            press(page, "X")
        expect(page.locator("[data-foot]")).to_contain_text(says)
        for width in (768, 900, 1024, 1100):
            page.set_viewport_size({"width": width, "height": 800})
            found[says, width] = page.evaluate(FOOT)
    assert not any(found.values()), found
    page.unroute("**/spans")
    page.set_viewport_size({"width": 360, "height": 740})
    labels = page.locator("button[data-label]")
    strip = page.locator(".labels").bounding_box()
    assert strip and strip["height"] <= 64  # one row, which scrolls
    for label in labels.all():
        label.scroll_into_view_if_needed()
        expect(label).to_be_in_viewport(ratio=0.99)  # half a pixel is no part of it
        box = label.bounding_box()
        assert box and box["height"] >= 44 and box["width"] >= 24
    expect(labels.first).to_have_accessible_name("Nombre de mujer")
    page.set_viewport_size({"width": 1920, "height": 1080})
    text = page.locator("li.turn:not([data-asked]) > .said").first.bounding_box()
    assert text and 680 <= text["width"] <= 720  # 90 characters at the most
    page.keyboard.press("?")
    columns = page.locator(".key-columns dl").evaluate_all(
        "all => new Set(all.map((each) => Math.round(each.getBoundingClientRect().x))).size"
    )
    assert columns == 2
