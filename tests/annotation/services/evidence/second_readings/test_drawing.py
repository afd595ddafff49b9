"""Turns are drawn by chance, asked of somebody else, and doubled by nobody."""

from typing import Any

import pytest

from annotation.evidence.audit.sequential import Goal
from annotation.models import AuditDraw, AuditTurn, Batch, Project, QueryItem, Reading, Span, Turn
from annotation.refusals import Refused
from annotation.services.erasing.erasure import erase_dialogues
from annotation.services.evidence.second_readings.drawing import draw_second_readings
from annotation.services.evidence.second_readings.frame import looks_personal, read_frame
from annotation.services.evidence.second_readings.met import read_met
from annotation.services.labelling import queue
from annotation.services.team.progress import read_progress
from tests.annotation.services.evidence.second_readings.room import (
    read_again,
    read_calls,
    second_items,
)
from tests.labelled import finish, label

GOAL = Goal(0.9, 0.9)


def test_strata_say_nothing_of_what_a_reader_said(labelled: Project) -> None:
    """call-1: a name and a town in a sentence, "mayo" in small letters; call-2: spoken digits. A
    turn with a proposal is in its own stratum, whatever its reader said of it."""
    frame = read_frame(labelled)
    by_pk = {turn.pk: turn.text for turn in Turn.objects.filter(dialogue__project=labelled)}
    likely = {by_pk[pk] for pk in frame.free["likely"]}
    assert "Soy Francisco Olabarri, de Bilbao" in likely and "seis uno dos tres" in likely
    assert "Gracias" in {by_pk[pk] for pk in frame.free["rest"]}
    turn = Turn.objects.get(dialogue__project=labelled, text="Gracias")
    Span.objects.create(
        turn=turn, start=0, end=7, label=labelled.labels.all()[0], status="proposed"
    )
    assert read_frame(labelled).free["proposed"] == [turn.pk]
    assert sum(frame.items.values()) == 10 and frame.turns == 7  # ITEMS of tests.labelled
    assert looks_personal("me llamo Marta", "es") and not looks_personal("no me funciona", "es")


def test_a_draw_is_kept_with_its_shares_and_weights(labelled: Project, manager: Any) -> None:
    row = draw_second_readings(labelled, manager, GOAL, turns=4)
    rows = list(AuditTurn.objects.filter(draw=row))
    assert (row.turns, len(rows), row.drawn_by) == (4, 4, manager)
    assert sum(each["file"] for each in row.strata.values()) == 7
    assert sum(each["drawn"] for each in row.strata.values()) == 4
    for each in rows:
        stratum = row.strata[each.stratum]
        assert each.weight == pytest.approx((stratum["file"] / 7) / (stratum["drawn"] / 4))
    held = {each.turn_id: each.first for each in rows}
    for turn in Turn.objects.filter(pk__in=held):
        spans = Span.objects.filter(turn=turn, reading__is_gold=True).order_by("start")
        assert held[turn.pk] == [list(each) for each in spans.values_list("start", "end")]


def test_what_came_labelled_is_asked_in_a_batch_apart(labelled: Project, batch: Batch) -> None:
    """Three turns of call-1 were asked before, the others came labelled."""
    draw_second_readings(labelled, None, GOAL, turns=7)
    items = second_items(labelled)
    assert {item.batch.number for item in items} == {Batch.APART, 1}
    assert queue.current_batch(labelled) == batch
    progress = read_progress(labelled)
    assert (progress.open, progress.waiting) == (0, 7)  # each was read, and waits for another
    # Neither is the round's batch longer, nor does anybody wait for second readings.
    assert batch.items.count() == 3
    assert all(item.status == "open" for item in items)


def test_nobody_reads_her_own_reading_again(
    labelled: Project, annotator: Any, second_annotator: Any
) -> None:
    draw_second_readings(labelled, None, GOAL, turns=7)
    assert queue.next_item(labelled, annotator) is None
    assert read_again(labelled, second_annotator) == 7
    assert queue.next_item(labelled, second_annotator) is None
    readings = Reading.objects.filter(turn__dialogue__project=labelled, status="done")
    assert readings.filter(reader=second_annotator).count() == 7


def test_who_decided_a_turn_does_not_read_it_again(labelled: Project, curator: Any) -> None:
    turn = Turn.objects.filter(dialogue__project=labelled).first()
    assert turn is not None
    Reading.objects.filter(turn=turn).update(is_gold=False)
    Reading.objects.create(turn=turn, reader=curator, layer="gold", status="done", is_gold=True)
    draw_second_readings(labelled, None, GOAL, turns=7)
    assert read_again(labelled, curator) == 6


def test_draws_are_repeatable_and_additive(labelled: Project) -> None:
    first = draw_second_readings(labelled, None, GOAL, turns=3, seed="a")
    one = set(first.rows.values_list("turn", flat=True))
    more = draw_second_readings(labelled, None, GOAL, turns=3)
    assert not one & set(more.rows.values_list("turn", flat=True))
    assert min(more.rows.values_list("sheet", flat=True)) == 2  # judged after the first
    AuditDraw.objects.all().delete()
    QueryItem.objects.all().delete()
    again = draw_second_readings(labelled, None, GOAL, turns=3, seed="a")
    assert set(again.rows.values_list("turn", flat=True)) == one


def test_without_a_number_the_test_says_how_many(labelled: Project, annotator: Any) -> None:
    """.9 at .9 takes 32 items at the least; one of two turns of the added calls holds one."""
    read_calls(labelled, annotator, 60)
    row = draw_second_readings(labelled, None, GOAL)
    assert 45 <= row.turns <= 65
    with pytest.raises(Refused, match="drawn turns wait for a second reader already") as error:
        draw_second_readings(labelled, None, GOAL)
    assert error.value.code == "enough"
    assert AuditDraw.objects.count() == 1


def test_two_managers_at_once_do_not_double(labelled: Project, manager: Any) -> None:
    """Both looked at a page that says that nothing was drawn; the second is told."""
    draw_second_readings(labelled, manager, GOAL, turns=3, seen=0)
    with pytest.raises(Refused, match="Somebody has drawn turns meanwhile") as error:
        draw_second_readings(labelled, manager, GOAL, turns=3, seen=0)
    assert (error.value.status, AuditTurn.objects.count()) == (409, 3)


def test_a_round_takes_no_second_reading_away(labelled: Project, annotator: Any) -> None:
    """Open turns of the last batch that nobody began are dropped when a round makes the next one;
    those that are to be read again stay."""
    from annotation.models import TrainingRun
    from annotation.services.runs.batches import save_batch
    from learning.rounds.run import Selection

    draw_second_readings(labelled, None, GOAL, turns=7)
    run = TrainingRun.objects.create(project=labelled, status="running")
    save_batch(run, [], Selection((), (), (), ()), "random")
    assert len(second_items(labelled)) == 7
    assert {item.batch.number for item in second_items(labelled)} == {Batch.APART}


def test_erased_turns_are_gone_and_told(labelled: Project, data_dir: Any) -> None:
    draw_second_readings(labelled, None, GOAL, turns=7)
    erase_dialogues(labelled, list(labelled.dialogues.filter(external_id="call-2")), user=None)
    met = read_met(labelled)
    assert (met.drawn, met.erased, len(met.turns)) == (7, 3, 4)


def _refused(project: Project, **more: Any) -> str:
    with pytest.raises(Refused) as error:
        draw_second_readings(project, None, GOAL, **more)
    assert not AuditDraw.objects.exists() and not second_items(project)
    return str(error.value)


def test_bad_input_is_one_sentence_and_nothing_is_written(
    project: Project, annotator: Any, second_annotator: Any
) -> None:
    no_gold = "No turn rests on one reader's word; a second reading needs a first one."
    assert _refused(project) == no_gold
    turn = Turn.objects.get(dialogue__project=project, text="Gracias")
    turn.dialogue.project = project
    reading = Reading.objects.create(turn=turn, reader=annotator, status="done", is_gold=True)
    assert _refused(project).startswith("The first readings hold no item")
    label(turn, annotator, [("Gracias", "female name")])
    assert "1 turns" not in _refused(project, turns=2)
    assert _refused(project, turns=2) == (
        "2 turns were asked for; expected 1 to 1, for that turn alone can be drawn."
    )
    project.memberships.exclude(user=annotator).delete()
    one = "Fewer than two people label in this project; a second reading needs another one."
    assert _refused(project) == one
    reading.delete()
    project.dialogues.all().delete()
    assert _refused(project) == "This project has no text; import dialogues first."


def test_what_two_have_read_already_is_not_drawn(
    labelled: Project, batch: Batch, second_annotator: Any
) -> None:
    for item in batch.items.select_related("turn__dialogue__project"):
        QueryItem.objects.filter(pk=item.pk).update(readers=2)
        finish(item, second_annotator)
    assert read_frame(labelled).turns == 4 + sum(
        Reading.objects.filter(turn=item.turn, status="done").count() < 2
        for item in batch.items.all()
    )
