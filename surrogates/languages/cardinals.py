"""Cardinals of a lexicon's language as words and back, 0 to 999,999, and their classes.

Classes [GarciaSardina18, 4.1.4]: I 0-9, II 10-29 (10-19 outside Spanish), III tens, IV hundreds.
The words are in numbers.tsv, the grammar of each language in `numerals`.
"""

import re
from functools import lru_cache

from surrogates.folding import apply_case, case_pattern, fold, words
from surrogates.languages.entries import CARDINAL, NumberWord
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import Style, numerals_of

_PAIR = 2
_TWO_FIGURES = range(10, 100)


@lru_cache(maxsize=16)
def word_table(lexicon: Lexicon) -> dict[str, NumberWord]:
    """Folded number word -> entry, words that only stand beside numbers left out."""
    return {fold(n.form): n for n in lexicon.number_words if n.klass in CARDINAL}


def say(lexicon: Lexicon, number: int, *, gender: str = "m", before_noun: bool = False) -> str:
    """A cardinal in words, 0 <= number < 1,000,000; ValueError outside."""
    place = "before_noun" if before_noun else "alone"
    return numerals_of(lexicon).say(number, Style(gender, place))


def parse(lexicon: Lexicon, text: str) -> int | None:
    """The cardinal that the words say in any style, or None when they are not one number."""
    return numerals_of(lexicon).parse(text)


def parse_one_by_one(lexicon: Lexicon, text: str) -> str:
    """The figures that the words say one by one ("four eight"), or ""."""
    values = [parse(lexicon, word) for word in words(text)]
    return "".join(map(str, values)) if all(v is not None and v < 10 for v in values) else ""


def by_pairs(lexicon: Lexicon, text: str) -> str:
    """The figures that two numbers in a row say together ("twenty-four eighteen"), or ""."""
    said = re.split(r"[\s,]+", text.strip())
    if len(said) < _PAIR or parse(lexicon, text) is not None:
        return ""
    for at in range(1, len(said)):
        high, low = (parse(lexicon, " ".join(half)) for half in (said[:at], said[at:]))
        if high in _TWO_FIGURES and low in _TWO_FIGURES:
            return f"{high}{low}"
    return ""


def say_by_pairs(lexicon: Lexicon, figures: str, like: str) -> str:
    """Four figures as two numbers, a nought that begins the second by itself."""
    high, low = (say(lexicon, int(half)) for half in (figures[:2], figures[2:]))
    text = f"{high} {say(lexicon, 0)} {low}" if figures[2] == "0" else f"{high} {low}"
    return apply_case(text, case_pattern(like))


def says_one_number(lexicon: Lexicon, text: str) -> bool:
    """Whether the words say one number, or one day of a month ("twenty fifth")."""
    if parse(lexicon, text) is not None:
        return True
    key = " ".join(words(text.replace("-", " ")))
    days = (" ".join(words(row["form"].replace("-", " "))) for row in lexicon.rows("days"))
    return key in days or _is_pair(lexicon, key)


def _is_pair(lexicon: Lexicon, key: str) -> bool:
    """English years are said in two halves: "nineteen seventy five"."""
    high, _, low = key.partition(" ")
    if lexicon.lang != "en" or not low:
        return False
    century, rest = (numerals_of(lexicon).parse(half) for half in (high, low))
    return century in range(13, 21) and rest in range(10, 100)
