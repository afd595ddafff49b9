"""The price of going on after each round, as bars that a template writes into SVG."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.models.run_records import Advice
from annotation.services.figures import about, grouped
from annotation.services.learning.advice_words import is_priced
from annotation.services.learning.page import Learning

SHOWN = 24  # rounds, the newest
WIDE, HIGH, GAP = 240, 48, 2


@dataclass(frozen=True, slots=True)
class Bar:
    x: str
    y: str
    wide: str
    high: str
    is_last: bool


@dataclass(frozen=True, slots=True)
class Prices:
    """Bars in a view box of `WIDE` by `HIGH`, and words for who cannot see them."""

    bars: list[Bar]
    description: str
    first: str  # items that the next turns were to find after the first of these rounds
    last: str


def draw_prices(learning: Learning) -> Prices | None:
    """Items that 100 more turns were to find, by round; None with fewer than two that tell."""
    items = []
    for model in learning.models:
        advice = Advice.from_json(model.run.advice)
        if not model.is_large and is_priced(advice) and advice.next is not None:
            items.append(100 * advice.next.items / advice.next.turns)
    items = items[-SHOWN:]
    if len(items) < 2:
        return None
    most, step = max(*items, 1e-9), WIDE / len(items)
    bars = []
    for place, each in enumerate(items):
        high = max(1.0, HIGH * each / most)
        numbers = (place * step, HIGH - high, step - GAP, high)
        x, y, wide, tall = (f"{number:.1f}" for number in numbers)
        bars.append(Bar(x, y, wide, tall, place == len(items) - 1))
    first, last = (grouped(about(each)) for each in (items[0], items[-1]))
    words = _("Items that 100 more turns would find, round by round: first %(first)s, now %(last)s")
    return Prices(bars, words % {"first": first, "last": last}, first, last)
