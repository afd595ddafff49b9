"""Who labels what next: batches of queried turns, handed to as many readers as each is to have.

Called by the labelling views. When half of a batch was read, the next round starts, and its turns
join those that are left; further readers come after that, and hold nobody up.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import (
    Assignment,
    Batch,
    JobStatus,
    LayerKind,
    Member,
    Project,
    QueryItem,
    Reading,
    TrainingRun,
    Turn,
    User,
)
from annotation.refusals import Refused, StaleVersion, UndecidedProposals
from annotation.services.access.reach import with_seat
from annotation.services.corpus.gold import ENDED, settle_item
from annotation.services.hooks.queue import listens, tell
from annotation.services.labelling.apart import FIRST
from annotation.services.labelling.spans import layer_of, open_reading
from annotation.services.labelling.steps import lock_person
from annotation.services.projects.shares import kept_for_others
from annotation.services.runs.current import active_run
from annotation.services.runs.proposal_visibility import AUDIT
from annotation.services.runs.starting import start_run
from learning.rounds.batches import is_time

RENEWED = timedelta(minutes=5)  # how often the work on an item is noted anew
PLACE = ("turn__dialogue__position", "turn__dialogue", "turn__position")  # of an item in the corpus
# A turn that was drawn by chance is most often empty: nobody's first one is. What somebody should
# read first comes first.
LATE = Case(When(reason=FIRST, then=-1), When(batch__number=1, reason=AUDIT, then=1), default=0)
# Second readings that were drawn by chance come sheet by sheet: they are judged in this order.
SHEET = Coalesce("second", 0)
OPEN, DONE, SKIPPED = QueryItem.Status.OPEN, QueryItem.Status.DONE, QueryItem.Status.SKIPPED


AWAITED = {"choosing", "training", "others"}  # states of a pause after which turns come


class TakenItem(Refused):
    """As many people as are to read this turn have it."""

    code = "taken"
    status = 409


@dataclass(frozen=True, slots=True)
class BatchProgress:
    batch: Batch
    done: int  # turns that somebody has read or skipped
    total: int
    seconds: float | None  # median seconds per turn in this batch
    carried: int = 0  # turns that were left of the batch before

    @property
    def left(self) -> int:
        return self.total - self.done

    @property
    def minutes_left(self) -> int | None:
        """At the pace so far, rounded up; None before a first turn was timed."""
        return None if self.seconds is None else int(-(-self.left * self.seconds // 60))


@dataclass(frozen=True, slots=True)
class Pause:
    """Why there is nothing to label now."""

    # "empty" no text to ask about, "choosing" the first batch is being chosen, "training" the model
    # learns from the finished batch, "failed" that work failed or was cancelled, "others" the rest
    # of the batch is with other people, "finished" every turn was read.
    state: str
    progress: BatchProgress | None
    run: TrainingRun | None
    # Those to whom dialogues are assigned in which a turn waits, and how many turns.
    kept: Sequence[tuple[Member, int]] = ()

    @property
    def kept_turns(self) -> int:
        return sum(count for _member, count in self.kept)


def current_batch(project: Project) -> Batch | None:
    return project.batches.exclude(number=Batch.APART).order_by("-number").first()


def unread(items: QuerySet[QueryItem]) -> QuerySet[QueryItem]:
    """Those of the items that nobody has read or skipped yet."""
    ended = Assignment.objects.filter(item=OuterRef("pk"), status__in=ENDED)
    return items.filter(~Exists(ended), status=OPEN)


def batch_progress(batch: Batch) -> BatchProgress:
    # A batch numbers its own turns from 0: what came from the one before has a number twice.
    items = batch.items.aggregate(total=Count("pk"), own=Count("rank", distinct=True))
    total, left = items["total"], unread(batch.items.all()).count()
    return BatchProgress(
        batch, total - left, total, median_seconds(batch), carried=total - items["own"]
    )


def median_seconds(batch: Batch) -> float | None:
    """Median time of the batch's finished readings; None before the first was timed."""
    times = sorted(
        Reading.objects.filter(
            turn__query_item__batch=batch,
            status=Reading.Status.DONE,
            layer=LayerKind.READER,
            seconds__gt=0,
        ).values_list("seconds", flat=True)
    )
    return times[len(times) // 2] if times else None


def batch_items(batch: Batch) -> QuerySet[QueryItem]:
    """Items in reading order: a dialogue's asked turns one after the other; in the first batch
    those that were drawn by chance come after the chosen ones."""
    return in_order(batch.items.select_related("turn__dialogue"))


def in_order(items: QuerySet[QueryItem]) -> QuerySet[QueryItem]:
    return items.alias(late=LATE, sheet=SHEET).order_by("late", "sheet", *PLACE)


def next_item(
    project: Project, user: User, after: QueryItem | None = None, *, only_new: bool = False
) -> QueryItem | None:
    """The next open item for this person, those behind the given one first; None at the end.

    Turns that nobody has read come first, then, unless they are not wanted (`only_new`), those that
    wait for a further reader.
    """
    here = _place(after) if after is not None else None
    for items in offered(project, user)[: 1 if only_new else 2]:
        # Places only: turns that wait for a further reader may be many, and their texts are long.
        places = list(items.values_list(LATE, SHEET, *PLACE, "pk"))
        if here is not None:
            behind = [each for each in places if each[:-1] > here]
            places = behind + [each for each in places if each[:-1] < here]
        for *_here, pk in places:
            item = QueryItem.objects.select_related("turn__dialogue", "batch").get(pk=pk)
            if assign_item(item, user):
                return item
    return None


def offered(project: Project, user: User) -> list[QuerySet[QueryItem]]:
    """What this person may be given now, best first: unread turns of the batch, then turns that
    another person has read and that are to have more readers."""
    batch = current_batch(project)
    free = in_order(with_seat(user))
    asked = QueryItem.objects.filter(batch__project=project)
    if batch is None and not asked.exists():
        return []
    # What came labelled and was drawn to be read a second time has no first assignment.
    new = unread(asked).exclude(second__isnull=False).values("pk")
    read_once = free.filter(batch__project=project).exclude(pk__in=new)
    here = Q(batch=batch) | Q(reason=FIRST)
    return [unread(free.filter(here, batch__project=project)), read_once]


def _place(item: QueryItem) -> tuple[int, int, int, int, int]:
    late, turn = int(item.batch.number == 1 and item.reason == AUDIT), item.turn
    late = -1 if item.reason == FIRST else late
    place = turn.dialogue.position, turn.dialogue_id, turn.position
    return late, item.second or 0, *place


def pause_of(project: Project, user: User) -> Pause:
    """Why `next_item` has nothing to give."""
    batch = current_batch(project)
    progress = batch_progress(batch) if batch else None
    if progress is not None and progress.left:
        return Pause("others", progress, None, kept_for_others(project, user))
    run = active_run(project) or _run_after(project, batch)
    if run is None and not _has_text(project):
        return Pause("empty", progress, None)
    if run is None:  # nothing is chosen yet, or other work was in the way at the batch's end
        run = start_run(project, user=user)
    if run.is_active:
        return Pause("training" if batch else "choosing", progress, run)
    if run.status in {JobStatus.FAILED, JobStatus.CANCELLED}:
        return Pause("failed", progress, run)
    return Pause("finished", progress, run)


def _run_after(project: Project, batch: Batch | None) -> TrainingRun | None:
    runs = learning_runs(project)
    if batch is not None:
        runs = runs.filter(queued_at__gt=batch.created_at)
    return runs.first()


def _has_text(project: Project) -> bool:
    return Turn.objects.filter(dialogue__project=project).exclude(text="").exists()


def assign_item(item: QueryItem, user: User) -> Assignment | None:
    """Give the item to one more person, if a seat is free; None if it is not in her hands now."""
    now = timezone.now()
    assignment = Assignment.objects.filter(item=item, reader=user).first()
    if assignment and (assignment.status in ENDED or now - assignment.assigned_at < RENEWED):
        return assignment
    if item.status != OPEN and assignment is None:
        return None
    with transaction.atomic():
        # Locked, so that two people who ask at one moment do not both get the last seat.
        QueryItem.objects.select_for_update().get(pk=item.pk)
        if not with_seat(user).filter(pk=item.pk).exists():
            return assignment
        assignment, _new = Assignment.objects.update_or_create(
            item=item, reader=user, defaults={"assigned_at": now}
        )
    return assignment


def is_free(item: QueryItem, user: User) -> bool:
    """Whether the person has the item or could have it now; nothing is written (two queries)."""
    if item.assignments.filter(reader=user).exists():
        return True
    return with_seat(user).filter(pk=item.pk).exists()


def finish_item(item: QueryItem, user: User, *, version: int, seconds: float = 0.0) -> None:
    """Say that the turn is read. Proposals that she saw must be decided first."""
    with _locked(item, user):
        # No seat is asked for: the reading may have been made without a connection while another
        # person was given the turn.
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
        reading.status = Reading.Status.DONE
        reading.save(update_fields=["seconds", "done_at", "status"])
        _end(item, user, DONE)


def skip_item(item: QueryItem, user: User) -> None:
    """The person does not read this turn; if nobody does, it trains nothing. Raises TakenItem."""
    with _locked(item, user):
        if not is_free(item, user):  # it is for those who have it to say so
            raise TakenItem(_("Another person has this turn."))
        Reading.objects.update_or_create(
            turn=item.turn,
            reader=user,
            layer=LayerKind.READER,
            defaults={"status": Reading.Status.SKIPPED, "is_gold": False},
        )
        _end(item, user, SKIPPED)


def reopen_item(item: QueryItem, user: User) -> None:
    """Take a finished or skipped turn up again; her word counts no more until it is finished.
    Raises TakenItem."""
    with _locked(item, user):
        # It was never hers: its readers have said what it holds.
        if not item.assignments.filter(reader=user).exists():
            raise TakenItem(_("Another person has this turn."))
        readings = Reading.objects.filter(turn=item.turn, reader=user, layer=LayerKind.READER)
        readings.update(status=Reading.Status.OPEN)
        Reading.objects.filter(turn=item.turn, layer=LayerKind.READER).update(is_gold=False)
        Assignment.objects.update_or_create(
            item=item, reader=user, defaults={"status": OPEN, "assigned_at": timezone.now()}
        )
        QueryItem.objects.filter(pk=item.pk).update(status=OPEN)


def flag_item(item: QueryItem, *, flagged: bool) -> None:
    QueryItem.objects.filter(pk=item.pk).update(is_flagged=flagged)


@contextlib.contextmanager
def _locked(item: QueryItem, user: User) -> Iterator[None]:
    """One transaction that holds the batch: two people who finish its last turns at one moment
    must not each think that the other's is still open. Nor does a step from the person's other
    window come between what she saw and what she finishes."""
    with transaction.atomic():
        lock_person(user)
        Batch.objects.select_for_update().get(pk=item.batch_id)
        item.refresh_from_db(fields=["status", "readers", "batch"])
        yield


def _end(item: QueryItem, user: User, status: str) -> None:
    """Note that the person is through with the item, and what that means for turn and batch."""
    Assignment.objects.update_or_create(
        item=item,
        reader=user,
        defaults={"status": status},
        create_defaults={"status": status, "assigned_at": timezone.now()},
    )
    settle_item(item)
    project = item.batch.project
    if listens(project.pk) and not item.batch.items.filter(status=OPEN).exists():
        tell(project, "batch.done", item.batch_id)
    _close_batch(item.batch, user)


def _close_batch(batch: Batch, user: User) -> None:
    """Start the next round if it is time."""
    project = batch.project
    newest = current_batch(project)
    if newest is None or newest.pk != batch.pk:
        return
    total, left = batch.items.count(), unread(batch.items.all()).count()
    if not is_time(left, total, project.batch_size):
        return
    last = _run_after(project, batch)
    if last is not None and (left or last.is_active):
        return
    # Early, or once more after the same batch, only for labels that the last round did not have.
    if (last is None and not left) or has_news(project):
        start_run(project, user=user, ahead=left > 0)


def has_news(project: Project) -> bool:
    """Whether a turn was settled since the project's last round began."""
    done = learning_runs(project).filter(status=JobStatus.DONE).first()
    settled = Reading.objects.filter(turn__dialogue__project=project, is_gold=True)
    if done is not None and done.started_at is not None:
        settled = settled.filter(done_at__gt=done.started_at)
    return settled.exists()


def learning_runs(project: Project) -> QuerySet[TrainingRun]:
    """The runs that choose batches, newest first."""
    kinds = [TrainingRun.Kind.SEED, TrainingRun.Kind.ROUND]
    return project.runs.filter(kind__in=kinds).order_by("-pk")
