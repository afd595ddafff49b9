"""Trains a CRF's weights: from nothing, from an earlier model's, or around what a source knows.

Called by `CrfTagger.fit_rows` and, for the halves of a cross-validation, by `validation`, which
keeps their weights beside the pool's cache.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from learning.crf import descent
from learning.crf.modelfile import Weights, read_weights
from learning.crf.modelwriter import write_weights
from learning.crf.prior import Centre
from learning.crf.settings import CrfSettings
from learning.errors import ModelDamaged
from learning.features.encoding import Encoding
from learning.tokens import OUTSIDE
from learning.types import Progress


def train(
    encoding: Encoding,
    rows: Sequence[int],
    tags: Sequence[Sequence[str]],
    settings: CrfSettings,
    start: Weights | None = None,  # of an earlier model of this pool: few steps more
    progress: Progress | None = None,
    prior: Weights | None = None,  # what a source taught: labels move away from it
) -> Weights:
    """The weights that `rows` of an encoding teach (each with a token and its tags), sought from
    `start` (None: from the prior, or zero). Raises: what `progress` raises."""
    design = descent.design(encoding, np.asarray(rows, np.int64), tags)
    pull = Centre.of(design, encoding, prior) if prior and OUTSIDE in design.tags else None
    objective = descent.Objective(design, None if pull is None else pull.pairs)
    begin = np.zeros(len(objective))
    if start is not None:
        begin = descent.vector_of(objective, encoding, start)

    def report(share: float) -> None:
        if progress:
            progress(share, "training")

    if pull is None:
        vector = descent.descend(objective, begin, settings, report)
        return descent.weights_of(objective, encoding, vector)
    centre = pull.vector(objective)
    begin = np.where(begin == 0, 0.0, begin - centre)  # what the start did not know, stays
    away = descent.descend(lambda way: objective(centre + way), begin, settings, report)
    return pull.complete(descent.weights_of(objective, encoding, centre + away))


@dataclass(frozen=True)
class Kept:
    """Where the weights of a model are kept from round to round."""

    path: Path
    steps: int | None = None  # iterations from kept weights; None: as many as from nothing


def resume(
    kept: Kept | None,
    encoding: Encoding,
    rows: Sequence[int],
    tags: Sequence[Sequence[str]],
    settings: CrfSettings,
    progress: Progress | None = None,
    prior: Weights | None = None,
) -> Weights:
    """As `train`, from what the round before kept, if it is whole; keeps the new weights."""
    start = read_start(kept.path) if kept else None
    if kept is not None and start is not None and kept.steps is not None:
        settings = replace(settings, max_iterations=kept.steps)
    weights = train(encoding, rows, tags, settings, start, progress, prior)
    if kept:
        keep_start(kept.path, weights)
    return weights


def read_start(path: Path) -> Weights | None:
    """Weights kept in a file; None when there are none, or the file is damaged."""
    try:
        return read_weights(path.read_bytes())
    except (OSError, ModelDamaged):
        return None


def keep_start(path: Path, weights: Weights) -> None:
    """Keep weights for the next round. A cache only: a full disk costs time, not the round."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(write_weights(weights))
        Path(file.name).replace(path)
    except OSError:
        return
