"""A chosen batch as rows: which of its turns several people read, and where proposals are shown.

Some of its turns are drawn by chance, whatever the strategy says: the **audit stream**. Only they
tell without bias what the model misses, so their proposals are never shown. Called by `training`
when a seed or a round has chosen, and by `proposals` when a model has read turns again.
"""

import random
from collections.abc import Sequence

from django.db.models import Q

from annotation.models import Batch, BatchUnit, Project, QueryItem, Reading, TrainingRun
from annotation.models.run_records import Details
from annotation.services.projects.members import count_labellers
from learning.rounds.run import Selection

Proposals = QueryItem.Proposals
AUDIT = "audit"  # the reason of a turn that was drawn by chance to measure the model
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

    f1: how good the model is that proposes, None where it is not measured. It may speak only from
    the project's threshold on.
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
            priority=selection.scores[rank],
            reason=selection.reasons[rank],
            readers=max(1, readers) if rank in shared else 1,
            proposals=_proposals(shows, rank in hidden or selection.reasons[rank] == AUDIT),
        )
        for rank, index in enumerate(selection.indices)
    )
    return batch


def review_shown(project: Project, turns: Sequence[int], f1: float | None) -> None:
    """Decide anew where proposals are shown on turns (ids) that a model has just read: it may be
    another than when the batch was made. `f1`: how good it is, as in `save_batch`.

    Turns that are in nobody's hands yet, but those drawn by chance. Where the model has become
    good enough, the share that is hidden is drawn, the same whenever it is drawn.
    """
    items = QueryItem.objects.filter(
        turn__in=turns, status=QueryItem.Status.OPEN, assignments__isnull=True
    ).exclude(reason=AUDIT)
    if not is_good(project, f1):
        items.exclude(proposals=Proposals.EARLY).update(proposals=Proposals.EARLY)
        return
    early = list(items.filter(proposals=Proposals.EARLY).values_list("pk", flat=True))
    hidden = [
        pk
        for pk in early
        if random.Random(f"{project.pk}:{pk}").random() * 100 < project.hidden_percent
    ]
    QueryItem.objects.filter(pk__in=early).update(proposals=Proposals.SHOWN)
    QueryItem.objects.filter(pk__in=hidden).update(proposals=Proposals.HIDDEN)


def _take_along(batch: Batch, *, keep: bool) -> None:
    """After a round that was started early: turns in somebody's hands come along; those that were
    read and wait for a further reader stay where they are. Turns that nobody took come along with
    `keep`, when the round ran ahead of the readers; after one that a person asked for they go back
    to the pool, to be asked again if they are worth it."""
    left = QueryItem.objects.filter(batch__project=batch.project, status=QueryItem.Status.OPEN)
    if not keep:
        left.filter(assignments=None).delete()
    read = Q(assignments__status__in=[QueryItem.Status.DONE, QueryItem.Status.SKIPPED])
    waiting = left.filter(read).values_list("pk", flat=True)
    left.exclude(pk__in=list(waiting)).update(batch=batch)


def mix_audit(project: Project, turns: Sequence[int], selection: Selection) -> Selection:
    """The selection with audit turns in place of those that it ranks last; to be saved as the
    project's next batch. `turns[i]` is the id of instance i.

    Each unread turn that nobody was asked is drawn with the same chance, those of the selection
    too: else the sample would stand for the easy turns only. Where turns are asked together, whole
    dialogues for instance, none is taken away: there the audit turns come on top. Their priority is
    `UNTRIED` until a model says how many misses it expects there.
    """
    size = len(selection.indices)
    rng = random.Random(f"{project.pk}:{project.batches.count()}:{AUDIT}")
    wanted = len(_sample(rng, size, project.audit_percent))
    if not wanted:
        return selection
    asked = QueryItem.objects.filter(batch__project=project).values_list("turn_id", flat=True)
    read = Reading.objects.filter(turn__dialogue__project=project, is_gold=True)
    taken = set(asked) | set(read.values_list("turn_id", flat=True))
    free = [index for index, pk in enumerate(turns) if pk not in taken]
    drawn = rng.sample(free, min(wanted, len(free)))
    room = size - len(drawn) if project.batch_unit == BatchUnit.TURN else size
    audit = set(drawn)
    kept = [rank for rank, index in enumerate(selection.indices) if index not in audit][:room]
    return Selection(
        (*(selection.indices[rank] for rank in kept), *drawn),
        (*(selection.scores[rank] for rank in kept), *(UNTRIED for _ in drawn)),
        (*(selection.reasons[rank] for rank in kept), *(AUDIT for _ in drawn)),
    )


def is_good(project: Project, f1: float | None) -> bool:
    """Whether a model is good enough to speak in the project; one that was not measured is not."""
    return f1 is not None and f1 >= project.proposal_threshold


def _proposals(shows: bool, is_hidden: bool) -> str:
    if not shows:
        return Proposals.EARLY
    return Proposals.HIDDEN if is_hidden else Proposals.SHOWN


def _sample(rng: random.Random, size: int, percent: int) -> set[int]:
    """So many percent of the ranks; what is left of a whole one is drawn too."""
    whole = size * min(percent, 100) / 100
    count = int(whole) + (rng.random() < whole - int(whole))
    return set(rng.sample(range(size), count))
