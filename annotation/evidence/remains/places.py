"""Provinces that a text names, by itself or by a region that they lie in. Called by `details`,
`said` and `people`."""

import re
from functools import lru_cache

from surrogates.coarser.phrases import wider
from surrogates.folding import fold, words
from surrogates.languages import lexicon_for
from surrogates.languages.lexicon import Lexicon

_ZIP = re.compile(r"\b(\d{2})(?:\d{3}|x{3})\b")


def provinces_in(lexicon: Lexicon, text: str) -> frozenset[str]:
    """Those of the longest place that a text names, of its postal code, or none.

    "un hospital de Aragón" names the three provinces of Aragón; a whole country is none.
    """
    if code := _ZIP.search(text):
        rows = lexicon.all_rows("provinces")
        return frozenset(row["province"] for row in rows if row["zip"] == code[1])
    said = words(text)
    for size in range(min(len(said), 5), 0, -1):
        for start in range(len(said) - size + 1):
            if found := provinces_of(lexicon, " ".join(said[start : start + size])):
                return found
    return frozenset()


def provinces_of(lexicon: Lexicon, key: str) -> frozenset[str]:
    """The provinces of a folded name: a town's, a province itself, or those of a region."""
    provinces, regions = _tables(lexicon.lang)
    if key in provinces:
        return frozenset({provinces[key]})
    place = lexicon.place_by_key.get(key)
    if place is not None and place.province:
        return frozenset({place.province})
    return regions.get(key, frozenset())


def region_of(lexicon: Lexicon, province: str) -> frozenset[str]:
    """All provinces of the region that a province lies in; it alone where it is one."""
    _provinces, regions = _tables(lexicon.lang)
    area = next(wider(lexicon, province), "")
    return regions.get(fold(area), frozenset({province})) | {province}


@lru_cache(maxsize=16)
def _tables(lang: str) -> tuple[dict[str, str], dict[str, frozenset[str]]]:
    """Folded province -> province, and folded region -> its provinces; no region is a country."""
    lexicon = lexicon_for(lang)
    names = [row["province"] for row in lexicon.all_rows("provinces")]
    homes = {fold(row["name"]) for row in lexicon.all_rows("home_countries")}
    regions: dict[str, set[str]] = {}
    for name in names:
        area = fold(next(wider(lexicon, name), ""))
        if area and area not in homes and area not in lexicon.country_keys:
            regions.setdefault(area, set()).add(name)
    return (
        {" ".join(words(name)): name for name in names},
        {area: frozenset(found) for area, found in regions.items()},
    )
