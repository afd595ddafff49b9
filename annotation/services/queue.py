"""Who labels what next: batches of queried turns, given out once, left and resumed at will.

Called by the labelling views. Finishing the last turn of a batch starts the next round.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.errors import Refused, StaleVersion, UndecidedProposals
from annotation.models import (
    Batch,
    JobStatus,
    Project,
    QueryItem,
    Reading,
    TrainingRun,
    Turn,
    User,
)
from annotation.services.spans import layer_of, open_reading
from annotation.services.training import active_run, start_run

ABANDONED = timedelta(minutes=60)  # after which an opened, unfinished item may go to somebody else
RENEWED = timedelta(minutes=5)  # how often the work on an item is noted anew


class TakenItem(Refused):
    """Another person has this turn."""

    code = "taken"
    status = 409


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

    @property
    def minutes_left(self) -> int | None:
        """At the pace so far, rounded up; None before a first turn was timed."""
        return None if self.seconds is None else int(-(-self.left * self.seconds // 60))


@dataclass(frozen=True, slots=True)
class Pause:
    """Why there is nothing to label now.

    `state`: "empty" no text to ask about, "choosing" the first batch is being chosen, "training"
    the model learns from the finished batch, "failed" that work failed or was cancelled, "others"
    the rest of the batch is with other people, "finished" every turn was read.
    """

    state: str
    progress: BatchProgress | None
    run: TrainingRun | None


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
    """The next open item for this person, those behind the given one first; None at the end."""
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
            i
            for i in open_items
            if (i.turn.dialogue.position, i.turn.dialogue_id, i.turn.position) > place
        ]
        open_items = behind + [i for i in open_items if i not in behind and i.pk != after.pk]
    return next((item for item in open_items if assign_item(item, user)), None)


def pause_of(project: Project, user: User) -> Pause:
    """Why `next_item` has nothing to give. A finished batch that no round followed gets its round:
    other work of the project may have been in the way when its last turn was finished."""
    batch = current_batch(project)
    progress = batch_progress(batch) if batch else None
    if progress is not None and progress.left:
        return Pause("others", progress, None)
    run = active_run(project) or _run_after(project, batch)
    if run is None and not _has_text(project):
        return Pause("empty", progress, None)
    if run is None:
        run = start_run(project, user=user)
    if run.is_active:
        return Pause("training" if batch else "choosing", progress, run)
    if run.status in {JobStatus.FAILED, JobStatus.CANCELLED}:
        return Pause("failed", progress, run)
    return Pause("finished", progress, run)


def _run_after(project: Project, batch: Batch | None) -> TrainingRun | None:
    runs = project.runs.exclude(kind=TrainingRun.Kind.TAG).order_by("-pk")
    if batch is not None:
        runs = runs.filter(queued_at__gt=batch.created_at)
    return runs.first()


def _has_text(project: Project) -> bool:
    return Turn.objects.filter(dialogue__project=project).exclude(text="").exists()


def assign_item(item: QueryItem, user: User) -> bool:
    """Give the item to one person with one conditional UPDATE; False if another has it."""
    now = timezone.now()
    if item.status != QueryItem.Status.OPEN:
        return item.reader_id in (None, user.pk)
    if item.reader_id == user.pk and item.assigned_at and now - item.assigned_at < RENEWED:
        return True
    taken = (
        QueryItem.objects.filter(pk=item.pk, status=QueryItem.Status.OPEN)
        .filter(Q(reader=None) | Q(reader=user) | Q(assigned_at__lt=now - ABANDONED))
        .update(reader=user, assigned_at=now)
    )
    if taken:
        item.reader, item.assigned_at = user, now
    return bool(taken)


def hold_item(item: QueryItem, user: User) -> None:
    """Make sure that this person may work on the item; raises TakenItem."""
    if not assign_item(item, user):
        raise TakenItem(_("Another person has this turn."))


def finish_item(item: QueryItem, user: User, *, version: int, seconds: float = 0.0) -> None:
    """Say that the turn is read: its labels become gold. Open proposals must be decided first."""
    with _locked(item, user):
        layer = layer_of(item.turn, user)
        if layer.proposals:
            raise UndecidedProposals(
                ngettext(
                    "%(n)s proposal is undecided: accept (A) or reject (R) it first.",
                    "%(n)s proposals are undecided: accept (A, all: Shift+A) or reject (R) them.",
                    len(layer.proposals),
                )
                % {"n": len(layer.proposals)}
            )
        reading = layer.reading or open_reading(item.turn, user)
        if reading.version != version:
            raise StaleVersion(
                _("This turn was changed in another window; here is its latest state.")
            )
        if reading.status != Reading.Status.DONE:  # a request sent twice counts its time once
            reading.seconds += max(0.0, min(seconds, 3600.0))
            reading.done_at = timezone.now()
        others = Reading.objects.filter(turn=item.turn, is_gold=True).exclude(pk=reading.pk)
        reading.status, reading.is_gold = Reading.Status.DONE, not others.exists()
        reading.save(update_fields=["seconds", "done_at", "status", "is_gold"])
        QueryItem.objects.filter(pk=item.pk).update(status=QueryItem.Status.DONE, reader=user)
        _close_batch(item.batch, user)


def skip_item(item: QueryItem, user: User) -> None:
    """Leave the turn out of this batch; it is not asked again and trains nothing."""
    with _locked(item, user):
        Reading.objects.filter(turn=item.turn, reader=user).update(
            status=Reading.Status.SKIPPED, is_gold=False
        )
        QueryItem.objects.filter(pk=item.pk).update(status=QueryItem.Status.SKIPPED, reader=user)
        _close_batch(item.batch, user)


def reopen_item(item: QueryItem, user: User) -> None:
    """Take a finished or skipped turn up again; it is no gold until it is finished anew."""
    with _locked(item, user):
        Reading.objects.filter(turn=item.turn, reader=user).update(
            status=Reading.Status.OPEN, is_gold=False
        )
        QueryItem.objects.filter(pk=item.pk).update(
            status=QueryItem.Status.OPEN, reader=user, assigned_at=timezone.now()
        )


def flag_item(item: QueryItem, *, flagged: bool) -> None:
    """Mark the turn for a curator's eye."""
    QueryItem.objects.filter(pk=item.pk).update(is_flagged=flagged)


@contextlib.contextmanager
def _locked(item: QueryItem, user: User) -> Iterator[None]:
    """One transaction that holds the batch: two people who finish its last turns at one moment
    must not each think that the other's is still open."""
    with transaction.atomic():
        Batch.objects.select_for_update().get(pk=item.batch_id)
        item.refresh_from_db(fields=["status", "reader", "assigned_at"])
        hold_item(item, user)
        yield


def _close_batch(batch: Batch, user: User) -> None:
    """When nothing is open any more, train and choose the next batch (once: the run is unique)."""
    newest = current_batch(batch.project)
    if newest is None or newest.pk != batch.pk:
        return
    if not batch.items.filter(status=QueryItem.Status.OPEN).exists():
        start_run(batch.project, user=user)
