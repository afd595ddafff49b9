"""The life of a job: queue, claim once, beat, finish or fail; and find the ones that were lost.

Called by tasks, by services that start work, and by the sweep in every worker. Celery delivers at
least once and a broker may forget: the row decides who works, not the message.
"""

import contextlib
import logging
import os
import socket
import threading
import time
import traceback
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from annotation.errors import JobLost
from annotation.models import Export, Job, JobStatus, SourceTraining, TrainingRun

log = logging.getLogger("antifaz.jobs")

TASKS: dict[type[Job], str] = {
    TrainingRun: "annotation.run_training",
    Export: "annotation.run_export",
    SourceTraining: "annotation.run_source_training",
}


def send_job(job: Job) -> None:
    """Tell the workers after commit. A broker that is down loses nothing: the sweep sends again."""

    def send() -> None:
        try:
            current_app.send_task(TASKS[type(job)], args=[job.pk], ignore_result=True)
        except Exception as error:  # any broker error: the row stays queued
            log.warning(
                "broker did not take %s %s: %s", job._meta.model_name, job.pk, type(error).__name__
            )

    transaction.on_commit(send)


def claim_job(model: type[Job], pk: int) -> Job | None:
    """Take a queued job with one conditional UPDATE; None if it is not to be had."""
    token = str(uuid.uuid4())
    now = timezone.now()
    manager = model._default_manager
    taken = manager.filter(
        pk=pk, status=JobStatus.QUEUED, attempts__lt=settings.JOB_ATTEMPTS
    ).update(
        status=JobStatus.RUNNING,
        claim=token,
        attempts=F("attempts") + 1,
        heartbeat_at=now,
        started_at=now,
        progress=0,
        phase="",
        error="",
    )
    return manager.get(pk=pk) if taken else None


def mine(job: Job) -> Any:
    """The job's row, only while this worker's claim on it holds."""
    return type(job)._default_manager.filter(pk=job.pk, claim=job.claim, status=JobStatus.RUNNING)


@contextlib.contextmanager
def heartbeat(job: Job) -> Iterator[Callable[[float, str], None]]:
    """Keep the job alive from a thread; yields report(fraction, phase), which raises JobLost."""
    stop, lost = threading.Event(), threading.Event()
    state: dict[str, Any] = {"progress": 0.0, "phase": ""}

    def beat() -> None:
        try:
            while not stop.wait(settings.HEARTBEAT_SECONDS):
                with contextlib.suppress(Exception):  # a locked database: beat again later
                    if not mine(job).update(heartbeat_at=timezone.now(), **state):
                        lost.set()
        finally:
            connection.close()

    last = 0.0

    def report(fraction: float, phase: str) -> None:
        nonlocal last
        if lost.is_set():
            raise JobLost
        now = timezone.now().timestamp()
        state.update(progress=round(fraction, 3), phase=phase)
        if now - last > 0.5:  # two writes a second are enough for a progress bar
            last = now
            if not mine(job).update(heartbeat_at=timezone.now(), **state):
                raise JobLost

    thread = threading.Thread(target=beat, name="heartbeat", daemon=True)
    thread.start()
    try:
        yield report
    finally:
        stop.set()
        thread.join(timeout=5)


def finish_job(job: Job, **values: Any) -> None:
    """Mark done inside the caller's transaction; raises JobLost (and so rolls back) if lost."""
    done = mine(job).update(
        status=JobStatus.DONE, progress=1, phase="", finished_at=timezone.now(), **values
    )
    if not done:
        raise JobLost


def fail_job(job: Job, message: str) -> None:
    """Mark failed, with a sentence for people (never a text of the corpus)."""
    mine(job).update(status=JobStatus.FAILED, error=message[:300], finished_at=timezone.now())


def cancel_job(job: Job) -> bool:
    """Cancel a waiting or running job; its worker drops what it has at the next report."""
    return bool(
        type(job)
        ._default_manager.filter(pk=job.pk, status__in=[JobStatus.QUEUED, JobStatus.RUNNING])
        .update(status=JobStatus.CANCELLED, finished_at=timezone.now())
    )


def run_job(
    model: type[Job], pk: int, work: Callable[[Any, Callable[[float, str], None]], None]
) -> bool:
    """Claim, work, and settle the job. True if this call did the work."""
    job = claim_job(model, pk)
    if job is None:
        return False
    try:
        with heartbeat(job) as report:
            work(job, report)
    except JobLost:
        log.info("%s %s was cancelled or taken over", model._meta.model_name, pk)
    except Exception as error:
        # Expected refusals carry a sentence made for people; of others only the kind is kept,
        # because a library's message may quote the text that it choked on.
        known = getattr(error, "for_people", None)
        fail_job(
            job,
            known or f"{type(error).__name__} while working; the log of the worker has the place.",
        )
        places = " < ".join(
            f"{place.name}:{place.lineno}"
            for place in reversed(traceback.extract_tb(error.__traceback__)[-4:])
        )
        kind = type(error).__name__
        log.error("%s %s failed: %s in %s", model._meta.model_name, pk, kind, places)
    return True


def note_worker() -> None:
    """Leave a sign that a worker lives; the web side shows it (`worker_seen`), the others count
    theirs (`count_workers`)."""
    (settings.ANTIFAZ_DATA / "worker.beat").touch()
    own = settings.ANTIFAZ_DATA / "workers"
    own.mkdir(mode=0o700, exist_ok=True)
    (own / f"{socket.gethostname()}-{os.getpid()}").touch()
    for sign in _signs_before(3 * settings.JOB_LOST_SECONDS):
        sign.unlink(missing_ok=True)


def count_workers() -> int:
    """Workers that gave a sign of life in their last three beats. One that was killed a moment ago
    is still among them: nobody may wait for its answer alone."""
    place = settings.ANTIFAZ_DATA / "workers"
    if not place.exists():
        return 0
    return len(list(place.iterdir())) - len(_signs_before(3 * settings.HEARTBEAT_SECONDS))


def _signs_before(seconds: float) -> list[Path]:
    """The signs of workers that are older than so many seconds."""
    limit, old = time.time() - seconds, []
    for sign in (settings.ANTIFAZ_DATA / "workers").iterdir():
        with contextlib.suppress(FileNotFoundError):
            if sign.stat().st_mtime < limit:
                old.append(sign)
    return old


def worker_seen() -> datetime | None:
    """When a worker last gave a sign of life, or None."""
    try:
        seconds = (settings.ANTIFAZ_DATA / "worker.beat").stat().st_mtime
    except FileNotFoundError:
        return None
    return datetime.fromtimestamp(seconds, tz=UTC)


def worker_alive() -> bool:
    """A sign of life within the time after which a job counts as lost."""
    seen = worker_seen()
    return seen is not None and timezone.now() - seen < timedelta(seconds=settings.JOB_LOST_SECONDS)


def recover_jobs() -> int:
    """Re-queue running jobs whose heart stopped and re-send waiting ones; count them."""
    now = timezone.now()
    silent = now - timedelta(seconds=settings.JOB_LOST_SECONDS)
    count = 0
    for model in TASKS:
        manager = model._default_manager
        manager.filter(
            status=JobStatus.RUNNING, heartbeat_at__lt=silent, attempts__gte=settings.JOB_ATTEMPTS
        ).update(
            status=JobStatus.FAILED,
            finished_at=now,
            error="The worker died at this job three times; it was not tried again.",
        )
        manager.filter(status=JobStatus.RUNNING, heartbeat_at__lt=silent).update(
            status=JobStatus.QUEUED, claim="", heartbeat_at=now
        )
        waiting = manager.filter(status=JobStatus.QUEUED).filter(
            Q(heartbeat_at__lt=silent)
            | Q(heartbeat_at=None, queued_at__lt=silent)
            | Q(heartbeat_at=now)
        )
        for job in waiting:
            manager.filter(pk=job.pk).update(heartbeat_at=now)
            send_job(job)
            count += 1
    return count
