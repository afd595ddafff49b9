"""Words that nobody said, in the look of a label's own: canaries and their rivals are drawn alike.

Called by `canaries`.
"""

import random
from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import pairwise

START, END = "\n", ""
LONGEST = 14  # signs
SHORTEST = 3
TRIES = 200  # for each word


def invent(
    words: Sequence[str], number: int, known: Collection[str], chance: random.Random
) -> list[str]:
    """So many words that are not known (in small letters): signs follow each other as often as in
    the label's words, and digits are drawn. Fewer where no more can be made."""
    follows: dict[str, list[str]] = defaultdict(list)
    for word in words:
        signs = [START, *word, END]
        for sign, after in pairwise(signs):
            follows[sign].append(after)
    made: dict[str, None] = {}
    for _try in range(number * TRIES):
        if len(made) == number:
            break
        word = _digits_drawn(_walk(follows, chance), chance)
        if len(word) >= SHORTEST and word.lower() not in known:
            made[word] = None
    return list(made)


def _walk(follows: dict[str, list[str]], chance: random.Random) -> str:
    word, sign = "", START
    while len(word) < LONGEST:
        sign = chance.choice(follows[sign])
        if sign == END:
            break
        word += sign
    return word


def _digits_drawn(word: str, chance: random.Random) -> str:
    return "".join(chance.choice("0123456789") if sign.isdigit() else sign for sign in word)
