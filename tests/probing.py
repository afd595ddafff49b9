"""A saved model is tried in this process: a child of its own costs two seconds of a processor.

Imported by the conftest of each folder whose tests save models. Where damage is the subject, the
marker `damage` keeps the child.
"""

from pathlib import Path

import pytest

from learning.crf import probe
from learning.errors import LearningError, ModelDamaged


def try_here(folder: Path, _timeout: float) -> None:
    try:
        probe.answer(folder)
    except LearningError as error:
        raise ModelDamaged(str(error)) from error


@pytest.fixture(autouse=True)
def no_probe(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("damage") is None:
        monkeypatch.setattr(probe, "try_apart", try_here)
