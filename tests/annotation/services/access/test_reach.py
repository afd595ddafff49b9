"""Which dialogues an annotator may read: those that she is asked about, and no others."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import AccessEvent, Assignment, Batch, Dialogue, QueryItem, Reading, Turn
from annotation.services.access.reach import dialogues_of, may_read, within_reach


@pytest.fixture
def item(project: Any) -> QueryItem:
    """One turn of the second call is asked of one reader."""
    batch = Batch.objects.create(project=project, number=1)
    turn = Turn.objects.get(dialogue__external_id="call-2", position=1)
    return QueryItem.objects.create(batch=batch, turn=turn, rank=0)


def reach(user: Any) -> list[str]:
    found = within_reach(Dialogue.objects.all(), user, "pk")
    turns = within_reach(Turn.objects.all(), user).values_list("dialogue__external_id", flat=True)
    names = list(found.values_list("external_id", flat=True))
    many = dialogues_of(Dialogue.objects.all(), user).values_list("external_id", flat=True)
    one = [each.external_id for each in Dialogue.objects.all() if may_read(each, user)]
    assert set(names) == set(turns) == set(many) == set(one)
    return names


def give(item: QueryItem, user: Any, **values: Any) -> Assignment:
    values = {"assigned_at": timezone.now()} | values
    return Assignment.objects.create(item=item, reader=user, **values)


def test_what_she_may_be_given_now(item: QueryItem, annotator: Any) -> None:
    assert reach(annotator) == ["call-2"]


def test_what_others_have_is_not_hers(
    item: QueryItem, annotator: Any, second_annotator: Any
) -> None:
    taken = give(item, second_annotator)
    assert reach(annotator) == [] and reach(second_annotator) == ["call-2"]
    long_ago = timezone.now() - timedelta(hours=2)
    Assignment.objects.filter(pk=taken.pk).update(assigned_at=long_ago)
    assert reach(annotator) == ["call-2"]  # abandoned: it is free again
    Assignment.objects.filter(pk=taken.pk).update(status="done")
    assert reach(annotator) == []
    QueryItem.objects.filter(pk=item.pk).update(readers=2)
    assert reach(annotator) == ["call-2"]  # it waits for a further reader


def test_an_older_batch_is_asked_no_more(item: QueryItem, project: Any, annotator: Any) -> None:
    Batch.objects.create(project=project, number=2)
    assert reach(annotator) == []


def test_what_was_hers_stays_open_to_her(
    item: QueryItem, annotator: Any, second_annotator: Any
) -> None:
    """Given, read, or shown on the labelling page: steps that were made there may still wait."""
    give(item, second_annotator, status="done")
    dialogue = item.turn.dialogue
    event = {"user": annotator, "project": dialogue.project, "dialogue": dialogue}
    AccessEvent.objects.create(**event, purpose="learning")  # a line in a list
    assert reach(annotator) == []
    AccessEvent.objects.create(**event, purpose="label")
    assert reach(annotator) == ["call-2"]
    other = Turn.objects.filter(dialogue__external_id="call-1").first()
    assert other
    Reading.objects.create(turn=other, reader=annotator)
    assert reach(annotator) == ["call-1", "call-2"]


def test_the_test_set_is_nobodys_to_read(item: QueryItem, annotator: Any) -> None:
    give(item, annotator)
    Dialogue.objects.filter(external_id="call-2").update(split="test")
    assert reach(annotator) == []
