"""The text of a task as turns, a line each, and back; its spans in code points or UTF-16 units.

A span over a line end becomes one a line; those after the first have the key "joined" and are
one with it again on writing.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from annotation.formats import faults
from annotation.formats.checks import check_spans, check_turn
from annotation.formats.corpora.lines import blanks, count_blank, cut_lines, one_line
from annotation.formats.corpora.tools import faults as own
from annotation.formats.errors import FormatError
from annotation.formats.files.strictjson import Place
from annotation.formats.types import DialogueValue, ReadOptions, SpanValue, TurnValue
from learning.tokens import tokenise

JOINED = "joined"
# What stands between the lines, of a turn or a dialogue: kept as the text has it.
_BETWEEN = frozenset({"crlf", "blank", "crlf_blank", "final_newline"})


def read_text(
    text: str,
    spans: Sequence[SpanValue],
    *,
    place: Place,
    options: ReadOptions,
    speakers: object = None,
) -> tuple[tuple[TurnValue, ...], dict[str, object]]:
    """The turns of a text and what the dialogue keeps of it; `spans` are on the whole text.

    `speakers` is a list of names, one a line that is not blank, or not used. Raises FormatError.
    """
    file, line, what = place.file, place.line, faults.DIALOGUE
    check_spans(text, spans, place=what, file=file, line=line)
    rows = cut_lines(text)
    bounds = [(number, row.start, row.end) for number, row in enumerate(rows)]
    placed: dict[int, list[SpanValue]] = {}
    for index, span in enumerate(spans):
        pieces = _pieces(span, bounds)
        if not pieces:
            where = (faults.span_of(what, index),)
            raise FormatError(own.ONLY_LINE_ENDS, file=file, line=line, where=where)
        for number, piece in pieces:
            placed.setdefault(number, []).append(piece)
    extra: dict[str, object] = {}
    turns: list[TurnValue] = []
    names = speakers_in(speakers, sum(bool(row.text) for row in rows))
    for number, row in enumerate(rows):
        if not row.text:
            count_blank(row, turns, extra)
            continue
        found = sorted(placed.get(number, ()), key=lambda each: each.start)
        kept: dict[str, object] = {"crlf": True} if row.ending == "\r\n" else {}
        speaker = names[len(turns)] if names else ""
        turn = TurnValue(speaker, row.text, tuple(found), kept)
        check_turn(turn, number=len(turns) + 1, file=file, line=line, cap=options.max_turn)
        turns.append(turn)
    if rows and rows[-1].ending:
        extra["final_newline"] = True
    return tuple(turns), extra


def speakers_in(value: object, wanted: int) -> list[str]:
    """Names of speakers, one for each of `wanted` turns; empty where the value is no such list."""
    if not isinstance(value, list) or len(value) != wanted:
        return []
    return value if all(isinstance(name, str) for name in value) else []


def speakers_of(dialogue: DialogueValue) -> list[str]:
    """The speakers of the turns that have a text; empty where nobody is named."""
    names = [turn.speaker for turn in dialogue.turns if turn.text]
    return names if any(names) else []


def _pieces(span: SpanValue, rows: Sequence[tuple[int, int, int]]) -> list[tuple[int, SpanValue]]:
    """The span inside each line that it touches, with the number of that line."""
    first = max(bisect_left(rows, span.start, key=lambda row: row[1] + 1) - 1, 0)
    pieces: list[tuple[int, SpanValue]] = []
    for number, low, high in rows[first:]:
        if low >= span.end:
            break
        start, end = max(span.start, low), min(span.end, high)
        if start < end:
            extra: Mapping[str, object] = {JOINED: True} if pieces else span.extra
            moved = replace(span, start=start - low, end=end - low, extra=extra)
            pieces.append((number, moved))
    return pieces


def write_text(dialogue: DialogueValue) -> tuple[str, list[SpanValue]]:
    """The text of a dialogue and its spans on it. A line end inside a turn becomes a space, one
    for one; a turn without text is a blank line."""
    pieces = blanks(dialogue.extra)
    at = sum(map(len, pieces))
    spans: list[SpanValue] = []
    last = len(dialogue.turns) - 1
    for index, turn in enumerate(dialogue.turns):
        text, between = one_line(turn.text), blanks(turn.extra)
        bare = index == last and dialogue.extra.get("final_newline") is not True and not between
        ending = "" if bare else "\r\n" if turn.extra.get("crlf") is True else "\n"
        spans += (replace(s, start=at + s.start, end=at + s.end) for s in turn.spans)
        pieces += [text, ending, *between]
        at += len(text) + len(ending) + sum(map(len, between))
    whole = "".join(pieces)
    return whole, _joined(whole, spans)


def _joined(text: str, spans: Sequence[SpanValue]) -> list[SpanValue]:
    """Pieces of one span that only line ends part as one again."""
    whole: list[SpanValue] = []
    for span in spans:
        before = whole[-1] if whole else None
        if span.extra.get(JOINED) is True:
            gap = text[before.end : span.start] if before else ""
            if before and before.label == span.label and gap and not gap.strip("\r\n"):
                whole[-1] = replace(before, end=span.end)
                continue
            span = replace(span, extra={k: v for k, v in span.extra.items() if k != JOINED})
        whole.append(span)
    return whole


def own_extra(dialogue: DialogueValue, skip: frozenset[str]) -> dict[str, object]:
    """Unknown keys of a dialogue, as keys of its record."""
    return {k: v for k, v in dialogue.extra.items() if k not in skip and k not in _BETWEEN}


class Units:
    """Offsets of one text in code points and in UTF-16 units, as JavaScript counts."""

    def __init__(self, text: str) -> None:
        # Code points that take two units, and the units at which they begin.
        self._wide = [place for place, char in enumerate(text) if char > "\uffff"]
        self._units = [place + number for number, place in enumerate(self._wide)]

    def __bool__(self) -> bool:
        """Whether the two ways of counting differ."""
        return bool(self._wide)

    def to_utf16(self, place: int) -> int:
        return place + bisect_left(self._wide, place)

    def from_utf16(self, unit: int) -> int | None:
        """The code point that begins at a unit; None inside a character."""
        before = bisect_left(self._units, unit)
        if before and self._units[before - 1] + 1 == unit:
            return None
        return unit - before


def cut_tokens(text: str, spans: Sequence[SpanValue]) -> list[tuple[int, int]]:
    """Our tokens of a text, cut where a span begins or ends inside one."""
    edges = sorted({edge for span in spans for edge in (span.start, span.end)})
    cut: list[tuple[int, int]] = []
    for start, end in tokenise(text):
        inside = edges[bisect_left(edges, start + 1) : bisect_left(edges, end)]
        bounds = [start, *inside, end]
        cut += pairwise(bounds)
    return cut
