"""Celery tasks: messages that wake a worker. They carry an id and may come twice or never: what is
to be done, and in which order, stands in the jobs' rows (`annotation.services.jobs.lanes`)."""

import time

from celery import shared_task
from celery.exceptions import Reject

from annotation.models import (
    Erasure,
    Export,
    Import,
    IssueCount,
    Measurement,
    SourceTraining,
    TrainingRun,
)
from annotation.services.jobs.lanes import offer_help, ring

BUSY_SECONDS = 0.2  # before another worker may take what this one cannot


@shared_task(name="annotation.run_training", ignore_result=True)
def run_training_task(pk: int) -> None:
    ring(TrainingRun.lane)


@shared_task(name="annotation.run_export", ignore_result=True)
def run_export_task(pk: int) -> None:
    ring(Export.lane)


@shared_task(name="annotation.run_source_training", ignore_result=True)
def run_source_training_task(pk: int) -> None:
    ring(SourceTraining.lane)


@shared_task(name="annotation.run_erasure", ignore_result=True)
def run_erasure_task(pk: int) -> None:
    ring(Erasure.lane)


@shared_task(name="annotation.run_import", ignore_result=True)
def run_import_task(pk: int) -> None:
    ring(Import.lane)


@shared_task(name="annotation.run_count", ignore_result=True)
def run_count_task(pk: int) -> None:
    ring(IssueCount.lane)


@shared_task(name="annotation.run_measurement", ignore_result=True)
def run_measurement_task(pk: int) -> None:
    ring(Measurement.lane)


@shared_task(name="annotation.help_scoring", ignore_result=True)
def help_scoring_task(pk: int) -> None:
    """Take parts of another worker's round. A worker that works itself leaves the message to
    others; one that nobody takes expires."""
    run = TrainingRun.objects.filter(pk=pk).first()
    if run is not None and not offer_help(run):
        time.sleep(BUSY_SECONDS)
        raise Reject("busy", requeue=True)
