"""Adjudicating in a real browser: a dialogue to gold by keyboard alone and in both languages,
merging by hand, mouse, another curator in between, no connection."""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Dialogue, Project, Reading, Turn
from annotation.services.adjudication import decisions
from annotation.services.corpus.best_spans import gold_spans
from annotation.services.corpus.differences import case_of, count_waiting
from annotation.services.corpus.gold import settle_turn
from tests.flows.desk import held, press, settled, sign_in
from tests.flows.hands import Tongue, enter
from tests.flows.labelling.test_two_windows import answer_lost
from tests.labelled import label

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Said = dict[int, list[tuple[str, str]]]
TURNS = (
    "Buenos días, le atiende Marta, ¿en qué puedo ayudarle?",
    "Llamo de Talleres Arrieta, en Durango.",
    "De acuerdo.",
    "Mi número acaba en doscientos diez.",
    "Sí, con Miren, gracias.",
)
GREETING, PLACE = ("Marta", "female name"), ("Durango", "place")
ONE: Said = {
    0: [GREETING],
    1: [("Talleres Arrieta", "organisation"), PLACE],
    3: [("doscientos", "number"), ("diez", "number")],
    4: [("Miren", "female name")],
}
OTHER: Said = {
    0: [GREETING],
    1: [("Arrieta", "surname"), PLACE],
    3: [("doscientos diez", "number")],
}


@pytest.fixture
def call(
    transactional_db: None, project: Project, annotator: Any, second_annotator: Any
) -> Dialogue:
    """A call that two people have read; they differ on three of its five turns."""
    dialogue = Dialogue.objects.create(project=project, external_id="call-9", position=9)
    for position, text in enumerate(TURNS):
        turn = Turn.objects.create(dialogue=dialogue, position=position, speaker="a", text=text)
        for reader, said in ((annotator, ONE), (second_annotator, OTHER)):
            label(turn, reader, said.get(position, []))
            Reading.objects.update_or_create(turn=turn, reader=reader, defaults={"status": "done"})
        settle_turn(turn)
    return dialogue


@pytest.fixture
def board(
    page: Page, call: Dialogue, live_server: Any, client_of: Callable[[Any], Any], curator: Any
) -> Iterator[Page]:
    """The adjudication page of the call, signed in as the curator."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    sign_in(page.context, client_of, curator, live_server.url)
    page.goto(f"{live_server.url}/p/support/adjudicate")
    expect(line(page)).to_be_focused()
    yield page
    assert errors == []


def line(page: Page) -> Any:
    """The current turn."""
    return page.locator("[data-line][aria-current]")


def decided(page: Page, state: str) -> None:
    expect(page.locator("[data-decided-state]")).to_have_text(state)


def gold(call: Dialogue) -> dict[int, list[tuple[str, str]]]:
    """What the model learns from in this call: number of the turn -> words and label."""
    found = gold_spans(call.project)
    return {
        turn.position: [(turn.text[s.start : s.end], s.label.name) for s in found[turn.pk]]
        for turn in call.turns.order_by("position")
        if turn.pk in found
    }


def side(call: Dialogue, position: int, reader: Any) -> str:
    """The arrow that takes a reader's word."""
    readings = case_of(call.turns.select_related("dialogue__project").get(position=position))
    order = decisions.column_order(call, readings.readings)
    return "ArrowLeft" if order[0].reader_id == reader.pk else "ArrowRight"


def test_a_dialogue_to_gold_by_keyboard_alone(
    tongue: Tongue,
    keyboard: Page,
    board: Page,
    call: Dialogue,
    annotator: Any,
    second_annotator: Any,
) -> None:
    def said_at(turn: int, difference: int) -> None:
        where = f"Turn {turn}, difference {difference} of 3."
        expect(log).to_contain_text(tongue(where, f"Turno {turn}, diferencia {difference} de 3."))

    def so_many(count: int) -> None:
        decided(board, tongue(f"{count} of 3 decided", f"{count} de 3 decididas"))

    assert sorted(gold(call)) == [0, 2]  # on these the readers agree
    log = board.locator("[data-log]")
    said_at(2, 1)
    expect(log).to_contain_text(
        tongue("Talleres Arrieta, organisation.", "Talleres Arrieta, organización.")
    )
    expect(log).to_contain_text(tongue("Not decided.", "Sin decidir."))
    so_many(0)
    expect(board.locator("[data-do=finish]")).to_be_disabled()
    # One reader is taken whole by one step, and taken back by one.
    left = annotator if side(call, 1, annotator) == "ArrowLeft" else second_annotator
    enter(board.locator(".more-acts > summary"), key="Shift+Tab")
    whole = board.get_by_role("button", name=tongue("Take all of A's", "Tomar todo lo de A"))
    enter(whole)
    expect(whole).to_be_hidden()
    so_many(3)
    settled(board)
    said = ONE if left == annotator else OTHER
    assert gold(call) == {position: said.get(position, []) for position in range(5)}
    expect(board.locator("[data-all]:disabled")).to_have_count(2)
    press(board, "z")
    so_many(0)
    settled(board)
    assert sorted(gold(call)) == [0, 2]

    expect(line(board)).to_have_attribute("aria-label", re.compile("^Turno? 2"))
    bars = board.locator(".density a")
    expect(bars).to_have_count(3)
    press(board, side(call, 1, annotator))
    said_at(4, 2)
    expect(bars.locator(".sr")).to_have_text(
        [
            re.compile(f"^{said}")
            for said in tongue(
                "Turn 2: all decided|Turn 4: 1 not decided|Turn 5: 1 not decided",
                "Turno 2: todo decidido|Turno 4: 1 sin decidir|Turno 5: 1 sin",
            ).split("|")
        ]
    )
    press(board, side(call, 3, second_annotator))
    said_at(5, 3)
    press(board, "0")
    so_many(3)
    settled(board)
    assert gold(call) == {
        0: [GREETING],
        1: [("Talleres Arrieta", "organisation"), PLACE],
        2: [],
        3: [("doscientos diez", "number")],
        4: [],
    }
    press(board, "z")
    so_many(2)
    expect(line(board)).to_have_attribute("aria-label", re.compile("^Turno? 5"))
    press(board, "Shift+Z")
    so_many(3)
    board.keyboard.press("Space")
    nothing = tongue("Nothing waits for adjudication", "Nada espera arbitraje")
    expect(board.get_by_role("heading", level=1)).to_have_text(nothing)
    so_far = tongue("3 turns were adjudicated so far.", "Hasta ahora se han arbitrado 3 turnos.")
    expect(board.get_by_text(so_far)).to_be_visible()
    assert count_waiting(call.project) == 0
    assert 4 in gold(call)


def test_j_and_k_walk_the_differences_and_letters_act_only_in_the_list(board: Page) -> None:
    press(board, "j j")
    expect(line(board)).to_have_attribute("aria-label", re.compile("^Turn 5"))
    press(board, "j k ArrowUp")
    expect(line(board)).to_have_attribute("aria-label", re.compile("^Turn 4"))
    press(board, "Shift+?")
    expect(board.locator("[data-keysheet]")).to_be_focused()
    expect(board.get_by_role("heading", name="Keys")).to_be_in_viewport()
    press(board, "Escape")
    expect(line(board)).to_be_focused()
    press(board, "Escape 0 ArrowLeft")
    board.wait_for_timeout(200)
    decided(board, "0 of 3 decided")


def test_merging_by_hand(board: Page, call: Dialogue) -> None:
    press(board, "e")
    text = line(board).locator("[data-text]")
    expect(text).to_be_focused()
    expect(board.locator("[data-log]")).to_contain_text("Talleres Arrieta, tokens 3 to 4")
    press(board, "o")  # the stretch of the difference is selected
    expect(text.locator("mark")).to_have_count(2)
    press(board, "End ArrowLeft c Home x z")
    settled(board)
    expect(text).to_be_focused()
    press(board, "Escape")
    expect(line(board)).to_be_focused()
    decided(board, "1 of 3 decided")
    assert gold(call)[1] == [("Talleres Arrieta", "organisation")]


def test_merging_by_mouse(board: Page, call: Dialogue) -> None:
    text = board.locator("[data-row]").nth(1).locator("[data-text]")
    board.locator("[data-row]").nth(1).click(position={"x": 20, "y": 20})
    expect(line(board)).to_have_attribute("aria-label", re.compile("^Turn 4"))
    board.get_by_role("button", name="Edit E").click()
    expect(text).to_be_focused()
    first, last = text.locator(".t", has_text="número"), text.locator(".t", has_text="diez")
    first.hover()
    board.mouse.down()
    last.hover()
    board.mouse.up()
    board.get_by_role("button", name="Number", exact=True).click()
    settled(board)
    board.get_by_role("button", name="Done editing").click()
    assert gold(call)[3] == [("número acaba en doscientos diez", "number")]


def test_what_both_overlooked(board: Page, call: Dialogue) -> None:
    board.get_by_role("button", name="Edit turn 3").click()
    text = line(board).locator("[data-text]")
    expect(text).to_be_focused()
    press(board, "x")
    settled(board)
    assert gold(call)[2] == [("De", "other")]
    press(board, "Escape z")
    settled(board)
    expect(text.locator("mark")).to_have_count(0)
    assert gold(call)[2] == []
    decided(board, "0 of 3 decided")


def test_another_curator_was_first(
    board: Page, call: Dialogue, client_of: Any, manager: Any, annotator: Any
) -> None:
    take_neither(call, client_of(manager), manager, version=0)
    press(board, side(call, 1, annotator))
    note = board.locator("[data-message]")
    expect(note).to_contain_text("1 step made here was not applied.")
    decided(board, "1 of 3 decided")
    assert gold(call)[1] == [PLACE]
    note.get_by_role("button", name="Apply again").click()
    settled(board)
    expect(board.locator("[data-row]").first.locator("[data-text] mark")).to_have_count(2)
    assert gold(call)[1] == ONE[1]


def take_neither(call: Dialogue, client: Any, user: Any, *, version: int) -> None:
    """Another curator decides the difference of the second turn for nobody."""
    turn = call.turns.select_related("dialogue__project").get(position=1)
    difference = case_of(turn).compared.differences[0]
    step = {"op_id": "0b9a2c1e-7d3f-4a55-9c1b-2f4f6c8e1a70", "version": version, "choice": 0}
    step |= {"reader": user.pk, "start": difference.start, "end": difference.end}
    url = f"/p/support/adjudicate/turns/{turn.pk}/take"
    assert client.post(url, step).status_code == 200


def test_after_a_lost_answer_another_curators_decision_stands(
    board: Page, call: Dialogue, client_of: Any, manager: Any, annotator: Any, second_annotator: Any
) -> None:
    with answer_lost(board, "**/take"):
        press(board, side(call, 1, annotator))
        expect(board.locator("[data-saved-state].amber")).to_contain_text("Not saved: 1 step")
        press(board, f"k {side(call, 1, second_annotator)}")  # she thinks better of it
        take_neither(call, client_of(manager), manager, version=1)
    note = board.locator("[data-message]")
    expect(note).to_contain_text("Somebody has decided here since")
    expect(note).to_contain_text("1 step made here was not applied.")
    settled(board)
    assert gold(call)[1] == [PLACE]
    note.get_by_role("button", name="Apply again").click()
    settled(board)
    assert gold(call)[1] == OTHER[1]


def test_without_a_connection_decisions_wait(board: Page, call: Dialogue) -> None:
    board.context.set_offline(True)
    press(board, "0 0 0")
    decided(board, "3 of 3 decided")
    expect(board.locator("[data-saved-state]")).to_contain_text("Not saved: 3 steps")
    board.context.set_offline(False)
    settled(board)
    assert gold(call) == {0: [GREETING], 1: [PLACE], 2: [], 3: [], 4: []}


def test_a_decision_is_painted_before_the_server_answers(
    board: Page, call: Dialogue, annotator: Any
) -> None:
    row = board.locator("[data-line]").first  # of the turns that differ
    expect(row.locator("[data-text] mark")).to_have_count(1)  # the place, as both read it
    with held(board, "**/take"):
        press(board, side(call, 1, annotator))
        expect(row.locator("[data-text] mark")).to_have_count(2)
        expect(board.locator("body[data-unsaved='1']")).to_be_attached()
        assert 1 not in gold(call)
    settled(board)
    assert gold(call)[1] == ONE[1]


def test_buttons_say_what_each_reader_said_and_favour_none(board: Page) -> None:
    takes = board.locator("[data-take] > span:not(.reading)")
    said = {"Talleres Arrieta, organisation", "Arrieta, surname"}
    assert {each[len("A: ") :] for each in takes.all_inner_texts()} == said
    expect(board.locator("[data-take].main")).to_have_count(0)
    press(board, "j j")
    assert {each[len("A: ") :] for each in takes.all_inner_texts()} == {"female name", "no label"}


def test_on_a_phone_the_sentence_stands_once_over_the_answers(board: Page) -> None:
    board.set_viewport_size({"width": 360, "height": 740})
    expect(line(board).locator("[data-text]")).to_be_visible()
    expect(line(board).locator("[data-cell]").filter(visible=True)).to_have_count(0)
    boxes = [each.bounding_box() for each in board.locator("[data-take]").all()]
    assert all(one and other and one["y"] < other["y"] for one, other in itertools.pairwise(boxes))
    assert all(box and box["height"] >= 44 and box["width"] >= 280 for box in boxes)
    assert board.evaluate("document.documentElement.scrollWidth") <= 360
    line(board).get_by_role("button", name="Neither").click()
    decided(board, "1 of 3 decided")


def test_a_border_moves_by_key_in_the_gold_text(
    tongue: Tongue, keyboard: Page, board: Page, call: Dialogue, annotator: Any
) -> None:
    log = board.locator("[data-log]")
    press(board, side(call, 1, annotator))
    press(board, "k e")  # into the gold text of the second turn
    expect(line(board).locator("[data-text]")).to_be_focused()
    press(board, "/ d u r Enter")
    expect(line(board).locator(".t.caret")).to_have_text("Durango")
    press(board, "e Shift+ArrowLeft Shift+ArrowLeft Enter")
    expect(log).to_contain_text(tongue(", en Durango, place, yours.", ", en Durango, lugar"))
    settled(board)
    assert gold(call)[1] == [("Talleres Arrieta", "organisation"), (", en Durango", "place")]
    press(board, "e Shift+ArrowRight Escape")
    expect(log).to_contain_text(tongue("Bounds left as they were.", "se quedan como estaban."))
    press(board, "z")
    settled(board)
    assert gold(call)[1] == [("Talleres Arrieta", "organisation"), PLACE]
    press(board, "Escape")
    expect(line(board)).to_be_focused()
