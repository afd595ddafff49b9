"""What a program says of many turns at once: labels of its owner's layer, and proposals of its own.

Called by the API. All of a call goes in, or nothing. A program's proposals are the machine's, and
carry its name (`extra["program"]`): they stand in no model's place, and no model's in theirs.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from annotation.formats.findings.placing import PROGRAM
from annotation.models import Dialogue, Label, Project, Span, SpanRow, Step, Turn, User
from annotation.refusals import Refused
from annotation.services.labelling.dialogues import check_in_pool, take_turn
from annotation.services.labelling.spans import check_span, labelled, visible_proposals
from annotation.services.labelling.steps import Change, Terms, take_step
from learning.types import Bounds, overlaps

KIND = "bulk"


class Stretch(NamedTuple):
    """A stretch of a turn with a label's name."""

    start: int
    end: int
    label: str
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class TurnLabels:
    """What is to be labelled on one turn, and the version of its labels that was seen."""

    turn: Turn
    version: int
    stretches: Sequence[Stretch]


def add_spans(
    project: Project, user: User, wanted: Sequence[TurnLabels], *, op_id: uuid.UUID
) -> list[Step]:
    """Label many stretches, one step for each dialogue that can be undone there; own labels that a
    stretch overlaps give way. Raises what `take_step` raises, and Refused for a bad stretch."""
    labels = {label.name: label for label in project.labels.all()}
    dialogues: dict[int, list[TurnLabels]] = {}
    for each in wanted:
        _check(each.turn, each.stretches, labels)
        dialogues.setdefault(each.turn.dialogue_id, []).append(each)
    steps = []
    with transaction.atomic():
        for pk, some in dialogues.items():
            for each in some:
                take_turn(each.turn, user)
            steps.append(_step(user, some, labels, uuid.uuid5(op_id, str(pk))))
    return steps


def _step(
    user: User, wanted: Sequence[TurnLabels], labels: Mapping[str, Label], op_id: uuid.UUID
) -> Step:
    proposals: dict[int, list[Span]] = {}
    for span in visible_proposals([each.turn for each in wanted]):
        proposals.setdefault(span.turn_id, []).append(span)
    changes = {
        each.turn: _change(each.stretches, labels, proposals.get(each.turn.pk, []))
        for each in wanted
    }
    request = {
        "turns": [[each.turn.pk, [[s.start, s.end, s.label] for s in each.stretches]]
                  for each in wanted]
    }  # fmt: skip
    terms = Terms({each.turn.pk: each.version for each in wanted})
    dialogue: Dialogue = wanted[0].turn.dialogue
    return take_step(dialogue, user, KIND, changes, op_id=op_id, request=request, terms=terms)


def _change(
    stretches: Sequence[Stretch], labels: Mapping[str, Label], proposals: Sequence[Span]
) -> Change:
    def change(rows: list[SpanRow]) -> list[SpanRow]:
        for start, end, name, _sure in stretches:
            label = labels[name].pk
            if not any(row[:4] == (start, end, label, Span.Status.ACCEPTED) for row in rows):
                rows = labelled(rows, start, end, label, proposals)
        return rows

    return change


def _check(turn: Turn, stretches: Sequence[Stretch], labels: Mapping[str, Label]) -> None:
    check_in_pool(turn)
    for each in stretches:
        if each.label not in labels:
            raise Refused(_("This project has no label of that name."), code="unknown_label")
        check_span(turn, each.start, each.end, labels[each.label])
    ordered = sorted((each.start, each.end) for each in stretches)
    if any(overlaps(Bounds(*a), Bounds(*b)) for a, b in pairwise(ordered)):
        raise Refused(_("Two labels of one turn overlap."), code="overlap")


def put_proposals(
    project: Project, program: str, wanted: Mapping[Turn, Sequence[Stretch]]
) -> tuple[int, int]:
    """Put what a program proposes in place of what it proposed on these turns before; what somebody
    has decided on stays. How many were put, and how many gave way. Raises Refused."""
    labels = {label.name: label for label in project.labels.all()}
    for turn, stretches in wanted.items():
        _check(turn, stretches, labels)
    with transaction.atomic():
        pks = [turn.pk for turn in wanted]
        earlier = Span.objects.filter(turn__in=pks, reading=None, run=None)
        earlier = earlier.filter(**{f"extra__{PROGRAM}": program})
        stay = list(earlier.filter(decisions__isnull=False).distinct())
        gone, _each = earlier.exclude(pk__in=[span.pk for span in stay]).delete()
        kept = {(span.turn_id, span.start, span.end, span.label_id) for span in stay}
        rows = [
            Span(
                turn=turn,
                start=each.start,
                end=each.end,
                label=labels[each.label],
                status=Span.Status.PROPOSED,
                confidence=each.confidence,
                extra={PROGRAM: program},
            )
            for turn, stretches in wanted.items()
            for each in stretches
            if (turn.pk, each.start, each.end, labels[each.label].pk) not in kept
        ]
        Span.objects.bulk_create(rows)
    return len(rows), gone


def list_proposals(project: Project, *, size: int, after: int = 0, source: str = "") -> list[Span]:
    """What models and programs propose, by id; `source`: "model", "program" or both."""
    spans: QuerySet[Span] = Span.objects.filter(
        turn__dialogue__project=project, reading=None, pk__gt=after
    )
    if source == "model":
        spans = spans.filter(run__isnull=False)
    elif source == "program":
        spans = spans.filter(run=None)
    # Of a turn that is read a second time nobody is told what was proposed.
    blind = Q(turn__query_item__second__isnull=False, turn__query_item__status="open")
    rows = spans.exclude(blind).select_related("label", "run", "turn")
    return list(rows.defer("turn__text", "turn__extra").order_by("pk")[:size])
