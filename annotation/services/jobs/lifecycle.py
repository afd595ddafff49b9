"""The life of a job's row: claim once, beat, finish or fail; and find those that were lost.

Called by services that start work, by the lanes of a worker (`lanes`, `children`) and by its sweep.
A message may come twice or never: the row decides who works. Every clock here is the database's.
"""

import contextlib
import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.models import Job, JobStatus
from annotation.models.jobs import NUMBER
from annotation.refusals import JobLost
from annotation.services.jobs.broker import KINDS
from annotation.services.jobs.failures import DIED, Trouble, trouble_of
from annotation.services.jobs.telling import tell_of_job
from annotation.services.storage.snapshots import in_snapshot

log = logging.getLogger("antifaz.jobs")
Report = Callable[[float, str], None]
Work = Callable[[Any, Report], None]
LONG_WORK = timedelta(minutes=1)  # from which on a press that ends it is asked about
WAIT, LOOK = 3600.0, 0.5  # seconds for a worker that took a job before us, between two looks
_ACTIVE = Q(status__in=[JobStatus.QUEUED, JobStatus.RUNNING])
WRITE_SECONDS = 0.5  # two writes a second are enough for a progress bar


def claim_job(model: type[Job], pk: int) -> Job | None:
    """Take a queued job with one conditional UPDATE; None if it cannot be claimed."""
    token = str(uuid.uuid4())
    manager = model._default_manager
    taken = manager.filter(
        pk=pk, status=JobStatus.QUEUED, attempts__lt=settings.JOB_ATTEMPTS
    ).update(
        status=JobStatus.RUNNING,
        claim=token,
        attempts=F("attempts") + 1,
        heartbeat_at=Now(),
        started_at=Now(),
        not_before=None,
        progress=0,
        phase="",
        error="",
    )
    return manager.get(pk=pk) if taken else None


def mine(job: Job) -> Any:
    """The job's row, only while this worker's claim on it holds."""
    return type(job)._default_manager.filter(pk=job.pk, claim=job.claim, status=JobStatus.RUNNING)


def beat(job: Job, progress: float, phase: str) -> bool:
    """Say that the job lives and how far it is; False once somebody took or cancelled it."""
    values = {"progress": round(progress, 3), "phase": phase[:40]}
    return bool(mine(job).update(heartbeat_at=Now(), **values))


def finish_job(job: Job, **values: object) -> None:
    """Mark done inside the caller's transaction; raises JobLost (and so rolls back) if lost."""
    done = mine(job).update(
        status=JobStatus.DONE, progress=1, phase="", finished_at=Now(), **values
    )
    if not done:
        raise JobLost
    tell_of_job(job, JobStatus.DONE)


@transaction.atomic
def fail_job(job: Job, message: str) -> None:
    """Mark failed, with a sentence for people (never a text of the corpus)."""
    if mine(job).update(status=JobStatus.FAILED, error=message[:300], finished_at=Now()):
        tell_of_job(job, JobStatus.FAILED)


def settle_job(job: Job, trouble: Trouble) -> None:
    """After an attempt that came to nothing: try again a little later, or give up and say why."""
    name = job._meta.model_name
    log.error(
        "%s %s, attempt %s, number %s: %s", name, job.pk, job.attempts, trouble.number, trouble.log
    )
    if trouble.again and job.attempts < settings.JOB_ATTEMPTS:
        later = timedelta(seconds=settings.JOB_RETRY_SECONDS * job.attempts)
        waiting = {"status": JobStatus.QUEUED, "claim": "", "progress": 0, "phase": ""}
        mine(job).update(not_before=Now() + later, **waiting)
    else:
        told = "%(number)s" in trouble.sentence
        fail_job(job, trouble.sentence + (NUMBER + trouble.number if told else ""))


def return_job(job: Job) -> None:
    """Put a job that this worker has back into the queue: the attempt does not count."""
    mine(job).update(
        status=JobStatus.QUEUED, claim="", attempts=F("attempts") - 1, progress=0, phase=""
    )


@transaction.atomic
def cancel_job(job: Job) -> bool:
    """Cancel a waiting or running job, with its parts; its worker, and those that do parts of it,
    drop what they have within seconds."""
    values: dict[str, Any] = {"status": JobStatus.CANCELLED, "finished_at": Now()}
    done = type(job)._default_manager.filter(_ACTIVE, pk=job.pk).update(**values)
    if done and (parts := job.shared_parts) is not None:
        parts.filter(_ACTIVE).update(**values)
    if done:
        tell_of_job(job, JobStatus.CANCELLED)
    return bool(done)


def put_off_job(job: Job, delay: timedelta) -> bool:
    """Let a waiting or running job that must be done at some time begin anew after the delay."""
    active = type(job)._default_manager.filter(_ACTIVE, pk=job.pk)
    values = {"status": JobStatus.QUEUED, "claim": "", "attempts": 0, "progress": 0, "phase": ""}
    return bool(active.update(not_before=Now() + delay, error="", **values))


def asks_first(job: Job) -> bool:
    """Whether to cancel it loses what takes long to make again: files that somebody sent and
    explained, or work of more than a minute."""
    if not job.is_active:
        return False
    if job.holds_files:
        return True
    begun, seen = job.started_at, job.heartbeat_at  # both by the database's clock
    return job.status == JobStatus.RUNNING and bool(begun and seen and seen - begun > LONG_WORK)


def run_job(model: type[Job], pk: int, work: Work) -> bool:
    """Claim, work in this process, and settle: for commands and tests. A worker gives each job a
    process of its own (`children.attend_job`). True if this call did the work."""
    job = claim_job(model, pk)
    if job is None:
        return False
    try:
        with keep_alive(job) as report:
            work(job, report)
    except JobLost:
        log.info("%s %s was cancelled or taken over", model._meta.model_name, pk)
    except Exception as error:
        settle_job(job, trouble_of(error))
    return True


def run_or_await(job: Job, work: Work) -> None:
    """As `run_job`, or wait for the worker that took it before us, at most an hour; `job` is then
    as it ended, or active still."""
    until = time.monotonic() + WAIT
    run_job(type(job), job.pk, work)
    job.refresh_from_db()
    while job.is_active and time.monotonic() < until:
        time.sleep(LOOK)
        job.refresh_from_db()


@contextlib.contextmanager
def keep_alive(job: Job) -> Iterator[Report]:
    """Keep a claimed job alive from a thread, for work in this process; yields
    report(fraction, phase), which raises JobLost."""
    stop, lost = threading.Event(), threading.Event()
    state: tuple[float, str] = (0.0, "")

    def keep_beating() -> None:
        try:
            while not stop.wait(settings.HEARTBEAT_SECONDS):
                with contextlib.suppress(DatabaseError):  # a locked database: beat again later
                    if not beat(job, *state):
                        lost.set()
        finally:
            connection.close()

    last = 0.0

    def report(fraction: float, phase: str) -> None:
        nonlocal last, state
        if lost.is_set():
            raise JobLost
        state = (fraction, phase)
        if time.monotonic() - last > WRITE_SECONDS and not in_snapshot():
            last = time.monotonic()
            if not beat(job, *state):
                raise JobLost

    thread = threading.Thread(target=keep_beating, name="heartbeat", daemon=True)
    thread.start()
    try:
        yield report
    finally:
        stop.set()
        thread.join(timeout=5)


def heart_stopped() -> Q:
    """Running jobs that nobody keeps alive: silent for too long, or with a beat in the future (the
    clock was put back: no worker that lives wrote it)."""
    silent, ahead = _bounds()
    return Q(status=JobStatus.RUNNING) & (Q(heartbeat_at__lt=silent) | Q(heartbeat_at__gt=ahead))


def heart_beats() -> Q:
    silent, ahead = _bounds()
    return Q(status=JobStatus.RUNNING, heartbeat_at__gte=silent, heartbeat_at__lte=ahead)


def _bounds() -> tuple[object, object]:
    """The moments between which the heartbeat of a living job lies."""
    silent = Now() - timedelta(seconds=settings.JOB_LOST_SECONDS)
    return silent, Now() + timedelta(seconds=max(1.0, settings.HEARTBEAT_SECONDS))


def recover_jobs() -> int:
    """Queue the running jobs again whose heart stopped; count them. Called by every sweep."""
    count = 0
    for model in KINDS:
        lost = model._default_manager.filter(heart_stopped())
        for job in lost.filter(attempts__gte=settings.JOB_ATTEMPTS):
            with transaction.atomic():
                failed = {"status": JobStatus.FAILED, "finished_at": Now(), "error": DIED}
                if lost.filter(pk=job.pk).update(**failed):
                    tell_of_job(job, JobStatus.FAILED)
        count += lost.update(status=JobStatus.QUEUED, claim="", progress=0, phase="")
    return count
