"""A second reading that was drawn is blind: nothing of the first one is shown, no proposal, and no
word that it was drawn."""

from typing import Any

import pytest

from annotation.evidence.audit.sequential import Goal
from annotation.models import Batch, Project, QueryItem, Reading, Span, TrainingRun, Turn
from annotation.services.access.reach import may_read, with_seat
from annotation.services.corpus.differences import cases_of, count_waiting
from annotation.services.evidence.second_readings.drawing import draw_second_readings
from annotation.services.labelling import page, queue
from annotation.services.labelling.habits import _possible
from annotation.services.labelling.model_line import model_line
from annotation.services.labelling.spans import layers_of, visible_proposals
from annotation.services.labelling.twin import open_twin
from annotation.services.runs.proposal_visibility import AUDIT
from tests.labelled import call, finish


@pytest.fixture
def drawn(labelled: Project) -> Project:
    """Both calls, read by the annotator, of which each turn is drawn; a model and another tool have
    proposed something in all of them."""
    run = TrainingRun.objects.create(project=labelled, kind="round", number=1, status="done")
    for turn in Turn.objects.filter(dialogue__project=labelled):
        for by in (run, None):
            Span.objects.create(
                turn=turn, start=0, end=3, label=labelled.labels.all()[0], status="proposed", run=by
            )
    draw_second_readings(labelled, None, Goal(), turns=7)
    return labelled


def test_no_proposal_is_shown_whoever_made_it(drawn: Project, second_annotator: Any) -> None:
    turns = list(Turn.objects.filter(dialogue__project=drawn).select_related("dialogue__project"))
    assert visible_proposals(turns) == []
    loaded = list(Turn.objects.filter(dialogue__project=drawn).select_related("query_item"))
    assert visible_proposals(loaded) == []
    assert all(not each.proposals for each in layers_of(turns, second_annotator).values())
    QueryItem.objects.update(possible=[[0, 3]])
    assert _possible(Turn.objects.select_related("query_item").get(pk=turns[0].pk)) == []


def test_no_label_of_the_first_reader_is_shown_around_it(
    drawn: Project, second_annotator: Any, annotator: Any
) -> None:
    """Nor in the text as it would leave; once she has read a turn, it is settled as others are."""
    item = queue.next_item(drawn, second_annotator)
    assert item is not None
    item.batch.project = item.turn.dialogue.project = drawn
    desk = page.open_desk(item, second_annotator)
    around = [*desk.before, *desk.after]
    assert around and not any(s.span for each in around for s in each.stretches)
    assert desk.asked.layer.spans == []
    twin = open_twin(item, second_annotator, session="s")
    assert not any(mark and mark.surrogate for turn in twin.turns for _parts, mark in turn.parts)
    finish(item, second_annotator)
    labels = drawn.labels.all()
    turns = list(Turn.objects.filter(dialogue__project=drawn))
    assert not page.seen_spans([t for t in turns if t != item.turn], second_annotator, labels)
    assert page.seen_spans(turns, annotator, labels)  # her own, as ever


def test_nothing_tells_it_from_any_further_reading(drawn: Project, second_annotator: Any) -> None:
    item = QueryItem.objects.select_related("batch__project", "turn").first()
    assert item is not None and item.second
    model = TrainingRun.objects.get()
    for reason in ("random", AUDIT):
        item.reason = reason
        assert model_line(item, model) == ""


def test_she_may_read_the_dialogue_and_who_has_read_it_is_not_asked(
    drawn: Project, second_annotator: Any, annotator: Any
) -> None:
    assert may_read(call(drawn), second_annotator)
    assert with_seat(second_annotator).count() == 7
    assert with_seat(annotator).count() == 0
    item = queue.next_item(drawn, second_annotator)
    assert item is not None
    assert with_seat(second_annotator).filter(pk=item.pk).exists()  # it is in her hands


def test_labels_that_she_made_before_she_was_asked_are_no_obstacle(
    drawn: Project, second_annotator: Any
) -> None:
    """A label that was carried over from another turn begins a reading; it is not read yet."""
    turn = Turn.objects.filter(dialogue__project=drawn)[0]
    Reading.objects.create(turn=turn, reader=second_annotator)
    assert with_seat(second_annotator).filter(turn=turn).exists()


def test_agreement_settles_it_and_a_difference_waits_for_a_curator(
    drawn: Project, second_annotator: Any
) -> None:
    """The first reading found something in five of seven turns; she finds nothing in any."""
    turns = list(Turn.objects.filter(dialogue__project=drawn).select_related("dialogue__project"))
    assert {case.state for case in cases_of(turns, drawn).values()} == {"reading"}
    assert count_waiting(drawn) == 0
    while (item := queue.next_item(drawn, second_annotator)) is not None:
        item.turn.dialogue.project = drawn
        finish(item, second_annotator)
    assert count_waiting(drawn) == 5
    assert Reading.objects.filter(turn__in=turns, is_gold=True).count() == 2


def test_new_turns_of_a_batch_come_first(drawn: Project, second_annotator: Any) -> None:
    """Second readings hold up nobody who labels: they come after what nobody has read."""
    batch = Batch.objects.create(project=drawn, number=1, strategy="random")
    extra = Turn.objects.create(dialogue=call(drawn), position=9, text="hola")
    asked = QueryItem.objects.create(batch=batch, turn=extra, rank=9)
    first = queue.next_item(drawn, second_annotator)
    assert first == asked
    assert queue.next_item(drawn, second_annotator, only_new=True) == asked
