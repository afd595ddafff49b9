"""What is known of the year in which a dialogue is held, and how far it moves.

`ages` and `since` count from it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from surrogates.dates.resolution import Entry
from surrogates.dates.shift import Shift
from surrogates.dates.shifted import moved

_CHILD = 18  # years


@dataclass(frozen=True, slots=True)
class Now:
    """The present, as far as ages and days tell it."""

    told: frozenset[int]  # years that ages and births make together
    days: frozenset[int]  # of days that are said with their year
    today: frozenset[int]  # of days that are said to be today, or whose weekday tells the year
    moved: int  # the years that it moves

    @classmethod
    def of(
        cls,
        entries: Iterable[Entry],
        shift: Shift,
        days: Iterable[int] = (),
        today: Iterable[int] = (),
    ) -> "Now":
        """`days`, `today`: the years of such days."""
        dates = [(e.dated, e.dated.date) for e in entries if e.dated.date is not None]
        told = {date.year for dated, date in dates if dated.lived}
        moves = {moved(date, d, shift).year - date.year for d, date in dates if d.lived}
        years = frozenset(days), frozenset(today)
        return cls(frozenset(told), *years, moves.pop() if len(moves) == 1 else 0)

    def suits(self, year: int, age: int) -> bool:
        """Whether a birth and an age may make this year of the present: one long before the days
        that are said is of an age that was, one behind them of another child's."""
        before = min(self.days, default=year) > year + 1
        behind = age < _CHILD and max(self.today, default=year) < year - 1
        return not before and not behind
