"""How many people dialogues fit, as bars. Called by the evidence page.

Coordinates are text with a decimal point, whatever the language of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.services.evidence.remains.measuring import Seen
from annotation.services.figures import grouped

STEP, WIDTH, LEFT, FLOOR, HIGH = 80, 64, 8, 110, 92
NAMES = ("1–2", "3–4", "5–9", "10–49", "50–499")
LEAST = (0, 3, 5, 10, 50, 500)  # of each bar


@dataclass(frozen=True, slots=True)
class Bar:
    x: str
    y: str
    height: str
    middle: str
    text_y: str
    text: str  # how many dialogues
    name: str  # how many people
    held: bool  # below the manager's limit: drawn as an outline


@dataclass(frozen=True, slots=True)
class FitBars:
    bars: list[Bar]
    label: str  # the whole picture in words


def draw_fit_of(seen: Seen | None) -> FitBars | None:
    """The bars of what was measured; None before."""
    return draw_fit(seen.figures["bars"], seen.fewest) if seen is not None else None


def draw_fit(counts: Sequence[int], fewest: int) -> FitBars:
    """Bars of a picture of 480 x 136. A bar is held where all of it lies below `fewest`."""
    names = [*NAMES, _("500 on")]
    most = max(*counts, 1)
    bars = []
    for place, (count, name) in enumerate(zip(counts, names, strict=True)):
        height = HIGH * count / most
        x = LEFT + STEP * place
        top = LEAST[place + 1] if place + 1 < len(LEAST) else 0
        bars.append(
            Bar(
                f"{x}",
                f"{FLOOR - height:.1f}",
                f"{height:.1f}",
                f"{x + WIDTH // 2}",
                f"{FLOOR - height - 6:.1f}",
                grouped(count),
                name,
                held=0 < top <= fewest,
            )
        )
    said = "; ".join(f"{bar.name}: {bar.text}" for bar in bars)
    return FitBars(bars, _("Dialogues by the number of people that they fit") + f": {said}")
