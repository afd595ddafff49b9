"""What a source is: whatever gives tokens a probability of being sensitive; `source` has the kinds.

A source is asked for turns and answers with `Told`. It may say that it has not read a token: then
it has told nothing of it, which is not the same as "not sensitive".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from learning.errors import SourceMalformed
from learning.tokens import words
from learning.types import Card, Flags, Floats, Progress, Utterance

_SLACK = 1.01  # above 1 by no more than rounding


@dataclass(frozen=True)
class Told:
    """One entry a turn in each list, one row a token of it (`tokens.words`)."""

    sensitive: Sequence[Floats]  # probability of being sensitive, 0..1; 0 where nothing was read
    read: Sequence[Flags]  # whether the source had the token before it
    labels: tuple[str, ...] = ()  # of its own scheme; () where it tells sensitive or not alone
    shares: Sequence[Floats] = ()  # tokens x labels: how `sensitive` is shared out

    def flat(self) -> tuple[Floats, Flags]:
        """Probabilities and what was read, of all tokens in order."""
        if not self.sensitive:
            return np.zeros(0, np.float32), np.zeros(0, np.bool_)
        return np.concatenate(self.sensitive), np.concatenate(self.read)


class Source(Protocol):
    """Anything that tells sensitive words from others."""

    @property
    def card(self) -> Card: ...  # "kind" is there; what a foreign one was taught is unknown

    @property
    def version(self) -> str:
        """Another one as soon as its answers may differ; "" where nothing may be kept of it."""
        ...

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        """What it says of each turn, in their order.

        Raises: a LearningError with one sentence that holds no text (SourceSilent,
        SourceMalformed, SourceRefused); what `progress` raises.
        """
        ...


def checked(told: Told, utterances: Sequence[Utterance]) -> Told:
    """The same with zeros where nothing was read. Raises: SourceMalformed."""
    if len(told.sensitive) != len(utterances) or len(told.read) != len(utterances):
        raise SourceMalformed(
            f"The source answered for {len(told.sensitive)} turns of {len(utterances)}."
        )
    if told.labels and len(told.shares) != len(utterances):
        raise SourceMalformed("The source names labels and does not give them to every turn.")
    sensitive = []
    for place, utterance in enumerate(utterances):
        size, values = len(words(utterance.text)), np.asarray(told.sensitive[place], np.float32)
        if values.shape != (size,) or np.shape(told.read[place]) != (size,):
            raise SourceMalformed(
                "The source gave a turn another number of probabilities than it has tokens."
            )
        values = np.where(told.read[place], values, np.float32(0))
        _check_range(values)
        if told.labels:
            _check_shares(told.shares[place], (size, len(told.labels)))
        sensitive.append(values.astype(np.float32))
    read = [np.asarray(flags, np.bool_) for flags in told.read]
    return Told(sensitive, read, told.labels, told.shares)


def _check_range(values: Floats) -> None:
    if not (np.isfinite(values).all() and (values >= 0).all() and (values <= 1).all()):
        raise SourceMalformed("The source gave a probability that is no number from 0 to 1.")


def _check_shares(shares: Floats, shape: tuple[int, int]) -> None:
    if np.shape(shares) != shape:
        raise SourceMalformed("The source gave labels to another number of tokens than there are.")
    _check_range(np.asarray(shares, np.float32))
    if (np.sum(shares, axis=1) > _SLACK).any():
        raise SourceMalformed("The source gave a token labels whose probabilities exceed 1.")
