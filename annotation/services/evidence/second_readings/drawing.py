"""Turns are drawn by chance and asked of a second reader. Called by the command and the page.

They come to *Label* as readings of turns that somebody has read do anyway, sheet by sheet, and
nothing says that they were drawn: who knows that she is the test reads otherwise than the others
did. She sees no proposal, no hint of a model and none of the first reader's labels on them.
"""

import random
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.evidence.audit.sampling import STRATA, Drawn, draw
from annotation.evidence.audit.sequential import OPEN, Goal
from annotation.models import (
    AuditDraw,
    AuditTurn,
    Project,
    QueryItem,
    Span,
    User,
)
from annotation.refusals import Refused
from annotation.services.corpus.gold import ENDED
from annotation.services.evidence.second_readings.frame import Frame, check_frame, read_frame
from annotation.services.evidence.second_readings.met import Met, read_met
from annotation.services.evidence.second_readings.planning import plan_of
from annotation.services.figures import grouped
from annotation.services.labelling.apart import PIECE, ask_apart

REASON = "second"  # of a turn that came labelled and was never asked before


def draw_second_readings(
    project: Project,
    user: User | None,
    goal: Goal,
    *,
    turns: int | None = None,
    seed: str = "",
    seen: int | None = None,
) -> AuditDraw:
    """Draw turns beside those that were drawn before, and queue them for a second reader.

    turns: how many; without, as many as the test needs at the least beyond those that wait already.
    seed: the same on the same corpus draws the same turns. seen: how many turns had been drawn on
    the page from which one draws; others now, and nothing is drawn.
    Raises Refused, and nothing is written.
    """
    with transaction.atomic():
        # One draw at a time: two managers at once would both draw what the test needs.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        before = AuditDraw.objects.filter(project=project)
        drawn = sum(before.values_list("turns", flat=True))
        if seen is not None and seen != drawn:
            raise Refused(
                _("Somebody has drawn turns meanwhile; look at the figures again."),
                code="stale",
                status=409,
            )
        frame = read_frame(project)
        check_frame(project, frame)
        number = _number(turns, project, goal, frame)
        seed = seed or f"{project.pk}:{before.count()}:{REASON}"
        chosen = draw(frame.free, frame.sizes, number, random.Random(seed))
        return _save(project, user, goal, seed, frame, chosen)


def _number(turns: int | None, project: Project, goal: Goal, frame: Frame) -> int:
    """How many are drawn. Raises Refused."""
    if not frame.available:
        raise Refused(
            _("Every turn that one person alone has read is drawn already, or nobody else is left "
              "to read it."),
            code="nothing_left",
        )  # fmt: skip
    if turns is None:
        return min(frame.available, _needed(project, goal, frame))
    if not 0 < turns <= frame.available:
        raise Refused(
            ngettext(
                "%(asked)s turns were asked for; expected 1 to %(n)s, for that turn alone can be "
                "drawn.",
                "%(asked)s turns were asked for; expected 1 to %(n)s, for so many can be drawn.",
                frame.available,
            )
            % {"asked": grouped(turns), "n": grouped(frame.available)},
            code="too_many",
        )
    return turns


def _needed(project: Project, goal: Goal, frame: Frame) -> int:
    met: Met = read_met(project)
    outcome = met.judge(goal)
    if outcome.state != OPEN:
        raise Refused(
            _("The test has ended; say how many turns you want to have read all the same."),
            code="ended",
        )
    needed = int(plan_of(project, goal, frame, outcome.capital)["least"]["turns"])
    # What is read and not judged yet counts like what waits: it was drawn for this.
    waiting = met.drawn_left
    if needed <= waiting:
        raise Refused(
            ngettext(
                "%(n)s drawn turn waits for a second reader already; that is enough for now.",
                "%(n)s drawn turns wait for a second reader already; that is enough for now.",
                waiting,
            )
            % {"n": grouped(waiting)},
            code="enough",
        )
    return needed - waiting


def _save(
    project: Project,
    user: User | None,
    goal: Goal,
    seed: str,
    frame: Frame,
    chosen: Sequence[Drawn],
) -> AuditDraw:
    last = AuditTurn.objects.filter(draw__project=project).aggregate(n=Max("sheet"))["n"] or 0
    weight = {each.stratum: each.weight for each in chosen}
    row = AuditDraw.objects.create(
        project=project,
        drawn_by=user,
        recall=goal.recall,
        confidence=goal.confidence,
        seed=seed,
        turns=len(chosen),
        strata={
            name: {
                "file": frame.sizes[name],
                "items": frame.items[name],
                "drawn": sum(each.stratum == name for each in chosen),
                "weight": weight.get(name),
            }
            for name in STRATA
        },
    )
    first = _bounds([frame.readings[each.turn] for each in chosen])
    AuditTurn.objects.bulk_create(
        (
            AuditTurn(
                draw=row,
                turn_id=each.turn,
                sheet=last + 1 + each.sheet,
                stratum=each.stratum,
                weight=each.weight,
                reading_id=frame.readings[each.turn],
                first=first.get(frame.readings[each.turn], []),
                readers=frame.readers[each.turn],
            )
            for each in chosen
        ),
        batch_size=PIECE,
    )
    _ask(project, {each.turn: last + 1 + each.sheet for each in chosen})
    return row


def _bounds(readings: Sequence[int]) -> dict[int, list[list[int]]]:
    """What each reading holds: bounds of its items, in order."""
    bounds: dict[int, list[list[int]]] = {}
    for place in range(0, len(readings), PIECE):
        some = readings[place : place + PIECE]
        spans = Span.objects.filter(reading__in=some, status=Span.Status.ACCEPTED)
        for reading, start, end in spans.order_by("start", "end").values_list(
            "reading", "start", "end"
        ):
            bounds.setdefault(reading, []).append([start, end])
    return bounds


def _ask(project: Project, sheets: dict[int, int]) -> None:
    """Give each turn a seat for one more reader. Those that were never asked, for they came
    labelled, are asked in a batch apart, which no round takes along and no round waits for."""
    ended = Count("assignments", filter=Q(assignments__status__in=ENDED))
    known = set()
    for place in range(0, len(sheets), PIECE):
        some = list(sheets)[place : place + PIECE]
        items = list(QueryItem.objects.filter(turn__in=some).annotate(ended=ended))
        for item in items:
            known.add(item.turn_id)
            item.readers = max(item.readers, item.ended) + 1
            item.status = QueryItem.Status.OPEN
            item.second = sheets[item.turn_id]
        QueryItem.objects.bulk_update(items, ["readers", "status", "second"])
    hidden = QueryItem.Proposals.HIDDEN
    new = {turn: sheet for turn, sheet in sheets.items() if turn not in known}
    fields = {turn: {"proposals": hidden, "second": sheet} for turn, sheet in new.items()}
    ask_apart(project, fields, REASON)
