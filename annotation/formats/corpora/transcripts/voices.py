"""The text of a WebVTT cue: who says it, what stands in another language, and the text itself.

Tags for looks (<i>, <c.red>, times inside a cue) are left out and counted.
"""

import html
import re
from dataclasses import dataclass, field
from itertools import pairwise
from operator import add

from annotation.formats.corpora.standoff import Event, events_of, with_standoff
from annotation.formats.corpora.transcripts import faults as wrong
from annotation.formats.errors import FormatError
from annotation.formats.types import TurnValue

_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z]+|)(?P<rest>[^<>A-Za-z][^<>]*|)>")
_LOOKS = frozenset({"c", "i", "b", "u", "ruby", "rt", "font"})
_STAMP = re.compile(r"<\d[\d:.]*>")
_OPEN = re.compile(r"</?(?:v|c|i|b|u|ruby|rt|lang)(?=[\s.>]|\Z)")
_VOICE = re.compile(r"<v(?=[\s.>])")


@dataclass(slots=True)
class Said:
    """What one voice says in a cue."""

    speaker: str
    text: str = ""
    events: list[Event] = field(default_factory=list)
    tags: int = 0  # for looks
    voiced: bool = False

    def standoff(self) -> dict[str, object]:
        return with_standoff({"tags": self.tags} if self.tags else {}, [], self.events)


def has_voices(payload: str) -> bool:
    return _VOICE.search(payload) is not None


def voices_of(payload: str, *, file: str, line: int) -> list[Said]:
    """The stretches of a cue by who says them. Raises FormatError subtitles for an open tag."""
    said = [Said("")]
    foreign: list[tuple[int, str]] = []  # where a language begins
    at = 0

    def take(until: int) -> None:
        piece = payload[at:until]
        if _OPEN.search(piece):
            raise FormatError(wrong.OPEN_TAG, file=file, line=line)
        said[-1].text += html.unescape(piece)

    for tag in _TAG.finditer(payload):
        take(tag.start())
        at = tag.end()
        name, rest, ends = tag["name"], tag["rest"], bool(tag["end"])
        if name == "v":
            foreign.clear()
            speaker = "" if ends else html.unescape(re.sub(r"^\.\S*", "", rest)).strip()
            said.append(Said(speaker, voiced=not ends))
        elif name == "lang" and not ends:
            foreign.append((len(said[-1].text), html.unescape(rest).strip()))
        elif name == "lang" and foreign:
            start, lang = foreign.pop()
            event = Event("language", lang, said[-1].speaker, start, len(said[-1].text))
            said[-1].events.append(event)
        elif name in _LOOKS or _STAMP.fullmatch(tag[0]):
            said[-1].tags += not ends
        elif name != "lang":  # no tag: "<%eh>"
            said[-1].text += html.unescape(tag[0])
    take(len(payload))
    kept = [each for each in said if each.voiced or each.text.strip()]
    return kept or [max(said, key=lambda each: len(each.text))]


def written_text(turn: TurnValue, ending: str) -> str:
    """The text of a turn as WebVTT has it, with its languages; without its voice."""
    text = turn.text
    languages = [
        each
        for each in events_of(turn.extra, len(text))
        if each.kind == "language" and each.start < each.end
    ]
    pieces, last = [], 0
    for each in languages:
        if each.start < last:  # one inside another: the outer one is written
            continue
        pieces.append(_escaped(text[last : each.start]))
        pieces.append(f"<lang {_escaped(each.name)}>{_escaped(text[each.start : each.end])}</lang>")
        last = each.end
    return _with_lines("".join([*pieces, _escaped(text[last:])]), ending)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _with_lines(text: str, ending: str) -> str:
    """Line ends stay where no empty line comes of them, which would end the cue."""
    rows = [row.replace("\r", "&#13;").replace("\n", "&#10;") for row in text.split(ending)]
    coded = "&#13;&#10;" if ending == "\r\n" else "&#10;"
    between = (ending if row and following else coded for row, following in pairwise(rows))
    return rows[0] + "".join(map(add, between, rows[1:]))


def voice_tag(speaker: str) -> str:
    return f"<v {_escaped(speaker)}>"
