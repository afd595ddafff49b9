"""The lanes of a worker: each does one job after another, the fairest first, beside the others.

A message rings a lane's bell and carries nothing that matters; a lane looks by itself every few
seconds, too. Called by `annotation.tasks` and by the worker's start and end (`webapp.celery`).
"""

import logging
import multiprocessing
import threading
import time
from collections.abc import Callable, Iterable

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection

from annotation.models import Lane, TrainingRun
from annotation.services.jobs.broker import KINDS
from annotation.services.jobs.children import TICK, Apart, attend_job
from annotation.services.jobs.failures import trouble_of
from annotation.services.jobs.fairness import claim_next

log = logging.getLogger("antifaz.worker")
HELP = "annotation.services.training.shards.help_scoring"
END_SECONDS = 5.0  # that all lanes have to put their jobs back before the worker ends


class LaneThread(threading.Thread):
    """Does the jobs of one lane; `end` puts the one that it has back into the queue."""

    def __init__(self, lane: str) -> None:
        super().__init__(name=f"lane-{lane}", daemon=True)
        self.lane = lane
        self.bell = threading.Event()
        self.ending = threading.Event()
        self._free = threading.Lock()  # held while it works
        self._help: TrainingRun | None = None
        self._next: Apart | None = None  # waits for a job

    def run(self) -> None:
        while not self.ending.is_set():
            self.bell.clear()
            if not self._look():
                self.bell.wait(settings.HEARTBEAT_SECONDS)
        if self._next is not None:
            self._next.end()
        connection.close()

    def end(self) -> None:
        self.ending.set()
        self.bell.set()

    def offer_help(self, run: TrainingRun) -> bool:
        """Have parts of another worker's round done here; False while this lane works itself."""
        if self._free.locked() or self._help is not None:
            return False
        self._help = run
        self.bell.set()
        return True

    def _look(self) -> bool:
        """Do the next job, if there is one. Whatever happens, the lane goes on."""
        try:
            close_old_connections()
            if not self._prepare():
                return False
            with self._free:
                if self._help is not None:
                    self._help_with(self._help)
                    return True
                return work_once(self.lane, self._take, self.ending.is_set)
        except (DatabaseError, ChildProcessError, OSError) as error:  # again in some seconds
            log.warning("lane %s waits: %s", self.lane, type(error).__name__)
        except Exception as error:
            log.error("lane %s: %s", self.lane, trouble_of(error).log)
        return False

    def _prepare(self) -> bool:
        """Have a process ready; False when the worker ends meanwhile."""
        if self._next is not None and not self._next.lives:
            self._take().end()
        if self._next is not None:
            return True
        apart = Apart()
        try:
            while not self.ending.is_set():
                if apart.is_ready(TICK):
                    self._next = apart
                    return True
            return False
        finally:
            if self._next is None:
                apart.end()

    def _take(self) -> Apart:
        assert self._next is not None
        apart, self._next = self._next, None
        return apart

    def _help_with(self, run: TrainingRun) -> None:
        apart = self._take()
        try:
            apart.do(run, HELP)
            while apart.listen(TICK) is None and not self.ending.is_set():
                pass  # parts take seconds; what is not given back, the round's worker does itself
        finally:
            apart.end()
            self._help = None


def work_once(lane: str, process: Callable[[], Apart], ending: Callable[[], bool]) -> bool:
    """Claim the lane's next job and have it done; False if there was none."""
    job = claim_next(lane)
    if job is None:
        return False
    attend_job(process(), job, KINDS[type(job)].work, ending)
    return True


_lanes: dict[str, LaneThread] = {}


def start_lanes(names: Iterable[str]) -> None:
    """Begin to work. Raises ValueError for a name that is no lane."""
    for name in names:
        _lanes[Lane(name).value] = LaneThread(name)
    for lane in _lanes.values():
        lane.start()


def ring(lane: str) -> None:
    """There is something to do; nothing where this process does not work on that lane."""
    if lane in _lanes:
        _lanes[lane].bell.set()


def offer_help(run: TrainingRun) -> bool:
    """Let the learning lane help with another's round; False where it cannot now."""
    return Lane.LEARNING in _lanes and _lanes[Lane.LEARNING].offer_help(run)


def ask_to_end() -> None:
    """Each lane puts its job back at its next beat, and takes no other."""
    for lane in _lanes.values():
        lane.end()


def wait_for_end() -> None:
    """Give the lanes their time; then their processes are ended."""
    until = time.monotonic() + END_SECONDS
    for lane in _lanes.values():
        lane.join(max(0.0, until - time.monotonic()))
    for process in multiprocessing.active_children():
        process.kill()
