"""A table of figures, and how it is written: Markdown, CSV, JSON. No text of a corpus is in one."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

Cell = str | int | float | None
FEW = 10
# Why a table of a project is not there.
ONE_READER, FEW_DIALOGUES, NO_DOMAIN = "one_reader", "few_dialogues", "no_domain"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would work out


@dataclass(frozen=True, slots=True)
class Table:
    """Titles, notes and columns are English; the rows' first cells are labels or names of rows."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "note": self.note,
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Table":
        rows = tuple(tuple(each) for each in row["rows"])
        return cls(row["name"], row["title"], tuple(row["columns"]), rows, row["note"])


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def without_few(table: Table) -> Table:
    """The table as it may leave the building: of a label with fewer than ten items nothing else
    is told."""
    if table.columns[0] != "label" or "items" not in table.columns:
        return table
    place = table.columns.index("items")
    hidden: list[tuple[Cell, ...]] = []
    for row in table.rows:
        items = row[place]
        if isinstance(items, int) and items < FEW:
            blank: list[Cell] = [None] * len(row)
            blank[0], blank[place] = row[0], f"< {FEW}"
            row = tuple(blank)
        hidden.append(row)
    return replace(table, rows=tuple(hidden))


def to_markdown(tables: Iterable[Table]) -> str:
    """One after the other, each with its title and its note."""
    parts = []
    for table in tables:
        lines = [f"## {table.title}", "", _line(table.columns)]
        lines.append("|" + "|".join("---" if n == 0 else "---:" for n in range(len(table.columns))))
        lines[-1] += "|"
        lines += [_line([shown(cell) for cell in row]) for row in table.rows]
        parts.append("\n".join([*lines, *(["", table.note] if table.note else [])]))
    return "\n\n".join(parts) + "\n"


def to_csv(tables: Iterable[Table]) -> str:
    """Every cell in a row of its own: table, row, column, value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["table", "row", "column", "value"])
    for table in tables:
        for row in table.rows:
            for column, cell in zip(table.columns[1:], row[1:], strict=True):
                value = "" if cell is None else cell
                writer.writerow([_safe(each) for each in (table.name, row[0], column, value)])
    return out.getvalue()


def shown(cell: Cell) -> str:
    """Shares with three decimals; p values and the like as short as they are."""
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.3f}" if abs(cell) < 100 else f"{cell:.1f}"
    return str(cell)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _safe(cell: Cell) -> Cell:
    """A name that begins like a formula is none for a spreadsheet."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
