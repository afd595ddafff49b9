"""Celery tasks: each takes an id, claims the row, calls one service; all are safe to run twice."""

from celery import shared_task

from annotation.models import Export, TrainingRun
from annotation.services.jobs import run_job
from annotation.services.release import write_export
from annotation.services.training import work_on_run


@shared_task(name="annotation.run_training", ignore_result=True)
def run_training_task(pk: int) -> None:
    run_job(TrainingRun, pk, work_on_run)


@shared_task(name="annotation.run_export", ignore_result=True)
def run_export_task(pk: int) -> None:
    run_job(Export, pk, write_export)
