"""Words of a language's tables, as `finding` and `likely` ask for them: folded, once a process."""

from functools import lru_cache

from surrogates.folding import PARTICLES_OF, fold
from surrogates.languages import lexicon_for

NUMERALS = {"I", "II", "III", "IV", "scale", "ordinal"}  # classes of the table of numbers
DATES = (("months", "form"), ("weekdays", "form"))
NAMES = (
    ("names", "name"),
    ("short_forms", "short"),
    ("surnames", "surname"),
    ("places", "name"),
    ("countries", "name"),
)
# What is said sign by sign, or of somebody, in small letters: it counts however seldom it is.
SPOKEN = (("letters", "spoken"), ("providers", "name"), ("professions", "form"))
DICTATED = frozenset({"at", "dot", "hyphen", "underscore", "slash", "mark", "case", "repeat"})


@lru_cache(maxsize=16)
def lists_of(lang: str) -> tuple[dict[str, int], frozenset[str]]:
    """Folded words for numbers with their values (0: of a date), and names that are no words
    besides."""
    lexicon = lexicon_for(lang)
    numerals = {
        fold(word.form): word.value for word in lexicon.number_words if word.klass in NUMERALS
    }
    for table, column in DATES:
        numerals |= {fold(row[column]): 0 for row in lexicon.rows(table)}
    listed = {fold(row[column]) for table, column in NAMES for row in lexicon.rows(table)}
    words_too = {fold(row["form"]) for row in lexicon.rows("homographs")}
    return numerals, frozenset(listed - words_too)


@lru_cache(maxsize=16)
def dictated(lang: str) -> tuple[frozenset[str], frozenset[str]]:
    """Folded words of letters, providers and professions; and of signs that are said in words."""
    lexicon = lexicon_for(lang)
    spoken = {key for table, column in SPOKEN for row in lexicon.rows(table)
              for key in fold(row[column]).split()}  # fmt: skip
    rows = [row for row in lexicon.rows("signs") if row["kind"] in DICTATED]
    return frozenset(spoken), frozenset(key for row in rows for key in fold(row["form"]).split())


@lru_cache(maxsize=16)
def small_words(lang: str) -> tuple[frozenset[str], frozenset[str]]:
    """Folded articles and particles that are no spoken letters; and ordinals that are words of
    time or other words besides."""
    lexicon = lexicon_for(lang)
    spoken, _signs = dictated(lang)
    articles = {fold(row["form"]) for row in lexicon.rows("agreement") if row["kind"] == "article"}
    ordinals = {fold(word.form) for word in lexicon.number_words if word.klass == "ordinal"}
    besides = {fold(row["form"]) for row in lexicon.rows("homographs")}
    besides |= {fold(row["form"]) for row in lexicon.rows("date_words") if row["kind"] == "unit"}
    return frozenset(articles | particles_of(lang)) - spoken, frozenset(ordinals & besides)


def particles_of(lang: str) -> frozenset[str]:
    """Small words inside names."""
    return PARTICLES_OF.get(lang, frozenset())
