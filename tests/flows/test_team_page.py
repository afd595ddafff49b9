"""The team page in a real browser: by keyboard through levels and kinds, on a phone, and by axe."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation.models import Batch, Project, QueryItem, Reading, TrainingRun, Turn
from tests.annotation.services.test_agreement import ANA, EVA, adjudicate, asked, say
from tests.annotation.services.test_hits import propose
from tests.flows.screens import Screen, harden, sign_in
from tests.flows.test_accessibility import EVERYTHING, complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEAM = Screen("show-team", "/p/support/team")


@pytest.fixture
def team(
    transactional_db: None, batch: Batch, annotator: Any, second_annotator: Any, curator: Any
) -> Project:
    """Two readers over three days, one turn agreed upon, a model's proposals shown and hidden."""
    project = batch.project
    run = TrainingRun.objects.create(project=project, kind="round", number=1, status="done")
    Batch.objects.filter(pk=batch.pk).update(run=run)
    for turn in Turn.objects.filter(query_item__isnull=False).select_related("dialogue__project"):
        propose(run, turn, 0, 3, "place")
        for user, items in ((annotator, ANA), (second_annotator, EVA)):
            say(turn, user, items if turn.text.startswith("Soy") else [])
    for place, reading in enumerate(Reading.objects.order_by("pk")):
        Reading.objects.filter(pk=reading.pk).update(
            seconds=5 + place, done_at=timezone.now() - timedelta(days=place)
        )
    QueryItem.objects.update(status="done")
    QueryItem.objects.filter(rank=0).update(proposals="hidden")
    adjudicate(asked(project), curator, ANA)
    return project


@pytest.fixture
def opened(
    page: Page, team: Project, live_server: Any, client_of: Callable[[Any], Any], curator: Any
) -> Page:
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    page.on("console", lambda said: said.type == "error" and page.errors.append(said.text))  # type: ignore[attr-defined]
    page.emulate_media(reduced_motion="reduce")
    sign_in(page.context, client_of, curator, live_server.url)
    page.goto(live_server.url + TEAM.address)
    yield page  # type: ignore[misc]
    assert page.errors == []  # type: ignore[attr-defined]


def tab_to(page: Page, text: str) -> None:
    for _press in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == text:
            return
    raise AssertionError(f"Tab does not reach {text}")


def test_levels_and_kinds_by_keyboard(opened: Page) -> None:
    expect(opened.locator(".matrix")).to_contain_text("second")
    expect(opened.locator(".differences > li")).to_have_count(2)
    tab_to(opened, "Any label")
    opened.keyboard.press("Enter")
    expect(opened.locator("#agreement [aria-current]")).to_have_text("Any label")
    expect(opened.locator(".differences > li")).to_have_count(1)  # the labels do not matter now
    tab_to(opened, "Other label")
    opened.keyboard.press("Enter")
    expect(opened.locator("#differences")).to_contain_text("no difference of this kind")
    expect(opened.locator("#agreement [aria-current]")).to_have_text("Any label")


def test_tables_can_be_scrolled_by_keyboard(opened: Page) -> None:
    opened.set_viewport_size({"width": 360, "height": 800})
    people = opened.get_by_role("group", name="Turns and times of each person")
    people.focus()
    for _ in range(20):  # the table is wide only once the page is laid out for its new width
        opened.keyboard.press("ArrowRight")
        opened.wait_for_timeout(50)
        if people.evaluate("each => each.scrollLeft"):
            break
    assert people.evaluate("each => each.scrollLeft") > 0


@pytest.mark.parametrize("hard", [False, True])
def test_axe_finds_nothing_and_nothing_sticks_out(opened: Page, team: Project, hard: bool) -> None:
    if hard:
        harden(team)
        opened.reload()
    found = []
    for width in (360, 768, 1280):
        opened.set_viewport_size({"width": width, "height": 800})
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in ("light", "dark"):
            opened.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found += [f"{width} {scheme} {each}" for each in complaints(opened, EVERYTHING)]
    assert found == []
