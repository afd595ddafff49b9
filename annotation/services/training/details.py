"""What is kept of a round for the learning page: its details, and what chance would have given.

Called by `loop` at the end of a round.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from annotation.models import JobStatus, QueryItem, TrainingRun
from annotation.models.run_records import Chance, Cost, Details, WeakLabel
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


def describe_round(result: RoundResult, turns: Sequence[int], test_turns: Sequence[int]) -> Details:
    """What the round itself tells: confusion, weakest labels, hardest turns, counts.

    turns, test_turns: ids of the pool's instances and of the test's, by place.
    """
    measured = result.measured
    details = Details(hardest=[turns[index] for index in result.hardest])
    if measured is None or measured.counts is None:
        return details
    names = test_turns if measured.metrics["on"] == "test" else turns
    counts = measured.counts
    named = Counts(np.array([names[place] for place in counts.turns], np.int64), counts.table)
    weak = weakest(measured.metrics["per_label"])
    return replace(
        details,
        confusion=measured.confusion,
        weakest=[WeakLabel.from_json(row) for row in weak],
        counts=pack(named),
    )


def note_chance(
    run: TrainingRun,
    pool: Pool,
    turns: Sequence[int],
    labelled: Mapping[int, tuple[Span, ...]],
    test: Sequence[Utterance],
    *,
    cost: Cost,
) -> None:
    """Measure what the turns drawn by chance alone would have taught, and keep it with the run;
    `cost` is theirs. Comes after the run is done, so nobody waits for it."""
    drawn_items = QueryItem.objects.filter(batch__project=run.project_id, reason__in=BY_CHANCE)
    pks = set(drawn_items.values_list("turn_id", flat=True))
    drawn = {index for index in labelled if turns[index] in pks}
    # Where all were drawn, the model itself is what chance gives.
    if not drawn or len(drawn) == len(labelled) or len(drawn) < GROWN * _last(run):
        return
    measured = measure_chance(pool, labelled, drawn, test)
    tokens = sum(len(tokenise(pool.utterances[index].text)) for index in drawn)
    chance = Chance.from_json(
        {**_figures(measured), "turns": len(drawn), "tokens": tokens, **cost.to_json()}
    )
    kept = Details.from_json(TrainingRun.objects.values_list("details", flat=True).get(pk=run.pk))
    details = replace(kept, random=chance).to_json()
    TrainingRun.objects.filter(pk=run.pk).update(details=details)


def _last(run: TrainingRun) -> int:
    """How many drawn turns the last measurement had."""
    done = TrainingRun.objects.filter(
        project=run.project_id, kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE
    )
    known = done.filter(details__has_key="random").order_by("-pk")
    details = Details.from_json(known.values_list("details", flat=True).first())
    return details.random.turns or 0 if details.random else 0


def _figures(measured: Measured) -> dict[str, object]:
    return {name: value for name, value in measured.metrics.items() if name != "per_label"}
