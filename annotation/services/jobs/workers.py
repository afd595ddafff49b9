"""Signs of life of the workers: one row each, written by a thread that does nothing else.

The pages, the admin and the other workers read the rows; the probe of a container looks at a file
beside them, which is touched after the row was written (docker/health.py).
"""

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from annotation.models import Lane, Worker
from annotation.services.jobs.broker import KINDS
from annotation.services.jobs.lifecycle import heart_beats
from annotation.services.storage.local import forget_unused

FORGET_SECONDS = 24 * 3600  # after which a worker that went without a word is no news


def own_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}"


def note_worker(lanes: Iterable[str] = Lane.values) -> None:
    name = own_name()
    if not Worker.objects.filter(name=name).update(beat_at=Now()):
        Worker.objects.create(name=name, lanes=",".join(lanes), started_at=Now(), beat_at=Now())
    place = settings.ANTIFAZ_DATA / "workers"
    place.mkdir(mode=0o700, exist_ok=True)
    (place / name).touch()
    now = time.time()  # the probe runs here too; a shared folder may have the clock of its server
    os.utime(place / name, (now, now))


def forget_worker(name: str = "") -> None:
    """A worker that ends in order leaves no sign."""
    name = name or own_name()
    Worker.objects.filter(name=name).delete()
    (settings.ANTIFAZ_DATA / "workers" / name).unlink(missing_ok=True)


def forget_old() -> None:
    """Forget the workers that were silent for a day. Until then a dead one is to be seen."""
    _forget(Q(beat_at__lt=Now() - timedelta(seconds=FORGET_SECONDS)))


def forget_gone() -> None:
    """Forget the workers of this machine whose process is gone: a new one takes their place."""
    host = socket.gethostname()
    here = Worker.objects.filter(name__startswith=f"{host}-")
    pids = {name: name.rpartition("-")[2] for name in here.values_list("name", flat=True)}
    gone = [name for name, pid in pids.items() if pid.isdecimal() and not _runs(int(pid))]
    _forget(Q(name__in=gone))


def _forget(which: Q) -> None:
    for name in list(Worker.objects.filter(which).values_list("name", flat=True)):
        forget_worker(name)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def keep_beating(lanes: Iterable[str], ending: threading.Event) -> None:
    """The thread: a sign every few seconds until the worker ends."""
    try:
        while True:
            with contextlib.suppress(DatabaseError, OSError):  # again at the next beat
                close_old_connections()
                note_worker(lanes)
                forget_unused()
            if ending.wait(settings.HEARTBEAT_SECONDS):
                return
    finally:
        with contextlib.suppress(DatabaseError, OSError):
            forget_worker()
        connection.close()


def living(seconds: float | None = None) -> QuerySet[Worker]:
    """Workers that gave a sign within so many seconds (else: those after which a job is lost)."""
    silent = Now() - timedelta(seconds=seconds or settings.JOB_LOST_SECONDS)
    ahead = Now() + timedelta(seconds=settings.JOB_LOST_SECONDS)
    return Worker.objects.filter(beat_at__gte=silent, beat_at__lt=ahead)


def silent() -> list[Worker]:
    """Workers that gave none, and did not end in order."""
    limit = Now() - timedelta(seconds=settings.JOB_LOST_SECONDS)
    return list(Worker.objects.filter(beat_at__lt=limit))


def count_workers(lane: str = Lane.LEARNING) -> int:
    """Workers of a lane that gave a sign of life in their last three beats. One that was killed a
    moment ago is still among them: nobody may wait for its answer alone."""
    return living(3 * settings.HEARTBEAT_SECONDS).filter(lanes__contains=lane).count()


def worker_alive(lane: str = Lane.LEARNING) -> bool:
    """Whether a worker of the lane lives: it says so, or a job of the lane has a beating heart. One
    query."""
    signs = living().filter(lanes__contains=lane).order_by().values("pk")
    hearts = [
        model._default_manager.filter(heart_beats()).order_by().values("pk")
        for model in KINDS
        if model.lane == lane
    ]
    return signs.union(*hearts, all=True).exists()
