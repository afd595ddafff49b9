"""How another tool had written its JSON, so that it can be written so again; and long JSON arrays.

A style is a string of letters: c no blanks between, a everything but ASCII escaped, s slashes
escaped, 2 or 4 indented by so many; "" is json.dumps with its characters as they are.
"""

import codecs
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO, TypeGuard

from annotation.formats import faults
from annotation.formats.errors import FormatError
from annotation.formats.files.archive import LIMITS, MEBI, lines, open_file
from annotation.formats.files.encoding import decode
from annotation.formats.files.strictjson import Place, parse
from annotation.formats.types import DialogueValue, Files, ReadOptions

# Keys of `extra` that hold what one tool needs again; no other format writes them as its own.
CONLL, DOCCANO, LABEL_STUDIO, PRODIGY = "_conll", "_doccano", "_label_studio", "_prodigy"
TAB, I2B2, CAS = "_tab", "_i2b2", "_cas"
KEPT = frozenset({CONLL, DOCCANO, LABEL_STUDIO, PRODIGY, TAB, I2B2, CAS})

_CHUNK = 256 * 1024
_SIGN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{},]|"', re.DOTALL)
_BLANK = " \t\r\n"


def written(value: object, style: str = "") -> str:
    """A JSON value in a style."""
    indent = next((int(letter) for letter in style if letter.isdecimal()), None)
    text = json.dumps(
        value,
        ensure_ascii="a" in style,
        allow_nan=False,
        separators=(",", ":") if "c" in style else None,
        indent=indent,
    )
    if indent:  # as in an array that is indented itself
        text = text.replace("\n", "\n" + " " * indent)
    return text.replace("/", "\\/") if "s" in style else text


def style_of(text: str, value: object) -> str:
    """The style in which `value` gives this very text; "" where none does."""
    flags = ("a" if text.isascii() else "") + ("s" if "\\/" in text else "")
    shapes = ("2", "4") if "\n" in text else ("c", "")
    return next((s + flags for s in shapes if written(value, s + flags) == text), "")


@dataclass(frozen=True, slots=True)
class Record:
    """A JSON object of a file: its text, where it stands, and the blanks around it in an array."""

    text: str
    value: Mapping[str, object]
    file: str
    line: int
    number: int  # among the records of the file, from 1 on
    before: str = ""
    after: str = ""

    @property
    def place(self) -> Place:
        return Place(self.file, self.line)

    def name(self, id: object) -> str:
        """The id as a text; of a record without one the file's name and the record's number."""
        if id is None:
            stem = re.sub(r"\.\w{1,5}$", "", self.file.replace("\\", "/").rsplit("/", 1)[-1])
            return f"{stem or 'dialogue'}-{self.number:03d}"
        return str(id) if type(id) is int else self.place.text(id, '"id"')

    def lang(self, value: object, options: ReadOptions) -> str:
        """A language that the record names by its code, else the import's."""
        return value if is_language(value) else options.lang

    def layout(self) -> dict[str, object]:
        """What is kept of its form."""
        kept: dict[str, object] = {"keys": list(self.value)}
        if style := style_of(self.text, self.value):
            kept["style"] = style
        if type(self.value.get("id")) is int:
            kept["number"] = True
        return kept


def is_language(value: object) -> TypeGuard[str]:
    """Whether a value is a code such as es: other tools keep names of languages there, too."""
    return (
        isinstance(value, str)
        and re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?", value) is not None
    )


def kept_layout(dialogue: DialogueValue, tool: str) -> Mapping[str, object]:
    """The layout that a reader of this tool kept with the dialogue, or an empty one."""
    kept = dialogue.extra.get(tool)
    return kept if isinstance(kept, dict) and isinstance(kept.get("keys"), list) else {}


def id_value(dialogue: DialogueValue, layout: Mapping[str, object]) -> object:
    """The id as the tool had it: a number where it was one."""
    is_number = layout.get("number") is True and re.fullmatch(r"-?\d{1,19}", dialogue.id)
    return int(dialogue.id) if is_number else dialogue.id


def in_order(values: Mapping[str, object], layout: Mapping[str, object]) -> dict[str, object]:
    """The keys of a record in the order in which they were read; new ones behind."""
    keys = layout.get("keys", ())
    first = {key: values[key] for key in keys if key in values}  # type: ignore[attr-defined]
    return first | dict(values)


def style_in(layout: Mapping[str, object]) -> str:
    style = layout.get("style")
    return style if isinstance(style, str) and set(style) <= set("acs24") else ""


def read_lines(
    files: Files, options: ReadOptions, read: Callable[[Record], DialogueValue | None]
) -> Iterator[DialogueValue]:
    """What `read` makes of each line of files of JSON lines; None for a line that is left out.

    Raises FormatError, or tells the options of it where they leave out.
    """
    for name in files:
        number = 0
        with open_file(files, name) as stream:
            for number, (line, raw) in enumerate(lines(stream, file=name), 1):
                try:
                    text = decode(raw, file=name, line=line)
                    value = parse(text, file=name, line=line)
                    wanted = faults.LINE_OBJECT
                    record = Place(name, line).mapping(value, faults.LINE, wanted=wanted)
                    dialogue = read(Record(text.strip(), record, name, line, number))
                except FormatError as fault:
                    options.leave_out(fault)
                    continue
                if dialogue is not None:
                    yield dialogue
        if not number:
            raise FormatError(faults.EMPTY_JSONL, file=name)


def read_array(
    files: Files, options: ReadOptions, read: Callable[[Record], DialogueValue | None]
) -> Iterator[DialogueValue]:
    """The same for files that hold an array of objects, or one object; an element at a time."""
    for name in files:
        with open_file(files, name) as stream:
            pieces = _Pieces(stream, name)
            for number, (line, raw) in enumerate(pieces.elements(), 1):
                text = raw.strip(_BLANK)
                line += raw[: len(raw) - len(raw.lstrip(_BLANK))].count("\n")
                before, _text, after = raw.partition(text)
                try:
                    value = _parsed(text, name, line)
                    record = Place(name, line).mapping(value, faults.DIALOGUE)
                    dialogue = read(Record(text, record, name, line, number, before, after))
                except FormatError as fault:
                    options.leave_out(fault)
                    continue
                if dialogue is not None:
                    yield dialogue


def _parsed(text: str, file: str, line: int) -> object:
    """One value of an array that began at `line`."""
    try:
        return parse(text, file=file, line=line, whole_file=True)
    except FormatError as fault:
        if fault.code in ("json", "control_char") and fault.line:
            fault.line += line - 1
        raise


class _Pieces:
    """The elements of a JSON array as texts, cut out of a stream without parsing them."""

    def __init__(self, stream: BinaryIO, file: str) -> None:
        self._stream, self._file = stream, file
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._buffer, self._read, self._ended = "", 0, False
        self._line = 1  # where the buffer begins

    def _more(self) -> bool:
        """Read on; as much again as is waiting, so that a long element is looked at but twice."""
        if self._ended:
            return False
        if len(self._buffer) > LIMITS.line:
            most = LIMITS.line // MEBI
            raise FormatError(faults.LINE_TOO_LONG, file=self._file, line=self._line, most=most)
        data = self._stream.read(max(_CHUNK, len(self._buffer)))
        waiting, _flag = self._decoder.getstate()
        if not self._read:
            data = data.removeprefix(codecs.BOM_UTF8)
        try:
            self._buffer += self._decoder.decode(data, final=not data)
            if not self._read:
                head = data[:2000].decode("utf-8", "ignore")
                decode(head.encode("utf-8"), file=self._file)  # UTF-16 may be UTF-8, too
        except UnicodeDecodeError as bad:
            broken = waiting + data
            line = self._line + self._buffer.count("\n") + broken.count(b"\n", 0, bad.start)
            decode(broken, file=self._file, line=line, offset=self._read - len(waiting))
            raise
        self._read += len(data)
        self._ended = not data
        return not self._ended

    def _drop(self, size: int) -> None:
        self._line += self._buffer.count("\n", 0, size)
        self._buffer = self._buffer[size:]

    def _fail(self, why: str) -> FormatError:
        line = self._line + self._buffer.count("\n")
        column = len(self._buffer) - self._buffer.rfind("\n")
        return FormatError(faults.BROKEN_JSON, file=self._file, line=line, n=column, why=why)

    def elements(self) -> Iterator[tuple[int, str]]:
        """(line, text with the blanks around it) of each element. Raises FormatError json."""
        while not self._buffer.lstrip(_BLANK) and self._more():
            pass
        first = self._buffer.lstrip(_BLANK)[:1]
        if first != "[":
            while self._more():
                pass
            if not first:
                raise FormatError(faults.EMPTY, file=self._file)
            yield self._line, self._buffer
            return
        self._drop(self._buffer.index("[") + 1)
        at, depth, empty = 0, 1, True
        while depth:
            found = _SIGN.search(self._buffer, at)
            if found is None or found[0] == '"':
                at = len(self._buffer) if found is None else found.start()
                if not self._more():
                    raise self._cut_short()
                continue
            sign, at = found[0], found.end()
            depth += (sign in "[{") - (sign in "]}")
            if depth == 0 or (depth == 1 and sign == ","):
                raw = self._buffer[: found.start()]
                if raw.strip(_BLANK):
                    yield self._line, raw
                elif sign == "," or not empty:
                    self._buffer = raw
                    raise self._fail("Expecting value")
                empty = False
                self._drop(at)
                at = 0
        while not self._buffer.strip(_BLANK) and self._more():
            pass
        if self._buffer.strip(_BLANK):
            self._buffer = self._buffer[: len(self._buffer) - len(self._buffer.lstrip(_BLANK))]
            raise self._fail("Extra data")

    def _cut_short(self) -> FormatError:
        """What is wrong with an array that does not end; all of what is left is in the buffer."""
        rest = self._buffer.lstrip(_BLANK)
        try:
            _parsed(rest, self._file, self._line + self._buffer.count("\n") - rest.count("\n"))
        except FormatError as fault:
            if rest:
                return fault
        return self._fail("Expecting ',' delimiter" if rest else "Expecting value")
