"""A small simulation of active learning on what a project has read: how strategies compare there.

Called by the agents' tool `simulate`. `manage.py simulate` works on files, for hours and in many
processes; this one is bounded, so that somebody can wait for it. Figures come out, and no text.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.utils.translation import gettext as _

from annotation.models import Dialogue, Project
from annotation.refusals import Refused
from annotation.services.corpus.best_spans import gold_spans, utterances_of
from annotation.services.training.pools import test_rows
from learning.choice.queries import QUERIES
from learning.errors import LearningError
from learning.simulation.comparison import Answer, Material, Task, compare
from learning.simulation.samples import Plan
from learning.types import Utterance

MOST_TURNS, MOST_TESTED, MOST_BATCH = 400, 400, 50
MOST_ROUNDS, MOST_QUERIES, MOST_REPEATS = 8, 3, 2
FEWEST = 30  # read turns on each side
# Of a turn, in characters, and of a trial; it is looked at after each strategy.
LONGEST, MOST_SECONDS = 2_000, 120
TESTED = 0.3  # of the read turns, where none are kept to measure
# Those that need no source model: a project's own is not asked for a trial.
QUERY_NAMES = tuple(sorted(name for name, each in QUERIES.items() if not each.needs_source))
CURVE = ("instances", "tokens", "precision", "recall", "f1", "f1_labels")
Tell = Callable[[int, int, str], None]  # done, of how many, what


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What is tried out; nothing may be above its MOST_."""

    queries: Sequence[str] = ("adaptive", "random")
    turns: int = 200  # of the pool that is drawn
    rounds: int = 4  # after the first batch
    batch: int = 20
    repeats: int = 1
    random_state: int = 0


def simulate_project(project: Project, trial: Trial, tell: Tell) -> dict[str, Any]:
    """Curves of the strategies over the project's read turns. Raises Refused."""
    read, kept, on = _material(project, trial.random_state)
    target, test = ([e for e in each if len(e.text) <= LONGEST] for each in (read, kept))
    if min(len(target), len(test)) < FEWEST:
        text = _("Too few turns are read for a simulation: %(n)s are needed on each side.")
        raise Refused(text % {"n": FEWEST}, code="too_few")
    longest = max(Counter(each.dialogue for each in target).values())
    plan = Plan(
        batch=trial.batch,
        iterations=trial.rounds,
        repeats=trial.repeats,
        random_state=trial.random_state,
        pool_size=trial.turns,
        # Whole dialogues are drawn until there are so many turns: one must not be all of a corpus.
        pool_of="dialogues" if longest <= MOST_TURNS else "turns",
    )
    pairs = [("auto", name) for name in dict.fromkeys(trial.queries)]
    started = time.monotonic()
    try:
        result = compare(Material(target, test, None, plan), pairs, tell=_teller(tell, started))
    except LearningError as error:
        raise Refused(str(error), code=error.code) from error
    return {
        "measured_on": on,
        "measured_turns": len(test),
        "left_out_long": len(read) + len(kept) - len(target) - len(test),
        "pool": result["pool"],
        "full": result["full"],
        "runs": [
            {
                "repeat": run["repeat"],
                "query_strategy": run["query_strategy"],
                "stopped_at": run["stopped_at"],
                "curve": [{name: point[name] for name in CURVE} for point in run["curve"]],
            }
            for run in result["runs"]
        ],
        "cost": {
            "seconds": round(time.monotonic() - started, 1),
            "models": sum(len(run["curve"]) for run in result["runs"]) + trial.repeats,
        },
    }


def _material(project: Project, random_state: int) -> tuple[list[Utterance], list[Utterance], str]:
    """Read turns to learn from and to measure on: those kept for it, else dialogues drawn from the
    others."""
    pool = Dialogue.Split.POOL
    gold = gold_spans(project, pool)
    read = [each for _pk, each in utterances_of(project, pool, gold)] if gold else []
    kept = list(test_rows(project).utterances)[:MOST_TESTED]
    if kept:
        return read, kept, "test"
    sizes = sorted(Counter(each.dialogue for each in read).items())
    drawn: set[str] = set()
    wanted, taken = min(MOST_TESTED, TESTED * len(read)), 0
    for place in np.random.default_rng(random_state).permutation(len(sizes)):
        if taken >= wanted:
            break
        dialogue, size = sizes[int(place)]
        drawn.add(dialogue)
        taken += size
    learnt = [each for each in read if each.dialogue not in drawn]
    return learnt, [each for each in read if each.dialogue in drawn], "drawn dialogues"


def _teller(tell: Tell, started: float) -> Callable[[Task, Answer, int, int], None]:
    def say(task: Task, _answer: Answer, done: int, total: int) -> None:
        if done < total and time.monotonic() - started > MOST_SECONDS:
            text = _("The simulation took over %(n)s s and was stopped: ask for less.")
            raise Refused(text % {"n": MOST_SECONDS}, code="too_slow")
        what = "the whole pool" if task.is_full else task.query
        left = round((time.monotonic() - started) / done * (total - done))
        tell(done, total, f"{what}, repeat {task.repeat}; about {left} s left")

    return say
