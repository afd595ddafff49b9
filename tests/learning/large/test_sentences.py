"""Vectors of whole texts by a frozen encoder: one each, always the same, long texts in pieces."""

from pathlib import Path

import numpy as np
import pytest

from learning.errors import WeightsMissing
from learning.large.finetuning import LargeSettings
from learning.large.sentences import sentence_vectors

pytest.importorskip("torch", reason="the BERT extra is not installed")
pytest.importorskip("transformers", reason="the BERT extra is not installed")
pytestmark = pytest.mark.bert


def test_texts_have_a_vector_each(tmp_path: Path) -> None:
    from tests.learning.large.tiny import tiny_encoder

    settings = LargeSettings(encoder=str(tiny_encoder(tmp_path / "tiny")), device="cpu")
    texts = ["hola", "me llamo ana", "hola", "", "la línea " * 200]
    said: list[float] = []
    vectors = sentence_vectors(texts, settings, lambda share, _phase: said.append(share))
    assert vectors.shape == (5, 32) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors[0], vectors[2], atol=1e-5)
    assert not np.allclose(vectors[0], vectors[1], atol=1e-3)
    assert said[-1] == 1.0
    # Alone or beside others, a text is the same.
    assert np.allclose(sentence_vectors(texts[4:], settings)[0], vectors[4], atol=1e-4)


def test_a_folder_without_weights_is_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsMissing, match="There are no weights"):
        sentence_vectors(["hola"], LargeSettings(encoder=str(tmp_path)))
