"""How large models are trained, and what went wrong, in our own words; without torch."""

import contextlib
import math
from types import SimpleNamespace
from typing import Any

import pytest

from learning.errors import LearningError, MemoryShort, WeightsMissing
from learning.large.dataset import Lesson, blind_loss
from learning.large.finetuning import (
    LargeSettings,
    half_on_gpu,
    is_stuck,
    probabilities,
    rate_of,
    unreadable,
)


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


def test_the_learning_rate_goes_by_size() -> None:
    assert rate_of(LargeSettings(), 384) == 1e-4  # 3e-4 collapsed
    assert rate_of(LargeSettings(), 768) == 5e-5
    assert rate_of(LargeSettings(learning_rate=0.01), 768) == 0.01


def test_a_loss_is_judged_by_that_of_a_guess_without_reading() -> None:
    # A quarter of the tokens are names: -.75 ln .75 - .25 ln .25 = .562.
    blind = blind_loss([Lesson(["a", "b"], ["O", "O"]), Lesson(["c", "d"], ["O", "I-NAME"])])
    assert blind == pytest.approx(0.5623, abs=1e-4)
    assert not is_stuck(0.05, blind) and not is_stuck(0.28, blind)
    assert is_stuck(0.29, blind) and is_stuck(0.6, blind) and is_stuck(math.nan, blind)


class Told:
    """A tensor on a device without numbers of 8 bytes; it notes what is asked of it."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def __getattr__(self, name: str) -> Any:
        def call() -> Any:
            self.calls.append(name)
            if name == "double" and "cpu" not in self.calls:
                raise TypeError("Cannot convert a MPS Tensor to float64 dtype")
            return self

        return call


def test_probabilities_leave_the_device_before_they_are_made_precise() -> None:
    logits = Told()
    probabilities(SimpleNamespace(softmax=lambda values, dim: values), logits)
    assert logits.calls == ["detach", "cpu", "double", "numpy"]


def test_half_precision_is_for_cuda_alone() -> None:
    torch = SimpleNamespace(bfloat16="half", autocast=lambda *asked: asked)
    assert half_on_gpu(torch, SimpleNamespace(type="cuda")) == ("cuda", "half")
    for kind in ("cpu", "mps"):
        found = half_on_gpu(torch, SimpleNamespace(type=kind))
        assert isinstance(found, contextlib.nullcontext)
