"""Two real workers score one pool, and measure utility, together; one that was killed is missed by
nobody."""

import os
import signal

import pytest

from tests.flows.conftest import ONE, Installation, wait_until
from tests.flows.jobs.test_worker_killed import PREPARE, STATE, is_at_work, rows
from tests.processes.warm import Staying

pytestmark = [pytest.mark.worker]

# This process stands for the worker that has the round; real ones are asked to help. It waits
# until one of them gave a part back, which with a small pool would else come too late.
SHARE = """
import time
import numpy as np
from annotation.models import *
from annotation.services.jobs.workers import count_workers
from annotation.services.training.shards import SharedScoring
from learning.crf.tagger import CrfTagger
from learning.types import Span, Utterance
from learning.choice.uncertainty import score_pool
def turn(n):
    name = ["Amaia", "Iker", "Nerea", "Unai", "Laia"][n % 5]
    return Utterance(f"me llamo {name} y vivo en casa {n}", (Span(9, 9 + len(name), "NAME"),))
corpus = [turn(n) for n in range(400)]
tagger = CrfTagger().fit(corpus[:60])
encoding = tagger.encode(corpus)
project = Project.objects.create(slug="shared", name="Shared")
run = TrainingRun.objects.create(project=project, kind="round", status="running", claim="c" * 8)
shared = SharedScoring(run)
call, given = shared._call, []
def called(helpers):
    call(helpers)
    until = time.monotonic() + WAIT
    while time.monotonic() < until and not given:
        given.extend(shared.folder.glob("part-*.npy"))
        time.sleep(0.05)
shared._call = called
found = shared(encoding, tagger.weights, rows=np.arange(0, 400, 3))
alone = score_pool(encoding, tagger.weights, rows=np.arange(0, 400, 3))
answer = {
    "workers": count_workers(),
    "given": len(given),
    "same": bool(np.allclose(found.entropy, alone.entropy, atol=1e-6)),
    "left": len(list(shared.folder.parent.glob("shards-*"))),
}
project.delete()
"""

# The same of the utility laboratory, whose parts are rows of the database.
USED = """
import time
from annotation.models import *
from annotation.services.evidence.use.utility import measure_utility
from annotation.services.projects.creation import create_project
from tests.labelled import add_calls
user = User.objects.create_user("curious")
project = create_project(user, name="Used", lang="es", slug="used")
add_calls(project, 12, user, read=12)
options = {"strategies": ["entity", "typed"], "repeats": 1}
row = Measurement.objects.create(
    project=project, kind="utility", options=options, status="running", claim="u" * 8
)
given, until = [], time.monotonic() + 60
def report(share, phase):
    while not given and time.monotonic() < until:
        given.extend(row.parts.filter(status="done").values_list("pk", flat=True))
        time.sleep(0.05)
found = measure_utility(project, options, report, row=row)
alone = measure_utility(project, options, lambda share, phase: None)
answer = {"given": len(given), "same": found == alone, "parts": row.parts.count()}
project.delete()
"""


def kill(worker: Staying) -> None:
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


@pytest.mark.parametrize("installation", [ONE], indirect=True)
def test_two_workers_share_a_round_and_a_killed_one_is_missed_by_nobody(
    installation: Installation,
) -> None:
    # Three beats without a sign and a worker is not called: on a busy machine one comes late.
    installation.env |= {"HEARTBEAT_SECONDS": "10", "JOB_LOST_SECONDS": "30", "SHARE_FROM": "1"}
    first, second = installation.worker(), installation.worker()
    signs = installation.data / "workers"
    wait_until(lambda: signs.exists() and len(list(signs.iterdir())) == 2, "two workers")

    # They take parts of a third's round.
    answer = installation.python(SHARE.replace("WAIT", "60"))
    assert answer["workers"] == 2
    assert answer["given"] > 0
    assert answer["same"]
    assert answer["left"] == 0

    # And of its utility laboratory: a strategy's replacement, and then its training.
    answer = installation.python(USED)
    assert answer["given"] > 0
    assert answer["same"] and answer["parts"] == 5

    # A round of their own survives one of them.
    installation.python(PREPARE)
    run = "SELECT status FROM annotation_trainingrun"
    wait_until(lambda: is_at_work(installation), "a round at work")
    kill(first)  # the one that trains, or the one that would help
    wait_until(lambda: rows(installation, run)[0][0] in {"done", "failed"}, "the round")
    state = installation.python(STATE)
    assert (state["status"], state["error"], state["runs"]) == ("done", "", 1)
    assert (state["batches"], state["items"]) == (2, 5)
    assert not list((installation.data / "cache").glob("*/shards-*"))

    # Both are dead, and called all the same. Long beats, so that they are still counted.
    kill(second)
    installation.env |= {"HEARTBEAT_SECONDS": "60", "JOB_LOST_SECONDS": "120"}
    answer = installation.python(SHARE.replace("WAIT", "1"))
    assert answer == {"workers": 2, "given": 0, "same": True, "left": 0}
