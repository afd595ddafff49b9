"""What a second reading shows so far: the test, the estimate by weights, what neither reader saw,
and each stratum; and whether it is still open, for the gate of a release. Counts and shares only.
Called by the command, the page and the release's gate."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from annotation.evidence.audit.capture import Capture, chapman
from annotation.evidence.audit.sampling import STRATA, estimate
from annotation.evidence.audit.sequential import (
    NOT_SHOWN,
    OPEN,
    SHOWN,
    Goal,
    Outcome,
    expected,
    least,
)
from annotation.models import Project
from annotation.services.evidence.second_readings.frame import Singles, count_singles
from annotation.services.evidence.second_readings.met import (
    READ,
    SKIPPED,
    WAITING,
    Met,
    MetTurn,
    read_met,
)
from annotation.services.evidence.second_readings.planning import (
    Density,
    density_of,
    effort,
    newest_goal,
)
from annotation.services.glance.sums import Live, Sums
from annotation.services.labelling.pace import pace_of

STEPS = 4
NOT_ASKED, STILL_OPEN, ENDED = "not asked", "open", "done"


def second_reading_state(project: Project, sums: Sums | None = None) -> dict[str, Any]:
    """For the gate: `state` is "not asked", "open" or "done"; `outcome` "shown", "not shown" or
    "open"; and `recall`, `confidence`, `met`, `missed`, `drawn`, `waiting`, `undecided`.

    Done is a test that has ended, either way, or a corpus all of which was read twice.
    """
    met = read_met(project)
    goal = newest_goal(met.draws)
    outcome = outcome_of(met, goal, partial(count_singles, sums or Live(project)))
    return {
        "state": _state(met, outcome),
        "outcome": outcome.state,
        "recall": goal.recall,
        "confidence": goal.confidence,
        "met": outcome.items,
        "missed": outcome.missed,
        "drawn": met.drawn,
        "waiting": met.states[WAITING],
        "undecided": sum(each.undecided for each in met.turns),
    }


def report_of(
    project: Project, goal: Goal | None = None, sums: Sums | None = None
) -> dict[str, Any]:
    """Everything that was met, as plain values. `goal`: where none is given, the newest draw's."""
    met = read_met(project)
    goal = goal or newest_goal(met.draws)
    singles = count_singles(sums or Live(project))
    outcome = outcome_of(met, goal, lambda: singles)
    read = [each for each in met.turns if each.state == READ]
    share = estimate([each.as_read for each in read])
    density = _density(singles, met)
    holding_missed = sum(each.missed > 0 for each in met.judged)
    return {
        "state": _state(met, outcome),
        "recall": goal.recall,
        "confidence": goal.confidence,
        "truth": round(goal.truth, 6),
        "outcome": outcome.state,
        "met": outcome.items,
        "missed": outcome.missed,
        "ended_at": outcome.ended_at,
        # Turns that hold an item at which the test ends with none, one, two, three missed whole, of
        # usual size and equal weight, and how many of those what was met comes to.
        "ends": [least(goal, missed) for missed in range(STEPS)],
        "comes_to": _comes_to(goal, outcome, holding_missed),
        "holding": sum(each.met > 0 for each in met.judged),
        "holding_missed": holding_missed,
        "by_items": outcome.by_items,
        "turns": {
            "single": singles.turns,
            "drawn": met.drawn,
            "read": met.states[READ],
            "judged": len(met.judged),
            "waiting": met.states[WAITING],
            "skipped": met.states[SKIPPED],
            "erased": met.erased,
            "changed": sum(each.changed for each in met.turns),
        },
        "undecided": sum(each.undecided for each in read),
        "more": _more(project, goal, outcome, density),
        "estimate": share.to_json() if share else None,
        "neither": capture_of(read),
        "strata": [_stratum(met, name) for name in STRATA] if met.draws else [],
    }


def outcome_of(met: Met, goal: Goal, singles: Callable[[], Singles]) -> Outcome:
    """What the test says; where all that one person read was read twice, no test is needed."""
    outcome = met.judge(goal)
    if outcome.state != OPEN or not met.turns or met.states[WAITING]:
        return outcome
    if singles().turns > met.states[READ]:
        return outcome
    share = estimate([each.as_read for each in met.judged])
    state = SHOWN if share is not None and share.value >= goal.recall else NOT_SHOWN
    return replace(outcome, state=state, ended_at=outcome.items)


def capture_of(read: Sequence[MetTurn]) -> dict[str, Any] | None:
    """What neither reader saw in the turns that both read; None before an item was found."""
    first, second, both = (
        sum(getattr(each, name) for each in read) for name in ("first", "second", "both")
    )
    if not first and not second:
        return None
    found: Capture = chapman(first, second, both)
    return {**asdict(found), "model": sum(each.model for each in read)}


def _comes_to(goal: Goal, outcome: Outcome, missed: int) -> int:
    """What was met, of which so many turns were missed, as turns of equal size and weight: as far
    before the end as it is."""
    return max(0, least(goal, missed) - least(goal, capital=outcome.capital))


def _state(met: Met, outcome: Outcome) -> str:
    if not met.turns:
        return NOT_ASKED
    return STILL_OPEN if outcome.state == OPEN else ENDED


def _more(
    project: Project, goal: Goal, outcome: Outcome, density: Density
) -> dict[str, Any] | None:
    """What is still to be read, at the least and as expected; None where the test has ended, or the
    first readings hold nothing."""
    if outcome.state != OPEN or density.of_file <= 0:
        return None
    pace = pace_of(project)
    return {
        "items_a_turn": round(density.of_file, 4),
        "items_together": round(density.together, 4),
        "seconds_a_turn": pace,
        "least": asdict(effort(least(goal, capital=outcome.capital), density, pace)),
        "expected": asdict(effort(expected(goal, outcome.capital), density, pace)),
    }


def _density(singles: Singles, met: Met) -> Density:
    """From the newest draw, which looked at every turn; before any, from counts alone."""
    if met.draws and met.draws[-1].strata:
        strata = met.draws[-1].strata
        sizes, items, drawn = (
            {name: int(row[key]) for name, row in strata.items()}
            for key in ("file", "items", "drawn")
        )
        return density_of(sizes, items, drawn, singles.together)
    share = singles.items / singles.turns if singles.turns else 0.0
    return Density(share, share, singles.together)


def _stratum(met: Met, name: str) -> dict[str, Any]:
    newest = met.draws[-1].strata
    file = sum(int(row["file"]) for row in newest.values())
    here = [each for each in met.turns if each.row.stratum == name]
    read = [each for each in here if each.state == READ]
    drawn = sum(int(draw.strata[name]["drawn"]) for draw in met.draws if name in draw.strata)
    return {
        "name": name,
        "file": int(newest[name]["file"]),
        "share": round(int(newest[name]["file"]) / file, 4) if file else 0.0,
        "drawn": drawn,
        "drawn_share": round(drawn / met.drawn, 4) if met.drawn else 0.0,
        "weight": newest[name]["weight"] and round(newest[name]["weight"], 4),
        "read": len(read),
        "met": sum(each.met for each in read),
        "missed": sum(each.missed for each in read),
    }
