"""Basque endings on the figures of a clock, which follow how these are said.

"8:30ean" is "zortzi eta hogeita hamarrean", "9:40an" "berrogeian", "16:00etan" "hamaseietan"."""

import re

from surrogates.dates.calendars import Calendar

_PLURAL = "plural_"
_LETTERS = re.compile(r"(-?)([^\W\d_]+)")


def ending_on_clock(
    calendar: Calendar, after: str, outside: str, hour: int, minute: int
) -> str | None:
    """`after`, the text behind the figures, with the ending that the new ones ask for; None where
    that stands outside the label and is another one."""
    match = _LETTERS.match(after or outside)
    name = calendar.hour_ending(match[2]) if match is not None else ""
    if match is None or not name:
        return after
    if minute or hour == 1:
        letters = calendar.on_figure(minute or 1, name)
    else:
        letters = calendar.on_figure(hour, _PLURAL + name)
    if not after:
        return after if letters == match[2] else None
    return f"{match[1]}{letters}{after[match.end() :]}" if letters is not None else None
