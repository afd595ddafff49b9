"""Fields of trades and sides of the family, by the tables of the lexicons. For `said` too."""

from functools import lru_cache

from surrogates.folding import fold, words
from surrogates.languages import lexicon_for
from surrogates.languages.lexicon import Lexicon

PARENT, OF_TWO = "parent", "parent of two"  # who says "my daughter", "my daughters"


def trade_of(lexicon: Lexicon, text: str) -> frozenset[str]:
    """The field of the longest profession that a text names."""
    said, groups = words(text), trade_groups(lexicon.lang)
    for size in range(len(said), 0, -1):
        for start in range(len(said) - size + 1):
            if group := groups.get(" ".join(said[start : start + size])):
                return frozenset({group})
    return frozenset()


@lru_cache(maxsize=16)
def trade_groups(lang: str) -> dict[str, str]:
    """Folded profession -> its field."""
    rows = lexicon_for(lang).rows("professions")
    return {" ".join(words(row["form"])): row["group"] for row in rows}


@lru_cache(maxsize=16)
def relation_groups(lang: str) -> dict[str, str]:
    """Folded word for a relative -> its group; words that stand beside one are left out."""
    groups = ("older", "same", "younger", "spouse", "children")
    rows = lexicon_for(lang).rows("relations")
    return {fold(row["form"]): row["group"] for row in rows if row["group"] in groups}


@lru_cache(maxsize=16)
def parent_of(lang: str) -> dict[str, str]:
    """Folded word for somebody's own child -> `PARENT`, a plural `OF_TWO`. Basque "semeak" may be
    one son who does something: only a plural and nothing else is two."""
    rows = lexicon_for(lang).rows("relations")
    return {
        fold(row["form"]): OF_TWO if row["shape"] == "p" else PARENT
        for row in rows
        if row["kin"] == "child"
    }
