"""The first stage of two-stage tagging: a quick tagger makes second-stage features [Krishnan06].

It learns the same labels, as sensitive or not, and tags the turns that nobody has labelled; of the
others it knows the answer by heart. Called before a tagger is trained, by `rounds` and
`simulation`; for the halves of a cross-validation by `rounds.validation`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from learning.crf import warm
from learning.crf.pool import Pool, candidates
from learning.crf.settings import CrfSettings
from learning.crf.tagger import sensitivity, training_tags
from learning.features.second_stage import SecondStage, learn_second_stage
from learning.sampling import drawn
from learning.tokens import OUTSIDE
from learning.types import Ints, Progress, Span

ITERATIONS = 30  # of the first stage: 60 made no better features
STEPS = 10  # of one that goes on from an earlier one
ENOUGH_TURNS = 50  # labelled ones from which it goes on from the one of the round before


def add_second_stage(
    pool: Pool,
    labelled: Mapping[int, Sequence[Span]],  # pool index -> spans
    settings: CrfSettings | None = None,
    progress: Progress | None = None,
    keep: str = "",  # name of a file beside the pool, for the next round to go on from
) -> None:
    """Add second-stage features to the target features of the pool.

    There are none where no span is labelled, no turn unread, or the pool has no second stage.
    Raises: what `progress` raises.
    """
    pool.use_second_stage(None)
    rows = sorted(labelled)
    unread = drawn(candidates(pool, set(rows)))
    texts = pool.texts(rows)
    tags = {
        row: training_tags(text, labelled[row], "binary")
        for row, text in zip(rows, texts, strict=True)
    }
    pool.use_second_stage(run_first_stage(pool, tags, unread, settings, progress, keep))


def run_first_stage(
    pool: Pool,
    tags: Mapping[int, Sequence[str]],
    unread: Ints,
    settings: CrfSettings | None = None,
    progress: Progress | None = None,
    keep: str = "",
) -> SecondStage | None:
    """The second-stage features that a tagger of `tags` (pool index -> binary tags of its tokens)
    makes of the turns `unread`; None as in `add_second_stage`."""
    rows = [row for row, row_tags in tags.items() if row_tags]
    if not pool.has_second_stage or not len(unread):
        return None
    if all(tag == OUTSIDE for row in rows for tag in tags[row]):
        return None
    path = pool.side_file(keep) if keep and len(rows) >= ENOUGH_TURNS else None
    kept = warm.Kept(path, STEPS) if path else None
    encoding = pool.first_stage_encoding()
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
    is_unread = np.zeros(len(pool), bool)
    is_unread[unread] = True
    tagged = np.repeat(is_unread, encoding.lengths)
    return learn_second_stage(words, numbers[encoding.word_ids[tagged]], chance[tagged])
