"""What every tagger can do; `kinds` says which there are."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, Self

from learning.types import Card, Labels, Progress, Reals, Span, Utterance


class Tagger(Protocol):
    """Learns spans from utterances, finds them in others, and says how sure it is."""

    card: Card  # what was trained, on how much, with which settings; "kind" is always there
    threshold: float | None  # of "outside", below which a token is sensitive; None: likeliest tags

    @property
    def tags(self) -> tuple[str, ...]: ...  # the columns of every marginal

    @property
    def labels(self) -> tuple[str, ...]: ...  # what its spans can be called

    def fit(
        self,
        utterances: Sequence[Utterance],
        *,
        labels: Labels = "all",
        progress: Progress | None = None,
    ) -> Self:
        """Train. Raises: EmptyPool, OneClassOnly, what `progress` raises; large taggers also
        ExtraMissing, WeightsMissing, MemoryShort."""
        ...

    def predict(self, utterances: Sequence[Utterance]) -> list[tuple[Span, ...]]:
        """The spans of each utterance, each with a score in 0..1."""
        ...

    def marginals(self, utterances: Sequence[Utterance]) -> Sequence[Reals]:
        """Tag probabilities of each utterance: tokens x tags, rows sum to 1."""
        ...

    def save(self, folder: Path) -> Card:
        """Write the folder whole or not at all; returns the card as written."""
        ...

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Open a saved tagger. Raises: ModelDamaged."""
        ...
