"""A round as the worker does it, database and files included, and an annotator who never waits.

Each in a process of its own on one database (ANTIFAZ_DATA): `fill` makes the corpus, `measure` is
the worker, `annotate` reads turns while a real worker process trains.
"""

import json
import time
import uuid
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import numpy as np
from learning_parts.corpus import BEFORE, labelled_lines, unlabelled_lines
from learning_parts.measured import peak_mb, timed

SLUG = "rounds"
LONGEST = 600  # seconds that a first batch may take on a machine with other work


def fill(tokens: int, source_folder: Path, batch_size: int) -> None:
    """A project of so many tokens with 900 turns read, its labels as in MEDDOCAN, and a source."""
    from django.conf import settings
    from django.core.management import call_command

    from annotation.models import Dialogue, Label, Member, Project, SourceModel, Turn, User

    call_command("migrate", verbosity=0, skip_checks=True)
    place = settings.ANTIFAZ_DATA / "models" / "source"
    place.parent.mkdir(exist_ok=True)
    source_folder.rename(place)
    source = SourceModel.objects.create(name="sgd", lang="en", folder="models/source")
    project = Project.objects.create(
        slug=SLUG,
        name="Rounds",
        batch_size=batch_size,
        source_model=source,
        shared_percent=0,
        proposal_threshold=2,  # none is shown: our annotator only reads
    )
    user = User.objects.create(username="reader")
    Member.objects.create(project=project, user=user, role=Member.Role.ANNOTATOR)
    known = labelled_lines()
    names = sorted({span.label for each in known for span in each.spans})
    Label.objects.bulk_create(
        Label(project=project, name=name, key="", position=n) for n, name in enumerate(names)
    )
    lines = [("labelled", known)]
    lines += [
        (name, list(own))
        for name, own in groupby(unlabelled_lines(tokens - 20_000), lambda each: each.dialogue)
    ]
    dialogues = Dialogue.objects.bulk_create(
        Dialogue(project=project, external_id=name, position=n)
        for n, (name, _own) in enumerate(lines)
    )
    rows = (
        Turn(dialogue=dialogue, position=n, text=each.text, speaker=each.speaker)
        for dialogue, (_name, own) in zip(dialogues, lines, strict=True)
        for n, each in enumerate(own)
    )
    while part := list(islice(rows, 5_000)):
        Turn.objects.bulk_create(part)
    read(project, user, 0, BEFORE)


def read(project: Any, user: Any, begin: int, end: int) -> None:
    """The user has read these of the labelled lines."""
    from django.utils import timezone

    from annotation.models import Reading, Span, Turn

    labels = {label.name: label for label in project.labels.all()}
    turns = Turn.objects.filter(dialogue__external_id="labelled").order_by("position")[begin:end]
    known = dict(zip(turns, labelled_lines()[begin:end], strict=True))
    readings = Reading.objects.bulk_create(
        Reading(turn=turn, reader=user, status="done", is_gold=True, done_at=timezone.now())
        for turn in known
    )
    Span.objects.bulk_create(
        Span(turn=own.turn, reading=own, start=s.start, end=s.end, label=labels[s.label])
        for own in readings
        for s in known[own.turn].spans
    )


def measure(times: int) -> None:
    """Two rounds as the worker does them: the first makes the features, the second is measured."""
    from annotation.models import Project, TrainingRun, User
    from annotation.services.jobs.lifecycle import run_job
    from annotation.services.runs.starting import start_run
    from annotation.services.training.loop import work_on_run

    project = Project.objects.get(slug=SLUG)

    def work() -> TrainingRun:
        run = start_run(project, kind="round")
        run_job(TrainingRun, run.pk, work_on_run)
        run.refresh_from_db()
        if run.error:
            raise RuntimeError(run.error)
        return run

    _, first = timed(work)
    read(project, User.objects.get(username="reader"), BEFORE, BEFORE + 100)
    runs = [timed(work) for _ in range(times)]
    run = runs[-1][0]
    answer = {
        "worker_round_s": round(min(spent.wall for _, spent in runs), 2),
        "worker_round_cpu_s": round(min(spent.cpu for _, spent in runs), 2),
        "worker_first_round_s": round(first.wall, 2),
        "worker_process_s": round(process_seconds(), 3),
        "worker_rss_mb": peak_mb(),
        "worker_labelled": run.labelled_turns,
        "worker_cards": int(bool(run.card) and "probe" not in run.card),
    }
    print(json.dumps(answer))


def process_seconds() -> float:
    """How long it takes to have a process for a job, once there is one to fork it from."""
    from annotation.services.jobs.children import Apart

    spent = 0.0
    for _ in range(4):
        began = time.monotonic()
        apart = Apart()
        while not apart.is_ready(1):
            pass
        spent = time.monotonic() - began
        apart.end()
    return spent


def annotate(turns: int, pace: float) -> None:
    """One person reads a turn every `pace` seconds; the time of each request for the next turn.

    Her requests go through the whole of Django; the worker is a process of its own.
    """
    from annotating.servers import our_worker, running
    from django.db import connection
    from django.test import Client

    from annotation.models import Project, QueryItem, User
    from annotation.services.labelling.spans import layer_of
    from annotation.services.runs.starting import start_run

    project, user = Project.objects.get(slug=SLUG), User.objects.get(username="reader")
    client = Client(headers={"HX-Request": "true"}, raise_request_exception=False)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    took: list[float] = []
    waited, rounds = 0, project.runs.filter(status="done").count()
    if not project.batches.exists():
        start_run(project, user=user)
    connection.close()
    with running(our_worker()):
        where = _first_item(client, project)
        for _ in range(turns):
            time.sleep(pace)
            item = QueryItem.objects.select_related("turn").get(pk=where)
            layer = layer_of(item.turn, user)
            form = {
                "op_id": uuid.uuid4(),
                "version": layer.version,
                "seconds": pace,
                "reader": user.pk,
            }
            clock = time.perf_counter()
            answer = client.post(f"/p/{SLUG}/label/{item.pk}/finish", form)
            took.append(1000 * (time.perf_counter() - clock))
            if answer.status_code != 200:
                raise RuntimeError(f"finish answered {answer.status_code}")
            if pushed := answer.headers.get("HX-Push-Url"):
                where = int(pushed.rstrip("/").rpartition("/")[2])
            else:
                waited += 1
                where = _first_item(client, project)
    figures = {
        "batch_ready_p50_ms": round(float(np.percentile(took, 50)), 1),
        "batch_ready_p95_ms": round(float(np.percentile(took, 95)), 1),
        "batch_ready_max_ms": round(max(took), 1),
        "batch_ready_waited": waited,
        "batch_ready_turns": len(took),
        "batch_ready_rounds": project.runs.filter(status="done").count() - rounds,
        "batch_ready_pace_s": pace,
    }
    print(json.dumps(figures))


def _first_item(client: Any, project: Any) -> int:
    """Ask until there is a turn: the first batch is waited for, as anybody would."""
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        answer = client.get(f"/p/{SLUG}/label")
        if answer.status_code != 200:
            raise RuntimeError(f"the page for labelling answered {answer.status_code}")
        if pushed := answer.headers.get("HX-Redirect"):
            return int(pushed.rstrip("/").rpartition("/")[2])
        time.sleep(0.5)
    raise RuntimeError(f"no turn was asked within {LONGEST} s")
