"""Progress of a project and of each person, from rows."""

import uuid
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Assignment, Batch, Project, QueryItem, Question, Reading, Turn
from annotation.services.team.progress import read_progress
from tests.annotation.services.team.test_agreement import grow
from tests.labelled import read

DAY = timezone.make_aware(datetime(2026, 5, 4, 12))


def finish(item: QueryItem, user: Any, seconds: float, day: int, labels: Any = ()) -> None:
    """The person reads the turn on that day and nobody else is to."""
    reading = read(item.turn, user, list(labels))
    at = DAY + timedelta(days=day)
    Reading.objects.filter(pk=reading.pk).update(seconds=seconds, done_at=at)
    Assignment.objects.create(item=item, reader=user, status="done", assigned_at=at)
    QueryItem.objects.filter(pk=item.pk).update(status="done")


@pytest.fixture
def worked(project: Project, batch: Batch, annotator: Any, second_annotator: Any) -> Project:
    """One person read two turns on two days; another has skipped the third, and asked."""
    first, second, third = batch.items.select_related("turn__dialogue__project").order_by("rank")
    finish(first, annotator, 10, 0, [("Marta", "female name")])
    finish(second, annotator, 20, 1, [("Bilbao", "place"), ("Olabarri", "surname")])
    QueryItem.objects.filter(pk=third.pk).update(status="skipped", is_flagged=True)
    Assignment.objects.create(
        item=third, reader=second_annotator, status="skipped", assigned_at=DAY
    )
    Question.objects.create(
        turn=third.turn, op_id=uuid.uuid4(), text="?", asked_by=second_annotator
    )
    return project


def test_the_project(worked: Project) -> None:
    seen = read_progress(worked)
    assert (seen.asked, seen.done, seen.skipped, seen.open, seen.flagged) == (3, 2, 1, 0, 1)
    assert (seen.readings, seen.seconds, seen.median_seconds) == (2, 30, 15)
    assert seen.questions == 1
    assert seen.days == {date(2026, 5, 4): 1, date(2026, 5, 5): 1}


def test_each_person(worked: Project) -> None:
    first, second = read_progress(worked).people
    assert (first.name, first.role, first.done, first.open) == ("annotator", "annotator", 2, 0)
    assert first.labels == {"female name": 1, "place": 1, "surname": 1}
    assert first.last_active == DAY + timedelta(days=1)
    assert (second.name, second.skipped, second.flagged) == ("second", 1, 1)
    assert (second.questions, second.unanswered, second.median_seconds) == (1, 1, None)


def test_only_one_person(worked: Project, second_annotator: Any) -> None:
    seen = read_progress(worked, second_annotator)
    assert [person.name for person in seen.people] == ["second"]
    assert seen.readings == 2  # the project's own counts stay


def test_waiting_and_unsettled(
    project: Project, batch: Batch, annotator: Any, second_annotator: Any
) -> None:
    first, second, _third = batch.items.select_related("turn__dialogue__project").order_by("rank")
    finish(first, annotator, 1, 0)
    QueryItem.objects.filter(pk=first.pk).update(status="open", readers=2)
    finish(second, annotator, 1, 0, [("Bilbao", "place")])
    Reading.objects.update(is_gold=False)
    finish(second, second_annotator, 1, 0)
    Reading.objects.update(is_gold=False)
    seen = read_progress(project)
    assert (seen.waiting, seen.unsettled, seen.open, seen.done) == (1, 1, 1, 0)


def test_imported_labels_are_nobodys_work(project: Project, manager: Any) -> None:
    turn = Turn.objects.select_related("dialogue__project").get(text__startswith="Soy Francisco")
    read(turn, manager, [("Bilbao", "place")])
    seen = read_progress(project)
    assert (seen.readings, seen.people) == (0, [])


def test_who_left_keeps_what_she_did(worked: Project, annotator: Any) -> None:
    worked.memberships.filter(user=annotator).delete()
    first = read_progress(worked).people[0]
    assert (first.name, first.role_name, first.done) == ("annotator", "", 2)


def test_queries_do_not_grow(
    project: Project, annotator: Any, second_annotator: Any, django_assert_num_queries: Any
) -> None:
    grow(project, [annotator], 2)
    with CaptureQueriesContext(connection) as small:
        read_progress(project)
    grow(project, [annotator, second_annotator], 30)
    with django_assert_num_queries(len(small)):
        assert read_progress(project).readings == 62
    assert len(small) == 8
