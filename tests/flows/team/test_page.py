"""The team page in a real browser: by keyboard through levels and kinds, on a phone, and by axe."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation.models import (
    Assignment,
    Project,
    QueryItem,
    User,
)
from tests.flows.screens import Screen, harden, without_errors
from tests.flows.test_accessibility import COLOURS, EVERYTHING, LOOKED_AT, complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEAM = Screen("show-team", "/p/support/team")


@pytest.fixture
def opened(
    page: Page, team: Project, live_server: Any, client_of: Callable[[Any], Any], curator: Any
) -> Iterator[Page]:
    yield from without_errors(page, client_of, curator, live_server.url, TEAM)


def tab_to(page: Page, text: str) -> None:
    for _press in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText.trim().replace(/\\s+/g, ' ')") == text:
            return
    raise AssertionError(f"Tab does not reach {text}")


def test_levels_and_kinds_by_keyboard(opened: Page) -> None:
    expect(opened.locator(".matrix")).to_contain_text("second")
    expect(opened.locator(".differences > li")).to_have_count(2)
    tab_to(opened, "Borders only")
    opened.keyboard.press("Enter")
    expect(opened.locator("#agreement [aria-current]")).to_have_text("Borders only")
    expect(opened.locator(".differences > li")).to_have_count(1)  # the labels do not matter now
    tab_to(opened, "Other label")
    opened.keyboard.press("Enter")
    expect(opened.locator("#differences")).to_contain_text("no difference of this kind")
    expect(opened.locator("#agreement [aria-current]")).to_have_text("Borders only")


@pytest.fixture
def flagged(team: Project, annotator: Any) -> Project:
    """Two turns are flagged; of one nobody was given it."""
    items = QueryItem.objects.filter(batch__project=team).order_by("rank")
    QueryItem.objects.filter(pk__in=[item.pk for item in items[:2]]).update(is_flagged=True)
    Assignment.objects.exclude(item=items[0], reader=annotator).delete()
    User.objects.update(toured_at=timezone.now())
    return team


def test_flags_lead_to_their_turns_by_keyboard(flagged: Project, opened: Page) -> None:
    tab_to(opened, "2 flagged")
    opened.keyboard.press("Enter")
    rows = opened.locator(".past > li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("annotator: done")
    expect(rows.last).to_contain_text("given to nobody yet")
    tab_to(opened, "call-1, turn 1")
    opened.keyboard.press("Enter")
    expect(opened.locator("[data-asked] > .n")).to_have_text("1")
    expect(opened.locator("[data-asked] .pill.warn")).to_have_text("flagged")
    opened.go_back()
    opened.get_by_role("button", name="Remove the flag: call-1, turn 1").click()
    expect(opened.get_by_role("status")).to_have_text("The flag is removed.")
    expect(rows).to_have_count(1)
    opened.get_by_role("button", name="Remove the flag: call-1, turn 2").click()
    expect(opened.get_by_role("heading", name="No turn is flagged")).to_be_visible()


def test_on_a_phone_the_people_fold_and_wide_tables_are_scrolled_by_keyboard(opened: Page) -> None:
    opened.set_viewport_size({"width": 360, "height": 800})
    opened.locator("summary", has_text="People").click()
    people = opened.get_by_role("group", name="Turns and times of each person")
    expect(people).to_be_visible()
    assert people.evaluate("each => each.scrollWidth <= each.clientWidth")
    models = opened.get_by_role("group", name="Proposals of each model")
    models.focus()
    for _ in range(20):  # the table is wide only once the page is laid out for its new width
        opened.keyboard.press("ArrowRight")
        opened.wait_for_timeout(50)
        if models.evaluate("each => each.scrollLeft"):
            break
    assert models.evaluate("each => each.scrollLeft") > 0


def test_axe_finds_nothing_and_nothing_sticks_out(opened: Page, team: Project) -> None:
    assert looked_at(opened) == []
    harden(team)
    opened.reload()
    assert looked_at(opened) == []


def test_axe_finds_nothing_in_the_list_of_flags(flagged: Project, opened: Page) -> None:
    opened.goto(f"{opened.url}/marked")
    assert looked_at(opened) == []
    harden(flagged)
    opened.reload()
    assert looked_at(opened) == []


def looked_at(opened: Page) -> list[str]:
    found = []
    for width in (768, 360, 1280):
        opened.set_viewport_size({"width": width, "height": 800})
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
        if width in LOOKED_AT:
            found += [f"{width} {each}" for each in complaints(opened, EVERYTHING)]
    opened.emulate_media(color_scheme="dark")  # colours are the same at every width
    found += [f"dark {each}" for each in complaints(opened, COLOURS)]
    opened.emulate_media(color_scheme="light")
    return found
