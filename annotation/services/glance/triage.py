"""Which dialogue comes next for who revises or adjudicates: the next of the list that she came
from, else the one that needs her most.

Called by the pages of both; a list is asked for as on the corpus page (`listing.Asked`).
"""

from collections.abc import Sequence

from annotation.models import Project
from annotation.services.corpus.differences import waiting_dialogues
from annotation.services.glance.following import follow_project
from annotation.services.glance.listing import (
    NOTED,
    Asked,
    Row,
    State,
    by_gravity,
    by_need,
    choose_rows,
    list_rows,
    noted_dialogues,
    row_of,
)


def next_to_revise(
    project: Project, asked: Asked | None = None, *, after: int = 0, named: int = 0
) -> Row | None:
    """The next dialogue that is not approved; without a list those first that can be, in the
    order of the list of revision.

    `after`: the dialogue that she leaves; `named`: the one that its page named as the next. Work
    on a dialogue moves it in a list that is sorted by its issues; what was named stays.
    """
    follow_project(project)
    row = row_of(project, named) if named and named != after else None
    if row is not None and row.state != State.APPROVED:
        return row
    rows = list_rows(project)
    if asked is not None:
        ahead = _behind(_listed(project, rows, asked), after, named)
        return next((row for row in ahead if row.state != State.APPROVED), None)
    ahead = _behind(sorted(rows, key=_by_need), after, named)
    left = [row for row in ahead if row.state != State.APPROVED]
    return min(left, key=lambda row: not row.is_ready, default=None)


def _listed(project: Project, rows: Sequence[Row], asked: Asked) -> list[Row]:
    noted = noted_dialogues(project) if asked.issues == NOTED else ()
    return choose_rows(rows, asked, noted=noted)


def _by_need(row: Row) -> tuple[object, ...]:
    return not row.is_ready, *by_need(row)


def next_to_settle(
    project: Project, asked: Asked | None = None, *, after: int = 0, named: int = 0
) -> Row | None:
    """The next dialogue of which turns wait for a decision, in the same way; those first of which
    every turn is read. When a list has none left, any other."""
    waiting = set(waiting_dialogues(project).values_list("pk", flat=True))
    if named in waiting and (row := row_of(project, named)):
        return row
    follow_project(project)
    if not waiting:
        return None
    rows = list_rows(project)
    if asked is not None:
        ahead = _behind(_listed(project, rows, asked), after, named)
        if found := next((row for row in ahead if row.pk in waiting), None):
            return found
    others = _behind(sorted(rows, key=_by_reading), after, named)
    return next((row for row in others if row.pk in waiting), None)


def _by_reading(row: Row) -> tuple[object, ...]:
    return bool(row.unread), *by_gravity(row)


def _behind(rows: Sequence[Row], after: int, named: int) -> list[Row]:
    """The rows from the named one on, else behind the one that is left, then from the beginning;
    without the one that is left."""
    places = {row.pk: place for place, row in enumerate(rows)}
    start = places.get(named, places.get(after, 0))
    return [row for row in (*rows[start:], *rows[:start]) if row.pk != after]
