"""The fixes of all issues of a kind, seen in the text before they are accepted, by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Decision, Turn
from tests.flows.hands import Tongue
from tests.flows.revision.conftest import address
from tests.labelled import call, read

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_all_fixes_of_a_kind_are_seen_before_they_are_accepted(
    tongue: Tongue,
    keyboard: Page,
    live_server: Any,
    labelled: Any,
    annotator: Any,
    curator: Any,
    sign_in: Any,
    errors: list[str],
) -> None:
    page = keyboard
    for at, text in ((9, "Marta, en Bilbao"), (10, "¿Marta?")):
        read(Turn.objects.create(dialogue=call(labelled), position=at, text=text), annotator)
    sign_in(curator)
    page.goto(address(live_server, call(labelled)))
    issue = page.locator("[data-issue][aria-current]")
    tried = page.locator(".pair .after > ins")
    expect(issue.locator("[data-act=every]")).to_be_visible()
    alone = tried.count()
    page.keyboard.press("Shift+A")
    button = issue.locator("[data-act=accept]")
    expect(button).to_contain_text(tongue("Accept all", "Aceptar las"))
    assert tried.count() > alone
    assert not Decision.objects.exists()
    page.keyboard.press("Shift+A")  # only this one, after all
    expect(tried).to_have_count(alone)
    page.keyboard.press("Shift+A")
    expect(button).to_contain_text(tongue("Accept all", "Aceptar las"))
    page.keyboard.press("a")
    expect(page.locator(".pair .after > ins")).to_have_count(0)
    assert Decision.objects.count() == 1
    assert errors == []
