"""What anybody can look up: the words that surrogates are drawn from. Called by attacks on
survivors; an attacker has the tool and therefore its tables."""

from functools import lru_cache

from surrogates.folding import words
from surrogates.languages import load_lexicon


@lru_cache(maxsize=8)
def public_words(lang: str) -> frozenset[str]:
    """Folded words of all tables that a surrogate in this language comes from."""
    lexicon = load_lexicon(lang)
    tables = (
        *(name.text for name in lexicon.name_entries), *lexicon.fulls_of, *lexicon.surnames,
        *lexicon.places, *lexicon.organisations, *lexicon.streets("name"),
        *lexicon.streets("type"), *lexicon.countries, *lexicon.products, *lexicon.provinces,
    )  # fmt: skip
    return frozenset(word for row in tables for word in words(row))
