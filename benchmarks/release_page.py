"""How fast the release page, the evidence page and the gate answer with a whole corpus and all
evidence stored.

1,200 dialogues of 40 turns (`--quick`: 150), of which people have read half, with a model's
proposals in the rest. Recall is measured on them; attacks, what stays and tells, utility, memory
and tables on a project of 24, for their figures are as large whatever the corpus, except that of
each dialogue is said how many people it fits. 200 turns are drawn for a second reading, an intruder
has tried 20 dialogues, and two files are written. A page is asked for by the test client as a
browser would, with templates, middleware and access; median and 95th percentile, and the same in
processor time.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import answer, argument_parser, load, peak_rss_mb

DIALOGUES, TURNS, TRIES = 1_200, 40, 40
SMALL = 24  # dialogues of the project that is measured whole
OPTIONS = {
    "utility": {"repeats": 1, "strategies": ["entity", "word", "word@.5", "typed"]},
    "exposure": {"canaries": 1, "rivals": 5, "repetitions": [0, 4]},
}


def main() -> None:
    options = argument_parser(__doc__ or "").parse_args()
    with tempfile.TemporaryDirectory(prefix="antifaz-release-page-") as folder:
        os.environ["ANTIFAZ_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
        import django

        django.setup()
        from django.core.management import call_command

        from annotation.services.glance.following import follow_changes
        from webapp.start_up.memory import settle

        call_command("migrate", verbosity=0)
        project, user = make_project(DIALOGUES // 8 if options.quick else DIALOGUES)
        figures: dict[str, float] = {"dialogues": project.dialogues.count()}
        started = time.perf_counter()
        store_recall(project)
        figures["measuring_s"] = round(time.perf_counter() - started, 2)
        draw_and_try(project, user)
        export = write_files(project)
        store_all(project)
        while follow_changes():  # as a worker does
            pass
        settle()  # as `wsgi` does
        for name in ("show-release", "show-evidence", "show-gate"):
            more = {"pk": export.pk} if name == "show-gate" else {}
            figures |= time_page(name, project, user, 10 if options.quick else TRIES, **more)
        figures["peak_mb"] = peak_rss_mb()
        answer("release_page", figures, {"p95_ms": 300}, options.json, [f"load {load()}"])


def make_project(number: int, slug: str = "calls") -> tuple[Any, Any]:
    """Invented calls: each turn of the first half read by a person, the others by a model."""
    from django.utils import timezone

    from annotation.models import Dialogue, Reading, Span, Turn, User
    from annotation.services.projects.creation import create_project

    user = User.objects.create_user(f"manager-{slug}", toured_at=timezone.now())
    project = create_project(user, name="Calls", lang="es", slug=slug)
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


def store_all(project: Any) -> None:
    """What else is measured, of a small project, with a stamp of now."""
    from importlib import import_module

    from annotation.services.evidence.measurements import WORK, stamp_of

    small, _user = make_project(SMALL, "small")
    pks = project.dialogues.values_list("pk", flat=True)
    for kind, path in WORK.items():
        if kind == "recall":
            project.measurements.filter(kind=kind).update(stamp=stamp_of(project))
            continue
        room, _dot, name = path.rpartition(".")
        work = getattr(import_module(room), name)
        figures = work(small, OPTIONS.get(kind, {}), lambda _share, _phase: None)
        if kind == "remains":
            figures["fits"] = {str(pk): 40 + pk for pk in pks}
        project.measurements.create(
            kind=kind, status="done", figures=figures, stamp=stamp_of(project)
        )


def draw_and_try(project: Any, user: Any) -> None:
    """A second reading that waits, and an intruder's answers."""
    from django.utils import timezone

    from annotation.evidence.audit.sequential import Goal
    from annotation.models import IntruderTry, Member, User
    from annotation.services.evidence.second_readings.drawing import draw_second_readings

    other = User.objects.create_user("annotator", toured_at=timezone.now())
    Member.objects.create(project=project, user=other, role="annotator")
    draw_second_readings(project, user, Goal(), turns=200)
    stranger = User.objects.create_user("stranger", toured_at=timezone.now())
    IntruderTry.objects.bulk_create(
        IntruderTry(
            project=project,
            dialogue=dialogue,
            intruder=stranger,
            answered_at=timezone.now(),
            seconds=60,
            who_score="wrong",
            where_score="wrong",
            scored_at=timezone.now(),
            event_score="wrong",
        )
        for dialogue in project.dialogues.all()[:20]
    )


def write_files(project: Any) -> Any:
    """Two files of all dialogues, as an export would leave them; the engine is not what is
    measured here."""
    from django.conf import settings

    from annotation.models import Departure, Export
    from annotation.services.release.changes import RESTS_ON, file_rests_on

    turns = [{"speaker": "ab"[at % 2], "text": f"me llamo Eva {at}", "spans": []}
             for at in range(TURNS)]  # fmt: skip
    dialogues = list(project.dialogues.values_list("pk", flat=True))
    lines = [json.dumps({"id": f"d{pk}", "lang": "es", "turns": turns}) + "\n" for pk in dialogues]
    for number in (1, 2):
        path = settings.ANTIFAZ_DATA / f"{project.slug}-{number}.jsonl"
        path.write_text("".join(lines), encoding="utf-8")
        export = Export.objects.create(
            project=project,
            format="jsonl",
            strategy="entity",
            status="done",
            path=path.name,
            sha256=f"{number:064d}",
            summary={
                "dialogues": len(dialogues),
                "replaced": len(dialogues) * TURNS,
                "held_back": {},
                RESTS_ON: file_rests_on(project),
            },
        )
        Departure.objects.bulk_create(
            Departure(
                project=project,
                export=export,
                file=f"file-{number}",
                dialogue=pk,
                strategy="entity",
                text_digest="0" * 64,
                draws=[[f"{at:032d}", f"{at:032d}", 1] for at in range(TURNS)],
            )
            for pk in dialogues
        )
    return export


def time_page(name: str, project: Any, user: Any, tries: int, **more: object) -> dict[str, float]:
    from django.test import Client
    from django.urls import reverse

    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    spent: list[float] = []
    worked: list[float] = []
    for _try in range(tries + 2):
        started, begun = time.perf_counter(), time.process_time()
        status = client.get(reverse(name, kwargs={"slug": project.slug, **more})).status_code
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
