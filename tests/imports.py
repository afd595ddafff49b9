"""What a worker would do: the imports that wait, done at once. Used by tests of pages."""

from typing import Any

from annotation.models import Import, JobStatus
from annotation.services.imports.page_jobs import work_on_import
from annotation.services.jobs.lifecycle import run_job


def do_imports() -> None:
    """Do every import that waits."""
    for job in Import.objects.filter(status=JobStatus.QUEUED):
        run_job(Import, job.pk, work_on_import)


def sent(client: Any, answer: Any) -> Any:
    """The page of the import that a form led to, after the work; the form where it was refused."""
    if answer.status_code != 302:
        return answer
    do_imports()
    return client.get(answer.headers["Location"])
