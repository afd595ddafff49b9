"""The corpus in a browser, by keyboard alone: the map, the list, a filter, a search."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Dialogue, DialogueFigures, Project, Turn, User
from annotation.services.glance.following import follow_changes
from tests.flows.desk import press, sign_in
from tests.flows.test_accessibility import EVERYTHING, complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def corpus(project: Project) -> Project:
    """Two hundred dialogues more, of which one in forty is read."""
    more = Dialogue.objects.bulk_create(
        Dialogue(project=project, external_id=f"more-{n}", position=n) for n in range(2, 202)
    )
    Turn.objects.bulk_create(Turn(dialogue=each, position=0, text="de Barakaldo") for each in more)
    while follow_changes():
        pass
    few = [each.pk for each in more[::40]]
    DialogueFigures.objects.filter(dialogue__in=few).update(state="read", warns=0, notes=1)
    return project


def test_a_curator_walks_through_the_corpus_by_keyboard(
    page: Page,
    live_server: Any,
    client_of: Callable[[Any], Any],
    corpus: Project,
    curator: User,
) -> None:
    sign_in(page.context, client_of, curator, live_server.url)
    page.goto(f"{live_server.url}/p/support/corpus")
    chosen = page.locator("[role=gridcell][aria-selected]")
    line = page.locator("[data-chosen]")
    expect(chosen).to_have_attribute("aria-label", "more-2 read")
    page.locator("[data-map]").focus()
    press(page, "ArrowRight ArrowDown PageDown End Home ArrowUp")
    expect(chosen).to_have_attribute("aria-label", "more-100 unread")
    expect(page.locator("[data-map]")).to_have_attribute(
        "aria-activedescendant", chosen.get_attribute("id") or ""
    )
    expect(line).to_contain_text("more-100")
    press(page, "PageUp ArrowLeft ArrowLeft ArrowLeft ArrowLeft n")
    expect(line).to_contain_text("call-2")
    page.keyboard.press("3")  # those that are read
    expect(page).to_have_url(f"{live_server.url}/p/support/corpus?state=read")
    rows = page.locator("[data-row]")
    expect(rows).to_have_count(5)
    expect(page.locator("[role=gridcell]:not(.off)")).to_have_count(5)
    press(page, "j j")
    expect(rows.nth(1)).to_have_attribute("aria-current", "true")
    expect(line).to_contain_text("more-42")
    press(page, "/")
    page.keyboard.type("barak*")
    page.keyboard.press("Enter")
    expect(page.locator(".hit mark")).to_have_count(5)
    expect(page.locator("[data-words]")).to_be_focused()
    assert page.url.endswith("/corpus?state=read")
    page.get_by_label("Open issues", exact=True).select_option("none")  # the words stay
    expect(page.get_by_text("No dialogue is so.")).to_be_visible()
    expect(page.locator("[data-words]")).to_have_value("barak*")
    page.get_by_role("link", name="Show all", exact=True).click()
    expect(page.locator("[data-row]")).to_have_count(40)
    page.get_by_label("Tick more-82").press("Space")  # two dialogues are given to a reader
    page.get_by_label("Tick more-122").press("Space")
    press(page, "r")
    expect(page.locator("[data-assign]")).to_be_focused()
    page.keyboard.type("annot")
    page.get_by_role("button", name="Assign those ticked").press("Enter")
    expect(page.get_by_text("2 dialogues are assigned to annotator.")).to_be_visible()
    page.get_by_label("Assigned to", exact=True).select_option(label="annotator: 2")
    expect(page.locator("[data-row]")).to_have_count(2)
    assert complaints(page, EVERYTHING) == []
    page.get_by_role("link", name="Show all", exact=True).click()
    expect(page.locator("[data-row]")).to_have_count(40)
    page.locator("[data-map]").focus()
    press(page, "ArrowRight Enter")
    expect(page).to_have_url(f"{live_server.url}/p/support/revise/{corpus.dialogues.all()[3].pk}")
