"""Weekdays, weekends and public holidays, as far as a shift leaves them what they are.

`shift` asks what one makes false, `replacement` whether the weekdays of a dialogue stay.
"""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from surrogates.dates.recurring.easter import easter_sunday

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
    return (date.month, date.day) in holidays or (
        date - easter_sunday(date.year)
    ).days in _AROUND_EASTER
