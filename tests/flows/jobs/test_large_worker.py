"""The large model is trained by a real worker, behind the round, in a child process of its own."""

from pathlib import Path

import pytest

from tests.flows.conftest import Installation, wait_until
from tests.flows.jobs.test_worker_killed import PREPARE, rows
from tests.learning.large.tiny import tiny_encoder

pytestmark = [pytest.mark.worker, pytest.mark.bert]

STATE = """
from annotation.models import *
run = TrainingRun.objects.get(kind="large")
answer = {name: getattr(run, name) for name in ("status", "attempts", "error", "metrics")}
"""


# What it does does not hang on the database; the seconds of a second one are long.
@pytest.mark.parametrize("installation", ["sqlite"], indirect=True)
def test_a_worker_trains_it_after_the_round(installation: Installation) -> None:
    pytest.importorskip("torch", reason="the bert extra is not installed")
    tiny_encoder(Path(installation.data) / "encoders" / "tiny")
    prepare = PREPARE.replace("batch_size=5", 'batch_size=5, encoder="tiny"')
    split = 'position=place, split="test" if 22 <= place < 32 else "pool")'  # to be measured on
    installation.python(prepare.replace("position=place)", split))
    installation.worker()
    runs = "SELECT status FROM annotation_trainingrun WHERE kind = 'large'"
    wait_until(
        lambda: [status for (status,) in rows(installation, runs) if status in {"done", "failed"}],
        "the large model",
    )
    state = installation.python(STATE)
    assert (state["status"], state["attempts"], state["error"]) == ("done", 1, "")
    assert 0.0 <= state["metrics"]["f1"] <= 1.0
    assert state["metrics"]["on"] == "test"
    assert state["metrics"]["crf_f1"] > 0.5
    done = "SELECT status FROM annotation_trainingrun WHERE kind = 'round'"
    assert rows(installation, done) == [("done",)]
