"""Instalments and anniversaries keep their day of the month, however long the months are."""

import datetime as dt
from collections.abc import Sequence

from surrogates import notices
from surrogates.dates.recurring.series import (
    Series,
    broken,
    close,
    months_between,
    months_later,
    periods_in,
    series_in,
)
from surrogates.dates.resolution import Entry
from surrogates.dates.shift import Bounds, Shift
from surrogates.dates.shifted import new_values
from surrogates.scene import Scene


def keep_series(scene: Scene, entries: Sequence[Entry], bounds: Bounds, shift: Shift) -> None:
    """Moves dates of a series the few days that they lack; an issue where that would break more."""
    if bounds.keep_weekday or bounds.whole_weeks:
        return
    known = [(e, e.dated.date) for e in entries if e.dated.date is not None and not e.dated.hidden]
    on_weekdays = {d for e, d in known if e.dated.said("weekday") is not None}
    dates = {date for _, date in known}
    for series in series_in(dates):
        of_it = [(entry, date) for entry, date in known if date in series]
        # A day with its weekday moves as all dates do, and the others follow it.
        held = on_weekdays.intersection(series)
        for anchor in sorted(held) or series:
            late = {date: _late(series, anchor, date, shift) for date in series}
            if not any(late.values()) and None not in late.values():
                break
            if any(late[date] for date in held):
                continue
            if _broken(dates, late, shift):
                continue
            if _fits(dates, late, shift) and _set(of_it, late, shift):
                break
        else:
            _set(of_it, dict.fromkeys(series, 0), shift)
            if len(held) > 1:
                continue  # weeks lie between them, as far as anybody said
            keys = tuple(dict.fromkeys(entry.item.key for entry, _ in of_it))
            scene.raise_issue(notices.SERIES_LOST, of_it[0][0].item, keys)


def _late(series: Series, anchor: dt.date, date: dt.date, shift: Shift) -> int | None:
    """The days that a date lacks to be on the day of the month that another one moved to."""
    days = dt.timedelta(days=shift.days)
    wanted = months_later(anchor + days, months_between(anchor, date))
    return None if wanted is None else (wanted - date - days).days


def _broken(dates: set[dt.date], late: dict[dt.date, int | None], shift: Shift) -> bool:
    """Whether a lease would no longer last the whole months that it did."""
    days = {date: shift.days + (late.get(date) or 0) for date in dates}
    return any(
        len(periods_in(d + dt.timedelta(days=days[d]) for d in period)) == 0
        for period in periods_in(dates)
        if not broken(period, shift.days)
    )


def _fits(dates: set[dt.date], late: dict[dt.date, int | None], shift: Shift) -> bool:
    """Whether no date is said again, and dates beside the series keep their distance to it."""
    if None in late.values() or (any(late.values()) and close(tuple(late), dates)):
        return False
    said = {(date.month, date.day) for date in dates}
    news = [date + dt.timedelta(days=shift.days + (more or 0)) for date, more in late.items()]
    return not any((new.month, new.day) in said for new in news)


def _set(
    entries: Sequence[tuple[Entry, dt.date]], late: dict[dt.date, int | None], shift: Shift
) -> bool:
    """Whether the words around the labels bear the new days, too."""
    for entry, date in entries:
        entry.dated.late = late[date] or 0
    return all(check(new_values(e.dated, shift)) for e, _ in entries for check in e.dated.checks)
