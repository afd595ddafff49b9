"""Findings on the turns of a dialogue: the tool's text is laid beside ours, offsets are checked.

Called by the import, for each text. Offsets of the answer are code points of the turn.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.formats import faults as of_files
from annotation.formats.corpora.lines import one_line
from annotation.formats.corpora.tools.texts import Units
from annotation.formats.findings import faults, unmasking
from annotation.formats.findings.documents import Finding, Found
from annotation.formats.types import SpanValue

_BLANK = re.compile(r"\s*")
Turns = Sequence[tuple[str, str]]  # speaker and text of each
PROGRAM = "program"  # in `extra` of a span: who found it


@dataclass(frozen=True, slots=True)
class Placed:
    """The spans by place of their turn; `outside` is how many findings are in no turn: in the name
    of a speaker, in a line end."""

    spans: dict[int, list[SpanValue]]
    outside: int = 0


def lay_out(turns: Turns, text: str) -> dict[int, int] | None:
    """Where each turn that has a text begins in a text of all of them, in order, with blanks, line
    ends and "speaker:" between; None where it is another text."""
    bases: dict[int, int] = {}
    at = 0
    for place, (speaker, own) in enumerate(turns):
        inner = own.strip()
        if not inner:
            continue
        at = _past_blanks(text, at)
        for name in ("", speaker):
            begin = at
            if name and text.startswith(f"{name}:", at):
                begin = _past_blanks(text, at + len(name) + 1)
            if text.startswith((inner, one_line(inner)), begin):
                bases[place] = begin - (len(own) - len(own.lstrip()))
                at = begin + len(inner)
                break
        else:
            return None
    return bases if not text[at:].strip() else None


def _past_blanks(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def place(found: Found, turns: Turns) -> Placed:
    """The findings of a text on the turns of its dialogue, or on the one that it names.

    Raises FormatError, without any text: findings_text, findings_dialogue, span_range,
    surface_mismatch, findings_ambiguous.
    """
    chosen = dict(enumerate(turns))
    if found.turn is not None:
        if not 1 <= found.turn <= len(turns):
            raise found.error(faults.NO_TURN, n=len(turns))
        chosen = {found.turn - 1: turns[found.turn - 1]}
    rows, places = list(chosen.values()), list(chosen)
    if found.replaced is not None:
        return _located(found, [_of(found, spans) for spans in _unmasked(found, rows)], places)
    text = found.text
    if text is None:
        text = "\n".join(one_line(own) for _speaker, own in rows)
        bases = _bases([own for _speaker, own in rows])
    else:
        laid = lay_out(rows, text)
        if laid is None:
            raise found.error(faults.OTHER_TEXT)
        bases = laid
    fitting = _fitting(found, text)
    spans: list[list[SpanValue]] = [[] for _row in rows]
    outside = 0
    at_row = list(bases)
    # Of what a turn says, which is in order; its blanks may reach back over the turn before.
    begins = [base + len(own := rows[row][1]) - len(own.lstrip()) for row, base in bases.items()]
    for start, end, each in fitting:
        pieces = 0
        # From the turn that it begins in (or behind) to the last that begins before its end.
        first = max(bisect_right(begins, start) - 1, 0)
        for n in range(first, bisect_left(begins, end)):
            row = at_row[n]
            base, own = bases[row], rows[row][1]
            low, high = max(start - base, 0), min(end - base, len(own))
            if low < high and own[low:high].strip():
                spans[row].append(_span(found, low, high, each))
                pieces += 1
        outside += not pieces
    return _located(found, spans, places, outside)


def _bases(texts: Sequence[str]) -> dict[int, int]:
    bases, at = {}, 0
    for place, text in enumerate(texts):
        bases[place] = at
        at += len(text) + 1
    return bases


def _located(
    found: Found, spans: Sequence[list[SpanValue]], places: Sequence[int], outside: int = 0
) -> Placed:
    return Placed(dict(zip(places, spans, strict=True)), outside)


def _span(found: Found, start: int, end: int, each: Finding) -> SpanValue:
    return SpanValue(start, end, each.type, each.score, {PROGRAM: found.program})


def _of(found: Found, swaps: Sequence[tuple[int, int, Finding]]) -> list[SpanValue]:
    return [_span(found, start, end, each) for start, end, each in swaps]


def _fitting(found: Found, text: str) -> list[tuple[int, int, Finding]]:
    """The findings in code points of the text, where they count these or UTF-16 units: the unit in
    which every word stands where it should, to the letter if there is one, and in which fewest are
    cut. Raises FormatError."""
    ways = [[(each.start, each.end) for each in found.findings]]
    units = Units(text)
    if units:
        ways.append([(_unit(units, each.start), _unit(units, each.end)) for each in found.findings])
    wrong = [_first_wrong(found.findings, way, text) for way in ways]
    fit = [way for way, fault in zip(ways, wrong, strict=True) if fault is None]
    if not fit:
        index = wrong[0] or 0
        each = found.findings[index]
        start, end, size = each.start, each.end, len(text)
        if 0 <= start < end <= size:
            raise found.error(faults.OTHER_WORDS, index, start=start, end=end)
        raise found.error(of_files.SPAN_RANGE, index, start=start, end=end, n=size)
    cuts = [[_cuts(text, at) for at in way] for way in fit]
    best = min(range(len(fit)), key=lambda at: (_unlike(found, fit[at], text), sum(cuts[at])))
    said = any(each.word is not None for each in found.findings) or found.text is not None
    if not said and 2 * sum(cuts[best]) > len(found.findings):
        index = cuts[best].index(True)
        start, end = fit[best][index]
        raise found.error(faults.CUTS_WORDS, index, start=start, end=end)
    return [(*at, each) for at, each in zip(fit[best], found.findings, strict=True)]


def _unlike(found: Found, places: Sequence[tuple[int, int]], text: str) -> int:
    """How many words do not stand there to the letter, blanks included."""
    pairs = zip(found.findings, places, strict=True)
    return sum(each.word not in (None, text[start:end]) for each, (start, end) in pairs)


def _unit(units: Units, place: int) -> int:
    at = units.from_utf16(place) if place >= 0 else None
    return -1 if at is None else at


def _first_wrong(
    findings: Sequence[Finding], places: Sequence[tuple[int, int]], text: str
) -> int | None:
    for index, (each, (start, end)) in enumerate(zip(findings, places, strict=True)):
        if not 0 <= start < end <= len(text):
            return index
        if each.word is not None and not _same(text[start:end], each.word, loose=each.loose):
            return index
    return None


def _same(ours: str, theirs: str, *, loose: bool) -> bool:
    """Whether two stretches are one, blanks aside; loose: case, accents, joints of tokens, too."""
    return _folded(ours, loose) == _folded(theirs, loose)


def _folded(text: str, loose: bool) -> str:
    if not loose:
        return "".join(text.split())
    bare = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in bare if not c.isspace() and c not in "▁Ġ#" and not _is_accent(c))


def _is_accent(char: str) -> bool:
    return unicodedata.category(char) == "Mn"


def _cuts(text: str, at: tuple[int, int]) -> bool:
    return any(
        0 < edge < len(text) and text[edge - 1].isalnum() and text[edge].isalnum() for edge in at
    )


def _unmasked(found: Found, turns: Turns) -> list[list[tuple[int, int, Finding]]]:
    """What was replaced in each turn, which has a line in the replaced text. Raises FormatError."""
    text = found.replaced or ""
    rows = [(match.start(), match[0]) for match in re.finditer(r"[^\r\n]*\S[^\r\n]*", text)]
    if len(rows) != sum(bool(own.strip()) for _speaker, own in turns):
        raise found.error(faults.OTHER_TEXT)
    told = iter(rows)
    spans: list[list[tuple[int, int, Finding]]] = []
    for number, (speaker, own) in enumerate(turns):
        if not own.strip():
            spans.append([])
            continue
        start, row = next(told)
        marks = [each for each in found.findings if start <= each.start < start + len(row)]
        if any(each.end > start + len(row) for each in marks):
            raise found.error(faults.AMBIGUOUS, turn=found.turn or number + 1)
        try:
            spans.append(
                unmasking.unmask(
                    one_line(own), row, start, marks, speaker=speaker, told=bool(found.findings)
                )
            )
        except unmasking.Ambiguous:
            raise found.error(faults.AMBIGUOUS, turn=found.turn or number + 1) from None
        except unmasking.Unalignable:
            raise found.error(faults.OTHER_TEXT) from None
    return spans
