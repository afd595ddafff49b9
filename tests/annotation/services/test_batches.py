"""A chosen batch as rows: shared turns, hidden proposals, and what becomes of the old batch."""

from typing import Any

import pytest

from annotation.models import Batch, Project, QueryItem, TrainingRun, Turn
from annotation.services import queue
from annotation.services.batches import save_batch
from learning.rounds import Selection


def choose(project: Project, turns: list[int], f1: float | None = None) -> Batch:
    run = TrainingRun.objects.create(project=project, status="done")
    size = len(turns)
    selection = Selection(indices=list(range(size)), scores=[0.0] * size, reasons=["random"] * size)
    return save_batch(run, turns, selection, "random", f1=f1)


@pytest.fixture
def turns(project: Project) -> list[int]:
    return list(Turn.objects.order_by("pk").values_list("pk", flat=True))


@pytest.mark.parametrize(("percent", "shared"), [(0, 0), (50, 3), (100, 7)])
def test_a_share_of_the_turns_is_read_by_several(
    project: Project, turns: list[int], percent: int, shared: int
) -> None:
    project.shared_percent, project.readers = percent, 3
    project.save()
    batch = choose(project, turns)
    assert len(turns) == 7
    counted = batch.items.filter(readers=3).count()
    assert counted in {shared, shared + (percent == 50)}  # half a turn is drawn
    assert batch.items.filter(readers=1).count() == 7 - counted


def test_no_turn_waits_for_more_people_than_there_are(project: Project, turns: list[int]) -> None:
    project.shared_percent, project.readers = 100, 9
    project.save()
    assert set(choose(project, turns).items.values_list("readers", flat=True)) == {4}


@pytest.mark.parametrize(
    ("f1", "hidden", "expected"),
    [
        (None, 0, {"early"}),
        (0.59, 0, {"early"}),
        (0.6, 0, {"shown"}),
        (0.9, 100, {"hidden"}),
        (0.1, 100, {"early"}),
    ],
)
def test_proposals_are_shown_from_the_threshold_on(
    project: Project, turns: list[int], f1: float | None, hidden: int, expected: set[str]
) -> None:
    project.hidden_percent = hidden
    project.save()
    assert set(choose(project, turns, f1).items.values_list("proposals", flat=True)) == (expected)


def test_open_turns_go_back_or_come_along(
    project: Project, turns: list[int], annotator: Any, second_annotator: Any
) -> None:
    project.shared_percent = 100
    project.save()
    old = choose(project, turns[:3])
    read, held, untouched = queue.batch_items(old)
    queue.finish_item(read, annotator, version=0)
    queue.assign_item(held, second_annotator)
    new = choose(project, turns[3:])
    assert set(old.items.values_list("pk", flat=True)) == {read.pk}  # waits for a second reader
    assert new.items.filter(pk=held.pk).exists()
    assert not QueryItem.objects.filter(pk=untouched.pk).exists()
    assert new.items.count() == 5
