"""The drawings of the evidence page, by the part that shows them. Called by its view."""

from collections.abc import Callable, Iterable
from typing import Any

from annotation.services.evidence.parts import Shown
from webapp.charts.epsilon import draw_epsilon

DRAWN: dict[str, Callable[[Any], object]] = {"epsilon": draw_epsilon}


def draw_parts(parts: Iterable[Shown]) -> dict[str, object]:
    """Part -> its drawing, of the parts that have one."""
    return {
        shown.part.name: DRAWN[shown.part.name](shown.seen)
        for shown in parts
        if shown.part.name in DRAWN
    }
