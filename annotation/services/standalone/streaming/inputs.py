"""What a command reads: dialogues as they are told by the file, or its lines as they stand.

Called by `pseudonyms` and `tagging`. Lines of JSONL are handed on unread: the process that works on
a dialogue parses it.
"""

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TypeVar

from annotation.formats import faults
from annotation.formats.corpora.jsonl import iter_jsonl, read_line
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import lines, open_stream
from annotation.formats.types import DialogueValue
from annotation.services.storage.files import format_of, read_dialogues

Piece = tuple[int, bytes] | DialogueValue  # a line with its number, or what another format told
Any_ = TypeVar("Any_")
BLOCK = 1 << 20


class Input:
    """A file, a folder of one format, or standard input, which is kept where it is read again."""

    def __init__(self, path: str, stream: BinaryIO | None, *, is_kept: bool) -> None:
        self.path = path
        self.name = "stdin" if stream is not None else path
        self._stream, self._is_kept = stream, is_kept
        is_folder = stream is None and Path(path).is_dir()
        self._is_jsonl = stream is not None or (not is_folder and format_of(path) == "jsonl")

    def dialogues(self) -> Iterator[DialogueValue]:
        """The dialogues from the first, every fault found. Raises: FormatError, OSError."""
        if self._stream is None:
            return read_dialogues(self.path)
        return iter_jsonl(self._from_start(self._stream), filename=self.name)

    def pieces(self) -> Iterator[Piece]:
        """The same unread, for `parse`. Raises: FormatError of the file as a whole, OSError."""
        if not self._is_jsonl:
            yield from read_dialogues(self.path)
            return
        if self._stream is not None:
            yield from self._lines(self._from_start(self._stream))
            return
        with open_stream(Path(self.path), filename=self.path) as stream:
            yield from self._lines(stream)

    def _lines(self, stream: BinaryIO) -> Iterator[Piece]:
        number = 0
        for number, raw in lines(stream, file=self.name):
            yield number, raw
        if not number:
            raise FormatError(faults.EMPTY_JSONL, file=self.name)

    def count(self) -> int | None:
        """How many dialogues there are, where that is quickly told."""
        if self._stream is not None or not self._is_jsonl or self.path.endswith(".gz"):
            return None
        with Path(self.path).open("rb") as stream:
            return sum(block.count(b"\n") for block in iter(lambda: stream.read(BLOCK), b""))

    def digest(self) -> str:
        """A sum over what is read."""
        digest = hashlib.blake2b(digest_size=16)
        if self._stream is not None:
            _add(digest, self._from_start(self._stream))
            return digest.hexdigest()
        return digest_of(Path(self.path))

    def _from_start(self, stream: BinaryIO) -> BinaryIO:
        if self._is_kept:
            stream.seek(0)
        return stream


@contextmanager
def open_input(path: str, *, again: bool) -> Iterator[Input]:
    """again: it is read more than once; standard input is then kept in a file without a name, that
    only its owner could read and that is gone with the process."""
    if path != "-":
        yield Input(path, None, is_kept=True)
    elif not again:
        yield Input(path, sys.stdin.buffer, is_kept=False)
    else:
        with tempfile.TemporaryFile() as kept:
            shutil.copyfileobj(sys.stdin.buffer, kept)
            yield Input(path, kept, is_kept=True)


def parse(piece: Piece, name: str) -> DialogueValue:
    """The dialogue of a piece. Raises FormatError."""
    if isinstance(piece, DialogueValue):
        return piece
    number, raw = piece
    return read_line(raw, file=name, line=number)


def in_chunks(pieces: Iterable[Any_], size: int) -> Iterator[list[Any_]]:
    left = iter(pieces)
    while chunk := list(islice(left, size)):
        yield chunk


def digest_of(path: Path) -> str:
    """A sum over a file, or over the names and contents of all files of a folder."""
    digest = hashlib.blake2b(digest_size=16)
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    for file in files:
        if file.is_file():
            digest.update(f"{file.relative_to(path)}\0".encode())
            with file.open("rb") as stream:
                _add(digest, stream)
    return digest.hexdigest()


def _add(digest: "hashlib.blake2b", stream: BinaryIO) -> None:
    while block := stream.read(BLOCK):
        digest.update(block)
