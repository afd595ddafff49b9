"""By keyboard alone: from the sign-in form to the end of a batch, and back after leaving it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Assignment, Batch, Reading
from tests.flows.desk import own, press, settled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def keyboard(page: Page, monkeypatch: pytest.MonkeyPatch) -> Page:
    """A page without mouse and touch."""

    def refuse(*_args: Any, **_more: Any) -> None:
        raise AssertionError("this story is told by keyboard alone")

    for name in ("click", "dblclick", "tap", "hover", "fill", "focus", "check"):
        monkeypatch.setattr(type(page), name, refuse)
        monkeypatch.setattr(type(page.locator("body")), name, refuse)
    monkeypatch.setattr(type(page.mouse), "move", refuse)
    monkeypatch.setattr(type(page.mouse), "down", refuse)
    return page


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control of this name has the focus."""
    here = "document.activeElement"
    named = f"({here}.innerText || {here}.labels?.[0]?.innerText || '').trim()"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(named).startswith(name):
            return
    raise AssertionError(f"{name} was not reached by Tab")


def sign_in_by_keyboard(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type("annotator")
    page.keyboard.press("Tab")
    page.keyboard.type("a-long-password-1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Projects", level=1)).to_be_visible()


def test_from_sign_in_to_the_end_of_a_batch(keyboard: Page, stage: Batch, live_server: Any) -> None:
    page = keyboard
    sign_in_by_keyboard(page, live_server.url)
    tab_to(page, "Support calls")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Label", exact=True).first).to_be_visible()
    tab_to(page, "Label")
    page.keyboard.press("Enter")
    text = page.locator("[data-text]")
    expect(text).to_be_focused()

    press(page, "F Shift+ArrowLeft c z")  # Marta, the first candidate; cleared, and back
    settled(page)
    press(page, "Space")
    expect(page.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    expect(page.locator("[data-asked] [data-text]")).to_be_focused()
    press(page, "A r ArrowRight S End P")
    settled(page)

    # Away in the middle of the batch, and back: the same turn, as it was left.
    press(page, "Escape")
    tab_to(page, "Sign out")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sign in")
    sign_in_by_keyboard(page, live_server.url)
    page.goto(f"{live_server.url}/p/support/label")
    expect(page.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    expect(page.locator("[data-asked] .span:not(.machine)").last).to_have_attribute("data-k", "P")
    expect(page.locator("[data-mine-batch]")).to_have_text("1")
    expect(page.locator("[data-asked] [data-text]")).to_be_focused()

    press(page, "Space")
    expect(page.locator(".items li:nth-child(3) a[aria-current]")).to_be_attached()
    expect(page.locator("[data-asked] [data-text]")).to_be_focused()
    press(page, "v")
    expect(page.locator("[data-asked][data-flagged]")).to_be_attached()
    press(page, "End F ArrowDown")  # a turn of the context on the way
    expect(page.locator("li.turn.active > .n")).to_have_text("4")
    press(page, "End D Space")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Batch 1 is finished")

    accepted = [row[:2] for row in own() if row[2] == "accepted"]
    assert ("Marta", "F") in accepted
    assert ("Francisco", "M") in accepted
    assert ("Bilbao", "P") in accepted
    assert ("Fran", "F") in accepted
    assert ("mayo", "D") in accepted
    assert Reading.objects.filter(status="done", is_gold=True).count() == 3
    assert Assignment.objects.filter(status="done").count() == 3
