"""The one line about a project's work: what matters most, and its end for whoever saw it run."""

from typing import Any

import pytest

from annotation.models import Export, Import, JobStatus, Project, SourceTraining, TrainingRun
from annotation.services.jobs import lifecycle
from annotation.services.jobs.line import (
    State,
    name_of,
    own_line,
    own_lines,
    work_line,
    work_lines,
)
from annotation.services.jobs.workers import note_worker

pytestmark = pytest.mark.django_db


def begin(job: Any, progress: float = 0.0) -> Any:
    claimed = lifecycle.claim_job(type(job), job.pk)
    assert claimed
    type(job).objects.filter(pk=job.pk).update(progress=progress)
    return claimed


def test_nothing_is_said_where_nothing_is_done(project: Project, annotator: Any) -> None:
    assert work_line(project, annotator) is None
    assert work_lines(project, annotator) == []


def test_work_is_told_with_its_share_and_its_end_to_who_followed_it(
    project: Project, annotator: Any
) -> None:
    note_worker()
    run = TrainingRun.objects.create(project=project, number=6)
    begun = begin(run, progress=0.38)
    line = work_line(project, annotator)
    assert line
    assert (line.state, line.what, line.percent) == (State.WORKING, "Model 6 is learning", 38)
    lifecycle.finish_job(begun)
    assert work_line(project, annotator) is None
    ended = work_line(project, annotator, line.name)
    assert ended
    assert (ended.state, ended.what) == (State.DONE, "Model 6 has learnt")


def test_without_a_worker_it_says_so(project: Project, annotator: Any) -> None:
    TrainingRun.objects.create(project=project, kind="tag")
    line = work_line(project, annotator)
    assert line
    assert line.state == State.AWAY
    assert "No worker is running" in line.rest


def test_a_failure_goes_first_until_its_kind_is_tried_again(
    project: Project, annotator: Any
) -> None:
    note_worker()
    failed = begin(Import.objects.create(project=project))
    lifecycle.fail_job(failed, "The disk of the server is full.")
    begin(Export.objects.create(project=project, format="jsonl", strategy="typed"), progress=0.5)
    line = work_line(project, annotator)
    assert line
    assert (line.state, line.rest) == (State.FAILED, "The disk of the server is full.")
    Import.objects.create(project=project, status=JobStatus.DONE)
    line = work_line(project, annotator)
    assert line
    assert (line.state, line.what) == (State.WORKING, "A release is being written")


def test_another_projects_jobs_are_not_told(project: Project, annotator: Any) -> None:
    other = Project.objects.create(slug="other", name="Other")
    run = TrainingRun.objects.create(project=other)
    assert work_line(project, annotator, name_of(run)) is None


def test_all_work_lists_what_ended_too(project: Project, annotator: Any) -> None:
    note_worker()
    lifecycle.finish_job(begin(TrainingRun.objects.create(project=project, kind="seed")))
    TrainingRun.objects.create(project=project, number=1)
    assert [line.what for line in work_lines(project, annotator)] == [
        "Model 1 waits to learn",
        "The first batch has been chosen",
    ]


def test_away_from_projects_all_that_one_may_see_is_told_and_nothing_else(
    project: Project, annotator: Any, outsider: Any
) -> None:
    note_worker()
    other, secret = (Project.objects.create(slug=name, name=name) for name in ("other", "secret"))
    begin(TrainingRun.objects.create(project=project, number=2), progress=0.4)
    waiting = TrainingRun.objects.create(project=other, number=7)
    TrainingRun.objects.create(project=secret, number=9)
    line = own_line([project.pk, other.pk], annotator)
    assert line
    assert (line.job, line.state) == (waiting, State.WAITING)
    assert [each.what for each in own_lines([project.pk, other.pk], annotator)] == [
        "Model 7 waits to learn",
        "Model 2 is learning",
    ]
    assert own_line([], outsider, name_of(waiting)) is None
    assert not any(
        secret.name in each.rest for each in own_lines([project.pk, other.pk], annotator)
    )


def test_a_failure_is_news_until_its_own_project_tries_again(
    project: Project, annotator: Any
) -> None:
    note_worker()
    other = Project.objects.create(slug="other", name="Other")
    lifecycle.fail_job(begin(TrainingRun.objects.create(project=project, number=1)), "It broke.")
    run = begin(TrainingRun.objects.create(project=other, number=1))
    line = own_line([project.pk, other.pk], annotator)
    assert line
    assert line.state == State.FAILED
    lifecycle.finish_job(run)
    lifecycle.finish_job(begin(TrainingRun.objects.create(project=project, number=2)))
    assert own_line([project.pk, other.pk], annotator) is None


def test_a_source_model_from_a_file_is_told_to_whoever_teaches_it(
    manager: Any, curator: Any
) -> None:
    note_worker()
    SourceTraining.objects.create(name="calls", requested_by=manager, status=JobStatus.QUEUED)
    line = own_line([], manager)
    assert line
    assert line.what == "A source model waits to learn"
    assert own_line([], curator) is None
