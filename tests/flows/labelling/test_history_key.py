"""From a label, a selection or a turn to its history, and back."""

import re

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Turn
from tests.flows.desk import press, settled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def shows(page: Page, query: str, steps: int) -> None:
    expect(page).to_have_url(re.compile(rf"/history\?{query}$"))
    expect(page.locator(".past > li")).to_have_count(steps)


def test_from_the_label_the_selection_and_the_turn(desk: Page) -> None:
    turn = Turn.objects.get(text__startswith="Buenos días").pk
    press(desk, "F ArrowRight M")
    settled(desk)
    press(desk, "ArrowLeft Shift+H")
    shows(desk, f"turn={turn}&start=0&end=6", 1)
    expect(desk.locator(".past")).to_contain_text("Buenos")
    desk.get_by_role("link", name="Back to labelling").click()
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "Home Shift+ArrowRight Shift+H")
    shows(desk, f"turn={turn}&start=0&end=11", 2)
    desk.go_back()
    expect(desk.locator("[data-text]")).to_be_focused()
    press(desk, "End ArrowLeft")
    desk.get_by_role("button", name="More").click()
    desk.get_by_role("button", name="History of the label here").click()
    shows(desk, f"turn={turn}", 2)


def test_what_is_not_saved_goes_first(desk: Page) -> None:
    desk.context.set_offline(True)
    press(desk, "F Shift+H")
    expect(desk.locator("[data-message]")).to_contain_text("History opens when")
    desk.context.set_offline(False)
    settled(desk)
    press(desk, "Shift+H")
    shows(desk, r"turn=\d+&start=0&end=6", 1)


def test_the_sheet_names_the_key(desk: Page) -> None:
    press(desk, "Shift+?")
    expect(desk.locator("[data-keysheet]")).to_contain_text("history of the label at the caret")
