"""What a job waits for, for whom, and about how long: true, and no name for who may not know it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from annotation.models import (
    Erasure,
    Export,
    Import,
    JobStatus,
    Member,
    Project,
    TrainingRun,
)
from annotation.services.jobs import lifecycle
from annotation.services.jobs.line import work_line
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


def test_a_foot_says_briefly_that_a_job_is_slow(project: Project, annotator: Any) -> None:
    took(project, 40)
    run = begin(project, seconds=400)
    line = work_line(project, annotator)
    assert line
    assert (line.rest[:32], line.brief) == ("It takes longer than usual (abou", "longer than usual")
    TrainingRun.objects.filter(pk=run.pk).update(started_at=Now() - timedelta(seconds=10))
    line = work_line(project, annotator)
    assert line
    assert line.brief == line.rest == "about 1 minute left"


def test_between_two_attempts(project: Project) -> None:
    later = Now() + timedelta(minutes=1)
    run = TrainingRun.objects.create(project=project, attempts=1, not_before=later)
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


def looked(project: Project, size: int, seconds: float) -> None:
    """Files of so many bytes that were looked at in so long."""
    look = {"bytes": size, "seconds": seconds}
    Import.objects.create(project=project, status=Import.DRAFT, look=look)


def look_at(project: Project, size: int | None) -> Import:
    """Files of so many bytes that a worker has begun to look at; None: nobody noted how many."""
    given = {"name": "calls.jsonl", "path": "uploads/x", "replaced": False}
    files = [given if size is None else given | {"bytes": size}]
    job = Import.objects.create(project=project, files=files)
    assert lifecycle.claim_job(Import, job.pk)
    job.refresh_from_db()
    return job


def test_a_look_at_files_takes_as_long_as_others_of_about_that_size(
    project: Project, other: Project
) -> None:
    assert waiting_line(look_at(project, 40_000_000)) == ""  # the first
    looked(other, 2_000, 2.0)  # too small to tell anything
    assert waiting_line(look_at(project, 40_000_000)) == ""
    looked(other, 20_000_000, 120.0)
    looked(other, 60_000_000, 360.0)
    assert waiting_line(look_at(project, 40_000_000)) == "about 4 minutes left"
    assert waiting_line(look_at(project, 4_000_000_000)) == ""
    assert waiting_line(look_at(project, None)) == ""
    looked(project, 40_000_000, 500.0)  # in the project itself
    assert waiting_line(look_at(project, 40_000_000)) == "about 9 minutes left"


def test_what_somebody_put_off_says_when_it_goes_on_and_holds_nobody_up(project: Project) -> None:
    erasure = Erasure.objects.create(project=project, kind="dialogues", attempts=1)
    assert lifecycle.put_off_job(erasure, timedelta(hours=1))
    erasure.refresh_from_db()
    assert waiting_line(erasure).startswith("Put off: it goes on by itself at ")
    export = Export.objects.create(project=project, format="jsonl", strategy="entity")
    assert waiting_line(export) == "It begins in a moment."
