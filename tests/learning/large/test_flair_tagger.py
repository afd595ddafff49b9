"""The flair tagger has the same face as the others, and its folder holds nothing that runs."""

from pathlib import Path

import numpy as np
import pytest

from learning.errors import ModelDamaged, WeightsMissing
from learning.large import finetuning
from learning.large.dataset import Lesson
from learning.large.finetuning import LargeSettings
from learning.large.flair_tagger import HEAD, FlairTagger
from learning.large.kinds import open_tagger
from learning.metrics.precision_recall import evaluate
from learning.tokens import tokenise
from learning.types import Utterance
from tests.learning.conftest import calls
from tests.learning.large.tiny import tiny_encoder

torch = pytest.importorskip("torch", reason="the BERT extra is not installed")
library = pytest.importorskip("flair", reason="the BERT extra is not installed")
pytestmark = pytest.mark.bert


@pytest.fixture(scope="module")
def flair(tmp_path_factory: pytest.TempPathFactory) -> FlairTagger:
    encoder = tiny_encoder(tmp_path_factory.mktemp("encoder") / "tiny")
    recipe = LargeSettings(
        encoder=str(encoder),
        frozen="nothing",
        epochs=8,
        least_steps=1,
        learning_rate=5e-3,
        device="cpu",
    )
    return FlairTagger(recipe).fit(calls(200))


def test_learns_and_scores(flair: FlairTagger) -> None:
    test = calls(60, seed=3)
    guesses = [Utterance(u.text, s) for u, s in zip(test, flair.predict(test), strict=True)]
    assert evaluate(test, guesses)["token"]["micro"]["f1"] > 0.6
    assert flair.tags == ("O", "B-ID", "I-ID", "B-NAME", "I-NAME", "B-PLACE", "I-PLACE")
    assert flair.labels == ("ID", "NAME", "PLACE")
    assert flair.card["kind"] == "flair" and flair.card["calibration"]


def test_it_learns_in_half_precision_too(
    flair: FlairTagger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a GPU, but here: training and reading in bfloat16, weights and probabilities whole."""
    monkeypatch.setattr(finetuning, "half_on_gpu", lambda *_: torch.autocast("cpu", torch.bfloat16))
    tagger = FlairTagger(flair.settings).fit(calls(200))
    assert tagger.card["loss"] != flair.card["loss"]  # it made a difference
    test = calls(60, seed=3)
    guesses = [Utterance(u.text, s) for u, s in zip(test, tagger.predict(test), strict=True)]
    assert evaluate(test, guesses)["token"]["micro"]["f1"] > 0.6
    assert all(each.dtype == torch.float32 for each in tagger._tagger.parameters())
    (values,) = tagger.marginals([test[0]])
    assert np.allclose(values.sum(axis=1), 1, atol=1e-6)


def test_marginals_sum_to_one_also_of_empty_odd_and_long_texts(flair: FlairTagger) -> None:
    odd = [Utterance(""), Utterance("\u200b hola ☎ 漢 " + "x" * 300), Utterance("soy Ana " * 99)]
    turns = [*calls(10, seed=5), *odd]
    for turn, values in zip(turns, flair.marginals(turns), strict=True):
        assert values.shape == (len(tokenise(turn.text)), 7)
        assert np.allclose(values.sum(axis=1), 1, atol=1e-6)


def test_saved_and_opened_it_answers_the_same(flair: FlairTagger, tmp_path: Path) -> None:
    turns = calls(20, seed=4)
    flair.save(tmp_path / "model")
    opened = open_tagger(tmp_path / "model")
    assert isinstance(opened, FlairTagger)
    for one, other in zip(flair.marginals(turns), opened.marginals(turns), strict=True):
        assert np.allclose(one, other, atol=1e-5)
    kinds = {path.suffix for path in (tmp_path / "model").rglob("*") if path.is_file()}
    assert kinds == {".json", ".safetensors"}
    (tmp_path / "model" / HEAD).unlink()
    with pytest.raises(ModelDamaged):
        open_tagger(tmp_path / "model")


def test_neighbouring_spans_stay_apart(flair: FlairTagger) -> None:
    lesson = Lesson(["Ana", "Marta", "de", "Vigo"], ["I-NAME", "B-NAME", "O", "I-PLACE"])
    spans = flair._sentence(lesson).get_spans("ner")
    assert [(each.text, each.tag) for each in spans] == [
        ("Ana", "NAME"),
        ("Marta", "NAME"),
        ("Vigo", "PLACE"),
    ]


def test_weights_that_cannot_be_read(tmp_path: Path) -> None:
    encoder = tiny_encoder(tmp_path / "tiny")
    (encoder / "model.safetensors").write_bytes(b"no weights at all")
    with pytest.raises(WeightsMissing, match="cannot be read"):
        FlairTagger(LargeSettings(encoder=str(encoder), device="cpu")).fit(calls(20))
