"""What a worker and a person would do: the imports that wait, done at once, and what they show
confirmed. Used by tests of pages and jobs."""

import re
from typing import Any

from annotation.models import Import, JobStatus
from annotation.services.imports.page_jobs import confirm_import, work_on_import
from annotation.services.imports.previews import Preview, load_preview
from annotation.services.jobs.lifecycle import run_job


def do_imports() -> None:
    """Do every import that waits."""
    for job in Import.objects.filter(status=JobStatus.QUEUED):
        run_job(Import, job.pk, work_on_import)


def looked_at(job: Import) -> Preview:
    """What a job shows after its look at the files."""
    run_job(Import, job.pk, work_on_import)
    job.refresh_from_db()
    preview = load_preview(job)
    assert preview is not None, (job.status, job.error)
    return preview


def whole_import(job: Import) -> Import:
    """The job after somebody confirmed what it shows, or as it is where nothing would go in."""
    preview = looked_at(job)
    if preview.dialogues:
        confirm_import(preview)
        run_job(Import, job.pk, work_on_import)
    job.refresh_from_db()
    return job


def sent(client: Any, answer: Any) -> Any:
    """The page of the import that a form led to, after the work and a press on its main button;
    the form, or the preview, where it was refused."""
    if answer.status_code != 302:
        return answer
    do_imports()
    url = answer.headers["Location"]
    draft = client.get(url)
    token = re.search(r'name="reading" value="(\w+)"', draft.content.decode())
    if token is None:
        return draft
    answer = client.post(f"{url}/confirm", {"reading": token[1]})
    if answer.status_code != 302:
        return answer
    do_imports()
    return client.get(url)
