"""Compressed and long files, opened so that a small upload can neither fill memory nor escape.

Nothing is unpacked to disk; sizes are counted while bytes come out, never believed from a header.
"""

import gzip
import io
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from annotation.formats import faults
from annotation.formats.errors import FormatError, shown_name

MEBI = 1024 * 1024
GZIP_MAGIC = b"\x1f\x8b"
ZIP_MAGICS = (b"PK\x03\x04", b"PK\x05\x06")
BOM = b"\xef\xbb\xbf"
WORKBOOK = ".xlsx"
_CHUNK = 256 * 1024
# Apple and Windows add these to every archive made in their file managers.
_LITTER = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may come out of one compressed file."""

    ratio: int = 100  # unpacked to packed; counted beyond `free` only, short texts may repeat
    free: int = 8 * MEBI
    total: int = 500 * MEBI
    files: int = 5_000
    line: int = 64 * MEBI


LIMITS = Limits()


class _Meter:
    """Counts what came out against what went in, and stops a bomb early."""

    def __init__(self, packed: int, file: str, limits: Limits, before: int = 0) -> None:
        self.packed = max(packed, 1)
        self.file = file
        self.limits = limits
        self.before = before  # bytes that came out of others that belong to it
        self.out = 0

    def add(self, size: int) -> None:
        self.out += size
        if self.before + self.out > self.limits.total:
            most = self.limits.total // MEBI
            raise FormatError(faults.ARCHIVE_TOTAL, file=self.file, most=most)
        if self.out > self.limits.free and self.out > self.limits.ratio * self.packed:
            raise FormatError(faults.ARCHIVE_RATIO, file=self.file, most=self.limits.ratio)


class _Capped(io.RawIOBase):
    """A gzip stream that counts; errors of the decompressor come out as FormatError."""

    def __init__(self, packed: BinaryIO, size: int, file: str, limits: Limits) -> None:
        self._inner = gzip.GzipFile(fileobj=packed, mode="rb")
        self._packed = packed
        self._meter = _Meter(size, file, limits)
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            data = self._inner.read(len(buffer))
        except (OSError, EOFError, zlib.error):
            raise FormatError(faults.ARCHIVE_DAMAGED, file=self._file) from None
        self._meter.add(len(data))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._packed.close()
        super().close()


def open_stream(source: Path | BinaryIO, *, filename: str, limits: Limits = LIMITS) -> BinaryIO:
    """A path or a seekable stream as plain bytes: gunzipped, capped, if its content is gzip."""
    stream: BinaryIO = source.open("rb") if isinstance(source, Path) else source
    magic = stream.read(2)
    stream.seek(0, io.SEEK_END)
    size = stream.tell()
    stream.seek(0)
    if magic != GZIP_MAGIC:
        return stream
    capped = _Capped(stream, size, filename, limits)
    return cast(BinaryIO, io.BufferedReader(capped, _CHUNK))


def open_file(files: Mapping[str, bytes], name: str) -> BinaryIO:
    """One of several files as a stream, where they can be opened; else its bytes as one."""
    opener: Callable[[str], BinaryIO] | None = getattr(files, "open", None)
    return opener(name) if opener else io.BytesIO(files[name])


def lines(stream: BinaryIO, *, file: str, limits: Limits = LIMITS) -> Iterator[tuple[int, bytes]]:
    """(number, line) of the lines that are not blank; only LF and CRLF end a line; one BOM goes."""
    number = 0
    while raw := stream.readline(limits.line + 1):
        number += 1
        if number == 1:
            raw = raw.removeprefix(BOM)
        if len(raw) > limits.line:
            most = limits.line // MEBI
            raise FormatError(faults.LINE_TOO_LONG, file=file, line=number, most=most)
        raw = raw.removesuffix(b"\n").removesuffix(b"\r")
        if raw.strip():
            yield number, raw


def is_zip(data: bytes) -> bool:
    return data.startswith(ZIP_MAGICS)


def is_workbook(names: Iterable[str]) -> bool:
    """Whether a zip of these names is a workbook (XLSX), which is no archive to anybody."""
    return {"[Content_Types].xml", "xl/workbook.xml"} <= set(names)


class Members(Mapping[str, bytes]):
    """The files of a zip by name, in archive order, each unpacked when it is asked for.

    Without folders and file managers' litter. Entries are checked as the archive is opened; what
    comes out of one is counted once, however often it is read.
    """

    def __init__(
        self,
        stream: BinaryIO,
        *,
        filename: str,
        limits: Limits = LIMITS,
        meter: _Meter | None = None,
        before: int = 0,
    ) -> None:
        size = stream.seek(0, io.SEEK_END)
        self._file, self._meter = filename, meter or _Meter(size, filename, limits, before)
        self._entries: dict[str, zipfile.ZipInfo] = {}
        self._counted: dict[str, int] = {}
        with _sound(filename):
            self._archive = zipfile.ZipFile(stream)
            entries = self._archive.infolist()
            if len(entries) > limits.files:
                raise FormatError(
                    faults.ARCHIVE_ENTRIES, file=filename, n=len(entries), most=limits.files
                )
            for entry in entries:
                _check_entry(entry, self._entries, filename)
                if not entry.is_dir() and not is_litter(entry.filename):
                    self._entries[entry.filename] = entry

    def __getitem__(self, name: str) -> bytes:
        with self.open(name) as stream:
            return stream.read()

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def unpacked(self) -> int:
        """Bytes that came out so far."""
        return self._meter.out

    def open(self, name: str) -> BinaryIO:
        """A member as a stream of its bytes; raises FormatError archive_*."""
        # A workbook is a zip to its reader alone, who counts what comes out of that.
        return self._open(name, packed=name.lower().endswith(WORKBOOK))

    def _open(self, name: str, *, packed: bool = False) -> BinaryIO:
        entry = self._entries[name]
        with _sound(self._file):
            inner = cast(BinaryIO, self._archive.open(entry))
        member = _Member(inner, lambda out: self._count(name, out), self._file, packed=packed)
        return cast(BinaryIO, io.BufferedReader(member, _CHUNK))

    def nested(self, name: str) -> "Members":
        """A member that is a zip itself, in memory. What comes out of it counts as this one's own;
        it may hold no further one. Raises FormatError archive_*."""
        with self._open(name, packed=True) as stream:
            data = io.BytesIO(stream.read())
        return Members(data, filename=self._file, meter=self._meter)

    def _count(self, name: str, out: int) -> None:
        more = out - self._counted.get(name, 0)
        if more > 0:
            self._counted[name] = out
            self._meter.add(more)


class _Member(io.RawIOBase):
    """A member that counts while it comes out, and is no archive itself unless it is asked for as
    one (`packed`)."""

    def __init__(
        self, inner: BinaryIO, count: Callable[[int], None], file: str, *, packed: bool = False
    ) -> None:
        self._inner, self._count, self._file, self._out = inner, count, file, 0
        self._packed = packed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        with _sound(self._file):
            data = self._inner.read(len(buffer))
        if not (self._out or self._packed) and data.startswith((*ZIP_MAGICS, GZIP_MAGIC)):
            raise FormatError(faults.ARCHIVE_IN_ARCHIVE, file=self._file)
        self._out += len(data)
        self._count(self._out)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._inner.close()
        super().close()


@contextmanager
def _sound(filename: str) -> Iterator[None]:
    """Whatever zipfile raises on a damaged archive, as FormatError."""
    try:
        yield
    except FormatError:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError):
        raise FormatError(faults.ARCHIVE_DAMAGED, file=filename) from None
    except (RuntimeError, KeyError, IndexError, OverflowError, MemoryError):
        raise FormatError(faults.ARCHIVE_DAMAGED, file=filename) from None


def is_litter(name: str) -> bool:
    return name.startswith(_LITTER[0]) or name.rsplit("/", 1)[-1] in _LITTER[1:]


def _check_entry(entry: zipfile.ZipInfo, files: Mapping[str, object], filename: str) -> None:
    name = entry.filename
    kind = stat.S_IFMT(entry.external_attr >> 16)
    parts = name.replace("\\", "/").split("/")
    # `orig_filename` still has what zipfile cut off at a NUL.
    absolute = name.startswith(("/", "\\")) or name[1:2] == ":" or "\0" in entry.orig_filename
    if absolute or ".." in parts or kind not in (0, stat.S_IFREG, stat.S_IFDIR) or name in files:
        raise FormatError(faults.ARCHIVE_PATH, file=filename, name=shown_name(name))
    if entry.flag_bits & 0x1:
        raise FormatError(faults.ARCHIVE_ENCRYPTED, file=filename)
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise FormatError(faults.ARCHIVE_COMPRESSION, file=filename)
