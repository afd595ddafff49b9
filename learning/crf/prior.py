"""What a source corpus teaches the very features of a target: the centre of its weights' penalty.

Without labels the target's tagger weighs each feature as the source does, at half the strength;
what the labels say moves it from there, at a cost that grows with the way [Chelba04, 3]. `source`
learns a prior, `transfer` decides whether a pool's taggers begin at it, `warm` trains with it.
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse

from learning.crf.descent import Design, Objective
from learning.crf.modelfile import Weights
from learning.features.encoding import Encoding
from learning.tokens import OUTSIDE
from learning.types import Doubles, Ints

SHARE = 0.5  # of the source's weights (docs/results/transfer.md: the whole of them hurt)


@dataclass(frozen=True)
class Centre:
    """A prior laid over a design: how much each of its attributes speaks for "outside".

    A prior knows in and out, a target any number of labels: the difference of the two weights is
    given to "outside" alone, which says the same of every label.
    """

    pairs: Ints  # attribute x L + tag of the design
    values: Doubles  # the weights there
    moves: Doubles  # tags x tags
    rest: dict[str, float]  # weights of what the design does not hold

    @classmethod
    def of(cls, design: Design, encoding: Encoding, prior: Weights) -> "Centre":
        """Raises: ValueError for a prior without "outside"."""
        out = prior.tags.index(OUTSIDE)
        state = SHARE * prior.state.toarray()
        speaks = state[:, out] - np.delete(state, out, axis=1).sum(axis=1)
        rows = [
            prior.attributes.get(encoding.attributes[place], -1)
            for place in design.attributes.tolist()
        ]
        places = np.asarray(rows, np.int64)
        known = np.flatnonzero(places >= 0)
        values = speaks[places[known]]
        kept = known[values != 0]
        tags = len(design.tags)
        column = design.tags.index(OUTSIDE)
        rest = dict(zip(prior.attributes, speaks.tolist(), strict=True))
        for place in known.tolist():
            del rest[encoding.attributes[design.attributes[place]]]
        return cls(
            kept * tags + column,
            values[values != 0],
            _moves(design.tags, prior),
            {name: weight for name, weight in rest.items() if weight},
        )

    def vector(self, objective: Objective) -> Doubles:
        """The centre as a weight vector of an objective that holds `pairs`."""
        vector = np.zeros(len(objective))
        vector[np.searchsorted(objective.pairs, self.pairs)] = self.values
        vector[len(objective.pairs) :] = self.moves.ravel()[objective.moves]
        return vector

    def complete(self, weights: Weights) -> Weights:
        """Trained weights with those of all that no label spoke of: they stay where they were."""
        column = weights.tags.index(OUTSIDE)
        count = len(self.rest)
        columns = np.full(count, column)
        rest = scipy.sparse.csr_matrix(
            (list(self.rest.values()), (np.arange(count), columns)),
            shape=(count, len(weights.tags)),
        )
        first = len(weights.attributes)
        names = {name: first + place for place, name in enumerate(self.rest)}
        return Weights(
            weights.tags,
            weights.attributes | names,
            scipy.sparse.vstack((weights.state, rest), format="csr"),
            weights.transitions,
        )


def _moves(tags: tuple[str, ...], prior: Weights) -> Doubles:
    """The prior's weight of each move between tags of a target; 0 from one label to another."""
    out = prior.tags.index(OUTSIDE)
    within = next(place for place in range(len(prior.tags)) if place != out)
    side = np.asarray([out if tag == OUTSIDE else within for tag in tags])
    moves: Doubles = SHARE * prior.transitions[np.ix_(side, side)]
    names = np.asarray([tag[2:] for tag in tags])
    other = (names[:, None] != names[None, :]) & (names[:, None] != "") & (names[None, :] != "")
    moves[other] = 0.0
    return moves
