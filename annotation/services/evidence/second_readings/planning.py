"""What a second reading costs this project: items, turns and minutes at its own pace. Called by
the command, the page, and whoever draws as many turns as are needed."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.evidence.audit.planning import items_needed
from annotation.evidence.audit.sampling import STRATA, allocate, weights
from annotation.evidence.audit.sequential import Goal, expected, least
from annotation.evidence.errors import EvidenceError
from annotation.models import AuditDraw, Project
from annotation.refusals import Refused
from annotation.services.evidence.second_readings.frame import Frame
from annotation.services.labelling.pace import pace_of

FIXED = (0, 1, 2, 5)  # misses for which the fixed number is told


@dataclass(frozen=True, slots=True)
class Effort:
    """So many items in so many turns, and how long that takes; None before a turn was timed."""

    items: int
    turns: int
    minutes: int | None


@dataclass(frozen=True, slots=True)
class Density:
    """Items of a turn of the file, of one as it is drawn, and how many count as one, for those of
    one turn may be missed together (see `sequential`)."""

    of_file: float
    of_drawing: float
    together: float = 1.0


def goal_of(recall: float, confidence: float) -> Goal:
    """Raises Refused for numbers outside (0, 1), and for what nobody can read."""
    try:
        items_needed(recall, confidence)
        return Goal(recall, confidence)
    except EvidenceError as error:
        raise Refused(str(error), code="no_goal") from error


def newest_goal(draws: Iterable[AuditDraw]) -> Goal:
    """That of the newest of a project's draws; the usual one before any."""
    goal = Goal()
    for draw in draws:
        goal = Goal(draw.recall, draw.confidence)
    return goal


def plan_of(project: Project, goal: Goal, frame: Frame, capital: float = 0.0) -> dict[str, Any]:
    """What is to be read from here (`capital`: see `sequential.judge`) until the test ends: the
    least, and what is expected where the first readings find `goal.truth`; with the strata as they
    would be drawn."""
    pace, sizes = pace_of(project), frame.sizes
    free = {name: len(turns) for name, turns in frame.free.items()}
    first = effort(least(goal, capital=capital), _even(frame), pace)
    drawn = allocate(sizes, free, max(first.turns, 1))
    density = density_of(sizes, frame.items, drawn, frame.together)
    heavy = weights(sizes, drawn)
    return {
        "recall": goal.recall,
        "confidence": goal.confidence,
        "fixed": {str(n): items_needed(goal.recall, goal.confidence, n) for n in FIXED},
        "sequential": {
            "least": least(goal),
            "expected": round(expected(goal)),
            "truth": round(goal.truth, 6),
        },
        "turns": frame.turns,
        "available": frame.available,
        "items_a_turn": round(density.of_file, 4),
        "items_together": round(density.together, 4),
        "seconds_a_turn": pace,
        "least": asdict(effort(least(goal, capital=capital), density, pace)),
        "expected": asdict(effort(expected(goal, capital), density, pace)),
        "strata": [
            {
                "name": name,
                "file": sizes[name],
                "share": _share(sizes[name], frame.turns),
                "drawn": drawn[name],
                "drawn_share": _share(drawn[name], sum(drawn.values())),
                "weight": round(heavy[name], 4) if name in heavy else None,
                "items_a_turn": _share(frame.items[name], sizes[name]),
            }
            for name in STRATA
        ],
    }


def effort(witnesses: float, density: Density, pace: float | None) -> Effort:
    """What meeting so many turns that hold an item costs: as many turns of full weight as hold
    their items. Raises Refused where the first readings hold none."""
    if density.of_file <= 0:
        raise Refused(
            _("The first readings hold no item, so nothing can be missed or found again."),
            code="no_items",
        )
    items = witnesses * density.together
    turns = math.ceil(items / density.of_file - 1e-9)
    met = items if density.of_drawing == density.of_file else turns * density.of_drawing
    return Effort(
        round(met), turns, None if pace is None else math.ceil(turns * pace / 60)
    )  # fmt: skip


def density_of(
    sizes: Mapping[str, int], items: Mapping[str, int], drawn: Mapping[str, int], together: float
) -> Density:
    """Of strata that were drawn as they were; where nothing was, of the file."""
    turns, total = sum(sizes.values()), sum(drawn.values())
    of_file = sum(items.values()) / turns if turns else 0.0
    if not total or all(drawn.get(name, 0) * turns == size * total for name, size in sizes.items()):
        return Density(of_file, of_file, together)
    met = sum(count * items[name] / sizes[name] for name, count in drawn.items() if sizes[name])
    return Density(of_file, met / total, together)


def _even(frame: Frame) -> Density:
    return Density(frame.items_a_turn, frame.items_a_turn, frame.together)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
