"""The demo's first batch by keyboard alone, in both languages: from the sign-in form to turns that
have something to label. The source model has chosen them, as in any installation."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.demo import support_calls
from annotation.formats.types import SpanValue
from annotation.models import QueryItem, Reading, User
from annotation.services.demo import projects
from tests.flows.desk import press, settled
from tests.flows.hands import Tongue, enter, keyboard, sign_out, speak  # noqa: F401 (a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "a-long-password-1"


@pytest.fixture
def demo(transactional_db: None, data_dir: Path) -> None:
    """The project to label and who works in it."""
    people = projects.make_people(print)
    calls, bookings = projects.make_files(print)
    project = projects.make_project(people, projects.make_source(bookings, print), calls, print)
    projects.choose_first_batch(project, print)
    QueryItem.objects.update(readers=1)  # what one has read, the next one is not asked
    for user in User.objects.all():
        user.set_password(PASSWORD)
        user.save()


def label(page: Page, span: SpanValue) -> None:
    """From the first word on to those of the item, and its letter."""
    button = page.locator(f"button[data-label][data-name='{span.label}']")
    chosen = page.locator("[data-asked] [data-text] .chosen.t")
    caret = page.locator("[data-asked] [data-text] .t.caret")
    press(page, "Home")
    while int(caret.get_attribute("data-start") or 0) < span.start:
        press(page, "ArrowRight")
    while int(chosen.or_(caret).last.get_attribute("data-end") or 0) < span.end:
        press(page, "Shift+ArrowRight")
    press(page, button.get_attribute("data-key") or "")


def test_somebody_opens_the_demo_and_has_things_to_label(
    keyboard: Page,  # noqa: F811
    demo: None,
    live_server: Any,
) -> None:
    page = keyboard
    gold = {call.id: [turn.spans for turn in call.turns] for call in support_calls()}

    def asked() -> tuple[SpanValue, ...]:
        """What is personal in the asked turn."""
        expect(page.locator("[data-asked] [data-text]")).to_be_focused()
        call = page.locator("#main > ol").get_attribute("aria-label") or ""
        return gold[call][int(page.locator("[data-asked] > .n").inner_text()) - 1]

    for place, (name, code) in enumerate((("annotator", "en"), ("curator", "es"))):
        speak(page, live_server.url, code)
        tongue, left = Tongue(code), 10 - place
        page.goto(f"{live_server.url}/")
        expect(page.locator("#id_username")).to_be_focused()
        for word in (name, PASSWORD):
            page.keyboard.type(word)
            press(page, "Tab")
        press(page, "Enter")
        enter(page.get_by_role("link", name=tongue(f"Label {left} turns", f"Etiquetar {left} tur")))
        expect(page.locator("[data-queue] summary")).to_contain_text(tongue("Batch 1", "Lote 1"))
        items = asked()
        assert items  # the first one that is asked has something
        for item in items:
            label(page, item)
        settled(page)
        marks = page.locator("[data-asked] mark.span:not(.machine)")
        expect(marks).to_have_count(len(items))
        press(page, "Space")
        expect(page.locator("[data-queue] [data-state=done]")).to_have_count(place + 1)
        if not place:  # the others, without finishing any
            holds = [bool(asked())]
            for number in range(3, 11):
                press(page, "j")
                expect(
                    page.locator(f"[data-queue] li:nth-child({number}) a[aria-current]")
                ).to_be_attached()
                holds.append(bool(asked()))
            assert sum(holds) >= 7
            press(page, "Escape")
            sign_out(page)
            expect(page).to_have_url(re.compile("/sign-in"))
    finished = Reading.objects.filter(status="done", turn__dialogue__split="pool")
    assert finished.count() == 2
    for reading in finished:
        said = gold[reading.turn.dialogue.external_id][reading.turn.position]
        assert list(reading.spans.order_by("start").values_list("start", "end", "label__name")) == [
            (each.start, each.end, each.label) for each in said
        ]
