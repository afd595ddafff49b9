"""What a reader may do while the model learns: only what is there, and nothing that she may not
see."""

import uuid
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from annotation.models import (
    AccessEvent,
    Allotment,
    Batch,
    Project,
    QueryItem,
    Question,
    Reading,
    TrainingRun,
    Turn,
)
from annotation.services.team import meanwhile
from annotation.services.team.meanwhile import Thing, things_to_do
from learning.metrics.counts import ANY, Counts, pack
from tests.labelled import finish
from tests.rounds import make_round

pytestmark = pytest.mark.django_db


def reads_otherwise(project: Project, turns: list[Turn], f1: float = 0.8, **values: Any) -> Any:
    """A round whose model saw a surname that the reader left alone, more of them in later turns;
    in the last one it agrees with her."""
    rows = np.array([[n, 1, 2 + n, 1] for n in range(len(turns) - 1)] + [[len(turns) - 1, 1, 1, 1]])
    counts = Counts(np.array(sorted(turn.pk for turn in turns)), {ANY: rows, "surname": rows})
    metrics = {"f1": f1, "f1_low": f1 - 0.1, "f1_high": 0.9, "on": "cross-validation", "n": 9}
    values = {"finished_at": timezone.now() - timedelta(seconds=9), "metrics": metrics} | values
    number = values.pop("number", 1)
    return make_round(project, number, details={"counts": pack(counts)}, **values)


@pytest.fixture
def read(batch: Batch, annotator: Any) -> list[QueryItem]:
    """A batch that one person has read; the model doubts its first two turns."""
    items = list(batch.items.order_by("turn__position").select_related("turn__dialogue", "batch"))
    for item in items:
        finish(item, annotator)
    reads_otherwise(batch.project, [item.turn for item in items])
    return items


def again_of(project: Project, user: Any) -> list[QueryItem]:
    return list(meanwhile.doubted(project, user))


def test_nothing_is_offered_where_there_is_nothing(project: Project, annotator: Any) -> None:
    assert things_to_do(project, annotator, answers=True) == []
    assert not meanwhile.batch_waits(project, annotator)


def test_each_thing_has_its_count_and_questions_are_for_who_answers_them(
    read: list[QueryItem], project: Project, annotator: Any, second_annotator: Any
) -> None:
    first = read[0]
    QueryItem.objects.filter(pk=first.pk).update(readers=2, status="open")
    Question.objects.create(turn=first.turn, asked_by=annotator, op_id=uuid.uuid4(), text="?")
    assert things_to_do(project, second_annotator, answers=False, examples=2) == [
        Thing("second", 1),
        Thing("examples", 2),
    ]
    assert things_to_do(project, second_annotator, answers=True)[0] == Thing("questions", 1)
    assert Thing("second", 1) not in things_to_do(project, annotator, answers=False)


def test_she_is_shown_her_own_labels_that_the_model_doubts(
    read: list[QueryItem], project: Project, annotator: Any, second_annotator: Any
) -> None:
    assert again_of(project, annotator) == read[:2]
    assert again_of(project, second_annotator) == []


def test_what_others_said_of_a_turn_is_not_given_away(
    read: list[QueryItem], project: Project, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    first, second, _third = read
    Reading.objects.create(turn=first.turn, reader=second_annotator, status="done")
    assert again_of(project, annotator) == [second]
    Reading.objects.create(turn=second.turn, reader=curator, layer="gold", status="done")
    assert again_of(project, annotator) == []


@pytest.mark.parametrize(
    "values", [{"reason": "audit"}, {"proposals": "hidden"}, {"readers": 2}], ids=str
)
def test_turns_that_measure_are_left_as_they_were_read(
    read: list[QueryItem], project: Project, annotator: Any, values: dict[str, Any]
) -> None:
    QueryItem.objects.filter(pk=read[0].pk).update(**values)
    assert again_of(project, annotator) == [read[1]]


def test_a_model_that_may_not_speak_doubts_nothing(
    read: list[QueryItem], project: Project, annotator: Any
) -> None:
    turns = [item.turn for item in read]
    reads_otherwise(project, turns, f1=0.4)
    assert again_of(project, annotator) == []
    reads_otherwise(project, turns, metrics={"f1": 0.9, "on": "test", "n": 9})  # others' turns
    assert again_of(project, annotator) == []


def test_where_a_test_set_came_later_the_last_round_without_one_speaks(
    read: list[QueryItem], project: Project, annotator: Any
) -> None:
    turns = [item.turn for item in read]
    reads_otherwise(project, turns, metrics={"f1": 0.9, "on": "test", "n": 9})
    values = {"kind": "round", "number": 3, "status": "done", "metrics": {"on": "nothing"}}
    TrainingRun.objects.create(project=project, **values)
    assert again_of(project, annotator) == read[:2]


# --- turns that are chosen already --------------------------------------------------------------


@pytest.fixture
def spare(batch: Batch, annotator: Any) -> list[Turn]:
    """A batch that one person has read, and what its strategy ranked next."""
    for item in batch.items.all():
        finish(item, annotator)
    turns = list(Turn.objects.filter(query_item=None, dialogue__split="pool").exclude(text=""))
    Batch.objects.filter(pk=batch.pk).update(spare=[turn.pk for turn in turns])
    return turns


def next_of(project: Project, user: Any) -> Thing | None:
    return next((t for t in things_to_do(project, user, answers=False) if t.kind == "next"), None)


def test_what_was_ranked_next_is_offered_first(
    spare: list[Turn], project: Project, annotator: Any
) -> None:
    first = things_to_do(project, annotator, answers=False, examples=1)[0]
    assert first == Thing("next", len(spare))
    run = make_round(project, 5, finished_at=timezone.now())
    Batch.objects.update(run=run)
    assert next_of(project, annotator) == Thing("next", len(spare), model=5)


def test_only_what_may_be_hers_is_offered(
    spare: list[Turn], project: Project, annotator: Any, second_annotator: Any
) -> None:
    asked, *rest = spare
    QueryItem.objects.create(batch=Batch.objects.get(), turn=asked, rank=9)
    assert next_of(project, annotator) == Thing("next", len(rest))
    member = project.memberships.get(user=second_annotator)
    for dialogue in {turn.dialogue for turn in rest}:
        Allotment.objects.create(dialogue=dialogue, member=member)
    assert next_of(project, annotator) is None
    assert next_of(project, second_annotator) == Thing("next", len(rest))


# --- labels that she gave -----------------------------------------------------------------------


def test_what_she_has_looked_at_since_is_not_offered_again(
    read: list[QueryItem], project: Project, annotator: Any
) -> None:
    first, second, _third = read
    AccessEvent.objects.create(
        user=annotator,
        project=project,
        dialogue=first.turn.dialogue,
        purpose="label",
        detail={"item": first.pk},
    )
    assert meanwhile.unseen(project, annotator) == [second]
    assert meanwhile.next_doubted(project, annotator) == second
    assert again_of(project, annotator) == [first, second]  # the list stays as it was


def test_a_batch_is_here_until_she_has_begun_it(
    batch: Batch, project: Project, annotator: Any, second_annotator: Any
) -> None:
    assert meanwhile.batch_waits(project, annotator)
    finish(batch.items.first(), annotator)
    assert not meanwhile.batch_waits(project, annotator)
    assert meanwhile.batch_waits(project, second_annotator)


def test_only_a_run_that_chooses_turns_is_waited_for(project: Project) -> None:
    run = TrainingRun.objects.create(project=project, kind="tag")
    assert not meanwhile.is_learning(project)
    TrainingRun.objects.filter(pk=run.pk).update(kind="round")
    assert meanwhile.is_learning(project)
