"""How fast the release page and the evidence page answer with a whole corpus and stored evidence.

1,200 dialogues of 40 turns (`--quick`: 150), of which people have read half, with a model's
proposals in the rest and figures of recall stored as a measurement. The page is asked for by the
test client as a browser would, with templates, middleware and access; median and 95th percentile,
and the same in processor time, which other work on the machine does not lengthen.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import answer, argument_parser, load, peak_rss_mb

DIALOGUES, TURNS, TRIES = 1_200, 40, 40


def main() -> None:
    options = argument_parser(__doc__ or "").parse_args()
    with tempfile.TemporaryDirectory(prefix="antifaz-release-page-") as folder:
        os.environ["ANTIFAZ_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        project, user = make_project(DIALOGUES // 8 if options.quick else DIALOGUES)
        figures: dict[str, float] = {"dialogues": project.dialogues.count()}
        started = time.perf_counter()
        store_recall(project)
        figures["measuring_s"] = round(time.perf_counter() - started, 2)
        for name in ("show-release", "show-evidence"):
            figures |= time_page(name, project, user, 10 if options.quick else TRIES)
        figures["peak_mb"] = peak_rss_mb()
        answer("release_page", figures, {"p95_ms": 300}, options.json, [f"load {load()}"])


def make_project(number: int) -> tuple[Any, Any]:
    """Invented calls: each turn of the first half read by a person, the others by a model."""
    from django.utils import timezone

    from annotation.models import Dialogue, Reading, Span, Turn, User
    from annotation.services.projects.creation import create_project

    user = User.objects.create_user("manager", toured_at=timezone.now())
    project = create_project(user, name="Calls", lang="es", slug="calls")
    calls = Dialogue.objects.bulk_create(
        Dialogue(project=project, external_id=f"c{n}", position=n) for n in range(number)
    )
    turns = Turn.objects.bulk_create(
        (
            Turn(dialogue=call, position=at, speaker="ab"[at % 2], text=f"me llamo Ana {at}")
            for call in calls
            for at in range(TURNS)
        ),
        batch_size=2_000,
    )
    read, rest = turns[: len(turns) // 2], turns[len(turns) // 2 :]
    done = {"reader": user, "status": "done", "is_gold": True, "done_at": timezone.now()}
    readings = Reading.objects.bulk_create(
        (Reading(turn=turn, label_count=1, **done) for turn in read), batch_size=2_000
    )
    label = project.labels.get(name="female name")
    place = {"start": 9, "end": 12, "label": label}
    Span.objects.bulk_create(
        (Span(turn=own.turn, reading=own, status="accepted", **place) for own in readings),
        batch_size=2_000,
    )
    Span.objects.bulk_create(
        (Span(turn=turn, status="proposed", **place) for turn in rest), batch_size=2_000
    )
    return project, user


def store_recall(project: Any) -> None:
    """Measured as the worker does: here nothing was kept to measure, so the file alone counts."""
    from annotation.services.evidence.measurements import stamp_of
    from annotation.services.evidence.recall import measure_recall
    from annotation.services.glance.following import follow_project

    follow_project(project)
    figures = measure_recall(project, {}, lambda _share, _phase: None)
    project.measurements.create(
        kind="recall", status="done", figures=figures, stamp=stamp_of(project)
    )


def time_page(name: str, project: Any, user: Any, tries: int) -> dict[str, float]:
    from django.test import Client
    from django.urls import reverse

    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    spent: list[float] = []
    worked: list[float] = []
    for _try in range(tries + 2):
        started, begun = time.perf_counter(), time.process_time()
        status = client.get(reverse(name, args=[project.slug])).status_code
        spent.append(1000 * (time.perf_counter() - started))
        worked.append(1000 * (time.process_time() - begun))
        assert status == 200, status
    key, figures = name.replace("show-", ""), {}
    for unit, each in (("ms", spent), ("cpu_ms", worked)):
        told = sorted(each[2:])  # the first two read templates and catalogues
        figures[f"{key}_median_{unit}"] = round(told[len(told) // 2], 1)
        figures[f"{key}_p95_{unit}"] = round(told[int(0.95 * (len(told) - 1))], 1)
    return figures


if __name__ == "__main__":
    main()
