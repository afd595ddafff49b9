"""How a country says numbers that its language says in several ways: septante, huitante, nonante.

The words of a dialogue tell it, else the towns that it names.
"""

from functools import lru_cache

from surrogates.folding import fold, words
from surrogates.languages.lexicon import Lexicon

# Words that only one way of counting has; "belgian" is also that of Geneva, with quatre-vingts.
_SAID = {"huitante": "swiss", "octante": "octante", "septante": "belgian", "nonante": "belgian"}
_COUNTRIES = {"belgique": "belgian", "suisse": "belgian"}
_HUITANTE = frozenset({"vaud", "valais", "fribourg"})


@lru_cache(maxsize=16)
def regional(text: str, places: tuple[str, ...], lexicon: Lexicon) -> str:
    """The variant in which a French dialogue says 70 and 90, "" for soixante-dix."""
    if lexicon.lang != "fr":
        return ""
    said = set(words(text.replace("-", " ")))
    told = next((variant for word, variant in _SAID.items() if word in said), "")
    towns = _towns(lexicon)
    return told or next((towns[key] for place in places if (key := fold(place)) in towns), "")


@lru_cache(maxsize=8)
def _towns(lexicon: Lexicon) -> dict[str, str]:
    """Folded towns of other countries that count otherwise -> variant."""
    known = (row for row in lexicon.rows("neighbours") if fold(row["country"]) in _COUNTRIES)
    return {
        fold(row["name"]): "swiss" if fold(row["region"]) in _HUITANTE
        else _COUNTRIES[fold(row["country"])]
        for row in known
    }  # fmt: skip
