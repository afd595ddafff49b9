"""A corpus file read one dialogue at a time, from disk or from memory, so that memory stays flat.

Called by `registry.read_corpus` and by the import, which reads a file twice: to check, to write.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from annotation.formats import faults
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import (
    LIMITS,
    MEBI,
    WORKBOOK,
    Limits,
    Members,
    is_litter,
    is_workbook,
    is_zip,
    open_file,
    open_stream,
)
from annotation.formats.files.detection import (
    detect_members,
    detect_text,
    refuse_empty,
    refuse_foreign,
    refuse_packed,
)
from annotation.formats.files.encoding import TELLING, candidates, recoded, to_utf8
from annotation.formats.types import Files

HEAD = 64 * 1024  # what a format is told by
SAMPLE = 2000  # bytes of a file of wide characters that show what it says
WHOLE = 32 * MEBI  # of a file that cannot be read piece by piece: it takes five times as much


@contextmanager
def opened(
    source: Path | bytes, *, filename: str, limits: Limits = LIMITS
) -> Iterator["Members | Folder | SingleFile"]:
    """The files in a source: the members of a zip, those of a folder, or the one that it is,
    gunzipped.

    Raises FormatError, also content_type for what is no text.
    """
    if isinstance(source, Path) and source.is_dir():
        yield Folder(source, limits=limits)
        return
    with _bytes_of(source) as stream:
        head = stream.read(HEAD)
        refuse_foreign(head, filename)
        members = Members(stream, filename=filename, limits=limits) if is_zip(head) else None
        if members is not None and not is_workbook(members):
            yield members
        else:
            is_book = members is not None
            yield SingleFile(source, filename=filename, limits=limits, is_workbook=is_book)


def _bytes_of(source: Path | bytes) -> BinaryIO:
    return source.open("rb") if isinstance(source, Path) else io.BytesIO(source)


class SingleFile(Mapping[str, bytes]):
    """One file under its own name, opened anew each time that it is read."""

    def __init__(
        self,
        source: Path | bytes,
        *,
        filename: str,
        limits: Limits = LIMITS,
        is_workbook: bool = False,
    ) -> None:
        self._source, self._name, self._limits = source, filename, limits
        self.is_workbook = is_workbook

    def __getitem__(self, name: str) -> bytes:
        if name != self._name:
            raise KeyError(name)
        with self.open(name) as stream:
            return stream.read()

    def __contains__(self, name: object) -> bool:
        return name == self._name

    def __iter__(self) -> Iterator[str]:
        yield self._name

    def __len__(self) -> int:
        return 1

    def open(self, name: str) -> BinaryIO:
        return open_stream(_bytes_of(self._source), filename=name, limits=self._limits)


class Folder(Mapping[str, bytes]):
    """The files of a folder and of those in it, by their paths, each opened when it is asked for;
    gunzipped, and named so."""

    def __init__(self, folder: Path, *, limits: Limits = LIMITS) -> None:
        found = sorted(each for each in folder.rglob("*") if each.is_file())
        names = {each.relative_to(folder).as_posix(): each for each in found}
        self._files = {
            name.removesuffix(".gz"): path for name, path in names.items() if not is_litter(name)
        }
        self._limits = limits

    def __getitem__(self, name: str) -> bytes:
        with self.open(name) as stream:
            return stream.read()

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def open(self, name: str) -> BinaryIO:
        return open_stream(self._files[name], filename=name, limits=self._limits)


class _Heads(Mapping[str, bytes]):
    def __init__(self, files: Members | Folder | SingleFile) -> None:
        self._files = files

    def __getitem__(self, name: str) -> bytes:
        with self._files.open(name) as stream:
            return stream.read(HEAD)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def detect_source(source: Path | bytes, filename: str, *, limits: Limits = LIMITS) -> str:
    """The name of the format in `registry.FORMATS`, told by the beginning of the file or a member.

    Raises FormatError empty_file, content_type, or archive_* for a zip that may not be opened.
    """
    with opened(source, filename=filename, limits=limits) as files:
        heads = _Heads(files)
        if not isinstance(files, SingleFile):
            return detect_members(heads, filename)
        return detect_text(heads[filename], filename)


def odd_line(source: Path | bytes, filename: str, *, limits: Limits = LIMITS) -> bytes:
    """A line that is not UTF-8, of the file or of any in a zip, if there is one that tells
    encodings apart; empty where all is UTF-8.

    For a file of wide characters its beginning, because its lines do not end where bytes say.
    """
    first = b""
    with opened(source, filename=filename, limits=limits) as files:
        for name in files:
            if name.lower().endswith(WORKBOOK):  # it is no text
                continue
            with open_file(files, name) as stream:
                head = stream.read(SAMPLE)
                if head.count(0) and candidates(head):
                    return head
            with open_file(files, name) as stream:
                while line := stream.readline(limits.line):
                    if line.isascii() or (first and not TELLING.search(line)):
                        continue
                    if candidates(line):
                        if TELLING.search(line):
                            return line
                        first = line
    return first


def _too_large(name: str) -> FormatError:
    return FormatError(faults.FILE_TOO_LARGE_AT_ONCE, file=name, most=WHOLE // MEBI)


class _Named(Mapping[str, bytes]):
    _names: Mapping[str, Any]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Texts(_Named):
    """Files in UTF-8, each recoded and looked at when a reader asks for it."""

    def __init__(
        self,
        files: Files,
        names: Sequence[str],
        encoding: str,
        *,
        markup: bool = False,
        packed: bool = False,
    ) -> None:
        self._files, self._names, self._encoding = files, dict.fromkeys(names), encoding
        self._markup, self._packed = markup, packed  # whether XML, or what is no text
        self.encoding = encoding.lower()  # that somebody named: what is read is UTF-8
        to_utf8(b"", encoding, file=next(iter(files), ""))  # refuses what is no encoding

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        with open_file(self._files, name) as stream:
            data = stream.read(WHOLE + 1)
        if len(data) > WHOLE:
            raise _too_large(name)
        data = to_utf8(data, self._encoding, file=name)
        self._refuse(data, name)
        if len(self._names) == 1:
            refuse_empty(data, name)
        return data

    def open(self, name: str) -> BinaryIO:
        """A file as a stream; what is no text is told by its beginning."""
        if name not in self._names:
            raise KeyError(name)
        with recoded(open_file(self._files, name), self._encoding, file=name) as stream:
            self._refuse(stream.read(HEAD), name)
        return recoded(open_file(self._files, name), self._encoding, file=name)

    def _refuse(self, head: bytes, name: str) -> None:
        refuse_foreign(head, name, markup=self._markup)
        if not self._packed:
            refuse_packed(head, name)


class Renamed(_Named):
    """Files under longer names, such as members behind the name of their archive."""

    def __init__(self, files: Members | Folder | SingleFile, names: Mapping[str, str]) -> None:
        self._files, self._names = files, names  # name shown -> name inside

    def __getitem__(self, name: str) -> bytes:
        return self._files[self._names[name]]

    def open(self, name: str) -> BinaryIO:
        return self._files.open(self._names[name])
