"""Numbers that made a sum, a difference or a multiple: whether they still do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations

from surrogates import notices
from surrogates.arithmetic.equations import equations
from surrogates.arithmetic.quantities import quantities
from surrogates.checks.relations.spans import Found, Span, Spans, each_once, neighbours
from surrogates.dates.lives.ages import is_said_with
from surrogates.dates.reading import read_dates
from surrogates.folding import words, words_apart
from surrogates.labels import Kind, kind_of
from surrogates.numbers.sums.percents import tax_rates
from surrogates.numbers.sums.values import CENTS, MONEY, PERCENT, pieces_of, read_amount, unit_of

NEAR = 6  # turns that a sum spreads over
_LARGE = 100 * CENTS  # below, three numbers fit by chance
_TIMES = range(2, 25)
_LONG = 10  # years that lie between two ages by no chance
_YEARS = 2  # words: "forty-three years"
_OLDEST = 105
_PLAN = 3  # turns between a price and its instalments
_PRICE = 10 * CENTS  # of one of them
_MONTHS = 12  # of a year
_SHARES = (0, 1, -1)  # a part, the whole and a part more, the whole without it
_BESIDE = 4  # words beside a total


@dataclass(frozen=True, slots=True)
class _Value:
    span: Span
    old: int  # in cents
    new: int
    unit: str
    words: frozenset[str]  # that say that it is a total

    @property
    def tells(self) -> bool:
        """Whether it is large enough, or has cents, to be no part of a sum by chance."""
        return self.old >= _LARGE or bool(self.old % CENTS)


def totals(spans: Spans) -> Iterator[Found]:
    """What was the sum of two numbers is their sum, a multiple the multiple that it was."""
    values = {value.span.item.index: value for value in spans.once(_values)}
    told: set[int] = set()
    for total in values.values():
        near = [
            v
            for other in spans.near(total.span, NEAR)
            if (v := values.get(other.item.index)) is not None
            and v.old < total.old
            and (not v.unit or not total.unit or v.unit == total.unit)
        ]
        if total.old in told or not total.tells:
            continue
        found = (
            _sum_lost(total, near)
            or _multiple_lost(spans, total, near)
            or _product_lost(total, list(values.values()))
            or _outgrown(total, near)
        )
        if found is not None:
            told.add(total.old)
            yield found


def _sum_lost(total: _Value, near: list[_Value]) -> Found | None:
    pairs = [
        (a, b)
        for a, b in combinations(near, 2)
        if a.old + b.old == total.old and (a.tells or b.tells) and a.old != b.old
    ]
    if not pairs or any(a.new + b.new == total.new for a, b in pairs):
        return None
    a, b = pairs[0]
    return Found(notices.SUM_LOST, total.span, (a.span, b.span))


def _multiple_lost(spans: Spans, total: _Value, near: list[_Value]) -> Found | None:
    pairs = [
        (v, n)
        for v in near
        if v.tells
        and v.old
        and total.old % v.old == 0
        and (n := total.old // v.old) in _TIMES
        and (_is_said(spans, n, v.span, total.span) or _is_of_year(spans, n, total.span))
    ]
    if not pairs or any(v.new * n == total.new for v, n in pairs):
        return None
    return Found(notices.SUM_LOST, total.span, (pairs[0][0].span,))


def _is_of_year(spans: Spans, number: int, total: Span) -> bool:
    """Whether so many months make the year that a total is said to be of."""
    units = spans.calendars[0].phrases("unit")
    said = words_apart(total.after)[:_BESIDE]
    return number == _MONTHS and any(units.get(word) == "year" for word in said)


def percents(spans: Spans) -> Iterator[Found]:
    """What was a percentage of an amount is, or what it left of it: "[160], 25 % off, [120]"."""
    values = list(_values(spans, every=True))
    for part in (value for value in values if value.unit == PERCENT):
        near = [
            v for v in values if v.unit != PERCENT and abs(v.span.turn - part.span.turn) <= _PLAN
        ]
        held = list(_shares(near, part.old))
        if held and all(_is_off(one, other, part.new, sign) for one, other, sign in held):
            yield Found(notices.SUM_LOST, part.span, (held[0][0].span, held[0][1].span))


def taxes(spans: Spans) -> Iterator[Found]:
    """A price with a tax that is named beside it is so much more: "[420] plus VAT, so [504]"."""
    values = [v for v in spans.once(_values) if v.unit in (MONEY, "")]
    for turn in dict.fromkeys(v.span.turn for v in values):
        said = f"{spans.turn_text(turn - 1)} {spans.turn_text(turn)}"
        near = [v for v in values if v.span.turn in (turn - 1, turn)]
        near += [_together(a, b) for a, b in pairwise(near) if a.unit == b.unit]
        for rate in tax_rates(said, spans.lexicon):
            percent = int(rate * CENTS)
            for one, other, sign in _shares(near, percent):
                # The net price and the tax, or all of it.
                if (
                    sign >= 0
                    and MONEY in (one.unit, other.unit)
                    and _is_off(one, other, percent, sign)
                ):
                    yield Found(notices.SUM_LOST, other.span, (one.span,))


def _together(one: _Value, other: _Value) -> _Value:
    """Two prices that follow each other, as the net price that they make."""
    return replace(one, old=one.old + other.old, new=one.new + other.new)


def _shares(values: Sequence[_Value], percent: int) -> Iterator[tuple[_Value, _Value, int]]:
    """An amount, a part of it or it with that added or taken off, and which."""
    for one, other in permutations(values, 2):
        for sign in _SHARES:
            if one.old >= _PRICE and _share(one.old, percent, sign) == other.old != one.old:
                yield one, other, sign


def _is_off(one: _Value, other: _Value, percent: int, sign: int) -> bool:
    return abs(_share(one.new, percent, sign) - other.new) > CENTS


def _share(whole: int, percent: int, sign: int) -> Fraction:
    """A percentage (in hundredths) of an amount; with a sign, the amount with it or without."""
    return (abs(sign) + (sign or 1) * Fraction(percent, CENTS * 100)) * whole


def _product_lost(total: _Value, values: list[_Value]) -> Found | None:
    """A labelled count times a price: "[12] instalments of [50]", [600]."""
    pairs = [
        (count, price)
        for one, two in pairwise(values)
        if abs(two.span.turn - total.span.turn) <= _PLAN
        for count, price in ((one, two), (two, one))
        if count.unit != MONEY
        and count.old // CENTS in _TIMES
        and price.old >= _PRICE
        and (price.unit == MONEY or price.tells)
        and count.old * price.old == total.old * CENTS
    ]
    lost = [(c, p) for c, p in pairs if c.new * p.new != total.new * CENTS]
    return Found(notices.SUM_LOST, total.span, (lost[0][1].span,)) if lost else None


def _outgrown(total: _Value, near: list[_Value]) -> Found | None:
    """An amount of the same turn that was a part of what is said to be a total is no larger."""
    beside = {*words(total.span.before)[-_BESIDE:], *words(total.span.after)[:_BESIDE]}
    if beside.isdisjoint(total.words) or not total.unit:
        return None
    larger = (v for v in near if v.span.turn == total.span.turn and v.new > total.new)
    found = next((v for v in larger if v.unit == total.unit), None)
    return Found(notices.SUM_LOST, total.span, (found.span,)) if found is not None else None


def _is_said(spans: Spans, number: int, one: Span, other: Span) -> bool:
    """Whether a count is said, without a label, in the turns of two numbers or between them."""
    first, last = sorted((one.turn, other.turn))
    near = list(spans.in_turns(first, last))
    texts = {t for s in near for t in (s.before, s.after)}
    texts |= {spans.turn_text(n) for n in range(first, last + 1) if all(s.turn != n for s in near)}
    return any(
        piece.value == number and not piece.point
        for text in texts
        for numerals in spans.spoken
        for piece in pieces_of(text, numerals)
    )


def dictated(spans: Spans) -> set[int]:
    """Indices of the numbers with nothing said between them."""
    return {
        span.item.index
        for one, other in neighbours(spans.all)
        if one.kind is other.kind is Kind.NUMBER and not words(one.after)
        for span in (one, other)
    }


def _values(spans: Spans, every: bool = False) -> Iterator[_Value]:
    """Amounts; `every`: those too that were read as a day, "[25] % until [Friday]"."""
    among = spans.once(dictated)
    numbers = [s for s in spans.all if kind_of(s.item.label) is Kind.NUMBER]
    for span in numbers if every else spans.of(Kind.NUMBER):
        if span.item.index in among or span.item.stays:
            continue  # lengths of time add up by chance
        for numerals in spans.spoken:
            old = read_amount(span.old, numerals, spans.lexicon)
            new = read_amount(span.new, numerals, spans.lexicon)
            if old is not None and new is not None:
                unit = unit_of(old, span.before, span.after, numerals, spans.lexicon)
                yield _Value(span, old.value, new.value, unit, numerals.forms("total"))
                break


def ages(spans: Spans) -> Iterator[Found]:
    """An age that lay between two years lies between them."""
    years: dict[int, list[tuple[Span, int, int]]] = {}
    for each in spans.once(years_said):
        if all(each[1:] != other[1:] for other in years.get(each[1], ())):
            years.setdefault(each[1], []).append(each)
    for span in each_once(spans.of(Kind.AGE)):
        old, new = _age(spans, span.old), _age(spans, span.new)
        if not old or not new or old > _OLDEST:
            continue
        held = [
            (a, b)
            for first in years
            for a in years[first]
            for b in (*years.get(first + old, ()), *years.get(first + old + 1, ()))
        ]
        apart = (new - 1, new, new + 1) if _is_to_come(spans, span) else (new, new + 1)
        if held and not any(
            b[2] - a[2] in apart or (b[2] - a[2] == new - 1 and _comes(spans, a[0], b[0]))
            for a, b in held
        ):
            yield Found(notices.AGE_LOST, span, (held[0][0][0], held[0][1][0]))


def lived(spans: Spans) -> Iterator[Found]:
    """Years that lay between two ages lie between them: "at [25] ... [43 years] ... now [68]"."""
    aged = [
        (span, old, new)
        for span in each_once(spans.of(Kind.AGE))
        if (old := _age(spans, span.old)) and (new := _age(spans, span.new))
    ]
    units = spans.calendars[0].phrases("unit").keys()
    for span in each_once(spans.of(Kind.NUMBER, Kind.DATE)) if len(aged) > 1 else ():
        size, said = span.old.partition(" ")[0], span.old_key
        years, now = _age(spans, size), _age(spans, span.new.partition(" ")[0])
        if len(said) != _YEARS or said[-1] not in units or years < _LONG or not now:
            continue
        held = [(a, b) for a in aged for b in aged if a[1] - b[1] == years]
        if held and all(a[2] - b[2] != now for a, b in held):
            yield Found(notices.SUM_LOST, span, (held[0][0][0], held[0][1][0]))


def _is_to_come(spans: Spans, age: Span) -> bool:
    """Whether an age is reached in a month to come, which may be one of the next year."""
    return any(
        is_said_with(spans.scene, age.item, span.item)
        and [m.parts.keys() for m in read_dates(span.old, spans.calendars[0]).moments]
        == [{"month"}]
        for span in spans.of(Kind.DATE)
    )


def _comes(spans: Spans, birth: Span, now: Span) -> bool:
    """Whether a birthday was to come in the year of a date, and comes in the next one now."""
    (old_birth, new_birth), (old_now, new_now) = _month_days(spans, birth), _month_days(spans, now)
    return () not in (old_birth, old_now, new_birth, new_now) and (
        old_now < old_birth and new_birth <= new_now
    )


def _month_days(spans: Spans, span: Span) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Month and day of a date and of its surrogate; nothing where it has none."""
    found: list[tuple[int, ...]] = []
    for text in (span.old, span.new):
        moments = read_dates(text, spans.calendars[0]).moments
        values = [(m.value("month"), m.value("day")) for m in moments]
        found.append(tuple(v for v in values[0] if v is not None) if len(values) == 1 else ())
    return found[0], found[1]


def made(spans: Spans) -> Iterator[Found]:
    """What numbers of any kind made by no chance they make: ages, years between them, counts."""
    by_index = {span.item.index: span for span in spans.all}
    said = quantities(spans.scene)
    new = {each.item.index: each.new for each in said}
    for tie in equations(spans.scene, said):
        one, *others = (by_index.get(each.item.index) for each in reversed(tie.members))
        if tie.told and one is not None and all(others) and not tie.holds(new):
            yield Found(notices.SUM_LOST, one, tuple(span for span in others if span is not None))


def _age(spans: Spans, text: str) -> int:
    for numerals in spans.spoken:
        pieces = pieces_of(text, numerals)
        if len(pieces) == 1:
            return pieces[0].value
    return 0


def years_said(spans: Spans) -> Iterator[tuple[Span, int, int]]:
    """Mentions with a year of four figures, and that of the surrogate."""
    for span in spans.of(Kind.DATE):
        years = []
        for text in (span.old, span.new):
            moments = read_dates(text, spans.calendars[0], year_cue=True).moments
            said = [y for m in moments if (y := m.said("year")) is not None and y > 1000]
            years.append(said[0] if len(said) == 1 else 0)
        if all(years):
            yield span, years[0], years[1]
