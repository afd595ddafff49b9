"""Values that hang together by sums and multiples: which of them are free, and what the others
make of those. Called by `totals`; knows no text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from surrogates import draw

ATTEMPTS = 300
Terms = Mapping[int, int]  # value -> factor; together they make zero
Row = dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that hangs on others."""

    old: int
    drawn: int
    unit: int  # it stays a multiple of this
    fixed: bool  # nothing but what was drawn will do


def proposals(
    unknowns: Sequence[Unknown], equations: Sequence[Terms], stream: draw.Stream
) -> Iterator[list[int]]:
    """New values that satisfy the equations: what was drawn first, then others near that, ever
    farther."""
    rows = _solved(unknowns, equations)
    if rows is None:
        return
    free = [n for n, each in enumerate(unknowns) if n not in rows and not each.fixed]
    values = {n: each.drawn for n, each in enumerate(unknowns) if n not in rows}
    shares = {n: lcm(*(row[n].denominator for row in rows.values() if n in row)) for n in free}
    for attempt in range(ATTEMPTS):
        if attempt:
            # Near what was drawn first: what other numbers make with these holds on to it.
            scale = 1 + (attempt / ATTEMPTS) * (1.2 * stream.unit() - 0.5) * (1 + attempt % 2)
            values |= {n: _near(unknowns[n], shares[n], scale) for n in free}
        exact = {n: _made(row, values) for n, row in rows.items()}
        made = [exact.get(n, Fraction(values.get(n, 0))) for n in range(len(unknowns))]
        if all(v > 0 and v % each.unit == 0 for v, each in zip(made, unknowns, strict=True)):
            yield [int(v) for v in made]
        if attempt and not free:
            return


def scaled(unknowns: Sequence[Unknown], stream: draw.Stream) -> Iterator[list[int]]:
    """All values times one factor: what they make together holds, known or not."""
    olds = [each.old for each in unknowns]
    grain = gcd(*olds)
    if any(each.fixed for each in unknowns) or not grain:
        return
    row = stream.shuffled(range(max(1, grain // 2), 2 * grain)[:: max(1, grain // 60)])
    for new in sorted(row, key=lambda n: abs(n - grain) > grain // 4):
        values = [old // grain * new for old in olds]
        if new != grain and all(
            v % each.unit == 0 for v, each in zip(values, unknowns, strict=True)
        ):
            yield values


def _made(row: Row, values: Mapping[int, int]) -> Fraction:
    return sum((factor * values[n] for n, factor in row.items()), Fraction())


def _near(unknown: Unknown, shares: int, scale: float) -> int:
    """A value about as large and as round, of which others are so many shares."""
    grain = shares * unknown.unit
    while unknown.old % (10 * grain) == 0 and unknown.old >= 100 * grain:
        grain *= 10
    return max(grain, round(unknown.drawn * scale / grain) * grain)


def _solved(unknowns: Sequence[Unknown], equations: Sequence[Terms]) -> dict[int, Row] | None:
    """Each value that follows from others -> its factors of them; None where the fixed ones
    contradict an equation."""
    rows: dict[int, Row] = {}
    for terms in equations:
        row: Row = {}
        for n, times in terms.items():
            for k, share in rows.get(n, {n: Fraction(1)}).items():
                row[k] = row.get(k, Fraction()) + times * share
        row = {n: factor for n, factor in row.items() if factor}
        left = [n for n in row if not unknowns[n].fixed]
        if not left:
            if sum(f * unknowns[n].drawn for n, f in row.items()):
                return None
            continue
        row = _whole(row)
        # The finest one takes up what the others leave; a large one is the sum of small ones.
        pivot = min(left, key=lambda n: (unknowns[n].unit, abs(row[n]), -unknowns[n].old))
        solved = {n: -factor / row[pivot] for n, factor in row.items() if n != pivot}
        for other in rows.values():
            share = other.pop(pivot, Fraction())
            for n, factor in solved.items() if share else ():
                other[n] = other.get(n, Fraction()) + share * factor
        rows[pivot] = solved
    return rows


def _whole(row: Row) -> Row:
    """The same equation in the smallest whole factors."""
    denominator = 1
    for factor in row.values():
        denominator *= factor.denominator // gcd(denominator, factor.denominator)
    whole = {n: factor * denominator for n, factor in row.items()}
    divisor = gcd(*(int(factor) for factor in whole.values()))
    return {n: factor / divisor for n, factor in whole.items()}


def told_apart(values: Sequence[int], unknowns: Sequence[Unknown]) -> bool:
    """Whether different old values have different new ones."""
    return len(set(values)) == len({each.old for each in unknowns})
