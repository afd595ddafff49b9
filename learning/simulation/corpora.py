"""Reads JSONL corpora into utterances for simulations and benchmarks, with labels made coarse.

The application reads files with `annotation.formats`, which `learning` must not import.
"""

import gzip
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from learning.errors import BadCorpus
from learning.types import Span, Utterance

LabelMap = Mapping[str, Mapping[str, str]]
_GZIP = (EOFError, gzip.BadGzipFile, zlib.error)
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, *_GZIP)


def read_utterances(path: Path, labelmap: LabelMap | None = None) -> list[Utterance]:
    """The turns of a .jsonl or .jsonl.gz file; each is one instance.

    labelmap: renames labels as `coarse_labels` does, for the data set that the file's name begins
    with. Raises: BadCorpus "FILE:LINE: ..." (never with text of the corpus); OSError.
    """
    path = Path(path)
    utterances: list[Utterance] = []
    number = 0
    try:
        with _opened(path) as lines:
            for line in lines:
                number += 1
                if line.strip():
                    utterances += _turns(json.loads(line))
    except _UNREADABLE as bad:
        message = f"{path.name}:{number}: not a dialogue; expected an object with turns"
        raise BadCorpus(message) from bad
    names = labels_for(path.name, labelmap) if labelmap else None
    return coarse_labels(utterances, names) if names is not None else utterances


def _opened(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _turns(dialogue: dict[str, Any]) -> list[Utterance]:
    turns = dialogue["turns"]
    last = max(1, len(turns) - 1)
    return [
        Utterance(
            str(turn["text"]),
            tuple(
                Span(int(span["start"]), int(span["end"]), str(span["label"]))
                for span in turn.get("spans") or ()
            ),
            str(turn.get("speaker", "")),
            str(dialogue["id"]),
            place / last,
        )
        for place, turn in enumerate(turns)
    ]


def read_labelmap(path: Path) -> LabelMap:
    """A label map: data set (or the beginning of its name) -> label -> coarse class.

    Raises: BadCorpus when the file is not of this form; OSError.
    """
    try:
        loaded = json.loads(Path(path).read_text(encoding="utf-8"))
        return {
            str(name): {str(label): str(coarse) for label, coarse in labels.items()}
            for name, labels in loaded.items()
        }
    except (ValueError, AttributeError) as error:
        message = f"{Path(path).name}: not a label map; expected data set -> label -> class"
        raise BadCorpus(message) from error


def labels_for(name: str, labelmap: LabelMap) -> Mapping[str, str] | None:
    """The labels of the data set whose name `name` begins with; the longest such name wins."""
    fitting = [prefix for prefix in labelmap if name.startswith(prefix)]
    return labelmap[max(fitting, key=len)] if fitting else None


def coarse_labels(utterances: Sequence[Utterance], names: Mapping[str, str]) -> list[Utterance]:
    """Rename labels; spans whose label is not listed are not personal and are dropped."""
    return [
        replace(
            utterance,
            spans=tuple(
                replace(span, label=names[span.label])
                for span in utterance.spans
                if span.label in names
            ),
        )
        for utterance in utterances
    ]


def split_by_dialogue(
    utterances: Sequence[Utterance], share: float, rng: np.random.Generator
) -> tuple[list[Utterance], list[Utterance]]:
    """Rest and held-out part: about `share` of the dialogues, none in both."""
    names = sorted({utterance.dialogue for utterance in utterances})
    picked = rng.permutation(len(names))[: round(share * len(names))]
    held = {names[int(place)] for place in picked}
    rest = [utterance for utterance in utterances if utterance.dialogue not in held]
    return rest, [utterance for utterance in utterances if utterance.dialogue in held]
