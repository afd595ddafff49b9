"""The corpus in a browser, by keyboard alone and in both languages: the map, the list, a
filter, an order, a search."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Dialogue, DialogueFigures, Project, Turn, User
from annotation.services.glance.following import follow_changes
from tests.flows.desk import press, sign_in
from tests.flows.hands import Tongue, enter, reach
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
    keyboard: Page,
    tongue: Tongue,
    live_server: Any,
    client_of: Callable[[Any], Any],
    corpus: Project,
    curator: User,
) -> None:
    page = keyboard
    sign_in(page.context, client_of, curator, live_server.url)
    page.goto(f"{live_server.url}/p/support/corpus")
    chosen = page.locator("[role=gridcell][aria-selected]")
    line = page.locator("[data-chosen]")
    expect(chosen).to_have_attribute("aria-label", tongue("more-2 read", "more-2 leído"))
    reach(page.locator("[data-map]"))
    press(page, "ArrowRight ArrowDown PageDown End Home ArrowUp")
    expect(chosen).to_have_attribute("aria-label", tongue("more-100 unread", "more-100 sin leer"))
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
    enter(page.locator("#sort-name"))
    expect(page.locator("th[aria-sort] #sort-name")).to_be_focused()
    expect(page.locator(".hit mark")).to_have_count(5)  # the words stay
    reach(page.get_by_label(tongue("Open issues", "Incidencias abiertas"), exact=True))
    page.keyboard.type(tongue("No", "Sin"))  # the words stay
    none = page.get_by_text(tongue("said in no dialogue", "en ningún diálogo de los elegidos"))
    expect(none).to_be_visible()
    expect(page.locator("[data-words]")).to_have_value("barak*")
    show_all = page.get_by_role("link", name=tongue("Show all", "Mostrar todo"), exact=True)
    enter(show_all)
    expect(page.locator("[data-row]")).to_have_count(40)
    press(page, "r")  # two dialogues are given to a reader; only now there are boxes
    expect(page.locator("[data-assign]")).to_be_focused()
    for name in ("more-82", "more-122"):
        reach(page.get_by_label(tongue(f"Tick {name}", f"Marcar {name}")))
        press(page, "Space")
    press(page, "r")
    expect(page.locator("[data-assign]")).to_be_focused()
    page.keyboard.type("annot")
    enter(page.get_by_role("button", name=tongue("Assign those ticked", "Asignar los marcados")))
    assigned = tongue(
        "2 dialogues are assigned to annotator.", "2 diálogos están asignados a annotator."
    )
    expect(page.get_by_text(assigned)).to_be_visible()
    reach(page.get_by_label(tongue("Assigned to", "Asignados a"), exact=True))
    press(page, "ArrowDown")
    expect(page.locator("[data-row]")).to_have_count(2)
    assert complaints(page, EVERYTHING) == []
    enter(show_all)
    expect(page.locator("[data-row]")).to_have_count(40)
    reach(page.locator("[data-map]"))
    press(page, "ArrowRight Enter")
    opened = f"{live_server.url}/p/support/revise/{corpus.dialogues.all()[3].pk}"
    expect(page).to_have_url(f"{opened}?list=state%3Dany")  # the list that it is in
