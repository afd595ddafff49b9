"""Transcriber's XML (.trs, trans-14.dtd) in: a file is a dialogue, each Turn a turn.

The DTD is never fetched. A file that declares an entity is refused, so nothing can be expanded or
read from elsewhere. Speakers are known by their names; named entities (events of the type
"entities") are spans; words that a transcriber typed into comments and events are kept apart from
what the conventions name, and no export with replaced texts lets them through.
"""

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NoReturn
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler, feature_external_ges
from xml.sax.xmlreader import InputSource

from defusedxml.common import DefusedXmlException
from defusedxml.sax import make_parser

from annotation.formats import faults
from annotation.formats.corpora.transcripts import faults as wrong
from annotation.formats.corpora.transcripts.times import parse_time
from annotation.formats.corpora.transcripts.turns import OpenTurn, closed_turn
from annotation.formats.errors import Fault, FormatError, Phrase
from annotation.formats.files.encoding import decode
from annotation.formats.files.names import dialogue_name
from annotation.formats.types import DialogueValue, Files, ReadOptions, TurnValue

_PARENTS = {
    "Trans": "", "Speakers": "Trans", "Speaker": "Speakers", "Topics": "Trans", "Topic": "Topics",
    "Episode": "Trans", "Section": "Episode", "Turn": "Section", "Sync": "Turn", "Who": "Turn",
    "Event": "Turn", "Comment": "Turn", "Background": "Turn", "Vocal": "Turn",
}  # fmt: skip
_DECLARED = re.compile(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.-]+)")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})?")
_WIDE = (b"\xff\xfe", b"\xfe\xff")


def read_trs(files: Files, options: ReadOptions) -> Iterator[DialogueValue]:
    """The dialogue of each file; raises FormatError."""
    recoded = getattr(files, "encoding", "utf-8") != "utf-8"
    for name in files:
        data = files[name]
        declared = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf")[:1000])
        if recoded or (
            not data.startswith(_WIDE)
            and (declared is None or declared[1].lower() in (b"utf-8", b"utf8"))
        ):
            decode(data, file=name)  # says which other encoding it looks like
        reader = _Reader(name, options)
        try:
            _parse(data, reader, "utf-8" if recoded else None)
            dialogue = reader.dialogue()
        except FormatError as fault:
            options.leave_out(fault)
            continue
        yield dialogue


def _parse(data: bytes, reader: "_Reader", encoding: str | None) -> None:
    source = InputSource()
    source.setByteStream(io.BytesIO(data))
    if encoding:
        source.setEncoding(encoding)
    parser = make_parser()
    parser.forbid_external = False  # else the name of the DTD is refused; it is not followed:
    parser.setFeature(feature_external_ges, False)
    parser.setContentHandler(reader)
    try:
        parser.parse(source)
    except SAXParseException as error:
        line, column = error.getLineNumber(), (error.getColumnNumber() or 0) + 1
        why = str(error.getMessage())
        raise FormatError(
            wrong.BROKEN_XML, file=reader.file, line=line, n=column, why=why
        ) from None
    except DefusedXmlException:
        raise FormatError(wrong.XML_ENTITY, file=reader.file, line=reader.line) from None
    except FormatError:
        raise
    except (LookupError, ValueError):
        raise FormatError(wrong.XML_ENCODING, file=reader.file, line=1) from None


class _Reader(ContentHandler):
    """What the elements of a file say, in order."""

    def __init__(self, file: str, options: ReadOptions) -> None:
        super().__init__()
        self.file, self._options = file, options
        self._path = [""]
        self._speakers: list[dict[str, str]] = []
        self._kept: dict[str, Any] = {}
        self._section: dict[str, str] | None = None
        self._turn: OpenTurn | None = None
        self._turns: list[TurnValue] = []
        self._lang = options.lang
        self._locator: Any = None

    def setDocumentLocator(self, locator: Any) -> None:  # noqa: N802
        self._locator = locator

    @property
    def line(self) -> int | None:
        return self._locator.getLineNumber() if self._locator is not None else None

    def fail(self, fault: Fault, **fields: Any) -> NoReturn:
        raise FormatError(fault, file=self.file, line=self.line, **fields)

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802
        if _PARENTS.get(name) != self._path[-1] or (name == "Trans" and len(self._path) > 1):
            self.fail(wrong.NO_TRANSCRIBER)
        self._path.append(name)
        values = dict(attrs.items())
        match name:
            case "Trans":
                lang = values.get("xml:lang", "")
                if len(lang) <= 12 and _LANGUAGE.fullmatch(lang):
                    self._lang = lang
                    del values["xml:lang"]
                self._keep("trans", values)
            case "Episode":
                self._keep("episode", values)
            case "Speaker":
                if "episode" in self._kept:  # its turns have been named
                    self.fail(wrong.NO_TRANSCRIBER)
                if "id" not in values:
                    self.fail(wrong.BAD_ATTRIBUTE, name="id", wanted=Phrase(wrong.NAME))
                self._speakers.append(values)
            case "Topic":
                self._kept.setdefault("topics", []).append(values)
            case "Section":
                self._section = values
            case "Turn":
                self._open_turn(values)
            case "Sync" | "Who" | "Event" | "Comment" | "Background" | "Vocal":
                self._mark(name, values)

    def _keep(self, name: str, values: Mapping[str, str]) -> None:
        self._kept[name] = dict(values)

    def _open_turn(self, values: Mapping[str, str]) -> None:
        times = [
            self.seconds(values, key) if key in values else None for key in ("startTime", "endTime")
        ]
        ids = values.get("speaker", "").split()
        names = [self._names.get(each, each) for each in ids]
        self._turn = OpenTurn(names, times[0], times[1], self.line, dict(values), self._section)
        self._section = None

    @cached_property
    def _names(self) -> dict[str, str]:
        """The name of each speaker by its id; the id where it has none, or shares it."""
        count = Counter(each.get("name", "") for each in self._speakers)
        named = {each["id"]: each.get("name", "") for each in self._speakers}
        return {id: name if name and count[name] == 1 else id for id, name in named.items()}

    def _mark(self, tag: str, values: Mapping[str, str]) -> None:
        turn = self._turn
        assert turn is not None
        if tag == "Sync":
            turn.sync(self.seconds(values, "time"))
        elif tag == "Who":
            place = values.get("nb", "")
            if not re.fullmatch(r"[1-9]\d?", place) or int(place) > len(turn.speakers):
                self.fail(wrong.BAD_ATTRIBUTE, name="nb", wanted=Phrase(wrong.PLACE_OF_SPEAKER))
            turn.who(int(place) - 1)
        elif tag == "Event" and not turn.event(values):
            self.fail(wrong.LONELY_ENTITY)
        elif tag != "Event":
            turn.raw(tag, values)

    def seconds(self, values: Mapping[str, str], name: str) -> float:
        time = parse_time(values.get(name, ""))
        if time is None:
            self.fail(wrong.BAD_ATTRIBUTE, name=name, wanted=Phrase(wrong.SECONDS))
        return time

    def characters(self, content: str) -> None:
        if self._path[-1] == "Turn" and self._turn is not None:
            self._turn.pieces.add(content)
        elif content.strip():
            self.fail(wrong.NO_TRANSCRIBER)

    def skippedEntity(self, name: str) -> None:  # noqa: N802
        self.fail(wrong.XML_ENTITY)  # one that the DTD may declare: its text would be lost

    def endElement(self, name: str) -> None:  # noqa: N802
        self._path.pop()
        if name != "Turn" or self._turn is None:
            return
        turn, self._turn = self._turn, None
        if turn.is_open:
            self.fail(wrong.LONELY_ENTITY)
        value = closed_turn(
            turn, number=len(self._turns) + 1, file=self.file, cap=self._options.max_turn
        )
        self._turns.append(value)

    def dialogue(self) -> DialogueValue:
        """The whole dialogue, when the file was parsed."""
        if not self._turns:
            raise FormatError(faults.EMPTY, file=self.file)
        kept = {name: values for name, values in self._kept.items() if values}
        kept |= {"speakers": self._speakers} if self._speakers else {}
        stem = self.file.replace("\\", "/").rsplit("/", 1)[-1]
        stem = re.sub(r"\.\w{1,5}$", "", stem) or "dialogue"
        extra = {"transcriber": kept} if kept else {}
        return DialogueValue(
            dialogue_name(stem), self._lang, tuple(self._turns), extra=extra, line=1
        )
