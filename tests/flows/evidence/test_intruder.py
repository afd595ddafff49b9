"""A motivated intruder in a real browser, by keyboard and in both languages: she answers, a
curator scores beside the original, and the figures stand on the page."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from annotation.models import AccessEvent, IntruderTry, Member
from tests.flows.desk import press, sign_in
from tests.flows.hands import Tongue, enter, reach
from tests.labelled import read_all, shown

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_answer_is_scored_and_counted(
    tongue: Tongue,
    keyboard: Page,
    live_server: Any,
    client_of: Callable[[Any], Any],
    project: Any,
    annotator: Any,
    curator: Any,
    manager: Any,
    outsider: Any,
    data_dir: Any,
) -> None:
    read_all(project, annotator)
    Member.objects.create(project=project, user=outsider, role="intruder")
    page, site = keyboard, live_server.url
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def as_person(user: Any, address: str) -> None:
        page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
        sign_in(page.context, client_of, user, site)
        page.goto(f"{site}{address}")

    as_person(outsider, "/")
    enter(page.get_by_role("link", name="Support calls"))
    give = page.get_by_role("button", name=tongue("Give me a dialogue", "Dame un diálogo"))
    expect(give).to_be_focused()
    press(page, "Enter")
    expect(page.locator("[data-clock-shown]")).to_have_text(re.compile(r"^\d+:\d\d$"))
    assert shown(page.locator("main").inner_text()) == []
    expect(page.locator("[name=who]")).to_be_focused()
    page.keyboard.type("Pilar Etxaniz")
    reach(page.locator("[name=where]"))
    page.keyboard.type("Soria")
    reach(page.locator("[name=sureness]"))
    page.keyboard.press("Home")
    enter(page.get_by_role("button", name=tongue("Save", "Guardar"), exact=True))
    kept = tongue("Kept. Somebody", "Guardado. Lo valora")
    expect(page.get_by_role("status").filter(has_text=kept)).to_be_visible()
    row = IntruderTry.objects.get()
    assert (row.who, row.where, row.sureness) == ("Pilar Etxaniz", "Soria", "sure")

    as_person(curator, "/p/support/evidence/intruders")
    enter(page.get_by_role("link", name=row.dialogue.external_id))
    expect(page.get_by_text("Pilar Etxaniz")).to_be_visible()
    said = row.dialogue.turns.exclude(text="").first()
    assert said
    expect(page.locator(".plain-turns")).to_contain_text(said.text)
    reach(page.locator("[name=who]").first)
    page.keyboard.press("Space")
    reach(page.locator("[name=where]").first)
    press(page, "Space ArrowDown ArrowDown")
    enter(page.get_by_role("button", name=tongue("Save", "Guardar"), exact=True))
    expect(page.locator("td .pill")).to_have_text(tongue("right", "acierto"))
    row.refresh_from_db()
    assert (row.who_score, row.where_score, row.event_score) == ("right", "wrong", "")

    as_person(manager, "/p/support/evidence")
    card = page.locator("#intruder")
    expect(card).to_contain_text(tongue("1, by 1 person", "1, por 1 persona"))
    expect(card).to_contain_text(
        tongue("1 (who: 1, where: 0, event: 0)", "1 (quién: 1, dónde: 0, suceso: 0)")
    )
    expect(card).not_to_contain_text("Etxaniz")
    purposes = AccessEvent.objects.order_by("pk").values_list("user", "purpose")
    assert list(purposes) == [(outsider.pk, "intrude"), (curator.pk, "score")]
    assert errors == []
