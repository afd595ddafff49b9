"""What a large model must beat, and whether it does: a CRF beside it, on turns that chance drew.

Called by `process`, in the child that trains. Turns that a strategy chose are hard for the CRF that
chose them, so they cannot tell which of the two is better on what nobody has read; turns drawn by
chance can, and test dialogues.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from learning.crf.tagger import CrfTagger, LabelledRows, sensitivity
from learning.errors import ModelDamaged, OneClassOnly, TooFewDrawn
from learning.features.encoding import Encoding
from learning.features.second_stage import learn_second_stage
from learning.large.dataset import is_held_out
from learning.metrics.counts import ANY, Difference, compare
from learning.metrics.measurement import Measured, measure
from learning.tagger import Tagger
from learning.tokens import OUTSIDE, spans_to_tags, tokenise
from learning.types import Utterance

LEAST_TURNS, LEAST_TOKENS = 30, 20  # to tell, and labelled tokens in them: as for an audit's F1
MOST_DRAWN = 1 / 3  # of the labelled turns: beyond it a fifth of the drawn ones measures, not all
ITERATIONS = 30  # of the quick CRF of a first reading, as in a round


@dataclass(frozen=True)
class Parts:
    """How labelled turns are shared out: those that teach, those that calibrate the large model,
    and those that measure both; `basis` says what the last are: "test" or "held-out"."""

    train: Sequence[Utterance]
    held: Sequence[Utterance]
    test: Sequence[Utterance]
    basis: str


def share_out(
    labelled: Sequence[Utterance], drawn: Sequence[int], test: Sequence[Utterance]
) -> Parts:
    """Test turns measure where they are enough; else turns that chance drew (`drawn`: their places
    among the labelled), which then teach neither model ("held-out").

    A turn keeps its part in later rounds, so that a training that is taken up again never learnt
    from what measures it. Raises: TooFewDrawn where neither are enough; OneClassOnly where the
    others hold nothing to learn from.
    """
    if is_enough(test):
        train = [each for each in labelled if not is_held_out(each.text)]
        return Parts(train, [each for each in labelled if is_held_out(each.text)], test, "test")
    places = set(drawn)
    if len(places) > MOST_DRAWN * len(labelled):
        places = {place for place in places if is_held_out(labelled[place].text)}
    chosen = [labelled[place] for place in sorted(places)]
    if not is_enough(chosen):
        raise TooFewDrawn(
            f"Only turns that chance drew tell whether a large model is better: at least "
            f"{LEAST_TURNS}, with {LEAST_TOKENS} labelled words in them, must be read."
        )
    train = [each for place, each in enumerate(labelled) if place not in places]
    if not any(each.spans for each in train):
        raise OneClassOnly("Too little is labelled to tell whether a large model is better.")
    return Parts(train, chosen, chosen, "held-out")


def is_enough(turns: Sequence[Utterance]) -> bool:
    """Whether these turns can tell one model from another at all."""
    tags = [tag for each in turns for tag in spans_to_tags(tokenise(each.text), each.spans)]
    return len(turns) >= LEAST_TURNS and len(tags) - tags.count(OUTSIDE) >= LEAST_TOKENS


def measure_on(tagger: Tagger, parts: Parts) -> Measured:
    """A tagger on the turns that measure."""
    texts, gold = [each.text for each in parts.test], [each.spans for each in parts.test]
    return measure(texts, gold, tagger.predict(parts.test), parts.basis)


def difference(small: Measured, large: Measured) -> Difference:
    """F1, personal or not, of the large model less that of the small one on the same turns, with
    the 95 % interval of a paired bootstrap over them [BergKirkpatrick12]."""
    assert small.counts is not None and large.counts is not None
    return compare(small.counts, large.counts).get(ANY) or Difference(0, 0, 0, 0, 0, 0)


def small_beside(
    folder: str, prior: str, parts: Parts, unread: Sequence[Utterance] = ()
) -> CrfTagger:
    """The CRF that a large model must beat: the round's own (in `folder`) where there are test
    turns, for it learnt from none of them; else one that learns from `parts.train` with all that
    the round's had: its settings, the pool's word classes, the source features or the prior (of the
    model in `prior`), and a first reading, made anew, of turns that nobody has labelled.

    Where the round's cannot be opened, a plain one. Raises: what `CrfTagger.fit_rows` raises.
    """
    small = _opened(folder)
    if small is not None and parts.basis == "test":
        return small
    if small is None:
        return CrfTagger().fit(parts.train)
    source = _opened(prior)
    weights = source.prior if source is not None else None
    rows = range(len(parts.train))
    texts, spans = [each.text for each in parts.train], [each.spans for each in parts.train]
    encoding = small.encode_first_stage([*parts.train, *unread])
    if small.second_stage is not None and unread:
        quick = CrfTagger(settings=replace(small.settings, max_iterations=ITERATIONS)).fit_rows(
            LabelledRows(encoding, rows, texts, spans), "binary", prior=weights
        )
        encoding = _read(encoding, quick, len(parts.train))
    return CrfTagger(settings=small.settings).fit_rows(
        LabelledRows(encoding, rows, texts, spans), prior=weights
    )


def _read(encoding: Encoding, quick: CrfTagger, first: int) -> Encoding:
    """The features with those of a second stage, which a quick tagger makes of the rows from
    `first` on, as `crf.first_stage` does in a pool."""
    rows = np.arange(first, len(encoding))
    chances = sensitivity(encoding, quick.weights, rows)
    words, numbers = encoding.masked_words()
    tokens = np.arange(encoding.tokens) >= encoding.starts[first]
    stage = learn_second_stage(words, numbers[encoding.word_ids[tokens]], chances[tokens])
    return encoding.with_second_stage(stage)


def _opened(folder: str) -> CrfTagger | None:
    """The CRF in a folder; None without one, or where it is damaged."""
    if not folder:
        return None
    try:
        return CrfTagger.load(Path(folder))
    except (ModelDamaged, OSError):
        return None
