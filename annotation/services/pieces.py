"""A turn cut up for the screen: stretches under a span or none, tokens, transcription marks.

Pure over rows that are loaded already; the labelling views call it. Offsets are code points of the
stored text, and the pieces put together are that text again, whatever is drawn for them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from annotation.models import Span
from learning.tokens import tokenise

# How a word was said, as transcribers write it: a filler <%eh>, a false start <mi>, an unfinished
# <pala->, a lengthened una=, a shortened +pa. And where a text
# holds events: @[*EVENT*: cough(|Null|)].
_EVENT = re.compile(r"@\[\*(?P<kind>[A-Z]+)\*: ?(?P<name>[^(\]]*)(?:\((?P<words>[^)]*)\))?[^\]]*\]")
_WORD = re.compile(
    r"(?P<open><%?)(?P<inside>[^<>\s]+?)(?P<cut>-?)(?P<close>>)"
    r"|(?P<short>\+)(?=\w)"
    r"|(?<=\w)(?P<long>=)(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Part:
    """Text drawn in one way. `kind`: "" plain, "fill" filler, "retry" false start, or a mark that
    is not part of the word: "mark" not drawn, "long" lengthening, "short" shortening, "cut"."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A token, a gap between tokens, or an event; `name` is what to draw for an event."""

    start: int
    end: int
    kind: str
    parts: tuple[Part, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Pieces in a row under the same span, or under none."""

    pieces: tuple[Piece, ...]
    span: Span | None = None

    @property
    def text(self) -> str:
        return "".join(part.text for piece in self.pieces for part in piece.parts)

    @property
    def is_proposal(self) -> bool:
        return self.span is not None and self.span.status == Span.Status.PROPOSED


def turn_stretches(text: str, spans: Iterable[Span], *, tokens: bool = True) -> list[Stretch]:
    """The turn in order. Of spans that overlap the first given is drawn.

    With `tokens=False` everything that is no event is one gap: lighter, for turns nobody labels.
    """
    drawn: list[Span] = []
    for span in spans:
        fits = span.end <= len(text)
        if fits and not any(s.start < span.end and span.start < s.end for s in drawn):
            drawn.append(span)
    drawn.sort(key=lambda span: span.start)
    pieces = _pieces(text, sorted({edge for s in drawn for edge in (s.start, s.end)}), tokens)
    stretches: list[Stretch] = []
    place = 0
    for span in [*drawn, None]:
        first = place
        while place < len(pieces) and (span is None or pieces[place].start < span.start):
            place += 1
        if place > first:
            stretches.append(Stretch(tuple(pieces[first:place])))
        first = place
        while span is not None and place < len(pieces) and pieces[place].end <= span.end:
            place += 1
        if span is not None:
            stretches.append(Stretch(tuple(pieces[first:place]), span))
    return stretches


def _pieces(text: str, edges: Sequence[int], tokens: bool) -> list[Piece]:
    """Pieces that cover the text without a hole, cut at every edge of a span too."""
    events = [match.span() for match in _EVENT.finditer(text)]
    words: list[tuple[int, int]] = []
    if tokens:
        inside = iter(events)
        event = next(inside, None)
        for start, end in tokenise(text):
            while event is not None and event[1] <= start:
                event = next(inside, None)
            if event is None or end <= event[0]:
                words.append((start, end))
    kinds = dict.fromkeys(words, "token") | dict.fromkeys(events, "event")
    cuts = sorted({0, len(text), *edges, *(edge for pair in kinds for edge in pair)})
    starts = {start: (end, kind) for (start, end), kind in kinds.items()}
    marks = _marks(text)
    pieces: list[Piece] = []
    until, kind = 0, "gap"
    for start, end in pairwise(cuts):
        if start in starts:
            until, kind = starts[start]
        elif start >= until:
            kind = "gap"
        name = _event_name(text[start:end]) if kind == "event" else ""
        pieces.append(Piece(start, end, kind, _parts(text, start, end, marks), name))
    return pieces


def _marks(text: str) -> list[tuple[int, int, str]]:
    """Where a mark, or a word that a mark describes, begins and ends, in order."""
    found: list[tuple[int, int, str]] = []
    for match in _WORD.finditer(text):
        if match["open"]:
            kind = "fill" if match["open"] == "<%" else "retry"
            names = [("open", "mark"), ("inside", kind), ("cut", "cut"), ("close", "mark")]
        else:
            names = [("short", "short")] if match["short"] else [("long", "long")]
        found += [(*match.span(name), kind) for name, kind in names if match[name]]
    return found


def _parts(
    text: str, start: int, end: int, marks: Sequence[tuple[int, int, str]]
) -> tuple[Part, ...]:
    parts: list[Part] = []
    place = start
    for first, last, kind in marks:
        first, last = max(first, start), min(last, end)
        if first >= last:
            continue
        if first > place:
            parts.append(Part(text[place:first]))
        parts.append(Part(text[first:last], kind))
        place = last
    if place < end:
        parts.append(Part(text[place:end]))
    return tuple(parts)


def _event_name(text: str) -> str:
    match = _EVENT.fullmatch(text)
    if match is None:
        return ""
    words = match["words"]
    if match["kind"] == "LANGUAGE" and words:
        return words
    return match["name"].strip()
