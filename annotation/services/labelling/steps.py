"""The engine of every change to labels: a step is applied once, on what the person saw, with its
events; undo and redo walk the person's steps of the dialogue.

Called by `spans`, `propagation`, `adjudication` and `history`, which say what a step changes.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from annotation.models import (
    Dialogue,
    Label,
    LayerKind,
    Reading,
    Span,
    SpanEvent,
    SpanRow,
    Step,
    Turn,
    User,
)
from annotation.refusals import NothingToDo, Refused, StaleVersion
from annotation.services.corpus.gold import settle_item, shared_items
from learning.types import overlaps

Change = Callable[[list[SpanRow]], list[SpanRow]]  # a layer's rows as they are -> as they shall be
ACCEPTED, REJECTED = Span.Status.ACCEPTED.value, Span.Status.REJECTED.value
READER, GOLD = LayerKind.READER.value, LayerKind.GOLD.value
FIELDS = SpanRow._fields


@dataclass(frozen=True, slots=True)
class Terms:
    """Which layer a step changes, and what it goes by."""

    # Turn id -> the version of its reading that the person saw, of turns that change or not.
    seen: Mapping[int, int] | None = None
    layer: str = READER
    state: str = Step.State.DONE
    # The rows are all that there should be; otherwise missing labels stay counted, and an alarm.
    recount: bool = False


class Call(TypedDict):
    """What a page says of every step on a turn: the step's own id, and the version it saw."""

    op_id: uuid.UUID
    version: int


def change_turn(
    turn: Turn,
    user: User,
    kind: str,
    change: Change,
    request: Mapping[str, object],
    *,
    layer: str = READER,
    **call: Unpack[Call],
) -> Step:
    """Take a step on one turn: `take_step` says what it raises."""
    return take_step(
        turn.dialogue,
        user,
        kind,
        {turn: change},
        op_id=call["op_id"],
        request=request,
        terms=Terms({turn.pk: call["version"]}, layer),
    )


def take_step(
    dialogue: Dialogue,
    user: User,
    kind: str,
    changes: Mapping[Turn, Change],
    *,
    op_id: uuid.UUID,
    request: Mapping[str, object],
    terms: Terms = Terms(),
) -> Step:
    """Apply changes to the person's layer of some turns, as one step that can be undone.

    A turn that its change leaves as it is gets no event and keeps its version.
    Raises: StaleVersion when a seen turn has moved on, NothingToDo when nothing would change,
    Refused (`key_reuse`) when the id was used for another step.
    """
    seen, layer, state, recount = terms.seen, terms.layer, terms.state, terms.recount
    with transaction.atomic():
        lock_person(user)
        readings = _lock_readings(changes, user, layer)
        undone = Q(dialogue=dialogue, layer=layer, state=Step.State.UNDONE)
        earlier = list(Step.objects.filter(undone | Q(op_id=op_id), author=user))
        if (done := _repeated(earlier, op_id, kind, request)) is not None:
            return done
        versions = _versions(readings, seen or {}, user, layer)
        if any(versions.get(pk, 0) != version for pk, version in (seen or {}).items()):
            raise StaleVersion(
                _("This turn was changed in another window; here is its latest state.")
            )
        rows = _rows_of(readings.values())
        events = [
            event
            for turn, change in changes.items()
            if (event := _changed(readings[turn.pk], rows[readings[turn.pk].pk], change, recount))
        ]
        if not events and state == Step.State.DONE:
            raise NothingToDo(_("There is nothing to change."))
        if earlier and state == Step.State.DONE:
            Step.objects.filter(undone, author=user).update(state=Step.State.VOID)
        step = Step.objects.create(
            author=user,
            dialogue=dialogue,
            layer=layer,
            op_id=op_id,
            kind=kind,
            request=request,
            state=state,
            touched=[[each.reading.turn_id, each.reading.label_count] for each in events],
        )
        step.left = _write(step, events, rows)
        _settle_anew(event.reading for event in events)
    return step


def repeated_step(
    user: User, op_id: uuid.UUID, kind: str, request: Mapping[str, object]
) -> Step | None:
    """The step that was made with this id already; raises Refused (`key_reuse`) if it is another.

    `take_step` asks by itself; this is for callers to whom the dialogue as it is now says nothing.
    """
    return _repeated(Step.objects.filter(author=user, op_id=op_id), op_id, kind, request)


def undo_step(turn: Turn, user: User, *, layer: str = READER, **call: Unpack[Call]) -> Step:
    """Take back the person's last step in the dialogue that is not taken back yet."""
    return _replay(turn, user, "undo", layer, **call)


def redo_step(turn: Turn, user: User, *, layer: str = READER, **call: Unpack[Call]) -> Step:
    """Do again the step that was taken back last, unless something new was done since."""
    return _replay(turn, user, "redo", layer, **call)


def steps_left(dialogue: Dialogue | int, user: User, layer: str = READER) -> tuple[bool, bool]:
    """Whether there is a step to undo, and one to redo (one query)."""
    steps = Step.objects.filter(dialogue=dialogue, author=user, layer=layer)
    states = steps.exclude(state=Step.State.VOID).order_by().values_list("state", flat=True)
    kinds = set(states.distinct())
    return Step.State.DONE.value in kinds, Step.State.UNDONE.value in kinds


def changed_turns(step: Step) -> list[int]:
    """Ids of the turns that a step changed, in the order of its dialogue's turns."""
    events = step.events.order_by("reading__turn__dialogue", "reading__turn__position")
    return list(events.values_list("reading__turn", flat=True))


def _replay(turn: Turn, user: User, kind: str, layer: str, **call: Unpack[Call]) -> Step:
    is_undo = kind == "undo"
    # Undone steps are always the end of the row: the newest that is done, the oldest undone.
    state = Step.State.DONE if is_undo else Step.State.UNDONE
    with transaction.atomic():
        lock_person(user)
        steps_made = Step.objects.filter(author=user, op_id=call["op_id"])
        if (done := _repeated(steps_made, call["op_id"], kind)) is not None:
            return done
        steps = Step.objects.filter(
            author=user, dialogue=turn.dialogue_id, layer=layer, state=state
        )
        target = steps.order_by("-pk" if is_undo else "pk").first()
        if target is None:
            nothing = _("There is nothing to undo.") if is_undo else _("There is nothing to redo.")
            raise NothingToDo(nothing)
        events = list(target.events.select_related("reading__turn"))
        row_of = reviver(turn.dialogue.project_id, events)
        changes = {
            event.reading.turn: taken_back(event, row_of, is_undo=is_undo) for event in events
        }
        target.state = Step.State.UNDONE if is_undo else Step.State.DONE
        target.save(update_fields=["state"])
        return take_step(
            turn.dialogue,
            user,
            kind,
            changes,
            op_id=call["op_id"],
            request={"step": target.pk},
            terms=Terms({turn.pk: call["version"]}, layer, Step.State.VOID),
        )


def _repeated(
    steps: Iterable[Step], op_id: uuid.UUID, kind: str, request: Mapping[str, object] | None = None
) -> Step | None:
    """The one of the person's steps that has this id; without `request` its kind has to do."""
    done = next((step for step in steps if step.op_id == op_id), None)
    if done is not None and (done.kind != kind or request not in (None, done.request)):
        raise Refused(_("This step's id was used for another step."), code="key_reuse")
    return done


def taken_back(
    event: SpanEvent, row_of: Callable[[list[object]], SpanRow | None], *, is_undo: bool
) -> Change:
    """The change that takes an event back (or makes it again): what it brought goes, what it took
    comes, unless a label that was set since stands there."""
    gone, come = (event.after, event.before) if is_undo else (event.before, event.after)

    def change(rows: list[SpanRow]) -> list[SpanRow]:
        removed = {row_of(values) for values in gone}
        kept = [row for row in rows if row not in removed]
        for row in map(row_of, come):
            if row is None:
                continue
            free = row.status == REJECTED or not any(
                each.status == ACCEPTED and overlaps(each, row) for each in kept
            )
            if free and row not in kept:
                kept.append(row)
        return kept

    return change


def reviver(project: int, events: Iterable[SpanEvent]) -> Callable[[list[object]], SpanRow | None]:
    """What a row of an old event is today."""
    labels = set(Label.objects.filter(project=project).values_list("pk", flat=True))
    named = {row[4] for event in events for row in (*event.before, *event.after)} - {None}
    origins = set(Span.objects.filter(pk__in=named).values_list("pk", flat=True)) if named else ()

    def row_of(values: list[Any]) -> SpanRow | None:
        start, end, label, status, origin = values
        if label not in labels:  # it was taken from the scheme
            return None
        # A proposal that was replaced since is forgotten, as its spans have forgotten it.
        return SpanRow(start, end, label, status, origin if origin in origins else None)

    return row_of


def lock_person(user: User) -> None:
    """One step of a person at a time, whatever her windows do: a request that is sent twice at
    once waits and then finds its step, and undo finds the step that is really the last."""
    User.objects.select_for_update(no_key=True).values_list("pk").get(pk=user.pk)


def whose(user: User, layer: str) -> dict[str, object]:
    """The filter of readings that are one person's, or the adjudicated layer."""
    return {"layer": GOLD} if layer == GOLD else {"layer": READER, "reader": user}


def _versions(
    readings: Mapping[int, Reading], seen: Iterable[int], user: User, layer: str
) -> dict[int, int]:
    """Turn id -> version, of the locked readings and of those that were only seen."""
    versions = {pk: reading.version for pk, reading in readings.items()}
    if others := [pk for pk in seen if pk not in versions]:
        readings_there = Reading.objects.filter(turn__in=others, **whose(user, layer))
        versions |= dict(readings_there.values_list("turn_id", "version"))
    return versions


def _settle_anew(readings: Iterable[Reading]) -> None:
    """A reader who changes a turn that several have finished may agree with them no more."""
    done = [each.turn_id for each in readings if each.status == Reading.Status.DONE]
    if done:
        for item in shared_items(done):
            settle_item(item)


def _lock_readings(turns: Iterable[Turn], user: User, layer: str) -> dict[int, Reading]:
    """The layer's readings by turn id, made where they are missing, locked in one order."""
    turns = sorted(turns, key=lambda turn: turn.pk)
    layers = whose(user, layer)
    pks = [turn.pk for turn in turns]
    locked = Reading.objects.select_for_update().order_by("turn_id")
    by_turn = {each.turn_id: each for each in locked.filter(turn__in=pks, **layers)}
    missing = [turn for turn in turns if turn.pk not in by_turn]
    if missing:
        Reading.objects.bulk_create(
            (Reading(turn=turn, reader=user, layer=layer) for turn in missing),
            ignore_conflicts=True,  # another window made it a moment ago
        )
        rest = locked.filter(turn__in=[turn.pk for turn in missing], **layers)
        by_turn |= {each.turn_id: each for each in rest}
    return by_turn


def _rows_of(readings: Iterable[Reading]) -> dict[int, dict[SpanRow, int]]:
    """Rows of each reading (by id), each with the id of its span."""
    rows: dict[int, dict[SpanRow, int]] = {reading.pk: {} for reading in readings}
    values = Span.objects.filter(reading__in=list(rows)).order_by("start", "end", "pk")
    for *row, pk, reading in values.values_list(*FIELDS, "pk", "reading_id"):
        rows[reading][SpanRow(*row)] = pk
    return rows


def _changed(
    reading: Reading, rows: Mapping[SpanRow, int], change: Change, recount: bool
) -> SpanEvent | None:
    """The event of a change on one reading, its reading counted up; None when nothing changes."""
    after = change(list(rows))
    wanted = set(after)
    removed = [row for row in rows if row not in wanted]
    new = [row for row in dict.fromkeys(after) if row not in rows]
    if not removed and not new:
        return None
    reading.version += 1
    if recount:
        reading.label_count = _labels(wanted)
    else:
        reading.label_count = max(0, reading.label_count + _labels(new) - _labels(removed))
    return SpanEvent(reading=reading, before=removed, after=new, version=reading.version)


def _labels(rows: Iterable[SpanRow]) -> int:
    return sum(row.status == ACCEPTED for row in rows)


def _write(
    step: Step, events: list[SpanEvent], rows: Mapping[int, Mapping[SpanRow, int]]
) -> dict[int, tuple[Reading, dict[int, SpanRow]]]:
    """Save the events of a step and the spans and readings that they tell of; turn id -> reading
    and its rows by span id, as they are now."""
    removed = [rows[event.reading_id][row] for event in events for row in event.before]
    if removed:
        Span.objects.filter(pk__in=removed).delete()
    origins = {row[4] for event in events for row in event.after if row[4] is not None}
    if origins:  # a proposal that an old step points at may be gone
        origins = set(Span.objects.filter(pk__in=origins).values_list("pk", flat=True))
    new = Span.objects.bulk_create(
        Span(
            turn_id=event.reading.turn_id,
            reading=event.reading,
            start=row[0],
            end=row[1],
            label_id=row[2],
            status=row[3],
            origin_id=row[4] if row[4] in origins else None,
        )
        for event in events
        for row in event.after
    )
    # A step over many turns leaves most of them with the same two numbers.
    alike: dict[tuple[int, int], list[int]] = {}
    for reading in (event.reading for event in events):
        alike.setdefault((reading.version, reading.label_count), []).append(reading.pk)
    for (version, labels), pks in alike.items():
        Reading.objects.filter(pk__in=pks).update(version=version, label_count=labels)
    for event in events:
        event.step = step
    SpanEvent.objects.bulk_create(events)
    deleted = set(removed)
    left: dict[int, tuple[Reading, dict[int, SpanRow]]] = {
        event.reading.turn_id: (
            event.reading,
            {pk: row for row, pk in rows[event.reading_id].items() if pk not in deleted},
        )
        for event in events
    }
    for span in new:
        left[span.turn_id][1][span.pk] = span.as_row()
    return left
