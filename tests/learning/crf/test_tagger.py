"""The tagger learns, says how sure it is, stops when told to, and refuses what it cannot learn."""

from pathlib import Path

import pytest

from learning.crf.tagger import SENSITIVE, CrfTagger
from learning.errors import EmptyPool, ModelDamaged, NotTrained, OneClassOnly
from learning.metrics.precision_recall import evaluate
from learning.types import Span, Utterance
from tests.learning.conftest import calls
from tests.stopped import Stopped


def test_learns_and_scores(tagger: CrfTagger) -> None:
    test = calls(100, seed=3)
    found = tagger.predict(test)
    guesses = [Utterance(u.text, spans) for u, spans in zip(test, found, strict=True)]
    assert evaluate(test, guesses)["token"]["micro"]["f1"] > 0.95
    assert all(
        0 < span.confidence <= 1 for spans in found for span in spans if span.confidence is not None
    )
    assert tagger.labels == ("ID", "NAME", "PLACE")
    assert tagger.card["utterances"] == 150


def test_binary_has_two_tags(corpus: list[Utterance]) -> None:
    tagger = CrfTagger().fit(corpus[:60], labels="binary")
    assert sorted(tagger.tags) == sorted(["O", f"I-{SENSITIVE}"])


def test_neighbouring_spans_stay_apart() -> None:
    turn = Utterance("Ana Marta vino", (Span(0, 3, "NAME"), Span(4, 9, "NAME")))
    tagger = CrfTagger().fit([turn] * 20 + [Utterance("no vino nadie")] * 20)
    assert "B-NAME" in tagger.tags
    assert [(span.start, span.end) for span in tagger.predict([turn])[0]] == [(0, 3), (4, 9)]


def test_labels_of_one_class_only() -> None:
    with pytest.raises(OneClassOnly, match="label at least one item"):
        CrfTagger().fit([Utterance("hola"), Utterance("adiós")])


def test_nothing_to_learn_from() -> None:
    with pytest.raises(EmptyPool):
        CrfTagger().fit([Utterance(" ")])
    with pytest.raises(EmptyPool):
        CrfTagger().fit([])


def test_everything_sensitive_is_learnt() -> None:
    tagger = CrfTagger().fit([Utterance("Ana", (Span(0, 3, "NAME"),))] * 3)
    assert tagger.predict([Utterance("Ana")])[0][0].label == "NAME"


def test_untrained() -> None:
    with pytest.raises(NotTrained):
        CrfTagger().predict([Utterance("hola")])


def test_cancelling_stops_at_once(corpus: list[Utterance], tmp_path: Path) -> None:
    seen: list[float] = []

    def stop(share: float, phase: str) -> None:
        assert phase == "training"
        seen.append(share)
        if len(seen) == 2:
            raise Stopped("stop")

    with pytest.raises(Stopped):
        CrfTagger().fit(corpus, progress=stop)
    assert len(seen) == 2


def test_save_and_load(tagger: CrfTagger, tmp_path: Path) -> None:
    texts = calls(20, seed=4)
    for _again in range(2):  # the second time replaces the first
        card = tagger.save(tmp_path / "model")
    loaded = CrfTagger.load(tmp_path / "model")
    assert loaded.predict(texts) == tagger.predict(texts)
    assert loaded.card == card
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_features_of_another_version(
    tagger: CrfTagger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tagger.save(tmp_path / "model")
    monkeypatch.setattr("learning.features.encoding.VERSION", 999)
    with pytest.raises(ModelDamaged, match="other features"):
        CrfTagger.load(tmp_path / "model")


def test_odd_texts(tagger: CrfTagger) -> None:
    odd = ["", "\x00", "\U0001f468‍\U0001f469‍\U0001f467 Ana", "a" * 5000, "\u202eabc", "1" * 300]
    assert len(tagger.predict([Utterance(text) for text in odd])) == len(odd)
