"""What a model is worth that learnt only from turns drawn by chance: the honest baseline of a
project's learning curve. Called by the training service after a round.
"""

from collections.abc import Mapping, Sequence, Set

from learning.crf.first_stage import add_second_stage
from learning.crf.pool import Pool
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, LabelledRows
from learning.errors import EmptyPool, OneClassOnly
from learning.metrics.measurement import Measured, measure
from learning.rounds.validation import by_cross_validation, on_test
from learning.types import Span, Utterance


def measure_chance(
    pool: Pool,
    labelled: Mapping[int, tuple[Span, ...]],
    drawn: Set[int],
    test: Sequence[Utterance] = (),
    settings: CrfSettings | None = None,
) -> Measured:
    """Learn from the labelled turns in `drawn` (pool indices) and measure as a round is measured.

    With a test, on the test. Without one, on all labelled turns half by half, each half tagged by
    a model of the drawn turns of the other: the same turns on which the round's own model is
    measured, so the two figures can stand beside each other. Drawn turns without any label teach
    nothing: recall is then 0.
    """
    indices = sorted(labelled)
    if not test:
        spans = [labelled[index] for index in indices]
        return by_cross_validation(pool, indices, spans, settings, learn_from=drawn)
    rows = [index for index in indices if index in drawn]
    texts = pool.texts(rows)
    spans = [labelled[index] for index in rows]
    add_second_stage(pool, {index: labelled[index] for index in rows}, settings)
    try:
        tagger = CrfTagger(settings=settings).fit_rows(
            LabelledRows(pool.encoding("target"), rows, texts, spans), prior=pool.prior
        )
    except (OneClassOnly, EmptyPool):
        gold = [utterance.spans for utterance in test]
        nothing: list[tuple[Span, ...]] = [()] * len(test)
        return measure([utterance.text for utterance in test], gold, nothing, "test")
    return on_test(tagger, test)
