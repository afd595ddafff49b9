"""An annotator's steps on one turn: label, clear, accept, reject, undo, redo.

Each step is saved as it is made: applied once (`op_id`), only on the version that the person saw,
and kept as an event, so that it can be undone. Called by the labelling views and the API.
"""

import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from annotation.errors import NothingToDo, Refused, SpanRange, StaleVersion
from annotation.models import Label, Reading, Span, SpanEvent, Turn, User

Row = tuple[int, int, int, str, int | None]  # start, end, label_id, status, origin_id
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
    """Label a stretch; own spans that it overlaps give way, proposals under it are decided by it."""
    if not 0 <= start < end <= len(turn.text):
        raise SpanRange(
            _("The span %(start)s–%(end)s does not fit the turn of %(length)s characters.")
            % {"start": start, "end": end, "length": len(turn.text)}
        )
    if label.project_id != turn.dialogue.project_id:
        raise Refused(_("This label belongs to another project."), code="unknown_label")

    def change(rows: list[Row]) -> list[Row]:
        kept = [row for row in rows if row[3] == REJECTED or not _overlap(row, start, end)]
        origin = None
        for proposal in _undecided(turn, kept):
            if (proposal.start, proposal.end, proposal.label_id) == (start, end, label.pk):
                origin = proposal.pk
            elif _overlap((proposal.start, proposal.end), start, end):
                kept.append((proposal.start, proposal.end, proposal.label_id, REJECTED, proposal.pk))
        return [*kept, (start, end, label.pk, ACCEPTED, origin)]

    request = {"start": start, "end": end, "label": label.pk}
    return _step(turn, user, "label", op_id, version, request, change)


def clear_span(
    turn: Turn, user: User, *, op_id: uuid.UUID, version: int, start: int, end: int
) -> Reading:
    """Take away own labels that touch the stretch; a proposal accepted there is open again."""

    def change(rows: list[Row]) -> list[Row]:
        return [row for row in rows if row[3] == REJECTED or not _overlap(row, start, end)]

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
        return _decided(rows, proposal, accept)

    kind = "accept" if accept else "reject"
    return _step(turn, user, kind, op_id, version, {"proposal": proposal.pk}, change)


def accept_proposals(
    turn: Turn, user: User, *, op_id: uuid.UUID, version: int, above: float = 0.0
) -> Reading:
    """Accept every open proposal with at least this confidence, as one step."""

    def change(rows: list[Row]) -> list[Row]:
        for proposal in _undecided(turn, rows):
            if (proposal.confidence or 0) >= above:
                rows = _decided(rows, proposal, True)
        return rows

    return _step(turn, user, "accept_all", op_id, version, {"above": above}, change)


def undo_step(turn: Turn, user: User, *, op_id: uuid.UUID, version: int) -> Reading:
    """Take back the last step that is not taken back yet."""
    return _replay(turn, user, "undo", op_id, version)


def redo_step(turn: Turn, user: User, *, op_id: uuid.UUID, version: int) -> Reading:
    """Do again the step that was taken back last, unless something new was done since."""
    return _replay(turn, user, "redo", op_id, version)


def _replay(turn: Turn, user: User, kind: str, op_id: uuid.UUID, version: int) -> Reading:
    picked: list[SpanEvent] = []

    def change(rows: list[Row]) -> list[Row]:
        steps = SpanEvent.objects.filter(reading__turn=turn, reading__reader=user).exclude(
            kind__in=["undo", "redo"]
        )
        last = steps.filter(undone=False).last()
        if kind == "undo":
            event = last
        else:
            event = steps.filter(undone=True, pk__gt=last.pk if last else 0).first()
        if event is None:
            raise NothingToDo(_("There is nothing to undo.") if kind == "undo" else _("There is nothing to redo."))
        picked.append(event)
        gone, back = (event.after, event.before) if kind == "undo" else (event.before, event.after)
        removed = {tuple(row) for row in gone}
        alive = set(Span.objects.filter(pk__in=[r[4] for r in back if r[4]]).values_list("pk", flat=True))
        restored = [(r[0], r[1], r[2], r[3], r[4] if r[4] in alive else None) for r in back]
        return [row for row in rows if row not in removed] + restored

    with transaction.atomic():
        reading = _step(turn, user, kind, op_id, version, {}, change)
        if picked:
            SpanEvent.objects.filter(pk=picked[0].pk).update(undone=kind == "undo")
    return reading


def _step(
    turn: Turn,
    user: User,
    kind: str,
    op_id: uuid.UUID,
    version: int,
    request: dict[str, float],
    change: Callable[[list[Row]], list[Row]],
) -> Reading:
    """Apply one change to the reader's layer: once, on the version she saw, with its event."""
    reading = open_reading(turn, user)
    with transaction.atomic():
        if (done := SpanEvent.objects.filter(reading=reading, op_id=op_id).first()) is not None:
            if (done.kind, done.request) != (kind, request):
                raise Refused(_("This step's id was used for another step."), code="key_reuse")
            reading.refresh_from_db()
            return reading
        taken = Reading.objects.filter(pk=reading.pk, version=version).update(version=F("version") + 1)
        if not taken:
            raise StaleVersion(_("This turn was changed in another window; here is its latest state."))
        rows: list[Row] = list(
            Span.objects.filter(turn=turn, author=user).values_list(
                "start", "end", "label_id", "status", "origin_id"
            )
        )
        after = change(list(rows))
        gone, new = [r for r in rows if r not in after], [r for r in after if r not in rows]
        for row in gone:
            Span.objects.filter(
                turn=turn, author=user, start=row[0], end=row[1], label_id=row[2], status=row[3]
            ).delete()
        Span.objects.bulk_create(
            Span(turn=turn, author=user, start=r[0], end=r[1], label_id=r[2], status=r[3], origin_id=r[4])
            for r in new
        )
        try:
            SpanEvent.objects.create(
                reading=reading, op_id=op_id, kind=kind, request=request, before=gone, after=new,
                version=version + 1,
            )
        except IntegrityError as error:  # the same request, sent twice at the same moment
            raise StaleVersion(_("This step was sent twice at once.")) from error
    reading.refresh_from_db()
    return reading


def _decided(rows: list[Row], proposal: Span, accept: bool) -> list[Row]:
    status = ACCEPTED if accept else REJECTED
    kept = [
        row
        for row in rows
        if not accept or row[3] == REJECTED or not _overlap(row, proposal.start, proposal.end)
    ]
    return [*kept, (proposal.start, proposal.end, proposal.label_id, status, proposal.pk)]


def _undecided(turn: Turn, rows: list[Row]) -> list[Span]:
    decided = {row[4] for row in rows}
    return [s for s in Span.objects.filter(turn=turn, author=None) if s.pk not in decided]


def _overlap(row: tuple[int, ...] | Row, start: int, end: int) -> bool:
    return bool(row[0] < end and start < row[1])
