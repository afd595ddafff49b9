"""How long an import takes, and how much memory: 55,000 turns of clinical notes, without labels.

Runs in a folder and a database of its own. `read_s` is the part that reads and checks the file; the
baseline writes the same rows one by one (on a tenth of them, times ten).
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from common import DATA, answer, arguments, need_data, peak_rss_mb

ROOT = Path(__file__).resolve().parents[1]
CORPUS = "meddocan-background.unlabelled.jsonl.gz"


def main() -> None:
    options = arguments(__doc__ or "")
    need_data(CORPUS)  # --quick is the same run: it ends in seconds
    with tempfile.TemporaryDirectory(prefix="antifaz-bench-") as folder:
        prepare(folder)
        figures = measure(DATA / CORPUS)
        baselines = {"seconds": naive_seconds(DATA / CORPUS)}
    answer("importing", figures, baselines, options.json)


def prepare(folder: str) -> None:
    """Django on a new database in this folder."""
    sys.path.insert(0, str(ROOT))
    os.environ["ANTIFAZ_DATA"] = folder
    for variable in ("DATABASE_URL", "REDIS_URL", "ANTIFAZ_ENV"):
        os.environ.pop(variable, None)
    os.environ["DJANGO_SETTINGS_MODULE"] = "webapp.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)


def measure(path: Path) -> dict[str, Any]:
    """Seconds, turns and the peak of memory of one import."""
    from annotation.formats import read_corpus
    from annotation.models import User
    from annotation.services.importing import import_dialogues
    from annotation.services.projects import create_project

    user = User.objects.create_user("manager")
    project = create_project(user, name="Bench", lang="es", scheme="meddocan")
    before = peak_rss_mb()
    clock = time.perf_counter()
    (report,) = import_dialogues(project, [(path.name, path)], user=user)
    seconds = time.perf_counter() - clock
    after = peak_rss_mb()
    if report.problems:
        raise SystemExit(str(report.problems[0]))
    clock = time.perf_counter()
    read_corpus("jsonl", path.read_bytes(), filename=path.name)
    return {
        "seconds": round(seconds, 2),
        "read_s": round(time.perf_counter() - clock, 2),
        "rss_mb": round(after),
        "rss_growth_mb": round(after - before),
        "turns": report.turns,
        "turns_per_s": round(report.turns / seconds),
    }


def naive_seconds(path: Path) -> float:
    """One INSERT a row, as a loop of save() does it."""
    from django.db import transaction

    from annotation.formats import read_corpus
    from annotation.models import Dialogue, Project, Turn

    dialogues = read_corpus("jsonl", path.read_bytes(), filename=path.name)
    some = dialogues[: max(1, len(dialogues) // 10)]
    project = Project.objects.create(slug="naive", name="Naive")
    clock = time.perf_counter()
    with transaction.atomic():
        for value in some:
            row = Dialogue.objects.create(project=project, external_id=value.id)
            for at, turn in enumerate(value.turns):
                Turn.objects.create(dialogue=row, position=at, text=turn.text)
    return round((time.perf_counter() - clock) * len(dialogues) / len(some), 2)


if __name__ == "__main__":
    main()
