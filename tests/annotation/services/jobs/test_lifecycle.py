"""Jobs are claimed once, counted, kept alive, and found again when their worker dies."""

import errno
import re
import sqlite3
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.db.models.functions import Now
from django.utils import timezone, translation
from django.utils.module_loading import import_string

from annotation.models import Import, JobStatus, Lane, SourceTraining, TrainingRun
from annotation.refusals import JobLost, Refused
from annotation.services.jobs import broker, fairness, lifecycle


@pytest.fixture
def run(project: Any) -> TrainingRun:
    return TrainingRun.objects.create(project=project, kind="round")


def test_a_job_is_claimed_once(run: TrainingRun) -> None:
    first, second = (
        lifecycle.claim_job(TrainingRun, run.pk),
        lifecycle.claim_job(TrainingRun, run.pk),
    )
    assert first is not None and second is None
    assert (first.status, first.attempts) == (JobStatus.RUNNING, 1)


def test_work_runs_once_however_often_the_message_comes(run: TrainingRun) -> None:
    calls: list[int] = []

    def work(job: Any, report: Any) -> None:
        calls.append(job.pk)
        lifecycle.finish_job(job)

    assert lifecycle.run_job(TrainingRun, run.pk, work)
    assert not lifecycle.run_job(TrainingRun, run.pk, work)
    run.refresh_from_db()
    assert calls == [run.pk] and run.status == JobStatus.DONE


def test_a_refusal_is_shown_and_not_tried_again(run: TrainingRun) -> None:
    def refuse(job: Any, report: Any) -> None:
        raise Refused("There is no unread turn.")

    lifecycle.run_job(TrainingRun, run.pk, refuse)
    run.refresh_from_db()
    assert (run.status, run.error) == (JobStatus.FAILED, "There is no unread turn.")


def test_an_unexpected_error_is_tried_three_times_and_told_with_a_number_in_the_log(
    run: TrainingRun, settings: Any, caplog: Any
) -> None:
    settings.JOB_RETRY_SECONDS = 0

    def stumble(job: Any, report: Any) -> None:
        raise KeyError("Francisco Olabarri")

    for attempt in (1, 2, 3):
        assert lifecycle.run_job(TrainingRun, run.pk, stumble)
        run.refresh_from_db()
        assert run.attempts == attempt
        assert run.status == (JobStatus.QUEUED if attempt < 3 else JobStatus.FAILED)
    assert not lifecycle.run_job(TrainingRun, run.pk, stumble)
    number = re.search(r"under number ([0-9a-f]{4})\. ", run.error_words)
    assert number, run.error_words
    assert f"number {number[1]}: KeyError in stumble:" in caplog.text
    assert "Olabarri" not in caplog.text + run.error
    assert "KeyError" not in run.error_words
    with translation.override("es"):
        assert number[1] in run.error_words
        assert "went wrong" not in run.error_words


def test_the_next_attempt_comes_a_little_later(run: TrainingRun) -> None:
    def stumble(job: Any, report: Any) -> None:
        raise KeyError(1)

    lifecycle.run_job(TrainingRun, run.pk, stumble)
    assert fairness.queue_of(Lane.LEARNING) == []
    assert fairness.queue_of(Lane.LEARNING, due=False) == [run]
    TrainingRun.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    assert fairness.queue_of(Lane.LEARNING) == [run]


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left"), OperationalError("database or disk is full")]
)
def test_a_full_disk_is_said_in_a_sentence(run: TrainingRun, error: Exception) -> None:
    if isinstance(error, OperationalError):
        error.__cause__ = sqlite3.OperationalError("database or disk is full")
        error.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL

    def fill(job: Any, report: Any) -> None:
        raise error

    lifecycle.run_job(TrainingRun, run.pk, fill)
    run.refresh_from_db()
    assert run.status == JobStatus.FAILED
    assert "The disk of the server is full: nothing of this work was kept" in run.error_words


def test_cancelling_stops_at_the_next_report(run: TrainingRun) -> None:
    def work(job: Any, report: Any) -> None:
        assert lifecycle.cancel_job(run)
        report(0.5, "training")
        raise AssertionError("report must stop the work")

    lifecycle.run_job(TrainingRun, run.pk, work)
    run.refresh_from_db()
    assert run.status == JobStatus.CANCELLED


def test_a_late_worker_cannot_finish_a_job_that_another_took(run: TrainingRun) -> None:
    late = lifecycle.claim_job(TrainingRun, run.pk)
    assert late is not None
    TrainingRun.objects.filter(pk=run.pk).update(status=JobStatus.QUEUED, claim="")
    assert lifecycle.claim_job(TrainingRun, run.pk) is not None
    with pytest.raises(JobLost):
        lifecycle.finish_job(late)


def test_silent_jobs_are_queued_again_and_given_up_after_three_attempts(run: TrainingRun) -> None:
    for attempt in (1, 2, 3):
        assert lifecycle.claim_job(TrainingRun, run.pk) is not None
        TrainingRun.objects.filter(pk=run.pk).update(heartbeat_at=Now() - timedelta(hours=1))
        lifecycle.recover_jobs()
        run.refresh_from_db()
        assert run.attempts == attempt
        assert run.status == (JobStatus.QUEUED if attempt < 3 else JobStatus.FAILED)


def test_a_heartbeat_from_the_future_is_no_sign_of_life(run: TrainingRun) -> None:
    """A clock that was put back an hour held a project for an hour."""
    assert lifecycle.claim_job(TrainingRun, run.pk) is not None
    assert lifecycle.recover_jobs() == 0
    TrainingRun.objects.filter(pk=run.pk).update(heartbeat_at=Now() + timedelta(hours=1))
    assert lifecycle.recover_jobs() == 1
    assert lifecycle.claim_job(TrainingRun, run.pk) is not None


def test_heartbeats_are_by_the_databases_clock(
    run: TrainingRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine whose clock is wrong neither keeps a dead job nor loses a living one."""
    wrong = timezone.now() - timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: wrong)
    job = lifecycle.claim_job(TrainingRun, run.pk)
    assert job is not None and job.heartbeat_at is not None
    assert job.heartbeat_at - wrong > timedelta(hours=23)
    assert lifecycle.recover_jobs() == 0
    assert lifecycle.beat(job, 0.5, "training")
    assert lifecycle.recover_jobs() == 0


def test_a_broker_that_is_down_does_not_break_the_save(
    run: TrainingRun, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    from celery import current_app

    def down(*_: Any, **__: Any) -> None:
        raise ConnectionError("no route")

    monkeypatch.setattr(current_app, "send_task", down)
    with django_capture_on_commit_callbacks(execute=True):
        broker.send_job(run)
    run.refresh_from_db()
    assert run.status == JobStatus.QUEUED


def test_every_kind_of_job_has_its_task() -> None:
    from celery import current_app

    import annotation.tasks  # noqa: F401 (registers them)

    assert {kind.task for kind in broker.KINDS.values()} <= set(current_app.tasks)
    assert all(callable(import_string(kind.work)) for kind in broker.KINDS.values())


def test_what_is_soon_done_again_is_cancelled_unasked(run: TrainingRun) -> None:
    assert not lifecycle.asks_first(run)  # it waits
    run.status, run.started_at = JobStatus.RUNNING, timezone.now()
    assert not lifecycle.asks_first(run)  # no sign of life yet
    run.heartbeat_at = run.started_at + timedelta(seconds=59)
    assert not lifecycle.asks_first(run)
    run.heartbeat_at = run.started_at + timedelta(seconds=61)
    assert lifecycle.asks_first(run)
    run.status = JobStatus.DONE
    assert not lifecycle.asks_first(run)


def test_files_that_somebody_sent_are_never_lost_by_one_press(run: TrainingRun) -> None:
    assert lifecycle.asks_first(Import(project=run.project))
    assert lifecycle.asks_first(SourceTraining(status=JobStatus.QUEUED))
    assert not lifecycle.asks_first(SourceTraining(status=JobStatus.QUEUED, project=run.project))
    assert not lifecycle.asks_first(SourceTraining(status=SourceTraining.DRAFT))
