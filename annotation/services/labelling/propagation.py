"""Label, relabel or clear every occurrence of a stretch: a plan to look at, then one step.

Called by the labelling page and the API. Labels on turns that the person has not been asked about
stay in her open reading: shown when she is asked, used for a release, not for training.
"""

import uuid
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from annotation.models import Label, Span, SpanRow, Step, Turn, User
from annotation.refusals import NothingToDo, Refused
from annotation.services.labelling.dialogues import check_in_pool
from annotation.services.labelling.occurrences import (
    ALREADY,
    MOST,
    Hit,
    Plan,
    StalePlan,
    find_in_project,
    sort_found,
)
from annotation.services.labelling.spans import check_range, check_span, labelled, without_own
from annotation.services.labelling.steps import (
    ACCEPTED,
    Change,
    Terms,
    repeated_step,
    take_step,
)
from learning.readings.occurrences import Matching, query_of

__all__ = ["Matching"]  # for callers that may not import the algorithms
PROPAGATE, CLEAR_EVERY = "propagate", "clear_every"  # kinds of steps


@dataclass(frozen=True, slots=True)
class Question:
    """The words [start, end), what they get, and where to look for them."""

    start: int
    end: int
    label: Label | None  # None clears
    scope: str
    matching: Matching
    only: User | None = None  # in whose dialogues alone; None for who may read all of them


@dataclass(frozen=True, slots=True)
class Choice:
    op_id: uuid.UUID
    token: str  # of the plan that the person saw
    kinds: Collection[str]
    without: Collection[str] = ()  # single ones by id, left out of their kind
    also: Collection[str] = ()  # single ones by id, changed although their kind is not


def plan_propagation(turn: Turn, user: User, question: Question) -> Plan:
    """What the label on every occurrence of the words would change; without a label, what clearing
    would. Changes nothing; eight queries, whatever the size of the corpus.

    Raises: SpanRange, or Refused (`no_words`, `too_many`, `unknown_label`, `not_in_pool`).
    """
    start, end, label, scope = question.start, question.end, question.label, question.scope
    check_in_pool(turn)
    check_range(turn, start, end)
    if label is not None:
        check_span(turn, start, end, label)
    query = query_of(turn.text[start:end], turn.dialogue.lang, question.matching)
    if query is None:
        raise Refused(_("There is no word here to look for."), code="no_words")
    occurrences = find_in_project(turn, query, question.only)
    if len(occurrences[scope]) > MOST:
        raise Refused(
            _("It stands in more than %(most)s places: choose a smaller part, or more words.")
            % {"most": MOST},
            code="too_many",
        )
    return sort_found(turn, user, occurrences, scope, label)


def apply_propagation(turn: Turn, user: User, question: Question, choice: Choice) -> Step:
    """Label (or clear) what the person saw in the plan with this token, as one step.

    Raises: StalePlan when the plan is another one by now; NothingToDo; what the plan raises.
    """
    label, op_id, also = question.label, choice.op_id, choice.also
    kind = CLEAR_EVERY if label is None else PROPAGATE
    request = {
        "turn": turn.pk,
        "start": question.start,
        "end": question.end,
        "label": label and label.pk,
        "scope": question.scope,
        "matching": asdict(question.matching),
        "token": choice.token,
        "kinds": sorted(choice.kinds),
        "without": sorted(choice.without),
        "also": sorted(also),
    }
    if (done := repeated_step(user, op_id, kind, request)) is not None:
        return done
    plan = plan_propagation(turn, user, question)
    if plan.token != choice.token:
        raise StalePlan(_("Something has changed since you looked. This is how it is now."))
    chosen = [
        hit
        for hit in plan.hits
        if hit.kind != ALREADY
        and (hit.id in also or (hit.kind in choice.kinds and hit.id not in choice.without))
    ]
    if not chosen:
        raise NothingToDo(_("Nothing is chosen."))
    stretches: dict[int, list[Hit]] = {}
    for hit in chosen:
        stretches.setdefault(hit.place.turn.pk, []).append(hit)
    changes = {
        # Only its id is needed; a long text for each turn is not.
        Turn(pk=pk): _change(hits, label, plan.proposals.get(pk, ()))
        for pk, hits in stretches.items()
    }
    seen = {pk: plan.versions[pk] for pk in stretches}
    return take_step(
        turn.dialogue, user, kind, changes, op_id=op_id, request=request, terms=Terms(seen)
    )


def count_changed(step: Step) -> tuple[int, int]:
    """How many occurrences a step changed, and in how many turns (one query)."""
    events = list(step.events.values_list("before", "after"))
    side = 0 if step.kind == CLEAR_EVERY else 1
    rows = sum(row[3] == ACCEPTED for event in events for row in event[side])
    return rows, len(events)


def _change(hits: Iterable[Hit], label: Label | None, proposals: Iterable[Span]) -> Change:
    places = [hit.place for hit in hits]

    def change(rows: list[SpanRow]) -> list[SpanRow]:
        for place in places:
            if label is None:
                rows = without_own(rows, place)
            else:
                rows = labelled(rows, place.start, place.end, label.pk, proposals)
        return rows

    return change
