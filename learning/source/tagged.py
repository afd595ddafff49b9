"""A tagger of ours as a source, above all a large one that was taught on another corpus."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from learning.errors import SourceRefused
from learning.large.kinds import open_tagger
from learning.source.alignment import all_read
from learning.tagger import Tagger
from learning.tokens import OUTSIDE
from learning.told import Told
from learning.types import Card, Progress, Utterance

CHUNK = 250  # turns between two reports


@dataclass(frozen=True)
class TaggedSource:
    """What a tagger's marginals say; `labels`: those of its labels that count."""

    tagger: Tagger
    version: str
    labels: tuple[str, ...]

    @property
    def card(self) -> Card:
        return dict(self.tagger.card, kind="large", name=str(self.tagger.card.get("kind", "")))

    def tell(self, utterances: Sequence[Utterance], progress: Progress | None = None) -> Told:
        columns = [
            [place for place, tag in enumerate(self.tagger.tags) if tag[2:] == label]
            for label in self.labels
        ]
        shares = []
        for begin in range(0, len(utterances), CHUNK):
            for values in self.tagger.marginals(utterances[begin : begin + CHUNK]):
                table = [values[:, each].sum(axis=1) for each in columns]
                shares.append(np.stack(table, axis=1).astype(np.float32).clip(0, 1))
            if progress:
                progress(len(shares) / len(utterances), "source")
        sensitive = [table.sum(axis=1).clip(0, 1) for table in shares]
        read = all_read([utterance.text for utterance in utterances])
        return Told(sensitive, read, self.labels, shares)


def open_tagged(folder: Path, version: str, labels: Sequence[str] = ()) -> TaggedSource:
    """Raises: ModelDamaged, ExtraMissing, MemoryShort; SourceRefused for labels it has not."""
    tagger = open_tagger(folder)
    known = tuple(sorted({tag[2:] for tag in tagger.tags if tag != OUTSIDE}))
    check_labels(labels, known)
    return TaggedSource(tagger, version, tuple(labels) or known)


def check_labels(wanted: Sequence[str], known: Sequence[str]) -> None:
    """Raises: SourceRefused for a label that the source does not have."""
    if missing := sorted(set(wanted) - set(known)):
        raise SourceRefused(
            f"The source has no label {', '.join(missing[:5])}; it has {', '.join(known[:20])}."
        )
