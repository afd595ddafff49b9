"""Which kinds of tagger there are; a folder is opened by the kind on its card.

Importing it loads no library of the large taggers: they do that when they train or open weights.
"""

from collections.abc import Callable
from pathlib import Path

from learning.crf.tagger import CrfTagger
from learning.errors import LearningError, ModelDamaged
from learning.large.bert import BertTagger
from learning.large.finetuning import LargeSettings
from learning.large.flair_tagger import FlairTagger
from learning.storage import read_card
from learning.tagger import Tagger

KINDS: dict[str, type[Tagger]] = {"crf": CrfTagger, "bert": BertTagger, "flair": FlairTagger}
LARGE: dict[str, Callable[[LargeSettings], Tagger]] = {"bert": BertTagger, "flair": FlairTagger}


def open_tagger(folder: Path) -> Tagger:
    """Open a saved tagger of any kind.

    Raises: ModelDamaged; ExtraMissing when it is a large one and its packages are not installed.

    >>> from tempfile import TemporaryDirectory
    >>> from learning.types import Span, Utterance
    >>> turns = [Utterance("me llamo Ana", (Span(9, 12, "NAME"),)), Utterance("no funciona")]
    >>> with TemporaryDirectory() as folder:
    ...     card = new_tagger("crf").fit(turns).save(Path(folder) / "model")
    ...     tagger = open_tagger(Path(folder) / "model")
    >>> tagger.card["kind"], tagger.labels
    ('crf', ('NAME',))
    >>> [[(span.start, span.end) for span in spans] for spans in tagger.predict(turns)]
    [[(9, 12)], []]
    """
    kind = read_card(Path(folder)).get("kind")
    if kind not in KINDS:
        raise ModelDamaged("The model's card names no kind of tagger that this version knows.")
    return KINDS[str(kind)].load(Path(folder))


def new_tagger(kind: str, settings: LargeSettings | None = None) -> Tagger:
    """An untrained tagger; `settings`: of large ones. Raises: LearningError (unknown kind)."""
    if kind == "crf":
        return CrfTagger()
    if kind not in LARGE:
        raise LearningError(f"No tagger is called {kind!r}; there are: {', '.join(sorted(KINDS))}.")
    return LARGE[kind](settings or LargeSettings())
