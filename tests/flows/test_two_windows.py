"""Two windows on one turn: nothing is overwritten, nothing dropped without a word."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from annotation.models import Batch, Span, Turn, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SAVED = re.compile("^Saved")
FIRST = "Buenos días, le atiende Marta, ¿con quién hablo?"


def sign_in(context: BrowserContext, client_of: Callable[[Any], Any], user: Any, site: str) -> None:
    cookie = client_of(user).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site}])


@pytest.fixture
def windows(
    context: BrowserContext,
    batch: Batch,
    live_server: Any,
    client_of: Callable[[Any], Any],
    annotator: Any,
) -> tuple[Page, Page]:
    """The annotator's two windows on the first turn."""
    User.objects.update(toured_at=timezone.now())
    sign_in(context, client_of, annotator, live_server.url)
    pages = context.new_page(), context.new_page()
    errors: list[str] = []
    for page in pages:
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{live_server.url}/p/support/label")
        expect(page.locator("[data-text]")).to_be_focused()
    yield pages  # type: ignore[misc]
    assert errors == []


def press(page: Page, keys: str) -> None:
    page.bring_to_front()
    for key in keys.split():
        page.keyboard.press(key)


def settled(page: Page) -> None:
    expect(page.locator("body[data-unsaved='0']")).to_be_attached()
    expect(page.locator("[data-saved-state]")).to_have_text(SAVED)


def own(user: Any) -> list[tuple[str, str]]:
    found = Span.objects.filter(reading__reader=user, status="accepted")
    return [
        (s.turn.text[s.start : s.end], s.label.key)
        for s in found.select_related("turn", "label").order_by("turn", "start")
    ]


def test_what_does_not_touch_is_applied_by_itself(
    windows: tuple[Page, Page], annotator: Any
) -> None:
    one, other = windows
    press(other, "F")
    settled(other)
    press(one, "End ArrowLeft M")
    expect(one.locator("[data-message]")).to_contain_text("changed in another window")
    expect(one.locator("[data-message]")).to_contain_text("1 step made here does not touch that")
    settled(one)
    expect(one.locator("[data-asked] mark")).to_have_count(2)
    assert own(annotator) == [("Buenos", "F"), ("hablo", "M")]


def test_what_touches_waits_for_the_person_side_by_side(
    windows: tuple[Page, Page], annotator: Any
) -> None:
    one, other = windows
    press(other, "Shift+ArrowRight F")  # "Buenos días"
    settled(other)
    one.context.set_offline(True)
    press(one, "ArrowRight M End ArrowLeft X")  # "días", then "hablo"
    one.context.set_offline(False)
    panel = one.locator(".merge")
    expect(panel).to_contain_text("1 step made here does not touch that and was applied.")
    expect(panel).to_contain_text("1 step made here waits for you.")
    expect(panel).to_contain_text("Label días: male name")
    expect(panel).to_contain_text("Buenos días: female name")
    expect(one.locator("body[data-unsaved='1']")).to_be_attached()
    expect(one.locator("[data-saved-state].amber")).to_contain_text("Not saved: 1 step")
    assert own(annotator) == [("Buenos días", "F"), ("hablo", "X")]
    panel.get_by_role("button", name="Apply", exact=True).click()
    expect(panel).to_have_count(0)
    settled(one)
    assert own(annotator) == [("días", "M"), ("hablo", "X")]
    press(one, "z")  # and what it took the place of comes back
    settled(one)
    assert own(annotator) == [("Buenos días", "F"), ("hablo", "X")]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("Alt+Enter", [("Buenos", "M"), ("días", "S")]),
        ("Alt+Backspace", [("Buenos días", "F")]),
    ],
)
def test_one_key_decides_all(
    windows: tuple[Page, Page], annotator: Any, key: str, expected: list[tuple[str, str]]
) -> None:
    one, other = windows
    press(other, "Shift+ArrowRight F")
    settled(other)
    one.context.set_offline(True)
    press(one, "M ArrowRight S")
    one.context.set_offline(False)
    expect(one.locator(".merge")).to_contain_text("2 steps made here wait for you.")
    press(one, key)
    expect(one.locator(".merge")).to_have_count(0)
    expect(one.locator("body[data-unsaved='0']")).to_be_attached()
    expect(one.locator("[data-text]")).to_be_focused()
    assert own(annotator) == expected


def test_undo_and_done_of_a_stale_window_wait_too(
    windows: tuple[Page, Page], annotator: Any
) -> None:
    one, other = windows
    press(one, "F")
    settled(one)
    press(other, "ArrowRight M")  # was opened before that: waits for nothing, touches nothing
    settled(other)
    press(one, "z")
    expect(one.locator(".merge")).to_contain_text("Undo")
    expect(one.locator(".merge")).to_contain_text("días: male name")
    assert own(annotator) == [("Buenos", "F"), ("días", "M")]
    press(one, "Alt+Backspace")
    settled(one)
    assert own(annotator) == [("Buenos", "F"), ("días", "M")]


def test_two_people_on_one_dialogue_never_overwrite(
    browser: Browser,
    batch: Batch,
    live_server: Any,
    client_of: Callable[[Any], Any],
    annotator: Any,
    second_annotator: Any,
) -> None:
    batch.items.update(readers=2)
    User.objects.update(toured_at=timezone.now())
    item = batch.items.order_by("rank")[0]
    pages = []
    for person in (annotator, second_annotator):
        context = browser.new_context()
        sign_in(context, client_of, person, live_server.url)
        page = context.new_page()
        page.goto(f"{live_server.url}/p/support/label/{item.pk}")
        expect(page.locator("[data-text]")).to_be_focused()
        pages.append(page)
    for keys in ("F", "ArrowRight M", "ArrowRight ArrowRight X"):
        for page in pages:
            press(page, keys)
    press(pages[1], "z")
    for page in pages:
        settled(page)
        page.context.close()
    assert own(annotator) == [("Buenos", "F"), ("días", "M"), ("le", "X")]
    assert own(second_annotator) == [("Buenos", "F"), ("días", "M")]


def test_labels_that_vanish_without_a_step_are_noticed(
    windows: tuple[Page, Page], annotator: Any
) -> None:
    one, _other = windows
    press(one, "F ArrowRight M")
    settled(one)
    Span.objects.filter(start=0).delete()
    press(one, "ArrowRight ArrowRight X")
    note = one.locator(".notice")
    expect(note).to_contain_text("The server has 2 labels of yours here, the page showed 3.")
    note.get_by_role("link", name="History").click()
    turn = Turn.objects.get(text=FIRST)
    expect(one).to_have_url(re.compile(rf"/history\?turn={turn.pk}$"))
    expect(one.locator(".past > li")).to_have_count(3)
    one.locator(".past > li").first.get_by_role("button", name="Restore this moment").click()
    expect(one.get_by_role("status").first).to_contain_text("Restored")
    assert own(annotator) == [("Buenos", "F"), ("días", "M"), ("le", "X")]
