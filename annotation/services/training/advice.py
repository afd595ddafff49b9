"""Whether labelling more is worth it: what a round finds out about that, and what is kept of it.

Called by `loop` at the end of a round, before its transaction. The signs of earlier rounds come
from their rows, the look that the new model is compared with from the last model's folder: any
worker can go on. `advice_words` says it in words.
"""

import contextlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.db.models import Q

from annotation.convert import labels_by_owner
from annotation.models import Enough as EnoughChoice
from annotation.models import JobStatus, Project, QueryItem, Span, TrainingRun
from annotation.models.run_records import Advice
from annotation.services.runs.batches import mix_audit
from annotation.services.runs.proposal_visibility import AUDIT
from annotation.services.training.shapes import cost_model
from learning.crf.pool import Pool
from learning.rounds.batches import audit_turns
from learning.rounds.run import RoundResult, propose_rows
from learning.stopping.advice import StoppingAdvice, Watch, signs_from
from learning.stopping.audit import WINDOW, Outcome, compare
from learning.stopping.enough import Enough
from learning.stopping.stopset import Kept, look_around, read_looks, save_looks
from learning.types import Span as SpanValue

LOOK_FILE = "stop.npz"  # beside the model: what the models to come are compared with
PRICED = 3  # batches whose price is told


def advise_round(
    run: TrainingRun,
    *,
    pool: Pool,
    turns: Sequence[int],
    labelled: Collection[int],
    result: RoundResult,
    folder: Path,
    outcomes: Sequence[Outcome],
) -> tuple[RoundResult, StoppingAdvice]:
    """The round's result with audit turns in its batch, and the advice after it.

    turns: ids of the pool's turns, by index; labelled: indices that were learnt from; folder: of
    the new model; outcomes: of audit turns (`read_outcomes`).
    """
    selection = result.selection
    if selection is not None:
        selection = mix_audit(run.project, turns, selection)
    drawn = audit_turns(selection)
    look, expected = look_around(pool, result.tagger, turns, drawn)
    if selection is not None:
        pairs = zip(selection.indices, selection.priorities, strict=True)
        scores = tuple(expected.get(index, score) for index, score in pairs)
        selection = replace(selection, priorities=scores)
    # What it would propose on the audit turns: it is measured by that when they are read, and only
    # then learns from them.
    result = replace(
        result,
        selection=selection,
        proposals=result.proposals | propose_rows(result.tagger, pool, drawn),
    )
    watch = _watch(run.project)
    watch.add(look, {turns[index] for index in labelled})
    with contextlib.suppress(OSError):  # without them the next model begins a new comparison
        save_looks(folder / LOOK_FILE, watch.looks)
    return result, watch.advise(
        unread=len(turns) - len(labelled),
        outcomes=outcomes,
        left=result.left,
        next_turns=PRICED * run.project.batch_size,
        enough=enough_of(run.project),
        costs=cost_model(run.project),
    )


def enough_of(project: Project) -> Enough:
    """What its manager chose."""
    if project.enough == EnoughChoice.MISSED:
        return Enough(missed=project.enough_missed)
    return Enough(share=float(project.enough) / 100)


def audit_proposals(result: RoundResult) -> dict[int, tuple[SpanValue, ...]]:
    """What the new model proposes on the audit turns of its batch, by index."""
    return {index: result.proposals[index] for index in audit_turns(result.selection)}


def read_outcomes(project: Project) -> list[Outcome]:
    """What became of the newest audit turns that are settled, oldest first; three queries.

    A model's proposals on a turn stay as they were when somebody first took it in hand; no model
    after that one, which might have learnt from the turn, proposes there.
    """
    items = QueryItem.objects.filter(
        batch__project=project, reason=AUDIT, priority__gte=0, turn__readings__is_gold=True
    )
    audited = list(items.order_by("-pk").values_list("turn_id", "priority", "turn__text")[:WINDOW])
    turns = [turn for turn, _priority, _text in audited]
    gold_rows = Span.objects.filter(
        turn__in=turns, status=Span.Status.ACCEPTED, reading__is_gold=True
    )
    machine = Span.objects.filter(turn__in=turns, reading=None)
    columns = ("turn_id", "start", "end", "label__name")
    gold = labels_by_owner(gold_rows.values_list(*columns))
    proposed = labels_by_owner(machine.values_list(*columns))
    return [
        compare(text, gold.get(turn, []), proposed.get(turn, []), expected)
        for turn, expected, text in reversed(audited)
    ]


def _watch(project: Project) -> Watch:
    """The watch as the last round left it; rounds whose files are gone keep their signs."""
    rounds = project.runs.filter(kind=TrainingRun.Kind.ROUND, status=JobStatus.DONE)
    with_signs = rounds.filter(Q(advice__has_key="signs") | ~Q(folder="")).order_by("pk")
    earlier = list(with_signs.values_list("folder", "advice"))
    signs = [signs_from(Advice.from_json(advice).signs or {}) for _folder, advice in earlier]
    looks: list[Kept] = []
    if earlier and earlier[-1][0] and signs[-1] is not None:
        looks = read_looks(settings.ANTIFAZ_DATA / earlier[-1][0] / LOOK_FILE)
    return Watch([each for each in signs if each is not None], looks)
