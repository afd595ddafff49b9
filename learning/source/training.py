"""Teaches a source model: what is sensitive by shape alone, and a prior for the target's features.

The model reads features that carry across languages; it chooses seeds and gives source
features (`transfer`).
The prior weighs the words of one language and helps with the like of its corpus (`prior`). The
words of a source must not carry its secrets: only those are kept that several of its dialogues say
outside any span, with what such words give (affixes). Of all others the prior has the shape alone.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from learning.crf import warm
from learning.crf.modelfile import Weights
from learning.crf.settings import CrfSettings
from learning.crf.tagger import CrfTagger, training_tags
from learning.features.attributes import FAMILIES, digits_masked
from learning.features.encoding import Encoding, encode
from learning.tokens import OUTSIDE, words
from learning.types import Flags, Progress, Utterance

FEWEST_DIALOGUES = 5  # that must say a word outside any span until it is kept
_NEUTRAL = ("b", "s=", "h=", "k=", "n=", "edge", "fifth=", "l", "r")  # tell no word


def train_source_tagger(
    utterances: Sequence[Utterance], progress: Progress | None = None
) -> CrfTagger:
    """A source model with its prior, from utterances with their gold spans.

    Raises: EmptyPool without a token; OneClassOnly without a span; what `progress` raises.
    """

    def half(begin: float) -> Progress:
        def report(share: float, phase: str) -> None:
            if progress:
                progress(begin + share / 2, phase)

        return report

    tagger = CrfTagger(features="source").fit(utterances, labels="binary", progress=half(0.0))
    tagger.prior = learn_prior(utterances, half(0.5))
    return tagger


def learn_prior(utterances: Sequence[Utterance], progress: Progress | None = None) -> Weights:
    """The weights of a binary CRF over the target's features, without rare or personal words.

    Raises: what `progress` raises.
    """
    encoding = encode(utterances)
    tags = [training_tags(utterance.text, utterance.spans, "binary") for utterance in utterances]
    rows = [row for row, row_tags in enumerate(tags) if row_tags]
    shared = encoding.only(kept_attributes(encoding, common_words(utterances, tags)))
    return warm.train(shared, rows, [tags[row] for row in rows], CrfSettings(), None, progress)


def common_words(utterances: Sequence[Utterance], tags: Sequence[Sequence[str]]) -> set[str]:
    """Words, in lower case, that `FEWEST_DIALOGUES` say outside any span; none with a digit.

    tags: of each utterance's tokens. Utterances that name no dialogue count as one.
    """
    speakers_of: defaultdict[str, set[str]] = defaultdict(set)
    for utterance, word_tags in zip(utterances, tags, strict=True):
        for word, tag in zip(words(utterance.text), word_tags, strict=True):
            if tag == OUTSIDE:
                speakers_of[word.lower()].add(utterance.dialogue)
    return {
        word
        for word, dialogues in speakers_of.items()
        if len(dialogues) >= FEWEST_DIALOGUES and word == digits_masked(word)
    }


def kept_attributes(encoding: Encoding, common: set[str]) -> Flags:
    """Which attributes of a target's encoding tell of shapes, places and `common` words alone."""
    given = {
        f"{slot}:{name}"
        for slot, rule in FAMILIES["target"].slots.items()
        for word in common
        for name in rule(word)
    }
    return np.asarray(
        [
            name in given or name.partition(":")[2].startswith(_NEUTRAL)
            for name in encoding.attributes
        ],
        np.bool_,
    )
