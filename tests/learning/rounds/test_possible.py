"""Words that a model thinks possible: from a small probability on, whatever it proposes."""

from typing import Any, cast

import numpy as np

from learning.rounds.possible import possible_words
from learning.tagger import Tagger
from learning.types import Bounds, Utterance


class Unsure:
    """Says of each token how probable it is that it is personal."""

    tags = ("B-NAME", "I-NAME", "O")

    def marginals(self, utterances: Any) -> Any:
        # "aqui Maite ." three tokens; 0.15 is enough, 0.1 is not.
        table = [[0.06, 0.04, 0.9], [0.1, 0.1, 0.8], [0.01, 0.01, 0.98]]
        return [np.array(table, np.float32) for _ in utterances]


def test_what_is_a_little_probable_is_possible() -> None:
    tagger = cast(Tagger, Unsure())
    found = possible_words(tagger, [Utterance("aqui Maite ."), Utterance("soy Ana ?")])
    assert found == [(Bounds(5, 10),), (Bounds(4, 7),)]
    assert possible_words(tagger, []) == []
