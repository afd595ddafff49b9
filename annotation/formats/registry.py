"""The table of formats and the few calls that services and commands make on it.

To add a format: write its module, add one `Format` to FORMATS, and a round trip to its tests.
"""

import gzip
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from annotation.formats import faults
from annotation.formats.caps import check_caps
from annotation.formats.checks import MAX_TURN, check_id
from annotation.formats.corpora import brat, esport, jsonl, plain
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import LIMITS, Limits, Members, open_stream
from annotation.formats.files.detection import no_dialogues, refuse_office
from annotation.formats.files.streams import Renamed, Texts, detect_source, opened
from annotation.formats.types import DialogueValue, Files, ReadOptions
from annotation.translatable import N_

Reader = Callable[[Files, ReadOptions], Iterable[DialogueValue]]
StreamWriter = Callable[[Iterable[DialogueValue], BinaryIO], None]
MemberWriter = Callable[[Iterable[DialogueValue]], Iterator[tuple[str, bytes]]]


@dataclass(frozen=True, slots=True)
class Format:
    """How one format is shown, read and written.

    Exactly one of `stream` (all dialogues in one file) and `members` (files of their own, packed
    in a zip or laid in a folder) is set.
    """

    name: str
    label: str
    extensions: tuple[str, ...]
    read: Reader
    stream: StreamWriter | None = None
    members: MemberWriter | None = None


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format(
            "jsonl",
            "JSONL",
            (".jsonl", ".ndjson", ".json"),
            read=jsonl.read_jsonl,
            stream=jsonl.write_jsonl,
        ),
        Format(
            "esport",
            "ES-Port JSON",
            (".json",),
            read=esport.read_esport,
            members=esport.esport_members,
        ),
        Format(
            "brat",
            "brat",
            (".txt", ".ann", ".speakers"),
            read=brat.read_brat,
            members=brat.brat_members,
        ),
        Format(
            "plain",
            N_("Plain text (Speaker: text)"),
            (".txt",),
            read=plain.read_plain,
            stream=plain.write_plain,
        ),
    )
}
READERS: dict[str, Reader] = {name: each.read for name, each in FORMATS.items()}


def _write_with(format: Format) -> StreamWriter:
    def write(dialogues: Iterable[DialogueValue], out: BinaryIO) -> None:
        if format.stream:
            format.stream(dialogues, out)
        elif format.members:
            _write_zip(format.members(dialogues), out)

    return write


WRITERS: dict[str, StreamWriter] = {name: _write_with(each) for name, each in FORMATS.items()}


def read_corpus(
    format: str,
    data: bytes,
    *,
    filename: str,
    lang: str = "es",
    encoding: str = "utf-8",
    max_turn: int = MAX_TURN,
) -> list[DialogueValue]:
    """All dialogues of one file, gzip or zip; `format` is a name of FORMATS or "auto".

    `lang` is for dialogues that name no language; `encoding` is what a person said about a file
    that is not UTF-8. Raises FormatError; then nothing is returned (a file goes in whole or not).
    """
    options = ReadOptions(lang=lang, max_turn=max_turn)
    return list(iter_corpus(format, data, options, filename=filename, encoding=encoding))


def iter_corpus(
    format: str,
    source: Path | bytes,
    options: ReadOptions,
    *,
    filename: str,
    encoding: str = "utf-8",
    limits: Limits = LIMITS,
) -> Iterator[DialogueValue]:
    """The same one at a time, from a path or bytes: a fault comes after the dialogues before it."""
    if format == "auto":
        format = detect_source(source, filename, limits=limits)
    with opened(source, filename=filename, limits=limits) as files:
        named: Files = files
        if isinstance(files, Members):
            refuse_office(files, filename)
            named = Renamed(files, {f"{filename}/{name}": name for name in files})
        yield from iter_files(format, named, options, filename=filename, encoding=encoding)


def iter_files(
    format: str,
    files: Files,
    options: ReadOptions,
    *,
    filename: str,
    encoding: str = "utf-8",
) -> Iterator[DialogueValue]:
    """The dialogues of files that belong together, such as a brat pair or the members of a zip, one
    at a time.

    Among several files those with a foreign ending (a README, a licence) are left out.
    `filename` names the whole in messages.
    """
    reader = known_format(format, filename)
    names = list(files)
    if len(names) > 1:
        names = [name for name in names if name.lower().endswith(reader.extensions)]
    texts = Texts(files, names, encoding)
    seen: set[str] = set()
    for dialogue in reader.read(texts, options):
        check_id(dialogue.id, seen, file=filename, line=dialogue.line or None)
        check_caps(dialogue, options, file=filename)
        yield dialogue
    if not seen:
        raise no_dialogues(filename)


def known_format(name: str, filename: str) -> Format:
    """The format of this name; raises FormatError unknown_format."""
    if name not in FORMATS:
        raise FormatError(faults.UNKNOWN_FORMAT, file=filename, names=", ".join(FORMATS))
    return FORMATS[name]


def open_corpus(path: Path) -> BinaryIO:
    """A JSONL file, gzipped or not, as a stream of plain bytes for `iter_jsonl`."""
    return open_stream(path, filename=path.name)


def write_corpus(
    format: str, dialogues: Iterable[DialogueValue], out: Path | BinaryIO, *, name: str = "export"
) -> None:
    """Write dialogues to a stream, a file or a folder.

    A file appears whole or not at all; a name ending in .gz is gzipped. Formats with a file a
    dialogue give a zip, or, where `out` is a folder, the files in it; a name with the format's own
    ending takes a single dialogue. Raises FormatError many_dialogues, unknown_format.
    """
    if not isinstance(out, Path):
        known_format(format, name)
        WRITERS[format](dialogues, out)
        return
    chosen = known_format(format, out.name)
    if chosen.members and out.is_dir():
        _write_folder(chosen.members(dialogues), out)
    elif chosen.members and out.name.endswith(chosen.extensions):
        _write_single(chosen.members(dialogues), out)
    else:
        with _whole_file(out) as stream:
            WRITERS[format](dialogues, stream)


def _write_zip(members: Iterable[tuple[str, bytes]], out: BinaryIO) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            entry = zipfile.ZipInfo(name)  # dated 1980: the same corpus gives the same bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            archive.writestr(entry, data)


def _write_folder(members: Iterable[tuple[str, bytes]], folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder, prefix=".export-") as hidden:
        names = []
        for name, data in members:
            (Path(hidden) / name).write_bytes(data)
            names.append(name)
        for name in names:
            shutil.move(Path(hidden) / name, folder / name)


def _write_single(members: Iterable[tuple[str, bytes]], out: Path) -> None:
    files = list(members)
    if len(files) != 1:
        raise FormatError(faults.MANY_DIALOGUES, file=out.name, n=len(files))
    with _whole_file(out) as stream:
        stream.write(files[0][1])


@contextmanager
def _whole_file(out: Path) -> Iterator[BinaryIO]:
    """A stream whose bytes stand under the name `out` only when everything was written."""
    handle, hidden = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name[:40]}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as raw:
            if out.name.endswith(".gz"):
                with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
                    yield packed  # type: ignore[misc]
            else:
                yield raw
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(hidden, out)
    except BaseException:
        Path(hidden).unlink(missing_ok=True)
        raise
