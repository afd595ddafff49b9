"""Whose word counts: readers who agree, a single one where the project allows it, the curator."""

import uuid
from typing import Any

import pytest

from annotation.models import Batch, Label, QueryItem, Reading
from annotation.services.corpus.gold import settle_turn
from annotation.services.labelling import queue, spans
from tests.labelled import finish, label_gold


@pytest.fixture
def item(batch: Batch) -> QueryItem:
    batch.items.update(readers=2)
    item = queue.batch_items(batch)[1]
    item.readers = 2
    return item


def label(item: QueryItem, user: Any, start: int, end: int, key: str = "M") -> None:
    spans.add_span(
        item.turn,
        user,
        op_id=uuid.uuid4(),
        version=spans.layer_of(item.turn, user).version,
        start=start,
        end=end,
        label=Label.objects.get(project=item.batch.project, key=key),
    )


def gold(item: QueryItem) -> Reading | None:
    return Reading.objects.filter(turn=item.turn, is_gold=True).first()


def test_readers_who_agree_need_nobody(
    item: QueryItem, annotator: Any, second_annotator: Any
) -> None:
    for person in (annotator, second_annotator):
        label(item, person, 4, 13)
        finish(item, person)
    assert gold(item) == Reading.objects.get(turn=item.turn, reader=annotator)


def test_readers_who_differ_wait_for_adjudication(
    item: QueryItem, annotator: Any, second_annotator: Any
) -> None:
    label(item, annotator, 4, 13)
    finish(item, annotator)
    assert gold(item) is None  # its second reader is still to come
    label(item, second_annotator, 4, 22)
    finish(item, second_annotator)
    assert gold(item) is None


def test_a_change_of_a_finished_turn_settles_it_anew(
    item: QueryItem, annotator: Any, second_annotator: Any
) -> None:
    for person in (annotator, second_annotator):
        label(item, person, 4, 13)
        finish(item, person)
    label(item, annotator, 14, 22, "S")
    assert gold(item) is None  # they do not say the same any more
    label(item, second_annotator, 14, 22, "S")
    assert gold(item) is not None


def test_a_change_before_the_last_reader_settles_nothing(
    item: QueryItem, annotator: Any, second_annotator: Any
) -> None:
    label(item, annotator, 4, 13)
    finish(item, annotator)
    label(item, annotator, 14, 22, "S")
    assert gold(item) is None


def test_a_single_word_counts_where_the_project_says_so(item: QueryItem, annotator: Any) -> None:
    QueryItem.objects.filter(pk=item.pk).update(readers=1)
    project = item.batch.project
    for counts in (True, False):
        project.single_is_gold = counts
        project.save()
        item.turn.dialogue.project = project
        queue.reopen_item(item, annotator) if gold(item) else None
        finish(item, annotator)
        assert (gold(item) is not None) == counts


def test_the_adjudicated_layer_stands(
    item: QueryItem, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    for person, end in ((annotator, 13), (second_annotator, 22)):
        label(item, person, 4, end)
        finish(item, person)
    label_gold(item.turn, curator, 4, 13, Label.objects.get(project=item.batch.project, key="M"))
    Reading.objects.filter(layer="gold").update(status="done")
    assert settle_turn(item.turn) == gold(item)
    label(item, annotator, 14, 22, "S")  # whatever a reader changes afterwards
    found = gold(item)
    assert found is not None and found.layer == "gold"
