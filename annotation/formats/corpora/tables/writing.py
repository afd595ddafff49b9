"""CSV and TSV out: with the columns that a dialogue came with, else id, speaker, text, language.

Each dialogue is rendered as a table of its own; `join_tables` makes one of all.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from annotation.formats.corpora.tables import faults as wrong
from annotation.formats.corpora.tables.cell_spans import cell_of_spans
from annotation.formats.corpora.tables.escapes import STANDARD, escaped
from annotation.formats.errors import FormatError
from annotation.formats.files.columns import DELIMITERS
from annotation.formats.types import DialogueValue, TurnValue


def render_table(dialogue: DialogueValue) -> list[tuple[str, bytes]]:
    """A dialogue as a table with its header; spans, utterances and events have no place in it."""
    (header, *rows), sign, crlf = table_of(dialogue)
    if tuple(header) == STANDARD and sign == ",":
        rows = [[escaped(cell) for cell in row[:3]] + [row[3]] for row in rows]
    return [("", _written([header, *rows], sign, crlf))]


def table_of(dialogue: DialogueValue) -> tuple[list[list[str]], str, bool]:
    """The header and rows of a dialogue, the sign between cells, and whether lines end in CRLF."""
    layout = dialogue.extra.get("table")
    if isinstance(layout, Mapping) and _is_layout(layout):
        rows = [_own_cells(dialogue, turn, layout) for turn in dialogue.turns]
        return [layout["columns"], *rows], layout["delimiter"], layout.get("crlf") is not False
    cells = [[dialogue.id, turn.speaker, turn.text, dialogue.lang] for turn in dialogue.turns]
    return [list(STANDARD), *cells], ",", True


def _is_layout(layout: Mapping[str, Any]) -> bool:
    """Whether what a dialogue keeps of its table is whole; JSONL may hold anything there."""
    names, sign = layout.get("columns"), layout.get("delimiter")
    places = [layout[role] for role in ("id", "speaker", "text", "spans") if role in layout]
    return (
        isinstance(names, list)
        and all(isinstance(name, str) for name in names)
        and sign in DELIMITERS
        and "text" in layout
        and len(set(places)) == len(places)
        and all(type(at) is int and 0 <= at < len(names) for at in places)
    )


def _own_cells(dialogue: DialogueValue, turn: TurnValue, layout: Mapping[str, Any]) -> list[str]:
    kept = turn.extra.get("cells")
    cells = kept if isinstance(kept, Mapping) else {}
    row = [str(cells.get(name, "")) for name in layout["columns"]]
    own = {"id": dialogue.id, "speaker": turn.speaker, "text": turn.text}
    for role, cell in (own | {"spans": cell_of_spans(turn.spans)}).items():
        if role in layout:
            row[layout[role]] = cell
    return row


def _written(rows: Iterable[Sequence[str]], delimiter: str, crlf: bool) -> bytes:
    # Python quotes a line end inside a cell only where it is the table's own: both are, here.
    lines = []
    for row in rows:
        line = io.StringIO(newline="")
        csv.writer(line, delimiter=delimiter, lineterminator="\r\n").writerow(row)
        lines.append(line.getvalue().removesuffix("\r\n"))
    ending = "\r\n" if crlf else "\n"
    return "".join(line + ending for line in lines).encode("utf-8")


def join_tables(parts: Iterable[bytes]) -> Iterator[bytes]:
    """One table of the tables of all dialogues: the header once.

    Raises FormatError mixed_tables where they have different columns: no row would fit the other's.
    """
    header: bytes | None = None
    for part in parts:
        own = _header(part)
        if header is None:
            yield part
        elif own != header:
            raise FormatError(wrong.MIXED_TABLES, file="export")
        else:
            yield part[len(own) :]
        header = own


def _header(part: bytes) -> bytes:
    """The first row of a rendered table: a line end inside a name is quoted."""
    end = part.find(b"\n")
    while part.count(b'"', 0, end + 1) % 2:
        end = part.find(b"\n", end + 1)
    return part[: end + 1]
