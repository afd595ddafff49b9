"""Two workers on machines of their own: one database, one queue, one data folder, and a local
folder each. One is killed in the middle of a round; the other ends it, from its own copies."""

import os
import signal
from pathlib import Path

import pytest

from tests.flows.conftest import Installation, wait_until
from tests.flows.jobs.test_worker_killed import PREPARE, is_at_work, rows

pytestmark = [pytest.mark.worker]

NEXT_ROUND = """
from annotation.models import *
from annotation.services.runs.starting import start_run
answer = start_run(Project.objects.get()).pk
"""


@pytest.mark.parametrize("installation", ["postgres"], indirect=True)
@pytest.mark.services
def test_the_other_machine_ends_the_round(installation: Installation, tmp_path: Path) -> None:
    installation.env |= {"HEARTBEAT_SECONDS": "0.5", "JOB_LOST_SECONDS": "5"}
    installation.python(PREPARE)
    folders = [tmp_path / f"machine-{number}" for number in (1, 2)]
    installation.env["LOCAL_CACHE"] = str(folders[0])
    first = installation.worker(gives_way=True)
    wait_until(lambda: is_at_work(installation), "a round at work")
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()

    installation.env["LOCAL_CACHE"] = str(folders[1])
    installation.worker()
    done = "SELECT count(*) FROM annotation_trainingrun WHERE status = 'done'"
    wait_until(lambda: rows(installation, done)[0][0] == 1, "the second try")
    tries = "SELECT attempts, error FROM annotation_trainingrun"
    assert rows(installation, tries) == [(2, "")]
    # Its features are its own; the model that it made is everybody's, and is fetched to go on from.
    assert list((folders[1] / "cache").glob("project-*/*"))
    assert not list((installation.data / "cache").glob("project-*/*-[0-9a-f]*"))
    installation.python(NEXT_ROUND)
    wait_until(lambda: rows(installation, done)[0][0] == 2, "the next round")
    assert list((folders[1] / "models").glob("*/*/card.json"))
