"""How much each person read by the record, and which days are unusual."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.utils import timezone

from annotation.models import AccessEvent, Dialogue, Project, Step, Turn
from annotation.services.access import usage
from annotation.services.access.usage import IDLE, MANY_LINES, MUCH, Day, Mark, Person, find_marks

TODAY = date(2026, 11, 20)


def person(role: str, *opened: int, **more: Any) -> Person:
    """Somebody who opened so many dialogues on each day up to today."""
    days = {TODAY - timedelta(days=n): Day(opened=c, **more) for n, c in enumerate(opened)}
    return Person(1, "ana", role, days)


def marks(one: Person, *others: Person) -> list[Mark]:
    return find_marks(one, [one, *others], TODAY - timedelta(days=6))


def test_a_day_is_unusual_beside_the_days_of_the_role() -> None:
    others = [person("annotator", 10, 12), person("annotator", 8, 11)]  # the median is 10.5
    much = person("annotator", 32, 10)
    assert marks(much, *others) == [Mark(TODAY, MUCH, 32, 10)]  # 8 10 10 11 12
    assert marks(person("annotator", 29), *others) == []  # few, though thrice
    assert marks(person("annotator", 31), person("annotator", 11, 11, 11)) == []  # not thrice
    assert marks(person("curator", 400), *others) == []  # nothing to compare with
    assert marks(person("annotator", 400), person("annotator", 5)) == []  # too little
    curators = [person("curator", 5, 5, 5)]
    assert marks(person("annotator", 400), *curators) == []


def test_lines_in_lists_and_old_days() -> None:
    others = [person("curator", 0, 0, 0, listed=40)]
    assert marks(person("curator", 0, listed=301), *others) == [Mark(TODAY, MANY_LINES, 301, 40)]
    assert marks(person("curator", 0, listed=299), *others) == []
    eight_days = person("curator", *[0] * 7, 400)
    assert marks(eight_days, person("curator", 5, 5, 5)) == []


def test_opening_much_and_doing_nothing_is_unusual_for_an_annotator() -> None:
    assert marks(person("annotator", 30, idle=20)) == [Mark(TODAY, IDLE, 20)]
    assert marks(person("annotator", 40, idle=20)) == []  # she worked in as many
    assert marks(person("annotator", 19, idle=19)) == []
    assert marks(person("curator", 30, idle=30)) == []


def test_usage_counts_dialogues_once_a_day(project: Project, annotator: Any, curator: Any) -> None:
    first, second = project.dialogues.all()
    seen = {"user": annotator, "project": project}
    for purpose, dialogue in (
        ("label", first),
        ("label", first),
        ("label", second),
        ("marked", second),
        ("export", None),
    ):
        AccessEvent.objects.create(**seen, dialogue=dialogue, purpose=purpose)
    turn = Turn.objects.filter(dialogue=first).first()
    assert turn
    op_id = "0b9a2c1e-7d3f-4a55-9c1b-2f4f6c8e1a70"
    Step.objects.create(author=annotator, dialogue=first, op_id=op_id, kind="label")
    [one] = usage.read_usage(Project.objects.all())[project.pk]
    assert (one.name, one.role, one.week, one.views) == ("annotator", "annotator", 2, 5)
    assert one.today == Day(views=5, opened=2, listed=1, idle=1)
    told = usage.summarise([one])[0]
    assert (told["dialogues_7_days"], told["opened_today"], told["unusual"]) == (2, 2, [])


def test_who_left_and_what_was_erased_stay(project: Project, annotator: Any) -> None:
    dialogue = Dialogue.objects.earliest("pk")
    AccessEvent.objects.create(user=annotator, project=project, dialogue=dialogue, purpose="api")
    project.memberships.filter(user=annotator).delete()
    number = dialogue.pk
    dialogue.delete()
    [one] = usage.read_usage(Project.objects.all())[project.pk]
    assert (one.role, one.today.opened) == ("", 1)
    assert usage.list_events(project, dialogue=str(number)).count() == 1
    assert (annotator.pk, "annotator") in usage.list_people(project)


def test_rows_are_found_by_each_filter(project: Project, annotator: Any, curator: Any) -> None:
    first, second = project.dialogues.all()
    for user, dialogue, purpose in (
        (annotator, first, "label"),
        (curator, second, "revise"),
    ):
        AccessEvent.objects.create(user=user, project=project, dialogue=dialogue, purpose=purpose)
    today = timezone.localdate()
    for found in (
        {"person": curator.pk},
        {"dialogue": "call-2"},
        {"purpose": "revise"},
        {"person": curator.pk, "day": today},
    ):
        assert [e.user for e in usage.list_events(project, **found)] == [curator], found  # type: ignore[arg-type]
    assert usage.list_events(project, day=today).count() == 2
    assert not usage.list_events(project, day=today - timedelta(days=1)).exists()
    assert not usage.list_events(project, dialogue=str(first.pk)).exists()  # it is not erased


def test_a_day_begins_at_midnight_where_the_site_is(
    project: Project, annotator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Madrid, over the night that has an hour more (25 October 2026)."""
    event = {"user": annotator, "project": project, "dialogue": project.dialogues.first()}
    now = datetime(2026, 10, 27, 9, tzinfo=UTC)
    for day, hour in ((24, 21), (24, 22), (25, 22), (25, 23), (27, 10)):  # the last: a clock ahead
        moment = datetime(2026, 10, day, hour, 30, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        AccessEvent.objects.create(**event, purpose="label")
    monkeypatch.setattr(timezone, "now", lambda: now)
    with timezone.override(ZoneInfo("Europe/Madrid")):
        [one] = usage.read_usage(Project.objects.all())[project.pk]
    days = {(when.day, day.views, day.opened, day.idle) for when, day in one.days.items()}
    assert days == {(24, 1, 1, 1), (25, 2, 1, 1), (26, 1, 1, 1), (27, 1, 1, 1)}


def test_the_newest_rows_come_from_the_index(project: Project) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("with few rows PostgreSQL asks no index")
    assert "TEMP B-TREE" not in usage.list_events(project)[:50].explain()
