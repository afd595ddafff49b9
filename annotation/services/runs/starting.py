"""Queues the next piece of a project's learning; `training` does the work.

Called by whatever starts learning: labelling, imports, erasing, the pages and the API.
"""

from django.db import IntegrityError, transaction

from annotation.models import Batch, JobStatus, Project, TrainingRun, User
from annotation.services.jobs.broker import send_job
from annotation.services.jobs.lifecycle import cancel_job
from annotation.services.runs.current import active_run, large_run


def start_run(
    project: Project, *, user: User | None = None, kind: str | None = None, ahead: bool = False
) -> TrainingRun:
    """Queue the project's next piece of learning; the one that is active, if there is one.

    ahead: while people still read the last batch, whose turns then stay to be read.
    """
    if kind is None:
        asked = project.batches.exclude(number=Batch.APART)
        kind = "round" if asked.exists() else "seed"
    number = project.runs.filter(kind="round", status=JobStatus.DONE).count() + (kind == "round")
    if kind != TrainingRun.Kind.LARGE:
        give_way(project)
    try:
        with transaction.atomic():
            run = TrainingRun.objects.create(
                project=project,
                kind=kind,
                number=number,
                requested_by=user,
                details={"ahead": True} if ahead else {},
            )
            send_job(run)
    except IntegrityError:
        run = active_run(project) or project.runs.latest("pk")
    return run


def give_way(project: Project) -> bool:
    """Cancel the large model's run, so that another may start at once; its worker ends the child
    within a second. True if there was one."""
    run = large_run(project)
    return run is not None and cancel_job(run)
