"""Batched forward-backward and Viterbi over an `Encoding`, in numpy, for a whole pool at once.

Utterances of like length run side by side, one matrix product per step. Alpha and beta are scaled
to sum to one at each token [Rabiner89, V.A], so nothing overflows. Equal to CRFsuite's marginals
within 1e-5. Memory is bounded by `CHUNK` tokens, whatever the size of the pool.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import scipy.sparse

from learning.crf.modelfile import Weights
from learning.features.encoding import Encoding
from learning.types import Doubles, Ints, Progress, Reals

Precision: TypeAlias = "np.dtype[np.float32] | np.dtype[np.float64]"
CHUNK = 24_000  # padded tokens x tags stay a few megabytes: they fit the processor's cache


@dataclass(frozen=True)
class Chunk:
    """Utterances of like length, laid out by time step."""

    rows: Ints  # their indices, longest first
    bounds: Ints  # `bounds[t]:bounds[t+1]` is step t
    places: Ints  # of each token: its place in the encoding
    offsets: Ints  # its place within its utterance
    sizes: Ints  # the length of its utterance
    turns: Ints  # the index of its utterance

    @property
    def steps(self) -> int:
        return len(self.bounds) - 1

    def members(self) -> Ints:
        """Which of `rows` each token belongs to, as a place in `rows`."""
        return np.arange(len(self.places)) - self.bounds[self.offsets]

    def step(self, time: int) -> slice:
        return slice(int(self.bounds[time]), int(self.bounds[time + 1]))


def chunks(encoding: Encoding, rows: Ints, limit: int = CHUNK) -> Iterator[Chunk]:
    """Cut `rows` (empty utterances left out) into chunks of at most about `limit` tokens."""
    lengths = encoding.lengths[rows]
    order = np.argsort(-lengths, kind="stable")
    order = order[lengths[order] > 0]
    begin = 0
    while begin < len(order):
        size = int(lengths[order[begin]])
        end = min(len(order), begin + max(1, limit // size))
        picked = rows[order[begin:end]]
        yield lay_out(encoding.starts[picked], lengths[order[begin:end]], picked)
        begin = end


def lay_out(starts: Ints, lengths: Ints, rows: Ints) -> Chunk:
    """One chunk of utterances, longest first: their first token, length and index."""
    steps = np.arange(int(lengths[0]))
    alive = np.searchsorted(-lengths, -steps, side="left")  # utterances longer than each step
    bounds = np.concatenate(([0], np.cumsum(alive)))
    offsets = np.repeat(steps, alive)
    member = np.arange(bounds[-1]) - np.repeat(bounds[:-1], alive)
    return Chunk(rows, bounds, starts[member] + offsets, offsets, lengths[member], rows[member])


class Scorer:
    """A model's weights folded onto one encoding: one L-vector for each row of each table."""

    def __init__(
        self,
        encoding: Encoding,
        weights: Weights,
        dtype: npt.DTypeLike = np.float32,
        rows: Ints | None = None,
    ) -> None:
        self.encoding = encoding
        self.tags = weights.tags
        self.dtype = np.dtype(dtype)
        self.transitions = weights.transitions.astype(self.dtype)
        self._places = _few_places(encoding, rows)
        width = len(encoding.attributes)
        matrices = {slot: table.matrix(width) for slot, table in encoding.tables.items()}
        for slot, used in self._places.items():
            matrices[slot] = matrices[slot][used]
        folded = _fold_weights(encoding, weights, matrices, self.dtype)
        self.tables: dict[str, Reals] = {
            slot: np.asarray((matrix.astype(self.dtype) @ folded).todense())
            for slot, matrix in matrices.items()
        }

    @classmethod
    def of(
        cls,
        encoding: Encoding,
        tags: tuple[str, ...],
        tables: dict[str, Reals],
        transitions: Reals,
    ) -> "Scorer":
        """A scorer whose weights were folded before."""
        scorer = cls.__new__(cls)
        scorer.encoding, scorer.tags, scorer.tables = encoding, tags, tables
        scorer.transitions, scorer.dtype, scorer._places = transitions, transitions.dtype, {}
        return scorer

    def state(self, chunk: Chunk) -> Reals:
        """State scores, tokens x L, in the chunk's order."""
        keys = self.encoding.keys(chunk.places, chunk.offsets, chunk.sizes, chunk.turns)
        total = np.zeros((len(chunk.places), len(self.tags)), self.dtype)
        for slot, column in keys.items():
            used = self._places.get(slot)
            total += self.tables[slot][column if used is None else np.searchsorted(used, column)]
        return total


def _few_places(encoding: Encoding, rows: Ints | None) -> dict[str, Ints]:
    """The rows of each table that the utterances `rows` need, when those are few; else nothing."""
    if rows is None or 4 * int(encoding.lengths[rows].sum()) > encoding.tokens:
        return {}
    filled = rows[encoding.lengths[rows] > 0]
    sizes = encoding.lengths[filled]
    member = np.repeat(np.arange(len(filled)), sizes)
    offsets = np.arange(len(member)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    places = encoding.starts[filled][member] + offsets
    keys = encoding.keys(places, offsets, sizes[member], filled[member])
    return {slot: np.unique(column) for slot, column in keys.items()}


def _fold_weights(
    encoding: Encoding,
    weights: Weights,
    matrices: dict[str, scipy.sparse.csr_matrix],
    dtype: npt.DTypeLike,
) -> scipy.sparse.csr_matrix:
    """The model's state weights by the encoding's attributes; zero where either lacks one."""
    used = np.zeros(len(encoding.attributes), bool)
    for matrix in matrices.values():
        used[matrix.indices] = True
    columns, known = np.flatnonzero(used), weights.attributes
    rows = np.full(len(used), -1, np.int64)
    rows[columns] = [known.get(encoding.attributes[column], -1) for column in columns.tolist()]
    # Attributes that the model never saw point to an empty last row.
    empty = weights.state.shape[0]
    padded = weights.state.copy()
    padded.resize((empty + 1, weights.state.shape[1]))
    folded: scipy.sparse.csr_matrix = padded[np.where(rows < 0, empty, rows)].astype(dtype)
    return folded


def posterior(state: Reals, transitions: Reals, chunk: Chunk) -> Reals:
    """Tag probabilities, tokens x L, by scaled forward-backward; rows sum to one."""
    emit = np.exp(state - state.max(axis=1, keepdims=True))
    move = np.exp(transitions - transitions.max())
    alpha = np.empty_like(emit)
    beta = np.empty_like(emit)
    first = chunk.step(0)
    alpha[first] = emit[first] / row_sums(emit[first])
    for time in range(1, chunk.steps):
        here, before = chunk.step(time), chunk.step(time - 1)
        size = here.stop - here.start
        value = (alpha[before.start : before.start + size] @ move) * emit[here]
        alpha[here] = value / np.maximum(row_sums(value), _TINY)
    last = chunk.step(chunk.steps - 1)
    beta[last] = 1.0
    for time in range(chunk.steps - 2, -1, -1):
        here, after = chunk.step(time), chunk.step(time + 1)
        size = after.stop - after.start
        value = (beta[after] * emit[after]) @ move.T
        going = slice(here.start, here.start + size)
        beta[going] = value / np.maximum(row_sums(value), _TINY)
        beta[here.start + size : here.stop] = 1.0
    product = alpha * beta
    shares: Reals = product / np.maximum(row_sums(product), _TINY)
    return shares


_TINY = np.float32(1e-30)


def row_sums(values: Reals) -> Reals:
    """The sum of each row, n x 1. A product is several times faster than `sum` on short rows."""
    sums: Reals = values @ _ones(values.shape[1], values.dtype)
    return sums


@lru_cache
def _ones(width: int, dtype: Precision) -> Reals:
    return np.ones((width, 1), dtype)


def viterbi(
    state: Reals, transitions: Reals, chunk: Chunk
) -> tuple[npt.NDArray[np.int16], Doubles]:
    """The best tag of each token (chunk order) and each utterance's best path log-probability."""
    width = state.shape[1]
    back = np.zeros((len(state), width), np.int16)
    best = state[chunk.step(0)].astype(np.float64)
    sums = best.copy()
    for time in range(1, chunk.steps):
        here = chunk.step(time)
        size = here.stop - here.start
        moves = best[:size, :, None] + transitions[None]
        back[here] = moves.argmax(axis=1)
        best[:size] = moves.max(axis=1) + state[here]
        top = sums[:size].max(axis=1, keepdims=True)
        spread = np.exp(sums[:size] - top) @ np.exp(transitions.astype(np.float64))
        sums[:size] = np.log(spread) + top + state[here]
    tags = np.zeros(len(state), np.int16)
    current = best.argmax(axis=1)
    lengths = chunk.sizes[chunk.step(0)]
    for time in range(chunk.steps - 1, -1, -1):
        here = chunk.step(time)
        size = here.stop - here.start
        tags[here] = current[:size]
        current[:size] = back[here][np.arange(size), current[:size]]
    assert len(lengths) == len(best)
    peak = sums.max(axis=1)
    total = peak + np.log(np.exp(sums - peak[:, None]).sum(axis=1))
    return tags, best.max(axis=1) - total


def fold(
    scorer: Scorer,
    rows: Ints,
    take: Callable[[Chunk, Reals], None],
    progress: Progress | None = None,
    phase: str = "scoring",
) -> None:
    """Run forward-backward over `rows`, handing each chunk and its probabilities to `take`."""
    total = max(1, int(scorer.encoding.lengths[rows].sum()))
    done = 0
    for chunk in chunks(scorer.encoding, rows):
        take(chunk, posterior(scorer.state(chunk), scorer.transitions, chunk))
        done += len(chunk.places)
        if progress:
            progress(done / total, phase)


def by_utterance(chunk: Chunk) -> list[tuple[int, Ints]]:
    """For each utterance of a chunk its row and the chunk places of its tokens in order."""
    sizes = chunk.sizes[chunk.step(0)].tolist()
    return [
        (int(row), chunk.bounds[:size] + place)
        for place, (row, size) in enumerate(zip(chunk.rows, sizes, strict=True))
    ]
