"""Who labels what next: batches of queried turns, given out once, left and resumed at will.

Called by the labelling views. Finishing the last turn of a batch starts the next round.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.errors import NothingToDo, StaleVersion, UndecidedProposals
from annotation.models import Batch, Project, QueryItem, Reading, User
from annotation.services.spans import layer_of, open_reading
from annotation.services.training import start_run

ABANDONED = timedelta(minutes=60)  # after which an opened, unfinished item may go to somebody else


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch is."""

    batch: Batch
    done: int
    total: int
    seconds: float | None  # median seconds a turn in this batch

    @property
    def left(self) -> int:
        return self.total - self.done


def current_batch(project: Project) -> Batch | None:
    """The newest batch."""
    return project.batches.order_by("-number").first()


def batch_progress(batch: Batch) -> BatchProgress:
    """Counts of a batch and the median time of its finished turns."""
    counts = batch.items.aggregate(
        total=Count("pk"), open=Count("pk", filter=Q(status=QueryItem.Status.OPEN))
    )
    times = sorted(
        Reading.objects.filter(
            turn__query_item__batch=batch, status=Reading.Status.DONE, seconds__gt=0
        ).values_list("seconds", flat=True)
    )
    median = times[len(times) // 2] if times else None
    return BatchProgress(batch, counts["total"] - counts["open"], counts["total"], median)


def batch_items(batch: Batch) -> QuerySet[QueryItem]:
    """Items in reading order: a dialogue's asked turns one after the other."""
    return batch.items.select_related("turn__dialogue").order_by(
        "turn__dialogue__position", "turn__dialogue", "turn__position"
    )


def next_item(project: Project, user: User, after: QueryItem | None = None) -> QueryItem | None:
    """The next open item for this person, after the given one first; None when the batch is done."""
    batch = current_batch(project)
    if batch is None:
        return None
    stale = timezone.now() - ABANDONED
    open_items = list(
        batch_items(batch)
        .filter(status=QueryItem.Status.OPEN)
        .filter(Q(reader=None) | Q(reader=user) | Q(assigned_at__lt=stale))
    )
    if after is not None:
        place = (after.turn.dialogue.position, after.turn.dialogue_id, after.turn.position)
        behind = [
            i for i in open_items
            if (i.turn.dialogue.position, i.turn.dialogue_id, i.turn.position) > place
        ]
        open_items = behind + [i for i in open_items if i not in behind and i.pk != after.pk]
    return next((item for item in open_items if assign_item(item, user)), None)


def assign_item(item: QueryItem, user: User) -> bool:
    """Give the item to one person with one conditional UPDATE; False if another has it."""
    if item.status != QueryItem.Status.OPEN:
        return item.reader_id in (None, user.pk)
    stale = timezone.now() - ABANDONED
    return bool(
        QueryItem.objects.filter(pk=item.pk, status=QueryItem.Status.OPEN)
        .filter(Q(reader=None) | Q(reader=user) | Q(assigned_at__lt=stale))
        .update(reader=user, assigned_at=timezone.now())
    )


def finish_item(item: QueryItem, user: User, *, version: int, seconds: float = 0.0) -> None:
    """Say that the turn is read: its labels become gold. Open proposals must be decided first."""
    layer = layer_of(item.turn, user)
    if layer.proposals:
        raise UndecidedProposals(
            ngettext(
                "%(n)s proposal is undecided: accept (A) or reject (R) it first.",
                "%(n)s proposals are undecided: accept (A, or Shift+A for all) or reject (R) them first.",
                len(layer.proposals),
            )
            % {"n": len(layer.proposals)}
        )
    with transaction.atomic():
        reading = open_reading(item.turn, user)
        other = Reading.objects.filter(turn=item.turn, is_gold=True).exclude(pk=reading.pk).exists()
        finished = Reading.objects.filter(pk=reading.pk, version=version).update(
            status=Reading.Status.DONE,
            is_gold=not other,
            done_at=timezone.now(),
            seconds=reading.seconds + max(0.0, min(seconds, 3600.0)),
        )
        if not finished:
            raise StaleVersion(
                _("This turn was changed in another window; here is its latest state.")
            )
        QueryItem.objects.filter(pk=item.pk).update(status=QueryItem.Status.DONE, reader=user)
        _close_batch(item.batch, user)


def skip_item(item: QueryItem, user: User) -> None:
    """Leave the turn out of this batch; it is not asked again and trains nothing."""
    with transaction.atomic():
        QueryItem.objects.filter(pk=item.pk).update(status=QueryItem.Status.SKIPPED, reader=user)
        Reading.objects.filter(turn=item.turn, reader=user, is_gold=False).update(
            status=Reading.Status.SKIPPED
        )
        _close_batch(item.batch, user)


def reopen_item(item: QueryItem, user: User) -> None:
    """Take a finished or skipped turn up again; it is no gold until it is finished anew."""
    if not assign_item(item, user):
        raise NothingToDo(_("Another person read this turn."))
    with transaction.atomic():
        Reading.objects.filter(turn=item.turn, reader=user).update(
            status=Reading.Status.OPEN, is_gold=False
        )
        QueryItem.objects.filter(pk=item.pk).update(status=QueryItem.Status.OPEN, reader=user)


def flag_item(item: QueryItem, *, flagged: bool) -> None:
    """Mark the turn for a curator's eye."""
    QueryItem.objects.filter(pk=item.pk).update(is_flagged=flagged)


def _close_batch(batch: Batch, user: User) -> None:
    """When nothing is open any more, train and choose the next batch (once: the run is unique)."""
    newest = current_batch(batch.project)
    if newest is None or newest.pk != batch.pk:
        return
    if not batch.items.filter(status=QueryItem.Status.OPEN).exists():
        start_run(batch.project, user=user)
