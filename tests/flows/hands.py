"""Stories told by keyboard alone, in English and in Spanish: the fixtures and what hands do."""

from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Locator, Page

FORBIDDEN = "click dblclick tap hover fill focus press type check uncheck select_option drag_to"


class Tongue:
    """The language of the interface in which a story is told; it chooses between two wordings."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __call__(self, english: str, spanish: str) -> str:
        return spanish if self.code == "es" else english


IN_BOTH = pytest.mark.parametrize("tongue", ["en", "es"], indirect=True)


@pytest.fixture
def tongue(request: Any, page: Page, live_server: Any) -> Tongue:
    """The browser asks for this language: half of the stories are told in each, those that differ
    IN_BOTH. Named before what opens a page."""
    by_name = ("en", "es")[crc32(request.node.name.encode()) % 2]
    code = getattr(request, "param", by_name)
    speak(page, live_server.url, code)
    return Tongue(code)


def speak(page: Page, site: str, code: str) -> None:
    page.context.add_cookies([{"name": "django_language", "value": code, "url": site}])


@pytest.fixture
def keyboard(page: Page, monkeypatch: pytest.MonkeyPatch) -> Page:
    """A page without mouse and touch, on which no script gives the focus."""

    def refuse(*_args: Any, **_more: Any) -> None:
        raise AssertionError("this story is told by keyboard alone")

    for name in FORBIDDEN.split():
        monkeypatch.setattr(type(page), name, refuse, raising=False)
        monkeypatch.setattr(Locator, name, refuse, raising=False)
    for name in ("move", "down", "click"):
        monkeypatch.setattr(type(page.mouse), name, refuse)
    return page


def reach(control: Locator, *, key: str = "Tab") -> None:
    """Go on by this key until the control has the focus."""
    for _ in range(80):
        if control.evaluate("each => each === document.activeElement"):
            return
        control.page.keyboard.press(key)
    raise AssertionError(f"{control} is not reached by {key}")


def sign_out(page: Page, words: str = "Sign out") -> None:
    """Open the menu of the account and go to its last act."""
    enter(page.locator(".account > summary"))
    enter(page.get_by_role("button", name=words, exact=True))


def enter(control: Locator, *, key: str = "Tab") -> None:
    """Go to the control and press Enter."""
    reach(control, key=key)
    control.page.keyboard.press("Enter")
