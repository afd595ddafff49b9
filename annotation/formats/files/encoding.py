"""Bytes to text without guessing: UTF-8, or the encoding that a person named; every reader uses it.

A wrong guess shifts offsets or garbles names silently, so we only suggest.
"""

import codecs
import io
import re
from typing import BinaryIO, cast

from annotation.formats.errors import FormatError

# What a person may choose when the file is not UTF-8.
ENCODINGS = ("utf-8", "utf-16", "utf-32", "windows-1252", "iso-8859-1", "iso-8859-15")

# TAB, LF, VT, FF and CR occur in transcripts; the rest of C0 is damage, and PostgreSQL refuses NUL.
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
SURROGATE = re.compile("[\ud800-\udfff]")

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
        at, hint = data.index(0), _again("utf-16")
    except UnicodeDecodeError as error:
        at, hint = error.start, suggestion(data, error)
    raise FormatError(
        "encoding",
        f"not UTF-8 at byte {offset + at}; {hint}",
        file=file,
        line=line,
        expected="UTF-8",
    )


def _is_wide(data: bytes) -> bool:
    """Whether so many bytes are zero that it must be UTF-16; English in it is valid UTF-8 too."""
    head = data[:2000]
    return head.count(0) > len(head) // 5


def suggestion(data: bytes, error: UnicodeDecodeError) -> str:
    """One clause about what the bytes look like; a hint for a person, never acted upon."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _again(name)
    if error.reason == "unexpected end of data":
        return "the last character is cut short, as in a file that was not copied whole"
    if _is_wide(data):
        return _again("utf-16")
    near = data[max(0, error.start - 2000) : error.start + 2000]
    if any(0x80 <= byte < 0xA0 for byte in near):
        return _again("windows-1252")
    return _again("iso-8859-1")


def _again(name: str) -> str:
    return f"looks like {name}: give the encoding and import again"


def to_utf8(data: bytes, encoding: str, *, file: str) -> bytes:
    """The same text in UTF-8, from the encoding that a person named.

    Raises FormatError `encoding` when the name is unknown or the bytes are not in it.
    """
    name = encoding.lower()
    if name not in ENCODINGS:
        raise FormatError(
            "encoding", "unknown encoding", file=file, expected="one of " + ", ".join(ENCODINGS)
        )
    if name == "utf-8":
        return data
    try:
        return data.decode(name).encode("utf-8")
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        raise FormatError(
            "encoding", f"not {name} at byte {at}", file=file, expected=f"text in {name}"
        ) from None


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
                    "encoding",
                    f"not {self._encoding} at byte {at}",
                    file=self._file,
                    expected=f"text in {self._encoding}",
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


def check_text(text: str, *, file: str, line: int | None, what: str) -> None:
    """Refuse control characters and lone surrogates in `text`, which is called `what`."""
    found = CONTROL.search(text)
    if found:
        raise FormatError(
            "control_char",
            f"{what}: control character U+{ord(found[0]):04X} at character {found.start()}",
            file=file,
            line=line,
            expected="text without control characters (TAB and line ends are allowed)",
        )
    found = SURROGATE.search(text)
    if found:
        raise FormatError(
            "bad_unicode",
            f"{what}: half of a surrogate pair at character {found.start()}",
            file=file,
            line=line,
            expected="whole Unicode characters",
        )
