"""A chosen batch as rows: which of its turns several people read, and which are drawn by chance.

Some of its turns are drawn by chance, whatever the strategy says: the **audit stream**. Only they
tell without bias what the model misses. Called by `training` when a seed or a round has chosen, and
by the labelling pages for whoever would rather go on than wait for the next batch.
"""

import random
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from annotation.models import (
    Batch,
    BatchUnit,
    Dialogue,
    Project,
    QueryItem,
    Reading,
    TrainingRun,
    Turn,
)
from annotation.models.run_records import Details
from annotation.services.corpus.gold import ENDED
from annotation.services.projects.members import count_labellers
from annotation.services.runs.current import current_model
from annotation.services.runs.proposal_visibility import AUDIT, is_good, proposals_of
from annotation.services.runs.quality import known_f1
from learning.rounds import batches
from learning.rounds.run import Selection

NEXT = "next"  # the reason of a turn that its strategy ranked beyond the batch


def save_batch(
    run: TrainingRun,
    turns: Sequence[int],
    selection: Selection,
    strategy: str,
    *,
    f1: float | None = None,
) -> Batch:
    """Make the next batch of the run's project; `turns[i]` is the id of instance i.

    f1: how good the model is that proposes, None where it is not measured.
    """
    project = run.project
    # Locked, so that nobody asks more of the last batch while turns are chosen beside it.
    last = project.batches.select_for_update().order_by("-number").first()
    number = last.number + 1 if last else 1
    batch = Batch.objects.create(project=project, number=number, strategy=strategy, run=run)
    _take_along(batch, keep=bool(Details.from_json(run.details).ahead))
    selection = _unasked(turns, selection)
    asked = zip(selection.indices, selection.priorities, selection.reasons, strict=True)
    rows = [(turns[index], priority, reason) for index, priority, reason in asked]
    # The same batch is shared the same way.
    _ask(batch, rows, random.Random(f"{project.pk}:{batch.number}"), shows=is_good(project, f1))
    batch.spare = [turns[index] for index in selection.spare]
    batch.save(update_fields=["spare"])
    return batch


def _ask(
    batch: Batch,
    rows: Sequence[tuple[int, float, str]],
    rng: random.Random,
    *,
    shows: bool,
    rank: int = 0,
) -> None:
    """Put turns (id, priority, reason) into the batch, the first with this rank. `shows`: whether
    the model that proposes there is good enough to speak."""
    project, size = batch.project, len(rows)
    shared = batches.draw_ranks(rng, size, project.shared_percent)
    hidden = batches.draw_ranks(rng, size, project.hidden_percent)
    readers = max(1, min(project.readers, count_labellers(project)))
    QueryItem.objects.bulk_create(
        QueryItem(
            batch=batch,
            turn_id=turn,
            rank=rank + place,
            priority=priority,
            reason=reason,
            readers=readers if place in shared else 1,
            proposals=proposals_of(shows, place in hidden or reason == AUDIT),
        )
        for place, (turn, priority, reason) in enumerate(rows)
    )


def _unasked(turns: Sequence[int], selection: Selection) -> Selection:
    """The selection without turns that people were asked about while it was made (`extend_batch`);
    those that it ranked next take their places."""
    named = [turns[index] for index in (*selection.indices, *selection.spare)]
    taken = set(QueryItem.objects.filter(turn__in=named).values_list("turn_id", flat=True))
    if not taken:
        return selection
    kept = [rank for rank, index in enumerate(selection.indices) if turns[index] not in taken]
    spare = [index for index in selection.spare if turns[index] not in taken]
    room = len(selection.indices) - len(kept)
    more, spare = spare[:room], spare[room:]
    return Selection(
        (*(selection.indices[rank] for rank in kept), *more),
        (*(selection.priorities[rank] for rank in kept), *(0.0 for _ in more)),
        (*(selection.reasons[rank] for rank in kept), *(NEXT for _ in more)),
        tuple(spare),
    )


def spare_turns(batch: Batch) -> QuerySet[Turn]:
    """The turns ranked next after the batch about which nobody has been asked meanwhile."""
    pool = Turn.objects.filter(pk__in=batch.spare, dialogue__split=Dialogue.Split.POOL)
    return pool.filter(query_item=None).exclude(text="").exclude(readings__is_gold=True)


@transaction.atomic
def extend_batch(project: Project) -> int:
    """Ask about the spare turns of the batch in hand, too, for whoever would wait for the next one;
    how many there were. None when somebody else did so a moment ago, or the next one is here."""
    batch = project.batches.select_for_update().order_by("-number").first()
    if batch is None or not batch.spare:
        return 0
    # Another transaction may have made the next one while this waited for its turn.
    if project.batches.filter(number__gt=batch.number).exists():
        return 0
    free = set(spare_turns(batch).values_list("pk", flat=True))
    rows = [(turn, 0.0, NEXT) for turn in batch.spare if turn in free]
    last = batch.items.aggregate(last=Max("rank"))["last"]
    model = current_model(project)
    shows = is_good(project, known_f1(model) if model else None)
    rng = random.Random(f"{project.pk}:{batch.number}:{NEXT}")
    _ask(batch, rows, rng, shows=shows, rank=0 if last is None else last + 1)
    batch.spare = []
    batch.save(update_fields=["spare"])
    return len(rows)


def _take_along(batch: Batch, *, keep: bool) -> None:
    """Open turns of the batch before. `keep`: the round ran ahead of the readers."""
    left = QueryItem.objects.filter(batch__project=batch.project, status=QueryItem.Status.OPEN)
    left = left.filter(second=None)  # second readings are asked whatever a round says
    if not keep:  # a person asked for the round: they are asked again if they are worth it
        left.filter(assignments=None).delete()
    # Those that were read and wait for a further reader stay where they are.
    read = Q(assignments__status__in=ENDED)
    waiting = left.filter(read).values_list("pk", flat=True)
    # All with the first rank: the batch numbers its own turns from there on, and more may follow.
    left.exclude(pk__in=list(waiting)).update(batch=batch, rank=0)


def mix_audit(project: Project, turns: Sequence[int], selection: Selection) -> Selection:
    """The selection with audit turns (`learning.rounds.batches`); to be saved as the project's
    next batch. `turns[i]` is the id of instance i."""
    rng = random.Random(f"{project.pk}:{project.batches.count()}:{AUDIT}")
    asked_turns = QueryItem.objects.filter(batch__project=project).values_list("turn_id", flat=True)
    read = Reading.objects.filter(turn__dialogue__project=project, is_gold=True)
    taken = set(asked_turns) | set(read.values_list("turn_id", flat=True))
    free = [index for index, pk in enumerate(turns) if pk not in taken]
    # Of turns that are asked together, as whole dialogues, none is taken away.
    in_place = project.batch_unit == BatchUnit.TURN
    return batches.mix_audit(selection, free, project.audit_percent, rng, in_place=in_place)
