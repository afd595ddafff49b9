"""By keyboard alone and in both languages: from the sign-in form to the end of a batch, back after
leaving it, and on to the next one."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Assignment, Batch, QueryItem, Reading, TrainingRun, Turn
from tests.flows.desk import own, press, settled
from tests.flows.hands import Tongue, enter, sign_out

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in_by_keyboard(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    expect(page.locator("#id_username")).to_be_focused()
    page.keyboard.type("annotator")
    page.keyboard.press("Tab")
    page.keyboard.type("a-long-password-1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Support calls").first).to_be_visible()


def test_from_sign_in_to_the_next_batch(
    tongue: Tongue, keyboard: Page, stage: Batch, live_server: Any
) -> None:
    page = keyboard
    sign_in_by_keyboard(page, live_server.url)
    enter(page.get_by_role("link", name="Support calls").first)
    to_label = page.locator("header").get_by_role("link", name=tongue("Label", "Etiquetar"))
    expect(to_label).to_be_visible()
    enter(to_label)
    text = page.locator("[data-text]")
    expect(text).to_be_focused()

    press(page, "F Shift+ArrowLeft c z")  # Marta, the first candidate; cleared, and back
    settled(page)
    press(page, "Space")
    expect(page.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    expect(page.locator("[data-asked] [data-text]")).to_be_focused()
    expect(page.locator("[data-asked] mark.machine")).to_have_count(2)
    press(page, "A r ArrowRight S End P")
    settled(page)
    expect(page.locator("[data-asked] mark.machine")).to_have_count(0)
    press(page, "z Shift+Z")
    settled(page)

    # Away in the middle of the batch, and back: the same turn, as it was left.
    press(page, "Escape")
    sign_out(page, tongue("Sign out", "Salir"))
    expect(page).to_have_url(re.compile("/sign-in"))
    sign_in_by_keyboard(page, live_server.url)
    page.goto(f"{live_server.url}/p/support/label")
    expect(page.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    expect(page.locator("[data-asked] .span:not(.machine)").last).to_have_attribute("data-k", "P")
    expect(page.locator("[data-mine-batch]")).to_have_text("1")
    expect(page.locator("[data-asked] [data-text]")).to_be_focused()

    for keys, number in (("Space", 3), ("Shift+Space", 2), ("Space", 3)):
        press(page, keys)
        expect(page.locator(f".items li:nth-child({number}) a[aria-current]")).to_be_attached()
        expect(page.locator("[data-asked] [data-text]")).to_be_focused()
    press(page, "v")
    expect(page.locator("[data-asked][data-flagged]")).to_be_attached()
    press(page, "End F ArrowDown")  # a turn of the context on the way
    expect(page.locator("li.turn.active > .n")).to_have_text("4")
    press(page, "End D Space")
    finished = tongue("Batch {} is finished", "El lote {} está terminado")
    expect(page.get_by_role("heading", level=1)).to_contain_text(finished.format(1))

    accepted = [row[:2] for row in own() if row[2] == "accepted"]
    assert ("Marta", "F") in accepted
    assert ("Francisco", "M") in accepted
    assert ("Bilbao", "P") in accepted
    assert ("Fran", "F") in accepted
    assert ("mayo", "D") in accepted
    assert Reading.objects.filter(status="done", is_gold=True).count() == 3
    assert Assignment.objects.filter(status="done").count() == 3

    # The round ends: the next batch opens by itself. Its only turn is skipped.
    run = TrainingRun.objects.get()
    TrainingRun.objects.update(status="done")
    batch = Batch.objects.create(project=run.project, number=2, strategy="combined", run=run)
    turn = Turn.objects.get(text__startswith="seis uno")
    QueryItem.objects.create(batch=batch, turn=turn, rank=0, reason="both")
    expect(page.locator("[data-text]")).to_be_focused()
    expect(page.locator("[data-queue] summary")).to_contain_text(tongue("Batch 2", "Lote 2"))
    expect(page.locator(".why")).to_contain_text(tongue("both models", "los dos modelos"))
    press(page, "b")
    expect(page.get_by_role("heading", level=1)).to_contain_text(finished.format(2))
    assert Reading.objects.filter(is_gold=True).count() == 3
