"""Jobs are claimed once, counted, kept alive, and found again when their worker dies."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.errors import JobLost, Refused
from annotation.models import JobStatus, TrainingRun
from annotation.services import jobs


@pytest.fixture
def run(project: Any) -> TrainingRun:
    return TrainingRun.objects.create(project=project, kind="round")


def test_a_job_is_claimed_once(run: TrainingRun) -> None:
    first, second = jobs.claim_job(TrainingRun, run.pk), jobs.claim_job(TrainingRun, run.pk)
    assert first is not None and second is None
    assert (first.status, first.attempts) == (JobStatus.RUNNING, 1)


def test_work_runs_once_however_often_the_message_comes(run: TrainingRun) -> None:
    calls: list[int] = []

    def work(job: Any, report: Any) -> None:
        calls.append(job.pk)
        jobs.finish_job(job)

    assert jobs.run_job(TrainingRun, run.pk, work)
    assert not jobs.run_job(TrainingRun, run.pk, work)
    run.refresh_from_db()
    assert calls == [run.pk] and run.status == JobStatus.DONE


def test_a_refusal_is_shown_and_any_other_error_names_only_its_kind(run: TrainingRun) -> None:
    def refuse(job: Any, report: Any) -> None:
        raise Refused("There is no unread turn.")

    jobs.run_job(TrainingRun, run.pk, refuse)
    run.refresh_from_db()
    assert (run.status, run.error) == (JobStatus.FAILED, "There is no unread turn.")
    other = TrainingRun.objects.create(project=run.project)

    def stumble(job: Any, report: Any) -> None:
        raise ValueError("Francisco Olabarri")

    jobs.run_job(TrainingRun, other.pk, stumble)
    other.refresh_from_db()
    assert other.status == JobStatus.FAILED and "Olabarri" not in other.error


def test_cancelling_stops_at_the_next_report(run: TrainingRun) -> None:
    def work(job: Any, report: Any) -> None:
        assert jobs.cancel_job(run)
        report(0.5, "training")
        raise AssertionError("report must stop the work")

    jobs.run_job(TrainingRun, run.pk, work)
    run.refresh_from_db()
    assert run.status == JobStatus.CANCELLED


def test_a_late_worker_cannot_finish_a_job_that_another_took(run: TrainingRun) -> None:
    late = jobs.claim_job(TrainingRun, run.pk)
    assert late is not None
    TrainingRun.objects.filter(pk=run.pk).update(status=JobStatus.QUEUED, claim="")
    assert jobs.claim_job(TrainingRun, run.pk) is not None
    with pytest.raises(JobLost):
        jobs.finish_job(late)


def test_silent_jobs_are_queued_again_and_given_up_after_three_attempts(
    run: TrainingRun, no_broker: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    old = timezone.now() - timedelta(hours=1)
    for attempt in (1, 2, 3):
        assert jobs.claim_job(TrainingRun, run.pk) is not None
        TrainingRun.objects.filter(pk=run.pk).update(heartbeat_at=old)
        with django_capture_on_commit_callbacks(execute=True):
            jobs.recover_jobs()
        run.refresh_from_db()
        assert run.attempts == attempt
        assert run.status == (JobStatus.QUEUED if attempt < 3 else JobStatus.FAILED)
    assert no_broker == [("annotation.run_training", [run.pk])] * 2


def test_a_message_that_never_arrived_is_sent_again(
    run: TrainingRun, no_broker: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    TrainingRun.objects.filter(pk=run.pk).update(queued_at=timezone.now() - timedelta(minutes=5))
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.recover_jobs() == 1
        assert jobs.recover_jobs() == 0
    assert len(no_broker) == 1


def test_a_broker_that_is_down_does_not_break_the_save(
    run: TrainingRun, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    from celery import current_app

    def down(*_: Any, **__: Any) -> None:
        raise ConnectionError("no route")

    monkeypatch.setattr(current_app, "send_task", down)
    with django_capture_on_commit_callbacks(execute=True):
        jobs.send_job(run)
    run.refresh_from_db()
    assert run.status == JobStatus.QUEUED


def test_worker_sign_of_life(data_dir: Any) -> None:
    assert not jobs.worker_alive()
    jobs.note_worker()
    assert jobs.worker_alive()


def test_every_kind_of_job_has_its_task() -> None:
    from celery import current_app

    import annotation.tasks  # noqa: F401 (registers them)

    assert set(jobs.TASKS.values()) <= set(current_app.tasks)
