"""The beginning of a table, as somebody is shown it who says which column is what."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.formats.corpora.tables.reading import source_of
from annotation.formats.corpora.tables.sheets import opened_workbook
from annotation.formats.errors import FormatError
from annotation.formats.files.columns import Columns, find_columns
from annotation.formats.types import Files, ReadOptions

ROWS = 5  # that are shown
CELL = 80  # characters of a cell, and of the name of a column
TABLES = ("csv", "xlsx")  # formats that have columns


@dataclass(frozen=True, slots=True)
class Head:
    """header: the names of the columns; rows: of the first rows, cut; places: role -> column."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    places: dict[str, int]


def head_of(format: str, files: Files, name: str, columns: Columns) -> Head | None:
    """The head of a table; None of one that cannot be read at all."""
    options = ReadOptions(columns=columns)
    try:
        if format == "xlsx":
            with opened_workbook(files, name) as source:
                rows = [cells for _line, cells in itertools.islice(source.rows(), ROWS + 1)]
        else:
            source = source_of(files, name, options)
            rows = [cells for _line, cells in itertools.islice(source.rows(), ROWS + 1)]
    except FormatError:
        return None
    if not rows:
        return None
    places, _missing = find_columns(rows[0], columns)
    width = len(rows[0])
    shown = [[_cut(cell) for cell in (row + [""] * width)[:width]] for row in rows]
    return Head(shown[0], shown[1:], places)


def _cut(cell: str) -> str:
    return cell if len(cell) <= CELL else cell[: CELL - 1] + "…"
