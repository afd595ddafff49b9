"""One import on a new database, in this process: seconds and the peak of its memory, as JSON.

`python -m importing_parts.alone FILE [--naive]`, with ANTIFAZ_DATA; started by `importing.py`.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from common import peak_rss_mb


def measure(path: Path) -> dict[str, Any]:
    """Seconds, turns and the peak of memory of one import."""
    from annotation.formats import ReadOptions, iter_corpus
    from annotation.models import User
    from annotation.services.imports.dialogues import ImportOrder, import_dialogues
    from annotation.services.projects.creation import create_project

    user = User.objects.create_user("manager")
    project = create_project(user, name="Bench", lang="es", scheme="meddocan")
    before = peak_rss_mb()
    clock = time.perf_counter()
    (report,) = import_dialogues(project, [(path.name, path)], ImportOrder(user=user, limit=2**40))
    seconds = time.perf_counter() - clock
    after = peak_rss_mb()
    if report.problems:
        raise SystemExit(str(report.problems[0]))
    clock = time.perf_counter()
    for _dialogue in iter_corpus("jsonl", path, ReadOptions(), filename=path.name):
        pass
    return {
        "seconds": round(seconds, 2),
        "read_s": round(time.perf_counter() - clock, 2),
        "rss_mb": round(after),
        "rss_growth_mb": round(after - before),
        "turns": report.turns,
        "turns_per_s": round(report.turns / seconds),
    }


def naive_seconds(path: Path, share: int) -> float:
    """One INSERT a row, as a loop of save() does it: on a share of the rows, times as many."""
    from django.db import transaction

    from annotation.formats import ReadOptions, iter_corpus
    from annotation.models import Dialogue, Project, Turn

    project = Project.objects.create(slug="naive", name="Naive")
    seconds = 0.0
    dialogues = iter_corpus("jsonl", path, ReadOptions(), filename=path.name)
    some = [value for n, value in enumerate(dialogues) if n % share == 0]
    clock = time.perf_counter()
    with transaction.atomic():
        for value in some:
            row = Dialogue.objects.create(project=project, external_id=value.id)
            for at, turn in enumerate(value.turns):
                Turn.objects.create(dialogue=row, position=at, text=turn.text)
    seconds = time.perf_counter() - clock
    return round(seconds * share, 2)


if __name__ == "__main__":
    import django

    django.setup()
    given = Path(sys.argv[1])
    if "--naive" in sys.argv:
        print(json.dumps({"seconds": naive_seconds(given, 20)}))
    else:
        print(json.dumps(measure(given)))
