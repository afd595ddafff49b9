"""Runs a restored backup against the ledger: what was erased since is erased again.

Called by `manage.py erase --replay`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from annotation.models import Dialogue, Erasure, Project, User
from annotation.services.erasing import accounts, erasure
from annotation.services.erasing.ledger import Entry, Row, read_own, write_entry
from annotation.services.storage import leftovers


@dataclass(slots=True)
class Replay:
    entries: int = 0  # erasures that the ledgers tell of
    erasures: list[Erasure] = field(default_factory=list)  # those that had to be done again
    strays: int = 0  # files that belonged to nothing any more


def replay_ledger(entries: Iterable[Entry], *, choice: str = Erasure.Choice.RETRAIN) -> Replay:
    """Erase again what came back. `entries`: of ledgers from elsewhere; those that this
    installation's own does not have are added to it. Raises Refused, OSError."""
    known_entries = read_own()
    known = {entry.id for entry in known_entries}
    fresh = [entry for entry in entries if entry.id not in known]
    done = Replay(entries=len(known_entries) + len(fresh))
    for entry in fresh:
        write_entry(entry)
    for entry in sorted([*known_entries, *fresh], key=lambda each: each.at):
        again = _erase_again(entry, choice)
        if again is not None:
            done.erasures.append(again)
    for project in Project.objects.all():
        done.strays += leftovers.sweep_strays(project)
        leftovers.remove_path(f"cache/project-{project.pk}")
    done.strays += leftovers.sweep_homeless()
    return done


def came_back(entry: Entry) -> list[Dialogue] | Project | User | None:
    """What of an entry is in the database; None where nothing is."""
    if entry.kind == "account":
        (account,) = entry.rows
        user = User.objects.filter(pk=account.pk).first()
        there = user is not None and account.is_row(user.pk, user.date_joined)
        return user if user is not None and there and not accounts.is_closed(user) else None
    row = entry.rows[0] if entry.kind == "project" else entry.project
    project = _project(row)
    if project is None or entry.kind == "project":
        return project
    rows = {each.pk: each for each in entry.rows}
    dialogues = project.dialogues.filter(pk__in=list(rows))
    return [each for each in dialogues if rows[each.pk].is_row(each.pk, each.imported_at)] or None


def _project(row: Row | None) -> Project | None:
    project = Project.objects.filter(pk=row.pk).first() if row else None
    there = project is not None and row is not None and row.is_row(project.pk, project.created_at)
    return project if there else None


def _erase_again(entry: Entry, choice: str) -> Erasure | None:
    returned = came_back(entry)
    if returned is None:
        return None
    if isinstance(returned, User):
        return accounts.erase_account(returned, by=None, record=False)
    if isinstance(returned, Project):
        return erasure.erase_project(returned, user=None, choice=choice, record=False)
    return erasure.erase_dialogues(
        returned[0].project, returned, user=None, choice=choice, record=False
    )
