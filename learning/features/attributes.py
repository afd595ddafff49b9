"""What a tagger sees of a token: attribute strings for a word, its neighbours, its place and turn.

`target` features may use the words of the corpus; `source` features are language-neutral (shapes,
digits, capitals, signs, short affixes, place), so that a model of one language scores another.
Everything here depends on one word, one place or one turn alone, which is what lets
`learning.features.encoding` compute it once for each distinct word instead of once for each token.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

VERSION = 2  # raise it whenever an attribute changes: cached pools and saved models are keyed by it
EDGE = "\n"  # stands for "no word here" before the first and after the last token


@lru_cache(maxsize=1 << 16)
def shape(word: str, *, short: bool = False) -> str:
    """`Xxxxx` for Jaume, `dd` for 90; runs above four signs are cut, above one if `short`."""
    limit = 1 if short else 4
    signs: list[str] = []
    run = 0
    for char in word:
        sign = _sign(char)
        run = run + 1 if signs and signs[-1] == sign else 1
        if run <= limit:
            signs.append(sign)
    return "".join(signs)


def _sign(char: str) -> str:
    if char.isdigit():
        return "d"
    if char.isalpha():
        return "X" if char.isupper() else "x"
    return char if char.isascii() else "?"


def digits_masked(word: str) -> str:
    """Lower case with every digit as 0, so that all numbers of one length look alike."""
    return "".join("0" if char.isdigit() else char for char in word.lower())


def kind(word: str) -> str:
    """One of: edge, number, mixed, capitals, capital, word, sign."""
    if word == EDGE:
        return "edge"
    if word.isdigit():
        return "number"
    if any(char.isdigit() for char in word):
        return "mixed"
    if not any(char.isalpha() for char in word):
        return "sign"
    if word.isupper():
        return "capitals" if len(word) > 1 else "capital"
    return "capital" if word[0].isupper() else "word"


def bare(word: str) -> str:
    """Lower case without accents and transcription marks."""
    plain = unicodedata.normalize("NFD", word.lower())
    kept = "".join(char for char in plain if not unicodedata.combining(char))
    return kept.strip("<%>+=-") or kept


def target_own(word: str) -> list[str]:
    """Attributes of the token itself in the target model."""
    low, plain = digits_masked(word), bare(word)
    attributes = ["b", f"w={low}", f"s={shape(word)}", f"h={shape(word, short=True)}"]
    attributes += [f"k={kind(word)}", f"n={min(len(word), 9)}"]
    if word.isdigit():
        attributes.append(f"v={word}" if len(word) <= 2 else f"v={word[:2]}~")
    else:
        attributes += [f"p{size}={plain[:size]}" for size in (1, 2, 3, 4) if len(plain) > size]
        attributes += [f"e{size}={plain[-size:]}" for size in (1, 2, 3, 4) if len(plain) > size]
    return attributes


def target_near(word: str) -> list[str]:
    """Attributes of a direct neighbour in the target model."""
    if word == EDGE:
        return ["edge"]
    plain = bare(word)
    attributes = [f"w={digits_masked(word)}", f"h={shape(word, short=True)}", f"k={kind(word)}"]
    if len(plain) > 3 and not word.isdigit():
        attributes.append(f"e3={plain[-3:]}")
    return attributes


def target_far(word: str) -> list[str]:
    """Attributes of a token two places away in the target model."""
    if word == EDGE:
        return ["edge"]
    return [f"w={digits_masked(word)}", f"h={shape(word, short=True)}"]


def first_word(word: str) -> list[str]:
    """Attributes that the first word of a turn gives to every token of it."""
    return [f"w={digits_masked(word)}"]


def source_own(word: str) -> list[str]:
    """Attributes of the token itself in a language-neutral source model."""
    plain = bare(word)
    attributes = ["b", f"s={shape(word)}", f"h={shape(word, short=True)}", f"k={kind(word)}"]
    attributes += [
        f"n={min(len(word), 9)}",
        f"p2={plain[:2]}",
        f"e2={plain[-2:]}",
        f"e3={plain[-3:]}",
    ]
    if not word[0].isalnum():
        attributes.append(f"c={word[0]}")
    return attributes


def source_near(word: str) -> list[str]:
    """Attributes of a neighbour in a language-neutral source model."""
    if word == EDGE:
        return ["edge"]
    attributes = [f"h={shape(word, short=True)}", f"k={kind(word)}", f"n={min(len(word), 5)}"]
    if not word[0].isalnum():
        attributes.append(f"c={word[0]}")
    return attributes


def speaker_turn(speaker: str, position: float) -> list[str]:
    """Attributes of the whole turn: who speaks, and in which fifth of the dialogue."""
    name = " ".join(speaker.split()).lower()
    fifth = min(int(position * 5), 4)
    return [f"speaker={name}", f"fifth={fifth}"] if name else [f"fifth={fifth}"]


def position_turn(speaker: str, position: float) -> list[str]:
    """Attributes of the turn in a source model: speakers' names do not carry over."""
    return [f"fifth={min(int(position * 5), 4)}"]


BANDS = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)  # of the probability that a token is sensitive


@dataclass(frozen=True)
class Family:
    """One feature set: for each slot (offset or role) the attributes that a word gives."""

    name: str
    slots: dict[str, Callable[[str], list[str]]]  # "0", "-1", "+1", "-2", "+2", "first"
    turn: Callable[[str, float], list[str]]
    classed: frozenset[str] = frozenset()  # slots whose word also gives its classes


FAMILIES = {
    "target": Family(
        "target",
        {
            "0": target_own,
            "-1": target_near,
            "+1": target_near,
            "-2": target_far,
            "+2": target_far,
            "first": first_word,
        },
        speaker_turn,
        frozenset({"0", "-1", "+1"}),
    ),
    "source": Family(
        "source",
        {"0": source_own, "-1": source_near, "+1": source_near, "-2": source_near},
        position_turn,
    ),
}
