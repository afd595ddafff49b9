"""Who labels what next: no turn twice, nothing finished undecided, one round for each batch."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Batch, QueryItem, Reading, Span, TrainingRun, Turn
from annotation.refusals import StaleVersion, UndecidedProposals
from annotation.services.labelling import queue
from annotation.services.labelling.queue import TakenItem
from tests.labelled import finish


def test_two_people_never_get_the_same_turn(
    batch: Batch, annotator: Any, second_annotator: Any
) -> None:
    given = {annotator: [], second_annotator: []}  # type: ignore[var-annotated]
    while item := queue.next_item(batch.project, annotator):
        given[annotator].append(item.turn_id)
        finish(item, annotator)
        other = queue.next_item(batch.project, second_annotator)
        if other is not None:
            given[second_annotator].append(other.turn_id)
            finish(other, second_annotator)
    assert sum(map(len, given.values())) == 3
    assert not set(given[annotator]) & set(given[second_annotator])


def test_a_page_that_is_behind_the_times_takes_no_seat(
    batch: Batch, annotator: Any, second_annotator: Any
) -> None:
    seen_by_both = list(batch.items.all())
    assert queue.assign_item(seen_by_both[0], annotator)
    assert not queue.assign_item(seen_by_both[0], second_annotator)
    assert not queue.is_free(seen_by_both[0], second_annotator)


def test_a_turn_is_resumed_and_an_abandoned_one_goes_on(
    batch: Batch, annotator: Any, second_annotator: Any
) -> None:
    first = queue.next_item(batch.project, annotator)
    assert queue.next_item(batch.project, annotator) == first
    assert queue.next_item(batch.project, second_annotator) != first
    first.assignments.update(assigned_at=timezone.now() - timedelta(hours=2))
    assert queue.next_item(batch.project, second_annotator) is not None
    QueryItem.objects.exclude(pk=first.pk).update(status="done")
    assert queue.next_item(batch.project, second_annotator) == first
    finish(first, annotator)  # she read it without a connection: it counts, as one of two readings
    finish(first, second_annotator)
    assert Reading.objects.filter(turn=first.turn, status="done").count() == 2


def test_items_come_in_reading_order_behind_the_last(batch: Batch, annotator: Any) -> None:
    items = list(queue.batch_items(batch))
    assert queue.next_item(batch.project, annotator, after=items[0]) == items[1]
    assert queue.next_item(batch.project, annotator, after=items[2]) == items[0]


def test_nobody_begins_with_a_turn_drawn_by_chance(batch: Batch, annotator: Any) -> None:
    """In the first batch they come after the chosen ones, later where they stand in the corpus."""
    first, second, third = queue.batch_items(batch)
    QueryItem.objects.filter(pk=first.pk).update(reason="audit")
    assert list(queue.batch_items(batch)) == [second, third, first]
    assert queue.next_item(batch.project, annotator) == second
    first.refresh_from_db()
    assert queue.next_item(batch.project, annotator, after=third) == first
    assert queue.next_item(batch.project, annotator, after=first) == second
    Batch.objects.filter(pk=batch.pk).update(number=2)
    assert list(queue.batch_items(batch)) == [first, second, third]


def test_finishing_makes_the_labels_gold_and_counts_the_time_once(
    batch: Batch, annotator: Any
) -> None:
    item = queue.next_item(batch.project, annotator)
    finish(item, annotator, seconds=12.5)
    finish(item, annotator, seconds=12.5)  # the answer was lost and the page asks again
    reading = Reading.objects.get(turn=item.turn)
    assert (reading.status, reading.is_gold, reading.seconds) == ("done", True, 12.5)
    item.refresh_from_db()
    assert item.status == "done"
    assert [(a.reader, a.status) for a in item.assignments.all()] == [(annotator, "done")]


def test_the_time_is_kept_within_reason(batch: Batch, annotator: Any) -> None:
    item = queue.next_item(batch.project, annotator)
    finish(item, annotator, seconds=1e9)
    assert Reading.objects.get().seconds == 3600


def test_undecided_proposals_hold_the_turn_open(batch: Batch, annotator: Any) -> None:
    item = queue.next_item(batch.project, annotator)
    label = batch.project.labels.first()
    Span.objects.create(turn=item.turn, start=0, end=3, label=label, status="proposed")
    with pytest.raises(UndecidedProposals, match="1 proposal is"):
        finish(item, annotator)
    item.refresh_from_db()
    assert item.status == "open"
    assert not Reading.objects.filter(status="done").exists()


def test_a_stale_window_cannot_finish(batch: Batch, annotator: Any) -> None:
    item = queue.next_item(batch.project, annotator)
    with pytest.raises(StaleVersion):
        finish(item, annotator, version=7)


def test_skipping_takes_gold_back_and_reopening_does_not_give_it(
    batch: Batch, annotator: Any
) -> None:
    item = queue.next_item(batch.project, annotator)
    finish(item, annotator)
    queue.skip_item(item, annotator)
    reading = Reading.objects.get(turn=item.turn)
    assert (reading.status, reading.is_gold) == ("skipped", False)
    queue.reopen_item(item, annotator)
    reading.refresh_from_db()
    item.refresh_from_db()
    assert (reading.status, reading.is_gold, item.status) == ("open", False, "open")


def test_another_person_cannot_reopen(batch: Batch, annotator: Any, second_annotator: Any) -> None:
    item = queue.next_item(batch.project, annotator)
    finish(item, annotator)
    for step in (queue.reopen_item, queue.skip_item):
        with pytest.raises(TakenItem):
            step(item, second_annotator)
    assert Reading.objects.get(turn=item.turn).is_gold
    assert item.assignments.count() == 1


def test_half_of_a_batch_starts_the_one_round_that_follows_it(
    batch: Batch, annotator: Any, no_broker: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    # Three turns: 3 // 2 = 1 may be left when the next are chosen.
    with django_capture_on_commit_callbacks(execute=True):
        for done, item in enumerate(queue.batch_items(batch)):
            assert TrainingRun.objects.count() == (done >= 2)
            finish(item, annotator)
    run = TrainingRun.objects.get()
    assert (run.kind, run.status, run.number, run.requested_by) == ("round", "queued", 1, annotator)
    assert run.details == {"ahead": True}
    assert no_broker == [("annotation.run_training", [run.pk])]


def test_no_round_runs_ahead_for_nothing(batch: Batch, annotator: Any) -> None:
    first, second, third = queue.batch_items(batch)
    queue.skip_item(first, annotator)
    queue.skip_item(second, annotator)
    assert not TrainingRun.objects.exists()  # nothing was labelled that a model could learn
    finish(third, annotator)
    assert TrainingRun.objects.get().details == {}  # the end of a batch asks for new turns anyway


def test_a_batch_whose_early_round_failed_gets_another_at_its_end(
    batch: Batch, annotator: Any
) -> None:
    first, second, third = queue.batch_items(batch)
    finish(first, annotator)
    finish(second, annotator)
    TrainingRun.objects.update(status="failed")
    finish(third, annotator)
    assert [run.status for run in TrainingRun.objects.all()] == ["failed", "queued"]


def test_the_last_turns_of_a_corpus_are_learnt_once(batch: Batch, annotator: Any) -> None:
    first, second, third = queue.batch_items(batch)
    finish(first, annotator)
    finish(second, annotator)
    # That round had nothing more to ask; what is read after it is learnt at the batch's end.
    TrainingRun.objects.update(status="done", started_at=timezone.now())
    finish(third, annotator)
    TrainingRun.objects.update(status="done", started_at=timezone.now())
    queue.skip_item(third, annotator)
    assert TrainingRun.objects.count() == 2


def test_progress_counts_and_times(batch: Batch, annotator: Any) -> None:
    # 10 and 31 seconds: the upper median of two is 31; 1 turn left at 31 s is 1 minute, rounded up.
    first, second = queue.batch_items(batch)[:2]
    finish(first, annotator, seconds=10)
    finish(second, annotator, seconds=31)
    progress = queue.batch_progress(batch)
    assert (progress.done, progress.total, progress.left) == (2, 3, 1)
    assert (progress.seconds, progress.minutes_left) == (31, 1)


def test_pauses_say_why(project: Any, annotator: Any, second_annotator: Any) -> None:
    def state() -> str:
        return queue.pause_of(project, annotator).state

    assert state() == "choosing"  # texts but no batch: the seed is started
    run = TrainingRun.objects.get()
    assert run.kind == "seed"
    run.status = "failed"
    run.save()
    assert state() == "failed"
    batch = Batch.objects.create(project=project, number=1, strategy="random")
    item = QueryItem.objects.create(batch=batch, turn=Turn.objects.all()[0], rank=0)
    queue.assign_item(item, second_annotator)
    assert queue.next_item(project, annotator) is None
    assert state() == "others"
    finish(item, second_annotator)
    assert state() == "training"
    TrainingRun.objects.filter(kind="round").update(status="done")
    assert state() == "finished"
    assert TrainingRun.objects.count() == 2


def test_a_project_without_texts_has_nothing_to_choose(project: Any, annotator: Any) -> None:
    project.dialogues.all().delete()
    assert queue.pause_of(project, annotator).state == "empty"
    assert not TrainingRun.objects.exists()


def test_other_work_in_the_way_of_a_round_only_delays_it(batch: Batch, annotator: Any) -> None:
    tagging = TrainingRun.objects.create(project=batch.project, kind="tag")
    for item in queue.batch_items(batch):
        finish(item, annotator)
    assert TrainingRun.objects.count() == 1
    assert queue.pause_of(batch.project, annotator).run == tagging
    TrainingRun.objects.update(status="done")
    pause = queue.pause_of(batch.project, annotator)
    assert (pause.state, pause.run.kind) == ("training", "round")  # type: ignore[union-attr]
