"""Celery tasks: each takes an id, claims the row, calls one service; all are safe to run twice."""

from celery import shared_task

from annotation.models import Export, SourceTraining, TrainingRun
from annotation.services.jobs import run_job
from annotation.services.release import write_export
from annotation.services.shards import help_scoring
from annotation.services.source_trainings import work_on_source
from annotation.services.training import work_on_run


@shared_task(name="annotation.run_training", ignore_result=True)
def run_training_task(pk: int) -> None:
    run_job(TrainingRun, pk, work_on_run)


@shared_task(name="annotation.run_export", ignore_result=True)
def run_export_task(pk: int) -> None:
    run_job(Export, pk, write_export)


@shared_task(name="annotation.run_source_training", ignore_result=True)
def run_source_training_task(pk: int) -> None:
    run_job(SourceTraining, pk, work_on_source)


@shared_task(name="annotation.help_scoring", ignore_result=True)
def help_scoring_task(pk: int) -> None:
    """Take parts of another worker's round; one that is over has none left."""
    run = TrainingRun.objects.filter(pk=pk).first()
    if run is not None:
        help_scoring(run)
