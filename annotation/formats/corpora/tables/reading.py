"""Tables in (CSV and TSV here, workbooks by `sheets`): a row is a turn, the rows of one id are a
dialogue, other columns are kept.

The table is read twice, row by row: first every row is looked at, so that a broken table gives
nothing; then the dialogues come one at a time. Where the rows of a dialogue do not stand together
(calls in the order of time) all are kept in memory.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, groupby, islice

from annotation.formats import faults
from annotation.formats.checks import check_turn
from annotation.formats.corpora.tables import faults as wrong
from annotation.formats.corpora.tables.cell_spans import spans_of_cell
from annotation.formats.corpora.tables.escapes import STANDARD, unescaped
from annotation.formats.corpora.transcripts.times import parse_time
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import LIMITS, MEBI, open_file
from annotation.formats.files.columns import find_columns, told_delimiter
from annotation.formats.files.encoding import decode
from annotation.formats.files.strictjson import check_value
from annotation.formats.types import DialogueValue, Files, ReadOptions, SpanValue, TurnValue

_HEAD = 64 * 1024
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)?")
OWN = ("id", "speaker", "text", "spans")  # columns whose cells are made anew on writing
ROWS_SHOWN = 5  # of a table, to who says which column is what
MOST_COLUMNS = 200  # every dialogue keeps their names
MOST_IN_MEMORY = 32 * MEBI  # of a table whose dialogues are scattered

Row = tuple[int, list[str]]  # the line where it begins, its cells


@dataclass(frozen=True, slots=True)
class Table:
    """How a table is laid out: its header, what its columns are, how it is written."""

    header: Sequence[str]
    places: Mapping[str, int]
    delimiter: str
    crlf: bool
    is_sheet: bool = False  # whose cells need no apostrophe

    @property
    def is_standard(self) -> bool:
        """Whether it is as we write dialogues that come from no table."""
        return tuple(self.header) == STANDARD and self.delimiter == ","

    def own_text(self, cell: str) -> str:
        """What a cell says: in our own tables some have an apostrophe before it."""
        return unescaped(cell) if self.is_standard and not self.is_sheet else cell

    def layout(self) -> dict[str, object]:
        """What a dialogue keeps of it, so that it is written back as it was."""
        if self.is_standard:
            return {}
        kept: dict[str, object] = {"columns": list(self.header), "delimiter": self.delimiter}
        kept |= {role: self.places[role] for role in OWN if role in self.places}
        return {"table": kept if self.crlf else kept | {"crlf": False}}

    def id_of(self, cells: Sequence[str]) -> str | None:
        if "id" not in self.places:
            return None
        return self.own_text(cells[self.places["id"]])


@dataclass(frozen=True, slots=True)
class Source:
    """Where the rows of a table come from: `rows` begins anew, the header first."""

    file: str
    rows: Callable[[], Iterator[Row]]
    delimiter: str = ","
    crlf: bool = True
    is_sheet: bool = False


def read_tables(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogues of each table, in the order of their first rows; raises FormatError."""
    for name in files:
        yield from whole_or_left_out(_read_table(files, name, options), options)


def _read_table(files: Files, name: str, options: ReadOptions) -> Iterator[DialogueValue]:
    yield from read_rows(source_of(files, name, options), options)


def whole_or_left_out(
    dialogues: Iterator[DialogueValue], options: ReadOptions
) -> Iterator[DialogueValue]:
    """The dialogues of a table, or none where it has a fault as a whole and such are left out."""
    try:
        yield from dialogues
    except FormatError as fault:
        if fault.fault not in wrong.OF_A_TABLE:
            raise
        options.leave_out(fault)


def source_of(files: Files, name: str, options: ReadOptions) -> Source:
    """The rows of a CSV or TSV, and how it is written; raises FormatError empty_file."""
    with open_file(files, name) as stream:
        head = stream.read(_HEAD).decode("utf-8", "replace").removeprefix("\ufeff")
    if not head.strip():
        raise FormatError(faults.EMPTY, file=name)
    sign = told_delimiter(head, options.columns)
    rows = partial(_rows, files, name, sign)
    return Source(name, rows, sign, "\r\n" in head.partition("\n")[0] + "\n")


def read_rows(source: Source, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogues of one table, wherever its rows come from; raises FormatError."""
    table, scattered = _survey(source, options)
    name = source.file
    stem = re.sub(r"\.\w{1,5}$", "", name.replace("\\", "/").rsplit("/", 1)[-1]) or "dialogue"
    for given, rows in _grouped(source, table, scattered=scattered):
        try:
            dialogue = _dialogue(stem if given is None else given, rows, table, name, options)
        except FormatError as fault:
            options.leave_out(fault)
            continue
        if dialogue.turns:
            yield dialogue


def _lines(files: Files, name: str) -> Iterator[str]:
    """The lines of a file with their ends; only LF ends one."""
    offset = 0
    with open_file(files, name) as stream:
        while raw := stream.readline(LIMITS.line + 1):
            if len(raw) > LIMITS.line:
                raise FormatError(faults.LINE_TOO_LONG, file=name, most=LIMITS.line // MEBI)
            row = decode(raw, file=name, offset=offset)
            yield row if offset else row.removeprefix("\ufeff")
            offset += len(raw)


def _rows(files: Files, name: str, delimiter: str) -> Iterator[Row]:
    """The rows of a file that are not blank, the header first; raises FormatError table_row."""
    reader = csv.reader(_lines(files, name), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            if "limit" not in str(error):
                raise FormatError(wrong.QUOTES, file=name, line=line) from None
            most = csv.field_size_limit()
            raise FormatError(wrong.CELL_TOO_LONG, file=name, line=line, most=most) from None
        if cells is None:
            return
        if cells:
            yield line, cells


def _survey(source: Source, options: ReadOptions) -> tuple[Table, bool]:
    """The layout of a table, and whether rows of one dialogue stand apart. Every row is read."""
    name, rows = source.file, source.rows()
    top = list(islice(rows, 1 + ROWS_SHOWN))
    if not top:
        raise FormatError(faults.EMPTY, file=name)
    first, header = top[0]
    said = options.columns_for and options.columns_for(name, [cells for _line, cells in top])
    places, missing = find_columns(header, said or options.columns)
    if missing is not None:
        raise FormatError(wrong.NO_COLUMN, file=name, line=first, role=missing)
    if "text" not in places:
        raise FormatError(wrong.NO_TEXT_COLUMN, file=name, line=first)
    if len(header) > MOST_COLUMNS:
        raise FormatError(
            wrong.MANY_COLUMNS, file=name, line=first, n=len(header), most=MOST_COLUMNS
        )
    if len(set(header)) < len(header):
        raise FormatError(wrong.COLUMN_TWICE, file=name, line=first)
    table = Table(header, places, source.delimiter, source.crlf, source.is_sheet)
    seen: set[str] = set()
    last: str | None = None
    scattered = False
    for line, cells in chain(top[1:], rows):
        if len(cells) != len(header):
            n, most = len(cells), len(header)
            options.leave_out(FormatError(wrong.RAGGED_ROW, file=name, line=line, n=n, most=most))
            continue
        id = table.id_of(cells)
        if id is not None and id != last and any(cells):
            scattered |= id in seen
            seen.add(id)
            last = id
    check_value(table.layout(), file=name, line=first, depth=1)
    return table, scattered


@dataclass(slots=True)
class _Budget:
    """Counts what is kept in memory."""

    file: str
    size: int = 0
    rows: dict[str, list[Row]] = field(default_factory=dict)

    def keep(self, id: str, row: Row) -> None:
        self.size += sum(map(len, row[1]))
        if self.size > MOST_IN_MEMORY:
            most = MOST_IN_MEMORY // MEBI
            raise FormatError(wrong.SCATTERED, file=self.file, line=row[0], most=most)
        self.rows.setdefault(id, []).append(row)


def _grouped(
    source: Source, table: Table, *, scattered: bool
) -> Iterator[tuple[str | None, Iterator[Row] | list[Row]]]:
    """The rows of each dialogue behind its id, None for a file that is one dialogue.

    A row without any cell, as spreadsheets leave them, is none where rows have an id.
    """
    rows = (row for row in source.rows() if len(row[1]) == len(table.header))
    next(rows)
    if "id" not in table.places:
        kept = list(rows)
        if kept:
            yield None, kept
        return
    filled = (row for row in rows if any(row[1]))
    if not scattered:
        yield from groupby(filled, key=lambda row: table.id_of(row[1]))
        return
    budget = _Budget(source.file)
    for row in filled:
        budget.keep(table.id_of(row[1]) or "", row)
    yield from budget.rows.items()


def _dialogue(
    id: str, rows: Iterator[Row] | list[Row], table: Table, file: str, options: ReadOptions
) -> DialogueValue:
    """The dialogue of some rows, without those that have a fault of their own."""
    turns: list[TurnValue] = []
    lang, first = options.lang, 0
    for line, cells in rows:
        if not first:
            first = line
            said = cells[table.places["lang"]] if "lang" in table.places else ""
            lang = said if len(said) <= 12 and _LANGUAGE.fullmatch(said) else options.lang
        elif len(turns) > options.max_turns:
            continue  # who counts them refuses it
        try:
            turn = _turn(cells, table, number=len(turns) + 1, file=file, line=line)
            check_value(turn.extra, file=file, line=line, depth=3)
            check_turn(turn, number=len(turns) + 1, file=file, line=line, cap=options.max_turn)
        except FormatError as fault:
            options.leave_out(fault)
            continue
        turns.append(turn)
    return DialogueValue(id, lang, tuple(turns), extra=table.layout(), line=first)


def _turn(cells: Sequence[str], table: Table, *, number: int, file: str, line: int) -> TurnValue:
    places = table.places
    speaker = cells[places["speaker"]] if "speaker" in places else ""
    text = cells[places["text"]]
    if table.is_standard:
        return TurnValue(table.own_text(speaker), table.own_text(text))
    extra: dict[str, object] = {}
    for role in ("start", "end"):
        time = parse_time(cells[places[role]]) if role in places else None
        if time is not None:
            extra[role] = time
    spans: tuple[SpanValue, ...] = ()
    if "spans" in places:
        cell = cells[places["spans"]]
        spans = spans_of_cell(cell, text, number=number, file=file, line=line)
    own = {places[role] for role in OWN if role in places}
    rest = {name: cells[at] for at, name in enumerate(table.header) if at not in own}
    return TurnValue(speaker, text, spans, extra=extra | ({"cells": rest} if rest else {}))
