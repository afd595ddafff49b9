"""What is said outside the labels of how a number looks: a palindrome, all even, three in a row.

The table `cues` has the words, by what they say (`digits`); they are judged on the numbers near
them, as they were and as they are. A fact that held of none was said of something else.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from surrogates import notices
from surrogates.checks.relations.numbers.digits import signs_of
from surrogates.checks.relations.numbers.unlabelled import (
    CODES,
    Phrases,
    ends_said,
    phrases,
    phrases_in,
)
from surrogates.checks.relations.spans import Found, Span, Spans
from surrogates.checks.residual_numbers import counted
from surrogates.folding import digits_only, words
from surrogates.labels import DIGITS, Kind
from surrogates.languages.lexicon import Lexicon

NEAR = 3  # turns before the words
_ROW = 3  # digits that follow each other by no chance
_TEN = 10
_LONG = re.compile(r"\d{3,}")
_DECIMALS = re.compile(r"\D\d{1,2}(?!\d).*$|[^\d]+$")
_KINDS = DIGITS | {Kind.STREET, Kind.DATE}


def shapes(spans: Spans) -> Iterator[Found]:
    """What was said of a number's digits is true of its surrogate."""
    known = _said_of_digits(spans.lexicon)
    numbers = [s for s in spans.all if s.kind in _KINDS and signs_of(spans, s, s.old)]
    if not known or not numbers:
        return
    for turn in range(len(spans.scene.dialogue.turns)):
        if known.keys().isdisjoint(words(spans.turn_text(turn))):
            continue
        near = [s for s in reversed(numbers) if turn - NEAR <= s.turn <= turn]
        for at, text in spans.stretches(turn) if near else ():
            for start, end, fact in phrases_in(text, known):
                span = next((s for s in near if _holds(spans, fact, s, s.old)), None)
                if span is not None and not _holds(spans, fact, span, span.new):
                    yield Found(notices.SHAPE_LOST, span, place=(turn, at + start, at + end))


@lru_cache(maxsize=16)
def _said_of_digits(lexicon: Lexicon) -> Phrases:
    return phrases(lexicon.cues("digits"))


def endings(spans: Spans) -> Iterator[Found]:
    """The one digit that a number is said to end or to begin with is that of its surrogate."""
    numbers = [s for s in spans.of(*CODES) if len(signs_of(spans, s, s.old)) > 1]
    for said in ends_said(spans) if numbers else ():
        value, turn = said.number.whole, said.number.turn
        numerals, calendar = said.number.numerals, spans.calendars[0]
        things = counted(said.number.after, spans.scene, numerals, calendar)
        if not 0 <= value < _TEN or things:
            continue
        at = -1 if said.klass == "tail" else 0
        for span in reversed([s for s in numbers if turn - NEAR <= s.turn <= turn]):
            old, new = (signs_of(spans, span, text) for text in (span.old, span.new))
            if old[at] == str(value):
                if new and new[at] != old[at]:
                    yield Found(notices.SHAPE_LOST, span, place=said.place)
                break


def _holds(spans: Spans, fact: str, span: Span, text: str) -> bool:
    signs = digits_only(signs_of(spans, span, text))
    if not signs:
        return False
    groups = _LONG.findall(text) if span.kind in CODES else ()
    whole = signs if span.kind in CODES else _DECIMALS.sub("", text) or signs
    return any(_FACTS[fact](digits_only(each)) for each in (whole, *groups))


def _is_palindrome(signs: str) -> bool:
    return len(signs) > 1 and signs == signs[::-1]


def _are(rest: int) -> Callable[[str], bool]:
    return lambda signs: len(signs) > 1 and all(int(c) % 2 == rest for c in signs)


def _in_row(signs: str) -> bool:
    steps = [int(b) - int(a) for a, b in pairwise(signs)]
    return any(
        len({*steps[n : n + _ROW - 1]}) == 1 and abs(steps[n]) == 1
        for n in range(len(steps) - _ROW + 2)
    )


def _is_repeated(signs: str) -> bool:
    """A digit right after itself, or two digits right after themselves."""
    return any(a == b for a, b in pairwise(signs)) or re.search(r"(\d\d)\1", signs) is not None


_FACTS: Mapping[str, Callable[[str], bool]] = {
    "palindrome": _is_palindrome,
    "even": _are(0),
    "odd": _are(1),
    "row": _in_row,
    "repeated": _is_repeated,
    "same": lambda signs: len(signs) > 1 and len({*signs}) == 1,
    "round": lambda signs: len(signs) > 1 and signs.endswith("0"),
}
