"""What p buys [Adelani20, figure 1]: epsilon of one draw from a list, over the share replaced.

Called by `services.evidence.epsilon`; `webapp.charts.epsilon` draws it.
"""

import math
from dataclasses import dataclass

STEPS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999, 1.0)


@dataclass(frozen=True, slots=True)
class Line:
    """A list's curve: (p, epsilon of one draw)."""

    name: str
    size: int
    points: tuple[tuple[float, float], ...]


def epsilon_of_smallest(smallest: float, p: float) -> float:
    """Lemma 1 at the list's rarest word, which is where it is attained; 0 < smallest <= 1."""
    return math.log((1.0 - p + p * smallest) / (p * smallest))


def line_of(name: str, size: int, smallest: float) -> Line:
    """The curve of a list whose rarest word has that probability."""
    return Line(name, size, tuple((p, epsilon_of_smallest(smallest, p)) for p in STEPS))
