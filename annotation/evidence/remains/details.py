"""What a released dialogue still tells: by its items, and by words that nobody labelled.

An item tells its truth where it stays as it was, or as a coarser value (`generalise`); what the
strategy keeps on purpose is told too: `entity` keeps the sex of names, the field of a trade and the
side of the family. A drawn age, place or date tells nothing. Called by `measuring`.
"""

import re
from dataclasses import replace
from functools import lru_cache

from annotation.evidence.remains.groups import OF_TWO, PARENT, relation_groups, trade_of
from annotation.evidence.remains.identifiers import QUASI, identifier_of
from annotation.evidence.remains.places import provinces_in
from annotation.evidence.remains.said import OLDEST, told_outside
from annotation.evidence.remains.types import Ages, Identifiers, Item, Released, Told
from surrogates.folding import fold, words
from surrogates.labels import NAMES, Kind, gender_of, kind_of
from surrogates.languages import lexicon_for
from surrogates.languages.lexicon import Lexicon

_BAND = re.compile(r"(\d{1,3})\s*[-–]\s*(\d{1,3})")
_NUMBER = re.compile(r"\d{1,3}")
# Strategies that write the label: "[FEMALE_NAME]".
_NAMING = frozenset({"typed", "indexed", "named"})


def details_of(dialogue: Released, chosen: Identifiers) -> Told:
    """All that a dialogue tells, of items that are quasi-identifiers and of words outside them.

    Names are direct identifiers, and only the sex that they keep is read of them.
    """
    lexicon = lexicon_for(dialogue.lang)
    told = Told()
    for turn in dialogue.turns:
        here = told_outside(lexicon, turn)
        for item in turn.items:
            here |= _told_by(lexicon, item, identifier_of(item.label, chosen))
        if here.ages:  # "mi hija tiene 20 años" does not say that somebody of 20 is a parent
            here = replace(here, families=here.families - {PARENT, OF_TWO})
        told |= here
    return told


def _told_by(lexicon: Lexicon, item: Item, identifier: str) -> Told:
    kind = kind_of(item.label)
    if kind in NAMES and identifier != "none":
        return Told(sexes=_sex_of_name(lexicon, item))
    if identifier != QUASI:
        return Told()
    true = item.stays or item.strategy == "generalise"
    if kind is Kind.AGE and true:
        return Told(ages=ages_in(item.shown))
    if kind is Kind.SEX:
        return Told(sexes=_sex_said(lexicon, item))
    if kind is Kind.PROFESSION:
        return Told(trades=_trade(lexicon, item))
    if kind is Kind.RELATION:
        return Told(families=_side(lexicon, item))
    places = frozenset[str]()
    if true and kind in (Kind.PLACE, Kind.ZIP, Kind.ORG, Kind.STREET):
        places = provinces_in(lexicon, item.shown)
    if places:
        return Told(provinces=places)
    said = " ".join(words(item.shown))
    if true and said and not item.shown.startswith("[") and said not in _homes(lexicon.lang):
        return Told(others=frozenset({(item.label, said)}))
    return Told()


@lru_cache(maxsize=16)
def _homes(lang: str) -> frozenset[str]:
    """Folded names of the countries that a language is at home in: they tell nothing."""
    rows = lexicon_for(lang).all_rows("home_countries")
    return frozenset(" ".join(words(row["name"])) for row in rows)


def ages_in(shown: str) -> frozenset[Ages]:
    """ "34 años" is (34, 34), "30-39 años" (30, 39), "90 o más" (90, 109); else nothing."""
    if band := _BAND.search(shown):
        return frozenset({(int(band[1]), int(band[2]))})
    numbers = _NUMBER.findall(shown)
    if len(numbers) != 1 or int(numbers[0]) > OLDEST:
        return frozenset()
    age = int(numbers[0])
    alone = len(words(shown)) <= 2  # with its unit: "90 o más" has words that widen it
    return frozenset({(age, age if alone else OLDEST)})


def _sex_of_name(lexicon: Lexicon, item: Item) -> frozenset[str]:
    """What a name's surrogate keeps: `entity` its gender, placeholders that of the label."""
    by_label = gender_of(item.label)
    if item.strategy in _NAMING:
        return frozenset(by_label)
    if item.strategy != "entity" and not item.stays:
        return frozenset()
    first = item.original.split()[:1]
    known = lexicon.name_by_key.get(fold(first[0])) if first else None
    gender = by_label or (known.gender if known is not None else "")
    return frozenset(gender) & {"f", "m"}


def _sex_said(lexicon: Lexicon, item: Item) -> frozenset[str]:
    if item.strategy not in ("entity", "generalise") and not item.stays:
        return frozenset()
    said = fold(item.original.strip(" ."))
    found = {row["sex"] for row in lexicon.rows("sexes") if fold(row["form"]) == said}
    return frozenset(found) & {"f", "m"} if len(found) == 1 else frozenset()


def _trade(lexicon: Lexicon, item: Item) -> frozenset[str]:
    if item.strategy not in ("entity", "generalise") and not item.stays:
        return frozenset()
    return trade_of(lexicon, item.original)


def _side(lexicon: Lexicon, item: Item) -> frozenset[str]:
    if item.strategy != "entity" and not item.stays:
        return frozenset()  # "a relative" says no more than that there is one
    groups = relation_groups(lexicon.lang)
    return frozenset(groups[word] for word in words(item.original) if word in groups)
