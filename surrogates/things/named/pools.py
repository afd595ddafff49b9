"""What all drawers of things share: pools of plain words, and what is asked of a surrogate."""

from collections.abc import Callable, Mapping

from surrogates import draw
from surrogates.languages.lexicon import Lexicon

Fits = Callable[[str], bool]  # whether a surrogate suits the places of the mentions
# Folded place -> (start of a postal code, start of a telephone number) that is said with it.
# And what the words of the postal code can say.
Codes = Mapping[str, tuple[str, str, frozenset[str]]]
NO_CODES: Codes = {}


def plain_pool(lexicon: Lexicon, name: str, words_: tuple[str, ...]) -> draw.Pool:
    """The pool of a name, of words that are all drawn as often."""
    if (name,) not in lexicon.pools:
        lexicon.pools[(name,)] = draw.Pool((w, 1.0) for w in words_)
    pool: draw.Pool = lexicon.pools[(name,)]
    return pool
