"""Lists of dialogues are filtered and sorted by what was counted of each."""

from typing import Any

import pytest

from annotation.models import DialogueFigures, Project
from annotation.services.glance.following import follow_project
from annotation.services.glance.listing import (
    LENGTHS,
    SORTS,
    Asked,
    Row,
    bands_of,
    choose_rows,
    count_assigned,
    count_states,
    list_rows,
    name_readers,
)

FEW: dict[str, Any] = {"turns": 1, "words": 9, "items": 0, "unread": 0, "unsettled": 0}


def row(pk: int, state: str | None, issues: tuple[Any, ...] = (None,) * 3, **more: Any) -> Row:
    values = {**FEW, "readers": "", "agreement": None, "issues_old": False, **more}
    blocks, warns, notes = issues
    named = {"blocks": blocks, "warns": warns, "notes": notes}
    return Row(pk=pk, name=f"c{pk}", state=state, **values, **named)


ROWS = [
    row(1, "approved", (0, 0, 2), readers="7 8", agreement=1.0, items=5),
    row(2, "unread", turns=8, assigned=31, assignee="ana"),
    row(3, "held", (2, 1, 0), readers="7", items=9),
    row(
        4,
        "differ",
        (0, 3, 0),
        readers="7 8 9",
        agreement=0.5,
        words=40,
        assigned=30,
        assignee="jon",
    ),
    row(5, "read", (0, 0, 0), readers="8", agreement=0.75, assigned=31, assignee="ana"),
    row(6, None, readers=None),
]


@pytest.mark.parametrize(
    ("asked", "pks"),
    [
        (Asked(), [4, 3, 5, 1, 2, 6]),
        (Asked(sort="issues"), [3, 4, 1, 2, 5, 6]),
        (Asked(sort="name"), [1, 2, 3, 4, 5, 6]),
        (Asked(sort="name", turned=True), [6, 5, 4, 3, 2, 1]),
        (Asked(sort="state"), [3, 4, 2, 5, 1, 6]),
        (Asked(sort="turns"), [2, 1, 3, 4, 5, 6]),
        (Asked(sort="words"), [4, 1, 2, 3, 5, 6]),
        (Asked(sort="items"), [3, 1, 2, 4, 5, 6]),
        (Asked(sort="readers"), [4, 1, 3, 5, 2, 6]),
        (Asked(sort="agreement"), [4, 5, 1, 2, 3, 6]),
        (Asked(sort="assigned"), [2, 5, 4, 1, 3, 6]),
        (Asked(assigned="31"), [5, 2]),
        (Asked(sort="nonsense"), [4, 3, 5, 1, 2, 6]),
        (Asked(state="held"), [3]),
        (Asked(reader=8), [4, 5, 1]),
        (Asked(issues="block"), [3]),
        (Asked(issues="warn"), [4, 3]),
        (Asked(issues="info"), [1]),
        (Asked(issues="any"), [4, 3, 1]),
        (Asked(issues="none"), [5]),
        (Asked(issues="unknown"), [2, 6]),
        (Asked(reader=7, issues="info"), [1]),
        (Asked(agreement="little"), [4, 5]),
        (Asked(agreement="not-all"), [4, 5]),
        (Asked(agreement="all"), [1]),
        (Asked(agreement="alone"), [3, 2, 6]),
        (Asked(agreement="little", reader=9), [4]),
    ],
)
def test_rows_are_chosen_and_sorted(asked: Asked, pks: list[int]) -> None:
    assert [each.pk for each in choose_rows(ROWS, asked)] == pks


def test_dialogues_with_a_note_of_a_reader() -> None:
    assert [each.pk for each in choose_rows(ROWS, Asked(issues="noted"), noted={5, 3})] == [3, 5]


def test_a_search_leaves_what_it_found() -> None:
    assert [each.pk for each in choose_rows(ROWS, Asked(), {5, 3, 99})] == [3, 5]
    assert choose_rows(ROWS, Asked(), set()) == []


def test_states_are_counted() -> None:
    assert count_states(ROWS) == {
        "held": 1, "differ": 1, "unread": 1, "model": 0, "read": 1, "approved": 1, "": 1,
    }  # fmt: skip
    assert set(SORTS) >= {"turns", "agreement"}


def test_whose_dialogues_are_is_counted_by_name() -> None:
    assert list(count_assigned(ROWS).items()) == [
        ("31", ("ana", 2)), ("30", ("jon", 1)), ("nobody", ("", 3)),
    ]  # fmt: skip
    assert count_assigned(ROWS[:1]) == {}


def test_a_list_is_one_query(
    labelled: Project, annotator: Any, django_assert_num_queries: Any
) -> None:
    assert [each.state for each in list_rows(labelled)] == [None, None]
    follow_project(labelled)
    with django_assert_num_queries(1):
        rows = list_rows(labelled)
    assert [(each.name, each.state, each.turns) for each in rows] == [
        ("call-1", "read", 4),
        ("call-2", "read", 3),
    ]
    assert DialogueFigures.objects.count() == 2
    assert name_readers(rows) == {annotator.pk: "annotator"}


def test_what_a_model_read_is_partly_read_where_people_read_too() -> None:
    assert row(1, "model", readers="7").is_partly
    assert not row(2, "model").is_partly
    assert not row(3, "read", readers="7").is_partly


def test_lengths_are_thirds_of_the_corpus_by_words() -> None:
    rows = [row(n, "read", words=words) for n, words in enumerate((300, 20, 90, 80, 10, 400), 1)]
    rows.append(row(7, None, words=None))
    bands = bands_of(rows)
    assert (bands.middle, bands.long) == (80, 300)  # of 10 20 80 90 300 400
    assert bands.counts == {"short": 2, "middle": 2, "long": 2} and bands.differ
    asked = {name: choose_rows(rows, Asked(length=name, sort="name")) for name in LENGTHS}
    found = {name: [each.pk for each in some] for name, some in asked.items()}
    assert found == {"short": [2, 5], "middle": [3, 4], "long": [1, 6]}
    assert not bands_of([row(1, "read"), row(2, "read")]).differ
    assert bands_of([]).counts == {"short": 0, "middle": 0, "long": 0}


def test_a_steward_sees_first_what_is_approved_and_not_signed() -> None:
    rows = [
        row(1, "differ", (3, 0, 0)),
        row(2, "approved", (0, 0, 0)),
        row(3, "held", (2, 0, 0)),
        row(4, "approved", (0, 1, 0)),
        row(5, "approved", (0, 0, 0)),
        row(6, "read", (0, 0, 0)),
    ]
    chosen = choose_rows(rows, Asked(), unsigned={2, 4, 6})
    assert [each.pk for each in chosen] == [4, 2, 5, 3, 1, 6]
    by_name = choose_rows(rows, Asked(sort="name"), unsigned={2, 4, 6})
    assert [each.pk for each in by_name] == [1, 2, 3, 4, 5, 6]
