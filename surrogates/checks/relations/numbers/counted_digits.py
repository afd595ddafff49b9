"""Digits of a number that are counted outside the labels: "two fives, a seven and a one".

The plural of a digit ("fives", class `digits` of numbers.tsv) says that digits are meant; where a
language has none, a row of counts does. Their order is open, so they are compared as they are.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from surrogates import notices
from surrogates.checks.relations.numbers.digits import signs_of
from surrogates.checks.relations.numbers.unlabelled import CODES
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.folding import AND, digits_only, fold
from surrogates.labels import Kind
from surrogates.languages.numerals import Numerals

NEAR = 2  # turns behind the number
_TOKEN = re.compile(r"[^\W\d_]+|\d")
_GAP = re.compile(r"\s*,?\s*")
_ONE = frozenset({"a", "an", "un", "una", "une", "ein", "eine", "einen", "bat"})
_FEW = 3  # digits from which on no chance counts them so
_MOST = 9
_TWICE = 2


@dataclass(frozen=True, slots=True)
class _Digits:
    """So many of a digit at [start, end) of a text; `many` is 0 where that is not said."""

    start: int
    end: int
    digit: str
    many: int
    plural: bool  # it can be nothing but digits


def counted(spans: Spans) -> Iterator[Found]:
    """Digits that are counted, and were those of a number, of its end or of one of its groups."""
    codes = [s for s in spans.of(*CODES, Kind.NUMBER) if len(signs_of(spans, s, s.old)) > 1]
    if not codes:
        return
    for turn in range(len(spans.scene.dialogue.turns)):
        near = [s for s in codes if s.turn <= turn <= s.turn + NEAR]
        for at, text in spans.stretches(turn) if near else ():
            for numerals in spans.spoken:
                for row in _rows(text, numerals):
                    span = next((s for s in near if _tells(spans, s, row)), None)
                    if span is not None:
                        place = turn, at + row[0].start, at + row[-1].end
                        yield Found(notices.CODE_AGAIN, span, place=place)


def _tells(spans: Spans, span: Span, row: list[_Digits]) -> bool:
    """Whether the digits were those of a number, and are not now."""
    return _are_of(spans, span, span.old, row) and not _are_of(spans, span, span.new, row)


def _are_of(spans: Spans, span: Span, text: str, row: list[_Digits]) -> bool:
    signs = digits_only(signs_of(spans, span, text))
    if any(not each.many for each in row):  # "ones, twos and threes"
        return all(signs.count(each.digit) >= _TWICE for each in row)
    said = Counter[str]()
    for each in row:
        said[each.digit] += each.many
    size = said.total()
    if len(row) == 1:  # "two fives"
        return signs.count(row[0].digit) == size or row[0].digit * size in signs
    groups = (signs, signs[:size], signs[-size:], *re.findall(r"\d+", text))
    return any(len(group) == size and Counter(group) == said for group in groups)


def _rows(text: str, numerals: Numerals) -> Iterator[list[_Digits]]:
    """Counted digits with nothing but commas and "and" between them."""
    plurals = _plurals(numerals)
    tokens = [(m.start(), m.end(), fold(m[0])) for m in _TOKEN.finditer(text)]
    if not any(word in plurals for _, _, word in tokens) and not _has_bare(numerals):
        return
    row: list[_Digits] = []
    at = 0
    while at <= len(tokens):
        skip = int(bool(row) and at < len(tokens) and tokens[at][2] in AND)
        found, used = _read(tokens, at + skip, plurals, numerals)
        tied = found is None or not row or _is_tied(text, row[-1].end, found.start, skip)
        if row and (found is None or not tied):
            if _counts(row):
                yield row
            row = []
            if found is not None:
                continue
        if found is not None:
            row.append(found)
        at += used + skip if found is not None else 1


def _is_tied(text: str, end: int, start: int, skip: int) -> bool:
    gap = text[end:start]
    return (
        (len(gap) < 8 and bool(re.fullmatch(r"\s*,?\s*[^\W\d_]+\s*", gap)))
        if skip
        else (_GAP.fullmatch(gap) is not None)
    )


def _counts(row: list[_Digits]) -> bool:
    """Whether a row can be no other numbers."""
    known = all(each.many for each in row)
    if not known:
        return len(row) > 1 and all(each.plural for each in row)
    size = sum(each.many for each in row)
    several = any(each.many > 1 for each in row)
    return several and (any(e.plural for e in row) if size < _FEW or len(row) == 1 else True)


def _read(
    tokens: list[tuple[int, int, str]], at: int, plurals: dict[str, int], numerals: Numerals
) -> tuple[_Digits | None, int]:
    """The counted digit that begins at a token, and how many tokens it has."""
    if at >= len(tokens):
        return None, 1
    start, end, word = tokens[at]
    many = 1 if word in _ONE else int(word) if word.isdecimal() else numerals.parse(word) or 0
    if 0 < many <= _MOST and at + 1 < len(tokens):
        _, stop, said = tokens[at + 1]
        value = plurals.get(said) if many > 1 else numerals.parse(said)
        value = numerals.parse(said) if value is None and _has_bare(numerals) else value
        if value is not None and 0 <= value <= _MOST:
            return _Digits(start, stop, str(value), many, many > 1 and said in plurals), 2
    if word in plurals:
        return _Digits(start, end, str(plurals[word]), 0, True), 1
    return None, 1


def _has_bare(numerals: Numerals) -> bool:
    """Whether digits have no plural: "deux cinq"."""
    return not _plurals(numerals)


@lru_cache(maxsize=16)
def _plurals(numerals: Numerals) -> dict[str, int]:
    return {fold(w.form): w.value for w in numerals.words if w.klass == "digits"}
