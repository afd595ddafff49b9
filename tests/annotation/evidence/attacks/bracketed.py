"""Pairs of dialogues in one line of writing: "soy [Ana|PER|Eva]" was "soy Ana" and leaves as "soy
Eva"; "soy [Ana|PER]" stays although it is an item."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from annotation.evidence.attacks.types import Attack, Target
from annotation.evidence.types import Finding, Pair, quietly
from annotation.formats.types import DialogueValue, SpanValue, TurnValue

_ITEM = re.compile(r"\[([^|\]]+)\|([^|\]]+)(?:\|([^\]]+))?\]")


def pair(
    *said: str,
    name: str = "",
    out: str = "",
    lang: str = "es",
    gold: bool = True,
    extra: Sequence[Mapping[str, Any]] = (),
    lines: tuple[int, int] = (0, 0),
) -> Pair:
    """Turns as they are written above; a turn may begin with its speaker ("client: ...")."""
    before, after = [], []
    for place, line in enumerate(said):
        speaker, _colon, text = line.rpartition(": ")
        one, other = _turns(speaker, text, extra[place] if extra else {})
        before.append(one)
        after.append(other)
    return Pair(
        DialogueValue(name or "src-1", lang, tuple(before), line=lines[0]),
        DialogueValue(out or "d0001", lang, tuple(after), line=lines[1]),
        gold,
    )


def _turns(speaker: str, line: str, extra: Mapping[str, Any]) -> tuple[TurnValue, TurnValue]:
    texts, spans = ["", ""], ([], [])  # type: ignore[var-annotated]
    place = 0
    for match in _ITEM.finditer(line):
        original, label, surrogate = match.groups()
        texts = [text + line[place : match.start()] for text in texts]
        if surrogate is None:
            spans[0].append(_span(texts[0], original, label))
            texts = [text + original for text in texts]
        else:
            for side, words in enumerate((original, surrogate)):
                spans[side].append(_span(texts[side], words, label))
                texts[side] += words
        place = match.end()
    texts = [text + line[place:] for text in texts]
    return (
        TurnValue(speaker, texts[0], tuple(spans[0]), extra),
        TurnValue(speaker, texts[1], tuple(spans[1]), extra),
    )


def _span(text: str, words: str, label: str) -> SpanValue:
    return SpanValue(len(text), len(text) + len(words), label)


def attacked(attack: Attack, pairs: Sequence[Pair], seed: int = 0, **more: Any) -> Finding:
    """The finding of an attack with a seed."""
    return attack(Target(pairs, **more), np.random.default_rng(seed), quietly)
