"""The first steps on the labelling page: each is done for real, and seen once is enough."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Batch, Span, Turn
from tests.flows.desk import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(
    page: Page, batch: Batch, live_server: Any, client_of: Callable[[Any], Any], annotator: Any
) -> Page:
    """The labelling page of a turn with a proposal, for a person who was never here."""
    turn = Turn.objects.get(text__startswith="Soy Francisco")
    place = batch.project.labels.get(key="P")
    Span.objects.create(turn=turn, start=27, end=33, label=place, status="proposed", confidence=0.9)
    sign_in(page.context, client_of, annotator, live_server.url)
    page.goto(f"{live_server.url}/p/support/label/{batch.items.get(turn=turn).pk}")
    expect(page.locator("[data-text]")).to_be_focused()
    return page


def step(page: Page, name: str) -> None:
    """This step is the one that is shown."""
    shown = page.locator("[data-tour-step]:not([hidden])")
    expect(shown).to_have_attribute("data-tour-step", name)
    expect(shown).to_be_visible()


def toured(user: Any) -> bool:
    user.refresh_from_db()
    return user.toured_at is not None


def kept(page: Page, do: Callable[[], None]) -> None:
    """Do it, and wait until the server has heard of the tour."""
    with page.expect_response("**/tour/done") as answer:
        do()
    assert answer.value.status == 204


def test_four_steps_by_doing_them(desk: Page, annotator: Any) -> None:
    step(desk, "move")
    desk.keyboard.press("Home")
    step(desk, "move")
    desk.keyboard.press("ArrowRight")
    step(desk, "label")
    desk.keyboard.press("M")
    step(desk, "decide")
    expect(desk.locator("[data-tour-proposals]")).to_be_visible()
    desk.keyboard.press("]")
    desk.keyboard.press("A")
    step(desk, "finish")
    expect(desk.locator("body[data-unsaved='0']")).to_be_attached()
    assert not toured(annotator)
    kept(desk, lambda: desk.keyboard.press("Space"))
    expect(desk.locator(".items li:nth-child(3) a[aria-current]")).to_be_attached()
    expect(desk.locator("[data-tour]")).to_be_hidden()
    expect(desk.locator("[data-text]")).to_be_focused()
    assert toured(annotator)
    spans = Span.objects.filter(reading__isnull=False).order_by("start")
    assert [(each.label.key, each.status) for each in spans] == [
        ("M", "accepted"),
        ("P", "accepted"),
    ]
    desk.reload()
    expect(desk.locator("[data-tour]")).to_be_hidden()


def test_next_shows_the_steps_and_nothing_is_labelled(desk: Page, annotator: Any) -> None:
    for name in ("move", "label", "decide"):
        step(desk, name)
        desk.get_by_role("button", name="Next", exact=True).click()
    step(desk, "finish")
    expect(desk.get_by_role("button", name="Next", exact=True)).to_have_count(0)
    kept(desk, lambda: desk.get_by_role("button", name="End the tour").click())
    expect(desk.locator("[data-tour]")).to_be_hidden()
    expect(desk.locator("[data-text]")).to_be_focused()
    assert toured(annotator)
    assert not Span.objects.filter(reading__isnull=False).exists()


def test_a_tour_goes_on_when_another_turn_is_opened(desk: Page) -> None:
    desk.keyboard.press("ArrowRight")
    step(desk, "label")
    desk.locator("a[data-open]").last.click()
    expect(desk.locator(".items li:nth-child(3) a[aria-current]")).to_be_attached()
    step(desk, "label")
    desk.locator("button[data-label]").first.click()
    step(desk, "decide")  # without a proposal this step is taking back
    expect(desk.locator("[data-tour-proposals]")).to_be_hidden()
    expect(desk.locator("[data-tour-undo]")).to_be_visible()
    desk.keyboard.press("z")
    step(desk, "finish")


def test_escape_leaves_the_tour_and_the_key_sheet_brings_it_back(
    desk: Page, annotator: Any
) -> None:
    kept(desk, lambda: desk.keyboard.press("Escape"))
    expect(desk.locator("[data-tour]")).to_be_hidden()
    expect(desk.locator("[data-text]")).to_be_focused()  # this Esc left the tour only
    assert toured(annotator)
    desk.keyboard.press("?")
    desk.get_by_role("button", name="Show the tour again").click()
    step(desk, "move")
    kept(desk, lambda: desk.get_by_role("button", name="Skip the tour").click())
    expect(desk.locator("[data-tour]")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_tour_covers_no_text(desk: Page, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 800})
    tour, text = desk.locator("[data-tour]"), desk.locator("[data-asked] [data-text]")
    desk.keyboard.press("Home")
    above, below = tour.bounding_box(), text.bounding_box()
    assert above and below
    assert above["y"] + above["height"] <= below["y"] or below["y"] + below["height"] <= above["y"]
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
