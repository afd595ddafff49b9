"""Words of originals that stand in clear in a model's folder: who copies the folder can read them.

Called by `measure` and by the training on surrogates.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from annotation.evidence.types import Share
from learning.crf.modelfile import read_weights
from learning.metrics.intervals import wilson
from learning.types import Utterance

# Of three letters or more: shorter ones say little, and stand in every model.
_WORD = re.compile(r"[^\W\d_]{3,}")
_NAMES = ("card.json", "tokenizer.json", "vocab.txt", "config.json")  # hold no word of the corpus


def labelled_words(utterances: Iterable[Utterance]) -> dict[str, set[str]]:
    """Label -> the words of its items, in small letters; no numbers."""
    words: dict[str, set[str]] = {}
    for each in utterances:
        for span in each.spans:
            found = _WORD.findall(each.text[span.start : span.end].lower())
            words.setdefault(span.label, set()).update(found)
    return words


def every_word(by_label: Mapping[str, set[str]]) -> set[str]:
    return {word for words in by_label.values() for word in words}


def words_in_folder(folder: Path) -> set[str]:
    """The words that somebody can read who has the folder: names of a CRF's attributes that are a
    whole word, and the lines of what lies beside. Raises: OSError, ModelDamaged."""
    words: set[str] = set()
    for path in sorted(folder.iterdir()):
        if path.name in _NAMES or not path.is_file():
            continue
        if path.suffix == ".crfsuite":
            names = read_weights(path.read_bytes()).attributes
            words.update(value for _slot, sign, value in map(_parts, names) if sign == "w")
        elif path.suffix in {".tsv", ".txt", ".json"}:
            words.update(_WORD.findall(path.read_text(encoding="utf-8", errors="ignore").lower()))
    return words


def _parts(attribute: str) -> tuple[str, str, str]:
    """ "first:w=casa" as ("first", "w", "casa")."""
    head, _equals, value = attribute.partition("=")
    slot, _colon, sign = head.rpartition(":")
    return slot, sign, value


def share_in(words: Collection[str], clear: Collection[str]) -> Share | None:
    """The share of these words that stand in clear, with Wilson's interval; None of no word."""
    if not words:
        return None
    found = sum(word in clear for word in words)
    low, high = wilson(found, len(words))
    return Share(found / len(words), low, high, len(words))


def clear_figures(
    clear: Collection[str], learnt: Mapping[str, set[str]], never: Collection[str]
) -> dict[str, Any]:
    """JSON: the share of labelled words in clear, that of words which the model never saw under a
    label, and each label's."""

    def said(words: Collection[str]) -> dict[str, float | int] | None:
        share = share_in(words, clear)
        return share.to_json() if share else None

    rows = [{"label": label, "learnt": said(words)} for label, words in sorted(learnt.items())]
    return {
        "learnt": said(every_word(learnt)),
        "never": said(never),
        "labels": [row for row in rows if row["learnt"]],
    }
