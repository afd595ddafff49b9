"""What an equation of quantities is: whether it holds of values, and what a member has to be.

Called by `equations`, which finds them, and by `mending`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import prod

from surrogates.arithmetic.quantities import ONE, Quantity

BEGUN = 14 * ONE  # when work or service begins


class Way(StrEnum):
    SUM = "sum"
    PRODUCT = "product"
    MEAN = "mean"
    PRESENT = "present"  # two years, and what has passed since each
    TIMES = "times"  # of a number that no label holds
    NAMED = "named"  # words say what it is
    LIVED = "lived"  # years of work or service, which a life has room for
    OUTSIDE = "outside"  # a sum that no label holds, so that it stays
    APART = "apart"  # what lies between two, which no label holds
    HELD = "held"  # the same, where none can move, for their difference is said so, too


@dataclass(frozen=True, slots=True)
class Equation:
    """Quantities that make another one. `told`: no chance makes it so."""

    way: Way
    parts: tuple[Quantity, ...]
    total: Quantity
    told: bool = True
    times: int = 1
    whole: int = 0  # that stays

    @property
    def members(self) -> tuple[Quantity, ...]:
        return (*self.parts, self.total)

    def holds(self, values: Mapping[int, int]) -> bool:
        """Whether it is true of values by the index of their mention."""
        if self.way is Way.LIVED:
            years, age = (values[q.item.index] for q in self.members)
            return years + BEGUN <= age
        return self._made([values[q.item.index] for q in self.parts]) == values[
            self.total.item.index
        ] * (len(self.parts) if self.way is Way.MEAN else 1)

    def _made(self, values: Sequence[int]) -> int:
        if self.way is Way.NAMED:
            return self.total.old
        if self.way in (Way.OUTSIDE, Way.HELD):
            return self.whole - sum(values)
        if self.way is Way.APART:
            return self.whole + sum(values)
        if self.way is Way.PRODUCT:
            return prod(values) // int(ONE ** (len(values) - 1))
        if self.way is Way.PRESENT:
            year, count, other = values
            return year + count - other
        return sum(values) * self.times

    def solved(self, member: Quantity, values: Mapping[int, int]) -> int | None:
        """What a member has to be for it to hold; None where it can be nothing."""
        total = values[self.total.item.index]
        others = [values[q.item.index] for q in self.parts if q is not member]
        if self.way in (Way.LIVED, Way.HELD):
            return None
        if member is self.total:
            made = self._made(others)
            share, rest = divmod(made, len(others)) if self.way is Way.MEAN else (made, 0)
            return share if not rest else None
        if self.way is Way.PRESENT:
            year, _, other = (values[q.item.index] for q in self.parts)
            return total + other - year if member is self.parts[1] else None
        if self.way is Way.TIMES:
            return None
        if self.way is Way.OUTSIDE:
            return self.whole - total - sum(others)
        if self.way is Way.APART:
            return total - self.whole
        if self.way is Way.PRODUCT:
            share, rest = divmod(total * ONE ** len(others), prod(others) or 1)
            return share if not rest else None
        return total * (len(self.parts) if self.way is Way.MEAN else 1) - sum(others)
