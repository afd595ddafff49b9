"""One project's work never starves another's."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from annotation.models import Export, Job, JobStatus, Lane, Project, SourceTraining, TrainingRun
from annotation.services.jobs import lifecycle
from annotation.services.jobs.fairness import claim_next, others_wait, queue_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> Project:
    return Project.objects.create(slug="other", name="Other")


def source(project: Project, number: int) -> SourceTraining:
    return SourceTraining.objects.create(
        project=project, name=f"{project.slug} {number}", status=JobStatus.QUEUED
    )


def done(job: Job | None) -> Job:
    assert job is not None
    lifecycle.finish_job(job)
    return job


def test_another_projects_one_job_is_second_at_the_latest(project: Project, other: Project) -> None:
    for number in range(5):
        source(project, number)
    done(claim_next(Lane.LEARNING))
    late = TrainingRun.objects.create(project=other)
    assert queue_of(Lane.LEARNING)[0] == late
    assert done(claim_next(Lane.LEARNING)) == late
    second = TrainingRun.objects.create(project=other)
    assert done(claim_next(Lane.LEARNING)) != second  # the first project's turn again
    assert done(claim_next(Lane.LEARNING)) == second


def test_who_was_never_served_comes_in_the_order_of_asking(
    project: Project, other: Project
) -> None:
    first, second = source(project, 1), source(project, 2)
    third = source(other, 1)
    assert queue_of(Lane.LEARNING) == [first, third, second]


def test_exports_do_not_wait_for_learning(project: Project) -> None:
    run = TrainingRun.objects.create(project=project)
    export = Export.objects.create(project=project, format="jsonl", strategy="entity")
    assert claim_next(Lane.LEARNING) == run
    assert claim_next(Lane.LEARNING) is None
    assert claim_next(Lane.FILES) == export


def test_a_large_model_comes_last_and_gives_way(
    project: Project, other: Project, settings: Any
) -> None:
    large = TrainingRun.objects.create(project=project, kind=TrainingRun.Kind.LARGE)
    run = TrainingRun.objects.create(project=other)
    assert queue_of(Lane.LEARNING) == [run, large]
    run.delete()
    working = claim_next(Lane.LEARNING)
    assert working == large and not others_wait(working)
    run = TrainingRun.objects.create(project=other)
    assert not others_wait(working)  # another worker may take it at once
    TrainingRun.objects.filter(pk=run.pk).update(queued_at=Now() - timedelta(minutes=1))
    assert others_wait(working)
    lifecycle.return_job(working)
    assert claim_next(Lane.LEARNING) == run
    round_ = TrainingRun.objects.get(pk=run.pk)
    assert not others_wait(round_)
