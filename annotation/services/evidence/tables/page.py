"""The part "Tables" of the evidence page, and its downloads, from the newest measurement.

Called by `parts` and by the view of the files.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from annotation.evidence.tables.table import (
    NO_DOMAIN,
    ONE_READER,
    Cell,
    Table,
    to_csv,
    to_markdown,
    without_few,
)
from annotation.models import Measurement, Project
from annotation.services.evidence.measurements import newest
from annotation.services.figures import grouped, short_share
from annotation.services.release.now import Now

WRITERS = {"md": to_markdown, "csv": to_csv}
_NAMES = frozenset({"corpus"})  # of tables whose rows have names of ours
_OURS = frozenset({"all together", "all labels", "mean"})


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table in words of the page's language, figures as people read them."""

    name: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The part: tables, why one is not there, and what may be chosen of them."""

    tables: Sequence[ShownTable]
    missing: Sequence[str]
    domains: Sequence[str] = ()  # keys by which a tagger may learn from one part and try others
    domain: str = ""  # the one that was chosen
    by_vote: bool = False


def read_tables(_now: Now, figures: Mapping[str, Any] | None) -> Shown:
    """What was measured; nothing before."""
    notes = (figures or {}).get("notes", ())
    found = figures or {}
    asked = found.get("asked", {})
    return Shown(
        [_shown(table) for table in _tables(figures)],
        [_why(code) for code in notes],
        found.get("domains", ()),
        asked.get("domain", ""),
        bool(asked.get("gold")),
    )


def _why(code: str) -> str:
    if code == ONE_READER:
        return _("No agreement: no turn was read by two people.")
    if code == NO_DOMAIN:
        return _("Nothing from one domain to others: each needs five labelled dialogues.")
    return _("No figures of a model: fewer labelled dialogues than folds.")


def written(project: Project, ending: str) -> str | None:
    """The newest tables as a file in English, for papers; None before they were measured."""
    row = newest(project, Measurement.Kind.TABLES)
    return None if row is None else WRITERS[ending](map(without_few, _tables(row.figures)))


def _tables(figures: Mapping[str, Any] | None) -> list[Table]:
    return [Table.from_json(row) for row in (figures or {}).get("tables", ())]


def _shown(table: Table) -> ShownTable:
    named = table.name in _NAMES
    rows = [
        [
            _(str(row[0])) if named or row[0] in _OURS else str(row[0]),
            *(_cell(cell) for cell in row[1:]),
        ]
        for row in table.rows
    ]
    columns = [_(column) if column else "" for column in table.columns]
    return ShownTable(
        table.name, _(table.title), columns, rows, _(table.note) if table.note else ""
    )


def _cell(cell: Cell) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return short_share(cell, 3) if abs(cell) <= 1 else number_format(round(cell, 2), 2)
    return grouped(cell)
