"""A corpus of the size of ES-Port with its labels: imported, and written again as it came.

`python -m importing_parts.whole DIALOGUES`, with ANTIFAZ_DATA and perhaps DATABASE_URL; started by
`importing.py`. Seconds, the first byte of the export, and the peak of memory of each.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

from common import ROOT, peak_rss_mb

from benchmarks.standalone_jobs import lines

EXPORT = ("--format", "jsonl", "--strategy", "none", "--out", "-", "--quiet", "--allow-unread")


def measure(path: Path) -> dict[str, Any]:
    from annotation.models import User
    from annotation.services.imports.dialogues import ImportOrder, import_dialogues
    from annotation.services.projects.creation import create_project

    user = User.objects.create_user("manager")
    project = create_project(user, name="Whole", lang="es", scheme="es-port")
    clock, before = time.perf_counter(), time.process_time()
    (report,) = import_dialogues(project, [(path.name, path)], ImportOrder(user=user, limit=2**40))
    seconds, worked = time.perf_counter() - clock, time.process_time() - before
    if report.problems:
        raise SystemExit(str(report.problems[0]))
    found = {
        "turns": report.turns,
        "import_s": round(seconds, 2),
        "import_cpu_s": round(worked, 2),
        "import_rss_mb": peak_rss_mb(),
    }
    clock = time.perf_counter()
    command = [sys.executable, "manage.py", "export_corpus", project.slug, *EXPORT]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as export:
        assert export.stdout is not None
        export.stdout.read(1)
        found["export_first_byte_s"] = round(time.perf_counter() - clock, 2)
        size = 1 + sum(map(len, export.stdout))
    if export.returncode:
        raise SystemExit(f"the export ended with status {export.returncode}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found | {
        "export_s": round(time.perf_counter() - clock, 2),
        "export_cpu_s": round(used.ru_utime + used.ru_stime, 2),
        "export_rss_mb": round(used.ru_maxrss / 1024),
        "export_mb": round(size / 1e6, 1),
    }


if __name__ == "__main__":
    import django

    django.setup()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "corpus.jsonl"
        with file.open("wb") as out:
            out.writelines(islice(lines(), int(sys.argv[1])))
        print(json.dumps(measure(file)))
