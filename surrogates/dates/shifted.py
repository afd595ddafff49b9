"""What a date becomes, once it is known how far the dates of a dialogue move."""

import datetime as dt
from calendar import monthrange

from surrogates.dates.shift import Dated, Shift, Values

_MONTHS = 12


def moved(date: dt.date, dated: Dated, shift: Shift) -> dt.date:
    """What the date of a moment becomes."""
    if dated.birthday is not None and dated.date is not None:
        birth, turned = dated.birthday
        if birth.date is not None:
            return in_year(moved(birth.date, birth, shift), turned)
    if dated.swapped is not None and dated.swapped.date is not None:
        other = moved(dated.swapped.date, dated.swapped, shift)
        if other.day <= _MONTHS:
            return other.replace(day=other.month, month=other.day)
    later = date + dt.timedelta(days=shift.days + dated.late)
    year = later.year - dated.born
    return later.replace(year=year, day=min(later.day, monthrange(year, later.month)[1]))


def in_year(birth: dt.date, year: int) -> dt.date:
    """The birthday of a year; one on 29 February is on the first of March else."""
    if birth.day > monthrange(year, birth.month)[1]:
        return dt.date(year, 3, 1)
    return birth.replace(year=year)


def new_values(dated: Dated, shift: Shift) -> Values:
    """The new value of every component that the text says."""
    moment, new = dated.moment, {}
    weekday, month, year = (moment.said(n) for n in ("weekday", "month", "year"))
    if weekday is not None:
        new["weekday"] = (weekday + shift.days) % 7
    if dated.birthday is not None and dated.birthday[0].date is not None:
        birth, turned = dated.birthday
        days = dated.birthday[0].date, moved(dated.birthday[0].date, birth, shift)
        old, new_day = (in_year(day, turned).weekday() for day in days)
        new["weekday"] = ((weekday or 0) + new_day - old) % 7
    if dated.date is not None:
        later = moved(dated.date, dated, shift)
        if weekday is not None:
            new["weekday"] = (weekday + (later - dated.date).days) % 7
        return new | {"day": later.day, "month": later.month, "year": later.year}
    if month is not None:
        new["month"] = (month - 1 + shift.months) % 12 + 1
    if year is not None:
        years = shift.years if month is None else (month - 1 + shift.months) // 12
        new["year"] = year + years - dated.born
        if year < 100:
            new["year"] %= 100
    decade = moment.said("decade")
    if decade is not None:
        new["decade"] = decade + shift.decades if decade >= 100 else (decade + shift.decades) % 100
    return new
