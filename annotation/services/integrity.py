"""Whether the labels that were saved are still there: what each reading counted against its spans.

Called by the worker's sweep, by `check_labels` and by the pages that show and close alarms. Nothing
here holds or logs a text.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from annotation.models import Alarm, Project, Reading, Span, User

log = logging.getLogger("antifaz.integrity")
EVERY = timedelta(minutes=10)  # at most so often does a worker look
MOST_NAMED = 50  # readings that an alarm names; it counts them all


@dataclass(frozen=True, slots=True)
class Lack:
    """A reading that has fewer labels than were saved."""

    project: int
    dialogue: int
    turn: int
    number: int  # of the turn in its dialogue, 1 = first
    reading: int
    saved: int
    found: int

    @property
    def missing(self) -> int:
        return self.saved - self.found


def find_lacks(project: Project | None = None) -> list[Lack]:
    """Every reading with fewer labels than it counted, of one project or of all; one query."""
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
    return [
        Lack(project_, dialogue, turn, position + 1, reading, saved, found)
        for project_, dialogue, turn, position, reading, saved, found in rows
    ]


def short_readings() -> QuerySet[Any]:
    """Readings with fewer labels (`there`) than they counted as they were saved."""
    there = Count("spans", filter=Q(spans__status=Span.Status.ACCEPTED))
    readings = Reading.objects.filter(label_count__gt=0).annotate(there=there)
    return readings.filter(there__lt=F("label_count"))


def raise_alarms(lacks: Iterable[Lack]) -> list[Alarm]:
    """One open alarm for each project that lacks labels; one that is open already is kept up to
    date. What was closed by a person stays closed until something more is missing."""
    by_project: dict[int, list[Lack]] = {}
    for lack in lacks:
        by_project.setdefault(lack.project, []).append(lack)
    alarms = []
    for pk, found in by_project.items():
        detail = _detail(found)
        with transaction.atomic():
            Project.objects.select_for_update(no_key=True).values_list("pk").get(pk=pk)
            last = Alarm.objects.filter(project=pk).first()
            if last is not None and last.detail == detail:
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
    """Alarms of the project that nobody has closed."""
    return project.alarms.filter(closed_at=None)


def close_alarm(alarm: Alarm, user: User) -> None:
    """A person has seen to it; closing twice keeps who was first."""
    Alarm.objects.filter(pk=alarm.pk, closed_at=None).update(
        closed_at=timezone.now(), closed_by=user
    )


def _detail(lacks: list[Lack]) -> dict[str, Any]:
    return {
        "missing": sum(lack.missing for lack in lacks),
        "readings": len(lacks),
        "named": [
            {
                "dialogue": lack.dialogue,
                "turn": lack.turn,
                "number": lack.number,
                "reading": lack.reading,
                "saved": lack.saved,
                "found": lack.found,
            }
            for lack in lacks[:MOST_NAMED]
        ],
    }
