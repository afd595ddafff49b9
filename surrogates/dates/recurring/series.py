"""Days that recur: dates on one day of the month, whole months or years apart."""

import calendar
import datetime as dt
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass

_LONGEST = 24  # months between two instalments; a birthday is any number of years later
_NEAR = 31  # days
_EVERY_MONTH = 28  # days that it has
LEAP_DAY = (2, 29)
_LEAP_DAYS = 1461  # from one leap day to the next
_DAY = dt.timedelta(days=1)
Series = tuple[dt.date, ...]


@dataclass(frozen=True, slots=True)
class Recurring:
    """What some dates have in common with each other, and a shift may undo."""

    series: Sequence[Series]
    periods: Sequence[Series]
    ends: Sequence[dt.date]  # of a month
    firsts: Sequence[dt.date]  # of a series, on a weekday that is said: the others follow them

    @classmethod
    def of(
        cls, dates: Iterable[dt.date], months: Container[int], on_weekdays: Container[dt.date] = ()
    ) -> "Recurring":
        """`months`: those that are said alone; `on_weekdays`: dates that are said with one."""
        row = set(dates)
        # Others are mended when the shift is known: see `recurring.monthly`.
        every = series_in(row)
        series = [series for series in every if close(series, row)]
        firsts = [date for series in every for date in series if date in on_weekdays]
        return cls(series, periods_in(row), _ends_in(row, months), firsts)

    def lost(self, days: int) -> int:
        """What a shift by days makes false."""
        shift = dt.timedelta(days=days)
        return (
            sum(torn(series, days) for series in self.series)
            + sum(broken(period, days) for period in self.periods)
            + sum(not _is_last(date + shift) for date in self.ends)
            + sum((date + shift).day > _EVERY_MONTH for date in self.firsts)
        )


def series_in(dates: Iterable[dt.date]) -> list[Series]:
    """The series of some dates, each in order."""
    found: list[list[dt.date]] = []
    for date in sorted(set(dates)):
        mates = (s for s in found if any(_recurs(other, date) for other in s))
        mate = next(mates, None)
        if mate is None:
            found.append([date])
        else:
            mate.append(date)
    return [tuple(series) for series in found if len(series) > 1]


def periods_in(dates: Iterable[dt.date]) -> list[Series]:
    """First and last days that are whole months or years apart, both counted: 1 April to 31 May, or
    to 31 March."""
    row = sorted(set(dates))
    return [(a, b) for i, a in enumerate(row) for b in row[i + 1 :] if _is_period(a, b)]


def _is_period(first: dt.date, last: dt.date) -> bool:
    after = last + _DAY
    months = months_between(first, after)
    return after.day == first.day and months > 0 and (months <= _LONGEST or not months % 12)


def broken(period: Series, days: int) -> bool:
    """Whether a shift by days makes a period a day longer or shorter than so many months."""
    shift = dt.timedelta(days=days)
    first, last = (date + shift for date in period)
    return not _is_period(first, last) or _months(first, last) != _months(*period)


def _months(first: dt.date, last: dt.date) -> int:
    return months_between(first, last + _DAY)


def _recurs(one: dt.date, two: dt.date) -> bool:
    months = months_between(one, two)
    return one.day == two.day and (months <= _LONGEST or not months % 12)


def months_between(one: dt.date, two: dt.date) -> int:
    return 12 * (two.year - one.year) + two.month - one.month


def months_later(date: dt.date, months: int) -> dt.date | None:
    """None where that month has no such day."""
    year, month = divmod(12 * date.year + date.month - 1 + months, 12)
    if date.day > calendar.monthrange(year, month + 1)[1]:
        return None
    return dt.date(year, month + 1, date.day)


def close(series: Series, dates: Iterable[dt.date]) -> bool:
    """Whether another date is near one of a series, so that their distance may be spoken of."""
    others = set(dates) - set(series)
    return any(abs((date - other).days) <= _NEAR for date in series for other in others)


def torn(series: Series, days: int) -> int:
    """How many dates of a series a shift by days moves to another day of the month."""
    shift = dt.timedelta(days=days)
    return sum(not _recurs(series[0] + shift, date + shift) for date in series[1:])


def _ends_in(row: Collection[dt.date], months: Container[int]) -> list[dt.date]:
    """Last days of a month that the next month is said to follow. Its first day may be any day: the
    two leave few shifts, and with weekdays that stay hardly one."""
    return [d for d in row if _is_last(d) and (d + _DAY).month in months]


def _is_last(date: dt.date) -> bool:
    return (date + _DAY).day == 1


def leap_ways(dates: Iterable[dt.date], nearest: int) -> list[int]:
    """The days from a leap day to those before it, or near them where only a year is a leap one."""
    leap_day = any((date.month, date.day) == LEAP_DAY for date in dates)
    near = range(1) if leap_day else range(-nearest + 1, nearest)
    return [-n * _LEAP_DAYS + days for n in (1, 2, 3) for days in near]
