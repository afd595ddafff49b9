"""Query by committee: a few quick taggers, each taught a bag of the labelled turns, that vote.

modAL's `Committee` keeps the members and joins their votes: a bag may lack a label that others know
[SeungOpperSompolinsky92; bags: AbeMamitsuka98]. Trained only when a strategy asks for votes.
"""

from dataclasses import replace
from typing import Self

import numpy as np
import numpy.typing as npt
from modAL.models import ActiveLearner, Committee

from learning.choice.uncertainty import Votes, divergence, vote_entropy
from learning.crf.marginals import Chunk, Scorer, chunks, posterior
from learning.crf.pool import Pool
from learning.crf.settings import CrfSettings
from learning.rounds.estimator import Objects, PoolEstimator
from learning.types import Ints, Labels, Progress, Reals

MEMBERS = 4
ITERATIONS = 15  # a member need not be good, only as good as the others
_TRIES = 20


class Member(PoolEstimator):
    """One tagger of a committee: learns rows of a pool, gives tag probabilities of tokens."""

    def fit(self, X: Objects, y: Objects) -> Self:  # noqa: N803
        super().fit(X, y)
        self.order_ = np.argsort(self.tagger_.tags)
        self.classes_ = np.asarray(self.tagger_.tags)[self.order_]
        assert self.pool is not None
        self.scorer_ = Scorer(self.pool.encoding("target"), self.tagger_.weights)
        return self

    def predict_proba(self, X: Ints, *, chunk: Chunk) -> Reals:  # noqa: N803
        """Tokens x `classes_`; X: the token places of `chunk`."""
        assert len(X) == len(chunk.places)
        state = self.scorer_.state(chunk)
        return posterior(state, self.scorer_.transitions, chunk)[:, self.order_]


def votes_of(learner: ActiveLearner, rows: Ints, rng: np.random.Generator) -> Votes:
    """The votes on `rows` of a committee taught what a learner of `loop` was taught."""
    estimator = learner.estimator
    # As everywhere, what is asked next depends on what is found, not on its name.
    committee = train_committee(
        estimator.pool, learner.X_training, learner.y_training, rng,
        labels="binary", settings=estimator.settings, progress=estimator.progress,
    )  # fmt: skip
    return count_votes(committee, estimator.pool, rows)


def train_committee(
    pool: Pool,
    X: Objects,  # noqa: N803
    y: Objects,
    rng: np.random.Generator,
    *,
    labels: Labels = "all",
    settings: CrfSettings | None = None,
    progress: Progress | None = None,
) -> Committee:
    """`MEMBERS` taggers, each taught a bag drawn from the labelled rows (see `loop`).

    Raises: what `CrfTagger.fit_rows` raises when all rows together teach nothing.
    """
    known = settings or CrfSettings()
    quick = replace(known, max_iterations=min(known.max_iterations, ITERATIONS))
    members = []
    for _ in range(MEMBERS):
        bag = draw_bag(np.asarray([bool(label.spans) for label in y]), rng)
        member = Member(pool, labels, quick, progress)
        members.append(ActiveLearner(estimator=member, X_training=X[bag], y_training=y[bag]))
    return Committee(learner_list=members)


def draw_bag(useful: npt.NDArray[np.bool_], rng: np.random.Generator) -> Ints:
    """Places drawn with replacement, at least one of them useful; all places if chance refuses."""
    # modAL would draw from numpy's global chance, and a bag without any item teaches nothing.
    for _ in range(_TRIES):
        bag = rng.integers(len(useful), size=len(useful))
        if useful[bag].any():
            return bag
    return np.arange(len(useful))


def count_votes(committee: Committee, pool: Pool, rows: Ints) -> Votes:
    """What the members disagree on in `rows` of the pool; other rows stay 0."""
    encoding = pool.encoding("target")
    unlike = np.zeros(encoding.tokens, np.float32)
    far = np.zeros(encoding.tokens, np.float32)
    for chunk in chunks(encoding, rows):
        values = committee.vote_proba(chunk.places, chunk=chunk)
        unlike[chunk.places] = vote_entropy(values)
        far[chunk.places] = divergence(values)
    return Votes(encoding.starts, unlike, far)
