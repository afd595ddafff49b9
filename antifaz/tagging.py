"""Training taggers and labelling with them. Called as `antifaz.train`, `antifaz.tag`, `.._lines`.

These need the extra `learn`; its packages are imported when they are called.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from annotation.formats.corpora.jsonl import write_line
from antifaz.lines import Lines
from antifaz.values import Dialogue, need

if TYPE_CHECKING:
    from learning.tagger import Tagger


def train(
    dialogues: Iterable[Dialogue],
    out: str | PathLike[str],
    *,
    tagger: str = "crf",
    labels: Literal["all", "binary"] = "all",
    recall: float | None = None,
) -> dict[str, Any]:
    """Learn from the spans of dialogues, and save the model in the folder `out`.

    tagger: "crf"; with the extra `bert` also "bert" and "flair". labels: "binary" learns only what
    is personal. recall: reach it, by marking what is not surely harmless; trains four times.
    Returns the model's card: what it learnt from, its labels, the seconds that it took. The folder
    holds words of the dialogues.

    Raises: ExtraNeeded; learning.errors.LearningError where nothing can be learnt; OSError.
    """
    need("antifaz.train")
    from annotation.bridges.to_learning import utterances_of_file
    from annotation.services.standalone.taggers import train_tagger

    utterances = utterances_of_file(dialogues)
    return train_tagger(utterances, str(out), tagger=tagger, labels=labels, recall=recall)


def tag(
    dialogues: Iterable[Dialogue], model: str | PathLike[str], *, threshold: float | None = None
) -> Iterator[Dialogue]:
    """The dialogues with the model's spans, each with its confidence, in place of their own.

    model: its folder, which is tried in a process of its own the first time. threshold: probability
    of "harmless" below which a word is marked, in place of the model's. Two hundred dialogues are
    in memory at once.

    Raises: ExtraNeeded; learning.errors.LearningError for a model that is damaged.
    """
    need("antifaz.tag")
    return _tagged(dialogues, str(model), threshold)


def tag_lines(
    lines: Iterable[str | bytes], model: str | PathLike[str], *, threshold: float | None = None
) -> Iterator[str]:
    """The same for lines of JSONL, one dialogue each, and as the command `tag` does it.

    Lines come out in order, with line ends where the first that came in has one. Takes and gives no
    state: with its arguments it can be pickled, for a pool or a cluster whose machines have the
    folder of the model; each process opens it once.

    Raises: FormatError, and what `tag` does.
    """
    need("antifaz.tag_lines")
    given = Lines(lines)
    tagged = _tagged(given.dialogues(), str(model), threshold)
    return (given.as_given(write_line(each).encode()) for each in tagged)


def _tagged(
    dialogues: Iterable[Dialogue], model: str, threshold: float | None
) -> Iterator[Dialogue]:
    from annotation.bridges.to_learning import CHUNK, tagged
    from learning.storage import CARD

    card = Path(model) / CARD
    stamp = card.stat().st_mtime_ns if card.is_file() else 0
    tagger = _opened(str(Path(model).resolve()), stamp, threshold)
    rest = iter(dialogues)
    while chunk := list(islice(rest, CHUNK)):
        yield from tagged(tagger, chunk)


@lru_cache(maxsize=4)
def _opened(model: str, stamp: int, threshold: float | None) -> "Tagger":
    """A model, once for each state of its folder."""
    from learning.crf.probe import probe_model
    from learning.large.kinds import open_tagger

    probe_model(Path(model))
    tagger = open_tagger(Path(model))
    if threshold is not None:
        tagger.threshold = threshold
    return tagger
