"""The Celery application; a worker also sweeps for jobs that a dead worker left behind, and looks
now and then whether all saved labels are there."""

import contextlib
import logging
import os
import threading
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")

log = logging.getLogger("antifaz.worker")
app = Celery("antifaz")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["annotation"])

_stopping = threading.Event()


@worker_init.connect
def refuse_unsafe_start(**_: Any) -> None:
    """End the worker on insecure production settings; Celery itself ignores what checks find."""
    from django.core.exceptions import ImproperlyConfigured

    from webapp.checks import require_safe_start

    try:
        require_safe_start()
    except ImproperlyConfigured as error:
        # Celery logs the exceptions of signal handlers and goes on; this one it lets through.
        raise SystemExit(f"This worker does not start: {error}") from None


@worker_init.connect
def give_way(**_: Any) -> None:
    """Training waits for the people who label on the same machine, however it was started.

    Where Linux schedules by session, niceness counts within the session alone: a worker with a
    session of its own makes all of it give way.
    """
    os.nice(15)
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text("15")


@worker_ready.connect
def start_sweep(**_: Any) -> None:
    """Re-queue lost and unsent jobs now and every few seconds, whatever the broker remembers;
    count the saved labels every few minutes."""
    from django.conf import settings
    from django.db import DatabaseError, close_old_connections

    from annotation.services.integrity import Watch
    from annotation.services.jobs import note_worker, recover_jobs
    from annotation.services.source_corpora import erase_leftovers

    watch = Watch()

    def sweep_once() -> None:
        close_old_connections()
        try:
            note_worker()
            recover_jobs()
            erase_leftovers()
            watch.look()
        except (DatabaseError, OSError) as error:  # a restart, a full disk: again in some seconds
            log.warning("sweep postponed: %s", type(error).__name__)

    def sweep() -> None:
        while not _stopping.wait(settings.HEARTBEAT_SECONDS):
            sweep_once()

    sweep_once()
    threading.Thread(target=sweep, name="sweep", daemon=True).start()


@worker_shutting_down.connect
def stop_sweep(**_: Any) -> None:
    _stopping.set()
