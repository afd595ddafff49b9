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
        *(name.text for name in lexicon.name_entries), *lexicon.surnames, *lexicon.places,
        *lexicon.organisations, *lexicon.streets("name"), *lexicon.streets("type"),
        *lexicon.countries, *lexicon.products,
    )  # fmt: skip
    return frozenset(word for row in tables for word in words(row))


@lru_cache(maxsize=8)
def weights_of(lang: str) -> dict[str, float]:
    """Folded word -> how common it is as a name or a surname, per million; public figures."""
    lexicon = load_lexicon(lang)
    weights: dict[str, float] = {}
    named = ((name.text, name.weight) for name in lexicon.name_entries)
    for text, weight in (*named, *lexicon.surname_weights.items()):
        for word in words(text):
            weights[word] = max(weights.get(word, 0.0), weight)
    return weights
