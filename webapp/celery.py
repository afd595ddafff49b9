"""The Celery application, and what a worker does: its lanes, its sign of life, its sweep."""

import logging
import os
import threading

from celery import Celery
from celery.signals import worker_init, worker_ready, worker_shutdown, worker_shutting_down

import annotation

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")

log = logging.getLogger("antifaz.worker")
app = Celery("antifaz")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks([annotation.__name__])

_ending = threading.Event()
_threads: list[threading.Thread] = []


@worker_init.connect
def refuse_unsafe_start(**_: object) -> None:
    """End the worker on insecure production settings; Celery itself ignores what checks find."""
    from django.core.exceptions import ImproperlyConfigured

    from webapp.start_up.checks import require_safe_start

    try:
        require_safe_start()
    except ImproperlyConfigured as error:
        # Celery logs the exceptions of signal handlers and goes on; this one it lets through.
        raise SystemExit(f"This worker does not start: {error}") from None


@worker_ready.connect
def start_work(**_: object) -> None:
    """Begin to work: a thread a lane, one that gives the sign of life and nothing else, one that
    sweeps, and one that tells the hooks."""
    from django.conf import settings

    from annotation.models import Lane
    from annotation.services.hooks.queue import keep_delivering
    from annotation.services.jobs.lanes import start_lanes
    from annotation.services.jobs.workers import forget_gone, keep_beating

    lanes = settings.WORKER_LANES
    if not lanes or not set(lanes) <= set(Lane.values):
        raise SystemExit(f"WORKER_LANES: expected some of {', '.join(Lane.values)}")
    forget_gone()
    beat = threading.Thread(target=keep_beating, args=(lanes, _ending), name="beat", daemon=True)
    beat.start()
    _threads.append(beat)
    threading.Thread(target=sweep, name="sweep", daemon=True).start()
    hooks = threading.Thread(target=keep_delivering, args=(_ending,), name="hooks", daemon=True)
    hooks.start()
    start_lanes(lanes)


def sweep() -> None:
    """Every few seconds: jobs whose worker died are queued again, files that a killed process left
    are erased, forgotten workers too, dialogues in which something changed are counted anew, and
    their open issues in a job; every few minutes the saved labels are counted."""
    from django.conf import settings
    from django.db import DatabaseError, close_old_connections

    from annotation.services.corpus.integrity import Watch
    from annotation.services.erasing.recovery import recover_erasures
    from annotation.services.glance.following import follow_changes
    from annotation.services.glance.issues import ask_for_counts
    from annotation.services.hooks.queue import forget_deliveries
    from annotation.services.imports.files import erase_uploads
    from annotation.services.imports.staging import sweep_staging
    from annotation.services.jobs.lifecycle import recover_jobs
    from annotation.services.jobs.workers import forget_old
    from annotation.services.sources.corpora import erase_leftovers
    from annotation.services.storage.unfinished import erase_parts

    sweeps = (
        recover_jobs,
        erase_leftovers,
        erase_parts,
        recover_erasures,
        erase_uploads,
        sweep_staging,
        forget_old,
        Watch().look,
        follow_changes,
        ask_for_counts,
        forget_deliveries,
    )
    while True:
        for do in sweeps:
            close_old_connections()
            try:
                do()
            except (DatabaseError, OSError) as error:  # a restart, a full disk: again in seconds
                log.warning("sweep postponed: %s", type(error).__name__)
        if _ending.wait(settings.HEARTBEAT_SECONDS):
            return


@worker_shutting_down.connect
def stop_work(**_: object) -> None:
    """The jobs that this worker has go back into the queue."""
    from annotation.services.jobs.lanes import ask_to_end

    ask_to_end()


@worker_shutdown.connect
def wait_for_lanes(**_: object) -> None:
    from annotation.services.jobs.lanes import wait_for_end

    wait_for_end()
    _ending.set()
    for thread in _threads:
        thread.join(2)
