"""The labelling page in a browser: fixtures that open it, and what the stories do there."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from annotation.models import Batch, Span, Turn, User

SAVED = re.compile("^(Saved|Guardado)")


@pytest.fixture
def stage(transactional_db: None, batch: Batch) -> Batch:
    """Three asked turns; in the second the model proposes a name and a place."""
    labels = {label.key: label for label in batch.project.labels.all()}
    turn = Turn.objects.get(text__startswith="Soy Francisco")
    for key, start, end, sure in (("M", 4, 13, 0.95), ("O", 27, 33, 0.61)):
        Span.objects.create(
            turn=turn, start=start, end=end, label=labels[key], status="proposed", confidence=sure
        )
    User.objects.update(toured_at=timezone.now(), hides_twin=True)  # turns have one line without
    return batch


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], request: Any) -> dict[str, Any]:
    """Stories that have "touch" in their name are told on a screen that can be touched."""
    return browser_context_args | {"has_touch": "touch" in request.node.name}


@pytest.fixture
def desk(
    page: Page, stage: Batch, live_server: Any, client_of: Callable[[Any], Any], annotator: Any
) -> Iterator[Page]:
    """The labelling page of the first turn, signed in as the annotator; the ring is at its first
    word, not at the first candidate, where a page begins."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    sign_in(page.context, client_of, annotator, live_server.url)
    page.goto(f"{live_server.url}/p/support/label")
    expect(page.locator("[data-text]")).to_be_focused()
    page.keyboard.press("Home")
    yield page
    assert errors == []


def sign_in(context: BrowserContext, client_of: Callable[[Any], Any], user: Any, site: str) -> None:
    """Give the browser a session, without the form."""
    cookie = client_of(user).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site}])


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def settled(page: Page) -> None:
    """Everything is saved, and says so."""
    expect(page.locator("body[data-unsaved='0']")).to_be_attached()
    expect(page.locator("[data-saved-state]")).to_have_text(SAVED)


@contextmanager
def held(page: Page, address: str) -> Iterator[None]:
    """What the page sends there is on its way until the block ends."""
    waiting: list[Route] = []

    def keep(route: Route) -> None:
        waiting.append(route)

    page.route(address, keep)
    yield
    for route in waiting:
        route.continue_()
    page.unroute(address)


def go_to(page: Page, number: int) -> None:
    """Open the item by its place in the queue, 1 = first."""
    page.locator("a[data-open]").nth(number - 1).click()
    expect(page.locator(f".items li:nth-child({number}) a[aria-current]")).to_be_attached()
    expect(page.locator("[data-asked] [data-text]")).to_be_focused()


def opened(page: Page, number: int) -> None:
    """The turn of this number is the active one and has the focus."""
    expect(page.locator("li.turn.active > .n")).to_have_text(str(number))
    expect(page.locator("li.turn.active [data-text]")).to_be_focused()


def own(text: str = "") -> list[tuple[str, str, str]]:
    """Labels of people in turns that begin so: words, key, status."""
    found = Span.objects.filter(reading__isnull=False, turn__text__startswith=text)
    return [
        (s.turn.text[s.start : s.end], s.label.key, s.status)
        for s in found.select_related("turn", "label").order_by("turn", "start", "status", "pk")
    ]
