"""Spelling variants: names that a reader takes for one another ("Etxebarria", "Etxeberria").

A surrogate may be none of its original's. Pure; called through `scene` for everything that is
drawn from a list of words, and by `policies.named` for its stand-ins.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from surrogates.folding import letters_only

# Letters that are written for one another, in the order in which they are folded into one. They
# err on the side of too many: a name is left out of hundreds, nothing else follows.
_ALIKE = tuple(
    (re.compile(pattern), letter)
    for pattern, letter in (
        (r"t?sch|tch|tx|ch", "x"),
        (r"t[sz]|sh", "s"),
        (r"ph", "f"),
        (r"(?<=[aou])e(?=[^aeiou]|$)", ""),  # Mueller, Jaeger, Boehm
        (r"qu(?=[ei])|ck", "k"),
        (r"gu(?=[ei])", "G"),
        (r"[gx](?=[eiy])", "j"),
        (r"c(?=[eiy])|z", "s"),
        (r"[ng][yn](?=[aeou])", "n"),  # Penya, Mignon
        (r"[cq]", "k"),
        (r"[bw]", "v"),
        (r"dt|d$", "t"),
        (r"y", "i"),
        (r"[ae]i", "ai"),
        (r"h", ""),
        (r"(.)\1+", r"\1"),
    )
)
_CONSONANTS = 4  # that two names have alike
LONG = 5  # letters from which on two differences of which one is heard alike are a variant, too


@lru_cache(maxsize=65536)
def sound(word: str) -> str:
    """A folded word as it is heard: b/v, tx/ch, z/s, g/j, y/i, h, double letters, ß/ss, ue/ü."""
    for pattern, letter in _ALIKE:
        word = pattern.sub(letter, word)
    return word.lower()


def is_variant(one: str, two: str) -> bool:
    """Whether two words, as they are written, are one name with another spelling.

    They are where they sound alike, or where one letter is other, more, less or has changed places
    with its neighbour. Single letters are no words.
    """
    return _alike(letters_only(one), letters_only(two))


def _alike(one: str, two: str) -> bool:
    if min(len(one), len(two)) < 2:
        return one == two
    if _within_one(one, two):
        return True
    heard = sound(one), sound(two)
    return heard[0] == heard[1] or (min(map(len, heard)) >= LONG and _within_one(*heard))


def _within_one(one: str, two: str) -> bool:
    """Whether one letter replaced, put in, left out or swapped with the next makes them equal."""
    if abs(len(one) - len(two)) > 1:
        return False
    start = 0
    while start < min(len(one), len(two)) and one[start] == two[start]:
        start += 1
    a, b = one[start:], two[start:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
    return a[1:] == b or a == b[1:]


class Variants:
    """Some words, and what is too much like one of them."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._by_sign: dict[str, list[str]] = {}
        self.add(*words)

    def add(self, *words: str) -> None:
        for word in sorted(set(map(letters_only, words))):
            for sign in _signs(word):
                self._by_sign.setdefault(sign, []).append(word)

    def has(self, word: str) -> bool:
        """Whether a word is a variant of one of them."""
        if not self._by_sign:
            return False
        key = letters_only(word)
        near = (found for sign in _signs(key) for found in self._by_sign.get(sign, ()))
        return any(_alike(key, one) for one in near)


@lru_cache(maxsize=65536)
def _signs(word: str) -> frozenset[str]:
    """What every variant of a word shares one of with it: itself, and itself without a letter."""
    if len(word) < 2:
        return frozenset({word})
    heard = sound(word)
    signs = {word, *_shorter(word), f"/{heard}"}
    if len(heard) >= LONG:
        signs.update(f"/{short}" for short in _shorter(heard))
    return frozenset(signs)


def _shorter(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


class Namesakes(Variants):
    """Names, and what is confused with one where both are of one dialogue: what is a variant, or
    has its consonants ("Catherine", "Katharina")."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._skeletons: set[str] = set()
        super().__init__(words)

    def add(self, *words: str) -> None:
        super().add(*words)
        self._skeletons.update(filter(None, map(_skeleton, words)))

    def has(self, word: str) -> bool:
        return _skeleton(word) in self._skeletons or super().has(word)


@lru_cache(maxsize=65536)
def _skeleton(word: str) -> str:
    """The consonants of a word as they are heard, and whether a vowel is first; "" for few."""
    heard = sound(re.sub(r"^ch(?=[rl])", "k", letters_only(word)))  # "Christine"
    consonants = re.sub(r"[aeiou]", "", heard)
    return f"{heard[:1]}{consonants}" if len(consonants) >= _CONSONANTS else ""
