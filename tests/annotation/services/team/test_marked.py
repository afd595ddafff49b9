"""Flagged and skipped turns: whose, in which order, what is told of each, and the cost of it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Assignment, Batch, Project, QueryItem, Turn
from annotation.services.team.marked import count_marked, marked_items, show_marked
from annotation.services.team.progress import read_progress
from tests.annotation.services.team.test_agreement import say

DAY = datetime(2026, 5, 4, 9, tzinfo=UTC)


def give(item: QueryItem, user: Any, status: str, day: int) -> None:
    Assignment.objects.create(
        item=item, reader=user, status=status, assigned_at=DAY + timedelta(days=day)
    )


@pytest.fixture
def items(batch: Batch, annotator: Any, second_annotator: Any) -> list[QueryItem]:
    """The first is flagged by its readers, the second skipped by one and read by the other, the
    third skipped and flagged."""
    first, second, third = batch.items.order_by("rank")
    give(first, annotator, "done", 0)
    give(first, second_annotator, "open", 3)
    give(second, annotator, "skipped", 1)
    give(second, second_annotator, "done", 5)
    give(third, second_annotator, "skipped", 2)
    QueryItem.objects.filter(pk__in=[first.pk, third.pk]).update(is_flagged=True)
    QueryItem.objects.filter(pk=second.pk).update(status="done")
    QueryItem.objects.filter(pk=third.pk).update(status="skipped")
    return [first, second, third]


def test_of_everybody_those_taken_up_last_come_first(
    project: Project, items: list[QueryItem]
) -> None:
    first, _second, third = items
    assert list(marked_items(project, "flagged")) == [first, third]
    assert list(marked_items(project, "skipped")) == [third]
    assert count_marked(project) == {"flagged": 2, "skipped": 1}
    seen = read_progress(project)
    assert (seen.flagged, seen.skipped) == (2, 1)  # what the team page counts


def test_of_one_person_what_she_was_given(
    project: Project, items: list[QueryItem], annotator: Any
) -> None:
    first, second, _third = items
    assert list(marked_items(project, "flagged", annotator)) == [first]
    assert list(marked_items(project, "skipped", annotator)) == [second]
    person = read_progress(project, annotator).people[0]
    assert count_marked(project, annotator) == {
        "flagged": person.flagged,
        "skipped": person.skipped,
    }


def test_a_flag_on_a_turn_that_nobody_was_given(project: Project, batch: Batch) -> None:
    item = batch.items.order_by("rank")[0]
    QueryItem.objects.filter(pk=item.pk).update(is_flagged=True)
    [row] = show_marked(project, marked_items(project, "flagged"))
    assert (row.item, row.given, row.at) == (item, [], None)


def test_who_had_it_and_when(project: Project, items: list[QueryItem], annotator: Any) -> None:
    row = show_marked(project, marked_items(project, "flagged"))[0]
    assert [(each.name, each.state) for each in row.given] == [
        ("annotator", "done"),
        ("second", "open"),
    ]
    assert row.at == DAY + timedelta(days=3)
    own = show_marked(project, marked_items(project, "flagged", annotator), annotator)[0]
    assert [each.name for each in own.given] == ["annotator"]
    assert own.at == DAY


def test_a_long_turn_shows_its_first_words(project: Project, items: list[QueryItem]) -> None:
    def shown() -> tuple[str, bool]:
        row = show_marked(project, marked_items(project, "skipped"))[0]
        pieces = [piece for stretch in row.stretches for piece in stretch.pieces]
        return "".join(part.text for piece in pieces for part in piece.parts), row.is_cut

    for text, first in (("palabra " * 50, ("palabra " * 19) + "palabra"), ("x" * 500, "x" * 160)):
        Turn.objects.filter(pk=items[2].turn_id).update(text=text)
        assert shown() == (first, True)
    Turn.objects.filter(pk=items[2].turn_id).update(text="x" * 160)
    assert shown() == ("x" * 160, False)


def test_which_wait_for_adjudication(
    project: Project, items: list[QueryItem], annotator: Any, second_annotator: Any
) -> None:
    first = QueryItem.objects.select_related("turn__dialogue__project").get(pk=items[0].pk)
    say(first.turn, annotator, [("Marta", "female name")])
    say(first.turn, second_annotator, [])
    QueryItem.objects.filter(pk=first.pk).update(status="done", readers=2)
    rows = show_marked(project, marked_items(project, "flagged"))
    assert [row.waits for row in rows] == [True, False]


def test_queries_do_not_grow(
    project: Project, items: list[QueryItem], django_assert_num_queries: Any
) -> None:
    def look() -> None:
        show_marked(project, marked_items(project, "flagged"))

    with CaptureQueriesContext(connection) as few:
        look()
    dialogue = project.dialogues.get(external_id="call-1")
    for number in range(30):
        turn = Turn.objects.create(dialogue=dialogue, position=10 + number, text="Sí")
        item = QueryItem.objects.create(
            batch=items[0].batch, turn=turn, rank=number, is_flagged=True
        )
        give(item, Assignment.objects.earliest("pk").reader, "done", number)
    with django_assert_num_queries(len(few)):
        look()
