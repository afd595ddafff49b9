"""What was met and missed, sheet by sheet; what a curator decides; and the figures of the gate."""

from typing import Any

import pytest

from annotation.evidence.audit.sequential import Goal
from annotation.models import AuditTurn, Project, QueryItem, Reading, Span, Turn
from annotation.services.evidence.second_readings.drawing import draw_second_readings
from annotation.services.evidence.second_readings.report import report_of, second_reading_state
from annotation.services.evidence.second_readings.words import remarks, story
from annotation.services.labelling import queue
from tests.annotation.services.evidence.second_readings.room import (
    first_items,
    read_again,
    read_calls,
)
from tests.labelled import label, read

GOAL = Goal(0.9, 0.9)


def test_not_asked_open_and_done(labelled: Project, annotator: Any, second_annotator: Any) -> None:
    assert second_reading_state(labelled)["state"] == "not asked"
    read_calls(labelled, annotator, 60)
    row = draw_second_readings(labelled, None, GOAL, turns=100)
    state = second_reading_state(labelled)
    assert (state["state"], state["drawn"], state["waiting"]) == ("open", 100, 100)
    assert read_again(labelled, second_annotator) == 100
    state = second_reading_state(labelled)
    assert (state["state"], state["outcome"], state["missed"]) == ("done", "shown", 0)
    assert (state["recall"], state["confidence"], state["waiting"]) == (0.9, 0.9, 0)
    report = report_of(labelled)
    assert report["turns"]["judged"] == row.turns and report["more"] is None
    assert "a recall of .90 is shown at 90 %" in story(report).replace("\N{NO-BREAK SPACE}", " ")


def test_sheets_are_judged_whole_and_in_the_order_of_drawing(
    labelled: Project, annotator: Any, second_annotator: Any
) -> None:
    """Of 45 turns the first sheet has 20. After 19 nothing counts, after 20 they all do; whoever
    reads is given the sheets in their order, too."""
    read_calls(labelled, annotator, 60)
    draw_second_readings(labelled, None, GOAL, turns=45)
    read_again(labelled, second_annotator, most=19)
    report = report_of(labelled)
    assert (report["turns"]["read"], report["turns"]["judged"], report["met"]) == (19, 0, 0)
    assert "19 turns more are read and count when their sheets of 20 are through." in [
        *remarks(report)
    ]
    read_again(labelled, second_annotator, most=1)
    report = report_of(labelled)
    assert report["turns"]["judged"] == 20
    done = QueryItem.objects.filter(second__isnull=False, status="done")
    assert set(done.values_list("second", flat=True)) == {1}
    met = AuditTurn.objects.filter(sheet=1)
    assert report["met"] == sum(len(row.first) for row in met)


def test_a_miss_is_an_item_that_the_first_reading_does_not_wholly_hold(
    labelled: Project, second_annotator: Any
) -> None:
    """In "Soy Francisco Olabarri, de Bilbao" the first reader found three. The second sees the name
    as one item: all its characters are covered, but for the space. A fourth item is a miss."""

    def found(turn: Turn) -> list[tuple[str, str]]:
        if turn.text.startswith("Soy"):
            return [("Francisco Olabarri", "surname"), ("Soy", "place")]
        return first_items(turn)

    draw_second_readings(labelled, None, GOAL, turns=7)
    read_again(labelled, second_annotator, found=found)
    report = report_of(labelled)
    assert (report["met"], report["missed"], report["undecided"]) == (9, 1, 1)
    assert report["turns"]["judged"] == 7
    told = [*remarks(report)]
    assert "1 item waits for a curator, and counts as missed until then." in told
    # The first reader's two and the second's one are one pair; Bilbao was not seen again.
    assert (report["neither"]["first"], report["neither"]["second"]) == (10, 9)
    assert report["neither"]["both"] == 8


@pytest.mark.parametrize("is_one", [True, False])
def test_a_curator_decides_what_a_miss_is(
    labelled: Project, second_annotator: Any, curator: Any, is_one: bool
) -> None:
    draw_second_readings(labelled, None, GOAL, turns=7)
    thanks = Turn.objects.get(dialogue__project=labelled, text="Gracias")

    def found(turn: Turn) -> list[tuple[str, str]]:
        return [("Gracias", "place")] if turn == thanks else first_items(turn)

    read_again(labelled, second_annotator, found=found)
    assert not Reading.objects.filter(turn=thanks, is_gold=True).exists()  # waits
    before = report_of(labelled)
    gold = Reading.objects.create(turn=thanks, reader=curator, layer="gold", status="done")
    if is_one:
        labels = labelled.labels.all()[0]
        Span.objects.create(turn=thanks, start=0, end=7, label=labels, reading=gold)
    report = report_of(labelled)
    assert (before["met"], before["missed"], before["undecided"]) == (11, 1, 1)
    assert (report["met"], report["missed"], report["undecided"]) == (
        (11, 1, 0) if is_one else (10, 0, 0)
    )


def test_what_is_labelled_otherwise_since_counts_as_it_was(
    labelled: Project, annotator: Any, second_annotator: Any
) -> None:
    draw_second_readings(labelled, None, GOAL, turns=7)
    thanks = Turn.objects.get(dialogue__project=labelled, text="Gracias")
    label(thanks, annotator, [("Gracias", "place")])  # the first reader sets it right, too late

    def found(turn: Turn) -> list[tuple[str, str]]:
        return [("Gracias", "place")] if turn == thanks else first_items(turn)

    read_again(labelled, second_annotator, found=found)
    report = report_of(labelled)
    assert (report["missed"], report["turns"]["changed"]) == (1, 1)
    told = "1 turn was labelled otherwise since it was drawn; it counts as it was then."
    assert told in [*remarks(report)]


def test_a_skipped_turn_says_nothing_and_takes_nothing_away(
    labelled: Project, second_annotator: Any
) -> None:
    labelled.single_is_gold = False
    labelled.save()
    draw_second_readings(labelled, None, GOAL, turns=7)
    item = queue.next_item(labelled, second_annotator)
    assert item is not None
    item.turn.dialogue.project = labelled
    queue.skip_item(item, second_annotator)
    assert Reading.objects.filter(turn=item.turn, is_gold=True).exists()
    read_again(labelled, second_annotator)
    report = report_of(labelled)
    assert (report["turns"]["skipped"], report["turns"]["judged"]) == (1, 6)
    assert "1 drawn turn was skipped and says nothing." in [*remarks(report)]


def test_all_read_twice_is_an_end_without_a_test(labelled: Project, second_annotator: Any) -> None:
    """Ten items in seven turns show nothing by chance; but there are no others."""
    draw_second_readings(labelled, None, GOAL, turns=7)
    read_again(labelled, second_annotator)
    state = second_reading_state(labelled)
    assert (state["state"], state["outcome"], state["met"]) == ("done", "shown", 10)


def test_what_the_model_alone_proposed_is_counted(labelled: Project, second_annotator: Any) -> None:
    thanks = Turn.objects.get(dialogue__project=labelled, text="Gracias")
    Span.objects.create(
        turn=thanks, start=0, end=7, label=labelled.labels.all()[0], status="proposed"
    )
    draw_second_readings(labelled, None, GOAL, turns=7)
    read_again(labelled, second_annotator)
    neither = report_of(labelled)["neither"]
    assert (neither["model"], neither["neither"], neither["both"]) == (1, 0.0, 10)


def test_figures_hold_no_text_and_no_name(labelled: Project, second_annotator: Any) -> None:
    draw_second_readings(labelled, None, GOAL, turns=7)
    read_again(labelled, second_annotator)
    told = repr(report_of(labelled)) + repr(second_reading_state(labelled))
    for word in ("Marta", "Francisco", "Bilbao", "call-1", "second_annotator", "annotator"):
        assert word not in told


def test_nothing_met_is_not_all_found(labelled: Project, second_annotator: Any) -> None:
    draw_second_readings(labelled, None, GOAL, turns=3)
    read_again(labelled, second_annotator, found=lambda _turn: [])
    assert story(report_of(labelled)).startswith("What a second reader has read held no item yet.")


def test_the_sentence_of_the_page(labelled: Project, annotator: Any, second_annotator: Any) -> None:
    read_calls(labelled, annotator, 60)
    for name in ("one", "two"):  # turns that were read once more, timed
        turn = Turn.objects.filter(dialogue__external_id=f"c{len(name)}").first()
        assert turn is not None
        read(turn, annotator)
    draw_second_readings(labelled, None, Goal(0.99, 0.95), turns=40)
    read_again(labelled, second_annotator)
    told = story(report_of(labelled))
    assert told.startswith("A second reader has met ")
    assert "all found. At least " in told and " turns, show that readers find .99; about " in told
    assert told.endswith("if they find .9967.")
