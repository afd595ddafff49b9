"""Our forward-backward and Viterbi against CRFsuite's own, and against sums worked by hand."""

import numpy as np
import pycrfsuite
import pytest

from learning.crf.marginals import chunks, posterior, viterbi
from learning.crf.modelwriter import write_weights
from learning.crf.tagger import CrfTagger
from learning.features.encoding import encode
from learning.tokens import tags_to_spans, tokenise
from learning.types import Utterance
from tests.learning.conftest import calls


def native(data: bytes) -> pycrfsuite.Tagger:
    opened = pycrfsuite.Tagger()
    opened.open_inmemory(data)
    return opened


@pytest.mark.parametrize("labels", ["all", "binary"])
def test_equal_to_crfsuite(labels: str, corpus: list[Utterance]) -> None:
    tagger = CrfTagger().fit(corpus[:80], labels=labels)
    tagger.finder = None  # CRFsuite knows one CRF at a time
    texts = [Utterance("una"), Utterance(""), *calls(60, seed=5)]
    data = write_weights(tagger.weights)  # CRFsuite reads it in place: the name keeps it alive
    encoding, theirs = tagger.encode(texts), native(data)
    ours, spans = tagger.marginals(texts), tagger.predict(texts)
    for row, text in enumerate(texts):
        attributes = encoding.attribute_lists(row)
        tags = theirs.tag(attributes) if attributes else []
        for place in range(len(attributes)):
            expected = [theirs.marginal(tag, place) for tag in tagger.tags]
            assert ours[row][place] == pytest.approx(expected, abs=1e-5)
        plain = [(span.start, span.end, span.label) for span in spans[row]]
        found = tags_to_spans(tokenise(text.text), tags)
        assert plain == [(span.start, span.end, span.label) for span in found]


def test_two_tokens_by_hand() -> None:
    # Two tags, two tokens, scores as logs of 1..4; transitions weigh 2 to stay and 1 to change.
    # Paths: 00: 1*2*3 = 6, 01: 1*1*4 = 4, 10: 2*1*3 = 6, 11: 2*2*4 = 16; sum 32.
    state = np.log(np.array([[1.0, 2.0], [3.0, 4.0]]))
    moves = np.log(np.array([[2.0, 1.0], [1.0, 2.0]]))
    chunk = next(chunks(encode([Utterance("a b")]), np.array([0])))
    expected = [[10 / 32, 22 / 32], [12 / 32, 20 / 32]]
    assert posterior(state, moves, chunk) == pytest.approx(np.array(expected))
    tags, best = viterbi(state, moves, chunk)
    assert tags.tolist() == [1, 1]
    assert best[0] == pytest.approx(np.log(16 / 32))


def test_chunk_size_changes_nothing(tagger: CrfTagger, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = calls(40, seed=6)
    whole = tagger.marginals(texts)
    monkeypatch.setattr("learning.crf.marginals.chunks.__defaults__", (7,))
    for one, other in zip(whole, tagger.marginals(texts), strict=True):
        assert one == pytest.approx(other, abs=1e-6)


def test_far_apart_scores_stay_finite() -> None:
    state = np.array([[900.0, -900.0], [-900.0, 900.0], [0.0, 0.0]], np.float32)
    moves = np.array([[0.0, -800.0], [-800.0, 0.0]], np.float32)
    chunk = next(chunks(encode([Utterance("a b c")]), np.array([0])))
    found = posterior(state, moves, chunk)
    assert np.isfinite(found).all()
    assert found.min() >= 0
