"""The trainer that sklearn-crfsuite wraps, on the features of an encoding: what ours is beside."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import pycrfsuite
import sklearn_crfsuite

from learning.crf.modelfile import Weights, read_weights
from learning.crf.settings import CrfSettings
from learning.features.encoding import Encoding


def train(
    encoding: Encoding, rows: Sequence[int], tags: Sequence[Sequence[str]], settings: CrfSettings
) -> Weights:
    """The weights that CRFsuite learns from `rows`, each with its tags, beginning at zero."""
    turns = [pycrfsuite.ItemSequence(encoding.attribute_lists(row)) for row in rows]
    with tempfile.NamedTemporaryFile() as file:
        crf = sklearn_crfsuite.CRF(
            algorithm="lbfgs",
            c1=settings.c1,
            c2=settings.c2,
            max_iterations=settings.max_iterations,
            model_filename=file.name,
        )
        crf.fit(turns, tags)
        return read_weights(Path(file.name).read_bytes())
