"""Every occurrence of a name, by keyboard: shown with what stands in the way, done and undone."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from annotation.models import Batch, Dialogue, QueryItem, Reading, Span, Step, Turn, User
from annotation.services.labelling import spans
from tests.flows.desk import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TURNS = [
    ("agent", "Etxeberri, ¿verdad?"),
    ("caller", "Sí, ETXEBERRI, Itziar etxebérri"),
    ("agent", "Los Etxeberris de Bilbao"),
    ("caller", "Talleres Etxeberri, sí"),
    ("agent", "Vale, gracias"),
]


@pytest.fixture
def stage(transactional_db: None, project: Any, annotator: User) -> Batch:
    """One asked turn with the name; the name in its dialogue, in another, and in a company's."""
    project.dialogues.all().delete()
    for place, turns in enumerate((TURNS, [("caller", "De parte de Etxeberri")])):
        dialogue = Dialogue.objects.create(
            project=project, external_id=f"call-{place + 1}", position=place
        )
        Turn.objects.bulk_create(
            Turn(dialogue=dialogue, position=position, speaker=who, text=text)
            for position, (who, text) in enumerate(turns)
        )
    other = Turn.objects.get(text="De parte de Etxeberri")
    Reading.objects.create(turn=other, reader=annotator)  # she may read the other call too
    batch = Batch.objects.create(project=project, number=1, strategy="random")
    asked = Turn.objects.get(text__startswith="Etxeberri,")
    QueryItem.objects.create(batch=batch, turn=asked, rank=0, reason="random")
    company = Turn.objects.select_related("dialogue__project").get(text__startswith="Talleres")
    label = project.labels.get(key="O")
    spans.add_span(company, annotator, op_id=uuid.uuid4(), version=0, start=0, end=18, label=label)
    Step.objects.all().delete()  # what is undone here is what is done here
    return batch


@pytest.fixture
def desk(
    page: Page, stage: Batch, live_server: Any, client_of: Callable[[Any], Any], annotator: User
) -> Page:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    User.objects.update(toured_at=timezone.now())
    sign_in(page.context, client_of, annotator, live_server.url)
    page.goto(f"{live_server.url}/p/support/label")
    expect(page.locator("[data-text]")).to_be_focused()
    yield page  # type: ignore[misc]
    assert errors == []


def own(desk: Page) -> list[tuple[str, str]]:
    expect(desk.locator("body[data-unsaved='0']")).to_be_attached()
    rows = Span.objects.filter(reading__isnull=False, status="accepted")
    return [
        (span.turn.text[span.start : span.end], span.label.key)
        for span in rows.select_related("turn", "label").order_by("turn", "start")
    ]


def marks(page: Page) -> Any:
    return page.locator("main mark.span:not(.machine):not(.panel *)")


def test_g_2_enter_labels_the_dialogue_and_one_z_takes_all_back(desk: Page) -> None:
    desk.keyboard.press("s")
    desk.keyboard.press("g")
    panel = desk.locator("[data-every]")
    expect(panel.get_by_role("button", name="Label 3")).to_be_focused()
    expect(desk.locator("[data-log]")).to_contain_text("1 overlaps a label of yours: kept.")
    desk.keyboard.press("3")
    expect(panel.get_by_role("button", name="Label 4")).to_be_focused()
    desk.keyboard.press("2")
    expect(panel.get_by_role("button", name="Label 3")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(panel).to_have_count(0)
    expect(desk.locator("[data-text]")).to_be_focused()
    expect(desk.locator("[data-toast]")).to_contain_text("Labelled 3 occurrences in 2 turns.")
    expect(marks(desk)).to_have_count(5)  # with the company's, which stayed
    found = [("Etxeberri", "S"), ("ETXEBERRI", "S"), ("etxebérri", "S"), ("Etxeberris", "S")]
    assert own(desk) == [*found, ("Talleres Etxeberri", "O")]
    desk.keyboard.press("z")
    expect(marks(desk)).to_have_count(2)
    expect(desk.locator("[data-toast]")).to_have_count(0)
    assert own(desk) == [("Etxeberri", "S"), ("Talleres Etxeberri", "O")]


def test_the_toast_undoes_by_mouse_and_stays_until_then(desk: Page) -> None:
    desk.keyboard.press("s")
    expect(desk.locator("[data-saved-state]")).to_contain_text("Saved ")
    desk.get_by_role("button", name="Label all like this").first.click()
    desk.get_by_role("button", name="Label 3").click()
    desk.locator("[data-toast]").get_by_role("button", name="Undo").click()
    expect(marks(desk)).to_have_count(2)
    expect(desk.locator("[data-toast]")).to_have_count(0)
    assert len(own(desk)) == 2


def test_choosing_what_is_changed(desk: Page) -> None:
    """The label by its letter in the panel, one occurrence left out, a conflict taken in."""
    desk.keyboard.press("g")
    panel = desk.locator("[data-every]")
    expect(panel.get_by_label("Label", exact=True)).to_be_focused()
    expect(panel.get_by_role("button", name="Label 4")).to_have_count(0)
    desk.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    desk.keyboard.press("m")
    desk.keyboard.press("g")
    expect(panel.get_by_role("button", name="Label 3")).to_be_focused()
    desk.keyboard.press("s")
    expect(panel.get_by_role("button", name="Label 4")).to_have_count(0)
    expect(panel.get_by_role("button", name="Label 3")).to_be_focused()
    panel.get_by_label("1 has another label").check()
    expect(panel.get_by_role("button", name="Label 4")).to_be_visible()
    panel.get_by_label("Sí, ETXEBERRI").first.uncheck()
    panel.get_by_label("Talleres Etxeberri").check()
    panel.get_by_role("button", name="Label 4").click()
    expect(panel).to_have_count(0)
    names = ["Etxeberri", "etxebérri", "Etxeberris", "Etxeberri"]
    assert own(desk) == [(name, "S") for name in names]


def test_what_may_differ_is_ticked(desk: Page) -> None:
    desk.keyboard.press("s")
    desk.keyboard.press("g")
    panel = desk.locator("[data-every]")
    panel.get_by_label("accents").uncheck()
    expect(panel.get_by_role("button", name="Label 2")).to_be_visible()
    expect(panel.get_by_label("accents")).to_be_focused()
    panel.get_by_label("endings").uncheck()
    expect(panel.get_by_role("button", name="Label 1")).to_be_visible()


def test_clearing_every_occurrence(desk: Page) -> None:
    for key in ["s", "g", "Enter"]:
        desk.keyboard.press(key)
        if key == "g":
            expect(desk.get_by_role("button", name="Label 3")).to_be_focused()
    expect(marks(desk)).to_have_count(5)
    desk.keyboard.press("g")
    panel = desk.locator("[data-every]")
    panel.get_by_role("button", name="Clear", exact=True).click()
    panel.get_by_role("button", name="Clear 4").click()
    expect(marks(desk)).to_have_count(1)
    assert own(desk) == [("Talleres Etxeberri", "O")]


def test_a_plan_that_has_changed_is_shown_again(desk: Page, annotator: User) -> None:
    desk.keyboard.press("s")
    desk.keyboard.press("g")
    expect(desk.get_by_role("button", name="Label 3")).to_be_focused()
    turn = Turn.objects.select_related("dialogue__project").get(text__startswith="Los")
    label = turn.dialogue.project.labels.get(key="O")
    spans.add_span(turn, annotator, op_id=uuid.uuid4(), version=0, start=0, end=14, label=label)
    desk.keyboard.press("Enter")
    panel = desk.locator("[data-every]")
    expect(panel.locator("[data-note]")).to_contain_text("Something has changed")
    expect(panel.get_by_role("button", name="Label 2")).to_be_focused()
    assert not Step.objects.filter(kind="propagate").exists()


def test_without_a_connection_it_says_so_and_changes_nothing(desk: Page) -> None:
    desk.keyboard.press("s")
    expect(desk.locator("body[data-unsaved='0']")).to_be_attached()
    desk.context.set_offline(True)
    desk.keyboard.press("g")
    expect(desk.locator("[data-message]")).to_contain_text("there is no connection")
    desk.context.set_offline(False)
    desk.keyboard.press("g")
    panel = desk.locator("[data-every]")
    expect(panel.get_by_role("button", name="Label 3")).to_be_focused()
    desk.context.set_offline(True)
    desk.keyboard.press("Enter")
    expect(panel.locator("[data-note]")).to_contain_text("there is no connection")
    desk.context.set_offline(False)
    desk.keyboard.press("Enter")
    expect(panel).to_have_count(0)
    assert len(own(desk)) == 5


def test_an_answer_that_gets_lost_is_asked_for_again(desk: Page) -> None:
    """The server did it, the answer did not arrive: the same step again is not a second one."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    desk.keyboard.press("s")
    desk.keyboard.press("g")
    expect(desk.get_by_role("button", name="Label 3")).to_be_focused()
    desk.route("**/propagate/apply", lose, times=1)
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-note]")).to_contain_text("there is no connection")
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-toast]")).to_contain_text("Labelled 3")
    assert Step.objects.filter(kind="propagate").count() == 1


def test_keys_in_the_text_reach_the_open_panel(desk: Page) -> None:
    desk.keyboard.press("s")
    desk.keyboard.press("g")
    panel = desk.locator("[data-every]")
    expect(panel.get_by_role("button", name="Label 3")).to_be_focused()
    desk.locator("[data-text]").focus()
    desk.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    desk.keyboard.press("g")
    expect(panel.get_by_role("button", name="Label 3")).to_be_focused()
    desk.locator("[data-text]").focus()
    desk.keyboard.press("3")
    expect(panel.get_by_role("button", name="Label 4")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(desk.locator("[data-text]")).to_be_focused()


def test_the_next_item_fetched_before_has_the_labels(desk: Page, stage: Batch) -> None:
    """The next item waits in memory, of another dialogue, from before the step."""
    other = Turn.objects.get(text__startswith="De parte")
    QueryItem.objects.create(batch=stage, turn=other, rank=1, reason="random")
    desk.reload()
    expect(desk.locator("body[data-ahead='1']")).to_be_attached()
    desk.keyboard.press("s")
    desk.keyboard.press("g")
    expect(desk.get_by_role("button", name="Label 3")).to_be_focused()
    desk.keyboard.press("3")
    expect(desk.get_by_role("button", name="Label 4")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-toast]")).to_contain_text("Labelled 4")
    desk.keyboard.press("Space")
    expect(desk.locator(".items li:nth-child(2) a[aria-current]")).to_be_attached()
    expect(desk.locator("[data-asked] mark.span")).to_have_text("Etxeberri, surname")
    desk.keyboard.press("End")
    desk.keyboard.press("c")
    expect(desk.locator("[data-asked] mark.span")).to_have_count(0)
    assert len(own(desk)) == 5
