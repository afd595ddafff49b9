"""The sheet of keys opens on every page of a project, by keyboard, in both languages."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Batch
from tests.flows.desk import sign_in
from tests.flows.hands import Tongue
from tests.flows.test_accessibility import EVERYTHING, complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = (
    "overview", "import", "team", "learning", "questions", "guidelines", "release", "settings",
    "adjudicate", "record",
)  # fmt: skip


def test_the_sheet_opens_everywhere(
    keyboard: Page, tongue: Tongue, live_server: Any, batch: Batch, manager: Any,
    client_of: Callable[[Any], Any],
) -> None:  # fmt: skip
    page = keyboard
    sign_in(page.context, client_of, manager, live_server.url)
    rows = tongue("all work in progress|these keys", "todo el trabajo en curso|estas teclas")
    sheet = page.get_by_role("dialog", name=tongue("Keys", "Teclas"))
    for path in PAGES:
        page.goto(f"{live_server.url}/p/support/{path}")
        page.keyboard.press("?")
        expect(sheet, path).to_be_visible()
        expect(sheet.locator("dd")).to_have_text(rows.split("|"))
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
    page.keyboard.press("?")
    assert complaints(page, EVERYTHING) == []
    page.goto(f"{live_server.url}/p/support/corpus")
    page.keyboard.press("?")
    expect(page.locator("[data-keysheet]")).to_be_focused()
