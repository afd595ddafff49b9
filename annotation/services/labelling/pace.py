"""How long people take for a turn. Called by the team page, the overview and the release page."""

from collections.abc import Iterable
from statistics import median

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Assignment, LayerKind, Project, QueryItem, Reading


def pace_of(project: Project) -> float | None:
    """Median seconds a turn of all who read; None before the first was timed."""
    return median_time(timed_readings(project).values_list("seconds", flat=True))


def timed_readings(project: Project) -> QuerySet[Reading]:
    """Readings of asked turns by those who were given them; what came with a file is nobody's work
    here, even where its turn is asked again."""
    given = Assignment.objects.filter(
        item__turn=OuterRef("turn"), reader=OuterRef("reader"), status=QueryItem.Status.DONE
    )
    return Reading.objects.filter(
        Exists(given),
        turn__query_item__batch__project=project,
        layer=LayerKind.READER,
        status=Reading.Status.DONE,
    )


def median_time(seconds: Iterable[float]) -> float | None:
    """Of those that were timed; None without any."""
    timed = [each for each in seconds if each > 0]
    return median(timed) if timed else None
