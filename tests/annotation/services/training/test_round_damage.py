"""What a round leaves on disk may be damaged, and a round may be cancelled at any moment: the loop
goes on with what it has."""

# ruff: noqa: F811 (fixtures of another module are arguments here)

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotation.models import JobStatus, Project, QueryItem, TrainingRun
from annotation.services.jobs.lifecycle import cancel_job, run_job
from annotation.services.runs.starting import start_run
from annotation.services.training import loop
from annotation.services.training.loop import work_on_run
from tests.annotation.services.training.test_loop import corpus, work  # noqa: F401 (fixtures)

Work = Callable[..., TrainingRun]


def files(data_dir: Path, pattern: str) -> list[Path]:
    found = list((data_dir / "cache").rglob(pattern))
    assert found, pattern
    return found


@pytest.mark.parametrize("pattern", ["*.npy", "attributes.txt", "card.json", "half-*"])
def test_a_damaged_cache_is_made_anew(
    work: Work,
    corpus: Project,
    data_dir: Path,
    monkeypatch: Any,
    pattern: str,
) -> None:
    monkeypatch.setattr("learning.rounds.validation.FEW", 4)  # so that the halves are kept
    work()
    work("round")
    for path in files(data_dir, pattern):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    run = work("round")
    assert (run.status, run.error) == (JobStatus.DONE, "")
    assert corpus.batches.count() == 3


def test_a_damaged_last_model_is_not_gone_on_from(
    work: Work,
    corpus: Project,
    data_dir: Path,
) -> None:
    work()
    first = work("round")
    (data_dir / first.folder / "model.crfsuite").write_bytes(b"lCRF" + bytes(60))
    run = work("round")
    assert (run.status, run.error, run.card["warm"]) == (JobStatus.DONE, "", False)
    assert work("round").card["warm"]


def test_a_last_model_with_an_odd_card_is_not_gone_on_from(
    work: Work,
    corpus: Project,
    data_dir: Path,
) -> None:
    work()
    path = data_dir / work("round").folder / "card.json"
    card = json.loads(path.read_text())
    card["settings"]["odd"] = 1
    path.write_text(json.dumps(card))
    run = work("round")
    assert (run.status, run.error, run.card["warm"]) == (JobStatus.DONE, "", False)


def test_every_model_has_its_card_and_goes_on_from_the_last(
    work: Work,
    corpus: Project,
) -> None:
    work()
    cards = [work("round").card, work("round").card]
    assert [card["warm"] for card in cards] == [False, True]
    assert all(card["kind"] == "crf" and card["sha256"] and "probe" not in card for card in cards)


@pytest.mark.parametrize("phase", ["features", "training", "scoring", "selecting", "measuring"])
def test_cancelled_in_each_phase_nothing_is_left(
    work: Work,
    corpus: Project,
    data_dir: Path,
    phase: str,
) -> None:
    if phase != "features":
        work()
    before = (corpus.batches.count(), QueryItem.objects.count())
    job = start_run(corpus, kind="round")
    seen: list[str] = []

    def cancel(run: TrainingRun, report: Any) -> None:
        def told(share: float, now: str) -> None:
            if now == phase and not seen:
                seen.append(now)
                assert cancel_job(run)
            report(share, now)

        work_on_run(run, told)

    assert run_job(TrainingRun, job.pk, cancel)
    job.refresh_from_db()
    assert seen == [phase]
    assert (job.status, job.folder) == (JobStatus.CANCELLED, "")
    assert (corpus.batches.count(), QueryItem.objects.count()) == before
    assert not list((data_dir / "models").glob("*/round-*"))
    assert not list((data_dir / "cache").glob("*/shards-*"))
    assert work("round").status == JobStatus.DONE


@pytest.mark.parametrize("place", ["run_round", "advise_round", "save_batch", "probe_answer"])
@pytest.mark.parametrize(
    ("error", "words"),
    [(MemoryError(), "memory"), (OSError(errno.ENOSPC, "full"), "disk of the server is full")],
)
def test_short_memory_and_a_full_disk_are_one_clear_sentence_and_leave_nothing(
    work: Work,
    corpus: Project,
    data_dir: Path,
    monkeypatch: Any,
    error: Exception,
    words: str,
    place: str,
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    work()
    monkeypatch.setattr(loop, place, fail)
    run = work("round")
    assert run.status == JobStatus.FAILED and words in run.error
    assert not list((data_dir / "models").glob("*/*"))
    monkeypatch.undo()
    assert work("round").status == JobStatus.DONE


def test_a_pool_smaller_than_a_batch_and_one_dialogue(
    work: Work,
    corpus: Project,
) -> None:
    keep = corpus.dialogues.get(external_id="c0")
    corpus.dialogues.exclude(pk__in=[keep.pk, corpus.dialogues.get(external_id="c39").pk]).delete()
    corpus.batch_size = 50
    corpus.save()
    assert work("round").error == ""
    assert corpus.batches.get().items.count() == 2  # the two turns of c39
    QueryItem.objects.update(status="done")
    last = work("round")
    assert (last.status, last.error) == (JobStatus.DONE, "")
    assert corpus.batches.count() == 1  # nothing is left to ask


def test_the_same_message_twice_is_worked_on_once(
    work: Work,
    corpus: Project,
) -> None:
    job = start_run(corpus)
    inner: list[bool] = []

    def twice(run: TrainingRun, report: Any) -> None:
        inner.append(run_job(TrainingRun, run.pk, work_on_run))
        work_on_run(run, report)

    assert run_job(TrainingRun, job.pk, twice)
    assert inner == [False]
    assert corpus.batches.count() == 1
