"""Lines of JSONL as streams that readers take, and back. Called by `replacing` and `tagging`."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import BinaryIO, cast

from annotation.formats import iter_jsonl
from annotation.formats.types import DialogueValue

NAME = "lines"  # of what is no file, in messages


class Lines:
    """Lines of text, with or without their ends, as a stream of bytes that is read once."""

    def __init__(self, lines: Iterable[str | bytes]) -> None:
        rest = iter(lines)
        first = next(rest, None)
        self.is_empty = first is None
        ends = first is not None and first[-1:] in ("\n", b"\n")
        self.end = "\n" if ends else ""
        self._rest = rest if first is None else chain([first], rest)

    def readline(self, size: int = -1) -> bytes:
        """The next line with its end; longer than `size` only by that."""
        line = next(self._rest, None)
        if line is None:
            return b""
        data = line.encode("utf-8") if isinstance(line, str) else line
        return data if data.endswith(b"\n") else data + b"\n"

    def dialogues(self) -> Iterator[DialogueValue]:
        """The dialogues of the lines; none where there is no line. Raises FormatError."""
        return iter(()) if self.is_empty else iter_jsonl(cast(BinaryIO, self), filename=NAME)

    def as_given(self, line: bytes) -> str:
        """A line of JSONL as a string that ends as the first line that came in does."""
        return line.decode("utf-8").removesuffix("\n") + self.end


@contextmanager
def kept(lines: Lines) -> Iterator[Callable[[], Iterator[DialogueValue]]]:
    """A call that reads the dialogues from the beginning, as often as it is made.

    The lines wait in a file without a name, which its owner alone can read, not in memory.
    """
    with tempfile.TemporaryFile() as waiting:
        while line := lines.readline():
            waiting.write(line)

        def again() -> Iterator[DialogueValue]:
            waiting.seek(0)
            return iter_jsonl(waiting, filename=NAME)

        yield again
