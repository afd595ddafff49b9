"""What is kept of a round for the learning page: its details, and what chance would have given.

Called by `loop` at the end of a round.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from annotation.models import JobStatus, QueryItem, TrainingRun
from annotation.services.training.costs import BY_CHANCE
from learning.crf.pool import Pool
from learning.metrics.counts import Counts, pack, weakest
from learning.metrics.measurement import Measured
from learning.rounds.baseline import measure_chance
from learning.rounds.run import RoundResult
from learning.tokens import tokenise
from learning.types import Span, Utterance

log = logging.getLogger("antifaz.training")
GROWN = 1.2  # chance is measured anew when it has drawn so many times the turns of the last time


def describe_round(
    result: RoundResult, turns: Sequence[int], test_turns: Sequence[int]
) -> dict[str, Any]:
    """Of `TrainingRun.details` of a round: confusion, weakest labels, hardest turns, counts.

    turns, test_turns: ids of the pool's instances and of the test's, by place.
    """
    measured = result.measured
    details: dict[str, Any] = {"hardest": [turns[index] for index in result.hardest]}
    if measured is None or measured.counts is None:
        return details
    names = test_turns if measured.scores["on"] == "test" else turns
    counts = measured.counts
    named = Counts(np.array([names[place] for place in counts.turns], np.int64), counts.table)
    return details | {
        "confusion": measured.confusion,
        "weakest": weakest(measured.scores["per_label"]),
        "counts": pack(named),
    }


def note_chance(
    run: TrainingRun,
    pool: Pool,
    turns: Sequence[int],
    labelled: Mapping[int, tuple[Span, ...]],
    test: Sequence[Utterance],
    *,
    cost: Mapping[str, Any],
) -> None:
    """Measure what the turns drawn by chance alone would have taught, and keep it with the run;
    `cost` is theirs.

    Comes after the run is done, so nobody waits for it. Leaves nothing where no turn was drawn,
    where all were (then the model itself is what chance gives), or where too few came since.
    """
    asked = QueryItem.objects.filter(batch__project=run.project_id, reason__in=BY_CHANCE)
    pks = set(asked.values_list("turn_id", flat=True))
    drawn = {index for index in labelled if turns[index] in pks}
    if not drawn or len(drawn) == len(labelled) or len(drawn) < GROWN * _last(run):
        return
    measured = measure_chance(pool, labelled, drawn, test)
    tokens = sum(len(tokenise(pool.utterances[index].text)) for index in drawn)
    row = {**_figures(measured), "turns": len(drawn), "tokens": tokens, **cost}
    kept = TrainingRun.objects.values_list("details", flat=True).get(pk=run.pk)
    TrainingRun.objects.filter(pk=run.pk).update(details={**kept, "random": row})


def _last(run: TrainingRun) -> int:
    """How many drawn turns the last measurement had."""
    done = TrainingRun.objects.filter(
        project=run.project_id, kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE
    )
    known = done.filter(details__has_key="random").order_by("-pk")
    details = known.values_list("details", flat=True).first() or {}
    return int(details.get("random", {}).get("turns", 0))


def _figures(measured: Measured) -> dict[str, Any]:
    return {name: value for name, value in measured.scores.items() if name != "per_label"}
