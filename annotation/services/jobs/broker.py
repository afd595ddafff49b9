"""How a job reaches the workers: a message by the broker, which may be down without any loss.

Called by services that start work and by the sweep of `lifecycle`. Sends ids alone.
"""

import logging
from dataclasses import dataclass

from celery import current_app
from django.db import transaction

from annotation.models import (
    Erasure,
    Export,
    Import,
    IssueCount,
    Job,
    Measurement,
    MeasurementPart,
    SourceTraining,
    TrainingRun,
)

log = logging.getLogger("antifaz.jobs")


@dataclass(frozen=True, slots=True)
class Kind:
    task: str  # its message wakes the workers
    work: str  # path of the function: a worker itself imports no library of the work


KINDS: dict[type[Job], Kind] = {
    TrainingRun: Kind("annotation.run_training", "annotation.services.training.loop.work_on_run"),
    Export: Kind("annotation.run_export", "annotation.services.release.exports.write_export"),
    SourceTraining: Kind(
        "annotation.run_source_training", "annotation.services.sources.trainings.work_on_source"
    ),
    Erasure: Kind("annotation.run_erasure", "annotation.services.erasing.erasure.work_on_erasure"),
    Import: Kind("annotation.run_import", "annotation.services.imports.page_jobs.work_on_import"),
    IssueCount: Kind("annotation.run_count", "annotation.services.glance.issues.count_issues"),
    Measurement: Kind(
        "annotation.run_measurement",
        "annotation.services.evidence.measurements.work_on_measurement",
    ),
    MeasurementPart: Kind(
        "annotation.run_measurement", "annotation.services.evidence.use.utility.work_on_part"
    ),
}


def send_job(job: Job) -> None:
    """Wake the workers after commit. A broker that is down loses nothing: they look by themselves
    every few seconds."""

    def send() -> None:
        try:
            current_app.send_task(KINDS[type(job)].task, args=[job.pk], ignore_result=True)
        except Exception as error:  # any broker error: the row stays queued
            log.warning(
                "broker did not take %s %s: %s", job._meta.model_name, job.pk, type(error).__name__
            )

    transaction.on_commit(send)
