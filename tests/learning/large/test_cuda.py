"""What a GPU does to the large taggers; run wherever torch finds one.

With no GPU they are skipped, and the reason says what torch answered and how long that took. They
need neither Django nor the other tests' set-up, so that a bare machine can run them:
`python -m pytest -c /dev/null --noconftest tests/learning/large/test_cuda.py`.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learning.large import finetuning
from learning.large.base import LargeTagger
from learning.large.finetuning import LargeSettings
from learning.large.kinds import new_tagger, open_tagger
from learning.large.sentences import sentence_vectors
from learning.metrics.precision_recall import evaluate
from learning.types import Utterance
from tests.learning.conftest import calls
from tests.learning.large.tiny import tiny_encoder

torch = pytest.importorskip("torch", reason="the BERT extra is not installed")
flair = pytest.importorskip("flair", reason="the BERT extra is not installed")

_began = time.perf_counter()
FOUND = torch.cuda.is_available()
WHY = (
    f"no GPU: torch {torch.__version__} "
    + (f"(CUDA {torch.version.cuda}) found none" if torch.version.cuda else "has no CUDA in it")
    + f", asked for {time.perf_counter() - _began:.1f} s"
)
pytestmark = [pytest.mark.bert, pytest.mark.skipif(not FOUND, reason=WHY)]


@pytest.fixture(scope="module")
def recipe(tmp_path_factory: pytest.TempPathFactory) -> LargeSettings:
    encoder = tiny_encoder(tmp_path_factory.mktemp("encoder") / "tiny")
    return LargeSettings(
        encoder=str(encoder), frozen="nothing", epochs=12, least_steps=1, learning_rate=5e-3
    )


@pytest.fixture(scope="module", params=["bert", "flair"])
def tagger(request: pytest.FixtureRequest, recipe: LargeSettings) -> Iterator[LargeTagger]:
    before = flair.device  # flair has one for all models
    found = new_tagger(request.param, recipe).fit(calls(200))
    assert isinstance(found, LargeTagger)
    yield found
    flair.device = before


def micro_f1(tagger: LargeTagger, turns: Sequence[Utterance]) -> float:
    guesses = [Utterance(u.text, s) for u, s in zip(turns, tagger.predict(turns), strict=True)]
    return float(evaluate(turns, guesses)["token"]["micro"]["f1"])


def test_it_learns(tagger: LargeTagger) -> None:
    assert str(tagger.card["device"]).startswith("cuda") and not tagger.card["stuck"]
    assert micro_f1(tagger, calls(60, seed=3)) > 0.6


def test_saved_and_opened_it_answers_the_same(tagger: LargeTagger, tmp_path: Path) -> None:
    turns = calls(40, seed=3)
    tagger.save(tmp_path / "m")
    again = open_tagger(tmp_path / "m")
    for one, other in zip(again.marginals(turns), tagger.marginals(turns), strict=True):
        assert np.allclose(one, other, atol=1e-2)


def test_a_processor_answers_nearly_the_same(
    tagger: LargeTagger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half precision moves a probability by little, and the tags of hardly a token."""
    turns = calls(60, seed=3)
    half = np.concatenate(tagger.marginals(turns))
    monkeypatch.setattr(finetuning, "half_on_gpu", lambda *_: torch.autocast("cuda", enabled=False))
    whole = np.concatenate(tagger.marginals(turns))
    assert not np.array_equal(half, whole)  # it was half precision
    assert np.abs(half - whole).mean() < 0.01
    assert (half.argmax(axis=1) == whole.argmax(axis=1)).mean() > 0.98


def test_weights_stay_whole(tagger: LargeTagger) -> None:
    network: Any = getattr(tagger, "_model", None) or tagger._tagger  # type: ignore[attr-defined]
    assert {each.dtype for each in network.parameters()} == {torch.float32}
    assert {each.device.type for each in network.parameters()} == {"cuda"}


def test_a_training_that_does_not_fall_is_restarted(recipe: LargeSettings) -> None:
    found = new_tagger("bert", replace(recipe, learning_rate=1.0, epochs=2)).fit(calls(60))
    assert found.card["restarted"]["learning_rate"] == 1.0  # type: ignore[index, call-overload]
    assert found.card["learning_rate"] == pytest.approx(0.3)


def test_a_full_card_means_smaller_pieces() -> None:
    sizes = []

    def work(items: Sequence[int]) -> None:
        torch.empty(len(items) << 24, dtype=torch.uint8, device="cuda")  # 16 MiB each
        sizes.append(len(items))

    whole = torch.cuda.get_device_properties(0).total_memory
    torch.cuda.empty_cache()
    held = torch.cuda.memory_reserved()
    torch.cuda.set_per_process_memory_fraction((held + (100 << 20)) / whole)
    try:
        assert finetuning.in_pieces(torch, list(range(64)), 32, work) < 32
    finally:
        torch.cuda.set_per_process_memory_fraction(1.0)
    assert sum(sizes) == 64 and max(sizes) < 32


def test_vectors_of_texts(recipe: LargeSettings) -> None:
    texts = [each.text for each in calls(20)]
    mine = sentence_vectors(texts, recipe)
    assert np.allclose(mine, sentence_vectors(texts, replace(recipe, device="cpu")), atol=1e-3)
