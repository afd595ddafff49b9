"""A chosen batch as rows: shared turns, hidden proposals, audit turns, and what becomes of the old
batch."""

from collections import Counter
from typing import Any

import pytest

from annotation.models import Batch, Dialogue, Project, QueryItem, Reading, TrainingRun, Turn
from annotation.services.labelling import queue
from annotation.services.runs.batches import NEXT, extend_batch, mix_audit, save_batch
from learning.rounds.run import Selection


def choose(project: Project, turns: list[int], f1: float | None = None) -> Batch:
    run = TrainingRun.objects.create(project=project, status="done")
    size = len(turns)
    selection = Selection(
        indices=list(range(size)), priorities=[0.0] * size, reasons=["random"] * size
    )
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


# --- the audit stream ---------------------------------------------------------------------------


@pytest.fixture
def many(project: Project) -> list[int]:
    """Sixty turns in a dialogue of their own, of which a selection takes the first twenty."""
    dialogue = Dialogue.objects.create(project=project, external_id="long")
    Turn.objects.bulk_create(
        Turn(dialogue=dialogue, position=place, text="uno") for place in range(60)
    )
    return list(dialogue.turns.order_by("position").values_list("pk", flat=True))


def select(project: Project, turns: list[int], size: int = 20, f1: float | None = 0.9) -> Batch:
    run = TrainingRun.objects.create(project=project, status="done")
    selection = Selection(tuple(range(size)), (1.0,) * size, ("target",) * size)
    mixed = mix_audit(project, turns, selection)
    return save_batch(run, turns, mixed, "target-entropy", f1=f1)


@pytest.mark.parametrize(("percent", "audits"), [(0, 0), (10, 2), (50, 10), (100, 20)])
def test_audit_turns_take_the_place_of_the_least_ranked(
    project: Project, many: list[int], percent: int, audits: int
) -> None:
    project.audit_percent = percent
    project.save()
    items = list(select(project, many).items.all())
    assert len(items) == 20
    assert [item.reason for item in items] == ["target"] * (20 - audits) + ["audit"] * audits
    ranked = [item.turn_id for item in items[: 20 - audits]]
    drawn = {item.turn_id for item in items[20 - audits :]}
    assert ranked == [pk for pk in many if pk not in drawn][: 20 - audits]


def test_the_proposals_of_an_audit_turn_are_never_shown(project: Project, many: list[int]) -> None:
    items = select(project, many).items
    audits = items.filter(reason="audit")
    assert set(audits.values_list("proposals", "priority")) == {("hidden", -1.0)}
    assert set(items.exclude(reason="audit").values_list("proposals", flat=True)) == {"shown"}


def test_a_seed_batch_has_audit_turns_too(project: Project, many: list[int]) -> None:
    audits = select(project, many, f1=None).items.filter(reason="audit")
    assert list(audits.values_list("proposals", flat=True)) == ["early"] * 2


def test_read_and_asked_turns_are_never_drawn(
    project: Project, many: list[int], annotator: Any
) -> None:
    for pk in many[20:55]:
        Reading.objects.create(turn_id=pk, reader=annotator, status="done", is_gold=True)
    old = Batch.objects.create(project=project, number=1)
    QueryItem.objects.bulk_create(
        QueryItem(batch=old, turn_id=pk, rank=0, status="done") for pk in many[10:20]
    )
    project.audit_percent = 100
    project.save()
    batch = select(project, many, 10)
    drawn = set(batch.items.filter(reason="audit").values_list("turn_id", flat=True))
    first = set(Turn.objects.exclude(pk__in=many).values_list("pk", flat=True))
    assert not first & drawn  # those are no part of the pool here
    assert len(drawn) == 10 and drawn <= {*many[:10], *many[55:]}


def test_whole_dialogues_stay_whole(project: Project, many: list[int]) -> None:
    project.batch_unit = "dialogue"
    project.save()
    items = select(project, many).items
    assert items.exclude(reason="audit").count() + items.filter(reason="audit").count() >= 20
    missing = set(many[:20]) - set(items.values_list("turn_id", flat=True))
    assert not missing


def test_every_unread_turn_has_the_same_chance(project: Project, many: list[int]) -> None:
    """200 batches draw 2 of 60 each: 400 draws, 6.7 a turn expected; a selected turn no less."""
    counts: Counter[int] = Counter()
    selection = Selection(tuple(range(20)), (1.0,) * 20, ("target",) * 20)
    for number in range(200):
        mixed = mix_audit(project, many, selection)
        found = zip(mixed.indices, mixed.reasons, strict=True)
        counts.update(many[index] for index, reason in found if reason == "audit")
        Batch.objects.create(project=project, number=number)  # each has a draw of its own
    assert sum(counts.values()) == 400
    selected = sum(counts[pk] for pk in many[:20])
    assert 100 <= selected <= 170  # 133 expected, deviation 9.4
    assert max(counts.values()) <= 18


# --- what comes next ----------------------------------------------------------------------------


def with_spare(
    project: Project, turns: list[int], size: int = 20, spare: int = 10, first: int = 0, **run: Any
) -> Batch:
    """A batch of the turns from the first on, and those after them as what comes next."""
    chosen = TrainingRun.objects.create(project=project, status="done", **run)
    places = range(first, first + size)
    rest = tuple(range(first + size, first + size + spare))
    selection = Selection(tuple(places), (1.0,) * size, ("target",) * size, rest)
    mixed = mix_audit(project, turns, selection)
    return save_batch(chosen, turns, mixed, "target-entropy", f1=0.9)


def test_a_batch_is_extended_once_in_the_order_of_its_strategy(
    project: Project, many: list[int]
) -> None:
    project.audit_percent = 0
    project.save()
    batch = with_spare(project, many)
    assert batch.spare == many[20:30]
    assert extend_batch(project) == 10
    assert extend_batch(project) == 0  # whoever presses a moment later
    added = batch.items.filter(reason=NEXT).order_by("rank")
    assert list(added.values_list("turn_id", flat=True)) == many[20:30]
    assert list(added.values_list("rank", flat=True)) == list(range(20, 30))
    progress = queue.batch_progress(batch)
    assert (progress.total, progress.carried) == (30, 0)


def test_only_what_nobody_was_asked_is_added(
    project: Project, many: list[int], annotator: Any
) -> None:
    batch = with_spare(project, many)
    batch.items.filter(reason="audit").delete()
    spare = batch.spare
    Reading.objects.create(turn_id=spare[0], reader=annotator, status="done", is_gold=True)
    Turn.objects.filter(pk=spare[1]).update(text="")
    other = Dialogue.objects.create(project=project, external_id="test", split="test")
    Turn.objects.filter(pk=spare[2]).update(dialogue=other)
    QueryItem.objects.create(batch=batch, turn_id=spare[3], rank=90)
    Turn.objects.filter(pk=spare[4]).delete()
    assert extend_batch(project) == 5
    added = set(batch.items.filter(reason=NEXT).values_list("turn_id", flat=True))
    assert added == set(spare[5:])


def test_a_batch_that_another_has_followed_is_extended_no_more(
    project: Project, many: list[int]
) -> None:
    old = with_spare(project, many)
    with_spare(project, many, first=30, spare=0)
    assert old.spare and extend_batch(project) == 0


def test_a_round_that_ran_meanwhile_asks_no_turn_twice(project: Project, many: list[int]) -> None:
    project.audit_percent = 0
    project.save()
    with_spare(project, many)
    extend_batch(project)
    # It began before and chose what was added too; what it ranked next takes their places.
    new = with_spare(project, many, first=25, details={"ahead": True})
    own = new.items.exclude(turn__in=many[:30]).order_by("rank")
    assert list(own.values_list("turn_id", flat=True)) == many[30:50]
    assert own.filter(reason=NEXT).count() == 5
    assert new.spare == many[50:55]
    progress = queue.batch_progress(new)  # nobody has read a turn of the old batch
    assert (progress.total, progress.carried) == (50, 30)


def test_what_makes_room_for_audit_turns_comes_next(project: Project, many: list[int]) -> None:
    project.audit_percent = 20
    project.save()
    batch = with_spare(project, many)
    audit = set(batch.items.filter(reason="audit").values_list("turn_id", flat=True))
    asked = set(batch.items.values_list("turn_id", flat=True))
    assert len(audit) == 4 and len(batch.spare) == 10
    assert batch.spare == [pk for pk in many if pk not in asked][:10]


@pytest.mark.parametrize(
    ("f1", "hidden", "expected"), [(0.9, 0, "shown"), (0.9, 100, "hidden"), (0.3, 0, "early")]
)
def test_what_is_added_shows_proposals_as_the_model_deserves(
    project: Project, many: list[int], f1: float, hidden: int, expected: str
) -> None:
    project.hidden_percent = hidden
    project.save()
    metrics = {"f1": f1, "f1_low": f1, "f1_high": f1, "on": "test", "n": 9}
    batch = with_spare(project, many, folder="models/round-1", metrics=metrics)
    extend_batch(project)
    added = batch.items.filter(reason=NEXT)
    assert set(added.values_list("proposals", flat=True)) == {expected}
