"""What executors do to the blocks of a corpus: read lines, tag, gather, replace. Called by `job`.

A block is a stretch of a file that Spark reads as one. Blocks have an order, by file and place, and
in it they are the corpus. Faults come back as values, so that the driver tells the first of them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO, cast

from annotation.formats.corpora.jsonl import read_line, with_id, write_line
from annotation.formats.corpora.training.columns import dialogue_of
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import lines
from annotation.formats.types import DialogueValue
from annotation.replacement.rules import Rules
from annotation.services.standalone.keys import read_key
from annotation.services.standalone.replacement_report import entries
from annotation.services.standalone.replacing import Gathered, Replacing, draw_of
from antifaz.tagging import tag_lines
from surrogates import Originals
from surrogates.errors import SurrogateError

Place = tuple[str, int]  # of a block: its file, and the byte at which it begins there
Row = tuple[str, int, Any]  # a block's place, and a line of it without its end, or a fault
# Of a replaced dialogue: its number, where it stands in the drawn order or "", a sum of its id that
# shows two alike, what is told of it as JSON, its line where it may leave, else its own.
Done = tuple[int, str, str, str, str | None, str | None]


@dataclass(slots=True)
class Begun:
    """Of one block what all others must know of it, or what is wrong with it."""

    place: Place
    lines: int  # also blank ones
    gathered: Gathered
    fault: FormatError | None = None

    def head(self) -> "Head":
        return Head(self.place, self.lines, self.gathered.dialogues, self.fault)


@dataclass(frozen=True, slots=True)
class Head:
    """The same without what was gathered, which the driver does not need of each."""

    place: Place
    lines: int
    dialogues: int
    fault: FormatError | None


@dataclass(frozen=True)
class Start:
    """How much of the corpus stands before a block: dialogues, and lines of its own file."""

    dialogues: int
    lines: int


def rows_of_text(rows: Iterable[Any]) -> Iterator[Row]:
    """Lines of JSONL as Spark gives them, their bytes as they stand in the file."""
    for row in rows:
        yield row[0], row[1], bytes(row[2])


def rows_of_columns(rows: Iterable[Any]) -> Iterator[Row]:
    """Rows of Parquet as lines."""
    for number, row in enumerate(rows, 1):
        try:
            value = dialogue_of(row[2].asDict(recursive=True), file=row[0], number=number)
        except FormatError as fault:
            yield row[0], row[1], fault
            return
        yield row[0], row[1], write_line(value).removesuffix("\n").encode()


class _Block:
    """The lines of a block as a stream; `lines` of them were read."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = iter(rows)
        self.lines = 0
        self.last = b""

    def readline(self, size: int = -1) -> bytes:
        """The next line with its end. Raises the fault that stands in place of a line."""
        row = next(self._rows, None)
        if row is None:
            return b""
        if isinstance(row[2], FormatError):
            raise row[2]
        self.lines += 1
        self.last = row[2]
        return self.last + b"\n"

    def dialogues(self, file: str) -> Iterator[DialogueValue]:
        """Raises FormatError, with the number of the line in the block."""
        for number, raw in lines(cast(BinaryIO, self), file=file):
            yield read_line(raw, file=file, line=number)


def _blocks(rows: Iterable[Row]) -> Iterator[tuple[Place, _Block]]:
    for place, own in groupby(rows, key=itemgetter(0, 1)):
        yield place, _Block(own)


def tag_blocks(rows: Iterable[Row], archive: str, threshold: float | None) -> Iterator[Row]:
    """The lines with the spans of the model that Spark unpacked under this name."""
    from pyspark import SparkFiles

    model = Path(SparkFiles.get(archive))
    for (file, start), block in _blocks(rows):
        filled = (raw for _number, raw in lines(cast(BinaryIO, block), file=file))
        try:
            for line in tag_lines(filled, model, threshold=threshold):
                yield file, start, line.encode()
        except FormatError as fault:
            fault.file = file
            yield file, start, fault


def gather_blocks(rows: Iterable[Row], rules: Rules, allow: tuple[str, ...]) -> Iterator[Begun]:
    """What must be known of each block."""
    for place, block in _blocks(rows):
        gathered, fault = Gathered(rules, Originals(allow)), None
        try:
            for dialogue in block.dialogues(place[0]):
                gathered.add(dialogue)
        except FormatError as found:
            fault = found
        yield Begun(place, block.lines, gathered, fault)


def merged(parts: Iterable[tuple[int, Gathered]]) -> Gathered:
    """Numbered parts as one, in their order."""
    (_number, whole), *rest = sorted(parts, key=itemgetter(0))
    for _number, gathered in rest:
        whole.merge(gathered)
    return whole


def replace_blocks(
    rows: Iterable[Row], work: Replacing, starts: Mapping[Place, Start], key: str
) -> Iterator[Done]:
    """key: the name of its file on the machine."""
    own = replace(work, order=replace(work.order, key=_key(key)))
    for place, block in _blocks(rows):
        start = starts[place]
        dialogues = block.dialogues(place[0])
        for number, dialogue in enumerate(dialogues, start.dialogues + 1):
            yield _done(own, dialogue, number, start.lines, block.last)


def _done(work: Replacing, dialogue: DialogueValue, number: int, before: int, raw: bytes) -> Done:
    mark = draw_of(dialogue.id, work.order.key)
    try:
        done = work.replace(dialogue, number)
    except SurrogateError as error:
        return number, "", mark, json.dumps({"error": str(error)}), None, None
    record = {**done.record, "line": done.record["line"] + before}
    named = with_id(done.line, record["id"]) if done.line and "id" in record else done.line
    (told,) = entries([record], {})
    line = named.decode().removesuffix("\n") or None
    held = None if line else raw.decode().removesuffix("\r")
    return number, record.get("draw", ""), mark, json.dumps(told), line, held


@cache
def _key(name: str) -> bytes:
    from pyspark import SparkFiles

    place = Path(SparkFiles.get(name))
    place.chmod(0o600)  # Spark lets everybody on the machine read what it hands out
    return read_key(str(place))
