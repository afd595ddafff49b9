"""A chosen batch as rows: which of its turns several people read, and which are drawn by chance.

Some of its turns are drawn by chance, whatever the strategy says: the **audit stream**. Only they
tell without bias what the model misses. Called by `training` when a seed or a round has chosen.
"""

import random
from collections.abc import Sequence

from django.db.models import Q

from annotation.models import Batch, BatchUnit, Project, QueryItem, Reading, TrainingRun
from annotation.models.run_records import Details
from annotation.services.corpus.gold import ENDED
from annotation.services.projects.members import count_labellers
from annotation.services.runs.proposal_visibility import AUDIT, is_good, proposals_of
from learning.rounds.run import Selection

UNTRIED = -1.0  # priority of an audit turn on which no model was tried before it was read


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
    last = project.batches.order_by("-number").values_list("number", flat=True).first() or 0
    batch = Batch.objects.create(project=project, number=last + 1, strategy=strategy, run=run)
    _take_along(batch, keep=bool(Details.from_json(run.details).ahead))
    rng = random.Random(f"{project.pk}:{batch.number}")  # the same batch is shared the same way
    size = len(selection.indices)
    shared = _sample(rng, size, project.shared_percent)
    hidden = _sample(rng, size, project.hidden_percent)
    readers = min(project.readers, count_labellers(project))
    shows = is_good(project, f1)
    QueryItem.objects.bulk_create(
        QueryItem(
            batch=batch,
            turn_id=turns[index],
            rank=rank,
            priority=selection.priorities[rank],
            reason=selection.reasons[rank],
            readers=max(1, readers) if rank in shared else 1,
            proposals=proposals_of(shows, rank in hidden or selection.reasons[rank] == AUDIT),
        )
        for rank, index in enumerate(selection.indices)
    )
    return batch


def _take_along(batch: Batch, *, keep: bool) -> None:
    """Open turns of the batch before. `keep`: the round ran ahead of the readers."""
    left = QueryItem.objects.filter(batch__project=batch.project, status=QueryItem.Status.OPEN)
    if not keep:  # a person asked for the round: they are asked again if they are worth it
        left.filter(assignments=None).delete()
    # Those that were read and wait for a further reader stay where they are.
    read = Q(assignments__status__in=ENDED)
    waiting = left.filter(read).values_list("pk", flat=True)
    left.exclude(pk__in=list(waiting)).update(batch=batch)


def mix_audit(project: Project, turns: Sequence[int], selection: Selection) -> Selection:
    """The selection with audit turns in place of those that it ranks last; to be saved as the
    project's next batch. `turns[i]` is the id of instance i.

    The priority of audit turns is `UNTRIED` until a model says how many misses it expects there.
    """
    size = len(selection.indices)
    rng = random.Random(f"{project.pk}:{project.batches.count()}:{AUDIT}")
    wanted = len(_sample(rng, size, project.audit_percent))
    if not wanted:
        return selection
    asked_turns = QueryItem.objects.filter(batch__project=project).values_list("turn_id", flat=True)
    read = Reading.objects.filter(turn__dialogue__project=project, is_gold=True)
    taken = set(asked_turns) | set(read.values_list("turn_id", flat=True))
    # Those of the selection too: else the sample would stand for the easy turns only.
    free = [index for index, pk in enumerate(turns) if pk not in taken]
    drawn = rng.sample(free, min(wanted, len(free)))
    # Of turns that are asked together, as whole dialogues, none is taken away.
    room = size - len(drawn) if project.batch_unit == BatchUnit.TURN else size
    audit = set(drawn)
    kept = [rank for rank, index in enumerate(selection.indices) if index not in audit][:room]
    return Selection(
        (*(selection.indices[rank] for rank in kept), *drawn),
        (*(selection.priorities[rank] for rank in kept), *(UNTRIED for _ in drawn)),
        (*(selection.reasons[rank] for rank in kept), *(AUDIT for _ in drawn)),
    )


def _sample(rng: random.Random, size: int, percent: int) -> set[int]:
    """A percentage of the ranks, drawn; the fraction that remains is one more rank by chance."""
    whole = size * min(percent, 100) / 100
    count = int(whole) + (rng.random() < whole - int(whole))
    return set(rng.sample(range(size), count))
