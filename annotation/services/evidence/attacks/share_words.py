"""Shares that leave, in words: a figure, or a bound where a small count hides behind it.

Called by whoever says what attacks found.
"""

import math
from collections.abc import Callable, Mapping

from annotation.evidence.bundle.counts import ABOVE, BELOW
from annotation.services.figures import NO_BREAK, per_cent

# Sign of a bound, and where its figure is rounded to: a bound stays true.
BOUNDS: dict[str, tuple[str, Callable[[float], int]]] = {
    BELOW: (f"<{NO_BREAK}", math.ceil),
    ABOVE: (f">{NO_BREAK}", math.floor),
}


def share_words(share: object) -> str:
    """A share that leaves as "2.6 %", a bound as "< 12.2 %"; "" for none."""
    sign = ""
    cut: Callable[[float], int] = round
    if isinstance(share, Mapping):
        sign, cut = BOUNDS.get(str(share.get("bound")), ("", round))
    value = share.get("value") if isinstance(share, Mapping) else share
    if not isinstance(value, int | float) or isinstance(value, bool):
        return ""
    return f"{sign}{per_cent(value, cut)}"


def interval_words(share: object) -> str:
    """The interval in per cent, its ends rounded outwards as on the page of the evidence."""
    if not isinstance(share, Mapping) or not isinstance(share.get("low"), int | float):
        return ""
    low = per_cent(share["low"], math.floor).partition(NO_BREAK)[0]
    return f"{low}–{per_cent(share['high'], math.ceil).partition(NO_BREAK)[0]}"
