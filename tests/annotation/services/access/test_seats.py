"""Assigned dialogues: their turns go to their reader, and nothing that was begun is lost."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Assignment, Batch, Member, QueryItem, Reading, Turn, User
from annotation.services.access.reach import may_read
from annotation.services.labelling import queue
from annotation.services.projects.members import disable_member
from annotation.services.projects.shares import assign_dialogues
from tests.labelled import finish


@pytest.fixture
def both(batch: Batch) -> Batch:
    """A batch of three turns of the first call and one of the second."""
    turn = Turn.objects.get(dialogue__external_id="call-2", position=1)
    QueryItem.objects.create(batch=batch, turn=turn, rank=3)
    return batch


def assign(batch: Batch, user: Any, name: str = "call-1") -> None:
    member = Member.objects.get(project=batch.project, user=user) if user else None
    pks = batch.project.dialogues.filter(external_id=name).values_list("pk", flat=True)
    assign_dialogues(batch.project, list(pks), member and member.pk)


def given(batch: Batch, user: Any) -> list[str]:
    """The dialogues of all turns that she is given, each read to its end."""
    names = []
    while item := queue.next_item(batch.project, user):
        names.append(item.turn.dialogue.external_id)
        finish(item, user)
    return names


def test_an_assigned_dialogue_waits_for_its_reader(
    both: Batch, annotator: Any, second_annotator: Any
) -> None:
    assign(both, annotator)
    call = both.project.dialogues.get(external_id="call-1")
    assert not may_read(call, second_annotator) and may_read(call, annotator)
    assert given(both, second_annotator) == ["call-2"]
    assert queue.pause_of(both.project, second_annotator).state == "others"
    assert given(both, annotator) == ["call-1"] * 3


def test_she_gets_what_is_nobodys_too(both: Batch, annotator: Any) -> None:
    assign(both, annotator)
    assert given(both, annotator) == ["call-1"] * 3 + ["call-2"]


def test_withdrawn_it_is_open_to_all(both: Batch, annotator: Any, second_annotator: Any) -> None:
    assign(both, annotator)
    assign(both, None)
    assert len(given(both, second_annotator)) == 4


def test_nothing_waits_for_who_cannot_come(
    both: Batch, annotator: Any, second_annotator: Any
) -> None:
    assign(both, annotator)
    User.objects.filter(pk=annotator.pk).update(is_active=False)
    assert queue.next_item(both.project, second_annotator) == queue.batch_items(both)[0]
    User.objects.filter(pk=annotator.pk).update(is_active=True)
    disable_member(both.project, Member.objects.get(user=annotator))
    assert len(given(both, second_annotator)) == 4


def test_one_seat_is_hers_and_the_others_are_open(
    both: Batch, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    assign(both, annotator)
    first = queue.batch_items(both)[0]
    QueryItem.objects.filter(pk=first.pk).update(readers=2)
    first.refresh_from_db()
    assert queue.assign_item(first, second_annotator)
    assert not queue.assign_item(first, curator)  # the seat that is left is the annotator's
    assert queue.assign_item(first, annotator)
    finish(first, second_annotator)
    finish(first, annotator)
    first.refresh_from_db()
    assert first.status == "done"


def test_who_has_it_in_hand_finishes(both: Batch, annotator: Any, second_annotator: Any) -> None:
    """The dialogue is assigned to somebody else while she reads: her reading counts."""
    first = queue.next_item(both.project, second_annotator)
    assert first
    assign(both, annotator)
    assert queue.next_item(both.project, second_annotator) == first
    assert queue.next_item(both.project, annotator) != first
    finish(first, second_annotator)
    first.refresh_from_db()
    assert first.status == "done"
    assert Reading.objects.get(turn=first.turn, is_gold=True).reader == second_annotator


def test_what_she_left_lying_goes_to_its_reader(
    both: Batch, annotator: Any, second_annotator: Any
) -> None:
    first = queue.next_item(both.project, second_annotator)
    assign(both, annotator)
    long_ago = timezone.now() - timedelta(hours=2)
    Assignment.objects.filter(reader=second_annotator).update(assigned_at=long_ago)
    other = queue.next_item(both.project, second_annotator)
    assert other and other.turn.dialogue.external_id == "call-2"
    assert queue.next_item(both.project, annotator) == first


def test_what_its_reader_skipped_is_not_hers_any_more(
    both: Batch, annotator: Any, second_annotator: Any
) -> None:
    """A seat at a turn of two readers: she skips it, the other reads it, and it is done."""
    assign(both, annotator)
    first = queue.batch_items(both)[0]
    QueryItem.objects.filter(pk=first.pk).update(readers=2)
    queue.skip_item(first, annotator)
    assert queue.is_free(first, second_annotator)
    finish(first, second_annotator)
    first.refresh_from_db()
    assert first.status == "done"


def test_a_pause_says_for_whom_turns_are_kept(
    both: Batch, annotator: Any, second_annotator: Any
) -> None:
    assign(both, annotator)
    given(both, second_annotator)
    pause = queue.pause_of(both.project, second_annotator)
    assert [(each.user, count) for each, count in pause.kept] == [(annotator, 3)]
    assert pause.kept_turns == 3
