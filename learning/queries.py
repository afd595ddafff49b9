"""Query strategies: which utterances to label next, given what the models do not know.

Each is one pure function of a `QueryView`: arrays in, a score for every candidate out; `pick` then
takes the best, leaving out repeats of what the batch holds already. `QUERIES` names them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from learning.errors import NoSource, UnknownStrategy
from learning.transfer import combined
from learning.types import Doubles, Floats, Ints
from learning.uncertainty import Signals
from learning.vectors import clusters


@dataclass(frozen=True)
class QueryView:
    """What a query strategy may look at; every array but `candidates` covers the whole pool.

    candidates: pool indices that may be chosen; target, source: the signals of the models (source
    None without one); source_weight: 0..1; keys: utterances of one key are repeats of each other;
    get_vectors: called for unit vectors of given rows.
    """

    candidates: Ints
    lengths: Ints
    target: Signals
    source: Signals | None
    source_weight: float
    keys: Ints
    get_vectors: Callable[[Ints], Floats]
    rng: np.random.Generator

    def need_source(self) -> Signals:
        if self.source is None:
            raise NoSource("This strategy needs a source model; the project has none.")
        return self.source


class Picked(NamedTuple):
    """Pool indices in order of choice, their scores, and a reason code for each."""

    indices: Ints
    scores: Doubles
    reasons: tuple[str, ...]


Query = Callable[[QueryView, int], Picked]


def random_query(view: QueryView, size: int) -> Picked:
    """Uniformly at random: the baseline."""
    chosen = view.candidates[view.rng.permutation(len(view.candidates))[:size]]
    return Picked(chosen, np.zeros(len(chosen)), ("random",) * len(chosen))


def longest(view: QueryView, size: int) -> Picked:
    """The utterances with most tokens [GarciaSardinaSLSP18, length criterion]."""
    return pick(view, view.lengths.astype(np.float64), size, "long")


def target_entropy(view: QueryView, size: int) -> Picked:
    """The highest sums of token entropy [Settles08, total token entropy]."""
    return pick(view, view.target.total(), size, "target")


def target_entropy_mean(view: QueryView, size: int) -> Picked:
    """The highest means of token entropy [Settles08, token entropy]: least text to read."""
    return pick(view, view.target.mean(), size, "target")


def mnlp(view: QueryView, size: int) -> Picked:
    """Maximum normalised log-probability: the lowest log P(best path) a token [Shen17, 3.2]."""
    return pick(view, view.target.mnlp(), size, "target")


def least_confidence(view: QueryView, size: int) -> Picked:
    """The lowest probability of the best path [Culotta05]."""
    return pick(view, view.target.least_confidence(), size, "target")


def margin(view: QueryView, size: int) -> Picked:
    """The smallest margin between the two best tags of a token [Scheffer01]."""
    return pick(view, view.target.small_margin(), size, "target")


def source_entropy(view: QueryView, size: int) -> Picked:
    """The highest sums of token entropy under the source model [GarciaSardinaSLSP18]."""
    return pick(view, view.need_source().total(), size, "source")


def combine(view: QueryView, size: int) -> Picked:
    """Source and target entropy sums, weighted, its weight falling [GarciaSardinaSLSP18]."""
    if view.source is None:
        return target_entropy(view, size)
    source, target = combined(view.source.total(), view.target.total(), view.source_weight)
    chosen = pick(view, source + target, size, "both")
    share = source[chosen.indices] / np.maximum(chosen.scores, 1e-12)
    reasons = ["source" if part > 2 / 3 else "target" if part < 1 / 3 else "both" for part in share]
    return chosen._replace(reasons=tuple(reasons))


def diversity(view: QueryView, size: int) -> Picked:
    """The most uncertain of each of `size` clusters within the 4 x `size` best [Zhu08]."""
    values = view.target.total()
    top = pick(view, values, 4 * size, "target").indices
    if len(top) <= size:
        return pick(view, values, size, "target")
    groups = clusters(view.get_vectors(top), size, int(view.rng.integers(1 << 31)))
    # `top` is in falling order, so the first member met of a cluster is its most uncertain.
    _, firsts = np.unique(groups, return_index=True)
    rest = np.setdiff1d(np.arange(len(top)), firsts)
    chosen = top[np.concatenate((np.sort(firsts), rest))[:size]]
    return Picked(chosen, values[chosen], ("target",) * len(chosen))


def pick(view: QueryView, values: Doubles, size: int, reason: str) -> Picked:
    """The `size` candidates of highest value; a repeat waits until all others are taken.

    Ties are broken by chance, so that a flat model does not always send the start of the corpus.
    """
    own = values[view.candidates]
    order = np.lexsort((view.rng.random(len(own)), -own))
    ranked = view.candidates[order]
    _, firsts = np.unique(view.keys[ranked], return_index=True)
    firsts.sort()
    if len(firsts) < min(size, len(ranked)):
        rest = np.setdiff1d(np.arange(len(ranked)), firsts)
        firsts = np.concatenate((firsts, rest))
    chosen = ranked[firsts[:size]]
    return Picked(chosen, values[chosen], (reason,) * len(chosen))


QUERIES: dict[str, Query] = {
    "random": random_query,
    "longest": longest,
    "target-entropy": target_entropy,
    "target-entropy-mean": target_entropy_mean,
    "mnlp": mnlp,
    "least-confidence": least_confidence,
    "margin": margin,
    "source-entropy": source_entropy,
    "combined": combine,
    "diversity": diversity,
}
NEED_PATHS = frozenset({"mnlp", "least-confidence"})
NEED_SOURCE = frozenset({"source-entropy"})
USE_SOURCE = frozenset({"source-entropy", "combined"})
NEED_TARGET = frozenset(set(QUERIES) - {"random", "longest", "source-entropy"})


def query_named(name: str) -> Query:
    """Raises: UnknownStrategy, naming those that exist."""
    if name not in QUERIES:
        known = ", ".join(sorted(QUERIES))
        raise UnknownStrategy(f"No query strategy is called {name!r}; there are: {known}.")
    return QUERIES[name]
