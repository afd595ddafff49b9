"""A job in a process of its own, and the worker's thread that attends it.

The process has limits and may die, hang or be ended at any moment; the thread keeps the row's heart
beating, sees whether the work goes on, and settles the row. Called by `lanes`.
"""

import logging
import math
import multiprocessing
import os
import pickle
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from annotation.models import Job, JobStatus
from annotation.services.jobs import child_start as beginning
from annotation.services.jobs import lifecycle
from annotation.services.jobs.child_work import LOST, READY, Answer
from annotation.services.jobs.failures import CRASHED, ENDED, STALLED, UNEXPECTED, Trouble
from annotation.services.jobs.fairness import others_wait

log = logging.getLogger("antifaz.jobs")
TICK = 0.2  # seconds after which the thread looks whether all is well
GRACE_SECONDS = 5.0  # that a process has to clean up when it is asked to end
ENDING_SECONDS = 2.0  # that it has when the worker itself ends, or others wait


def processes() -> ForkServerContext:
    """Where processes come from: a small server without threads, so that a fork is safe."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["annotation.preload"])
    return context


class Apart:
    """A process for one job, made before there is one: importing all that a job needs may take
    longer on a busy machine than a job may be silent."""

    def __init__(self) -> None:
        ours, theirs = multiprocessing.Pipe()
        self.pipe: Connection = ours
        self.process: Any = processes().Process(target=beginning.main, args=(theirs,))
        self.process.start()
        theirs.close()
        # How far it says it is, and when that last changed.
        self.share, self.phase, self.moved = 0.0, "", time.monotonic()

    def is_ready(self, seconds: float) -> bool:
        """Wait so long for it to be ready; raises ChildProcessError if it died or hangs instead."""
        answer = self.listen(seconds)
        if answer == READY:
            return True
        if answer is not None or self.still_for > settings.JOB_STALL_SECONDS:
            raise ChildProcessError("a process for jobs did not begin")
        return False

    @property
    def still_for(self) -> float:
        """Seconds since it last said something new."""
        return time.monotonic() - self.moved

    @property
    def lives(self) -> bool:
        return self.process.exitcode is None

    def do(self, job: Job, work: str) -> None:
        """Give it its job: `work(job, report)`, where `work` is the path of a function."""
        self.moved = time.monotonic()
        with suppress(OSError):  # it died a moment ago: `listen` says why
            self.pipe.send((memory_of(job), job.gives_way))
            self.pipe.send(pickle.dumps((job, work)))

    def listen(self, seconds: float) -> Answer | None:
        """Hear what it says for so long; its answer once it has one, and why it died if it did."""
        until = time.monotonic() + seconds
        while self.pipe.poll(max(0.0, until - time.monotonic())):
            try:
                said = self.pipe.recv()
            except (EOFError, ConnectionError):
                return self._died()
            if isinstance(said, str | Trouble):
                return said
            if said != (self.share, self.phase):
                self.share, self.phase = said
                self.moved = time.monotonic()
        return None

    def _died(self) -> Answer:
        self.process.join(GRACE_SECONDS)
        status = self.process.exitcode
        if status == -signal.SIGTERM:
            return LOST  # with the worker, by who ends all processes of a service at once
        if status == -signal.SIGKILL:
            return Trouble(ENDED, "killed from outside", again=True)
        return Trouble(CRASHED, f"its process ended with status {status}", again=True)

    def ask_to_end(self, seconds: float = GRACE_SECONDS) -> None:
        """Let it clean up, then end it, and whatever it started."""
        with suppress(OSError):
            self.pipe.send("stop")
        self.process.join(seconds)
        self.end()

    def end(self) -> None:
        """End it and whatever it started, now."""
        with suppress(OSError):  # before it has a group of its own there is none of this number
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.process.exitcode is None:
            self.process.kill()
        self.process.join(GRACE_SECONDS)
        self.pipe.close()


def attend_job(apart: Apart, job: Job, work: str, ending: Callable[[], bool]) -> None:
    """Have a claimed job done by a process that is ready, and settle its row; when the worker is
    ending, or the job gives way to others (`others_wait`), it goes back into the queue."""
    longest = settings.JOB_STALL_SECONDS * job.patience
    try:
        apart.do(job, work)
        answer = _watch(job, apart, longest, ending)
    finally:
        apart.end()
    if answer == LOST:
        _insist(lambda: lifecycle.return_job(job))  # nothing to do where it is not ours any more
        log.info("%s %s was cancelled or taken over", job._meta.model_name, job.pk)
    elif isinstance(answer, Trouble):
        _insist(lambda: lifecycle.settle_job(job, answer))
    else:
        # Nothing to do where the work marked its job as done, as it should.
        unmarked = Trouble(UNEXPECTED, "it ended without a result", again=True)
        _insist(
            lambda: lifecycle.settle_job(job, unmarked) if lifecycle.mine(job).exists() else None
        )


def _watch(job: Job, apart: Apart, longest: float, ending: Callable[[], bool]) -> Answer:
    """Keep the heart beating while the work goes on; how it ended."""
    wrote, written, done = -math.inf, (0.0, ""), False
    while (answer := apart.listen(TICK)) is None:
        if apart.still_for > longest:
            apart.end()
            return Trouble(STALLED, f"no progress in {longest:.0f} s at {apart.phase}", again=True)
        moved = written != (apart.share, apart.phase)
        pause = lifecycle.WRITE_SECONDS if moved else settings.HEARTBEAT_SECONDS
        if done or (time.monotonic() < wrote + pause and not ending()):
            continue
        wrote, written = time.monotonic(), (apart.share, apart.phase)
        try:
            if lifecycle.beat(job, *written):
                if ending() or others_wait(job):
                    lifecycle.return_job(job)  # first: what it finishes now counts no more
                    apart.ask_to_end(ENDING_SECONDS)
                    return LOST
                continue
            # A round has work left when its row is done: what chance alone would have taught.
            done = _status(job) == JobStatus.DONE
        except DatabaseError as error:  # locked, or away for a moment: beat again later
            log.warning("heartbeat of %s %s postponed: %s", *_named(job), type(error).__name__)
            close_old_connections()
            continue
        if not done:
            apart.ask_to_end()
            return LOST
    return answer


def _named(job: Job) -> tuple[str, int]:
    return str(job._meta.model_name), job.pk


def _status(job: Job) -> str | None:
    rows = type(job)._default_manager.filter(pk=job.pk, claim=job.claim)
    return rows.values_list("status", flat=True).first()


def _insist(write: Callable[[], None]) -> None:
    """Write to the database, again and again while it does not answer, as long as a job that is
    not settled would wait to be found lost."""
    until = time.monotonic() + settings.JOB_LOST_SECONDS
    while True:
        try:
            return write()
        except DatabaseError:
            if time.monotonic() > until:
                raise
            close_old_connections()
            time.sleep(1)


def memory_of(job: Job) -> int:
    """Megabytes that the process of a job may take beside what every one has; 0: no limit."""
    if job.memory_mb is not None:
        return job.memory_mb
    most: dict[str, int] = settings.JOB_MEMORY_MB
    return most.get(job.lane, 0)
