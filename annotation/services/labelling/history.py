"""What was done to the labels of a dialogue, by whom and when; and the way back to any moment.

Called by the history page. Steps hold places, never words: the page reads those from the turns.
"""

import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from annotation.models import Dialogue, Label, Reading, SpanEvent, SpanRow, Step, Turn, User
from annotation.refusals import Refused, StaleVersion
from annotation.services.corpus.differences import settle_layers
from annotation.services.corpus.integrity import short_readings
from annotation.services.labelling.steps import (
    ACCEPTED,
    GOLD,
    READER,
    Change,
    Terms,
    lock_person,
    reviver,
    take_step,
    taken_back,
    whose,
)
from learning.types import Bounds, overlaps

NAMED = 12  # changes of one step that the page shows
WORDS = {
    "label": pgettext_lazy("what was done", "labelled"),
    "move": gettext_lazy("changed bounds"),
    "clear": gettext_lazy("cleared"),
    "accept": gettext_lazy("accepted a proposal"),
    "reject": gettext_lazy("rejected a proposal"),
    "accept_all": gettext_lazy("accepted proposals"),
    "take": gettext_lazy("took a reading over"),
    "take_all": gettext_lazy("took a reader's labels over"),
    "bulk": gettext_lazy("labelled many turns"),
    "propagate": gettext_lazy("labelled every occurrence"),
    "clear_every": gettext_lazy("cleared every occurrence"),
    "undo": gettext_lazy("took a step back"),
    "redo": gettext_lazy("did a step again"),
    "restore": gettext_lazy("restored an earlier state"),
}


@dataclass(frozen=True, slots=True)
class LabelChange:
    """One label that a step set or took away."""

    kind: str  # set, accepted (a proposal), taken; for a decision on one: rejected, reopened
    turn: Turn
    start: int
    end: int
    label: Label | None  # None: the scheme does not have it any more

    @property
    def words(self) -> str:
        return self.turn.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class PastStep:
    step: Step
    changes: list[LabelChange]
    more: int  # changes that are not in the list
    is_latest: bool  # of its layer: there is nothing to restore

    @property
    def words(self) -> str:
        return str(WORDS.get(self.step.kind, self.step.kind))


@dataclass(frozen=True, slots=True)
class Stretch:
    """The part of a dialogue whose history is asked for: a turn, or characters in it."""

    turn: int
    start: int | None = None
    end: int | None = None


def list_steps(
    dialogue: Dialogue, author: User | None = None, stretch: Stretch | None = None
) -> QuerySet[Step]:
    """Steps that changed something, newest first; of one person, on one stretch. Adjudication is
    everybody's who sees all."""
    events = SpanEvent.objects.filter(step=OuterRef("pk"))
    if stretch is not None:
        events = events.filter(reading__turn=stretch.turn)
        if stretch.start is not None and stretch.end is not None:
            touching = _touching(dialogue, stretch.turn, Bounds(stretch.start, stretch.end))
            events = events.filter(pk__in=touching)
    steps = dialogue.steps.filter(Exists(events)).select_related("author").order_by("-pk")
    return steps if author is None else steps.filter(author=author)


def _touching(dialogue: Dialogue, turn: int, bounds: Bounds) -> list[int]:
    """Events that changed a label on the stretch; rows are JSON, so they are looked at here."""
    events = SpanEvent.objects.filter(reading__turn=turn, reading__turn__dialogue=dialogue)
    return [
        pk
        for pk, before, after in events.values_list("pk", "before", "after")
        if any(overlaps(Bounds(row[0], row[1]), bounds) for row in (*before, *after))
    ]


def describe_steps(
    dialogue: Dialogue, steps: Sequence[Step], turn: int | None = None
) -> list[PastStep]:
    """The steps with what they changed, on one turn if it is given; five queries."""
    labels = {label.pk: label for label in dialogue.project.labels.all()}
    events: dict[int, list[SpanEvent]] = {step.pk: [] for step in steps}
    events_there = SpanEvent.objects.filter(step__in=list(events)).select_related("reading__turn")
    if turn is not None:
        events_there = events_there.filter(reading__turn=turn)
    for event in events_there.order_by("reading__turn__position", "pk"):
        events[event.step_id].append(event)
    latest, lacking = latest_steps(dialogue), _lacking(dialogue)
    described = []
    for step in steps:
        changes = [each for event in events[step.pk] for each in _changes(event, labels)]
        key = (step.layer, _owner(step.layer, step.author_id))
        is_latest = latest.get(key) == step.pk and key not in lacking
        described.append(PastStep(step, changes[:NAMED], max(0, len(changes) - NAMED), is_latest))
    return described


def latest_steps(dialogue: Dialogue) -> dict[tuple[str, int], int]:
    """(layer, its person, or 0 for the adjudicated one) -> the newest step on it."""
    rows = dialogue.steps.filter(Exists(SpanEvent.objects.filter(step=OuterRef("pk"))))
    latest: dict[tuple[str, int], int] = {}
    for layer, author, pk in (
        rows.order_by().values_list("layer", "author").annotate(newest=Max("pk"))
    ):
        key = (layer, _owner(layer, author))
        latest[key] = max(pk, latest.get(key, 0))
    return latest


def _lacking(dialogue: Dialogue) -> set[tuple[str, int]]:
    """Layers that have fewer labels than were saved: their newest moment can be restored too."""
    return {
        (reading.layer, _owner(reading.layer, reading.reader_id))
        for reading in short_readings().filter(turn__dialogue=dialogue)
    }


def _owner(layer: str, author: int) -> int:
    return author if layer == READER else 0


def _changes(event: SpanEvent, labels: dict[int, Label]) -> Iterable[LabelChange]:
    turn = event.reading.turn
    for rows, is_new in ((event.before, False), (event.after, True)):
        for start, end, label, status, origin in rows:
            if status == ACCEPTED:
                kind = ("accepted" if origin else "set") if is_new else "taken"
            else:
                kind = "rejected" if is_new else "reopened"
            yield LabelChange(kind, turn, start, end, labels.get(label))


def restore_dialogue(
    dialogue: Dialogue, user: User, *, op_id: uuid.UUID, to: int, last: int, layer: str = READER
) -> Step:
    """Put the person's layer (or the adjudicated one) back to what it was right after a step, 0 for
    before the first; one step, to be undone like any other.

    `last`: the newest step of the layer that the person saw. Raises: StaleVersion when there is a
    newer one, NothingToDo when nothing would change.
    """
    with transaction.atomic():
        lock_person(user)
        readings = {
            reading.pk: reading
            for reading in Reading.objects.select_for_update(of=("self",))
            .filter(turn__dialogue=dialogue, **whose(user, layer))
            .select_related("turn")
            .order_by("turn_id")
        }
        is_repeat = Step.objects.filter(author=user, op_id=op_id).exists()
        events = list(SpanEvent.objects.filter(reading__in=readings).order_by("-pk"))
        if not is_repeat:
            if last != (events[0].step_id if events else 0):
                raise StaleVersion(
                    _("Something was done since this page was loaded. Load it again.")
                )
            if to and all(event.step_id != to for event in events):
                raise Refused(_("There is no such moment of these labels."), code="unknown_step")
        row_of = reviver(dialogue.project_id, events)
        by_reading: dict[int, list[SpanEvent]] = {}
        for event in events:
            by_reading.setdefault(event.reading_id, []).append(event)
        changes: dict[Turn, Change] = {
            readings[pk].turn: _told_again(of_reading, to, row_of)
            for pk, of_reading in by_reading.items()
        }
        step = take_step(
            dialogue,
            user,
            "restore",
            changes,
            op_id=op_id,
            request={"to": to},
            terms=Terms(layer=layer, recount=True),
        )
        if layer == GOLD:
            for turn in changes:
                turn.dialogue = dialogue
            settle_layers(changes)
        return step


def _told_again(
    events: Sequence[SpanEvent], to: int, row_of: Callable[[list[object]], SpanRow | None]
) -> Change:
    """The change that takes all events (newest first) back and makes those up to the step again. So
    labels that went missing without a step come back too."""

    def change(rows: list[SpanRow]) -> list[SpanRow]:
        for event in events:
            rows = taken_back(event, row_of, is_undo=True)(rows)
        for event in reversed(events):
            if event.step_id <= to:
                rows = taken_back(event, row_of, is_undo=False)(rows)
        return rows

    return change
