"""Workbooks (XLSX) in: the first sheet is a table, read as `reading` reads the others.

openpyxl reads row by row; of a formula its last result is taken. What the archive unpacks to is
counted before it is opened, and its XML is parsed by defusedxml.
"""

import json
import re
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date, datetime, time, timedelta
from functools import partial
from shutil import copyfileobj
from typing import IO, Any, BinaryIO, cast

from annotation.formats import faults
from annotation.formats.corpora.tables import faults as wrong
from annotation.formats.corpora.tables.reading import Row, Source, read_rows, whole_or_left_out
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import BOM, LIMITS, Members, is_workbook, is_zip, open_file
from annotation.formats.types import DialogueValue, Files, ReadOptions

_IN_MEMORY = 4 * 1024 * 1024
_CHUNK = 256 * 1024
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def read_workbooks(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogues of the first sheet of each workbook; raises FormatError.

    All of them together unpack to no more than one archive may.
    """
    unpacked = 0

    def read(stream: BinaryIO, name: str) -> Iterator[DialogueValue]:
        nonlocal unpacked
        unpacked += _look_through(stream, name, unpacked)
        with tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8") as kept:
            # A table is read twice, and a sheet takes long: what it says is kept meanwhile.
            for row in _rows(stream, name):
                kept.write(json.dumps(row) + "\n")
            yield from read_rows(Source(name, partial(_kept_rows, kept), is_sheet=True), options)

    for name in files:
        with _seekable(files, name) as stream:
            yield from whole_or_left_out(read(stream, name), options)


def _kept_rows(kept: IO[str]) -> Iterator[Row]:
    kept.seek(0)
    for text in kept:
        line, cells = json.loads(text)
        yield line, cells


@contextmanager
def _seekable(files: Files, name: str) -> Iterator[BinaryIO]:
    with open_file(files, name) as stream:
        if stream.seekable():
            yield stream
            return
        with tempfile.SpooledTemporaryFile(_IN_MEMORY) as kept:
            copyfileobj(stream, kept)
            kept.seek(0)
            yield cast(BinaryIO, kept)


def _look_through(stream: BinaryIO, name: str, before: int) -> int:
    """Unpack what will be read once; how many bytes that is, beside those that came `before`.
    Raises FormatError archive_* or workbook."""
    head = stream.read(_CHUNK)
    if not head.removeprefix(BOM).strip():
        raise FormatError(faults.EMPTY, file=name)
    if not is_zip(head):
        raise FormatError(wrong.NO_WORKBOOK, file=name)
    members = Members(stream, filename=name, limits=LIMITS, before=before)
    if not is_workbook(members):
        raise FormatError(wrong.NO_WORKBOOK, file=name)
    for each in members:
        if each.endswith((".xml", ".rels")):
            with members.open(each) as inner:
                while inner.read(_CHUNK):
                    pass
    return members.unpacked


def _rows(stream: BinaryIO, name: str) -> Iterator[Row]:
    """The rows that have a cell, as texts, as long as the header."""
    import openpyxl  # it takes a tenth of a second

    line = width = 0
    stream.seek(0)
    try:
        with closing(_opened(openpyxl, stream)) as book:
            sheet = book.worksheets[0]
            sheet.reset_dimensions()
            for line, values in enumerate(sheet.iter_rows(values_only=True), 1):
                cells = [_text(value) for value in values]
                while cells and not cells[-1] and len(cells) > width:
                    cells.pop()
                if not any(cells):
                    continue
                width = width or len(cells)
                yield line, cells + [""] * (width - len(cells))
    except (FormatError, GeneratorExit):
        raise
    except Exception:  # whatever is raised by a workbook that was not made by a spreadsheet
        raise FormatError(wrong.BROKEN_SHEET, file=name, line=line + 1) from None


def _opened(openpyxl: Any, stream: BinaryIO) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that nobody needs here
        return openpyxl.load_workbook(stream, read_only=True, data_only=True, keep_links=False)


def _text(value: object) -> str:
    """A cell as a table in CSV has it."""
    match value:
        case None:
            return ""
        case str():
            return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), value)
        case bool():
            return "TRUE" if value else "FALSE"
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return str(value.total_seconds())
    return str(value)
