"""The decision threshold: a token counts as sensitive where "outside" is not probable enough.

Used by every tagger's `predict`, and by the training command to choose the threshold.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from learning.errors import EmptyPool, OneClassOnly
from learning.tokens import OUTSIDE, spans_to_tags, tokenise
from learning.types import Doubles, Floats, Labels, Progress, Reals, Utterance

EVEN = 0.5  # the threshold that favours neither recall nor precision


@dataclass(frozen=True)
class DecisionThreshold:
    """A threshold on the probability of "outside", and what it gave on the `n` sensitive tokens
    that it was chosen on."""

    threshold: float
    wished: float
    recall: float
    precision: float
    n: int


class _Learner(Protocol):
    @property
    def tags(self) -> tuple[str, ...]: ...
    def fit(
        self,
        utterances: Sequence[Utterance],
        *,
        labels: Labels = "all",
        progress: Progress | None = None,
    ) -> object: ...
    def marginals(self, utterances: Sequence[Utterance]) -> Sequence[Reals]: ...


def outside(marginals: Reals, tags: Sequence[str]) -> Floats:
    """Probability of "outside" of each token; 0 everywhere for a tagger that never saw it."""
    if OUTSIDE not in tags:
        return np.zeros(len(marginals), np.float32)
    return np.asarray(marginals[:, list(tags).index(OUTSIDE)])


def tags_at_threshold(marginals: Reals, tags: Sequence[str], threshold: float) -> list[str]:
    """The tag of each token: sensitive where the probability of "outside" is below `threshold`,
    and then the most probable label, opened (B-) where that is likelier than going on.

    marginals: tokens x tags.
    """
    sensitive = outside(marginals, tags) < threshold
    names = sorted({tag[2:] for tag in tags if tag != OUTSIDE})
    if not names or not sensitive.any():
        return [OUTSIDE] * len(marginals)
    columns = {tag: place for place, tag in enumerate(tags)}
    nothing = np.zeros(len(marginals), np.float32)
    opens, inside = (
        _side_by_side(
            marginals[:, columns[sign + name]] if sign + name in columns else nothing
            for name in names
        )
        for sign in ("B-", "I-")
    )  # fmt: skip
    best = (opens + inside).argmax(axis=0)
    chosen = [OUTSIDE] * len(marginals)
    for place in np.flatnonzero(sensitive):
        name = best[place]
        sign = "B-" if opens[name, place] > inside[name, place] else "I-"
        chosen[place] = sign + names[name]
    return chosen


def _side_by_side(rows: Iterable[Reals]) -> Reals:
    return cast(Reals, np.stack(list(rows)))


def label_confidences(marginals: Reals, tags: Sequence[str], chosen: Sequence[str]) -> list[float]:
    """The probability of each token's chosen label, whether it opens or goes on, in 0..1."""
    names = np.asarray([tag[2:] for tag in tags])
    wanted = np.asarray([tag[2:] for tag in chosen])
    sure = (marginals * (names[None, :] == wanted[:, None])).sum(axis=1)
    return [min(1.0, float(each)) for each in sure]


def threshold_for_recall(off: Doubles, sensitive: Doubles, wished: float) -> DecisionThreshold:
    """The lowest threshold at which the wished share of sensitive tokens is found.

    off: probability of "outside" of tokens that the tagger did not learn from; sensitive: whether
    each is (0 or 1). Of n sensitive tokens the ceil((n + 1) * wished)-th surest is the last to be
    found, which keeps the promise on average for tokens drawn alike [Vovk05, 2.2]; tokens of one
    turn are not quite that. It favours recall only: never below 0.5.
    Raises: OneClassOnly without a sensitive token; ValueError for a wish outside 0..1.
    """
    if not 0 < wished < 1:
        raise ValueError("The wished recall lies between 0 and 1.")
    mask = np.asarray(sensitive, bool)
    values = np.sort(np.asarray(off, np.float64)[mask])
    if not len(values):
        raise OneClassOnly("No sensitive item was held out to choose a threshold by.")
    rank = min(len(values), math.ceil(round((len(values) + 1) * wished, 9)))
    threshold = max(EVEN, float(np.nextafter(values[rank - 1], 2.0)))
    marked = np.asarray(off, np.float64) < threshold
    hits = int((marked & mask).sum())
    return DecisionThreshold(
        threshold, wished, hits / len(values), hits / max(1, int(marked.sum())), len(values)
    )


def choose_threshold(
    make: Callable[[], _Learner],
    utterances: Sequence[Utterance],
    wished: float,
    labels: Labels = "all",
    *,
    folds: int = 3,
    seed: int = 0,
    progress: Progress | None = None,
) -> DecisionThreshold:
    """Choose the threshold by cross-validation: every token is judged by a tagger that did not
    learn from it. Raises: OneClassOnly; EmptyPool; what `fit` raises."""
    fold = np.random.default_rng(seed).permutation(len(utterances)) % folds
    off: list[Floats] = []
    gold: list[Doubles] = []
    for number in range(folds):
        train = [utterances[place] for place in np.flatnonzero(fold != number).tolist()]
        held = [utterances[place] for place in np.flatnonzero(fold == number).tolist()]
        try:
            tagger = make()
            tagger.fit(train, labels=labels, progress=progress)
        except (OneClassOnly, EmptyPool):
            continue
        for utterance, marginals in zip(held, tagger.marginals(held), strict=True):
            tags = spans_to_tags(tokenise(utterance.text), utterance.spans)
            off.append(outside(marginals, tagger.tags))
            gold.append(np.asarray([tag != OUTSIDE for tag in tags], np.float64))
    if not off:
        raise OneClassOnly("Too little is labelled to choose a threshold by cross-validation.")
    return threshold_for_recall(
        np.concatenate(off).astype(np.float64), np.concatenate(gold), wished
    )
