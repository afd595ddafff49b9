"""An annotator's steps on one turn: label, clear, accept, reject, undo, redo.

Each step is saved as it is made: applied once (`op_id`), only on the version that the person saw,
and kept as an event, so that it can be undone. Called by the labelling views and the API.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.errors import NothingToDo, Refused, SpanRange, StaleVersion
from annotation.models import Label, Reading, Span, SpanEvent, Turn, User

Row = tuple[int, int, int, str, int | None]  # start, end, label_id, status, origin_id
Change = Callable[[list[Row]], list[Row]]
ACCEPTED, REJECTED = Span.Status.ACCEPTED.value, Span.Status.REJECTED.value


@dataclass(frozen=True, slots=True)
class Layer:
    """What a reader sees on a turn: her own spans and the proposals that she has not decided."""

    reading: Reading | None
    spans: list[Span]
    proposals: list[Span]

    @property
    def version(self) -> int:
        return self.reading.version if self.reading else 0


def layer_of(turn: Turn, user: User) -> Layer:
    """The reader's layer on one turn (two queries)."""
    return layers_of([turn], user)[turn.pk]


def layers_of(turns: Iterable[Turn], user: User) -> dict[int, Layer]:
    """The reader's layers by turn id; two queries whatever the number of turns."""
    pks = [turn.pk for turn in turns]
    readings = {r.turn_id: r for r in Reading.objects.filter(turn__in=pks, reader=user)}
    own: dict[int, list[Span]] = {pk: [] for pk in pks}
    machine: dict[int, list[Span]] = {pk: [] for pk in pks}
    decided: set[int] = set()
    rows = Span.objects.filter(turn__in=pks).select_related("label")
    for span in rows.filter(author=user) | rows.filter(author=None):
        if span.author_id is None:
            machine[span.turn_id].append(span)
            continue
        if span.origin_id:
            decided.add(span.origin_id)
        if span.status == ACCEPTED:
            own[span.turn_id].append(span)
    return {
        pk: Layer(readings.get(pk), own[pk], [s for s in machine[pk] if s.pk not in decided])
        for pk in pks
    }


def open_reading(turn: Turn, user: User) -> Reading:
    """The person's reading of the turn, made at the first step."""
    reading, _created = Reading.objects.get_or_create(turn=turn, reader=user)
    return reading


def add_span(
    turn: Turn, user: User, *, op_id: uuid.UUID, version: int, start: int, end: int, label: Label
) -> Reading:
    """Label a stretch; own spans that it overlaps give way, proposals under it are decided."""
    if not 0 <= start < end <= len(turn.text):
        raise SpanRange(
            _("The span %(start)s–%(end)s does not fit the turn of %(length)s characters.")
            % {"start": start, "end": end, "length": len(turn.text)}
        )
    if label.project_id != turn.dialogue.project_id:
        raise Refused(_("This label belongs to another project."), code="unknown_label")

    def change(rows: list[Row]) -> list[Row]:
        if any(row[:4] == (start, end, label.pk, ACCEPTED) for row in rows):
            raise NothingToDo(_("It has this label already."))
        kept = _without_own(rows, start, end)
        same: int | None = None
        for proposal in _undecided(turn, kept):
            if (proposal.start, proposal.end, proposal.label_id) == (start, end, label.pk):
                same = same or proposal.pk
            elif _overlap((proposal.start, proposal.end), start, end):
                kept.append(_row(proposal, REJECTED))
        return [*kept, (start, end, label.pk, ACCEPTED, same)]

    request = {"start": start, "end": end, "label": label.pk}
    return _step(turn, user, "label", op_id, version, request, change)


def clear_span(
    turn: Turn, user: User, *, op_id: uuid.UUID, version: int, start: int, end: int
) -> Reading:
    """Take away own labels that touch the stretch; a proposal accepted there is open again."""

    def change(rows: list[Row]) -> list[Row]:
        kept = _without_own(rows, start, end)
        if kept == rows:
            raise NothingToDo(_("There is no label here to clear."))
        return kept

    return _step(turn, user, "clear", op_id, version, {"start": start, "end": end}, change)


def decide_proposal(
    turn: Turn, user: User, *, op_id: uuid.UUID, version: int, proposal: Span, accept: bool
) -> Reading:
    """Accept or reject one proposal of the model."""
    if proposal.turn_id != turn.pk or proposal.author_id is not None:
        raise Refused(_("This proposal belongs to another turn."), code="unknown_proposal")

    def change(rows: list[Row]) -> list[Row]:
        if any(row[4] == proposal.pk for row in rows):
            raise NothingToDo(_("This proposal is decided already."))
        return _accepted(turn, rows, proposal) if accept else [*rows, _row(proposal, REJECTED)]

    kind = "accept" if accept else "reject"
    return _step(turn, user, kind, op_id, version, {"proposal": proposal.pk}, change)


def accept_proposals(
    turn: Turn, user: User, *, op_id: uuid.UUID, version: int, above: float = 0.0
) -> Reading:
    """Accept every open proposal with at least this confidence, the surest first, as one step."""

    def change(rows: list[Row]) -> list[Row]:
        before = rows
        while sure := [s for s in _undecided(turn, rows) if (s.confidence or 0) >= above]:
            rows = _accepted(turn, rows, max(sure, key=lambda s: s.confidence or 0))
        if rows is before:
            raise NothingToDo(_("There is no proposal to accept."))
        return rows

    return _step(turn, user, "accept_all", op_id, version, {"above": above}, change)


def undo_step(turn: Turn, user: User, *, op_id: uuid.UUID, version: int) -> Reading:
    """Take back the last step that is not taken back yet."""
    return _replay(turn, user, "undo", op_id, version)


def redo_step(turn: Turn, user: User, *, op_id: uuid.UUID, version: int) -> Reading:
    """Do again the step that was taken back last, unless something new was done since."""
    return _replay(turn, user, "redo", op_id, version)


def steps_left(reading: Reading | None) -> tuple[int, int]:
    """How many steps can be undone and redone (one query)."""
    undo, redo = _stacks(reading)
    return len(undo), len(redo)


def _stacks(reading: Reading | None) -> tuple[list[int], list[int]]:
    """Ids of the events to undo and to redo, the next one last: the log played through."""
    undo: list[int] = []
    redo: list[int] = []
    if reading is None:
        return undo, redo
    for pk, kind in reading.events.order_by("pk").values_list("pk", "kind"):
        if kind == "undo":
            redo.append(undo.pop())
        elif kind == "redo":
            undo.append(redo.pop())
        else:
            undo.append(pk)
            redo.clear()
    return undo, redo


def _replay(turn: Turn, user: User, kind: str, op_id: uuid.UUID, version: int) -> Reading:
    def change(rows: list[Row]) -> list[Row]:
        undo, redo = _stacks(Reading.objects.filter(turn=turn, reader=user).first())
        stack = undo if kind == "undo" else redo
        if not stack:
            nothing = (
                _("There is nothing to undo.") if kind == "undo" else _("There is nothing to redo.")
            )
            raise NothingToDo(nothing)
        event = SpanEvent.objects.get(pk=stack[-1])
        event.undone = kind == "undo"
        event.save(update_fields=["undone"])
        gone, back = (event.after, event.before) if event.undone else (event.before, event.after)
        removed = {tuple(row) for row in gone}
        return [row for row in rows if row not in removed] + _alive(turn, back)

    return _step(turn, user, kind, op_id, version, {}, change)


def _alive(turn: Turn, rows: list[list[int | str | None]]) -> list[Row]:
    """Rows of an event as they can stand today: a label or proposal may be gone since."""
    labels = set(
        Label.objects.filter(project=turn.dialogue.project_id).values_list("pk", flat=True)
    )
    machine = set(Span.objects.filter(turn=turn, author=None).values_list("pk", flat=True))
    if any(row[2] not in labels for row in rows):
        raise NothingToDo(_("The label of that step does not exist any more."))
    return [(r[0], r[1], r[2], r[3], r[4] if r[4] in machine else None) for r in rows]  # type: ignore[misc]


def _step(
    turn: Turn,
    user: User,
    kind: str,
    op_id: uuid.UUID,
    version: int,
    request: Mapping[str, float],
    change: Change,
) -> Reading:
    """Apply one change to the reader's layer: once, on the version she saw, with its event."""
    with transaction.atomic():
        # The lock makes a request that is sent twice at once wait, and then find its event.
        readings = Reading.objects.select_for_update()
        reading, _created = readings.get_or_create(turn=turn, reader=user)
        if (done := SpanEvent.objects.filter(reading=reading, op_id=op_id).first()) is not None:
            if (done.kind, done.request) != (kind, request):
                raise Refused(_("This step's id was used for another step."), code="key_reuse")
            return reading
        if reading.version != version:
            raise StaleVersion(
                _("This turn was changed in another window; here is its latest state.")
            )
        rows = _rows(turn, user)
        before = list(rows)
        after = change(list(before))
        gone, new = [r for r in before if r not in after], [r for r in after if r not in rows]
        if gone:
            Span.objects.filter(pk__in=[rows[row] for row in gone]).delete()
        Span.objects.bulk_create(
            Span(
                turn=turn,
                author=user,
                start=r[0],
                end=r[1],
                label_id=r[2],
                status=r[3],
                origin_id=r[4],
            )
            for r in new
        )
        reading.version += 1
        reading.save(update_fields=["version"])
        SpanEvent.objects.create(
            reading=reading,
            op_id=op_id,
            kind=kind,
            request=request,
            before=gone,
            after=new,
            version=reading.version,
        )
    return reading


def _rows(turn: Turn, user: User) -> dict[Row, int]:
    """The reader's spans on the turn as rows, each with its id."""
    values = Span.objects.filter(turn=turn, author=user).values_list(
        "start", "end", "label_id", "status", "origin_id", "pk"
    )
    return {
        (start, end, label, status, origin): pk for start, end, label, status, origin, pk in values
    }


def _accepted(turn: Turn, rows: list[Row], proposal: Span) -> list[Row]:
    """Accepting takes the place of own spans there and decides against proposals that overlap."""
    kept = [*_without_own(rows, proposal.start, proposal.end), _row(proposal, ACCEPTED)]
    against = [
        _row(other, REJECTED)
        for other in _undecided(turn, kept)
        if _overlap((other.start, other.end), proposal.start, proposal.end)
    ]
    return kept + against


def _without_own(rows: list[Row], start: int, end: int) -> list[Row]:
    return [row for row in rows if row[3] == REJECTED or not _overlap(row, start, end)]


def _row(proposal: Span, status: str) -> Row:
    return (proposal.start, proposal.end, proposal.label_id, status, proposal.pk)


def _undecided(turn: Turn, rows: list[Row]) -> list[Span]:
    decided = {row[4] for row in rows}
    return [s for s in Span.objects.filter(turn=turn, author=None) if s.pk not in decided]


def _overlap(row: tuple[int, int] | Row, start: int, end: int) -> bool:
    return bool(row[0] < end and start < row[1])
