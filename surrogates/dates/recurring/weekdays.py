"""Weekdays, weekends and public holidays, as far as a shift leaves them what they are.

`shift` asks what one makes false, `replacement` whether the weekdays of a dialogue stay.
"""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

SATURDAY = 5
_WEEK = 7
# Good Friday and Easter Monday.
_AROUND_EASTER = (-2, 1)


@dataclass(frozen=True, slots=True)
class Weekdays:
    """What is known of the days that are said."""

    alone: Sequence[int]  # weekdays that stand without a date
    dated: Sequence[int]  # that are said with one
    working: Sequence[int]  # on which people work
    open: Sequence[dt.date]  # days of these years that are no public holidays
    holidays: Collection[tuple[int, int]]  # month and day

    def unlike(self, days: int, *, weekend: bool, workday: bool) -> int:
        """What a shift makes false of weekends and working days that are spoken of; a weekday that
        stays would tell the original."""
        rest = days % _WEEK
        said = [*self.alone, *self.dated]
        pairs = [(weekday, (weekday + rest) % _WEEK) for weekday in said]
        cost = 0 if rest else 10 + len(said)
        cost += sum(weekend and new < SATURDAY <= old for old, new in pairs)
        return cost + sum(workday and old < SATURDAY <= new for old, new in pairs)

    def again(self, days: int) -> int:
        """Weekdays that stand alone and would be said again."""
        moved = {(weekday + days) % _WEEK for weekday in self.alone}
        return len(moved & set(self.alone)) if days % _WEEK else 0

    def shut(self, days: int) -> int:
        """Working days that would become days of a weekend, or public holidays."""
        shift = dt.timedelta(days=days)
        shut = sum(_is_holiday(date + shift, self.holidays) for date in self.open)
        return shut + sum((weekday + days) % _WEEK >= SATURDAY for weekday in self.working)


def open_days(dates: Sequence[dt.date], holidays: Collection[tuple[int, int]]) -> Sequence[dt.date]:
    """Those that are no public holidays."""
    return [date for date in dates if not _is_holiday(date, holidays)]


def _is_holiday(date: dt.date, holidays: Collection[tuple[int, int]]) -> bool:
    return (date.month, date.day) in holidays or (date - _easter(date.year)).days in _AROUND_EASTER


@lru_cache(maxsize=512)
def _easter(year: int) -> dt.date:
    """Easter Sunday, by the anonymous Gregorian reckoning."""
    century = year // 100
    moon = (19 * (year % 19) + century - century // 4 - (8 * century + 13) // 25 + 15) % 30
    moon -= moon // 28 * (1 - moon // 28 * (29 // (moon + 1)) * ((21 - year % 19) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    day = moon - weekday
    month = 3 + (day + 40) // 44
    return dt.date(year, month, day + 28 - 31 * (month // 4))
