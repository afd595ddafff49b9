"""What went wrong with the weights of a large model, in one of our own words; without torch."""

import pytest

from learning.errors import LearningError, MemoryShort, WeightsMissing
from learning.large.finetuning import unreadable


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OSError("no file named config.json"), WeightsMissing),
        (RuntimeError("CUDA out of memory. Tried to allocate 2 GiB"), MemoryShort),
        (MemoryError(), MemoryShort),
    ],
    ids=["file", "gpu", "cpu"],
)
def test_weights_that_cannot_be_opened(error: Exception, kind: type[LearningError]) -> None:
    found = unreadable(error)
    assert type(found) is kind
    assert "config.json" not in str(found)
