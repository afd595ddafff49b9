"""What lies before an annotator: the asked turn in its dialogue, the batch around it, the model.

Called by the labelling views. The number of queries depends neither on the corpus nor on the
length of the dialogue; of a long dialogue the turns around the asked one are shown.
"""

from dataclasses import dataclass

from django.utils import timezone

from annotation.models import Label, QueryItem, TrainingRun, Turn, User
from annotation.services.corpus import best_spans
from annotation.services.pieces import Stretch, speakers_at_once, turn_stretches
from annotation.services.queue import ABANDONED, BatchProgress, batch_items, batch_progress
from annotation.services.spans import Layer, layer_of, steps_left
from annotation.services.training import active_run, latest_model

AROUND = 40  # turns shown before and after the asked one
LISTED = 60  # items of the batch listed around the current one


@dataclass(frozen=True, slots=True)
class ContextTurn:
    """A turn that gives the context, with what is known of it; nothing to decide here."""

    turn: Turn
    stretches: list[Stretch]
    is_second: bool  # not the speaker who began the dialogue
    is_overlap: bool  # several people speak in it

    @property
    def number(self) -> int:
        return self.turn.position + 1


@dataclass(frozen=True, slots=True)
class AskedTurn:
    """The turn to be labelled, as this person left it."""

    item: QueryItem
    turn: Turn
    layer: Layer
    stretches: list[Stretch]
    first_speaker: str  # of the dialogue
    is_mine: bool  # False while another person has the turn
    undo: int
    redo: int

    @property
    def number(self) -> int:
        return self.turn.position + 1

    @property
    def is_second(self) -> bool:
        return self.turn.speaker != self.first_speaker

    @property
    def is_overlap(self) -> bool:
        return speakers_at_once(self.turn.text, self.turn.extra)


@dataclass(frozen=True, slots=True)
class Desk:
    """The labelling page of one item."""

    asked: AskedTurn
    before: list[ContextTurn]
    after: list[ContextTurn]
    turns_total: int
    items: list[QueryItem]
    previous: QueryItem | None
    place: int  # of the item in its batch, 1 = first
    progress: BatchProgress
    labels: list[Label]
    model: TrainingRun | None
    run: TrainingRun | None

    @property
    def is_whole(self) -> bool:
        return len(self.before) + 1 + len(self.after) == self.turns_total


def asked_turn(item: QueryItem, user: User) -> AskedTurn:
    """The asked turn alone: what a saved step answers with (five queries)."""
    turn = item.turn
    layer = layer_of(turn, user)
    undo, redo = steps_left(layer.reading)
    speakers = turn.dialogue.turns.order_by("position").values_list("speaker", flat=True)
    return AskedTurn(
        item=item,
        turn=turn,
        layer=layer,
        stretches=turn_stretches(turn.text, [*layer.spans, *layer.proposals], extra=turn.extra),
        first_speaker=speakers.first() or "",
        is_mine=_is_mine(item, user),
        undo=undo,
        redo=redo,
    )


def open_desk(item: QueryItem, user: User, *, whole: bool = False) -> Desk:
    """Everything on the labelling page of an item; changes nothing."""
    asked = asked_turn(item, user)
    before, after, total = _context(item.turn, whole)
    known = best_spans([turn.pk for turn in [*before, *after]], proposals=False)

    def drawn(turn: Turn) -> ContextTurn:
        stretches = turn_stretches(turn.text, known[turn.pk], extra=turn.extra, tokens=False)
        overlap = speakers_at_once(turn.text, turn.extra)
        return ContextTurn(turn, stretches, turn.speaker != asked.first_speaker, overlap)

    items = list(
        batch_items(item.batch).defer(
            "turn__text", "turn__extra", "turn__dialogue__meta", "turn__dialogue__extra"
        )
    )
    place = next(index for index, other in enumerate(items) if other.pk == item.pk)
    low = max(0, min(place - LISTED // 2, len(items) - LISTED))
    project = item.batch.project
    return Desk(
        asked=asked,
        before=[drawn(turn) for turn in before],
        after=[drawn(turn) for turn in after],
        turns_total=total,
        items=items[low : low + LISTED],
        previous=items[place - 1] if place else None,
        place=place + 1,
        progress=batch_progress(item.batch),
        labels=list(project.labels.all()),
        model=latest_model(project),
        run=active_run(project),
    )


def _context(asked: Turn, whole: bool) -> tuple[list[Turn], list[Turn], int]:
    turns = Turn.objects.filter(dialogue_id=asked.dialogue_id).order_by("position")
    total = turns.count()
    if not whole:
        turns = turns.filter(
            position__gte=asked.position - AROUND, position__lte=asked.position + AROUND
        )
    others = list(turns.exclude(pk=asked.pk))
    before = [turn for turn in others if turn.position < asked.position]
    return before, others[len(before) :], total


def _is_mine(item: QueryItem, user: User) -> bool:
    if item.reader_id in (None, user.pk):
        return True
    abandoned = item.assigned_at is None or timezone.now() - item.assigned_at > ABANDONED
    return item.status == QueryItem.Status.OPEN and abandoned
