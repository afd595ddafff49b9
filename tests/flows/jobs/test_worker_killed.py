"""A worker is killed in the middle of training; the round is finished once, by the next worker."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.flows.conftest import Installation, descendants, wait_until
from tests.tables import copy_tables

pytestmark = [pytest.mark.worker]

PREPARE = """
from benchmarks.demo import support_calls
from annotation.models import *
from annotation.schemes import SCHEMES
from annotation.services.runs.starting import start_run
user = User.objects.create_user("worker-test")
project = Project.objects.create(
    slug="kill", name="Kill", batch_size=5, query_strategy="target-entropy"
)
labels = {
    l.name: Label.objects.create(project=project, name=l.name, key=l.key)
    for l in SCHEMES["es-port"].labels
}
for place, value in enumerate(support_calls(n=40, seed=7)):
    dialogue = Dialogue.objects.create(project=project, external_id=value.id, position=place)
    for number, turn in enumerate(value.turns):
        row = Turn.objects.create(dialogue=dialogue, position=number, text=turn.text)
        if place < 32:
            own = Reading.objects.create(turn=row, reader=user, status="done", is_gold=True)
            Span.objects.bulk_create(
                Span(turn=row, reading=own, start=s.start, end=s.end, label=labels[s.label])
                for s in turn.spans
            )
Batch.objects.create(project=project, number=1, strategy="random")
start_run(project)
answer = project.pk
"""
STATE = """
from annotation.models import *
run = TrainingRun.objects.get(kind="round")
answer = {name: getattr(run, name) for name in ("status", "attempts", "folder", "error")}
answer |= {
    "batches": Batch.objects.count(),
    "items": QueryItem.objects.count(),
    "runs": TrainingRun.objects.count(),
}
"""


def rows(place: Installation, sql: str) -> list[tuple[Any, ...]]:
    """Read the installation's database from outside, quickly."""
    if url := place.env.get("DATABASE_URL"):
        import psycopg

        with psycopg.connect(url) as database:
            return database.execute(sql).fetchall()
    import sqlite3

    with sqlite3.connect(place.data / "antifaz.sqlite3", timeout=20) as database:
        return database.execute(sql).fetchall()


def is_at_work(place: Installation) -> bool:
    """Whether its round runs and has begun: one phase alone may be over between two looks."""
    ((status, phase),) = rows(place, "SELECT status, phase FROM annotation_trainingrun")
    return status == "running" and phase in {"features", "training", "scoring"}


def silence(place: Installation, table: str) -> None:
    """Have the job at work say nothing for years: nobody waits until it counts as lost, and one
    that lives is not lost after a few seconds on a busy machine."""
    sql = f"UPDATE annotation_{table} SET heartbeat_at = '2000-01-01 00:00:00'"
    if url := place.env.get("DATABASE_URL"):
        import psycopg

        with psycopg.connect(url) as database:
            database.execute(sql)
    else:
        import sqlite3

        with sqlite3.connect(place.data / "antifaz.sqlite3", timeout=20) as database:
            database.execute(sql)


def test_a_killed_round_is_finished_once(installation: Installation) -> None:
    installation.env |= {"HEARTBEAT_SECONDS": "0.5", "JOB_LOST_SECONDS": "5"}
    installation.python(PREPARE)
    run = "SELECT status, phase, attempts FROM annotation_trainingrun"
    first = installation.worker(gives_way=True)
    wait_until(lambda: is_at_work(installation), "a round at work")
    own = os.getpriority(os.PRIO_PROCESS, 0)
    nice = {pid: os.getpriority(os.PRIO_PROCESS, pid) for pid in descendants(first.pid)}
    # The round, and perhaps a count of issues beside it: both give way to people.
    at_work = [pid for pid in nice if nice[pid] == min(19, own + 15)]
    assert 1 <= len(at_work) <= 2
    assert nice[first.pid] == own  # the process that beats, sweeps and begins imports does not
    for group in (Path(f"/proc/{pid}/autogroup") for pid in at_work):
        if group.exists():
            assert group.read_text().endswith("nice 15\n")
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert rows(installation, run)[0][0] == "running"
    assert rows(installation, "SELECT count(*) FROM annotation_queryitem")[0][0] == 0

    installation.worker()
    wait_until(lambda: rows(installation, run)[0][0] in {"done", "failed"}, "the second try")
    state = installation.python(STATE)
    assert state["error"] == ""
    assert (state["status"], state["attempts"], state["runs"]) == ("done", 2, 1)
    assert (state["batches"], state["items"]) == (2, 5)
    models = list((installation.data / "models").glob("*/round-*"))
    assert [m for m in models if (m / "card.json").exists()] == [
        installation.data / state["folder"]
    ]


def test_children_go_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    """Not even the hardest signal leaves a web server or a worker behind (Linux)."""
    copy_tables(tmp_path)
    place = Installation(tmp_path)
    try:
        place.serve("--no-demo")
        supervisor = place.children[0]
        children = Path(f"/proc/{supervisor.pid}/task/{supervisor.pid}/children")
        if not children.exists():
            pytest.skip("/proc does not list children here")
        pids = [int(pid) for pid in children.read_text().split()]
        assert len(pids) == 2
        os.kill(supervisor.pid, signal.SIGKILL)
        supervisor.wait()
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), "their end")
    finally:
        place.stop()
