"""What a job waits for and about how long, in one sentence for the person who waits.

Called by the pages that show a job. A project's name is told to its members alone; durations come
from what this installation did before.
"""

import math
from collections.abc import Iterable, Iterator
from statistics import median
from typing import Any

from django.db.models.functions import Now
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Import, Job, JobStatus, Project, TrainingRun, User
from annotation.services.jobs.fairness import is_behind, kinds_of, owner_of, queue_of
from annotation.services.jobs.lifecycle import heart_beats
from annotation.services.jobs.workers import count_workers

REMEMBERED = 9  # jobs of a kind whose durations are asked
TOLD_FROM = 60  # seconds that work must last before it is called long
LONG = 2.0  # times as long as usual
LIKE = 10  # times as large, or as small, files are of about one size


def waiting_line(job: Job | None, user: User | None = None) -> str:
    """What an active job waits for, or how long it will still work; "" where there is nothing to
    say. Whether a worker lives at all is said elsewhere."""
    return line_and_minutes(job, user)[0]


def line_and_minutes(job: Job | None, user: User | None = None) -> tuple[str, int | None]:
    """The same, and the minutes that a job at work is expected to need."""
    if job is None or not job.is_active:
        return "", None
    if job.status == JobStatus.RUNNING:
        return _working_line(job)
    if job.is_put_off and job.not_before is not None:
        time = time_format(localtime(job.not_before), "TIME_FORMAT")
        return _("Put off: it goes on by itself at %(time)s.") % {"time": time}, None
    if job.not_before is not None:
        return _("A first attempt did not succeed; the next one begins in a moment."), None
    return _queue_line(job, user), None


def is_at_its_end(job: Job) -> bool:
    """Whether all is counted and something is still done, for a time that nobody knows."""
    return round(100 * job.progress) >= 100


def _working_line(job: Job) -> tuple[str, int | None]:
    usual, elapsed = usual_seconds(job), _elapsed(job)
    if usual is not None and elapsed > max(TOLD_FROM, LONG * usual):
        line = _("It takes longer than usual (%(time)s): the machine may be busy with other work.")
        return line % {"time": about(usual)}, None
    left = None if is_at_its_end(job) else _left(job)
    if left is None:
        return "", None
    return _("%(time)s left") % {"time": about(left)}, _minutes(left)


def _queue_line(job: Job, user: User | None) -> str:
    busy = list(_busy(job))
    queue = queue_of(job.lane, due=False)
    place = next((n for n, each in enumerate(queue) if _same(each, job)), 0)
    ahead = [each for each in queue[:place] if not each.is_put_off]
    before = [*busy, *ahead]
    if len(before) < max(1, count_workers(job.lane)):
        return _("It begins in a moment.")
    others = len(before) - 1
    words = {"what": _whose(before[0], job, user), "n": others}
    line = (
        ngettext(
            "It waits for %(what)s and %(n)s other job",
            "It waits for %(what)s and %(n)s other jobs",
            others,
        )
        if others
        else _("It waits for %(what)s")
    ) % words
    seconds = _sum([*map(_left, busy), *map(usual_seconds, ahead)])
    if seconds is None:
        return line + "."
    return f"{line}, {about(seconds / max(1, len(busy)))}."


def _busy(job: Job) -> Iterator[Job]:
    """What works in the job's lane, except large models' runs, which give way to it."""
    for model in kinds_of(job.lane):
        for each in model._default_manager.filter(heart_beats()):
            if is_behind(job) or not is_behind(each):
                yield each


def _same(one: Job, other: Job) -> bool:
    return type(one) is type(other) and one.pk == other.pk


def _whose(job: Job, own: Job, user: User | None) -> str:
    """For whom the lane works: a name only for who may know it."""
    if owner_of(job) == owner_of(own):
        return _("other work of this project")
    kind, pk = owner_of(job)
    project = Project.objects.filter(pk=pk).first() if kind == "project" else None
    known = user is not None and project is not None
    if project and known and project.memberships.filter(user=user).exists():
        return _("the work on “%(project)s”") % {"project": project.name}
    return _("the work on another project")


def usual_seconds(job: Job) -> float | None:
    """How long jobs like this took here: in this project, else in any; None before the first."""
    if isinstance(job, Import) and job.is_preview:
        return _usual_look(job)
    rows: Any = type(job)._default_manager
    done = rows.filter(status=JobStatus.DONE, started_at__isnull=False, finished_at__isnull=False)
    if isinstance(job, TrainingRun):
        done = done.filter(kind=job.kind)
    project = getattr(job, "project_id", None)
    for rows in (done.filter(project=project), done) if project else (done,):
        last: Any = rows.order_by("-pk").values_list("started_at", "finished_at")[:REMEMBERED]
        took = [(finished - started).total_seconds() for started, finished in last]
        if took:
            return max(0.0, float(median(took)))
    return None


def _usual_look(job: Import) -> float | None:
    """How long it took here to look at so many bytes, at the pace of files of about that size: a
    small file is begun and ended more than it is read."""
    if not job.size:
        return None
    looks = Import.objects.filter(
        look__bytes__gte=job.size // LIKE, look__bytes__lte=job.size * LIKE
    ).order_by("-pk")
    for rows in (looks.filter(project=job.project_id), looks):
        if last := list(rows.values_list("look", flat=True)[:REMEMBERED]):
            seconds, size = (sum(each[name] for each in last) for name in ("seconds", "bytes"))
            return float(seconds / size * job.size)
    return None


def _elapsed(job: Job) -> float:
    """Seconds that it has worked, by the database's clock."""
    rows = type(job)._default_manager.filter(pk=job.pk, started_at__isnull=False)
    times: Any = rows.annotate(now=Now()).values_list("now", "started_at").first()
    return max(0.0, (times[0] - times[1]).total_seconds()) if times else 0.0


def _left(job: Job) -> float | None:
    """Seconds that a running job will still work: as long as usual, or at its pace so far."""
    usual, elapsed = usual_seconds(job), _elapsed(job)
    if usual is not None and elapsed < usual:
        return usual - elapsed
    return elapsed * (1 - job.progress) / job.progress if job.progress >= 0.1 else None


def _sum(values: Iterable[float | None]) -> float | None:
    total = 0.0
    for value in values:
        if value is None:
            return None
        total += value
    return total


def about(seconds: float) -> str:
    """A duration in whole minutes, or hours."""
    minutes = _minutes(seconds)
    if minutes < 100:
        return ngettext("about %(n)s minute", "about %(n)s minutes", minutes) % {"n": minutes}
    hours = round(minutes / 60)
    return ngettext("about %(n)s hour", "about %(n)s hours", hours) % {"n": hours}


def _minutes(seconds: float) -> int:
    return max(1, math.ceil(seconds / 60))
