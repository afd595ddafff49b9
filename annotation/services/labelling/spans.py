"""An annotator's steps on one turn: label, move, clear, accept, reject; and what she sees of it.

Each step is saved as it is made by `steps.take_step`. Called by the labelling views and the API.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Unpack

from django.db.models import Q
from django.utils.translation import gettext as _

from annotation.models import Label, QueryItem, Reading, Span, SpanRow, Step, Turn, User
from annotation.refusals import NothingToDo, Refused, SpanRange
from annotation.services.labelling.steps import (
    ACCEPTED,
    READER,
    REJECTED,
    Call,
    change_turn,
    whose,
)
from learning.types import Bounds, Interval, overlaps

SHOWN = QueryItem.Proposals.SHOWN


@dataclass(frozen=True, slots=True)
class Layer:
    """What a reader sees on a turn: her own spans and the proposals that she has not decided.

    What overlaps a label of hers is not proposed to her: she has said what stands there, perhaps
    before a model read the turn. It waits below; `hits` counts it when she has finished.
    """

    reading: Reading | None
    spans: list[Span]
    proposals: list[Span]

    @property
    def version(self) -> int:
        return self.reading.version if self.reading else 0


def layer_of(turn: Turn, user: User, layer: str = READER) -> Layer:
    """One layer of a turn (two queries; one more where something is proposed)."""
    return layers_of([turn], user, layer)[turn.pk]


def layers_of(turns: Iterable[Turn], user: User, layer: str = READER) -> dict[int, Layer]:
    """The layers by turn id; as many queries as one layer takes, whatever the number of turns.

    An adjudicated layer has no proposals.
    """
    by_id = {turn.pk: turn for turn in turns}
    readings = {r.turn_id: r for r in Reading.objects.filter(turn__in=by_id, **whose(user, layer))}
    theirs = Q(reading__in=readings.values())
    if layer == READER:
        theirs |= Q(reading=None)
    spans_by_reading: dict[int, list[Span]] = {pk: [] for pk in by_id}
    machine: list[Span] = []
    for span in Span.objects.filter(theirs, turn__in=by_id).select_related("label"):
        (spans_by_reading[span.turn_id] if span.reading_id else machine).append(span)
    proposals: dict[int, list[Span]] = {}
    for span in _visible(machine, by_id.values()):
        proposals.setdefault(span.turn_id, []).append(span)
    return {
        pk: _layer(readings.get(pk), spans_by_reading[pk], proposals.get(pk, ())) for pk in by_id
    }


def layer_after(step: Step, turn: Turn) -> Layer | None:
    """What the step's author sees on the turn that she has just changed (two queries); None where
    the step was taken earlier, or on other turns."""
    if step.left is None or turn.pk not in step.left:
        return None
    reading, rows = step.left[turn.pk]
    labels = {label.pk: label for label in turn.dialogue.project.labels.all()}
    accepted = [
        Span(
            pk=pk,
            turn=turn,
            reading=reading,
            start=row.start,
            end=row.end,
            label=labels[row.label_id],
            status=row.status,
            origin_id=row.origin_id,
        )
        for pk, row in rows.items()
    ]
    accepted.sort(key=lambda span: (span.start, span.end))
    return _layer(reading, accepted, visible_proposals([turn]))


def _layer(reading: Reading | None, own: Sequence[Span], proposals: Iterable[Span]) -> Layer:
    """The layer of a reading's spans, decisions among them, and of the turn's proposals."""
    rows = [span.as_row() for span in own]
    return Layer(reading, [span for span in own if span.status == ACCEPTED], _open(proposals, rows))


def visible_proposals(turns: Iterable[Turn]) -> list[Span]:
    """The machine's spans on these turns that readers may see, labels loaded; one query, and one
    where the turns came without their items.

    A model's proposals are there only where they may be seen (`QueryItem.proposals`), those of
    another tool always, but for a second reading: neither.
    """
    turns = list(turns)
    machine = Span.objects.filter(turn__in=[turn.pk for turn in turns], reading=None)
    return _visible(list(machine.select_related("label")), turns)


def _visible(machine: Sequence[Span], turns: Iterable[Turn]) -> list[Span]:
    proposed = {span.turn_id for span in machine}
    if not proposed:
        return []
    shown, blind, unknown = set[int](), set[int](), set[int]()
    for turn in turns:
        if turn.pk not in proposed:
            continue
        if not Turn.query_item.is_cached(turn):
            unknown.add(turn.pk)
        elif item := getattr(turn, "query_item", None):
            (blind if item.second else shown if item.proposals == SHOWN else set()).add(turn.pk)
    if unknown:
        asked = Q(second__isnull=False) | Q(proposals=SHOWN)
        items = QueryItem.objects.filter(asked, turn__in=unknown)
        for pk, second in items.values_list("turn_id", "second"):
            (blind if second else shown).add(pk)
    return [
        span
        for span in machine
        if span.turn_id not in blind and (span.run_id is None or span.turn_id in shown)
    ]


def open_reading(turn: Turn, user: User) -> Reading:
    """The person's reading of the turn, made at the first step."""
    reading, _created = Reading.objects.get_or_create(turn=turn, reader=user, layer=READER)
    return reading


def add_span(
    turn: Turn,
    user: User,
    *,
    start: int,
    end: int,
    label: Label,
    words: Sequence[tuple[int, int]] = (),
    **call: Unpack[Call],
) -> Step:
    """Label a stretch; own spans that it overlaps give way, proposals under it are decided.

    words: stretches inside it, each of which gets the label on its own instead.
    """
    check_span(turn, start, end, label)
    check_words(words, start, end)
    proposals = visible_proposals([turn])

    def change(rows: list[SpanRow]) -> list[SpanRow]:
        before = rows
        for low, high in words or [(start, end)]:
            if not any(row[:4] == (low, high, label.pk, ACCEPTED) for row in rows):
                rows = labelled(rows, low, high, label.pk, proposals)
        if rows is before:
            raise NothingToDo(_("It has this label already."))
        return rows

    request = {"turn": turn.pk, "start": start, "end": end, "label": label.pk, **listed(words)}
    return change_turn(turn, user, "label", change, request, **call)


def listed(words: Sequence[tuple[int, int]]) -> dict[str, object]:
    """The words as a step's request keeps them; nothing without words."""
    return {"words": [list(pair) for pair in words]} if words else {}


def move_span(
    turn: Turn, user: User, *, start: int, end: int, to: tuple[int, int], **call: Unpack[Call]
) -> Step:
    """Give an own span new bounds; it keeps its label, and others that it comes to overlap go."""
    new_start, new_end = to
    check_range(turn, new_start, new_end)
    proposals = visible_proposals([turn])

    def change(rows: list[SpanRow]) -> list[SpanRow]:
        old = next((r for r in rows if r[:2] == (start, end) and r.status == ACCEPTED), None)
        if old is None:
            raise NothingToDo(_("There is no label of yours with these bounds."))
        if (start, end) == (new_start, new_end):
            raise NothingToDo(_("It has these bounds already."))
        kept = [row for row in rows if row != old]
        return labelled(kept, new_start, new_end, old.label_id, proposals, corrected=old.origin_id)

    request = {"turn": turn.pk, "start": start, "end": end, "to": [new_start, new_end]}
    return change_turn(turn, user, "move", change, request, **call)


def clear_span(turn: Turn, user: User, *, start: int, end: int, **call: Unpack[Call]) -> Step:
    """Take away own labels that touch the stretch; a proposal accepted there is open again."""

    def change(rows: list[SpanRow]) -> list[SpanRow]:
        kept = without_own(rows, Bounds(start, end))
        if kept == rows:
            raise NothingToDo(_("There is no label here to clear."))
        return kept

    request = {"turn": turn.pk, "start": start, "end": end}
    return change_turn(turn, user, "clear", change, request, **call)


def decide_proposal(
    turn: Turn, user: User, *, proposal: Span, accept: bool, **call: Unpack[Call]
) -> Step:
    if proposal.turn_id != turn.pk or proposal.reading_id is not None:
        raise Refused(_("This proposal belongs to another turn."), code="unknown_proposal")
    proposals = visible_proposals([turn])

    def change(rows: list[SpanRow]) -> list[SpanRow]:
        if any(row.origin_id == proposal.pk for row in rows):
            raise NothingToDo(_("This proposal is decided already."))
        if accept:
            return _accepted(rows, proposal, proposals)
        return [*rows, _row(proposal, REJECTED)]

    kind = "accept" if accept else "reject"
    return change_turn(turn, user, kind, change, {"proposal": proposal.pk}, **call)


def accept_proposals(
    turn: Turn, user: User, *, above: float | None = None, **call: Unpack[Call]
) -> Step:
    """Accept every open proposal with at least this confidence, the surest first, as one step.

    above: the project's own threshold by default; 0 only where somebody asks for it. Own
    labels stay: what they overlap is not open.
    """
    proposals = visible_proposals([turn])
    above = turn.dialogue.project.accept_from if above is None else above

    def change(rows: list[SpanRow]) -> list[SpanRow]:
        before = rows
        while sure := [s for s in _open(proposals, rows) if (s.confidence or 0) >= above]:
            rows = _accepted(rows, max(sure, key=lambda s: s.confidence or 0), proposals)
        if rows is before:
            raise NothingToDo(_("There is no proposal to accept."))
        return rows

    request = {"turn": turn.pk, "above": above}
    return change_turn(turn, user, "accept_all", change, request, **call)


def check_range(turn: Turn, start: int, end: int) -> None:
    """Raises SpanRange when [start, end) is no stretch of the turn."""
    if not 0 <= start < end <= len(turn.text):
        raise SpanRange(
            _("The span %(start)s–%(end)s does not fit the turn of %(length)s characters.")
            % {"start": start, "end": end, "length": len(turn.text)}
        )


def check_span(turn: Turn, start: int, end: int, label: Label) -> None:
    """Raises SpanRange, or Refused for a label of another project or one that is a group."""
    check_range(turn, start, end)
    if label.project_id != turn.dialogue.project_id:
        raise Refused(_("This label belongs to another project."), code="unknown_label")
    if not label.key:
        raise Refused(
            _("This is a group of labels: choose one of the labels in it."), code="group_label"
        )


def check_words(words: Iterable[tuple[int, int]], start: int, end: int) -> None:
    """Raises SpanRange when words that are to be labelled on their own lie elsewhere."""
    if not all(start <= low < high <= end for low, high in words):
        raise SpanRange(_("The words do not lie inside the stretch."))


def labelled(
    rows: list[SpanRow],
    start: int,
    end: int,
    label: int,
    proposals: Iterable[Span],
    corrected: int | None = None,
) -> list[SpanRow]:
    """The rows with a new label on [start, end): own ones there give way, proposals that overlap it
    are decided. `corrected`: the proposal (id) whose bounds were wrong."""
    bounds = Bounds(start, end)
    kept = without_own(rows, bounds)
    same: int | None = None
    for proposal in _undecided(proposals, kept):
        if (proposal.start, proposal.end, proposal.label_id) == (start, end, label):
            same = same or proposal.pk
        elif proposal.pk == corrected or overlaps(proposal, bounds):
            kept.append(_row(proposal, REJECTED))
    return [*kept, SpanRow(start, end, label, ACCEPTED, same)]


def without_own(rows: list[SpanRow], stretch: Interval) -> list[SpanRow]:
    return [row for row in rows if row.status == REJECTED or not overlaps(row, stretch)]


def _accepted(rows: list[SpanRow], proposal: Span, proposals: Iterable[Span]) -> list[SpanRow]:
    """Accepting takes the place of own spans there and decides against proposals that overlap."""
    kept = [*without_own(rows, proposal), _row(proposal, ACCEPTED)]
    against = [
        _row(other, REJECTED) for other in _undecided(proposals, kept) if overlaps(other, proposal)
    ]
    return kept + against


def _row(proposal: Span, status: str) -> SpanRow:
    return SpanRow(proposal.start, proposal.end, proposal.label_id, status, proposal.pk)


def _undecided(proposals: Iterable[Span], rows: list[SpanRow]) -> list[Span]:
    decided = {row.origin_id for row in rows}
    return [span for span in proposals if span.pk not in decided]


def _open(proposals: Iterable[Span], rows: list[SpanRow]) -> list[Span]:
    """Undecided proposals where the reader has no label of her own."""
    accepted = [row for row in rows if row.status == ACCEPTED]
    return [
        span
        for span in _undecided(proposals, rows)
        if not any(overlaps(row, span) for row in accepted)
    ]
