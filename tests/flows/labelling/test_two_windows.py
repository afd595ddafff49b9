"""Two windows on one turn: nothing is overwritten, nothing dropped without a word."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from annotation.models import Batch, Span, Turn, User
from tests.flows.desk import held, settled, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FIRST = "Buenos días, le atiende Marta, ¿con quién hablo?"


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
        page.keyboard.press("Home")
    yield pages  # type: ignore[misc]
    assert errors == []


def press(page: Page, keys: str) -> None:
    page.bring_to_front()
    for key in keys.split():
        page.keyboard.press(key)


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
    expect(one.locator("[data-asked] mark.span")).to_have_count(2)
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


@contextmanager
def answer_lost(page: Page, address: str) -> Iterator[None]:
    """The server gets the first request, the page no answer; those after it wait for the end."""
    waiting: list[Route] = []
    seen: list[int] = []

    def lose(route: Route) -> None:
        if seen:
            waiting.append(route)
            return
        seen.append(route.fetch().status)
        route.abort()

    page.route(address, lose)
    yield
    assert seen == [200]
    for route in waiting:
        route.continue_()
    page.unroute(address)


def change_elsewhere(page: Page, keys: str) -> None:
    """In the other window, which shows what the server has by now."""
    page.reload()
    expect(page.locator("[data-text]")).to_be_focused()
    press(page, f"Home {keys}")
    settled(page)


def lost(page: Page, n: int) -> None:
    """The page knows that there was no answer to n steps."""
    expect(page.locator("[data-saved-state].amber")).to_contain_text(f"Not saved: {n} step")


@pytest.mark.parametrize(
    ("queued", "there", "expected"),
    [
        ("ArrowRight M", "días: surname", [("Buenos", "F"), ("días", "S")]),
        ("c", "días: surname", [("Buenos", "F"), ("días", "S")]),
    ],
    ids=["label", "clear"],
)
def test_after_a_lost_answer_what_touches_a_change_waits(
    windows: tuple[Page, Page],
    annotator: Any,
    queued: str,
    there: str,
    expected: list[tuple[str, str]],
) -> None:
    one, other = windows
    with answer_lost(one, "**/spans"):
        press(one, "F")
        lost(one, 1)
        press(one, "Shift+ArrowRight c" if queued == "c" else queued)
        lost(one, 2)
        change_elsewhere(other, "ArrowRight S")
    panel = one.locator(".merge")
    expect(panel).to_contain_text("1 step made here waits for you.")
    expect(panel.locator(".merge-sides > div").last.locator("li")).to_have_text([there])
    expect(one.locator("body[data-unsaved='1']")).to_be_attached()
    assert own(annotator) == expected
    press(one, "Alt+Backspace")
    settled(one)
    assert own(annotator) == expected


def test_after_a_lost_answer_what_touches_nothing_is_applied_by_itself(
    windows: tuple[Page, Page], annotator: Any
) -> None:
    one, other = windows
    with answer_lost(one, "**/spans"):
        press(one, "F")
        lost(one, 1)
        press(one, "M End ArrowLeft X")  # her own label anew, then a word far from it
        lost(one, 3)
        change_elsewhere(other, "ArrowRight S")
    settled(one)
    expect(one.locator("[data-message]")).to_contain_text("changed in another window")
    expect(one.locator("[data-message]")).to_contain_text("2 steps made here do not touch that")
    expect(one.locator(".merge")).to_have_count(0)
    assert own(annotator) == [("Buenos", "M"), ("días", "S"), ("hablo", "X")]


def test_after_a_lost_answer_a_change_is_told_though_nothing_waits(
    windows: tuple[Page, Page], annotator: Any
) -> None:
    one, other = windows
    with answer_lost(one, "**/spans"):
        press(one, "F")
        lost(one, 1)
        change_elsewhere(other, "S")
    expect(one.locator("[data-message]")).to_contain_text("changed in another window")
    settled(one)
    expect(one.locator("[data-asked] mark.span")).to_have_attribute("data-k", "S")
    assert own(annotator) == [("Buenos", "S")]


def test_after_a_lost_answer_without_a_change_all_goes_on(
    windows: tuple[Page, Page], annotator: Any
) -> None:
    one, _other = windows
    with answer_lost(one, "**/spans"):
        press(one, "F")
        lost(one, 1)
        press(one, "ArrowRight M ArrowRight z")
        lost(one, 3)
    settled(one)
    expect(one.locator("[data-message]")).to_be_hidden()
    expect(one.locator(".merge")).to_have_count(0)
    assert own(annotator) == [("Buenos", "F")]


def test_a_flag_does_not_lead_past_a_change(windows: tuple[Page, Page], annotator: Any) -> None:
    """A flag asks for no version, and its answer shows the turn as it is by then."""
    one, other = windows
    with held(one, "**/flag"):
        press(one, "v M")
        change_elsewhere(other, "F")
    expect(one.locator(".merge")).to_contain_text("1 step made here waits for you.")
    assert own(annotator) == [("Buenos", "F")]


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
    for keys in ("Home F", "ArrowRight M", "ArrowRight X"):
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
    press(one, "ArrowRight X")
    note = one.locator(".notice")
    expect(note).to_contain_text("The server has 2 labels of yours here, the page showed 3.")
    note.get_by_role("link", name="History").click()
    turn = Turn.objects.get(text=FIRST)
    expect(one).to_have_url(re.compile(rf"/history\?turn={turn.pk}$"))
    expect(one.locator(".past > li")).to_have_count(3)
    one.locator(".past > li").first.get_by_role("button", name="Restore this moment").click()
    expect(one.get_by_role("status").first).to_contain_text("Restored")
    assert own(annotator) == [("Buenos", "F"), ("días", "M"), ("le", "X")]
