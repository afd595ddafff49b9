"""A first reading of a pool: what a quick tagger, taught the same labels, believes of unread words.

It tells sensitive from not. Only turns that nobody has labelled are asked: of the others it knows
the answer by heart. Called before a tagger is taught, by `rounds` and `simulation`; for the halves
of a cross-validation by `rounds.validation`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from learning.crf import warm
from learning.crf.pool import Pool, candidates
from learning.crf.settings import CrfSettings
from learning.crf.tagger import sensitivity, training_tags
from learning.features.second_stage import Beliefs, learn_beliefs
from learning.tokens import OUTSIDE
from learning.types import Ints, Progress, Span

ITERATIONS = 30  # of the first reader: 60 made no better beliefs
STEPS = 10  # of one that goes on from an earlier one
ENOUGH_TURNS = 50  # labelled ones from which a reader goes on from the one of the round before


def reflect(
    pool: Pool,
    labelled: Mapping[int, Sequence[Span]],
    settings: CrfSettings | None = None,
    progress: Progress | None = None,
    keep: str = "",
) -> None:
    """Let the target features of the pool say what a first reading believes of each word.

    labelled: pool index -> spans. Nothing is believed where no span is labelled, no turn unread, or
    the pool does not reflect. keep: name of a file beside the pool's features, for what the next
    reader goes on from.
    Raises: what `progress` raises.
    """
    pool.believe(None)
    rows = sorted(labelled)
    unread = candidates(pool, set(rows))
    texts = pool.texts(rows)
    tags = {
        row: training_tags(text, labelled[row], "binary")
        for row, text in zip(rows, texts, strict=True)
    }
    pool.believe(first_reading(pool, tags, unread, settings, progress, keep))


def first_reading(
    pool: Pool,
    tags: Mapping[int, Sequence[str]],
    unread: Ints,
    settings: CrfSettings | None = None,
    progress: Progress | None = None,
    keep: str = "",
) -> Beliefs | None:
    """What a reader taught `tags` (pool index -> binary tags of its tokens) believes of the words
    of the turns `unread`; None as in `reflect`."""
    rows = [row for row, own in tags.items() if own]
    if not pool.reflects or not len(unread):
        return None
    if all(tag == OUTSIDE for row in rows for tag in tags[row]):
        return None
    path = pool.side_file(keep) if keep and len(rows) >= ENOUGH_TURNS else None
    kept = warm.Kept(path, STEPS) if path else None
    encoding = pool.unbelieving()
    weights = warm.resume(
        kept,
        encoding,
        rows,
        [tags[row] for row in rows],
        replace(settings or CrfSettings(), max_iterations=ITERATIONS),
        progress,
        pool.prior,
    )
    chance = sensitivity(encoding, weights, unread)
    words, numbers = encoding.masked_words()
    chosen = np.zeros(len(pool), bool)
    chosen[unread] = True
    asked = np.repeat(chosen, encoding.lengths)
    return learn_beliefs(words, numbers[encoding.word_ids[asked]], chance[asked])
