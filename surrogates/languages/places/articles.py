"""What the words before a country ask of the one in its place: "en", "au" and "aux" are not said of
the same countries.

The table `country_articles` gives the article of a country, or none, and for a word before one the
articles that fit it.
"""

from functools import lru_cache

from surrogates.languages.lexicon import Lexicon, name_key

_NONE = "none"  # a country without an article
_OTHER = "*"  # any word before a country that the table does not have


def article_of(lexicon: Lexicon, country: str) -> str:
    """The article that a country takes ("la", "none")."""
    return _articles(lexicon).get(name_key(country), _NONE)


def articles_after(lexicon: Lexicon, word: str, country: str) -> frozenset[str]:
    """Articles of the countries that a folded word before one fits; empty where any will do."""
    known = _readings(lexicon)
    readings = known.get(word) or known.get(_OTHER, ())
    article = article_of(lexicon, country)
    # Of the readings of German "der" those of the country's own article are meant.
    meant = [reading for reading in readings if article in reading]
    return frozenset().union(*(meant or readings))


def with_blank(article: str) -> str:
    """An article as it is written before a name: "el ", "l'"."""
    return article if article.endswith("'") else f"{article} "


@lru_cache(maxsize=16)
def behind_en(lexicon: Lexicon) -> frozenset[str]:
    """Folded departments that are said behind "en" ("en Gironde"), where others have "dans"."""
    rows = lexicon.all_rows("country_articles")
    return frozenset(name_key(row["form"]) for row in rows if row["kind"] == "en")


@lru_cache(maxsize=16)
def _articles(lexicon: Lexicon) -> dict[str, str]:
    rows = lexicon.all_rows("country_articles")
    return {name_key(r["form"]): r["value"] for r in rows if r["kind"] == "country"}


@lru_cache(maxsize=16)
def _readings(lexicon: Lexicon) -> dict[str, tuple[frozenset[str], ...]]:
    """Word before a country -> the articles that fit it, a set for each reading."""
    readings: dict[str, tuple[frozenset[str], ...]] = {}
    for row in lexicon.rows("country_articles"):
        if row["kind"] == "before":
            word = name_key(row["form"]) or row["form"]
            readings[word] = (*readings.get(word, ()), frozenset(row["value"].split()))
    return readings
