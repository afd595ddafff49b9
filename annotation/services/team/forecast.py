"""When a project's turns will all be read at the pace of its people.

Called by the team page, and by the settings for what choices cost. The pace is that of readings
which were really saved; where too few days are known, nothing is foretold.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import fmean, stdev

from django.db.models import Exists, OuterRef
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Dialogue, Project, QueryItem, Reading, Turn
from annotation.services.figures import grouped
from annotation.services.team.progress import Progress

LOOKED_AT = 28  # days back
FEWEST_DAYS, FEWEST_READINGS = 3, 30  # before anything is foretold
FARTHEST = 3 * 365  # days; what lies beyond is no forecast


@dataclass(frozen=True, slots=True)
class Finish:
    """The day on which the last reading is expected; `early` and `late` by one standard error of
    the daily mean, `late` None where that is beyond what can be said."""

    expected: date
    early: date
    late: date | None
    a_day: float  # readings, days without any counted


def finish_of(left: float, days: Mapping[date, int], today: date) -> Finish | None:
    """When `left` readings will be done, from those of each day; None where too little is known.

    The pace is a mean over calendar days, from the first day of the last four weeks on which
    somebody read until today: days of rest count, for there will be more of them.
    """
    known = {day: n for day, n in days.items() if 0 <= (today - day).days < LOOKED_AT and n}
    if len(known) < FEWEST_DAYS or sum(known.values()) < FEWEST_READINGS:
        return None
    span = (today - min(known)).days + 1
    counts = [known.get(today - timedelta(days=ago), 0) for ago in range(span)]
    mean = fmean(counts)
    error = stdev(counts) / math.sqrt(span)
    needed = math.ceil(left / mean)
    if needed > FARTHEST:
        return None
    slow = mean - error
    late = math.ceil(left / slow) if slow > 0 else FARTHEST + 1
    return Finish(
        expected=today + timedelta(days=needed),
        early=today + timedelta(days=math.ceil(left / (mean + error))),
        late=today + timedelta(days=late) if late <= FARTHEST else None,
        a_day=mean,
    )


def turns_left(project: Project) -> int:
    """Turns to be labelled that not all have read who are to; those on which they differ are read.
    One query."""
    gold = Reading.objects.filter(turn=OuterRef("pk"), is_gold=True)
    read = QueryItem.objects.filter(turn=OuterRef("pk"), status=QueryItem.Status.DONE)
    turns = Turn.objects.filter(dialogue__project=project, dialogue__split=Dialogue.Split.POOL)
    return turns.filter(~Exists(gold), ~Exists(read)).count()


def readings_left(project: Project, left: int) -> float:
    """Readings that the turns left ask for: some turns are read by several."""
    return left * (1 + project.shared_percent / 100 * (project.readers - 1))


def forecast_sentence(project: Project, progress: Progress, today: date) -> str:
    """What is still to be read and how long that takes; empty where nothing is."""
    left = turns_left(project)
    if not left:
        return ""
    finish = finish_of(readings_left(project, left), progress.days, today)
    turns = ngettext(
        "%(n)s turn is still to be labelled.", "%(n)s turns are still to be labelled.", left
    ) % {"n": grouped(left)}
    if finish is None:
        told = _("Not enough was read in the last four weeks to say when all of it will be read.")
        return f"{turns} {told}"
    values = {
        "day": _day(finish.expected, today),
        "early": _day(finish.early, today),
        "late": _day(finish.late, today) if finish.late else "",
        "pace": grouped(max(1, round(finish.a_day))),
    }
    if finish.late is None:
        told = _(
            "At this pace, %(pace)s a day with days of rest, all are read about %(day)s, "
            "or much later: the days differ widely."
        )
    else:
        told = _(
            "At this pace, %(pace)s a day with days of rest, all are read about %(day)s "
            "(%(early)s to %(late)s)."
        )
    return f"{turns} {told % values}"


def _day(day: date, today: date) -> str:
    return date_format(day, "MONTH_DAY_FORMAT" if day.year == today.year else "DATE_FORMAT")
