"""Label, relabel or clear every occurrence of a stretch: a plan to look at, then one step.

Called by the labelling page and the API. Labels on turns that the person has not been asked about
stay in her open reading: shown when she is asked, used for a release, not for training.
"""

import uuid
from collections.abc import Collection, Iterable
from dataclasses import asdict

from django.utils.translation import gettext as _

from annotation.errors import NothingToDo, Refused
from annotation.models import Label, Span, Step, Turn, User
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
from annotation.services.labelling.steps import ACCEPTED, Change, SpanRow, repeated_step, take_step
from learning.readings.occurrences import Matching, query_of

__all__ = ["Matching"]  # for callers that may not import the algorithms
PROPAGATE, CLEAR_EVERY = "propagate", "clear_every"  # kinds of steps


def plan_propagation(
    turn: Turn,
    user: User,
    *,
    start: int,
    end: int,
    label: Label | None,
    scope: str,
    matching: Matching,
    only: User | None = None,
) -> Plan:
    """What the label on every occurrence of [start, end) would change; without a label, what
    clearing would. Changes nothing; eight queries, whatever the size of the corpus. `only`: the
    person in whose dialogues alone it looks; None for who may read all of them.

    Raises: SpanRange, or Refused (`no_words`, `too_many`, `unknown_label`, `not_in_pool`).
    """
    check_in_pool(turn)
    check_range(turn, start, end)
    if label is not None:
        check_span(turn, start, end, label)
    query = query_of(turn.text[start:end], turn.dialogue.lang, matching)
    if query is None:
        raise Refused(_("There is no word here to look for."), code="no_words")
    found = find_in_project(turn, query, only)
    if len(found[scope]) > MOST:
        raise Refused(
            _("It stands in more than %(most)s places: choose a smaller part, or more words.")
            % {"most": MOST},
            code="too_many",
        )
    return sort_found(turn, user, found, scope, label)


def apply_propagation(
    turn: Turn,
    user: User,
    *,
    op_id: uuid.UUID,
    token: str,
    start: int,
    end: int,
    label: Label | None,
    scope: str,
    matching: Matching,
    kinds: Collection[str],
    without: Collection[str] = (),
    also: Collection[str] = (),
    only: User | None = None,
) -> Step:
    """Label (or clear) what the person saw in the plan with this token, as one step.

    `kinds`: which kinds of occurrences; `without` and `also`: single ones by id that are left out,
    or changed although their kind is not.
    Raises: StalePlan when the plan is another one by now; NothingToDo; what the plan raises.
    """
    kind = CLEAR_EVERY if label is None else PROPAGATE
    request = {
        "turn": turn.pk,
        "start": start,
        "end": end,
        "label": label and label.pk,
        "scope": scope,
        "matching": asdict(matching),
        "token": token,
        "kinds": sorted(kinds),
        "without": sorted(without),
        "also": sorted(also),
    }
    if (done := repeated_step(user, op_id, kind, request)) is not None:
        return done
    plan = plan_propagation(
        turn, user, start=start, end=end, label=label, scope=scope, matching=matching, only=only
    )
    if plan.token != token:
        raise StalePlan(_("Something has changed since you looked. This is how it is now."))
    chosen = [
        hit
        for hit in plan.hits
        if hit.kind != ALREADY and (hit.id in also or (hit.kind in kinds and hit.id not in without))
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
    return take_step(turn.dialogue, user, kind, changes, op_id=op_id, request=request, seen=seen)


def count_changed(step: Step) -> tuple[int, int]:
    """How many occurrences a step changed, and in how many turns (one query)."""
    events = list(step.events.values_list("before", "after"))
    side = 0 if step.kind == CLEAR_EVERY else 1
    rows = sum(row[3] == ACCEPTED for event in events for row in event[side])
    return rows, len(events)


def _change(hits: Iterable[Hit], label: Label | None, proposals: Iterable[Span]) -> Change:
    places = [(hit.place.start, hit.place.end) for hit in hits]

    def change(rows: list[SpanRow]) -> list[SpanRow]:
        for start, end in places:
            if label is None:
                rows = without_own(rows, start, end)
            else:
                rows = labelled(rows, start, end, label.pk, proposals)
        return rows

    return change
