"""What a job waits for, for whom, and about how long: true, and no name for who may not know it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from annotation.models import Export, JobStatus, Member, Project, TrainingRun
from annotation.services.jobs import lifecycle
from annotation.services.jobs.waiting import about, waiting_line
from annotation.services.jobs.workers import note_worker

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_worker(data_dir: Any) -> None:
    note_worker()


@pytest.fixture
def other() -> Project:
    return Project.objects.create(slug="other", name="SGD from file")


def begin(project: Project, *, seconds: float = 0, **values: Any) -> TrainingRun:
    """A run that a worker has had for so many seconds."""
    run = TrainingRun.objects.create(project=project, **values)
    assert lifecycle.claim_job(TrainingRun, run.pk)
    TrainingRun.objects.filter(pk=run.pk).update(started_at=Now() - timedelta(seconds=seconds))
    run.refresh_from_db()
    return run


def took(project: Project, seconds: float, **values: Any) -> None:
    """A finished run that took so long."""
    run = begin(project, seconds=seconds, **values)
    lifecycle.finish_job(run)


def test_another_projects_work_is_named_to_its_members_alone(
    project: Project, other: Project, annotator: Any, outsider: Any
) -> None:
    begin(other)
    run = TrainingRun.objects.create(project=project)
    assert waiting_line(run, annotator) == "It waits for the work on another project."
    Member.objects.create(project=other, user=annotator, role=Member.Role.ANNOTATOR)
    assert waiting_line(run, annotator) == "It waits for the work on “SGD from file”."
    assert "SGD" not in waiting_line(run, outsider) + waiting_line(run)


def test_how_long_comes_from_what_was_done_here(project: Project, other: Project) -> None:
    took(other, 600)
    begin(other, seconds=100)
    run = TrainingRun.objects.create(project=project)
    assert waiting_line(run) == "It waits for the work on another project, about 9 minutes."
    third = TrainingRun.objects.create(project=Project.objects.create(slug="third", name="Third"))
    assert waiting_line(third) == (
        "It waits for the work on another project and 1 other job, about 19 minutes."
    )


def test_a_first_job_tells_its_pace(project: Project, other: Project) -> None:
    running = begin(other, seconds=300)
    run = TrainingRun.objects.create(project=project)
    assert waiting_line(run) == "It waits for the work on another project."
    assert waiting_line(running) == ""
    assert lifecycle.beat(running, 0.5, "training")
    running.refresh_from_db()
    assert waiting_line(run).endswith("about 6 minutes.")  # as long again, and rounded up
    assert waiting_line(running) == "about 6 minutes left"


def test_nothing_in_the_way(project: Project, other: Project) -> None:
    run = TrainingRun.objects.create(project=project)
    assert waiting_line(run) == "It begins in a moment."
    Export.objects.create(project=other, format="jsonl", strategy="entity")
    assert waiting_line(run) == "It begins in a moment."  # another lane
    begin(other, kind=TrainingRun.Kind.LARGE)
    assert waiting_line(run) == "It begins in a moment."  # it gives way


def test_a_slow_machine_is_said(project: Project) -> None:
    took(project, 40)
    run = begin(project, seconds=400)
    assert waiting_line(run) == (
        "It takes longer than usual (about 1 minute): the machine may be busy with other work."
    )


def test_between_two_attempts(project: Project) -> None:
    run = TrainingRun.objects.create(project=project, not_before=Now() + timedelta(minutes=1))
    run.refresh_from_db()
    assert waiting_line(run).startswith("A first attempt did not succeed")


def test_nothing_is_said_of_what_is_over(project: Project) -> None:
    assert waiting_line(None) == ""
    assert waiting_line(TrainingRun(project=project, status=JobStatus.DONE)) == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "about 1 minute"),
        (61, "about 2 minutes"),
        (5940, "about 99 minutes"),
        (7300, "about 2 hours"),
    ],
)
def test_durations(seconds: float, words: str) -> None:
    assert about(seconds) == words
