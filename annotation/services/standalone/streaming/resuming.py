"""An output that was interrupted, kept beside its place so that the same command goes on.

Called by `pseudonyms` and `tagging`. OUT.part holds what is finished, a line a dialogue;
OUT.part.json says by sums what it was made with, and holds no text.
"""

import fcntl
import gzip
import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

import learning
import surrogates
from annotation import formats
from annotation.formats.errors import FormatError
from annotation.refusals import Refused
from annotation.services.standalone.streaming.inputs import digest_of
from annotation.services.storage.files import write_json

Sums = Mapping[str, str]  # what a part was made with: the name of a thing -> a sum over it
SYNC = 5.0  # seconds of work, at most, that a power cut takes
PROGRAM = (formats, learning, surrogates)  # what the bytes depend on


class Part:
    """What is finished so far; new lines go to its end."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self._synced = time.monotonic()

    def lines(self) -> Iterator[bytes]:
        """The whole lines from the first; who takes no more of them cuts there."""
        self.stream.seek(0)
        while (line := self.stream.readline()).endswith(b"\n"):
            yield line

    def cut(self, size: int) -> None:
        """Leave so many bytes: what follows was torn."""
        self.stream.truncate(size)
        self.stream.seek(size)

    def append(self, data: bytes) -> None:
        self.stream.write(data)

    def flush(self) -> None:
        """What was appended outlives this process, and now and then the machine, too."""
        self.stream.flush()
        if time.monotonic() - self._synced > SYNC:
            os.fsync(self.stream.fileno())
            self._synced = time.monotonic()


def part_of(out: str) -> Path:
    return Path(f"{out}.part")


def note_of(out: str) -> Path:
    return Path(f"{out}.part.json")


def was_begun(out: str) -> bool:
    return note_of(out).is_file()


def can_go_on(out: str) -> bool:
    """Whether anything that is finished waits beside the place of an output."""
    part = part_of(out)
    return part.is_file() and part.stat().st_size > 0


@contextmanager
def open_part(out: str, made_with: Sums) -> Iterator[Part]:
    """The part of an output, from its beginning or as it was left; it stays where the work is
    interrupted, and goes where it is done or the input is at fault.

    Raises: Refused where the part was made with something else, or another process writes it.
    """
    place, note = part_of(out), note_of(out)
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("a+b") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"{place}: another process writes it", code="part_taken") from None
        if place.stat().st_size:
            _check(place, note, made_with)
        else:
            write_json(dict(made_with), str(note))
        part = Part(stream)
        try:
            yield part
        except FormatError:  # nobody goes on with such an input
            _remove(place, note)
            raise
        finally:
            with suppress(OSError):
                stream.flush()
            if not place.exists() or not place.stat().st_size:  # nothing to go on with
                _remove(place, note)
        _remove(place, note)


def _check(place: Path, note: Path, made_with: Sums) -> None:
    try:
        then = json.loads(note.read_text(encoding="utf-8"))
        differ = [name for name, value in made_with.items() if then.get(name) != value]
    except (OSError, ValueError, AttributeError):
        raise Refused(
            f"{place}: nothing says what it was made with; expected {note.name} beside it: remove "
            "the part, or write to another file",
            code="part_unknown",
        ) from None
    if "key" in differ:
        differ = ["key"]  # which enters all other sums
    if differ:
        raise Refused(
            f"{place}: made with another {' and another '.join(differ)}; expected the same: run "
            "the same command, remove the part, or write to another file",
            code="part_differs",
        )


def _remove(place: Path, note: Path) -> None:
    place.unlink(missing_ok=True)
    note.unlink(missing_ok=True)


def move_to(part: Part, out: str) -> None:
    """Make a part of plain lines the output itself; under a name that ends in .gz, gzipped."""
    part.stream.flush()
    os.fsync(part.stream.fileno())
    place = Path(out)
    if not out.endswith(".gz"):
        part_of(out).replace(place)
        return
    packed = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        part.stream.seek(0)
        with packed.open("wb") as stream:
            with gzip.GzipFile(fileobj=stream, mode="wb", mtime=0) as pack:
                shutil.copyfileobj(part.stream, pack)
            stream.flush()
            os.fsync(stream.fileno())
        packed.replace(place)
    finally:
        packed.unlink(missing_ok=True)


@cache
def program() -> str:
    """A sum over the code that the bytes of an output depend on."""
    digest = hashlib.blake2b(digest_size=16)
    for room in PROGRAM:
        folder = Path(str(room.__file__)).parent
        for file in sorted(each for end in ("*.py", "*.tsv") for each in folder.rglob(end)):
            digest.update(digest_of(file).encode())
    return digest.hexdigest()
