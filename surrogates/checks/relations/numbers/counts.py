"""Small numbers that tell of each other: tens and units, years since a year.

`sums` knows those that no chance makes; here the words between them say that they belong together.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from surrogates import notices
from surrogates.checks.relations.numbers.sums import dictated, years_said
from surrogates.checks.relations.spans import Found, Span, Spans, in_reach
from surrogates.folding import AND, fold, words
from surrogates.labels import Kind, kind_of
from surrogates.languages.numerals import Numerals
from surrogates.numbers.identifiers.house_numbers import is_next_door, says_sides
from surrogates.numbers.sums.values import (
    CENTS,
    MONEY,
    pieces_of,
    read_amount,
    unit_of,
)

NEAR = 3  # turns between a number and its echo
_MOST = 100
_OF_AGE = 18  # of which a number and its ordinal are one by no chance
_TENS = 10
_WORD = re.compile(r"\s*[^\W\d_]")
_ORDINAL = re.compile(r"(\d{1,3})(?:\.|[ºª°]|[a-zèé]{1,3})")
_NOW = range(2000, 2036)  # when what is said may be said
_MOVED = 6  # years that the present may seem to move by, as years do
_CLOSE = 6  # the part of a price that an offer is below it by at most: a sixth
_BESIDE = 4  # the most that houses either side of each other differ by
_NOTED = 3  # words behind a number that may say what notes it counts
_WORTHS = frozenset({5, 10, 20, 50, 100, 200, 500})


@dataclass(frozen=True, slots=True)
class _Count:
    """A whole number before and after."""

    span: Span
    old: int
    new: int
    unit: str
    order: bool = False  # "third"

    @property
    def turn(self) -> int:
        return self.span.turn


def tens(spans: Spans) -> Iterator[Found]:
    """Tens and units said apart are those of the number said before them: "Forty and two"."""
    every = spans.once(_counts)
    for row in _in_turns(spans):
        for one, two in pairwise(row):
            whole = one.old + two.old
            apart = one.old % _TENS == 0 < two.old < _TENS and {*words(two.span.before)} <= AND
            said = [c for c in every if c.old == whole and 0 <= one.turn - c.turn <= NEAR]
            if not apart or not said or not words(two.span.before):
                continue
            sums = one.new + two.new in {c.new for c in said}
            if not sums or one.new % _TENS or not 0 < two.new < _TENS:
                yield Found(notices.SUM_LOST, one.span, (two.span, said[0].span))


def again(spans: Spans) -> Iterator[Found]:
    """A number of two figures, or a floor, that is said twice is one number."""
    among = spans.once(dictated)
    every = [c for c in spans.once(_counts) if c.order or c.old >= _TENS]
    every = [c for c in every if c.order or c.span.item.index not in among]
    told: set[int] = set()
    for one, other in in_reach(every, lambda count: count.turn, NEAR):
        units = {one.unit, other.unit} - {""}
        # "her [fortieth]": the cake says [40].
        orders = one.order == other.order or (one.old >= _OF_AGE and not units)
        alike = one.old == other.old and orders and len(units) < 2
        if alike and one.new != other.new and other.span.item.index not in told:
            told.add(other.span.item.index)
            yield Found(notices.SAME_LOST, other.span, (one.span,))


def sides(spans: Spans) -> Iterator[Found]:
    """A house on the odd or the even side of a street stays on it."""
    for turn in range(len(spans.scene.dialogue.turns)):
        if not says_sides(spans.turn_text(turn), spans.lexicon):
            continue
        for count in spans.once(_counts):
            here = count.turn == turn and not count.unit and not count.order
            if here and count.old >= _TENS and (count.old - count.new) % 2:
                yield Found(notices.SIDE_LOST, count.span)


def houses(spans: Spans) -> Iterator[Found]:
    """Houses or seats beside each other are as far apart as they were: "15 and 19 either side"."""
    every = [c for c in spans.once(_counts) if not c.unit and not c.order and c.old >= _TENS]
    for one, two in in_reach(every, lambda count: count.turn, 1):
        apart = one.old - two.old
        if (
            0 < abs(apart) <= _BESIDE
            and one.new - two.new != apart
            and is_next_door(spans.turn_text(two.turn), spans.lexicon)
        ):
            yield Found(notices.SUM_LOST, two.span, (one.span,))


def since(spans: Spans) -> Iterator[Found]:
    """Years since a year lead to the present still: "from 1986, forty years"."""
    years = spans.once(years_said)
    units = spans.calendars[0].phrases("unit")
    for count in spans.once(_counts):
        if count.span.item.stays:  # "every four years"
            continue
        if not any(units.get(word) == "year" for word in words(count.span.after)[:2]):
            continue
        near = [y for y in years if abs(y[0].turn - count.turn) <= 1 and y[1] + count.old in _NOW]
        ends = {y[1] for y in years}
        held = [y for y in near if count.old > 1 and not ends & {y[1] + count.old}]
        if held and all(abs(y[2] + count.new - y[1] - count.old) > _MOVED for y in held):
            yield Found(notices.SINCE_LOST, count.span, (held[0][0],))


def offers(spans: Spans) -> Iterator[Found]:
    """Of two prices of one turn that are near each other, the lower one is the lower still."""
    prices = spans.once(_prices)
    for (one, old, new, unit), (two, old_2, new_2, unit_2) in pairwise(prices):
        priced = one.turn == two.turn and MONEY in (unit, unit_2) and {unit, unit_2} <= {MONEY, ""}
        close = 0 < abs(old - old_2) <= max(old, old_2) / _CLOSE
        if priced and close and (old < old_2) != (new < new_2):
            yield Found(notices.OFFER_LOST, two, (one,))


def notes(spans: Spans) -> Iterator[Found]:
    """So many tens make what they made: "you owe [twenty]", "[two] tens"."""
    prices = spans.once(_prices)
    for count in spans.once(_counts):
        worth = _note(spans, count)
        near = [p for p in prices if abs(p[0].turn - count.turn) <= NEAR and p[0] is not count.span]
        made = [p for p in near if worth and p[1] == count.old * worth * CENTS]
        if made and all(p[2] != count.new * worth * CENTS for p in made):
            yield Found(notices.SUM_LOST, count.span, (made[0][0],))


def _note(spans: Spans, count: _Count) -> int:
    """What the notes or coins are worth that a number counts, behind it; 0 where none are."""
    for word in words(count.span.after)[:_NOTED]:
        for form in (word, *(word[:-n] for n in (1, 2))):
            values = (numerals.parse(form) or 0 for numerals in spans.spoken)
            value = next((v for v in values if v in _WORTHS), 0)
            if value:
                return value
    return 0


def _prices(spans: Spans) -> Iterator[tuple[Span, int, int, str]]:
    for span in spans.of(Kind.NUMBER):
        if (read := _amount(spans, span)) is not None:
            yield (span, *read)


def _amount(spans: Spans, span: Span) -> tuple[int, int, str] | None:
    for numerals in spans.spoken:
        # "would you take [seven] thousand?"
        scale = re.match(r"\s*[^\W\d_]+", span.after)
        more = scale[0] if scale and numerals.thousands.get(fold(scale[0]).strip(), 1) > 1 else ""
        old = read_amount(span.old + more, numerals, spans.lexicon)
        new = read_amount(span.new + more, numerals, spans.lexicon)
        if old is not None and new is not None:
            after = span.after[len(more) :]
            unit = unit_of(old, span.before, after, numerals, spans.lexicon)
            return old.value, new.value, unit or ("" if not _WORD.match(after) else "thing")
    return None


def _in_turns(spans: Spans) -> Iterator[list[_Count]]:
    """The whole numbers below a hundred of each turn."""
    by_turn: dict[int, list[_Count]] = {}
    for count in spans.once(_counts):
        if count.old < _MOST and not count.order:
            by_turn.setdefault(count.turn, []).append(count)
    yield from by_turn.values()


def _counts(spans: Spans) -> Iterator[_Count]:
    # A number that was read as a day or an hour may be a count: "[two] today, [one] on [Friday]".
    for span in (s for s in spans.all if kind_of(s.item.label) is Kind.NUMBER):
        for numerals in spans.spoken:
            old, new = _order(span.old, numerals), _order(span.new, numerals)
            if old and new:
                yield _Count(span, old, new, "", order=True)
                break
            old, new = _cardinal(span.old, numerals), _cardinal(span.new, numerals)
            if old and new:
                said = read_amount(span.old, numerals, spans.lexicon)
                unit = (
                    unit_of(said, span.before, span.after, numerals, spans.lexicon)
                    if said is not None
                    else ""
                )
                yield _Count(span, old, new, unit)
                break


def _cardinal(text: str, numerals: Numerals) -> int:
    found = pieces_of(text, numerals)
    whole = len(found) == 1 and not found[0].point
    alone = whole and not words(text[: found[0].start] + " " + text[found[0].end :])
    return found[0].value if alone else 0


def _order(text: str, numerals: Numerals) -> int:
    said = numerals.ordinals.get(fold(text))
    if said is not None:
        return said.value
    figures = _ORDINAL.fullmatch(text.strip())
    return int(figures[1]) if figures is not None else 0
