"""Real workers under trouble: a job that hangs, a project with many jobs, a dead one of two, and a
full disk."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.chaos.site import fill_disk, small_disk
from tests.flows.conftest import Installation, descendants, postgres_database, wait_until
from tests.flows.jobs.test_worker_killed import PREPARE, STATE, rows

pytestmark = [pytest.mark.worker]

SMALL = PREPARE.replace("n=40", "n=24").replace("place < 32", "place < 18")
QUICK = {"HEARTBEAT_SECONDS": "0.5", "JOB_LOST_SECONDS": "5", "JOB_RETRY_SECONDS": "0"}
RUN = "SELECT status, phase, attempts FROM annotation_trainingrun"
OVER = {"done", "failed"}


def job_process(worker: int) -> int:
    """The process of the job that a worker with one lane does: it leads a group of its own."""
    return next(pid for pid in descendants(worker) - {worker} if os.getpgid(pid) == pid)


def has_begun(place: Installation) -> bool:
    return ("running",) in rows(place, "SELECT status FROM annotation_trainingrun")


@pytest.mark.parametrize("installation", ["sqlite"], indirect=True)
def test_a_job_that_hangs_is_ended_and_tried_again(installation: Installation) -> None:
    """Its worker lives, and says so for it: what counts is that nothing goes on."""
    installation.env |= {**QUICK, "JOB_STALL_SECONDS": "5", "WORKER_LANES": "learning"}
    worker = installation.worker()
    with ThreadPoolExecutor() as beside:  # from the moment it is asked for: a round is soon over
        asked = beside.submit(installation.python, PREPARE)
        wait_until(lambda: has_begun(installation), "a round")
        hanging = job_process(worker.pid)
        os.kill(hanging, signal.SIGSTOP)
        asked.result()
    wait_until(lambda: rows(installation, RUN)[0][2] == 2, "the second attempt")
    assert not Path(f"/proc/{hanging}").exists()
    wait_until(lambda: rows(installation, RUN)[0][0] in OVER, "the end of the round")
    state = installation.python(STATE)
    assert (state["status"], state["attempts"], state["error"]) == ("done", 2, "")
    assert (state["batches"], state["items"]) == (2, 5)
    assert "no progress in 5 s at " in installation.logs()


CROWD = """
from annotation.models import *
from annotation.services.runs.starting import start_run
first = Project.objects.get()
for number in range(4):
    SourceTraining.objects.create(
        project=first, requested_by=user, name=f"source {number}", lang="es", status="queued",
        corpus="Kill", labels={name: True for name in labels}, counts={"labels": {}},
    )
second = Project.objects.create(slug="late", name="Late", batch_size=5)
dialogue = Dialogue.objects.create(project=second, external_id="one")
for number in range(20):
    Turn.objects.create(dialogue=dialogue, position=number, text=f"me llamo Ane {number}")
start_run(second)
Export.objects.create(project=first, format="jsonl", strategy="typed")
"""
WORKED = """
from annotation.models import *
def times(jobs):
    return sorted((job.started_at.timestamp(), job.status) for job in jobs if job.started_at)
answer = {
    "first": times([
        *TrainingRun.objects.filter(project__slug="kill"), *SourceTraining.objects.all()
    ]),
    "second": times(TrainingRun.objects.filter(project__slug="late")),
    "files": times(Export.objects.all()),
}
"""


@pytest.mark.parametrize(
    "installation", [pytest.param("postgres", marks=pytest.mark.services)], indirect=True
)
def test_many_jobs_of_one_project_stand_in_nobodys_way(installation: Installation) -> None:
    installation.env |= QUICK
    installation.python(SMALL + CROWD)
    installation.worker()
    late = "SELECT r.status FROM annotation_trainingrun r JOIN annotation_project p "
    late += "ON p.id = r.project_id WHERE p.slug = 'late'"
    wait_until(lambda: rows(installation, late)[0][0] in OVER, "the second project's round")
    begun = installation.python(WORKED)
    ((second, status),) = begun["second"]
    assert status == "done"
    # Five jobs of the first were asked for before: one of them was done, and no more.
    assert sum(moment < second for moment, _status in begun["first"]) == 1
    # Files do not wait for learning at all.
    ((exported, _status),) = begun["files"]
    assert exported < second


WATCH = """
import time
from datetime import timedelta
from django.test import Client
from django.utils import timezone
from annotation.models import *
project = Project.objects.create(slug="watched", name="Watched")
manager = User.objects.create_user("manager")
Member.objects.create(project=project, user=manager, role="manager")
later = timezone.now() + timedelta(hours=1)  # it waits, so the page says what for
TrainingRun.objects.create(project=project, kind="round", not_before=later)
client = Client()
client.force_login(manager, backend="django.contrib.auth.backends.ModelBackend")
until, page = time.monotonic() + 20, ""
while time.monotonic() < until and "no sign of life" not in page:
    page = client.get("/p/watched/training").content.decode()
    time.sleep(0.2)
answer = [page, list(Worker.objects.values_list("name", flat=True))]
"""


@pytest.mark.parametrize("installation", ["sqlite"], indirect=True)
def test_of_two_workers_a_killed_one_is_seen_and_the_other_works(
    installation: Installation,
) -> None:
    installation.env |= {**QUICK, "JOB_LOST_SECONDS": "3", "WORKER_LANES": "learning"}
    dead, living = installation.worker(), installation.worker()
    signs = installation.data / "workers"
    wait_until(lambda: signs.exists() and len(list(signs.iterdir())) == 2, "two workers")
    os.killpg(dead.pid, signal.SIGKILL)
    dead.wait()
    page, names = installation.python(WATCH)
    assert "1 worker gave no sign of life for a while" in page
    assert "No worker is running" not in page
    assert sorted(name.rpartition("-")[2] for name in names) == sorted(
        str(each.pid) for each in (dead, living)
    )


@pytest.fixture
def small(tmp_path: Path, redis_url: str) -> Iterator[Installation]:
    """An installation whose data folder is on a small disk, and whose database is not."""
    with (
        small_disk(tmp_path / "data") as no_disk,
        postgres_database() as database,
    ):
        if no_disk:
            pytest.skip(no_disk)
        place = Installation(
            tmp_path / "data",
            DATABASE_URL=database,
            REDIS_URL=redis_url,
            CELERY_QUEUE=f"antifaz-{tmp_path.name}-{os.getpid()}",
        )
        yield place
        place.stop()


AGAIN = """
from annotation.models import *
from annotation.services.runs.starting import start_run
start_run(Project.objects.get())
answer = TrainingRun.objects.first().error_words
"""


@pytest.mark.services
def test_a_full_disk_ends_a_round_with_a_sentence_and_no_parts(small: Installation) -> None:
    small.env |= {**QUICK, "WORKER_LANES": "learning"}
    small.worker()
    wait_until(lambda: rows(small, "SELECT 1 FROM annotation_worker"), "the worker")
    filler = fill_disk(small.data)
    small.python(SMALL)
    wait_until(lambda: rows(small, RUN)[0][0] in OVER, "the end of the round")
    assert rows(small, RUN)[0][::2] == ("failed", 1)
    for shelf in ("models", "cache"):
        assert not [path for path in (small.data / shelf).rglob("*") if path.is_file()]
    filler.unlink()
    assert "The disk of the server is full" in small.python(AGAIN)
    newest = RUN + " ORDER BY id DESC"
    wait_until(lambda: rows(small, newest)[0][0] in OVER, "the round after it")
    assert rows(small, newest)[0][0] == "done"
