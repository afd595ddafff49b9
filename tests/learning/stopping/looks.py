"""Looks on a stop set, made by hand for the tests of stopping."""

from collections.abc import Sequence

import numpy as np

from learning.stopping.stopset import Look


def look(
    codes: Sequence[Sequence[int]],
    outside: Sequence[Sequence[float]] | None = None,
    *,
    keys: Sequence[int] | None = None,
    labels: tuple[str, ...] = ("", "NAME"),
    unsure: float = 0.1,
) -> Look:
    """One list a turn; without `outside` the model is 90 % sure of each token."""
    if outside is None:
        outside = [[0.1 if code else 0.9 for code in turn] for turn in codes]
    lengths = [len(turn) for turn in codes]
    return Look(
        np.asarray(range(len(codes)) if keys is None else keys, np.int64),
        np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
        labels,
        np.asarray([code for turn in codes for code in turn], np.uint16),
        np.asarray([p for turn in outside for p in turn], np.float32),
        np.full(sum(lengths), unsure, np.float32),
    )
