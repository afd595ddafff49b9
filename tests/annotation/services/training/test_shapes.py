"""The units of a project's batches, its own price of time, and the order of a dialogue's items."""

from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Dialogue, Project, QueryItem, Reading, Span, TrainingRun, Turn
from annotation.services.jobs.lifecycle import run_job
from annotation.services.labelling.queue import batch_items, current_batch, next_item
from annotation.services.runs.starting import start_run
from annotation.services.training.loop import work_on_run
from annotation.services.training.shapes import cost_model, shape_of
from learning.choice.costs import DEFAULT_COSTS


@pytest.fixture
def calls(project: Project, data_dir: Any) -> Project:
    """Twelve calls of five turns each."""
    project.dialogues.all().delete()
    for place in range(12):
        dialogue = Dialogue.objects.create(
            project=project, external_id=f"c{place}", position=10 + place
        )
        for number in range(5):
            text = f"hola me llamo Ana {'muy ' * (place + number)}bien"
            Turn.objects.create(dialogue=dialogue, position=number, speaker="a", text=text)
    return project


def work(project: Project, kind: str) -> list[QueryItem]:
    run = start_run(project, kind=kind)
    run_job(TrainingRun, run.pk, work_on_run)
    run.refresh_from_db()
    assert (run.status, run.error) == ("done", "")
    batch = current_batch(project)
    assert batch is not None
    return list(batch_items(batch))


def read_all(project: Project, items: list[QueryItem], user: Any, *, seconds: float = 0) -> None:
    label = project.labels.get(name="female name")
    for item in items:
        own = Reading.objects.create(
            turn=item.turn, reader=user, status="done", is_gold=True, done_at=timezone.now(),
            seconds=seconds,
        )  # fmt: skip
        Span.objects.create(turn=item.turn, start=14, end=17, label=label, reading=own)
        QueryItem.objects.filter(pk=item.pk).update(status="done")


@pytest.mark.parametrize("kind", ["seed", "round"])
@pytest.mark.parametrize(("unit", "size"), [("dialogue", 10), ("context", 6)])
def test_units_in_the_loop(calls: Project, annotator: Any, kind: str, unit: str, size: int) -> None:
    Project.objects.filter(pk=calls.pk).update(
        batch_unit=unit, batch_size=size, audit_percent=0, cost_unit="tokens"
    )
    calls.refresh_from_db()
    items = work(calls, "seed")
    if kind == "round":
        read_all(calls, items, annotator)
        items = work(calls, "round")
    by_dialogue: dict[int, list[int]] = {}
    for item in items:
        by_dialogue.setdefault(item.turn.dialogue_id, []).append(item.turn.position)
    if unit == "dialogue":
        assert list(by_dialogue.values()) == [[0, 1, 2, 3, 4]] * 2
        assert {item.reason for item in items} == {"dialogue"}
    else:
        # A turn is never alone: its neighbour in the dialogue is asked beside it.
        places = list(by_dialogue.values())
        assert size - 2 <= len(items) <= size
        assert all(any(abs(a - b) == 1 for a in each for b in each) for each in places)


def test_a_whole_dialogue_is_given_in_reading_order(calls: Project, annotator: Any) -> None:
    Project.objects.filter(pk=calls.pk).update(
        batch_unit="dialogue", batch_size=10, audit_percent=0
    )
    calls.refresh_from_db()
    work(calls, "seed")
    given = []
    item = next_item(calls, annotator)
    while item is not None and len(given) < 10:
        given.append((item.turn.dialogue.position, item.turn.position))
        item = next_item(calls, annotator, after=item)
    assert given == sorted(given)
    assert [place for _, place in given] == [0, 1, 2, 3, 4] * 2


def test_the_price_of_time(calls: Project, annotator: Any) -> None:
    assert cost_model(calls) == DEFAULT_COSTS
    label = calls.labels.get(name="female name")
    for turn in Turn.objects.filter(dialogue__project=calls):
        tokens, edits = len(turn.text.split()), turn.position % 3
        own = Reading.objects.create(
            turn=turn, reader=annotator, status="done", done_at=timezone.now(),
            seconds=3 + tokens / 2 + 4 * edits,
        )  # fmt: skip
        machine = Span.objects.create(turn=turn, start=14, end=17, label=label, status="proposed")
        Span.objects.create(
            turn=turn, start=14, end=17, label=label, reading=own, origin=machine
        )  # accepted as it stood: no edit
        for place in range(edits):
            Span.objects.create(turn=turn, start=place, end=place + 1, label=label, reading=own)
    found = cost_model(calls)
    assert found.readings == 60
    assert found.per_turn == pytest.approx(3, abs=0.6)
    assert found.per_token == pytest.approx(0.5, abs=0.05)
    assert found.per_edit == pytest.approx(4, abs=0.3)
    calls.cost_unit = "seconds"
    assert shape_of(calls).model == found
    calls.cost_unit = "turns"
    assert shape_of(calls).model == DEFAULT_COSTS  # nobody asked for times
