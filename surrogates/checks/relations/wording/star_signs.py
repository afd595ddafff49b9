"""Star signs outside the labels: "born on [3 August], a Leo"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from surrogates import notices
from surrogates.checks.relations.numbers.unlabelled import Phrases, phrases, phrases_in
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.codes import ConstraintKind
from surrogates.dates.reading import read_dates
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon

NEAR = 1  # turns between a date and its sign
# Month and day on which each begins, in order; astronomers move them by a day.
_BEGINS: Mapping[str, tuple[int, int]] = {
    "aquarius": (1, 20),
    "pisces": (2, 19),
    "aries": (3, 21),
    "taurus": (4, 20),
    "gemini": (5, 21),
    "cancer": (6, 21),
    "leo": (7, 23),
    "virgo": (8, 23),
    "libra": (9, 23),
    "scorpio": (10, 23),
    "sagittarius": (11, 22),
    "capricorn": (12, 22),
}
_UNSURE = 1  # days
_DAYS = 31  # of a month, where the order of days is asked and nothing else
_YEAR = 12 * _DAYS
_ENDS = re.compile(r"\s*(?:[.,;:!?¿¡()«»“”\"…]|[-–—]\s|$)")
_BEGINNING = re.compile(r"(?:^|[.,;:!?¿¡()«»“”\"…]|\s[-–—])\s*$")
_CLAUSE = re.compile(r"[.,;:!?¿¡()](?:\s|$)|[¿¡]")
_LED = 3  # words before a sign that may say that it is one
_NEXT = re.compile(r"\s*[^\W\d_]+")
_IN_FIGURES = re.compile(r"\d\s?[/.\-]\s?\d\d?(?!\d)")


class _Day(NamedTuple):
    """Month and day, if it is said, of a date and of its surrogate."""

    span: Span
    old: tuple[int, int | None]
    new: tuple[int, int | None]


def signs(spans: Spans) -> Iterator[Found]:
    """A sign that was that of a date near it is that of the new one."""
    known = _signs(spans.lexicon)
    dated = spans.of(Kind.DATE) if known else ()
    turns = {span.turn + n for span in dated for n in range(-NEAR, NEAR + 1)}
    for turn in sorted(turns):
        if known.keys().isdisjoint(words(spans.turn_text(turn))):
            continue
        near = [d for d in spans.once(_days) if abs(d.span.turn - turn) <= NEAR]
        told: set[int] = set()
        for at, text in spans.stretches(turn):
            for start, end, value in phrases_in(text, known):
                sign = value.removesuffix("?")
                held = [d for d in near if _is_of(sign, d.old)]
                if not held or any(_is_of(sign, d.new) for d in held):
                    continue
                sure = value == sign or _is_said(spans.lexicon, text, start, end)
                index = held[0].span.item.index
                if sure and index not in told:  # "Leo or Virgo" is told once
                    told.add(index)
                    notice = notices.PLACE_IN_YEAR._replace(fix=ConstraintKind.DISMISS)
                    place = turn, at + start, at + end
                    yield Found(notice, held[0].span, place=place)


@lru_cache(maxsize=16)
def _signs(lexicon: Lexicon) -> Phrases:
    """The signs; "?" behind those that mean something else, too."""
    also = {form: f"{value}?" for form, value in lexicon.cues("star_sign_too").items()}
    return phrases({**lexicon.cues("star_sign"), **also})


def _days(spans: Spans) -> Iterator[_Day]:
    for span in spans.of(Kind.DATE):
        if spans.lang == "en" and (_IN_FIGURES.search(span.old) or _IN_FIGURES.search(span.new)):
            continue  # nobody knows which is the month
        for calendar in spans.calendars[:2]:
            read = [read_dates(text, calendar).moments for text in (span.old, span.new)]
            said = [(m[0].said("month"), m[0].said("day")) for m in read if len(m) == 1]
            if len(said) == len(read) and said[0][0] and said[1][0]:
                yield _Day(span, (said[0][0], said[0][1]), (said[1][0], said[1][1]))
                break


def _is_of(sign: str, day: tuple[int, int | None]) -> bool:
    """Whether a sign is that of a day, or of some day of a month."""
    first = _order(_BEGINS[sign]) - _UNSURE
    names = list(_BEGINS)
    following = _BEGINS[names[(names.index(sign) + 1) % len(names)]]
    length = (_order(following) + _UNSURE - first) % _YEAR
    month, number = day
    if number is None:
        return month in (_BEGINS[sign][0], following[0])
    return (_order((month, number)) - first) % _YEAR < length


def _order(day: tuple[int, int]) -> int:
    return _DAYS * day[0] + day[1]


def _is_said(lexicon: Lexicon, text: str, start: int, end: int) -> bool:
    """Whether a word that means something else too is a sign here: "I'm Leo", "So Leo, then?"."""
    before, after = text[:start], text[end:]
    following = _NEXT.match(after)
    behind = fold(following[0]).strip() if following is not None else ""
    if not text[start].isupper() or (following and following[0].strip()[0].isupper()):
        return False
    said = lexicon.cues("star_sign_beside")
    led = words(_CLAUSE.split(before)[-1])[-_LED:]
    if said.get(behind) == "or" and _is_one(lexicon, words(after)[1:2]):
        return True
    if led and said.get(led[-1]) == "or" and _is_one(lexicon, led[-2:-1]):
        return True
    while led and said.get(led[-1]) == "between":
        led = led[:-1]
    if led and (led[-1] in lexicon.cues("being") or said.get(led[-1]) == "before"):
        return True
    alone = _BEGINNING.search(before) and _ENDS.match(after)
    return bool(alone) or said.get(behind) == "after"


def _is_one(lexicon: Lexicon, word: Sequence[str]) -> bool:
    return bool(word) and word[0] in _signs(lexicon)
