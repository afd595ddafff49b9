"""Numbers as people read them in their language. Called by services, charts and template tags."""

import math
from collections.abc import Callable

from django.utils.formats import get_format, number_format

NO_BREAK = "\N{NO-BREAK SPACE}"


def grouped(number: int | str) -> str:
    """3447 -> "3,447" or "3.447"; what is told in words or as a bound ("< 10") stays as it is."""
    if isinstance(number, str):
        return number
    return str(number_format(number, force_grouping=True))


def about(number: float) -> int:
    """A round number: 167 gives 170, 12 and less stay."""
    step = 10 ** max(0, math.floor(math.log10(number)) - 1) if number >= 1 else 1
    return round(number / step) * step


def percent(share: float, decimals: int = 0) -> str:
    """0.953 -> "95 %", whose two halves stay on one line. Cut, not rounded: .9996 is no "100 %"."""
    exact = round(100 * share, decimals + 6)  # 100 * .29 is 28.999999999999996
    return f"{number_format(exact, decimals)}{NO_BREAK}%"


def per_cent(share: float, cut: Callable[[float], int] = round) -> str:
    """A measured share with one decimal, on page and sheet alike: 0.7466 -> "74.7 %"; `cut` is
    floor or ceil for the end of an interval, which is rounded outwards."""
    exact = round(100 * share, 6)  # 100 * .011 is 1.0999999999999999
    return f"{number_format(cut(round(10 * exact, 5)) / 10, 1)}{NO_BREAK}%"


def of_hundred(share: float) -> str:
    """0.426 -> "42", of a hundred: cut, as a share in per cent is."""
    return grouped(math.floor(round(100 * share, 6)))


def duration(seconds: float) -> str:
    """330 -> "6 min", 8000 -> "2 h 15 min": rounded up, to quarters from an hour on."""
    minutes = max(1, math.ceil(round(seconds / 60, 6)))
    if minutes >= 60:
        minutes = 15 * math.ceil(minutes / 15)
    hours, rest = divmod(minutes, 60)
    parts = [(hours, "h")] if hours else []
    parts += [(rest, "min")] if rest or not hours else []
    return NO_BREAK.join(f"{grouped(n)}{NO_BREAK}{unit}" for n, unit in parts)


def short_share(share: float, decimals: int = 2) -> str:
    """0.8157 -> ".82"; languages with a decimal comma keep the zero: "0,82"."""
    text = str(number_format(round(share, decimals), decimals))  # alone it would cut
    return text.removeprefix("0") if get_format("DECIMAL_SEPARATOR") == "." else text
