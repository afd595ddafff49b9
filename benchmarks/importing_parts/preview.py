"""One preview on a database with a project, in this process, as a worker does it: seconds from the
queued job to the draft, the seconds of its page, and the growth of memory, as JSON.

`python -m importing_parts.preview FILE`, with ANTIFAZ_DATA; started by `previews.py`.
"""

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

from common import peak_rss_mb


def measure(path: Path) -> dict[str, Any]:
    """The figures of one preview of a file."""
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from annotation.models import Import, User
    from annotation.services.imports.page_jobs import queue_import, work_on_import
    from annotation.services.jobs.lifecycle import run_job
    from annotation.services.projects.creation import create_project

    settings.ALLOWED_HOSTS = ["testserver"]
    user = User.objects.create_user("manager")
    project = create_project(user, name="Bench", lang="es", scheme="meddocan")
    job = queue_import(project, user, [(path.name, path)], lang="es")
    before = peak_rss_mb()
    clock, processor = time.perf_counter(), spent()
    run_job(Import, job.pk, work_on_import)
    seconds, processor = time.perf_counter() - clock, spent() - processor
    after = peak_rss_mb()
    client = Client()
    client.force_login(user)
    client.get(reverse("import-dialogues", args=[project.slug]))  # a server has read its templates
    clock = time.perf_counter()
    answer = client.get(reverse("show-import", args=[project.slug, job.pk]))
    page = time.perf_counter() - clock
    if b"preview-" not in answer.content:
        raise SystemExit("there is no preview")
    return {
        "seconds": round(seconds, 2),
        "processor_s": round(processor, 2),
        "page_ms": round(1000 * page),
        "rss_mb": round(after),
        "rss_growth_mb": round(after - before, 1),
        "mb": round(path.stat().st_size / 1e6, 1),
    }


def spent() -> float:
    """Seconds of the processor that this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(measure(Path(sys.argv[1]))))
