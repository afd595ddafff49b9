"""A worker is killed while it teaches a source model; the next one does it, and no file is left."""

import os
import signal

import pytest

from tests.flows.conftest import Installation, wait_until
from tests.flows.jobs.test_worker_killed import rows, silence

pytestmark = [pytest.mark.worker]

PREPARE = """
from benchmarks.demo import support_calls
from annotation.formats.corpora.jsonl import write_line
from annotation.models import User
from annotation.services.sources import trainings
user = User.objects.create_superuser("worker-test")
calls = "".join(map(write_line, support_calls(n=20, seed=7))).encode()
training = trainings.draft_from_file(user, ("calls.jsonl", calls), name="Calls")
answer = [training.pk, training.counts["turns"], training.labels]
trainings.start_source_training(training, training.labels)
"""
STATE = """
from annotation.models import SourceTraining
from learning.crf.tagger import CrfTagger
from django.conf import settings
training = SourceTraining.objects.get()
answer = {name: getattr(training, name) for name in ("status", "attempts", "error", "file")}
if training.source is not None:
    answer["tags"] = CrfTagger.load(settings.ANTIFAZ_DATA / training.source.folder).tags
"""


def test_a_killed_training_is_done_by_the_next_worker(installation: Installation) -> None:
    installation.env["HEARTBEAT_SECONDS"] = "0.5"
    _pk, turns, labels = installation.python(PREPARE)
    assert turns > 400
    assert all(labels.values())
    kept = installation.data / "sources"
    assert len(list(kept.iterdir())) == 1
    job = "SELECT status FROM annotation_sourcetraining"
    first = installation.worker()
    wait_until(lambda: rows(installation, job)[0][0] == "running", "a worker")
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert rows(installation, job)[0][0] == "running"
    assert len(list(kept.iterdir())) == 1

    silence(installation, "sourcetraining")
    installation.worker()
    wait_until(lambda: rows(installation, job)[0][0] in {"done", "failed"}, "the second try")
    state = installation.python(STATE)
    assert (state["status"], state["attempts"], state["error"]) == ("done", 2, "")
    assert state["file"] == ""
    assert sorted(state["tags"]) == ["I-SENSITIVE", "O"]
    wait_until(lambda: not list(kept.iterdir()), "the end of the file")
    models = list((installation.data / "models").glob("source-*/card.json"))
    assert len(models) == 1
