"""Erasing on the pages, in a real browser: a person's dialogues, then the whole project."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Batch, Project, TrainingRun
from tests.flows.desk import sign_in
from tests.flows.screens import Screen, without_errors
from tests.flows.test_accessibility import EVERYTHING, WIDE, complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ERASE = Screen("show-erasing", "/p/support/erase")


@pytest.fixture
def opened(
    page: Page, transactional_db: None, batch: Batch, live_server: Any, data_dir: Path,
    client_of: Callable[[Any], Any], manager: Any,
) -> Iterator[Page]:  # fmt: skip
    TrainingRun.objects.create(
        project=batch.project, number=1, status="done", folder="models/project-1/round-1-x"
    )
    (data_dir / "models/project-1/round-1-x").mkdir(parents=True)
    yield from without_errors(page, client_of, manager, live_server.url, ERASE)


def picture(page: Page, name: str) -> None:
    """Kept where somebody wants to look at the pages."""
    if folder := os.environ.get("PICTURES"):
        for width, size in (("laptop", 1280), ("phone", 360)):
            page.set_viewport_size({"width": size, "height": 900})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)
        page.set_viewport_size({"width": 1280, "height": 800})


def test_a_persons_dialogues_and_then_the_project(opened: Page) -> None:
    page = opened
    page.get_by_label("Names and numbers").fill("olabarri")
    page.get_by_role("button", name="Find the dialogues").click()
    expect(page.get_by_role("heading", name="1 dialogue names the person")).to_be_visible()
    assert "olabarri" not in page.url
    picture(page, "found")
    page.get_by_role("button", name="See what would go").click()
    expect(page.get_by_role("heading", name="Erase this dialogue?")).to_be_visible()
    expect(page.locator("#plan")).to_contain_text("4 turns with their texts")
    expect(page.locator("#plan")).to_contain_text("1 file of a model that learnt from these texts")
    picture(page, "list")
    assert complaints(page, EVERYTHING) == []
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate(WIDE) == ""
    page.get_by_role("button", name="Erase for good").click()  # the list was not confirmed
    assert Project.objects.get().dialogues.count() == 2
    page.get_by_label("only withdraw them").check()
    page.get_by_label("I have read the list.").check()
    page.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_text("Erased. The pages of the database")).to_be_visible()
    assert [each.external_id for each in Project.objects.get().dialogues.all()] == ["call-2"]
    picture(page, "done")
    page.get_by_label("type its short name").fill("support")
    page.get_by_role("button", name="Erase the project").click()
    expect(page.get_by_text("The project is erased.")).to_be_visible()
    assert not Project.objects.exists()


def test_a_dialogue_from_its_history(
    opened: Page, live_server: Any, client_of: Callable[[Any], Any], annotator: Any
) -> None:
    pk = Project.objects.get().dialogues.get(external_id="call-1").pk
    opened.goto(f"{live_server.url}/p/support/dialogues/{pk}/history")
    opened.get_by_role("link", name="Erase this dialogue").click()
    expect(opened.get_by_role("heading", name="Erase this dialogue?")).to_be_visible()
    opened.get_by_role("link", name="Keep it").click()
    expect(opened.get_by_role("heading", name="Erase one person")).to_be_visible()
    opened.context.clear_cookies()
    sign_in(opened.context, client_of, annotator, live_server.url)
    opened.goto(f"{live_server.url}/p/support/dialogues/{pk}/history")
    expect(opened.get_by_role("link", name="Erase this dialogue")).to_have_count(0)
