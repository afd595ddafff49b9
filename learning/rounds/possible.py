"""Words that a model thinks possible, though it may propose nothing there: where a reader's ring
stops. Called by the services of training for the turns of a batch."""

from collections.abc import Sequence

from learning.crf.threshold import outside
from learning.tagger import Tagger
from learning.tokens import tokenise
from learning.types import Bounds, Utterance

LEAST = 0.15  # probability of being personal


def possible_words(tagger: Tagger, utterances: Sequence[Utterance]) -> list[tuple[Bounds, ...]]:
    """Of each utterance the tokens that are personal with a probability of at least `LEAST`."""
    if not utterances:
        return []
    tables = tagger.marginals(utterances)
    return [
        tuple(
            Bounds(*token)
            for token, out in zip(tokenise(each.text), outside(table, tagger.tags), strict=True)
            if 1 - out >= LEAST
        )
        for each, table in zip(utterances, tables, strict=True)
    ]
