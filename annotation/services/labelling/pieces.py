"""A turn cut up for the screen: stretches under a span or none, tokens, transcription marks.

Pure over rows that are loaded already; the labelling views call it. Offsets are code points of the
stored text, and the pieces put together are that text again, whatever is drawn for them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TypeVar

from django.utils.translation import gettext as _

from annotation.formats.corpora import conventions
from annotation.formats.corpora.conventions import EVENT, LANGUAGE, Segment
from annotation.formats.corpora.standoff import events_of, utterances_of
from annotation.models import Span
from learning.tokens import tokenise
from learning.types import Interval, overlaps

Marked = TypeVar("Marked", bound=Interval)

# How the page draws what a transcriber marked; a lengthened word is drawn like any other.
_DRAWN = {
    conventions.FILLER: "fill",
    conventions.FALSE_START: "retry",
    conventions.UNFINISHED: "unfinished",
    LANGUAGE: "lang",
}


@dataclass(frozen=True, slots=True)
class Part:
    """Text drawn in one way."""

    text: str
    # "" plain, "fill" filler, "retry" false start, "unfinished", "lang" foreign; or a sign beside
    # the word: "mark" not drawn, "long" lengthening, "short".
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A token, a gap between tokens, an event, or the name of who speaks from here on ("by")."""

    start: int
    end: int  # start, for a moment without text
    kind: str
    parts: tuple[Part, ...] = ()
    name: str = ""  # what to draw for an event or a speaker
    lang: str = ""  # of a language switch


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


def turn_stretches(
    text: str,
    spans: Iterable[Span],
    *,
    extra: Mapping[str, object] | None = None,
    tokens: bool = True,
) -> list[Stretch]:
    """The turn in order, with the events, languages and speakers that its `extra` tells of.

    Of spans that overlap the first given is drawn. With `tokens=False` everything that is no event
    is a gap: lighter, for turns that nobody labels.
    """
    return [Stretch(*cut) for cut in cut_pieces(text, spans, extra=extra, tokens=tokens)]


def cut_pieces(
    text: str,
    marks: Iterable[Marked],
    *,
    extra: Mapping[str, object] | None = None,
    tokens: bool = True,
) -> Iterator[tuple[tuple[Piece, ...], Marked | None]]:
    """The same for marks of any kind: pieces in a row under the same mark, or under none."""
    drawn: list[Marked] = []
    for mark in marks:
        fits = mark.end <= len(text)
        if fits and not any(overlaps(mark, other) for other in drawn):
            drawn.append(mark)
    drawn.sort(key=lambda mark: mark.start)
    pieces = _pieces(text, {edge for m in drawn for edge in (m.start, m.end)}, extra or {}, tokens)
    place = 0
    for mark in drawn:
        first = place
        while place < len(pieces) and pieces[place].end <= mark.start:
            place += 1
        if place > first:
            yield tuple(pieces[first:place]), None
        first = place
        while place < len(pieces) and pieces[place].start < mark.end:
            place += 1
        yield tuple(pieces[first:place]), mark
    if place < len(pieces):
        yield tuple(pieces[place:]), None


def unspoken(text: str) -> list[tuple[int, int]]:
    """Where the signs of events and language switches stand, which nobody said."""
    signs = (each for each in conventions.segments(text) if _is_sign(each, text))
    return [(each.start, each.end) for each in signs]


def drawn_pieces(texts: Sequence[str], extra: Mapping[str, object]) -> list[list[Piece]]:
    """The pieces of each of the texts that a turn was cut into, and what comes behind the last."""
    whole = "".join(texts)
    edges = list(accumulate(map(len, texts)))
    groups: list[list[Piece]] = [[] for _ in range(len(texts) + 1)]
    place = 0
    for piece in _pieces(whole, set(edges), extra, tokens=False):
        while place < len(texts) and piece.start >= edges[place]:
            place += 1
        groups[place].append(piece)
    return groups


def speakers_at_once(text: str, extra: Mapping[str, object]) -> bool:
    """Whether several people speak in this turn."""
    return bool(extra) and len({each.speaker for each in utterances_of(extra, len(text))}) > 1


def _pieces(text: str, edges: set[int], extra: Mapping[str, object], tokens: bool) -> list[Piece]:
    """Pieces that cover the text without a hole, cut at every edge of a span too."""
    segments = conventions.segments(text)
    signs = {
        (s.start, s.end): _event_name(s.shown.strip("[] ")) for s in segments if _is_sign(s, text)
    }
    kinds = dict.fromkeys(_tokens_outside(text, list(signs)), "token") if tokens else {}
    kinds |= {place: "event" if name else "gap" for place, name in signs.items()}
    events = events_of(extra, len(text)) if extra else []  # most turns have none
    languages = [each for each in events if each.kind == "language" and each.start < each.end]
    edges = edges | {edge for each in languages for edge in (each.start, each.end)}
    moments = _moments(text, extra) if extra else {}
    cuts = {0, len(text), *edges, *moments, *(edge for pair in kinds for edge in pair)}
    starts = {start: (end, kind) for (start, end), kind in kinds.items()}
    marks = _marks(segments)
    pieces: list[Piece] = []
    until, kind = 0, "gap"
    for start, end in pairwise(sorted(cuts)):
        pieces += moments.pop(start, [])
        if start in starts:
            until, kind = starts[start]
        elif start >= until:
            kind = "gap"
        name = signs.get((start, end), "")
        lang = next((each.name for each in languages if each.start <= start < each.end), "")
        pieces.append(Piece(start, end, kind, _parts(text, start, end, marks), name, lang))
    return pieces + moments.pop(len(text), [])


def _tokens_outside(text: str, events: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The tokens of the text except those inside the signs of an event."""
    inside = {place for start, end in events for place in range(start, end)}
    return [(start, end) for start, end in tokenise(text) if start not in inside]


def _moments(text: str, extra: Mapping[str, object]) -> dict[int, list[Piece]]:
    """Pieces without text by their place: who begins to speak, and what is heard."""
    moments: dict[int, list[Piece]] = {}
    if speakers_at_once(text, extra):
        before = None
        for utterance in sorted(utterances_of(extra, len(text)), key=lambda each: each.start):
            if utterance.speaker != before:
                piece = Piece(utterance.start, utterance.start, "by", name=utterance.speaker)
                moments.setdefault(utterance.start, []).append(piece)
            before = utterance.speaker
    for event in events_of(extra, len(text)):
        if event.kind == "event":
            piece = Piece(event.end, event.end, "event", name=_event_name(event.name))
            moments.setdefault(event.end, []).append(piece)
    return moments


def _marks(segments: Iterable[Segment]) -> list[tuple[int, int, str]]:
    """Where a mark, or a word that a mark describes, begins and ends, in order."""
    marks: list[tuple[int, int, str]] = []
    for each in segments:
        if each.kind == conventions.SHORTENED:
            marks.append((each.start, each.start + 1, "short"))
        elif not each.shown:
            marks.append((each.start, each.end, "mark"))
        elif each.kind != conventions.TEXT and each.shown == conventions.LONG_SIGN:
            marks.append((each.start, each.end, "long"))
        elif each.kind in _DRAWN:
            marks.append((each.start, each.end, _DRAWN[each.kind]))
    return marks


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


def _is_sign(segment: Segment, text: str) -> bool:
    """Whether this is the sign of an event or a language switch, not words that were said."""
    is_spoken = segment.shown == text[segment.start : segment.end]
    return segment.kind in {EVENT, LANGUAGE} and not is_spoken


def _event_name(code: str) -> str:
    return _(conventions.event_name(code)) if code else ""
