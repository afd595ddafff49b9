"""How unsure a model is, as array functions: per token from tag probabilities, then per utterance.

`score_pool` runs a model over the pool once and keeps per-token signals only, 12 bytes a token.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from learning.crf.marginals import Scorer, chunks, posterior, viterbi
from learning.crf.modelfile import Weights
from learning.errors import UnknownStrategy
from learning.features.encoding import Encoding
from learning.tokens import OUTSIDE
from learning.types import Doubles, Floats, Ints, Progress, Reals

_FLOOR = 1e-12


def entropy(probabilities: Reals) -> Floats:
    """Shannon entropy in nats of each row: -sum p log p [Settles08, eq. 2, one token]."""
    safe = np.maximum(probabilities, _FLOOR)
    return np.asarray(-(probabilities * np.log(safe)).sum(axis=-1), dtype=np.float32)


def margin(probabilities: npt.NDArray[Any]) -> Floats:
    """Difference between the two most probable tags of each row [Scheffer01]; 1 with one tag."""
    if probabilities.shape[-1] < 2:
        return np.ones(probabilities.shape[:-1], np.float32)
    top = np.partition(probabilities, -2, axis=-1)[..., -2:]
    return np.asarray(top[..., 1] - top[..., 0], dtype=np.float32)


def sensitive_chance(probabilities: Reals, tags: Sequence[str]) -> Floats:
    """The probability of each row that its tag, of these columns, is not "outside"."""
    if OUTSIDE not in tags:
        return np.ones(len(probabilities), np.float32)
    return np.asarray(1.0 - probabilities[:, tags.index(OUTSIDE)], np.float32)


def vote_entropy(probabilities: Reals) -> Floats:
    """Entropy of the members' hard votes on each token [DaganEngelson95].

    probabilities: tokens x members x tags; a member votes for its most probable tag.
    """
    votes = probabilities.argmax(axis=-1)
    shares = (votes[..., None] == np.arange(probabilities.shape[-1])).mean(axis=1)
    return entropy(shares)


def divergence(probabilities: Reals) -> Floats:
    """Mean Kullback-Leibler divergence of the members from their mean, a token [McCallum98, 4].

    probabilities: tokens x members x tags. Computed as the entropy of the mean less the mean of
    the entropies, which is the same number.
    """
    apart = entropy(probabilities.mean(axis=1)) - entropy(probabilities).mean(axis=1)
    return np.asarray(np.maximum(apart, 0), np.float32)  # rounding may fall just below


@dataclass(frozen=True)
class Votes:
    """On what the members of a committee disagree; arrays as in `Signals`, one number a token."""

    starts: Ints
    entropy: Floats
    divergence: Floats

    def entropy_total(self) -> Doubles:
        """Vote entropy summed over each utterance [Settles08, vote entropy, not averaged]."""
        return reduce_tokens(self.entropy, self.starts, "sum")

    def divergence_total(self) -> Doubles:
        """Divergence summed over each utterance [Settles08, Kullback-Leibler, not averaged]."""
        return reduce_tokens(self.divergence, self.starts, "sum")


@dataclass(frozen=True)
class Signals:
    """What one model says about every utterance of the pool (n utterances, t tokens)."""

    starts: Ints  # n + 1 token offsets
    entropy: Floats  # t
    margin: Floats  # t
    best_path: Doubles | None = None  # n log-probabilities of best tag sequences; None: not asked
    sensitive: Floats | None = None  # t probabilities; None where the model was not asked for them

    @property
    def lengths(self) -> Ints:
        return np.diff(self.starts)

    def total(self) -> Doubles:
        """Token entropy summed over each utterance [Settles08, total token entropy]."""
        return reduce_tokens(self.entropy, self.starts, "sum")

    def mean(self) -> Doubles:
        """Token entropy averaged over each utterance [Settles08, token entropy]."""
        return reduce_tokens(self.entropy, self.starts, "mean")

    def peak(self) -> Doubles:
        """The highest token entropy of each utterance."""
        return reduce_tokens(self.entropy, self.starts, "max")

    def surest(self) -> Doubles:
        """The highest probability of each utterance that a token is sensitive."""
        return reduce_tokens(self._chances(), self.starts, "max")

    def items(self) -> Doubles:
        """The expected number of items of each utterance: tokens that are sensitive after one that
        is not, or first, neighbours taken as independent."""
        chances = self._chances()
        before = np.concatenate(([0.0], chances[:-1])) if len(chances) else chances
        before[self.starts[:-1][self.lengths > 0]] = 0.0
        return reduce_tokens(chances * (1.0 - before), self.starts, "sum")

    def least_confidence(self) -> Doubles:
        """1 - P(best path) [Culotta05]."""
        return 1.0 - np.exp(self._paths())

    def mnlp(self) -> Doubles:
        """Negated log P(best path) a token: higher is less sure [Shen17, 3.2]."""
        return -self._paths() / np.maximum(self.lengths, 1)

    def small_margin(self) -> Doubles:
        """1 - the smallest token margin of each utterance [Scheffer01]."""
        return reduce_tokens(1.0 - self.margin, self.starts, "max")

    def _chances(self) -> Floats:
        if self.sensitive is None:
            raise UnknownStrategy("This strategy needs what the model takes for sensitive.")
        return self.sensitive

    def _paths(self) -> Doubles:
        if self.best_path is None:
            raise UnknownStrategy("This strategy needs the best paths, which were not computed.")
        return self.best_path


def reduce_tokens(values: Reals, starts: Ints, how: str) -> Doubles:
    """One number an utterance from one a token: how = "sum", "mean" or "max"; empty gives 0."""
    lengths = np.diff(starts)
    reduced = np.zeros(len(lengths))
    filled = lengths > 0
    if filled.any():
        ufunc: np.ufunc = np.maximum if how == "max" else np.add
        reduced[filled] = ufunc.reduceat(values.astype(np.float64), starts[:-1][filled])
    if how == "mean":
        reduced /= np.maximum(lengths, 1)
    return reduced


def score_pool(
    encoding: Encoding,
    weights: Weights,
    *,
    rows: Ints | None = None,
    paths: bool = False,  # the best paths as well: twice the time
    progress: Progress | None = None,
) -> Signals:
    """Run a model over utterances `rows` (default all) of an encoding; others stay 0."""
    scorer = Scorer(encoding, weights)
    chosen = np.arange(len(encoding)) if rows is None else rows
    unsure = np.zeros(encoding.tokens, np.float32)
    apart = np.ones(encoding.tokens, np.float32)
    chances = np.zeros(encoding.tokens, np.float32)
    best = np.zeros(len(encoding)) if paths else None
    done, total = 0, max(1, int(encoding.lengths[chosen].sum()))
    for chunk in chunks(encoding, chosen):
        state = scorer.state(chunk)
        values = posterior(state, scorer.transitions, chunk)
        unsure[chunk.places] = entropy(values)
        apart[chunk.places] = margin(values)
        chances[chunk.places] = sensitive_chance(values, scorer.tags)
        if best is not None:
            best[chunk.rows] = viterbi(state, scorer.transitions, chunk)[1]
        done += len(chunk.places)
        if progress:
            progress(done / total, "scoring")
    return Signals(encoding.starts, unsure, apart, best, chances)
