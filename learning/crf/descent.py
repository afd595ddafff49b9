"""Trains a linear-chain CRF in numpy: CRFsuite's objective and optimiser, from any start.

A round adds a batch to what the last model knew, so a few steps from there are enough; CRFsuite
always begins at zero (docs/decisions/0028-one-trainer.md has the measurement). Called by `warm`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy.sparse

from learning.crf.marginals import Chunk, lay_out, row_sums
from learning.crf.modelfile import Weights
from learning.crf.owlqn import Function, minimise
from learning.crf.settings import CrfSettings
from learning.features.encoding import Encoding
from learning.types import Doubles, Floats, Ints

_TINY = np.float32(1e-30)


@dataclass(frozen=True)
class Design:
    """Labelled utterances as arrays; n tokens in the order of `chunk`, L tags, A attributes."""

    chunk: Chunk
    # A token's features are the sum of some rows of `table`: equal words are added up once.
    keys: scipy.sparse.csr_matrix  # n x k: which rows
    table: scipy.sparse.csr_matrix  # k x A, ones
    attributes: Ints  # id in the encoding of each column
    tags: tuple[str, ...]
    gold: Ints  # a tag per token
    before: Ints  # place of the token before, for the tokens from `first` on

    @property
    def first(self) -> int:
        """Tokens that open an utterance; they come first in the order of the chunk."""
        return int(self.chunk.bounds[1])


def design(encoding: Encoding, rows: Ints, tags: Sequence[Sequence[str]]) -> Design:
    """Lay out `rows` of an encoding, each with at least one token, with their gold tags."""
    lengths = encoding.lengths[rows]
    order = np.argsort(-lengths, kind="stable")
    picked = rows[order]
    chunk = lay_out(encoding.starts[picked], lengths[order], picked)
    names = tuple(dict.fromkeys(tag for row_tags in tags for tag in row_tags))
    number = {name: place for place, name in enumerate(names)}
    flat = np.asarray([number[tag] for place in order for tag in tags[place]], np.int64)
    begins = np.concatenate(([0], np.cumsum(lengths[order])[:-1]))
    member = chunk.members()
    before = chunk.bounds[chunk.offsets[chunk.bounds[1] :] - 1] + member[chunk.bounds[1] :]
    keys, table, attributes = _features(encoding, chunk)
    gold = flat[begins[member] + chunk.offsets]
    return Design(chunk, keys, table, attributes, names, gold, before)


def _features(
    encoding: Encoding, chunk: Chunk
) -> tuple[scipy.sparse.csr_matrix, scipy.sparse.csr_matrix, Ints]:
    """The two factors of the token x attribute matrix, and the attributes that it has."""
    size = len(chunk.places)
    columns, parts, width = [], [], 0
    keys = encoding.keys(chunk.places, chunk.offsets, chunk.sizes, chunk.turns)
    for slot, rows in keys.items():
        used, places = np.unique(rows, return_inverse=True)
        columns.append(places + width)
        parts.append(encoding.tables[slot].matrix(len(encoding.attributes))[used])
        width += len(used)
    table = scipy.sparse.vstack(parts, format="csr")
    attributes, table.indices = np.unique(table.indices, return_inverse=True)
    table = scipy.sparse.csr_matrix(
        (table.data, table.indices, table.indptr), shape=(width, len(attributes))
    )
    flat = np.stack(columns, axis=1).ravel()
    bounds = np.arange(size + 1) * len(columns)
    ones = np.ones(len(flat), np.float32)
    return (
        scipy.sparse.csr_matrix((ones, flat, bounds), shape=(size, width)),
        table,
        attributes.astype(np.int64),
    )


class Objective:
    """Negative log-likelihood and its gradient over the features that occur [Lafferty01].

    As in CRFsuite a weight exists for each pair of attribute and tag, and of tag and tag, that the
    labelled text holds, and for the pairs of attribute and tag in `also` (attribute x L + tag);
    `unpack` makes matrices of the vector of them.
    """

    def __init__(self, design: Design, also: Ints | None = None) -> None:
        self.design = design
        tags = len(design.tags)
        ones = np.ones(len(design.gold), np.float32)
        shape = (len(design.gold), tags)
        gold = scipy.sparse.csr_matrix(
            (ones, design.gold, np.arange(len(design.gold) + 1)), shape=shape
        )
        seen = (design.table.T @ (design.keys.T @ gold)).tocoo()
        codes = seen.row.astype(np.int64) * tags + seen.col
        self.pairs = np.unique(codes if also is None else np.concatenate((codes, also)))
        state = np.zeros(len(self.pairs))
        state[np.searchsorted(self.pairs, codes)] = seen.data
        moves = design.gold[design.before] * tags + design.gold[design.first :]
        self.moves, counts = np.unique(moves, return_counts=True)
        self.observed = np.concatenate((state, counts))
        self._keys_back = design.keys.T.tocsr()
        self._table_back = design.table.T.tocsr()

    def __len__(self) -> int:
        return len(self.observed)

    def unpack(self, vector: Doubles) -> tuple[Floats, Floats]:
        """Dense matrices of a weight vector: attributes x tags, tags x tags."""
        tags = len(self.design.tags)
        state = np.zeros(len(self.design.attributes) * tags, np.float32)
        state[self.pairs] = vector[: len(self.pairs)]
        move = np.zeros(tags * tags, np.float32)
        move[self.moves] = vector[len(self.pairs) :]
        return state.reshape(-1, tags), move.reshape(tags, tags)

    def __call__(self, vector: Doubles) -> tuple[float, Doubles]:
        design = self.design
        weights, moves = self.unpack(vector)
        state = design.keys @ (design.table @ weights)
        peaks = state.max(axis=1)
        emit = np.exp(state - peaks[:, None])
        top = moves.max()
        move = np.exp(moves - top)
        alpha, beta, scale = _sweep(emit, move, design.chunk)
        emit *= beta
        emit /= scale[:, None]  # now emission x backward, in units of the token's scale
        later = slice(design.first, None)
        pairs = move * (alpha[design.before].T @ emit[later])
        beta *= alpha
        steps = len(design.gold) - design.first
        size = float(np.log(scale.astype(np.float64)).sum() + peaks.sum(dtype=np.float64))
        value = size + steps * float(top) - float(vector @ self.observed)
        expected = self._table_back @ (self._keys_back @ beta)
        gradient = np.concatenate((expected.ravel()[self.pairs], pairs.ravel()[self.moves]))
        return value, gradient.astype(np.float64) - self.observed


def _sweep(emit: Floats, move: Floats, chunk: Chunk) -> tuple[Floats, Floats, Floats]:
    """Scaled forward and backward values, and each token's scale [Rabiner89, V.A]."""
    alpha, beta = np.empty_like(emit), np.ones_like(emit)
    scale = np.empty(len(emit), emit.dtype)
    bounds = chunk.bounds.tolist()
    for time in range(chunk.steps):
        low, high = bounds[time], bounds[time + 1]
        here = emit[low:high]
        if time:
            before = bounds[time - 1]
            here = (alpha[before : before + high - low] @ move) * here
        sums = row_sums(here)
        np.maximum(sums, _TINY, out=sums)
        np.divide(here, sums, out=alpha[low:high])
        scale[low:high] = sums[:, 0]
    back = np.ascontiguousarray(move.T)
    for time in range(chunk.steps - 2, -1, -1):
        low, after, end = bounds[time], bounds[time + 1], bounds[time + 2]
        value = beta[after:end] * emit[after:end]
        value /= scale[after:end, None]
        np.matmul(value, back, out=beta[low : low + end - after])
    return alpha, beta, scale


def descend(
    objective: Function,
    start: Doubles,
    settings: CrfSettings,
    progress: Callable[[float], None] | None = None,
) -> Doubles:
    """The weights that OWL-QN finds from `start`, in as many steps as CRFsuite would take at the
    most; near the goal it stops much earlier."""
    return minimise(
        objective,
        start,
        c1=settings.c1,
        c2=settings.c2,
        iterations=settings.max_iterations,
        progress=progress,
    )


def vector_of(objective: Objective, encoding: Encoding, weights: Weights) -> Doubles:
    """An earlier model's weights as a start; zero where it had none."""
    design = objective.design
    tags = {tag: place for place, tag in enumerate(weights.tags)}
    to_tag = np.asarray([tags.get(tag, -1) for tag in design.tags])
    names = encoding.attributes
    known = [
        weights.attributes.get(names[column_id], -1) for column_id in design.attributes.tolist()
    ]
    rows = np.asarray(known, np.int64)
    width = len(design.tags)
    row, column = rows[objective.pairs // width], to_tag[objective.pairs % width]
    both = (row >= 0) & (column >= 0)
    vector = np.zeros(len(objective))
    starts: npt.NDArray[np.float64] = np.asarray(weights.state[row[both], column[both]]).ravel()
    vector[: len(objective.pairs)][both] = starts
    begin, end = to_tag[objective.moves // width], to_tag[objective.moves % width]
    both = (begin >= 0) & (end >= 0)
    vector[len(objective.pairs) :][both] = weights.transitions[begin[both], end[both]]
    return vector


def weights_of(objective: Objective, encoding: Encoding, vector: Doubles) -> Weights:
    """The trained weights by name; attributes whose every weight is zero are left out."""
    design = objective.design
    state, _ = objective.unpack(vector)
    matrix = scipy.sparse.csr_matrix(state.astype(np.float64))
    kept = np.flatnonzero(np.diff(matrix.indptr))
    names = encoding.attributes
    attributes = {
        names[column_id]: row for row, column_id in enumerate(design.attributes[kept].tolist())
    }
    width = len(design.tags)
    transitions = np.zeros(width * width)
    transitions[objective.moves] = vector[len(objective.pairs) :]
    return Weights(design.tags, attributes, matrix[kept], transitions.reshape(width, width))
