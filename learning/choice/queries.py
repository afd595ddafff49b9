"""Query strategies: which utterances to label next, given what the models do not know.

Each is one pure function of a `QueryView`: arrays in, a score for every candidate out; `pick` then
takes the best, leaving out repeats of what the batch holds already. `QUERIES` names them.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from learning.choice.similarity import ALIKE, SAME, apart, leaders, typicality, varied
from learning.choice.source_weight import combined, scaled
from learning.choice.strategies import Need, Strategy, by_name, find_strategy
from learning.choice.uncertainty import Signals, Votes
from learning.errors import NoSource, UnknownStrategy
from learning.features.vectors import clusters
from learning.types import Doubles, Floats, Ints

# Turns of a batch that may be of one kind: this share, and so many in the smallest batch.
SHARE_OF_A_KIND, LEAST_OF_A_KIND = 0.3, 2


@dataclass(frozen=True)
class QueryView:
    """What a query strategy may look at; every array except `candidates` covers the whole pool."""

    candidates: Ints  # pool indices that may be chosen
    lengths: Ints
    target: Signals
    source: Signals | None
    source_weight: float  # 0..1
    keys: Ints  # utterances of one key are repeats of each other
    get_vectors: Callable[[Ints], Floats]  # unit vectors of given rows
    rng: np.random.Generator
    # Trains a committee and says what it disagrees on; None where nothing was labelled.
    get_votes: Callable[[], Votes] | None = None
    costs: Doubles | None = None  # `pick` ranks by gain per cost (`units`); None: by gain
    # The turn before each of some rows in its dialogue, -1 where there is none; None: not known.
    get_before: Callable[[Ints], Ints] | None = None

    def need_source(self) -> Signals:
        if self.source is None:
            raise NoSource("This strategy needs a source model; the project has none.")
        return self.source

    def need_votes(self) -> Votes:
        if self.get_votes is None:
            raise UnknownStrategy("This strategy needs labelled turns to train a committee on.")
        return self.get_votes()


class Picked(NamedTuple):
    """Pool indices in order of choice, their scores, and a reason code for each."""

    indices: Ints
    scores: Doubles
    reasons: tuple[str, ...]

    def first(self, count: int) -> "Picked":
        return Picked(self.indices[:count], self.scores[:count], self.reasons[:count])


Query = Callable[[QueryView, int], Picked]


def random_query(view: QueryView, size: int) -> Picked:
    """Uniformly at random: the baseline."""
    chosen = view.candidates[view.rng.permutation(len(view.candidates))[:size]]
    return Picked(chosen, np.zeros(len(chosen)), ("random",) * len(chosen))


def longest(view: QueryView, size: int) -> Picked:
    """The utterances with most tokens: a baseline that asks no model."""
    return pick(view, view.lengths.astype(np.float64), size, "long")


def target_entropy(view: QueryView, size: int) -> Picked:
    """The highest sums of token entropy [Settles08, total token entropy]."""
    return pick(view, view.target.total(), size, "target")


def target_entropy_mean(view: QueryView, size: int) -> Picked:
    """The highest means of token entropy [Settles08, token entropy]: least text to read."""
    return pick(view, view.target.mean(), size, "target")


def target_entropy_max(view: QueryView, size: int) -> Picked:
    """The highest single token entropies (ours)."""
    return pick(view, view.target.peak(), size, "target")


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
    """The highest sums of token entropy under the source model [GarciaSardinaSLSP18, summary]."""
    return pick(view, view.need_source().total(), size, "source")


def source_entropy_mean(view: QueryView, size: int) -> Picked:
    """The highest means of token entropy under the source model (ours)."""
    return pick(view, view.need_source().mean(), size, "source")


def source_entropy_max(view: QueryView, size: int) -> Picked:
    """The highest single token entropies under the source model (ours)."""
    return pick(view, view.need_source().peak(), size, "source")


def combine(view: QueryView, size: int) -> Picked:
    """Source and target entropy sums, the source's weight falling (ours).

    That the uncertainty of both is combined is [GarciaSardina18, 4]; how is not in the text at
    hand.
    """
    return weighted(view, size, view.source_weight)


def combine_sum(view: QueryView, size: int) -> Picked:
    """Source and target entropy sums with equal weights throughout (ours): see `combine`."""
    return weighted(view, size, 0.5)


def combine_product(view: QueryView, size: int) -> Picked:
    """Source times target entropy sum: both must be unsure (ours)."""
    if view.source is None:
        return target_entropy(view, size)
    values = scaled(view.source.total()) * scaled(view.target.total())
    return pick(view, values, size, "both")


def weighted(view: QueryView, size: int, weight: float) -> Picked:
    """Source and target entropy sums, the source by `weight` 0..1; the target alone without one."""
    if view.source is None:
        return target_entropy(view, size)
    source, target = combined(view.source.total(), view.target.total(), weight)
    chosen = pick(view, source + target, size, "both")
    share = source[chosen.indices] / np.maximum(chosen.scores, 1e-12)
    reasons = ["source" if part > 2 / 3 else "target" if part < 1 / 3 else "both" for part in share]
    return chosen._replace(reasons=tuple(reasons))


def committee(view: QueryView, size: int) -> Picked:
    """The highest sums of vote entropy [DaganEngelson95] of a committee; bags: [AbeMamitsuka98]."""
    votes = view.need_votes()
    # Where the votes are level, divergence decides: hard votes alone leave many ties.
    return pick(view, votes.entropy_total() + 1e-3 * votes.divergence_total(), size, "committee")


def committee_kl(view: QueryView, size: int) -> Picked:
    """The highest sums of divergence between a committee's members and their mean [McCallum98]."""
    return pick(view, view.need_votes().divergence_total(), size, "committee")


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


def distinct(view: QueryView, size: int) -> Picked:
    """The highest entropy sums, near repeats of a chosen one waiting for the rest [Hazra19]."""
    values = view.target.total()
    top = pick(view, values, 4 * size, "target").indices
    chosen = top[apart(view.get_vectors(top), size, SAME)]
    return Picked(chosen, values[chosen], ("target",) * len(chosen))


def density(view: QueryView, size: int) -> Picked:
    """Entropy sum times mean likeness to the unread [Settles08, information density, beta 1]."""
    values = np.zeros(len(view.lengths))
    values[view.candidates] = typicality(view.get_vectors(view.candidates))
    return pick(view, view.target.total() * values, size, "target")


def pick(view: QueryView, values: Doubles, size: int, reason: str) -> Picked:
    """The `size` candidates of highest value; a repeat waits until all others are taken."""
    own = values[view.candidates]
    if view.costs is not None:
        own = own / np.maximum(view.costs[view.candidates], 1e-9)
    # Chance breaks ties: a flat model must not always send the start of the corpus.
    order = np.lexsort((view.rng.random(len(own)), -own))
    ranked = view.candidates[order]
    _, firsts = np.unique(view.keys[ranked], return_index=True)
    firsts.sort()
    if len(firsts) < min(size, len(ranked)):
        rest = np.setdiff1d(np.arange(len(ranked)), firsts)
        firsts = np.concatenate((firsts, rest))
    chosen = ranked[firsts[:size]]
    return Picked(chosen, values[chosen], (reason,) * len(chosen))


def adaptive(view: QueryView, size: int) -> Picked:
    """Entropy summed over the root of the length (ours), near repeats of a chosen turn left for
    later [Hazra19].

    Between the sum, which saves turns, and the mean, which saves reading. The source speaks through
    the target model, which uses it where that pays (`transfer`): adding the source's own
    entropy to the score cost up to a point of F1 (docs/results/active-learning.md).
    """
    return best_varied(view, view.target.total(), size)


def expected_items(view: QueryView, size: int) -> Picked:
    """As `adaptive`, times the root of the number of items that the model expects (ours): several
    doubtful items in one turn teach more than one, where turns hold many and most are found."""
    return best_varied(view, view.target.total() * np.sqrt(view.target.items()), size)


def best_varied(view: QueryView, values: Doubles, size: int) -> Picked:
    """The highest `values` over the root of the length, near repeats of a chosen turn waiting.

    No more than three tenths of a batch answer one question: ten times the answer to "your name?"
    tires who reads them and teaches little after the second.
    """
    if view.costs is None:  # else `pick` divides by what a turn costs
        values = values / np.sqrt(np.maximum(view.lengths, 1))
    top = pick(view, values, 4 * size, "target")
    if len(top.indices) <= size:
        return top
    most = max(LEAST_OF_A_KIND, math.ceil(size * SHARE_OF_A_KIND))
    kept = varied(view.get_vectors(top.indices), kinds_of(view, top.indices), size, SAME, most)
    return Picked(top.indices[kept], top.scores[kept], ("target",) * len(kept))


def kinds_of(view: QueryView, rows: Ints) -> Ints:
    """The kind of turn of each row: answers to one question are one kind, however it was put. What
    answers nothing is a kind by itself."""
    if view.get_before is None:
        return np.arange(len(rows))
    before = view.get_before(rows)
    vectors = view.get_vectors(np.maximum(before, 0))
    vectors[before < 0] = 0
    return leaders(vectors, ALIKE)


@dataclass(frozen=True)
class QueryStrategy(Strategy[Query]):
    """A row of `QUERIES`."""

    # The source's share of a score; "falling" is `source_weight`, None where it has none.
    source_share: float | Literal["falling"] | None = None
    # Means, maxima and chance do not grow with a turn's length: to divide them counts it twice.
    grows_with_length: bool = True
    # What ranks whole dialogues, for a strategy that compares turns of one batch: a dialogue is
    # read with its repeats anyway.
    for_dialogues: str = ""

    def share_of_source(self, weight: float) -> float | None:
        """weight: of the source in this round."""
        return weight if self.source_share == "falling" else self.source_share


_TARGET = frozenset({Need.TARGET})
_PATHS = frozenset({Need.TARGET, Need.PATHS})
_SOURCE = frozenset({Need.SOURCE})
_BOTH = frozenset({Need.TARGET, Need.SOURCE_IF_ANY})
_TRANSFER = frozenset({Need.TARGET, Need.TRANSFER})

# fmt: off
QUERIES = by_name([
    QueryStrategy("adaptive", adaptive, _TRANSFER, is_offered=True),
    QueryStrategy("expected-items", expected_items, _TRANSFER),
    QueryStrategy("random", random_query, grows_with_length=False, is_offered=True),
    QueryStrategy("longest", longest, grows_with_length=False),
    QueryStrategy("target-entropy", target_entropy, _TARGET, is_offered=True),
    QueryStrategy("target-entropy-mean", target_entropy_mean, _TARGET, grows_with_length=False),
    QueryStrategy("target-entropy-max", target_entropy_max, _TARGET, grows_with_length=False),
    QueryStrategy("mnlp", mnlp, _PATHS, grows_with_length=False, is_offered=True),
    QueryStrategy("least-confidence", least_confidence, _PATHS, grows_with_length=False),
    QueryStrategy("margin", margin, _TARGET, grows_with_length=False),
    QueryStrategy("source-entropy", source_entropy, _SOURCE, "target-entropy", source_share=1.0),
    QueryStrategy(
        "source-entropy-mean", source_entropy_mean, _SOURCE, "target-entropy-mean",
        source_share=1.0, grows_with_length=False,
    ),
    QueryStrategy(
        "source-entropy-max", source_entropy_max, _SOURCE, "target-entropy-max",
        source_share=1.0, grows_with_length=False,
    ),
    QueryStrategy(
        "combined", combine, _BOTH, "target-entropy", source_share="falling", is_offered=True
    ),
    QueryStrategy("combined-sum", combine_sum, _BOTH, "target-entropy", source_share=0.5),
    QueryStrategy("combined-product", combine_product, _BOTH, "target-entropy"),
    QueryStrategy("committee", committee),
    QueryStrategy("committee-kl", committee_kl),
    QueryStrategy(
        "diversity", diversity, _TARGET, for_dialogues="target-entropy", is_offered=True
    ),
    QueryStrategy("distinct", distinct, _TARGET, for_dialogues="target-entropy"),
    QueryStrategy("density", density, _TARGET),
])
# fmt: on


def query_named(name: str) -> QueryStrategy:
    """Raises: UnknownStrategy, naming those that exist."""
    return find_strategy("query", QUERIES, name)
