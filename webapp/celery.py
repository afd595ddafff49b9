"""The Celery application; a worker also sweeps for jobs that a dead worker left behind."""

import logging
import os
import threading
from typing import Any

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")

log = logging.getLogger("antifaz.worker")
app = Celery("antifaz")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["annotation"])

_stopping = threading.Event()


@worker_ready.connect
def start_sweep(**_: Any) -> None:
    """Re-queue lost and unsent jobs now and every few seconds, whatever the broker remembers."""
    from django.conf import settings
    from django.db import DatabaseError, close_old_connections

    from annotation.services.jobs import note_worker, recover_jobs

    def sweep() -> None:
        while not _stopping.wait(settings.HEARTBEAT_SECONDS):
            close_old_connections()
            note_worker()
            try:
                recover_jobs()
            except DatabaseError:  # the database restarts: sweep again in a few seconds
                log.warning("sweep postponed: the database does not answer")

    note_worker()
    recover_jobs()
    threading.Thread(target=sweep, name="sweep", daemon=True).start()


@worker_shutting_down.connect
def stop_sweep(**_: Any) -> None:
    _stopping.set()
