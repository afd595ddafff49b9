"""Small invented releases: what was said and what left, in one line of signs a turn.

"[Ana|Eva:PER]" was Ana and left as Eva; "{Gijón:LOC}" was missed, and stays.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Pair
from annotation.formats.types import DialogueValue, SpanValue, TurnValue

SIGN = re.compile(r"\[([^|\]]*)\|([^\]]*):(\w+)\]|\{([^}]*):(\w+)\}")
RNG = np.random.default_rng


def turn_pair(line: str, speaker: str = "a") -> tuple[TurnValue, TurnValue]:
    """A turn before and after."""
    texts, spans, at = ["", ""], ([], []), 0  # type: ignore[var-annotated]
    for found in SIGN.finditer(line):
        between = line[at : found.start()]
        at = found.end()
        old, new, label, missed, its_label = found.groups()
        for side, text in enumerate((old, new) if missed is None else (missed, missed)):
            texts[side] += between
            start = len(texts[side])
            texts[side] += text
            if side == 0 or missed is None:
                spans[side].append(SpanValue(start, len(texts[side]), label or its_label))
    texts = [each + line[at:] for each in texts]
    one, two = (TurnValue(speaker, texts[n], tuple(spans[n])) for n in (0, 1))
    return one, two


def pair(name: object, lines: Iterable[str], lang: str = "es", *, is_gold: bool = True) -> Pair:
    turns = [turn_pair(line) for line in lines]
    one, two = (
        DialogueValue(str(name), lang, tuple(turn[side] for turn in turns)) for side in (0, 1)
    )
    return Pair(one, two, is_gold)


def target(dialogues: Sequence[Sequence[str]], lang: str = "es", **more: object) -> Target:
    pairs = [pair(number, lines, lang) for number, lines in enumerate(dialogues)]
    return Target(pairs, **more)  # type: ignore[arg-type]


# Nobody's: names that no list has.
ODD = [
    f"{one}{two}"
    for one in ("Xul", "Brim", "Quel", "Odr", "Tav", "Wist", "Yor", "Zab", "Kreb", "Floz")
    for two in ("ipa", "enko", "arvio", "osha", "udek", "imora")
]
