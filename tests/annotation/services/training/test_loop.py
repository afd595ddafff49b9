"""The learning loop on rows: seed, round, proposals, and what happens when there is too little."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import (
    Dialogue,
    JobStatus,
    Project,
    QueryItem,
    Reading,
    SourceModel,
    Span,
    TrainingRun,
)
from annotation.services.corpus.best_spans import utterances_of
from annotation.services.jobs.lifecycle import run_job
from annotation.services.labelling.queue import assign_item
from annotation.services.learning.run_notes import note_sentences
from annotation.services.runs.starting import start_run
from annotation.services.training import loop
from annotation.services.training.loop import work_on_run
from annotation.services.training.pools import pool_of
from learning.tokens import tokenise
from tests.labelled import add_calls


@pytest.fixture
def corpus(project: Project, annotator: Any, data_dir: Any) -> Project:
    """Forty short calls more, of which the first ten are read."""
    add_calls(project, 40, annotator, read=10)
    return project


@pytest.fixture
def work(corpus: Project) -> Callable[..., TrainingRun]:
    def run(kind: str | None = None) -> TrainingRun:
        job = start_run(corpus, kind=kind)
        run_job(TrainingRun, job.pk, work_on_run)
        job.refresh_from_db()
        return job

    return run


def test_the_seed_batch_is_chosen_before_anything_is_trained(work: Any, corpus: Project) -> None:
    run = work()
    assert (run.kind, run.status, run.error) == ("seed", JobStatus.DONE, "")
    batch = corpus.batches.get()
    assert batch.items.count() == corpus.batch_size
    assert not batch.items.filter(turn__readings__isnull=False).exists()


def test_a_round_trains_and_asks_unread_turns_with_proposals(work: Any, corpus: Project) -> None:
    work()
    QueryItem.objects.update(status="done")
    run = work("round")
    assert (run.status, run.error) == (JobStatus.DONE, "")
    assert run.labelled_turns == 20 and run.metrics["f1"] >= 0
    assert run.left["unread"] > 0 and "expected" not in run.left  # no test tells it
    asked = QueryItem.objects.filter(batch__run=run)
    assert asked.count() == corpus.batch_size
    assert corpus.batches.count() == 2
    assert QueryItem.objects.values("turn").distinct().count() == 2 * corpus.batch_size
    # What it thinks possible is kept with the batch: whole tokens, some that it does not propose.
    for item in asked.exclude(reason="audit"):
        tokens = {(start, end) for start, end in tokenise(item.turn.text)}
        assert {tuple(each) for each in item.possible} <= tokens
    assert any(item.possible for item in asked)


def test_what_people_do_while_a_round_learns_counts_for_the_next(
    work: Any, corpus: Project, annotator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its figures and what its labels cost are of one moment."""
    work()
    QueryItem.objects.update(status="done")
    learn = loop._learn

    def meanwhile(*values: Any) -> Any:
        Reading.objects.create(
            turn=QueryItem.objects.filter(turn__readings=None)[0].turn,
            reader=annotator,
            status="done",
            is_gold=True,
            done_at=timezone.now(),
            seconds=5,
        )
        return learn(*values)

    monkeypatch.setattr(loop, "_learn", meanwhile)
    first, second = work("round"), work("round")
    assert [run.labelled_turns for run in (first, second)] == [20, 21]
    assert [run.details["cost"]["seconds"] for run in (first, second)] == [0, 5]


def test_tagging_proposes_everywhere_but_on_read_turns(work: Any, corpus: Project) -> None:
    work()
    work("round")
    run = work("tag")
    assert (run.status, run.error) == (JobStatus.DONE, "")
    machine = Span.objects.filter(reading=None)
    assert machine.filter(turn__text__startswith="hola").exists()
    assert not machine.filter(turn__readings__isnull=False).exists()
    assert all(0 <= s.confidence <= 1 for s in machine if s.confidence is not None)


def test_labels_of_one_class_only_ask_more_turns_instead_of_failing(
    work: Any, corpus: Project
) -> None:
    Span.objects.all().delete()
    work()
    run = work("round")
    assert (run.status, run.folder, run.metrics) == (JobStatus.DONE, "", {"on": "nothing"})
    assert corpus.batches.count() == 2


def test_an_empty_pool_is_one_clear_sentence(work: Any, corpus: Project) -> None:
    corpus.dialogues.all().delete()
    run = work()
    assert run.status == JobStatus.FAILED and "import dialogues first" in run.error


def test_a_damaged_source_model_is_left_out_and_the_loop_goes_on(
    work: Any, corpus: Project, data_dir: Any
) -> None:
    (data_dir / "models" / "bad").mkdir(parents=True)
    (data_dir / "models" / "bad" / "model.crfsuite").write_bytes(b"lCRF" + bytes(200))
    corpus.source_model = SourceModel.objects.create(name="bad", lang="en", folder="models/bad")
    corpus.seed_strategy = "source-entropy"
    corpus.save()
    for kind in ("seed", "round"):
        run = work(kind)
        assert (run.status, run.error) == (JobStatus.DONE, "")
        assert run.details["notes"]["source"] == "damaged"
        assert "damaged" in note_sentences(run)[0]
        QueryItem.objects.update(status="done")
    assert SourceModel.objects.get().card == {"damaged": True}
    assert run.source_weight is None


def test_one_active_run_a_project(corpus: Project) -> None:
    assert start_run(corpus).pk == start_run(corpus).pk
    assert corpus.runs.count() == 1


def test_finished_calls_kept_for_measuring_are_never_asked(work: Any, corpus: Project) -> None:
    corpus.dialogues.filter(position__lt=20).update(split=Dialogue.Split.TEST)
    work()
    assert not QueryItem.objects.filter(turn__dialogue__split="test").exists()


def test_without_a_source_model_every_strategy_has_its_own_part_left(
    work: Any, corpus: Project
) -> None:
    corpus.seed_strategy = corpus.query_strategy = "source-entropy"
    corpus.save()
    assert work().error == ""
    assert work("round").error == ""


def test_an_early_round_loses_no_open_turn(work: Any, corpus: Project, annotator: Any) -> None:
    work()
    taken = corpus.batches.get().items.first()
    assert assign_item(taken, annotator)
    work("round")
    newest = corpus.batches.last()
    taken.refresh_from_db()
    assert taken.batch == newest
    assert newest.items.count() == corpus.batch_size + 1
    assert QueryItem.objects.filter(status="open").count() == corpus.batch_size + 1


def test_a_round_that_runs_ahead_leaves_the_unread_turns_to_be_read(
    work: Any, corpus: Project, annotator: Any
) -> None:
    work()
    items = list(corpus.batches.get().items.all())
    left = {item.pk for item in items[corpus.batch_size // 2 :]}
    QueryItem.objects.exclude(pk__in=left).update(status="done")
    job = start_run(corpus, kind="round", ahead=True)
    run_job(TrainingRun, job.pk, work_on_run)
    newest = corpus.batches.last()
    assert newest.number == 2
    assert left < set(newest.items.values_list("pk", flat=True))
    assert newest.items.count() == len(left) + corpus.batch_size


def test_positions_are_shares_of_the_dialogue_as_in_files(corpus: Project) -> None:
    call = corpus.dialogues.get(external_id="call-1")  # four turns
    placed = {pk: each.position for pk, each in utterances_of(corpus)}
    own = [placed[turn.pk] for turn in call.turns.order_by("position")]
    assert own == [0, pytest.approx(1 / 3), pytest.approx(2 / 3), 1]
    assert max(each.position for each in pool_of(corpus).utterances) == 1
