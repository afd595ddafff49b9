"""Bytes to text without guessing: UTF-8, or the encoding that a person named; every reader uses it.

A wrong guess shifts offsets or garbles names silently, so we only suggest.
"""

import codecs
import io
import re
from typing import BinaryIO, cast

from annotation.formats import faults
from annotation.formats.errors import FormatError, Where

# What a person may choose when the file is not UTF-8.
ONE_BYTE = ("windows-1252", "iso-8859-15", "iso-8859-1", "macroman", "cp850")
ENCODINGS = ("utf-8", "utf-16", "utf-32", *ONE_BYTE)

# TAB, LF, VT, FF and CR occur in transcripts; the rest of C0 is damage, and PostgreSQL refuses NUL.
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
SURROGATE = re.compile("[\ud800-\udfff]")
# Bytes that the encodings of one byte a character tell apart.
TELLING = re.compile(rb"[\x80-\x9f\xa4\xa6\xa8\xb4\xb8\xbc-\xbe]")
_C1 = re.compile(r"[\x80-\x9f]")  # no text has them: a sign of another encoding
# Outside ASCII, what is no letter of our languages and no mark where they have one.
_RARE = re.compile(r"[^\x00-\x7fà-öù-üÀ-ÖÙ-ÜœŒß¿¡«»ºª·€…–—‘’“”]|(?<=\w)[…–—“”](?=\w)")

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, *, file: str, line: int | None = None, offset: int = 0) -> str:
    """UTF-8 bytes as text; `offset` is where `data` began in the file, for the message.

    Raises FormatError `encoding` with the byte and a suggestion.
    """
    try:
        text = data.decode("utf-8")
        if not _is_wide(data):
            return text
        at, name = offset + data.index(0), "utf-16"
    except UnicodeDecodeError as error:
        at, name = offset + error.start, _likely(data, error)
    if not name:
        raise FormatError(faults.NOT_UTF8_CUT, file=file, line=line, n=at)
    raise FormatError(faults.NOT_UTF8, file=file, line=line, n=at, name=name)


def _is_wide(data: bytes) -> bool:
    """Whether so many bytes are zero that it must be UTF-16; English in it is valid UTF-8 too."""
    head = data[:2000]
    return head.count(0) > len(head) // 5


def _likely(data: bytes, error: UnicodeDecodeError) -> str:
    """The encoding that bytes look like, "" where the last character of UTF-8 is cut short.

    A hint for a person, never acted upon.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    if error.reason == "unexpected end of data":
        return ""
    if _is_wide(data):
        return "utf-16"
    near = data[max(0, error.start - 2000) : error.start + 2000]
    if any(0x80 <= byte < 0xA0 for byte in near):
        return "windows-1252"
    return "iso-8859-1"


def candidates(line: bytes, around: int = 40) -> list[tuple[str, str]]:
    """What a line that is not UTF-8 says in each encoding that a person may choose, those with the
    fewest rare characters first: (name, the text around the byte that tells). Of encodings that
    say the same, one."""
    try:
        decode(line, file="")
        return []
    except FormatError as odd:
        likely, at = str(odd.fields.get("name", "")), int(str(odd.fields["n"]))
    found: dict[str, str] = {}
    wide = likely in ("utf-16", "utf-32")
    telling = TELLING.search(line)
    if telling and not wide:
        at = telling.start()
    names = [likely] if wide else [likely, *ONE_BYTE]
    for name in filter(None, names):
        try:
            decoder = _decoder(name, line)
            before = "" if wide else decoder.decode(line[:at])
            text = before + decoder.decode(line[0 if wide else at :])
        except UnicodeError:
            continue
        first = max(0, len(before) - around)
        last = len(before) + around * (1 + wide)
        shown = text[first:last].removeprefix("\ufeff").splitlines()[0]
        shown = "…" * (first > 0) + shown + "…" * (len(text) > last)
        if shown not in found.values() and not _C1.search(shown):
            found[name] = shown
    return sorted(found.items(), key=lambda pair: len(_RARE.findall(pair[1])))


def to_utf8(data: bytes, encoding: str, *, file: str) -> bytes:
    """The same text in UTF-8, from the encoding that a person named.

    Raises FormatError `encoding` when the name is unknown or the bytes are not in it.
    """
    name = encoding.lower()
    if name not in ENCODINGS:
        raise FormatError(faults.UNKNOWN_ENCODING, file=file, names=", ".join(ENCODINGS))
    if name == "utf-8":
        return data
    try:
        return data.decode(name).encode("utf-8")
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        raise FormatError(faults.NOT_IN_ENCODING, file=file, name=name, n=at) from None


def recoded(stream: BinaryIO, encoding: str, *, file: str) -> BinaryIO:
    """A stream in the encoding that a person named as one of UTF-8; raises as `to_utf8` does,
    the fault of a byte while it is read."""
    to_utf8(b"", encoding, file=file)
    if encoding.lower() == "utf-8":
        return stream
    return cast(BinaryIO, io.BufferedReader(_Recoded(stream, encoding.lower(), file)))


def _decoder(encoding: str, head: bytes) -> codecs.IncrementalDecoder:
    """Without a mark the order of bytes is the usual one, as where a whole text is decoded."""
    wide = encoding in ("utf-16", "utf-32")
    marked = any(head.startswith(mark) for mark, name in _MARKS if name == encoding)
    return codecs.getincrementaldecoder(f"{encoding}-le" if wide and not marked else encoding)()


class _Recoded(io.RawIOBase):
    """The bytes of a stream in UTF-8, decoded piece by piece."""

    def __init__(self, inner: BinaryIO, encoding: str, file: str) -> None:
        self._inner, self._encoding, self._file = inner, encoding, file
        self._decoder: codecs.IncrementalDecoder | None = None
        self._read, self._ready = 0, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            data = self._inner.read(64 * 1024)
            if self._decoder is None:
                self._decoder = _decoder(self._encoding, data)
            try:
                self._ready = self._decoder.decode(data, final=not data).encode("utf-8")
            except UnicodeError as error:
                at = self._read + getattr(error, "start", 0)
                raise FormatError(
                    faults.NOT_IN_ENCODING, file=self._file, name=self._encoding, n=at
                ) from None
            self._read += len(data)
            if not data:
                break
        some, self._ready = self._ready[: len(buffer)], self._ready[len(buffer) :]
        buffer[: len(some)] = some
        return len(some)

    def close(self) -> None:
        self._inner.close()
        super().close()


def check_text(text: str, *, file: str, line: int | None, where: Where) -> None:
    """Refuse control characters and lone surrogates in `text`, which stands at `where`."""
    if bad := CONTROL.search(text):
        code, at = f"U+{ord(bad[0]):04X}", bad.start()
        raise FormatError(
            faults.CONTROL_CHARACTER, file=file, line=line, where=where, code=code, n=at
        )
    if bad := SURROGATE.search(text):
        raise FormatError(faults.BROKEN_CHARACTER, file=file, line=line, where=where, n=bad.start())
