"""The few calls that services and commands make on the table of formats (`catalogue`)."""

import gzip
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from annotation.formats import faults
from annotation.formats.caps import check_caps
from annotation.formats.catalogue import FORMATS, WRITTEN, Format, is_installed
from annotation.formats.checks import MAX_TURN, check_id
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import LIMITS, Limits, open_stream
from annotation.formats.files.columns import TABLES
from annotation.formats.files.detection import no_dialogues, refuse_office
from annotation.formats.files.faults import EXTRA_NEEDED
from annotation.formats.files.names import member_name
from annotation.formats.files.streams import Renamed, SingleFile, Texts, detect_source, opened
from annotation.formats.types import DialogueValue, Files, ReadOptions


@dataclass(frozen=True, slots=True)
class Rendered:
    """One dialogue as its format writes it: what is searched and what is written."""

    id: str
    files: tuple[tuple[str, bytes], ...]  # as of `Renderer`

    def named(self, taken: set[str]) -> list[tuple[str, bytes]]:
        """The files by names that are not `taken`; "" for a part of the file of all."""
        if not any(ending for ending, _data in self.files):
            return list(self.files)
        name = member_name(self.id, taken)
        return [(name + ending, data) for ending, data in self.files]


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
        if not isinstance(files, SingleFile):
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
    seen: set[str] = set()
    left_out: list[FormatError] = []
    watched = replace(options, on_fault=_first_kept(options, left_out))
    for dialogue in _read(format, files, watched, filename=filename, encoding=encoding):
        try:
            check_id(dialogue.id, seen, file=filename, line=dialogue.line or None)
            check_caps(dialogue, options, file=filename)
        except FormatError as fault:
            watched.leave_out(fault)
            continue
        yield dialogue
    if not seen and not left_out:
        raise no_dialogues(filename)


def _read(
    format: str, files: Files, options: ReadOptions, *, filename: str, encoding: str
) -> Iterator[DialogueValue]:
    reader = _usable(format, filename)
    names = list(files)
    # Tables of either kind may lie in one folder.
    kinds = [reader]
    if format in TABLES and len(names) > 1:
        kinds = [_usable(each, filename) for each in TABLES]
    for kind in kinds:
        own = [each for each in names if each.lower().endswith(kind.extensions)]
        own = names if len(names) == 1 else own
        if own or len(kinds) == 1:
            said = "utf-8" if kind.packed else encoding  # which is said of texts
            texts = Texts(files, own, said, markup=kind.markup, packed=kind.packed)
            yield from kind.read(texts, options)


def _first_kept(
    options: ReadOptions, kept: list[FormatError]
) -> Callable[[FormatError], None] | None:
    """What is told of faults, as `options` say it; the first is kept."""
    tell = options.on_fault
    if tell is None:
        return None

    def told(fault: FormatError) -> None:
        if not kept:
            kept.append(fault)
        tell(fault)

    return told


def known_format(name: str, filename: str) -> Format:
    """The format of this name; raises FormatError unknown_format."""
    if name not in FORMATS:
        raise FormatError(faults.UNKNOWN_FORMAT, file=filename, names=", ".join(FORMATS))
    return FORMATS[name]


def _usable(name: str, filename: str) -> Format:
    """The same; raises FormatError extra_needed, too."""
    format = known_format(name, filename)
    if not is_installed(name):
        raise FormatError(
            EXTRA_NEEDED,
            file=filename,
            kind=format.label,
            package=format.package,
            extra=format.extra,
        )
    return format


def open_corpus(path: Path) -> BinaryIO:
    """A JSONL file, gzipped or not, as a stream of plain bytes for `iter_jsonl`."""
    return open_stream(path, filename=path.name)


def render(format: str, dialogue: DialogueValue) -> Rendered:
    """A dialogue in a format of FORMATS; raises FormatError unknown_format for one only read,
    extra_needed for one whose package is not installed."""
    renderer = _usable(format, format).render
    if renderer is None:
        raise FormatError(faults.ONLY_READ, file=format, names=", ".join(WRITTEN))
    return Rendered(dialogue.id, tuple(renderer(dialogue)))


def write_corpus(
    format: str, dialogues: Iterable[DialogueValue], out: Path | BinaryIO, *, name: str = "export"
) -> None:
    """Write dialogues to a stream, a file or a folder: see `write_rendered`."""
    write_rendered(format, (render(format, each) for each in dialogues), out, name=name)


def write_rendered(
    format: str, rendered: Iterable[Rendered], out: Path | BinaryIO, *, name: str = "export"
) -> None:
    """Write dialogues that are rendered in this format, one at a time, as they are.

    A file appears whole or not at all; a name ending in .gz is gzipped. Formats with a file a
    dialogue give a zip, or, where `out` is a folder, the files in it; a name with the format's own
    ending takes a single dialogue. Raises FormatError many_dialogues, unknown_format.
    """
    taken: set[str] = set()
    files = (file for each in rendered for file in each.named(taken))
    if not isinstance(out, Path):
        _write_stream(_usable(format, name), files, out)
        return
    chosen = _usable(format, out.name)
    if chosen.has_members and out.is_dir():
        _write_folder(files, out)
    elif chosen.has_members and out.name.endswith(chosen.extensions):
        _write_single(files, out)
    else:
        with _whole_file(out) as stream:
            _write_stream(chosen, files, stream)


def _write_stream(format: Format, files: Iterable[tuple[str, bytes]], out: BinaryIO) -> None:
    if format.has_members:
        _write_zip(files, out)
        return
    parts = (data for _name, data in files)
    for data in format.join(parts) if format.join else parts:
        out.write(data)


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
