"""Whether the labels that were saved are still there: what each reading counted against its spans,
and what each step changed against the events that tell of it.

Called by the worker's sweep, by `check_labels` and by the pages that show and close alarms. Nothing
here holds or logs a text.
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotation.models import Alarm, LayerKind, Project, Reading, Span, SpanEvent, Step, Turn, User

log = logging.getLogger("antifaz.integrity")
EVERY = timedelta(minutes=10)  # at most so often does a worker look
MOST_NAMED = 50  # readings that an alarm names; it counts them all
NAMED = ("dialogue", "turn", "number", "reading", "saved", "found")


@dataclass(frozen=True, slots=True)
class Lack:
    """A reading that has fewer labels than were saved; without an id, it is gone itself."""

    project: int
    dialogue: int
    turn: int
    number: int  # of the turn in its dialogue, 1 = first
    reading: int | None
    saved: int
    found: int

    @property
    def missing(self) -> int:
        return self.saved - self.found


def find_lacks(project: Project | None = None) -> list[Lack]:
    """Every reading with fewer labels than it counted, and every one that is gone with labels, of
    one project or of all; two queries where nothing is missing."""
    readings = short_readings().order_by("turn_id")
    if project is not None:
        readings = readings.filter(turn__dialogue__project=project)
    rows = readings.values_list(
        "turn__dialogue__project",
        "turn__dialogue",
        "turn",
        "turn__position",
        "pk",
        "label_count",
        "there",
    )
    lacks = [
        Lack(project_, dialogue, turn, position + 1, reading, saved, found)
        for project_, dialogue, turn, position, reading, saved, found in rows
    ]
    return [*lacks, *_gone(project)]


class _Length(Func):
    """How many elements a JSON array has."""

    function = "json_array_length"
    output_field = IntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function="jsonb_array_length", **extra)


def _gone(project: Project | None) -> list[Lack]:
    """Readings that were deleted, or deleted and begun anew with fewer labels: steps changed them,
    and the events are gone with them. Four queries for each 500 turns that lack something."""
    there = SpanEvent.objects.filter(step=OuterRef("pk")).order_by().values("step")
    steps = Step.objects.annotate(
        there=Coalesce(Subquery(there.annotate(n=Count("pk")).values("n")), 0)
    )
    steps = steps.filter(there__lt=_Length("touched")).order_by("pk")
    if project is not None:
        steps = steps.filter(dialogue__project=project)
    rows = list(steps.values_list("pk", "layer", "author", "touched"))
    if not rows:
        return []
    events = SpanEvent.objects.filter(step__in=steps.order_by().values("pk"))
    known = set(events.values_list("step", "reading__turn"))
    saved: dict[tuple[int, int], int] = {}  # (turn, whose) -> labels after the last lost event
    for step, layer, author, touched in rows:
        for turn, labels in touched:
            if (step, turn) not in known:
                saved[turn, _owner(layer, author)] = labels
    return list(_lacks_of(saved))


def _lacks_of(saved: dict[tuple[int, int], int]) -> Iterator[Lack]:
    turns = sorted({turn for turn, _whose in saved})
    for first in range(0, len(turns), 500):
        chunk = turns[first : first + 500]
        counts = {
            (turn, _owner(layer, reader)): labels
            for turn, layer, reader, labels in Reading.objects.filter(turn__in=chunk).values_list(
                "turn", "layer", "reader", "label_count"
            )
        }
        places = Turn.objects.filter(pk__in=chunk).values_list(
            "pk", "position", "dialogue", "dialogue__project"
        )
        where = {pk: place for pk, *place in places}  # a turn that was deleted lacks nothing
        for (turn, whose), labels in saved.items():
            left = counts.get((turn, whose), 0)
            if turn in where and labels > left:
                position, dialogue, project = where[turn]
                yield Lack(project, dialogue, turn, position + 1, None, labels, left)


def _owner(layer: str, person: int) -> int:
    """Whose layer it is; 0 for the adjudicated one."""
    return person if layer == LayerKind.READER else 0


def short_readings() -> QuerySet[Any]:
    """Readings with fewer labels (`there`) than they counted as they were saved."""
    there = Count("spans", filter=Q(spans__status=Span.Status.ACCEPTED))
    # What an import has not made visible yet is still being written.
    seen = Reading.objects.filter(turn__dialogue__project__staged_at=None)
    readings = seen.filter(label_count__gt=0).annotate(there=there)
    return readings.filter(there__lt=F("label_count"))


def raise_alarms(lacks: Iterable[Lack]) -> list[Alarm]:
    """One open alarm for each project that lacks labels."""
    by_project: dict[int, list[Lack]] = {}
    for lack in lacks:
        by_project.setdefault(lack.project, []).append(lack)
    alarms = []
    for pk, of_project in by_project.items():
        detail = _detail(of_project)
        with transaction.atomic():
            Project.objects.select_for_update(no_key=True).values_list("pk").get(pk=pk)
            last = Alarm.objects.filter(project=pk).first()
            if last is not None and last.detail == detail:  # closed or not: nothing more is missing
                continue
            if last is not None and last.closed_at is None:
                Alarm.objects.filter(pk=last.pk).update(detail=detail)
                alarm = last
            else:
                alarm = Alarm.objects.create(project_id=pk, detail=detail)
            alarms.append(alarm)
        log.error(
            "labels are missing: project %s, %s readings, %s labels",
            pk,
            detail["readings"],
            detail["missing"],
        )
    return alarms


def check_project(project: Project | None = None) -> list[Lack]:
    """Look for lacks and raise the alarms that they deserve."""
    lacks = find_lacks(project)
    raise_alarms(lacks)
    return lacks


class Watch:
    """Looks at all projects now and then; a worker's sweep calls `look` every few seconds."""

    def __init__(self) -> None:
        self._last: datetime | None = None

    def look(self) -> bool:
        """Whether it was time to look."""
        now = timezone.now()
        if self._last is not None and now - self._last < EVERY:
            return False
        self._last = now
        check_project()
        return True


def open_alarms(project: Project) -> QuerySet[Alarm]:
    return project.alarms.filter(closed_at=None)


def close_alarm(alarm: Alarm, user: User) -> None:
    """A person has seen to it; closing twice keeps who was first."""
    Alarm.objects.filter(pk=alarm.pk, closed_at=None).update(
        closed_at=timezone.now(), closed_by=user
    )


def _detail(lacks: list[Lack]) -> dict[str, object]:
    return {
        "missing": sum(lack.missing for lack in lacks),
        "readings": len(lacks),
        "named": [{name: getattr(lack, name) for name in NAMED} for lack in lacks[:MOST_NAMED]],
    }
