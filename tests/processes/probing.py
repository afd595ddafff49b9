"""A saved model is tried in this process: a child of its own costs two seconds of a processor.

Imported by the conftest of each folder whose tests save models. Where damage is the subject, the
marker `damage` keeps the child; what such a test damages is saved `without_child`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from learning.crf import probe
from learning.errors import LearningError, ModelDamaged


def try_here(folder: Path, _timeout: float) -> None:
    try:
        probe.answer(folder)
    except LearningError as error:
        raise ModelDamaged(str(error)) from error


@contextmanager
def without_child() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(probe, "try_apart", try_here)
        yield


@pytest.fixture(autouse=True)
def no_probe(request: pytest.FixtureRequest) -> Iterator[None]:
    if request.node.get_closest_marker("damage"):
        yield
    else:
        with without_child():
            yield
