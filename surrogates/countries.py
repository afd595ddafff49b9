"""What the words before a country ask of the one in its place: "en", "au" and "aux" are not said of
the same countries.

The table `country_articles` gives the article of a country, or none, and for a word before one the
articles that fit it.
"""

from functools import lru_cache

from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.rewrite import Item
from surrogates.scene import Scene

_NONE = "none"  # a country without an article
_OTHER = "*"  # any word before a country that the table does not have
_BEFORE = 12  # characters in which the word before stands


def article_of(lexicon: Lexicon, country: str) -> str:
    """The article that a country takes ("la", "none")."""
    return _articles(lexicon).get(name_key(country), _NONE)


def articles_asked(scene: Scene, item: Item, key: str) -> frozenset[str]:
    """Articles of the countries that the word before this one fits; empty where any will do.

    Of the readings of a word (German "der") those of the country's own article are meant.
    """
    if item.kind not in (Kind.PLACE, Kind.COUNTRY) or key not in scene.lexicon.country_keys:
        return frozenset()
    known = _readings(scene.lexicon)
    word = " ".join(words(scene.before(item)[-_BEFORE:])[-1:])
    readings = known.get(word) or known.get(_OTHER, ())
    own = article_of(scene.lexicon, key)
    meant = [reading for reading in readings if own in reading]
    return frozenset().union(*(meant or readings))


@lru_cache(maxsize=16)
def _articles(lexicon: Lexicon) -> dict[str, str]:
    rows = lexicon.all_rows("country_articles")
    return {name_key(r["form"]): r["value"] for r in rows if r["kind"] == "country"}


@lru_cache(maxsize=16)
def _readings(lexicon: Lexicon) -> dict[str, tuple[frozenset[str], ...]]:
    """Word before a country -> the articles that fit it, a set for each reading."""
    found: dict[str, tuple[frozenset[str], ...]] = {}
    for row in lexicon.rows("country_articles"):
        if row["kind"] == "before":
            word = name_key(row["form"]) or row["form"]
            found[word] = (*found.get(word, ()), frozenset(row["value"].split()))
    return found
