"""Puts erasures into the queue again: those that failed, and once each that is done.

Called by the sweep of every worker, which loads nothing of the work itself.
"""

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from annotation.models import Erasure, JobStatus
from annotation.services.jobs.broker import send_job

LOOKS = 2


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
