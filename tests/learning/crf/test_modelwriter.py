"""A model file that we write is the one that CRFsuite writes, byte by byte."""

import json
from pathlib import Path

import numpy as np
import pycrfsuite
import pytest
import scipy.sparse
import sklearn_crfsuite

from learning.crf.modelfile import Weights, read_weights
from learning.crf.modelwriter import hash_keys, write_weights
from learning.crf.tagger import MODEL_FILE, CrfTagger
from tests.learning.conftest import calls


def test_a_model_of_crfsuite_is_written_as_it_was_read(tmp_path: Path) -> None:
    crf = sklearn_crfsuite.CRF(c1=0.05, c2=0.2, model_filename=str(tmp_path / "theirs"))
    crf.fit([[["w=soy"], ["w=Ana", "cap"]], [["w=hola"]]], [["O", "I-NAME"], ["O"]])
    data = (tmp_path / "theirs").read_bytes()
    assert write_weights(read_weights(data)) == data


def test_sklearn_crfsuite_opens_a_saved_model_and_answers_as_we_do(tmp_path: Path) -> None:
    tagger, texts = CrfTagger().fit(calls(40)), calls(10, seed=4)
    tagger.save(tmp_path / "model")
    theirs = sklearn_crfsuite.CRF(model_filename=str(tmp_path / "model" / MODEL_FILE))
    assert set(theirs.classes_) == set(tagger.tags)
    tagger.finder = None  # the file of the namer is one CRF
    encoding, ours = tagger.encode(texts), tagger.marginals(texts)
    for row, values in enumerate(ours):
        told = theirs.predict_marginals_single(encoding.attribute_lists(row))
        for place, odds in enumerate(told):
            assert [odds[tag] for tag in tagger.tags] == pytest.approx(values[place], abs=1e-4)


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


def test_a_card_of_the_earlier_trainer_is_read(tmp_path: Path) -> None:
    CrfTagger().fit(calls(20)).save(tmp_path / "model")
    path = tmp_path / "model" / "card.json"
    card = json.loads(path.read_text())
    card["settings"]["min_freq"] = 0.0
    path.write_text(json.dumps(card))
    assert CrfTagger.load(tmp_path / "model").settings.c1 == card["settings"]["c1"]
