"""Seed strategies: which utterances to label first, before any target model exists.

Each is one pure function of a `SeedView`, arrays in, indices into the pool out. `SEEDS` names them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from learning.choice.strategies import Need, Strategy, by_name, find_strategy
from learning.choice.uncertainty import Signals
from learning.errors import NoSource
from learning.features.vectors import clusters
from learning.types import Doubles, Floats, Ints

SMALL = 20  # turns of a first batch in which `auto`, with a source model, leaves out empty ones
LIKELY = 0.1  # share of the candidates among which it then chooses
CHOICE = 10  # times as many as are wanted, at the least
MOST = 2 / 3  # share of the candidates: where the source expects something in more, all may come


@dataclass(frozen=True)
class SeedView:
    """What a seed strategy may look at; all arrays are aligned with `candidates`."""

    candidates: Ints  # pool indices that may be chosen
    lengths: Ints  # tokens of each
    source: Doubles | None  # entropy sum of each under the source model, if there is one
    get_vectors: Callable[[], Floats]  # unit vectors of all
    rng: np.random.Generator
    signals: Signals | None = None  # of the source model, of the whole pool (by pool index)
    saves_reading: bool = False  # tokens are what a batch costs
    beyond: int = 0  # utterances wanted after those of the batch, which they do not change

    @cached_property
    def vectors(self) -> Floats:
        return self.get_vectors()

    def need_source(self) -> Doubles:
        if self.source is None:
            raise NoSource("This strategy needs a source model; the project has none.")
        return self.source

    def need_signals(self) -> Signals:
        if self.signals is None:
            raise NoSource("This strategy needs a source model; the project has none.")
        return self.signals


def random_seed(view: SeedView, size: int) -> Ints:
    """Uniformly at random: the baseline."""
    return view.candidates[view.rng.permutation(len(view.candidates))[: size + view.beyond]]


def longest(view: SeedView, size: int) -> Ints:
    """The utterances with most tokens: a baseline that asks no model."""
    return view.candidates[np.argsort(-view.lengths, kind="stable")[: size + view.beyond]]


def source_entropy(view: SeedView, size: int) -> Ints:
    """The highest entropy sums under the source model [GarciaSardinaSLSP18, summary]."""
    return view.candidates[np.argsort(-view.need_source(), kind="stable")[: size + view.beyond]]


def source_entropy_mean(view: SeedView, size: int) -> Ints:
    """The highest means of token entropy under the source model (ours)."""
    means = view.need_source() / np.maximum(view.lengths, 1)
    return view.candidates[np.argsort(-means, kind="stable")[: size + view.beyond]]


def source_entropy_max(view: SeedView, size: int) -> Ints:
    """The highest single token entropies under the source model (ours)."""
    peaks = view.need_signals().peak()[view.candidates]
    return view.candidates[np.argsort(-peaks, kind="stable")[: size + view.beyond]]


def kmeans(view: SeedView, size: int) -> Ints:
    """From each of `size` clusters the utterance nearest to its centre [Zhu08, 3.2]."""
    groups = _groups(view, size)
    near = np.zeros(len(view.candidates))
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        near[members] = view.vectors[members] @ view.vectors[members].mean(axis=0)
    return view.candidates[_best_of_each(groups, near, size + view.beyond)]


def kmeans_source(view: SeedView, size: int) -> Ints:
    """From each of `size` clusters the utterance that the source knows least [Zhu08, 3.2].

    [GarciaSardina18] names scorers by k-means, centroids and entropy in the contents of its
    section 5, which is not at hand.
    """
    source = view.need_source()
    if view.saves_reading:
        # Sums pick the longest of each cluster.
        source = source / np.sqrt(np.maximum(view.lengths, 1))
    return view.candidates[_best_of_each(_groups(view, size), source, size + view.beyond)]


def auto(view: SeedView, size: int) -> Ints:
    """The strategy that fits (ours): without a source model `kmeans`; with one `kmeans_source`, in
    a small batch among the turns that the source thinks likeliest to hold something."""
    if view.source is None:
        return kmeans(view, size)
    return kmeans_source(_likely(view, size) if size <= SMALL else view, size)


def _likely(view: SeedView, size: int) -> SeedView:
    """The view of the `LIKELY` turns whose surest sensitive token is the surest: of few turns an
    empty one is a loss. All, where the source expects something in most."""
    surest = view.need_signals().surest()[view.candidates]
    if np.mean(surest >= 0.5) > MOST:
        return view
    wanted = max(round(LIKELY * len(surest)), CHOICE * size)
    kept = np.sort(np.argsort(-surest, kind="stable")[:wanted])
    return replace(
        view,
        candidates=view.candidates[kept],
        lengths=view.lengths[kept],
        source=view.need_source()[kept],
        get_vectors=lambda: view.vectors[kept],
    )


def _groups(view: SeedView, size: int) -> Ints:
    return clusters(view.vectors, size, int(view.rng.integers(1 << 31)))


def _best_of_each(groups: Ints, values: Doubles, size: int) -> Ints:
    """Places of the best of each group, by turns until `size`: first all bests, then seconds."""
    order = np.lexsort((-values, groups))
    ordered = groups[order]
    first = np.searchsorted(ordered, ordered, side="left")
    rank = np.empty(len(groups), np.int64)
    rank[order] = np.arange(len(groups)) - first
    return np.lexsort((-values, rank))[:size]


@dataclass(frozen=True)
class SeedStrategy(Strategy[Callable[[SeedView, int], Ints]]):
    """A row of `SEEDS`."""

    reason: str = ""  # why it chose a turn: a code, see `rounds.run.Selection`


_SOURCE = frozenset({Need.SOURCE})
_IF_ANY = frozenset({Need.SOURCE_IF_ANY})

# Without a source model clusters stand in, the safest of those that ask no model.
# fmt: off
SEEDS = by_name([
    SeedStrategy("auto", auto, _IF_ANY, reason="cluster", is_offered=True),
    SeedStrategy("random", random_seed, reason="random", is_offered=True),
    SeedStrategy("longest", longest, reason="long", is_offered=True),
    SeedStrategy("kmeans", kmeans, reason="cluster", is_offered=True),
    SeedStrategy("source-entropy", source_entropy, _SOURCE, "kmeans", reason="source"),
    SeedStrategy("source-entropy-mean", source_entropy_mean, _SOURCE, "kmeans", reason="source"),
    SeedStrategy("source-entropy-max", source_entropy_max, _SOURCE, "kmeans", reason="source"),
    SeedStrategy("kmeans+source", kmeans_source, _SOURCE, "kmeans", reason="cluster"),
])
# fmt: on


def seed_named(name: str) -> SeedStrategy:
    """Raises: UnknownStrategy, naming those that exist."""
    return find_strategy("seed", SEEDS, name)
