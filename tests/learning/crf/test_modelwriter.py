"""A model file that we write is the one that CRFsuite writes, byte by byte."""

import numpy as np
import pycrfsuite
import pytest
import scipy.sparse

from learning.crf.modelfile import Weights, read_weights
from learning.crf.modelwriter import hash_keys, write_weights
from learning.crf.tagger import CrfTagger


def test_a_model_of_crfsuite_is_written_as_it_was_read(tagger: CrfTagger) -> None:
    assert write_weights(read_weights(tagger._data)) == tagger._data


def test_crfsuite_answers_from_a_file_of_ours() -> None:
    names = ["", "w=ñandú", "w=" + "x" * 40, *(f"a{n}" for n in range(300))][1:]
    rng = np.random.default_rng(0)
    state = scipy.sparse.csr_matrix(rng.normal(size=(len(names), 3)).round(3))
    weights = Weights(
        ("O", "I-A", "B-A"), {n: k for k, n in enumerate(names)}, state, rng.normal(size=(3, 3))
    )
    data = write_weights(weights)
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(data)
    tagger.set([[name] for name in names[:1]])
    odds = np.exp(state[0].toarray()[0])
    for place, tag in enumerate(weights.tags):
        assert tagger.marginal(tag, 0) == pytest.approx(odds[place] / odds.sum())
    read = read_weights(data)
    assert read.attributes == weights.attributes
    assert (read.state != state).nnz == 0
    assert np.array_equal(read.transitions, weights.transitions)


def test_the_hash_of_known_keys() -> None:
    # lookup3.c, "Four score and seven years ago" with seed 0: 0x17770551 (its driver5).
    assert hash_keys([b"Four score and seven years ago"])[0] == 0x17770551
    assert len(hash_keys([])) == 0
