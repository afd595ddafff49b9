"""The BERT tagger learns, is calibrated, reads long texts, is saved whole, fails in clear words.

A tiny random encoder stands in for the weights; one test at the end uses real ones where there are.
"""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learning.crf.probe import probe_model
from learning.errors import (
    EmptyPool,
    MemoryShort,
    ModelDamaged,
    NotTrained,
    OneClassOnly,
    WeightsMissing,
)
from learning.large import finetuning
from learning.large.bert import BertTagger
from learning.large.encoders import find_encoder
from learning.large.finetuning import LargeSettings
from learning.large.kinds import open_tagger
from learning.metrics.precision_recall import evaluate
from learning.tokens import tokenise
from learning.types import Utterance
from tests.learning.conftest import calls
from tests.learning.large.tiny import tiny_encoder
from tests.stopped import Stopped

torch = pytest.importorskip("torch", reason="the BERT extra is not installed")
pytest.importorskip("transformers", reason="the BERT extra is not installed")
pytestmark = pytest.mark.bert


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_encoder(tmp_path_factory.mktemp("encoder") / "tiny")


@pytest.fixture(scope="session")
def recipe(encoder: Path) -> LargeSettings:
    return LargeSettings(
        encoder=str(encoder),
        frozen="nothing",
        epochs=12,
        least_steps=1,
        learning_rate=5e-3,
        device="cpu",
    )


@pytest.fixture(scope="session")
def bert(recipe: LargeSettings) -> BertTagger:
    return BertTagger(recipe).fit(calls(200))


def test_learns_and_scores(bert: BertTagger) -> None:
    test = calls(60, seed=3)
    guesses = [Utterance(u.text, s) for u, s in zip(test, bert.predict(test), strict=True)]
    assert evaluate(test, guesses)["token"]["micro"]["f1"] > 0.6
    assert bert.labels == ("ID", "NAME", "PLACE")
    assert bert.tags[0] == "O"
    assert all(0 < s.confidence <= 1 for u in guesses for s in u.spans if s.confidence is not None)


def test_it_learns_in_half_precision_too(
    recipe: LargeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a GPU is used, but here: the forward pass in bfloat16, loss and probabilities in full."""
    monkeypatch.setattr(finetuning, "half_on_gpu", lambda *_: torch.autocast("cpu", torch.bfloat16))
    tagger = BertTagger(recipe).fit(calls(200))
    test = calls(60, seed=3)
    guesses = [Utterance(u.text, s) for u, s in zip(test, tagger.predict(test), strict=True)]
    assert evaluate(test, guesses)["token"]["micro"]["f1"] > 0.6
    assert all(values.dtype == torch.float32 for values in tagger._model.parameters())
    (values,) = tagger.marginals([test[0]])
    assert np.allclose(values.sum(axis=1), 1, atol=1e-6)


def test_a_loss_that_does_not_fall_is_begun_anew_more_slowly(recipe: LargeSettings) -> None:
    """At .05 this encoder collapses: it calls everything "outside", and its loss says so."""
    turns, test = calls(100), calls(60, seed=3)
    high = replace(recipe, learning_rate=0.05, threads=1)
    lost = BertTagger(replace(high, restarts=0)).fit(turns)
    assert lost.card["stuck"] and "restarted" not in lost.card
    assert not any(lost.predict(test))
    found = BertTagger(high).fit(turns)
    assert found.card["restarted"] == {"learning_rate": 0.05, "loss": lost.card["loss"]}
    assert found.card["learning_rate"] == pytest.approx(0.015) and not found.card["stuck"]
    guesses = [Utterance(u.text, s) for u, s in zip(test, found.predict(test), strict=True)]
    assert evaluate(test, guesses)["token"]["micro"]["f1"] > 0.6
    json.dumps(found.card)


def test_it_is_begun_anew_once(recipe: LargeSettings) -> None:
    found = BertTagger(replace(recipe, learning_rate=3.0, epochs=2)).fit(calls(60))
    assert found.card["stuck"] and found.card["learning_rate"] == pytest.approx(0.9)


def test_a_network_that_learnt_nothing_is_not_kept(recipe: LargeSettings, tmp_path: Path) -> None:
    """Else an interrupted training would go on from it, and a new beginning too."""
    for rate, is_kept in ((0.05, False), (5e-3, True)):
        tagger = BertTagger(replace(recipe, learning_rate=rate, restarts=0, threads=1))
        tagger.keep_in(tmp_path / "unfinished", 0.0, origin="x")
        tagger.fit(calls(100))
        assert (tmp_path / "unfinished").exists() == is_kept


def test_the_card_says_what_was_done(bert: BertTagger, encoder: Path) -> None:
    card = bert.card
    assert (card["kind"], card["device"], card["utterances"]) == ("bert", "cpu", 200)
    assert card["encoder"] == {"name": encoder.name}
    assert card["calibration"]["tokens"] >= 100 and card["temperature"] == bert.temperature > 0
    json.dumps(card)


def test_marginals_are_tokens_by_tags_and_sum_to_one(bert: BertTagger) -> None:
    turns = [*calls(20, seed=5), Utterance(""), Utterance("\u200b hola ☎ 漢 " + "x" * 300)]
    for turn, values in zip(turns, bert.marginals(turns), strict=True):
        assert values.shape == (len(tokenise(turn.text)), len(bert.tags))
        assert values.dtype == np.float32
        assert np.allclose(values.sum(axis=1), 1, atol=1e-6)


def test_a_long_text_is_read_whole(bert: BertTagger) -> None:
    one = "hola buenas tardes soy Amaia llamo desde Bilbao "
    long = Utterance(one * 40)  # 320 tokens, far more than the 64 places of the encoder
    (values,) = bert.marginals([long])
    assert values.shape[0] == 320
    starts = {span.start % len(one) for span in bert.predict([long])[0]}
    assert one.index("Amaia") in starts


def test_turns_do_not_change_each_other(bert: BertTagger) -> None:
    turns = calls(40, seed=8)
    together = bert.marginals(turns)
    for place in (0, 7, 39):
        (alone,) = bert.marginals([turns[place]])
        assert np.allclose(alone, together[place], atol=1e-4)


def test_a_lower_bar_for_outside_finds_more(bert: BertTagger) -> None:
    turns = calls(60, seed=3)
    sizes = [
        sum(s.end - s.start for spans in bert.predict(turns, threshold=border) for s in spans)
        for border in (0.2, 0.9, 0.999)
    ]
    assert sizes[0] <= sizes[1] <= sizes[2] and sizes[0] < sizes[2]


def test_saved_and_opened_it_answers_the_same(bert: BertTagger, tmp_path: Path) -> None:
    turns = calls(20, seed=4)
    card = bert.save(tmp_path / "model")
    assert card["files"]["model.safetensors"]
    probe_model(tmp_path / "model")
    opened = open_tagger(tmp_path / "model")
    assert isinstance(opened, BertTagger)
    assert opened.tags == bert.tags and opened.card == card
    for one, other in zip(bert.marginals(turns), opened.marginals(turns), strict=True):
        assert np.allclose(one, other, atol=1e-5)


def test_frozen_embeddings_stay_and_survive_saving_in_half(
    recipe: LargeSettings, tmp_path: Path
) -> None:
    tagger = BertTagger(replace(recipe, frozen="embeddings", epochs=1, least_steps=1))
    tagger.fit(calls(30))
    tagger.save(tmp_path / "model")
    opened = BertTagger.load(tmp_path / "model")
    turns = calls(5, seed=2)
    for one, other in zip(tagger.marginals(turns), opened.marginals(turns), strict=True):
        assert np.allclose(one, other, atol=1e-6)
    name = "bert.embeddings.word_embeddings.weight"
    assert not opened._model.get_parameter(name).requires_grad


@pytest.mark.parametrize("damage", ["weights", "card", "gone"])
def test_a_damaged_folder_is_refused(bert: BertTagger, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "model"
    bert.save(folder)
    weights = folder / "model.safetensors"
    if damage == "weights":
        data = bytearray(weights.read_bytes())
        data[len(data) // 2] ^= 0xFF
        weights.write_bytes(data)
    elif damage == "card":
        (folder / "card.json").write_text('{"kind": "bert", "settings": {}}')
    else:
        weights.unlink()
    with pytest.raises(ModelDamaged):
        open_tagger(folder)
    with pytest.raises(ModelDamaged):
        probe_model(folder)


def test_a_failed_save_leaves_the_old_model(
    bert: BertTagger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "model"
    before = bert.save(folder)

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bert._model, "save_pretrained", full)
    with pytest.raises(OSError, match="No space"):
        bert.save(folder)
    assert BertTagger.load(folder).card == before
    assert [each.name for each in tmp_path.iterdir()] == ["model"]


def test_cancelling_stops_at_the_next_step(recipe: LargeSettings) -> None:
    seen: list[float] = []

    def stop(share: float, phase: str) -> None:
        assert phase == "training"
        seen.append(share)
        if len(seen) == 2:
            raise Stopped("enough")

    tagger = BertTagger(recipe)
    with pytest.raises(Stopped):
        tagger.fit(calls(60), progress=stop)
    assert len(seen) == 2 and seen[0] < seen[1] < 0.5


def test_what_cannot_be_learnt(recipe: LargeSettings) -> None:
    with pytest.raises(EmptyPool):
        BertTagger(recipe).fit([Utterance(" ")])
    with pytest.raises(OneClassOnly):
        BertTagger(recipe).fit([Utterance("hola")])
    with pytest.raises(NotTrained):
        BertTagger(recipe).predict([Utterance("hola")])


def test_weights_that_cannot_be_read(recipe: LargeSettings, encoder: Path, tmp_path: Path) -> None:
    for each in encoder.iterdir():
        (tmp_path / each.name).write_bytes(each.read_bytes())
    (tmp_path / "model.safetensors").write_bytes(b"no weights at all")
    with pytest.raises(WeightsMissing, match=r"cannot be read .*docs/taggers\.md"):
        BertTagger(replace(recipe, encoder=str(tmp_path))).fit(calls(20))


def test_a_hub_name_without_its_weights() -> None:
    with pytest.raises(WeightsMissing, match="nobody/nothing is no folder here"):
        find_encoder("nobody/nothing")


def test_memory_that_runs_out_means_smaller_pieces(
    recipe: LargeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tagger = BertTagger(replace(recipe, epochs=1, least_steps=1))
    most = [0]
    real = BertTagger._logits

    def tight(self: BertTagger, batch: Any) -> Any:
        if len(batch) > 3:
            raise RuntimeError("CUDA out of memory. Tried to allocate 20 GiB")
        most[0] = max(most[0], len(batch))
        return real(self, batch)

    monkeypatch.setattr(BertTagger, "_logits", tight)
    tagger.fit(calls(60))
    assert most[0] in {2, 3}
    assert len(tagger.predict(calls(20))) == 20

    def none(self: BertTagger, batch: Any) -> Any:
        raise RuntimeError("DefaultCPUAllocator: can't allocate memory")

    monkeypatch.setattr(BertTagger, "_logits", none)
    with pytest.raises(MemoryShort, match="choose a smaller one"):
        BertTagger(recipe).fit(calls(60))


def test_a_model_larger_than_the_memory_is_refused_before_training(
    recipe: LargeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finetuning, "available_memory", lambda: 150 << 20)
    with pytest.raises(MemoryShort, match=r"needs about 0\.2 GiB .* 0\.1 GiB are free"):
        BertTagger(recipe).fit(calls(60))


def test_smaller_pieces_give_the_same_gradient(recipe: LargeSettings) -> None:
    """The mean of 2 and 4 is 3, in one piece or in two."""
    weight = torch.nn.Parameter(torch.tensor(1.0))
    optimiser = torch.optim.SGD([weight], lr=0.0)
    step = finetuning._Step(
        torch, optimiser, [weight], lambda batch: weight * sum(batch) / len(batch)
    )
    whole = step.take([2.0, 4.0])
    gradient = float(weight.grad)
    step.most = 1
    assert step.take([2.0, 4.0]) == whole == 3.0
    assert float(weight.grad) == gradient


@pytest.mark.weights
def test_real_weights_learn_names(tmp_path: Path) -> None:
    folder = os.environ.get("ANTIFAZ_ENCODER", "")
    if not folder:
        pytest.skip("ANTIFAZ_ENCODER names no folder with real weights")
    real = LargeSettings(encoder=folder, device="cpu", epochs=2, least_steps=40)
    tagger = BertTagger(real).fit(calls(120))
    test = calls(60, seed=3)
    guesses = [Utterance(u.text, s) for u, s in zip(test, tagger.predict(test), strict=True)]
    assert evaluate(test, guesses)["token"]["binary"]["f1"] > 0.9
    unseen = Utterance("buenos días , soy Francisco y vivo en Zaragoza")
    found = {(span.start, span.end) for span in tagger.predict([unseen])[0]}
    assert {(18, 27), (38, 46)} <= found  # neither was in what it learnt from
