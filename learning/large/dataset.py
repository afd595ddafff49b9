"""What a large tagger learns from: words with tags, a part held out, and windows of long texts.

Pure; used by `bert`, `flair_tagger` and `process`.
"""

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from learning.crf.tagger import training_tags
from learning.errors import EmptyPool, OneClassOnly
from learning.tokens import OUTSIDE, words
from learning.types import Labels, Utterance

PARTS = 5  # one turn in five is held out behind the rounds
LEAST_TO_HOLD_OUT = 40  # with fewer utterances every one is needed to learn from


@dataclass(frozen=True)
class Lesson:
    """The tokens of one utterance, and the tag of each."""

    words: list[str]
    tags: list[str]


class Window(NamedTuple):
    """Tokens `begin` to `end` are read together; the window answers for `first` to `last`."""

    begin: int
    end: int
    first: int
    last: int


def lessons(utterances: Sequence[Utterance], labels: Labels) -> list[Lesson]:
    """The utterances with tokens. Raises: EmptyPool without any, OneClassOnly without a span."""
    taught = [
        Lesson(words(utterance.text), training_tags(utterance.text, utterance.spans, labels))
        for utterance in utterances
    ]
    taught = [lesson for lesson in taught if lesson.words]
    if not taught:
        raise EmptyPool("There is no text to learn from.")
    if all(tag == OUTSIDE for lesson in taught for tag in lesson.tags):
        raise OneClassOnly(
            "Nothing was labelled as sensitive yet: label at least one item, then train."
        )
    return taught


def blind_loss(taught: Sequence[Lesson]) -> float:
    """The mean loss of a token, in nats, for whoever knows how frequent each tag is and reads
    nothing: the entropy of the tags."""
    tags = [tag for lesson in taught for tag in lesson.tags]
    shares = np.array(list(Counter(tags).values())) / max(1, len(tags))
    return float(-(shares * np.log(shares)).sum())


def is_held_out(text: str) -> bool:
    """Whether a turn is in the fifth that is held out: always the same answer for the same text, so
    that a training that is taken up again never learnt from it."""
    return zlib.crc32(text.encode()) % PARTS == 0


def hold_out(count: int, share: float, seed: int = 0) -> tuple[list[int], list[int]]:
    """Indices to learn from and indices held out, drawn once and for all from `seed`."""
    if count < LEAST_TO_HOLD_OUT or share <= 0:
        return list(range(count)), []
    order = np.random.default_rng(seed).permutation(count)
    size = max(1, round(share * count))
    return sorted(order[size:].tolist()), sorted(order[:size].tolist())


def windows(sizes: Sequence[int], room: int, overlap: int) -> list[Window]:
    """Cut a sequence of tokens, of `sizes` sub-words each, into windows of at most `room` of them.

    Neighbours share about `overlap` sub-words, and each answers up to the middle of what they
    share: every token is answered for once, with words on both of its sides. A token larger than
    the room stands alone (its caller cuts it).
    """
    count = len(sizes)
    cuts: list[Window] = []
    begin = first = 0
    while begin < count:
        end, filled = begin, 0
        while end < count and (end == begin or filled + sizes[end] <= room):
            filled += sizes[end]
            end += 1
        if end == count:
            cuts.append(Window(begin, end, first, end))
            break
        back, shared = end, 0
        while back - 1 > begin and shared + sizes[back - 1] <= overlap:
            back -= 1
            shared += sizes[back]
        last = (back + end + 1) // 2
        if last > first:
            cuts.append(Window(begin, end, first, last))
        begin, first = back, last
    return cuts
