"""Which ends of which jobs are told to hooks. Called by `lifecycle` and the import's own steps, in
the transaction of the end."""

from annotation.models import Import, Job, JobStatus
from annotation.services.hooks.queue import listens, tell

NAMES = {"import": "import", "export": "export", "trainingrun": "training"}
TOLD = {JobStatus.DONE, JobStatus.FAILED, JobStatus.CANCELLED, Import.DRAFT}


def tell_of_job(job: Job, status: str) -> None:
    """Let whoever listens be told that the job stands so now."""
    name = NAMES.get(str(job._meta.model_name))
    if name is not None and status in TOLD and listens(job.project_id):  # type: ignore[attr-defined]
        tell(job.project, f"{name}.{status}", job.pk)  # type: ignore[attr-defined]
