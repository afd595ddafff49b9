"""Two numbers that are a score: "beat them [24] [18], six points in it".

Which of them is the greater stays, and what is said outside the labels of how far apart they are.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from surrogates import notices
from surrogates.checks.relations.numbers.unlabelled import (
    Unlabelled,
    numbers,
    phrases,
    phrases_in,
)
from surrogates.checks.relations.spans import Found, Span, Spans, neighbours
from surrogates.folding import WORD, fold, words
from surrogates.labels import Kind, kind_of

NEAR = 1  # turns between a score and what is said of it
_MOST = 200
_SIGNS = re.compile(r"\s?[-–—:]\s?")
_BOTH = re.compile(rf"(\d{{1,3}}){_SIGNS.pattern}(\d{{1,3}})")
_FIGURES = re.compile(r"0|[1-9]\d{0,2}")
_SENTENCE = re.compile(r"[.!?;](?:\s|$)")
_CLAUSE = re.compile(r"[.,;:!?](?:\s|$)")
_BETWEEN = 4  # signs between the two numbers of a score
_BEHIND = 5  # words behind a number that may say that it is a difference
_Cues = Callable[[str], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class _Score:
    """Two numbers, before and after; one mention may say both."""

    one: Span
    two: Span
    old: tuple[int, int]
    new: tuple[int, int]

    @property
    def turn(self) -> int:
        return self.one.turn


def leads(spans: Spans) -> Iterator[Found]:
    """Of the two numbers of a score the greater one is the greater still, or they are equal."""
    for score in spans.once(_scores):
        if _lead(score.old) != _lead(score.new):
            others = (score.one,) if score.one is not score.two else ()
            yield Found(notices.LEAD_LOST, score.two, others)


def margins(spans: Spans) -> Iterator[Found]:
    """A difference said outside the labels near a score is that of the new one."""
    scores = spans.once(_scores)
    for turn in sorted({t for s in scores for t in range(s.turn - NEAR, s.turn + NEAR + 1)}):
        near = [s for s in scores if abs(s.turn - turn) <= NEAR]
        for value, start, end in _margins(spans, turn):
            held = [s for s in near if abs(s.old[0] - s.old[1]) == value]
            if held and all(abs(s.new[0] - s.new[1]) != value for s in held):
                yield Found(notices.BESIDE_LOST, held[-1].two, place=(turn, start, end))


def _lead(numbers_of: tuple[int, int]) -> int:
    one, two = numbers_of
    return (one > two) - (one < two)


def _scores(spans: Spans) -> Iterator[_Score]:
    pairs = [
        (one, two)
        for one, two in neighbours(spans.all)
        if _is_number(one) and _is_number(two) and len(one.after) <= _BETWEEN
    ]
    # "12-34-56" and "[12] [34] [56]" are no scores.
    close = [p for p in pairs if _SIGNS.fullmatch(p[0].after) or not p[0].after.strip()]
    firsts = {one.item.index for one, _ in close}
    seconds = {two.item.index for _, two in close}
    for one, two in pairs:
        if two.item.index in firsts or one.item.index in seconds or not _stands(spans, one, two):
            continue
        read = [_number(spans, text) for text in (one.old, two.old, one.new, two.new)]
        if None not in read:
            a, b, c, d = (value or 0 for value in read)
            yield _Score(one, two, (a, b), (c, d))
    for span in filter(_is_number, spans.all):
        old, new = _BOTH.fullmatch(span.old), _BOTH.fullmatch(span.new)
        if old is not None and new is not None and _is_of_match(spans, span):
            before, after = (int(old[1]), int(old[2])), (int(new[1]), int(new[2]))
            yield _Score(span, span, before, after)


def _is_number(span: Span) -> bool:
    return kind_of(span.item.label) is Kind.NUMBER


def _stands(spans: Spans, one: Span, two: Span) -> bool:
    """Whether two numbers that follow each other stand as a score."""
    between = fold(one.after.strip())
    if between in spans.lexicon.cues("score_join"):
        return _is_of_match(spans, one, joined=True)
    if between:
        return bool(_SIGNS.fullmatch(one.after)) and _is_of_match(spans, one)
    # "Beat Wigan [24] [18]"; a Basque verb stands behind.
    said = _SENTENCE.split(spans.turn_text(one.turn)[: one.item.start])[-1]
    if spans.spoken and spans.spoken[0].endings:
        said += _SENTENCE.split(two.after)[0]
    verbs = spans.lexicon.cues("score_verb")
    return _has(said, verbs) or (_has(said, verbs, "also") and _is_of_match(spans, one))


def _is_of_match(spans: Spans, span: Span, *, joined: bool = False) -> bool:
    """Whether something near tells of a match: else "[4]-[2]" may be a door or a code."""
    said = " . ".join(spans.turn_text(span.turn + n) for n in (-NEAR, 0, NEAR))
    cues = spans.lexicon.cues
    if _has(said, cues("score_match")) or _has(said, cues("score_verb")):
        return True
    return _has(said, cues("score_verb"), "also") and (joined or _has(said, cues("score_unit")))


def _has(text: str, forms: Mapping[str, str], value: str = "") -> bool:
    """Whether a text has one of these words, or two words, with such a value."""
    said = words(text)
    runs = (" ".join(said[n : n + size]) for size in (1, 2) for n in range(len(said)))
    return any(forms.get(run) == value for run in runs)


def _number(spans: Spans, text: str) -> int | None:
    if _FIGURES.fullmatch(text):
        value: int | None = int(text)
    else:
        read = (numerals.parse(text) for numerals in spans.spoken)
        value = next((number for number in read if number is not None), None)
    return value if value is not None and value <= _MOST else None


def _margins(spans: Spans, turn: int) -> Iterator[tuple[int, int, int]]:
    """(value, start, end) of the differences that a turn says outside the labels."""
    whole = phrases(spans.lexicon.cues("score_by_one"))
    for at, text in spans.stretches(turn) if whole else ():
        yield from ((1, at + start, at + end) for start, end, _ in phrases_in(text, whole))
    for number in numbers(spans, turn):
        length = _length(spans, number) if number.whole > 0 else None
        if length is not None:
            yield number.whole, number.start, number.end + length


def _length(spans: Spans, number: Unlabelled) -> int | None:
    """How much behind a number belongs to the difference that it is; None where it is none."""
    cues = spans.lexicon.cues
    behind = list(islice(WORD.finditer(_CLAUSE.split(number.after)[0]), _BEHIND))
    said = [fold(match[0]) for match in behind]
    unit = int(bool(said) and said[0] in cues("score_unit"))
    after = next((n for n in range(len(said), unit, -1) if _is_after(said[unit:n], cues)), 0)
    if said[unit : unit + 1] and said[unit] in cues("score_join"):  # "by two goals to one"
        return None
    if not after and not _is_led(number, unit > 0, cues):
        return None
    size = max(after, unit)
    return behind[size - 1].end() if size else 0


def _is_after(said: Sequence[str], cues: _Cues) -> bool:
    return " ".join(said) in cues("score_margin_after")


def _is_led(number: Unlabelled, unit: bool, cues: _Cues) -> bool:
    """Whether a word before a number says that it is a difference: "won by two", "by two goals"."""
    said = words(number.before)
    how = cues("score_margin").get(said[-1]) if said else None
    if how is None:
        return False
    # "A basket of three points" is no difference.
    behind_verb = len(said) > 1 and said[-2] in cues("score_verb")
    return behind_verb or (unit and (not how or len(said) == 1))
