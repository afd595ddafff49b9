"""Vectors of utterances in pieces: the same neighbours as all at once."""

import random

import numpy as np
import pytest

from learning.features import vectors
from learning.features.encoding import encode
from learning.types import Utterance


def talk(seed: int = 0) -> list[Utterance]:
    """Invented turns about two matters that share no word."""
    rng = random.Random(seed)
    one = [f"tape{n} wire{n} plug{n}".split() for n in "abcdefgh"]
    other = [f"bread{n} salt{n} wine{n}".split() for n in "abcdefgh"]
    return [
        Utterance(" ".join(rng.choice(rng.choice(matter)) for _ in range(8)))
        for matter in (one, other)
        for _ in range(150)
    ]


def test_pieces_part_matters_as_all_at_once_does(monkeypatch: pytest.MonkeyPatch) -> None:
    encoding = encode(talk())
    monkeypatch.setattr(vectors, "ALL_AT_ONCE", 70)
    parted = vectors.utterance_vectors(encoding)
    assert parted.dtype == np.float32 and len(parted) == 300
    assert np.allclose(np.linalg.norm(parted, axis=1), 1, atol=1e-5)
    found = vectors.clusters(parted, 2, seed=0)
    assert len(set(found[:150])) == len(set(found[150:])) == 1 and found[0] != found[-1]
    assert np.array_equal(parted, vectors.utterance_vectors(encoding))


def test_few_utterances_have_one_axis() -> None:
    assert vectors.utterance_vectors(encode([Utterance("hola"), Utterance("")])).shape == (2, 1)
