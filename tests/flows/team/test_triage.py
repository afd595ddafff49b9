"""A curator goes through a corpus as its list is sorted and filtered, by keyboard alone and in both
languages: nobody has opened a dialogue of it before."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Dialogue, DialogueFigures, IssueCount, Project, Reading, Turn, User
from annotation.services.corpus.gold import settle_turn
from annotation.services.glance.following import follow_changes
from annotation.services.glance.issues import ask_for_counts, count_issues
from annotation.services.jobs.lifecycle import run_job
from tests.flows.desk import press, settled, sign_in
from tests.flows.hands import Tongue, enter, reach
from tests.flows.test_accessibility import EVERYTHING, complaints
from tests.labelled import label, read, read_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Names of dialogues, what is said in each, and what is labelled in it.
READ: dict[str, list[tuple[str, list[tuple[str, str]]]]] = {
    "quiet": [("Vale, gracias, hasta luego", [])],
    "warned": [("¿Y la señora Andrés, su señora?", [("Andrés", "male name")])],
    "blocked": [("¿En Bilbao mismo? Pues sí, dígame, le escucho y tomo nota", [])],
}


@pytest.fixture
def corpus(project: Project, annotator: User, second_annotator: User) -> Project:
    """Two calls and three dialogues that are read, before them one that nobody read; a worker has
    counted their open issues."""
    read_all(project, annotator)
    unread = Dialogue.objects.create(project=project, external_id="unread", position=0)
    Turn.objects.create(dialogue=unread, position=0, text="Soy de Bilbao")
    for place, (name, turns) in enumerate(READ.items(), 10):
        dialogue = Dialogue.objects.create(project=project, external_id=name, position=place)
        for position, (text, items) in enumerate(turns):
            turn = Turn.objects.create(dialogue=dialogue, position=position, text=text)
            read(turn, annotator, items)
    again = Turn.objects.get(dialogue__external_id="warned")
    Reading.objects.create(turn=again, reader=second_annotator, status="done")  # she saw nothing
    count()
    return project


def count() -> None:
    """What a worker does by itself."""
    while follow_changes():
        pass
    assert ask_for_counts() == 1
    assert run_job(IssueCount, IssueCount.objects.get().pk, count_issues)


def gravest(project: Project) -> list[str]:
    """The dialogues that can be approved, as they should come."""
    figures = DialogueFigures.objects.filter(dialogue__project=project, state="read")
    order = figures.order_by("-blocks", "-warns", "-notes", "dialogue__position")
    return list(order.values_list("dialogue__external_id", flat=True))


def test_revision_follows_the_list(
    keyboard: Page,
    tongue: Tongue,
    live_server: Any,
    client_of: Callable[[Any], Any],
    corpus: Project,
    curator: User,
) -> None:
    page, names = keyboard, gravest(corpus)
    assert names[0] == "blocked" and "unread" not in names and len(names) == 5
    sign_in(page.context, client_of, curator, live_server.url)
    title = page.locator("h1")
    page.goto(f"{live_server.url}/p/support/revise")  # the tab opens what needs her most
    expect(title).to_have_text(names[0])
    for name in (*names[1:], names[0]):  # and goes on to what can be approved alone
        press(page, "n")
        expect(title).to_have_text(name)

    page.goto(f"{live_server.url}/p/support/revise?all")
    rows = page.locator("[data-row] .id")
    expect(rows).to_have_text(["blocked", "unread"])  # it opens with what has a block
    enter(page.locator("#chip-ready"))
    expect(rows).to_have_count(5)
    enter(page.locator("#sort-issues"))
    expect(page.locator("th[aria-sort] #sort-issues")).to_be_focused()
    expect(rows).to_have_text(names)
    assert complaints(page, EVERYTHING) == []
    reach(page.get_by_label(tongue("Length", "Longitud"), exact=True))
    page.keyboard.type(tongue("Short", "Cortos"))
    expect(rows).to_have_text(["quiet"])
    press(page, "Home")  # any length
    expect(rows).to_have_count(5)
    enter(page.locator("#sort-issues"))  # the other way round
    expect(rows).to_have_text(names[::-1])
    press(page, "j j Enter")
    expect(title).to_have_text(names[-2])
    press(page, "n")
    expect(title).to_have_text(names[-3])
    page.go_back()
    expect(title).to_have_text(names[-2])
    page.go_back()
    expect(rows).to_have_text(names[::-1])
    press(page, "j Enter")
    expect(title).to_have_text("quiet")
    press(page, "y")  # nothing is open in it
    expect(title).to_have_text(names[-2])
    expect(page.locator(".toast")).to_contain_text("quiet")
    enter(page.get_by_role("link", name=tongue("1 of 6 approved", "1 de 6 aprobados")))
    expect(rows).to_have_text(names[-2::-1])  # back in the list as it was sorted


def test_adjudication_follows_the_list(
    keyboard: Page,
    tongue: Tongue,
    live_server: Any,
    client_of: Callable[[Any], Any],
    corpus: Project,
    annotator: User,
    second_annotator: User,
    curator: User,
) -> None:
    for place, words in enumerate((3, 9, 6)):
        dialogue = Dialogue.objects.create(
            project=corpus, external_id=f"split-{words}", position=20 + place
        )
        text = " ".join(["Ane", *["vale"] * (words - 1)])
        turn = Turn.objects.create(dialogue=dialogue, position=0, text=text)
        label(turn, annotator, [("Ane", "female name")])
        label(turn, second_annotator, [])
        for reader in (annotator, second_annotator):
            Reading.objects.update_or_create(turn=turn, reader=reader, defaults={"status": "done"})
        settle_turn(turn)
    page = keyboard
    sign_in(page.context, client_of, curator, live_server.url)
    page.goto(f"{live_server.url}/p/support/corpus")
    rows, title = page.locator("[data-row] .id"), page.locator("h1")
    reach(page.get_by_label(tongue("Agreement", "Acuerdo"), exact=True))
    page.keyboard.type(tongue("Not on", "No en"))
    expect(rows).to_have_count(4)  # those that differ, and one that is settled all the same
    enter(page.locator("#state-differ"))
    expect(rows).to_have_count(3)
    enter(page.locator("#sort-words"))
    expect(rows).to_have_text(["split-9", "split-6", "split-3"])
    press(page, "j Enter")
    for name in ("split-9", "split-6", "split-3"):
        expect(title).to_contain_text(name)
        expect(page.locator("[data-line][aria-current]")).to_be_focused()
        press(page, "1")
        settled(page)
        press(page, "Space")
    nothing = tongue("Nothing waits for adjudication", "Nada espera")
    expect(title).to_contain_text(nothing)
