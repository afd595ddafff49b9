"""A chosen batch as rows: which of its turns several people read, and where proposals are shown.

Called by `training` when a seed or a round has chosen.
"""

import random
from collections.abc import Sequence

from django.db.models import Q

from annotation.models import Batch, Member, Project, QueryItem, TrainingRun
from learning.rounds import Selection

Proposals = QueryItem.Proposals


def save_batch(
    run: TrainingRun,
    turns: Sequence[int],
    selection: Selection,
    strategy: str,
    *,
    f1: float | None = None,
) -> Batch:
    """Make the next batch of the run's project; `turns[i]` is the id of instance i.

    f1: how good the model is that proposes, None where it is not measured. It may speak only from
    the project's threshold on.
    """
    project = run.project
    last = project.batches.order_by("-number").values_list("number", flat=True).first() or 0
    batch = Batch.objects.create(project=project, number=last + 1, strategy=strategy, run=run)
    _take_along(batch)
    rng = random.Random(f"{project.pk}:{batch.number}")  # the same batch is shared the same way
    size = len(selection.indices)
    shared = _sample(rng, size, project.shared_percent)
    hidden = _sample(rng, size, project.hidden_percent)
    readers = min(project.readers, count_labellers(project))
    shows = f1 is not None and f1 >= project.proposal_threshold
    QueryItem.objects.bulk_create(
        QueryItem(
            batch=batch,
            turn_id=turns[index],
            rank=rank,
            score=selection.scores[rank],
            reason=selection.reasons[rank],
            readers=max(1, readers) if rank in shared else 1,
            proposals=_proposals(shows, rank in hidden),
        )
        for rank, index in enumerate(selection.indices)
    )
    return batch


def count_labellers(project: Project) -> int:
    """People who may label in the project."""
    return project.memberships.exclude(role=Member.Role.READER).count()


def _take_along(batch: Batch) -> None:
    """After a round that was started early: turns that nobody took go back to the pool, to be asked
    again if they are worth it; those in somebody's hands come along; those that were read and wait
    for a further reader stay where they are."""
    left = QueryItem.objects.filter(batch__project=batch.project, status=QueryItem.Status.OPEN)
    left.filter(assignments=None).delete()
    read = Q(assignments__status__in=[QueryItem.Status.DONE, QueryItem.Status.SKIPPED])
    waiting = left.filter(read).values_list("pk", flat=True)
    left.exclude(pk__in=list(waiting)).update(batch=batch)


def _proposals(shows: bool, is_hidden: bool) -> str:
    if not shows:
        return Proposals.EARLY
    return Proposals.HIDDEN if is_hidden else Proposals.SHOWN


def _sample(rng: random.Random, size: int, percent: int) -> set[int]:
    """So many percent of the ranks; what is left of a whole one is drawn too."""
    whole = size * min(percent, 100) / 100
    count = int(whole) + (rng.random() < whole - int(whole))
    return set(rng.sample(range(size), count))
