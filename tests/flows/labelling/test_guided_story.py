"""The guided story in a browser: it follows what is done, and neither covers nor moves the text."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Batch, Turn, User
from tests.flows.desk import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [360, 1280])
def test_it_goes_on_by_doing_and_the_text_stays(
    page: Page,
    batch: Batch,
    live_server: Any,
    client_of: Callable[[Any], Any],
    annotator: Any,
    width: int,
) -> None:
    User.objects.update(toured_at=None)
    turn = Turn.objects.get(text__startswith="Soy Francisco")
    sign_in(page.context, client_of, annotator, live_server.url)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_server.url}/p/support/label/{batch.items.get(turn=turn).pk}")
    text, strip = page.locator("[data-asked] [data-text]"), page.locator(".story")
    expect(text).to_be_focused()
    expect(strip).to_contain_text("1 of 3")

    def places() -> list[float]:
        strip_box, text_box = strip.bounding_box(), text.bounding_box()
        assert strip_box and text_box
        assert strip_box["y"] + strip_box["height"] <= text_box["y"]
        return [strip_box["height"], text_box["y"] - strip_box["y"]]

    page.evaluate("document.querySelector('[data-twin-head] button').click()")  # one column
    before = places()
    page.keyboard.press("M")
    expect(strip).to_contain_text("2 of 3")
    assert places() == before
    expect(text).to_be_focused()
    page.reload()
    expect(strip).to_contain_text("2 of 3")
    expect(text).to_be_focused()
    before = places()
    strip.get_by_role("button", name="Skip step").click()
    expect(strip).to_contain_text("3 of 3")
    strip.get_by_role("button", name="End the story").click()
    expect(strip).to_contain_text("over")
    assert places() == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(text).to_be_focused()
    expect(strip).to_have_count(0)
