"""What became of each dialogue, a line each in a file: gone through again, and put in drawn order.

Called by `pseudonyms`. The file has no name, is readable by its owner alone and gone with the
process; or it is the part of an output that is gone on with. A dialogue at a time is in memory.
"""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from annotation.services.standalone.streaming.resuming import Part

Record = dict[str, Any]
APART = b"\t"  # between a record, which is JSON and has none, and the line that is written


class Spool:
    """Records with the lines that they tell of; a record whose dialogue is not written has none."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def append(self, record: Record, line: bytes) -> None:
        """line: with its line end, or empty."""
        self._part.append(json.dumps(record).encode() + APART + (line or b"\n"))

    def flush(self) -> None:
        self._part.flush()

    def take_up(self) -> Iterator[Record]:
        """The records that are there; what a torn one begins is cut off."""
        size = 0
        for line in self._part.lines():
            record = _record(line)
            if record is None:
                break
            size += len(line)
            yield record
        self._part.cut(size)

    def records(self) -> Iterator[Record]:
        for line in self._part.lines():
            yield json.loads(line.partition(APART)[0])

    def lines(self) -> Iterator[bytes]:
        """What is written, in the order of the input."""
        for line in self._part.lines():
            if (written := line.partition(APART)[2]) != b"\n":
                yield written

    def order(self) -> list[tuple[str, int, int, int]]:
        """Of what is written, by the draws: the draw, the place in the input, offset and size of
        the line.

        Neither the order nor a gap says which dialogues were left out, nor where one stood before.
        """
        places: list[tuple[str, int, int, int]] = []
        end = 0
        for number, line in enumerate(self._part.lines()):
            record, _apart, written = line.partition(APART)
            end += len(line)
            if written != b"\n":
                draw = json.loads(record)["draw"]
                places.append((draw, number, end - len(written), len(written)))
        return sorted(places)

    def line_at(self, offset: int, size: int) -> bytes:
        self._part.stream.seek(offset)
        return self._part.stream.read(size)


def _record(line: bytes) -> Record | None:
    start, apart, _line = line.partition(APART)
    try:
        record = json.loads(start)
    except ValueError:
        return None
    return record if apart and isinstance(record, dict) else None


@contextmanager
def open_spool() -> Iterator[Spool]:
    """One that nobody goes on with."""
    with tempfile.TemporaryFile() as stream:
        yield Spool(Part(cast(BinaryIO, stream)))
