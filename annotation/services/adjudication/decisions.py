"""Decisions between readers: take one's word, nobody's, or edit; each a step of the gold layer.

Called by the adjudication page and the API. After each step the turns that it changed
are settled: one on which all is decided is gold, one that is open again is not.
"""

import contextlib
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Unpack

from django.db import transaction
from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from annotation.models import Dialogue, Label, Reading, SpanRow, Step, Turn, User
from annotation.refusals import NothingToDo, Refused, StaleVersion
from annotation.services.corpus.best_spans import dialogue_turns
from annotation.services.corpus.differences import (
    Case,
    case_of,
    cases_of,
    settle_layers,
    unsettled,
)
from annotation.services.hooks.queue import listens, tell
from annotation.services.labelling import steps
from annotation.services.labelling.spans import check_range, check_span, check_words, listed
from annotation.services.labelling.steps import ACCEPTED, GOLD, READER, REJECTED, Call, Change
from learning.readings.adjudication import Difference, Layer, Mark, decide, edit, move
from learning.types import Bounds


def take_reading(
    turn: Turn, user: User, *, start: int, end: int, choice: int, **call: Unpack[Call]
) -> Step:
    """Decide one difference for its n-th reader (1 = first), or for nobody (0).

    The readers of a turn come in the order of `column_order`.
    """
    case = _ready(turn)
    difference = _difference(case, start, end)
    readings = difference.said
    if not 0 <= choice <= len(readings):
        raise Refused(_("This turn has no such reader."), code="unknown_reader")
    place = column_order(turn.dialogue, case.readings)[choice - 1] if choice else None
    chosen = frozenset() if place is None else readings[case.readings.index(place)]

    def change(layer: Layer) -> Layer:
        return decide(layer, case.compared, difference, chosen)

    request = {"turn": turn.pk, "start": start, "end": end, "take": place.pk if place else None}
    return _step(turn, user, "take", change, request, **call)


def label_gold(
    turn: Turn,
    user: User,
    *,
    start: int,
    end: int,
    label: Label,
    words: Sequence[tuple[int, int]] = (),
    **call: Unpack[Call],
) -> Step:
    """Label a stretch of the gold text by hand, or each of some words in it; the differences that
    it touches are decided."""
    check_span(turn, start, end, label)
    check_words(words, start, end)
    request = {"turn": turn.pk, "start": start, "end": end, "label": label.pk, **listed(words)}
    compared = _ready(turn).compared

    def change(layer: Layer) -> Layer:
        for low, high in words or [(start, end)]:
            layer = edit(layer, compared, low, high, label.pk)
        return layer

    return _step(turn, user, "label", change, request, **call)


def move_gold(
    turn: Turn, user: User, *, start: int, end: int, to: tuple[int, int], **call: Unpack[Call]
) -> Step:
    """Give a label of the gold text other bounds; what both stretches touch is decided."""
    check_range(turn, start, end)
    check_range(turn, *to)
    compared = _ready(turn).compared

    def change(layer: Layer) -> Layer:
        moved = move(layer, compared, Bounds(start, end), Bounds(*to))
        if moved is None:
            raise NothingToDo(_("There is no label with these bounds."))
        if (start, end) == to:
            raise NothingToDo(_("It has these bounds already."))
        return moved

    request = {"turn": turn.pk, "start": start, "end": end, "to": list(to)}
    return _step(turn, user, "move", change, request, **call)


def clear_gold(turn: Turn, user: User, *, start: int, end: int, **call: Unpack[Call]) -> Step:
    """Take the labels of the gold text away that touch a stretch; differences there are decided."""
    check_range(turn, start, end)
    request = {"turn": turn.pk, "start": start, "end": end}
    compared = _ready(turn).compared

    def change(layer: Layer) -> Layer:
        return edit(layer, compared, start, end, None)

    return _step(turn, user, "clear", change, request, **call)


def take_all(dialogue: Dialogue, user: User, *, op_id: uuid.UUID, version: int, place: int) -> Step:
    """Decide every open difference of a dialogue for one of its readers, as one step.

    place: 1 = the first of `dialogue_readers`;
    version: what `board_version` was. Differences on turns that this person has not read stay open.
    """
    request = {"place": place}
    if (done := steps.repeated_step(user, op_id, "take_all", request)) is not None:
        return done
    cases = list(cases_of(dialogue_turns(dialogue), dialogue.project).values())
    if board_version(dialogue) != version:
        raise StaleVersion(_("Somebody has decided here since; this is the latest state."))
    readers = dialogue_readers(dialogue)
    if not 1 <= place <= len(readers):
        raise Refused(_("This dialogue has no such reader."), code="unknown_reader")
    reader = readers[place - 1]
    chosen = {
        case.turn: (case, own)
        for case in cases
        if case.state == "differ"
        and case.open
        and (own := next((n for n, r in enumerate(case.readings) if r.reader_id == reader), -1))
        >= 0
    }
    if not chosen:
        raise NothingToDo(_("There is nothing to change."))

    def take(case: Case, own: int) -> Callable[[Layer], Layer]:
        def change(layer: Layer) -> Layer:
            for difference in case.open:
                layer = decide(layer, case.compared, difference, difference.said[own])
            return layer

        return change

    with transaction.atomic(), _told_when_settled(dialogue):
        step = steps.take_step(
            dialogue,
            user,
            "take_all",
            {turn: _rows_change(take(case, own)) for turn, (case, own) in chosen.items()},
            op_id=op_id,
            request=request,
            terms=steps.Terms(
                {turn.pk: case.version for turn, (case, _own) in chosen.items()}, GOLD
            ),
        )
        settle_layers(chosen)
    return step


@transaction.atomic
def undo_step(turn: Turn, user: User, **call: Unpack[Call]) -> Step:
    """Take back this person's last decision in the dialogue; what it decided is open again."""
    return _settled(steps.undo_step(turn, user, layer=GOLD, **call))


@transaction.atomic
def redo_step(turn: Turn, user: User, **call: Unpack[Call]) -> Step:
    with _told_when_settled(turn.dialogue):
        return _settled(steps.redo_step(turn, user, layer=GOLD, **call))


def column_order(dialogue: Dialogue, readings: Iterable[Reading]) -> list[Reading]:
    """Readings in the order of their columns, which is drawn for each dialogue: who is left and
    who is right tells nothing about who they are, and stays."""
    return sorted(readings, key=lambda reading: _lot(dialogue, reading.reader_id))


def dialogue_readers(dialogue: Dialogue) -> list[int]:
    """Ids of all who have read a turn that is for adjudication or was, in the order of their
    columns; one query."""
    done = Reading.objects.filter(
        turn__dialogue=dialogue, layer=READER, status=Reading.Status.DONE
    ).order_by()
    least = 2 if dialogue.project.single_is_gold else 1
    shared = done.values("turn").annotate(said=Count("pk")).filter(said__gte=least).values("turn")
    readers = done.filter(turn__in=shared).values_list("reader", flat=True).distinct()
    return sorted(readers, key=lambda reader: _lot(dialogue, reader))


def board_version(dialogue: Dialogue) -> int:
    """The version of all that was adjudicated in a dialogue: any step there counts it up."""
    layers = Reading.objects.filter(turn__dialogue=dialogue, layer=GOLD)
    return int(layers.aggregate(sum=Sum("version"))["sum"] or 0)


def _lot(dialogue: Dialogue, reader: int) -> str:
    return uuid.uuid5(uuid.UUID(int=dialogue.pk), str(reader)).hex


def _ready(turn: Turn) -> Case:
    """The case of a turn that may be decided; raises Refused."""
    case = case_of(turn)
    if case.state in {"unread", "reading"}:
        raise Refused(
            _("Not everybody who is to read this turn has read it."), code="not_read", status=409
        )
    return case


def _difference(case: Case, start: int, end: int) -> Difference:
    for difference in case.compared.differences:
        if (difference.start, difference.end) == (start, end):
            return difference
    raise StaleVersion(_("The readers do not differ here any more; this is the latest state."))


@transaction.atomic
def _step(
    turn: Turn,
    user: User,
    kind: str,
    change: Callable[[Layer], Layer],
    request: Mapping[str, object],
    **call: Unpack[Call],
) -> Step:
    with _told_when_settled(turn.dialogue):
        step = steps.change_turn(
            turn, user, kind, _rows_change(change), request, layer=GOLD, **call
        )
        settle_layers([turn])
    return step


@contextlib.contextmanager
def _told_when_settled(dialogue: Dialogue) -> Iterator[None]:
    """Tell hooks when the last turn that waited in a dialogue is settled in here."""
    waiting = unsettled(dialogue.project).filter(turn__dialogue=dialogue)
    waited = listens(dialogue.project_id) and waiting.exists()
    yield
    if waited and not waiting.all().exists():
        tell(dialogue.project, "adjudication.done", dialogue.pk)


def _settled(step: Step) -> Step:
    changed = Turn.objects.filter(pk__in=steps.changed_turns(step))
    settle_layers(changed.select_related("dialogue__project"))
    return step


def _rows_change(change: Callable[[Layer], Layer]) -> Change:
    """A change of a layer's marks as one of its rows."""

    def of_rows(rows: list[SpanRow]) -> list[SpanRow]:
        accepted = frozenset(Mark(*row[:3]) for row in rows if row.status == ACCEPTED)
        rejected = frozenset(Mark(*row[:3]) for row in rows if row.status == REJECTED)
        after = change(Layer(accepted, rejected))
        marks = [(mark, ACCEPTED) for mark in sorted(after.accepted)]
        marks += [(mark, REJECTED) for mark in sorted(after.rejected)]
        return [SpanRow(*mark, status, None) for mark, status in marks]

    return of_rows
