"""The forecast, by sums done by hand, and that it says when it does not know."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Project, Reading, Turn
from annotation.services.team.forecast import (
    finish_of,
    forecast_sentence,
    readings_left,
)
from annotation.services.team.progress import read_progress

TODAY = date(2026, 11, 23)


def days(*counts: int) -> dict[date, int]:
    """The last days, the newest last."""
    return {TODAY - timedelta(days=len(counts) - 1 - n): count for n, count in enumerate(counts)}


def test_days_of_rest_are_part_of_the_pace() -> None:
    """60 + 0 + 60 + 60 in four days: 45 a day; 450 left take ten days. Their deviation is 30, so
    the mean's error is 15: between 450 / 60 = 7.5 and 450 / 30 = 15 days."""
    finish = finish_of(450, days(60, 0, 60, 60), TODAY)
    assert finish
    assert finish.a_day == 45
    assert finish.expected == date(2026, 12, 3)
    assert (finish.early, finish.late) == (date(2026, 12, 1), date(2026, 12, 8))


@pytest.mark.parametrize(
    "known",
    [{}, days(400, 400), days(10, 9, 10), {TODAY - timedelta(days=40 + n): 99 for n in range(9)}],
)
def test_too_little_is_no_forecast(known: dict[date, int]) -> None:
    assert finish_of(100, known, TODAY) is None


def test_what_is_years_away_is_no_forecast() -> None:
    assert finish_of(1e6, days(10, 10, 10), TODAY) is None


def test_days_that_differ_widely_have_no_last_day() -> None:
    known = {TODAY: 100, TODAY - timedelta(days=20): 1, TODAY - timedelta(days=27): 1}
    finish = finish_of(400, known, TODAY)
    assert finish and finish.late is None  # 102 / 28 a day, and an error nearly as large


def test_turns_that_several_read_are_read_so_often(project: Project) -> None:
    project.shared_percent, project.readers = 10, 3
    assert readings_left(project, 100) == pytest.approx(120)


def test_the_sentences_follow_the_projects_own_readings(
    project: Project, batch: Any, annotator: Any
) -> None:
    today = timezone.localdate()
    told = forecast_sentence(project, read_progress(project), today)
    assert told.startswith("7 turns are still to be labelled. Not enough was read")
    progress = read_progress(project)
    many = {today - timedelta(days=n): 20 for n in range(5)}
    object.__setattr__(progress, "days", many)
    object.__setattr__(progress, "median_seconds", 30.0)
    assert "all are read about" in forecast_sentence(project, progress, today)
    for turn in Turn.objects.filter(dialogue__project=project):
        Reading.objects.create(turn=turn, reader=annotator, status="done", is_gold=True)
    assert forecast_sentence(project, progress, today) == ""


def test_turns_that_are_read_and_differ_are_not_said_to_be_unread(
    project: Project, batch: Any, annotator: Any
) -> None:
    today = timezone.localdate()
    batch.items.filter(rank__lt=2).update(status="done")
    told = forecast_sentence(project, read_progress(project), today)
    assert told.startswith("5 turns are still to be labelled.")
    for turn in Turn.objects.filter(dialogue__project=project).exclude(query_item__status="done"):
        Reading.objects.create(turn=turn, reader=annotator, status="done", is_gold=True)
    told = forecast_sentence(project, read_progress(project), today)
    assert told == ""  # the page says of these that they are to be agreed
