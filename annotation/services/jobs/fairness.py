"""Who is next in a lane: the project that was served longest ago, whoever asked first.

Called by `lanes` and by the pages that say what a job waits for (`waiting`). One project's many
jobs never stand before another's one. A large model's training makes nobody wait: it comes last.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Max, Q
from django.db.models.functions import Now

from annotation.models import Job, JobStatus, TrainingRun
from annotation.services.jobs.broker import KINDS
from annotation.services.jobs.lifecycle import claim_job

NEVER = datetime.min.replace(tzinfo=UTC)
Owner = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Place:
    job: Job
    owner: Owner  # the project, or the person where there is none
    behind: bool
    queued_at: datetime


def owner_of(job: Job) -> Owner:
    """Whom a job is done for: its project, else who asked for it."""
    project = getattr(job, "project_id", None)
    return ("project", project) if project else ("person", job.requested_by_id or 0)


def is_behind(job: Job) -> bool:
    """Whether nobody waits for the job."""
    if job.in_background:
        return True
    return isinstance(job, TrainingRun) and job.kind == TrainingRun.Kind.LARGE


def kinds_of(lane: str) -> list[type[Job]]:
    return [model for model in KINDS if model.lane == lane]


def queue_of(lane: str, *, due: bool = True) -> list[Job]:
    """The jobs that wait in a lane, in the order in which they will be done.

    due: without those whose next attempt is not to come yet. Three queries a kind of job.
    """
    waiting = [
        Place(job, owner_of(job), is_behind(job), job.queued_at)
        for model in kinds_of(lane)
        for job in model._default_manager.filter(_waits(due=due))
    ]
    served = _served(lane, {place.owner for place in waiting})
    ordered: list[Job] = []
    while waiting:
        place = min(
            waiting, key=lambda each: (each.behind, served[each.owner], each.queued_at, each.job.pk)
        )
        waiting.remove(place)
        ordered.append(place.job)
        # It will have been served after all that were served before.
        served[place.owner] = max(served.values()) + timedelta(seconds=1)
    return ordered


def _waits(*, due: bool) -> Q:
    waits = Q(status=JobStatus.QUEUED, attempts__lt=settings.JOB_ATTEMPTS)
    return waits & (Q(not_before=None) | Q(not_before__lte=Now())) if due else waits


def _served(lane: str, owners: set[Owner]) -> dict[Owner, datetime]:
    """When a job of each owner was last begun in this lane."""
    served = dict.fromkeys(owners, NEVER)
    projects = [pk for kind, pk in owners if kind == "project"]
    people = [pk for kind, pk in owners if kind == "person"]
    for model in kinds_of(lane) if owners else ():
        if model.in_background:
            continue  # it is no service that a project asked for
        begun = model._default_manager.filter(started_at__isnull=False).order_by()
        wanted = [("project", Q(project__in=projects), "project_id")] if projects else []
        if people:
            free = Q(project=None, requested_by__in=people)
            wanted.append(("person", free, "requested_by_id"))
        for kind, whose, field in wanted:
            rows = begun.filter(whose).values_list(field).annotate(Max("started_at"))
            for pk, moment in rows:
                served[kind, pk] = max(served[kind, pk], moment)
    return served


def claim_next(lane: str) -> Job | None:
    """Claim the lane's next job; None where none is due."""
    for job in queue_of(lane):
        taken = claim_job(type(job), job.pk)
        if taken is not None:
            return taken
    return None


def others_wait(job: Job) -> bool:
    """Whether a job that nobody waits for keeps one from beginning that somebody waits for, and
    that no other worker has taken for a while; one in the background goes on later at no loss."""
    if not is_behind(job):
        return False
    patience = 0 if job.in_background else 2 * settings.HEARTBEAT_SECONDS
    while_ago = Now() - timedelta(seconds=patience)
    for model in kinds_of(job.lane):
        if model.in_background:
            continue
        waiting: Any = model._default_manager.filter(_waits(due=True), queued_at__lt=while_ago)
        if model is TrainingRun:
            waiting = waiting.exclude(kind=TrainingRun.Kind.LARGE)
        if waiting.exists():
            return True
    return False
