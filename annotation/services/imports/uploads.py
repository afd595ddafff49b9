"""Files as people hand them over, read under a cap; a brat pair counts as one thing.

Called by the import. Archives are opened by `annotation.formats`, under limits of their own.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from annotation.formats import FORMATS, faults
from annotation.formats.errors import FormatError

Source = bytes | Path | IO[bytes]


@dataclass(frozen=True, slots=True)
class Upload:
    """What is read together, and goes in whole or not: one file, or a text with its labels."""

    name: str
    parts: tuple[tuple[str, Source], ...]

    @property
    def paths(self) -> list[Path]:
        """Where it lies on the disk, if there."""
        return [source for _name, source in self.parts if isinstance(source, Path)]

    def read(self, limit: int | None) -> dict[str, bytes]:
        """The bytes by name; raises FormatError file_too_large or unreadable."""
        return {name: read_source(source, name, limit) for name, source in self.parts}

    def open(self, limit: int | None) -> dict[str, Path | bytes]:
        """What can be read from its beginning more than once, by name; raises the same."""
        return {name: whole_source(source, name, limit) for name, source in self.parts}


def group_files(files: Iterable[tuple[str, Source]]) -> list[Upload]:
    """Uploads in the order given; X.ann goes with X.txt."""
    groups: dict[str, list[tuple[str, Source]]] = {}
    listed = list(files)
    labelled = {name[:-4] for name, _ in listed if name.lower().endswith(".ann")}
    for number, (name, source) in enumerate(listed):
        paired = name[:-4] in labelled and name.lower().endswith((".ann", ".txt"))
        # A file on its own gets a key of its own, so that two of the same name stay two.
        groups.setdefault(name[:-4] if paired else f"{number}:{name}", []).append((name, source))
    return [
        Upload(sorted(parts, key=lambda part: part[0])[-1][0], tuple(parts))
        for parts in groups.values()
    ]


def whole_source(source: Source, name: str, limit: int | None) -> Path | bytes:
    """The file itself where it lies on disk, else its bytes; see `read_source`."""
    if not isinstance(source, Path):
        return read_source(source, name, limit)
    try:
        size = source.stat().st_size
        with source.open("rb"):  # a folder, or a file of somebody else's
            pass
    except OSError as error:
        raise _unreadable(name, error) from None
    if limit is not None and size > limit:
        raise _too_large(name, limit)
    return source


def read_source(source: Source, name: str, limit: int | None) -> bytes:
    """At most `limit` bytes; one more is asked for to see whether there is more."""
    try:
        if isinstance(source, Path):
            with source.open("rb") as stream:
                data = stream.read(-1 if limit is None else limit + 1)
        elif isinstance(source, bytes):
            data = source
        else:
            source.seek(0)  # it is read to check it, and again to write it
            data = source.read() if limit is None else source.read(limit + 1)
    except OSError as error:
        raise _unreadable(name, error) from None
    if limit is not None and len(data) > limit:
        raise _too_large(name, limit)
    return data


def _unreadable(name: str, error: OSError) -> FormatError:
    return FormatError(faults.UNREADABLE, file=name, why=str(error.strerror))


def _too_large(name: str, limit: int) -> FormatError:
    return FormatError(faults.FILE_TOO_LARGE, file=name, most=limit // (1024 * 1024))


def list_paths(paths: Iterable[str]) -> Iterator[tuple[str, Source]]:
    """Paths of a command line as files; a folder stands for the files in it, "-" for the input."""
    for path in paths:
        if path == "-":
            yield "stdin", sys.stdin.buffer
        elif Path(path).is_dir():
            yield from (
                (str(PurePosixPath(path) / each.name), each) for each in _inside(Path(path))
            )
        else:
            yield path, Path(path)


def _inside(folder: Path) -> list[Path]:
    """The files of a folder that can hold dialogues; beside .ann files only what has one."""
    endings = {".gz", ".zip"} | {ending for each in FORMATS.values() for ending in each.extensions}
    files = sorted(
        each for each in folder.iterdir() if each.is_file() and each.suffix.lower() in endings
    )
    labelled = {each.stem for each in files if each.suffix.lower() == ".ann"}
    return [each for each in files if not labelled or each.stem in labelled]
