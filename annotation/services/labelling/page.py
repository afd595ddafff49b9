"""What lies before an annotator: the asked turn in its dialogue, the batch around it, the model.

Called by the labelling views. The number of queries depends neither on the corpus nor on the
length of the dialogue; of a long dialogue the turns around the asked one are shown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from annotation.models import (
    Assignment,
    Dialogue,
    Label,
    LayerKind,
    QueryItem,
    Reading,
    Span,
    Step,
    TrainingRun,
    Turn,
    User,
)
from annotation.services.access.reach import dialogues_of, seats_taken
from annotation.services.corpus.short_names import shorten_names
from annotation.services.labelling.habits import candidates_for
from annotation.services.labelling.model_line import model_line
from annotation.services.labelling.pieces import Stretch, speakers_at_once, turn_stretches
from annotation.services.labelling.queue import BatchProgress, batch_items, is_free, median_seconds
from annotation.services.labelling.spans import Layer, layer_after, layer_of
from annotation.services.labelling.steps import steps_left
from annotation.services.projects.shares import Share, share_of
from annotation.services.runs.current import active_run, current_model
from learning.types import Bounds

AROUND = 40  # turns shown before and after the asked one
LISTED = 60  # items of the batch listed around the current one
NAMED = 200  # changed turns that an answer names
ENDED = {"done", "skipped"}
# Steps that change the turn that they are made on and no other: most of them, so nothing is asked.
ONE_TURN = {"label", "move", "clear", "accept", "reject", "accept_all"}


@dataclass(frozen=True, slots=True)
class ContextTurn:
    """A turn that gives the context, with what is known of it; nothing to decide here."""

    turn: Turn
    stretches: list[Stretch]
    is_second: bool  # not the speaker who began the dialogue
    is_overlap: bool  # several people speak in it


@dataclass(frozen=True, slots=True)
class ActiveTurn:
    """A turn that can be labelled, as this person left it; `item` where she is asked about it."""

    turn: Turn
    layer: Layer
    stretches: list[Stretch]
    first_speaker: str  # of the dialogue
    undo: bool
    redo: bool
    candidates: Sequence[Bounds] = ()  # where personal words may stand
    item: QueryItem | None = None
    is_mine: bool = True  # False while as many people as shall read it have the asked turn
    status: str = ""  # how she left it: open, done, skipped; empty before she began

    @property
    def is_open(self) -> bool:
        """Still to be read by this person."""
        return self.status not in ENDED

    @property
    def is_second(self) -> bool:
        return self.turn.speaker != self.first_speaker

    @property
    def is_overlap(self) -> bool:
        return speakers_at_once(self.turn.text, self.turn.extra)


@dataclass(frozen=True, slots=True)
class ListedItem:
    """An item in the list beside the dialogue."""

    pk: int
    dialogue: str  # its external id
    short: str  # what tells it from the others of the list
    number: int  # of the turn, 1 = first
    is_flagged: bool
    # done or skipped (by this person, or settled), held (others have all seats), open, or second:
    # open, but a further reading, which is not given while a run works.
    state: str
    is_mine: bool  # she ended it herself
    opens: bool = True  # False where the person may not read the dialogue


@dataclass(frozen=True, slots=True)
class Mine:
    batch: int  # turns that this person finished or skipped
    today: int
    flagged: int  # by anybody, in the batch
    share: Share | None  # what is assigned to her


@dataclass(frozen=True, slots=True)
class Desk:
    asked: ActiveTurn
    before: list[ContextTurn]
    after: list[ContextTurn]
    turns_total: int
    items: list[ListedItem]
    previous: int | None  # id of the item before this one
    place: int  # of the item in its batch, 1 = first
    progress: BatchProgress
    mine: Mine
    labels: list[Label]
    model: TrainingRun | None
    model_line: str  # what the model does on this turn
    run: TrainingRun | None

    @property
    def is_whole(self) -> bool:
        return len(self.before) + 1 + len(self.after) == self.turns_total


def asked_turn(
    item: QueryItem, user: User, *, mine: Assignment | None = None, step: Step | None = None
) -> ActiveTurn:
    """The asked turn alone: what a saved step answers with. `mine`: her assignment, if known."""
    mine = mine or item.assignments.filter(reader=user).first()
    is_mine = mine is not None or is_free(item, user)
    status = mine.status if mine else None
    return active_turn(item.turn, user, item=item, is_mine=is_mine, status=status, step=step)


def active_turn(
    turn: Turn,
    user: User,
    *,
    item: QueryItem | None = None,
    is_mine: bool = True,
    status: str | None = None,
    step: Step | None = None,
) -> ActiveTurn:
    """A turn as tokens, with the person's labels and the proposals that she may see.

    `step`: what she has just done here, if she has: then less has to be asked.
    """
    layer = (step and layer_after(step, turn)) or layer_of(turn, user)
    if status is None:
        status = layer.reading.status if layer.reading else ""
    if step and step.left and step.state == Step.State.DONE:
        undo, redo = True, False
    else:
        undo, redo = steps_left(turn.dialogue_id, user)
    speakers = turn.dialogue.turns.order_by("position").values_list("speaker", flat=True)
    return ActiveTurn(
        turn=turn,
        layer=layer,
        stretches=turn_stretches(turn.text, [*layer.spans, *layer.proposals], extra=turn.extra),
        first_speaker=speakers.first() or "",
        undo=undo,
        redo=redo,
        # Where they stand does not change with a step: the page has them already.
        candidates=() if step else candidates_for(turn, user),
        item=item,
        # Who labels a turn that others have reads it too, and may say that she has.
        is_mine=is_mine or bool(layer.spans),
        status=status,
    )


def context_turns(
    turns: Sequence[Turn], user: User, first_speaker: str, labels: Iterable[Label]
) -> list[ContextTurn]:
    """Turns around the asked one: with her own labels where she has any, else with those that are
    settled. What a colleague says of a turn that she is still to read is not shown to her."""
    drawn = seen_spans(turns, user, labels)
    return [
        ContextTurn(
            turn,
            turn_stretches(turn.text, drawn.get(turn.pk, ()), extra=turn.extra, tokens=False),
            turn.speaker != first_speaker,
            speakers_at_once(turn.text, turn.extra),
        )
        for turn in turns
    ]


def seen_spans(turns: Sequence[Turn], user: User, labels: Iterable[Label]) -> dict[int, list[Span]]:
    """The spans that a reader may see on each turn (by id): her own, or those that are settled; one
    query.

    A long dialogue has thousands of spans, so they share their labels and come without the rest.
    """
    by_id = {label.pk: label for label in labels}
    # What is settled is covered again while a second, blind reading of it is asked.
    blind = Q(turn__query_item__second__isnull=False, turn__query_item__status="open")
    spans = Span.objects.filter(
        Q(reading__reader=user, reading__layer=LayerKind.READER)
        | (Q(reading__is_gold=True) & ~blind),
        turn__in=[turn.pk for turn in turns],
        status=Span.Status.ACCEPTED,
    )
    spans_by_turn: dict[int, list[Span]] = {}
    gold: dict[int, list[Span]] = {}
    light = spans.defer("extra", "created_at")
    for span in light.annotate(by=F("reading__reader"), layer=F("reading__layer")):
        span.label = by_id[span.label_id]
        is_own = span.by == user.pk and span.layer == LayerKind.READER
        (spans_by_turn if is_own else gold).setdefault(span.turn_id, []).append(span)
    return gold | spans_by_turn


def changed_context(turns: Sequence[Turn], user: User) -> list[ContextTurn]:
    """Turns of one dialogue drawn again, after a step that changed them."""
    if not turns:
        return []
    speakers = turns[0].dialogue.turns.order_by("position").values_list("speaker", flat=True)
    labels = Label.objects.filter(project=turns[0].dialogue.project_id)
    return context_turns(turns, user, speakers.first() or "", labels)


def changed_near(step: Step, turn: Turn) -> list[int]:
    """Other turns of the dialogue that a step changed, the nearest first, the far ones left out."""
    if step.kind in ONE_TURN:
        return []
    changed = step.events.filter(reading__turn__dialogue=turn.dialogue_id)
    places = changed.exclude(reading__turn=turn).values_list(
        "reading__turn__position", "reading__turn"
    )
    near = sorted((abs(position - turn.position), pk) for position, pk in places)
    return [pk for _distance, pk in near[:NAMED]]


def open_desk(
    item: QueryItem,
    user: User,
    *,
    whole: bool = False,
    only: User | None = None,
    listed: QuerySet[QueryItem] | None = None,
) -> Desk:
    """Everything on the labelling page of an item; changes nothing. `only`: the person whose
    dialogues alone the list opens; `listed`: what the list holds, if not the batch."""
    asked_turns = asked_turn(item, user)
    before, after, total = _context(item.turn, whole)
    project = item.batch.project
    labels = list(project.labels.all())
    around = context_turns([*before, *after], user, asked_turns.first_speaker, labels)
    run = active_run(project)
    items, progress = _listed(item, user, only, listed, rests=run is not None)
    model = current_model(project)
    # A round that ends at this moment takes the item into the next batch: then it is not listed.
    place = next((index for index, other in enumerate(items) if other.pk == item.pk), 0)
    low = max(0, min(place - LISTED // 2, len(items) - LISTED))
    return Desk(
        asked=asked_turns,
        before=around[: len(before)],
        after=around[len(before) :],
        turns_total=total,
        items=items[low : low + LISTED],
        previous=next((each.pk for each in reversed(items[:place]) if each.opens), None),
        place=place + 1,
        progress=progress,
        mine=_mine(item, user, items),
        labels=labels,
        model=model,
        model_line=model_line(item, model),
        run=run,
    )


def _mine(item: QueryItem, user: User, items: Sequence[ListedItem]) -> Mine:
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    today = Reading.objects.filter(
        turn__dialogue__project=item.batch.project,
        turn__query_item__assignments__reader=user,  # not what she imported
        reader=user,
        layer=LayerKind.READER,
        status=Reading.Status.DONE,
        done_at__gte=midnight,
    )
    return Mine(
        batch=sum(each.is_mine for each in items),
        today=today.count(),
        flagged=sum(each.is_flagged for each in items),
        share=share_of(item.batch.project, user),
    )


def _context(asked: Turn, whole: bool) -> tuple[list[Turn], list[Turn], int]:
    turns = Turn.objects.filter(dialogue_id=asked.dialogue_id).order_by("position")
    total = turns.count()
    if not whole:
        turns = turns.filter(
            position__gte=asked.position - AROUND, position__lte=asked.position + AROUND
        )
    others = list(turns.exclude(pk=asked.pk))
    for turn in others:
        turn.dialogue = asked.dialogue
    before = [turn for turn in others if turn.position < asked.position]
    return before, others[len(before) :], total


def _listed(
    item: QueryItem,
    user: User,
    only: User | None,
    listed: QuerySet[QueryItem] | None,
    *,
    rests: bool,
) -> tuple[list[ListedItem], BatchProgress]:
    """The items of the list in reading order, and how far the batch is (three queries at the most).

    rests: a run works, so that who reads unread turns is not led on to further readings.
    """
    given = Assignment.objects.filter(item=OuterRef("pk"))
    rows: list[Any] = list(
        (batch_items(item.batch) if listed is None else listed)
        .annotate(
            taken=seats_taken(user),
            mine=Subquery(given.filter(reader=user).values("status")),
            is_read=Exists(given.filter(status__in=ENDED)),
            by_others=Exists(given.filter(status__in=ENDED).exclude(reader=user)),
        )
        .values_list(
            "pk",
            "turn__dialogue",
            "turn__dialogue__external_id",
            "turn__position",
            "is_flagged",
            "status",
            "rank",
            "readers",
            "taken",
            "mine",
            "is_read",
            "by_others",
            named=True,
        )
    )
    rests = rests and not any(row.pk == item.pk and row.by_others for row in rows)

    opening = None
    if only is not None:
        there = Dialogue.objects.filter(pk__in={row.turn__dialogue for row in rows})
        opening = set(dialogues_of(there, only).values_list("pk", flat=True))

    def state(row: Any) -> str:
        status = row.mine or row.status
        if status != QueryItem.Status.OPEN:
            return str(status)
        if not row.mine and row.taken >= row.readers:
            return "held"
        return "second" if rests and row.by_others else "open"

    short = shorten_names([row.turn__dialogue__external_id for row in rows])
    items = [
        ListedItem(
            pk=row.pk,
            dialogue=row.turn__dialogue__external_id,
            short=short[row.turn__dialogue__external_id],
            number=row.turn__position + 1,
            is_flagged=row.is_flagged,
            state=state(row),
            is_mine=row.mine in ENDED,
            opens=opening is None or row.turn__dialogue in opening,
        )
        for row in rows
    ]
    left = sum(row.status == QueryItem.Status.OPEN and not row.is_read for row in rows)
    done, seconds = len(rows) - left, median_seconds(item.batch)
    carried = len(rows) - len({row.rank for row in rows})
    return items, BatchProgress(item.batch, done, len(rows), seconds, carried)
