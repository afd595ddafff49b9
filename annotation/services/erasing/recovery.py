"""Puts erasures into the queue again: those that failed, and once each that is done; or later, for
whoever needs the machine now.

Called by the sweep of every worker, which loads nothing of the work itself, and by the pages.
"""

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from annotation.models import Erasure, JobStatus
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.lifecycle import put_off_job

LOOKS = 2
LATER = timedelta(hours=1)


def put_off_erasure(erasure: Erasure) -> bool:
    """Stop what an erasure is at and begin anew in an hour. It cannot be given up: its rows are
    gone already, and their bytes would stay on the disk. Nothing is left half done: a file is
    removed or not, and the database drops what it had not rewritten whole."""
    return put_off_job(erasure, LATER)


def recover_erasures() -> int:
    """Queue them and count them. An erasure is never given up: texts would stay."""
    late = timezone.now() - timedelta(seconds=2 * settings.JOB_LOST_SECONDS)
    again = Q(status=JobStatus.FAILED) | Q(status=JobStatus.DONE, looks__lt=LOOKS)
    waiting = Erasure.objects.filter(again, finished_at__lt=late)
    count = 0
    for erasure in waiting:
        values = {"status": JobStatus.QUEUED, "attempts": 0, "error": "", "claim": ""}
        if waiting.filter(pk=erasure.pk).update(**values):
            send_job(erasure)
            count += 1
    return count
