"""Turns that several people read: seats, order, and nobody twice."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Assignment, Batch, QueryItem, Reading, TrainingRun, Turn
from annotation.services.labelling import queue
from tests.labelled import finish


@pytest.fixture
def shared(batch: Batch) -> Batch:
    """A batch whose first turn is to be read by two people."""
    batch.items.filter(rank=0).update(readers=2)
    return batch


def test_unread_turns_come_before_those_that_wait_for_a_further_reader(
    shared: Batch, annotator: Any, second_annotator: Any
) -> None:
    first, *others = queue.batch_items(shared)
    finish(first, annotator)
    assert queue.next_item(shared.project, second_annotator) == others[0]
    finish(others[0], second_annotator)
    finish(others[1], annotator)
    assert queue.next_item(shared.project, annotator) is None  # she has read it
    assert queue.next_item(shared.project, second_annotator) == first


def test_a_round_starts_when_each_turn_was_read_once(
    shared: Batch, annotator: Any, second_annotator: Any
) -> None:
    first, *others = queue.batch_items(shared)
    for item in (first, *others):
        finish(item, annotator)
    assert TrainingRun.objects.count() == 1
    first.refresh_from_db()
    assert first.status == "open"
    finish(first, second_annotator)
    first.refresh_from_db()
    assert (first.status, TrainingRun.objects.count()) == ("done", 1)


def test_a_third_person_gets_no_seat_of_two(
    shared: Batch, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    first = queue.batch_items(shared)[0]
    assert queue.assign_item(first, annotator)
    assert queue.assign_item(first, second_annotator)
    assert not queue.assign_item(first, curator)
    assert queue.next_item(shared.project, curator) != first
    assert Assignment.objects.filter(item=first).count() == 2


def test_a_reader_who_takes_a_shared_turn_up_again_leaves_the_other_reading_as_it_is(
    shared: Batch, annotator: Any, second_annotator: Any
) -> None:
    first = queue.batch_items(shared)[0]
    finish(first, annotator)
    finish(first, second_annotator)
    assert Reading.objects.filter(turn=first.turn, is_gold=True).exists()
    queue.reopen_item(first, second_annotator)
    assert not Reading.objects.filter(turn=first.turn, is_gold=True).exists()
    assert Reading.objects.get(turn=first.turn, reader=annotator).status == "done"
    first.refresh_from_db()
    finish(first, second_annotator)
    assert Reading.objects.filter(turn=first.turn, is_gold=True).exists()


def test_one_reader_skips_and_the_other_decides(
    shared: Batch, annotator: Any, second_annotator: Any
) -> None:
    first = queue.batch_items(shared)[0]
    queue.skip_item(first, annotator)
    first.refresh_from_db()
    assert first.status == "open"
    finish(first, second_annotator)
    first.refresh_from_db()
    assert first.status == "done"
    assert Reading.objects.get(turn=first.turn, is_gold=True).reader == second_annotator


def test_giving_out_takes_as_many_queries_for_a_larger_batch(
    shared: Batch, annotator: Any, second_annotator: Any
) -> None:
    def count(person: Any) -> int:
        with CaptureQueriesContext(connection) as context:
            queue.next_item(shared.project, person)
        return len(context)

    few = count(annotator)
    for rank, turn in enumerate(Turn.objects.filter(query_item=None), 3):
        QueryItem.objects.create(batch=shared, turn=turn, rank=rank)
    assert count(second_annotator) == few
