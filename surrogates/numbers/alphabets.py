"""Words of a fixed alphabet in a code: "Bravo Delta one nine" is BD19."""

from collections.abc import Sequence
from functools import lru_cache

from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import Numerals
from surrogates.numbers.tokens import Token


@lru_cache(maxsize=64)
def words_of(lexicon: Lexicon, name: str) -> dict[str, tuple[str, ...]]:
    """Letter -> words of an alphabet; where it says a usual one ("kilo"), those."""
    return lexicon.alphabet.get("common", {}) | lexicon.alphabet.get(name, {}) if name else {}


@lru_cache(maxsize=64)
def letters_of(lexicon: Lexicon, name: str) -> dict[str, str]:
    """Folded words of an alphabet -> letter."""
    rows = words_of(lexicon, name).items()
    return {fold(word): letter for letter, said in rows for word in said}


def alphabet_beside(
    tokens: Sequence[Token], token: Token, numerals: Numerals, lexicon: Lexicon
) -> str:
    """The fixed alphabet that has all words of a token's item but the numbers, or ""."""
    keys = {t.key for t in tokens if t.item == token.item and not t.text.isdecimal()}
    keys -= numerals.single_words
    for name in lexicon.alphabet:
        own = name != "common" and not keys.isdisjoint(_own(lexicon, name))
        if own and keys <= letters_of(lexicon, name).keys():
            return name
    return ""


@lru_cache(maxsize=64)
def _own(lexicon: Lexicon, name: str) -> frozenset[str]:
    """Folded words that an alphabet alone has."""
    return frozenset(fold(word) for said in lexicon.alphabet[name].values() for word in said)
