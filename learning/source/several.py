"""Several sources as one. Before there are labels each counts the same; afterwards the labels say
which of them the project's taggers begin at, or all together (`transfer`)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from learning.told import Source, Told, checked
from learning.types import Card, Progress, Utterance


@dataclass(frozen=True)
class Several:
    """Sources that are asked one after the other."""

    parts: tuple[Source, ...]

    @property
    def card(self) -> Card:
        return {
            "kind": "several",
            "name": " + ".join(str(each.card["kind"]) for each in self.parts),
        }

    @property
    def version(self) -> str:
        versions = [each.version for each in self.parts]
        return "|".join(versions) if all(versions) else ""

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        told = []
        for place, part in enumerate(self.parts):

            def report(share: float, phase: str, done: int = place) -> None:
                if progress:
                    progress((done + share) / len(self.parts), phase)

            told.append(checked(part.tell(utterances, report), utterances))
        return joined(told)


def joined(told: Sequence[Told]) -> Told:
    """Of each token the mean over those that read it; sensitive or not, for schemes differ."""
    sensitive, read = [], []
    for turn in range(len(told[0].sensitive)):
        flags = np.stack([each.read[turn] for each in told])
        values = np.stack([each.sensitive[turn] for each in told]) * flags
        count = flags.sum(axis=0)
        mean = np.divide(values.sum(axis=0), count, where=count > 0, out=np.zeros(len(count)))
        sensitive.append(mean.astype(np.float32))
        read.append(count > 0)
    return Told(sensitive, read)
