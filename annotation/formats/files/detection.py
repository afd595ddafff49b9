"""What a file is, by its content; the extension decides nothing that the bytes can tell."""

import re
from collections.abc import Iterable

from annotation.formats import faults
from annotation.formats.errors import FormatError, Phrase
from annotation.formats.files import faults as wrong
from annotation.formats.files.archive import BOM, is_zip
from annotation.formats.files.foreign import READ, Foreign, name_foreign
from annotation.formats.files.nearest import nearest_of_json, nearest_of_xml
from annotation.formats.files.signs import told_format
from annotation.formats.types import Files
from annotation.translatable import N_

_HEAD = 64 * 1024
# Of the files of a zip, in this order: those of the first ending that there is tell the format.
_ENDINGS = (
    *(".jsonl", ".json", ".ndjson", ".txt", ".csv", ".tsv", ".xlsx", ".vtt", ".srt", ".trs"),
    *(".xml", ".xmi"),
    *(".textgrid", ".eaf", ".tei"),
    *(".eml", ".parquet", ".spacy"),
)

# Documents that hold a text, and say nothing of turns: people save them as one.
_PDF, _OFFICE = N_("a PDF document"), N_("an office document")
_OLD, _RTF = N_("an old office document"), N_("an RTF document")
_DOCUMENTS = frozenset({_OFFICE, _OLD, _RTF})
# First bytes of files that people rename; none of them is a corpus that we read.
_FOREIGN: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", _PDF),
    (b"MZ", N_("a Windows program")),
    (b"\x7fELF", N_("a program")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OLD),
    (b"{\\rtf", _RTF),
    (b"\x89PNG", N_("a picture")),
    (b"\xff\xd8\xff", N_("a picture")),
    (b"GIF8", N_("a picture")),
    (b"RIFF", N_("a sound or video file")),
    (b"ID3", N_("a sound file")),
    (b"OggS", N_("a sound file")),
    (b"fLaC", N_("a sound file")),
    (b"Rar!", N_("a RAR archive")),
    (b"7z\xbc\xaf\x27\x1c", N_("a 7z archive")),
    (b"\xfd7zXZ", N_("an xz archive")),
    (b"\x28\xb5\x2f\xfd", N_("a zstd archive")),
    (b"SQLite format 3", N_("a database")),
    (b"ARROW1", N_("an Arrow file")),
    (b"lCRF", N_("a model")),
    (b"\x80\x02", N_("a pickle")),
    (b"\x80\x03", N_("a pickle")),
    (b"\x80\x04", N_("a pickle")),
    (b"\x80\x05", N_("a pickle")),
)
# First bytes of formats that we read and that are no text: what they are, and our name of them.
_PARQUET, _DOCBIN = N_("a Parquet file"), N_("packed data, as spaCy's DocBin is")
_PACKED: tuple[tuple[bytes, str, str], ...] = (
    (b"PAR1", _PARQUET, "parquet"),
    (b"\x78\x9c", _DOCBIN, "docbin"),
    (b"\x78\xda", _DOCBIN, "docbin"),
)
_MARKUP = re.compile(rb"\s*<(\?xml|!doctype|html|trans|svg)\b", re.IGNORECASE)
# Quotes inside a JSON string are escaped, so these only match real keys.
_ESPORT_KEY = re.compile(rb'"(?:filtered-text|file-id)"\s*:')
_NATIVE_KEY = re.compile(rb'"(?:text|id)"\s*:')
_ANN_LINE = re.compile(rb"[TREAMN#*]\d*\t\S")


def refuse_foreign(data: bytes, filename: str, *, markup: bool = True) -> None:
    """Raise FormatError content_type (415) for what is no text, whatever its name says.

    markup: whether XML that we read may stand there.
    """
    what = next((name for magic, name in _FOREIGN if data.startswith(magic)), None)
    if what is not None and data[:1].isalpha() and b"\0" not in data[:1024]:
        what = None  # a text may begin with "MZ" or "Rar!"; programs and archives hold zeros
    if what is not None:
        raise _unfit(filename, what)
    if _MARKUP.match(data[:200].removeprefix(BOM)):
        if _named(data, filename) and markup:
            return
        if near := nearest_of_xml(data[:_HEAD].decode("utf-8", "replace")):
            raise _unsure(filename, near)
        raise _unfit(filename, N_("XML or HTML"))


def packed_format(data: bytes) -> str:
    """The name of the format that is no text, "" for what may be one."""
    return next((name for magic, _kind, name in _PACKED if data.startswith(magic)), "")


def refuse_packed(data: bytes, filename: str) -> None:
    """Raise FormatError content_type for such a format, and for a zip, where a text is read."""
    if is_zip(data):
        raise office_document(filename)
    for magic, kind, _name in _PACKED:
        if data.startswith(magic):
            raise _unfit(filename, kind)


def _named(data: bytes, filename: str) -> str:
    """The name of the format that a text file looks like, "" for one that says nothing of itself.

    Labels come first: CoNLL may be called .tsv. Raises FormatError content_type for another tool's
    format that we do not read.
    """
    head = data[:_HEAD]
    foreign = name_foreign(head.removeprefix(BOM).decode("utf-8", "replace"), filename)
    if foreign is not None and foreign.reader:
        return foreign.reader
    if told := told_format(head, filename):
        return told
    if foreign is not None:
        raise _foreign(foreign, filename)
    return ""


def _foreign(format: Foreign, filename: str) -> FormatError:
    kind, way = Phrase(format.name), Phrase(format.hint)
    return FormatError(faults.FOREIGN_FORMAT, file=filename, kind=kind, way=way)


def refuse_office(names: Iterable[str], filename: str) -> None:
    """Raise FormatError content_type for a zip that is an office document."""
    if {"[Content_Types].xml", "mimetype"} & set(names):
        raise office_document(filename)


def office_document(filename: str) -> FormatError:
    return _unfit(filename, _OFFICE)


def _unfit(filename: str, what: str) -> FormatError:
    """What a file is, and what is to be done with it."""
    kind = Phrase(what)
    if what == _PDF:
        return FormatError(wrong.PDF, file=filename, kind=kind)
    if what in _DOCUMENTS and filename.lower().endswith((".xls", ".ods", ".xlsb")):
        return FormatError(wrong.SHEET, file=filename, kind=kind)
    if what in _DOCUMENTS:
        return FormatError(wrong.DOCUMENT, file=filename, kind=kind)
    return FormatError(faults.NO_CORPUS, file=filename, kind=kind)


def _unsure(filename: str, near: tuple[str, str]) -> FormatError:
    first, second = map(Phrase, near)
    return FormatError(wrong.UNSURE, file=filename, first=first, second=second)


def refuse_empty(data: bytes, filename: str) -> None:
    """Raise FormatError empty_file for nothing, only a byte order mark, or only blanks."""
    if not data.removeprefix(BOM).strip():
        raise no_dialogues(filename)


def no_dialogues(filename: str) -> FormatError:
    return FormatError(faults.EMPTY, file=filename)


def detect_members(files: Files, filename: str) -> str:
    """The same for the files of a zip, by name."""
    refuse_office(files, filename)
    if any(name.endswith(".ann") for name in files):
        return "brat"
    for ending in _ENDINGS:
        formats = {
            name: detect_text(data, f"{filename}/{name}")
            for name, data in files.items()
            if name.lower().endswith(ending)
        }
        for name, format in formats.items():
            first = next(iter(formats.values()))
            if format != first and format in READ:  # never read as the first one is
                raise _foreign(READ[format], f"{filename}/{name}")
        if formats:
            return next(iter(formats.values()))
    for name, data in files.items():
        if known := _named(data, f"{filename}/{name}"):
            return known
    raise no_dialogues(filename)


def detect_text(data: bytes, filename: str) -> str:
    """The same for the bytes of one text file."""
    refuse_foreign(data, filename)
    refuse_empty(data, filename)
    if is_zip(data):  # one that holds files is looked into by `detect_members`
        return "xlsx"
    if packed := packed_format(data):
        return packed
    if known := _named(data, filename):
        return known
    head = data[:_HEAD].removeprefix(BOM).lstrip()
    if head.startswith((b"{", b"[")):
        if near := nearest_of_json(head.decode("utf-8", "replace")):
            raise _unsure(filename, near)
        esport = _ESPORT_KEY.search(head) and not _NATIVE_KEY.search(head)
        return "esport" if esport else "jsonl"
    if filename.lower().endswith(".ann") and _ANN_LINE.match(head):
        return "brat"
    return "plain"
