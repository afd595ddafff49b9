"""A second reading from the draw to the figures, by keyboard alone and in both languages."""

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation.models import AuditTurn, Project, QueryItem, Reading, Span, User
from tests.flows.desk import sign_in
from tests.flows.hands import Tongue, enter, keyboard, reach, tongue
from tests.labelled import add_calls

__all__ = ["keyboard", "tongue"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_turns_are_drawn_read_blind_in_label_and_the_page_tells(
    keyboard: Page,
    tongue: Tongue,
    live_server: Any,
    client_of: Any,
    labelled: Project,
    manager: User,
    annotator: User,
    second_annotator: User,
) -> None:
    User.objects.update(toured_at=timezone.now(), hides_twin=True)
    add_calls(labelled, 6, annotator, read=6)
    errors: list[str] = []
    keyboard.on("pageerror", lambda error: errors.append(str(error)))
    # The manager draws three turns; the page says how many would be needed.
    sign_in(keyboard.context, client_of, manager, live_server.url)
    keyboard.goto(f"{live_server.url}/p/support/evidence")
    part = keyboard.locator("#second_reading")
    expect(part).to_contain_text(
        tongue("show that readers find .99", "que quienes leen encuentran 0,99")
    )
    number = part.get_by_label(tongue("Turns to draw", "Turnos que se sortean"))
    reach(number)
    keyboard.keyboard.press("Control+a")
    keyboard.keyboard.type("3")
    button = tongue("Draw turns for a second reader", "Sortear turnos para una segunda persona")
    enter(part.get_by_role("button", name=button))
    expect(part).to_contain_text(tongue("3 turns were drawn", "Se sortearon 3 turnos"))
    expect(part.locator("tbody tr")).to_have_count(3)
    drawn = set(AuditTurn.objects.values_list("turn", flat=True))
    assert len(drawn) == 3
    # The first reader is asked nothing; the second reads the three, and sees none of its labels.
    sign_in(keyboard.context, client_of, second_annotator, live_server.url)
    for done in range(3):
        keyboard.goto(f"{live_server.url}/p/support/label")
        asked = keyboard.locator("[data-text]")
        expect(asked).to_be_focused()
        pk = int(re.findall(r"/label/(\d+)", keyboard.url)[0])
        assert QueryItem.objects.get(pk=pk).turn_id in drawn
        expect(asked.locator("mark, .span")).to_have_count(0)
        text = keyboard.locator("main").inner_text().lower()
        assert "second reading" not in text and "segunda lectura" not in text
        keyboard.keyboard.press("Space")
        expect(keyboard).not_to_have_url(re.compile(f"/label/{pk}$"))
        readings = Reading.objects.filter(reader=second_annotator, status="done")
        assert readings.count() == done + 1
    # She marked nothing: the page counts the three, and what she had not found is no miss of the
    # first reader's.
    sign_in(keyboard.context, client_of, manager, live_server.url)
    keyboard.goto(f"{live_server.url}/p/support/evidence")
    expect(part).to_contain_text(
        tongue("read: 3, waiting for a second reader: 0", "leídos: 3, a la espera")
    )
    first = Span.objects.filter(turn__in=drawn, reading__reader=annotator).count()
    words = tongue("First reader found", "Encontró la primera persona")
    if first:
        expect(part.locator("dl.facts", has_text=words)).to_contain_text(str(first))
    assert not errors
