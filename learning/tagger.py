"""What every tagger can do, and which kinds there are; a folder is opened by the kind on its card.

Importing it loads no library of the large taggers: they do that when they train or open weights.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, Self

from learning.bert import BertTagger
from learning.crf import CrfTagger, Labels
from learning.errors import LearningError, ModelDamaged
from learning.finetuning import LargeSettings
from learning.flair_tagger import FlairTagger
from learning.sealing import read_card
from learning.types import Floats, Progress, Span, Utterance


class Tagger(Protocol):
    """Learns spans from utterances, finds them in others, and says how sure it is.

    card: what was trained, on how much, with which settings ("kind" is always there); tags: the
    columns of every marginal; labels: what its spans can be called; threshold: None for the most
    likely tags, else the probability of "outside" below which a token counts as sensitive.
    """

    card: dict[str, Any]
    threshold: float | None

    @property
    def tags(self) -> tuple[str, ...]: ...

    @property
    def labels(self) -> tuple[str, ...]: ...

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

    def marginals(self, utterances: Sequence[Utterance]) -> list[Floats]:
        """Tag probabilities of each utterance: tokens x tags, rows sum to 1."""
        ...

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the folder whole or not at all; returns the card as written."""
        ...

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Open a saved tagger. Raises: ModelDamaged."""
        ...


KINDS: dict[str, type[Tagger]] = {"crf": CrfTagger, "bert": BertTagger, "flair": FlairTagger}
LARGE: dict[str, Callable[[LargeSettings], Tagger]] = {"bert": BertTagger, "flair": FlairTagger}


def open_tagger(folder: Path) -> Tagger:
    """Open a saved tagger of any kind.

    Raises: ModelDamaged; ExtraMissing when it is a large one and its packages are not installed.
    """
    kind = read_card(Path(folder)).get("kind")
    if kind not in KINDS:
        raise ModelDamaged("The model's card names no kind of tagger that this version knows.")
    return KINDS[str(kind)].load(Path(folder))


def new_tagger(kind: str, settings: LargeSettings | None = None) -> Tagger:
    """An untrained tagger; `settings` (with the encoder) matter to the large ones only.

    Raises: LearningError for an unknown kind.
    """
    if kind == "crf":
        return CrfTagger()
    if kind not in LARGE:
        raise LearningError(f"No tagger is called {kind!r}; there are: {', '.join(sorted(KINDS))}.")
    return LARGE[kind](settings or LargeSettings())
