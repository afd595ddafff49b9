"""The labelling page: whose labels the context shows, which changed turns are named."""

import uuid
from typing import Any

import pytest

from annotation.models import Batch, QueryItem, Reading, SpanRow, Turn
from annotation.services.labelling import page, steps
from tests.labelled import label, read


def around(batch: Batch, user: Any) -> dict[str, list[tuple[str, str]]]:
    """The labelled stretches of the context by the first word of their turn."""
    item = batch.items.select_related("turn__dialogue__project").get(rank=0)
    item.batch = batch
    opened = page.open_desk(item, user)
    return {
        context.turn.text.split()[0]: [
            (each.text, each.span.label.name) for each in context.stretches if each.span
        ]
        for context in [*opened.before, *opened.after]
    }


def test_her_own_labels_come_before_those_that_are_settled(
    batch: Batch, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    second, third = (item.turn for item in batch.items.filter(rank__gt=0).order_by("rank"))
    read(second, curator, [("Bilbao", "place")])
    read(third, curator, [("Fran", "male name")])
    label(second, annotator, [("Olabarri", "surname")])
    Reading.objects.filter(turn=third).update(is_gold=False)
    assert around(batch, annotator)["Soy"] == [("Olabarri", "surname")]
    assert around(batch, second_annotator)["Soy"] == [("Bilbao", "place")]
    # What a colleague says of a turn that is not settled is not shown.
    assert around(batch, annotator)["Dígame,"] == []


def test_a_page_opens_while_a_round_takes_its_item_into_the_next_batch(
    batch: Batch, annotator: Any
) -> None:
    item = batch.items.select_related("turn__dialogue__project").get(rank=0)
    item.batch = batch
    moved = Batch.objects.create(project=batch.project, number=2, strategy="random")
    QueryItem.objects.filter(pk=item.pk).update(batch=moved)
    assert page.open_desk(item, annotator).asked.turn == item.turn


def test_of_many_changed_turns_the_nearest_of_the_dialogue_are_named(
    batch: Batch, annotator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "NAMED", 2)
    name = batch.project.labels.get(key="X")
    turns = list(Turn.objects.filter(dialogue__project=batch.project))
    rows = [SpanRow(0, 3, name.pk, steps.ACCEPTED, None)]
    here = turns[1]  # of call-1, which has four turns; call-2 is another dialogue
    step = steps.take_step(
        here.dialogue,
        annotator,
        "propagate",
        {turn: lambda _rows: rows for turn in turns},
        op_id=uuid.uuid4(),
        request={},
    )
    assert step.events.count() == len(turns) == 7
    assert page.changed_near(step, here) == [turns[0].pk, turns[2].pk]
