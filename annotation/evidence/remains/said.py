"""Details that words outside every span tell: an age, a place, a trade, a relative.

Only behind a cue ("tengo 34 años", "soy fontanero", "mi hermana", "en Soria"): a word of a table
alone is as often something else. The cues are `tables/cues.tsv`. Called by `details` and `ranking`.
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from annotation.evidence.remains.groups import parent_of, relation_groups, trade_groups
from annotation.evidence.remains.places import provinces_of
from annotation.evidence.remains.types import Ages, Told, Turn
from surrogates.folding import WORD, fold
from surrogates.languages.lexicon import Lexicon

_LONGEST = 4  # words of a place or a trade
_NEAR = 3  # words between a cue and what it is the cue of
OLDEST = 109  # years that the last band of a table reaches to


def outside(turn: Turn) -> Iterator[str]:
    """The stretches of a released turn between the items."""
    at = 0
    for item in sorted(turn.items, key=lambda each: each.start):
        yield turn.text[at : max(at, item.start)]
        at = max(at, item.end)
    yield turn.text[at:]


def told_outside(lexicon: Lexicon, turn: Turn) -> Told:
    """What the words between the items tell; the same in every call."""
    cues = cues_of(lexicon.lang)
    told = Told()
    for text in outside(turn):
        said = WORD.findall(text)
        keys = [fold(word) for word in said]
        for at, key in enumerate(keys):
            if key.isdecimal() and cues["age"]:
                told |= Told(ages=_age(keys, at, cues))
            if at and keys[at - 1] in cues["place"] and said[at][:1].isupper():
                told |= Told(provinces=_place(lexicon, keys, at))
            if key in cues["trade"]:
                told |= Told(trades=_trade(lexicon, keys, at))
            if key in cues["family"]:
                told |= Told(families=_family(lexicon, keys, at))
    return told


def _age(keys: list[str], at: int, cues: dict[str, frozenset[str]]) -> frozenset[Ages]:
    """Of "tengo 34 años", "34 años de edad": years alone may be any length of time."""
    value, rest = int(keys[at]), keys[at + 1 :]
    if value > OLDEST or not rest or rest[0] not in cues["year"]:
        return frozenset()
    before = keys[max(at - _NEAR, 0) : at]
    near = cues["age"] & {*before, *rest[1 : 1 + _NEAR]}
    return frozenset({(value, value)}) if near else frozenset()


def _place(lexicon: Lexicon, keys: list[str], at: int) -> frozenset[str]:
    for size in range(_LONGEST, 0, -1):
        key = " ".join(keys[at : at + size])
        if key not in lexicon.homographs and (found := provinces_of(lexicon, key)):
            return found
    return frozenset()


def _trade(lexicon: Lexicon, keys: list[str], at: int) -> frozenset[str]:
    groups = trade_groups(lexicon.lang)
    for start in range(at + 1, min(at + 1 + _NEAR, len(keys))):
        for size in range(_LONGEST, 0, -1):
            if group := groups.get(" ".join(keys[start : start + size])):
                return frozenset({group})
    return frozenset()


def _family(lexicon: Lexicon, keys: list[str], at: int) -> frozenset[str]:
    """The side of "mi hermana"; of "mi hija", which is no surrogate, that there is a child too."""
    following = keys[at + 1] if at + 1 < len(keys) else ""
    tables = (relation_groups(lexicon.lang), parent_of(lexicon.lang))
    return frozenset(each[following] for each in tables if following in each)


@lru_cache(maxsize=16)
def cues_of(lang: str) -> dict[str, frozenset[str]]:
    """Kind -> folded words of a language: age, year, place, trade, family; empty without rows."""
    table = files("annotation.evidence.remains") / "tables" / "cues.tsv"
    found: dict[str, set[str]] = {
        kind: set() for kind in ("age", "year", "place", "trade", "family")
    }
    for line in table.read_text("utf-8").splitlines()[1:]:
        code, kind, form = line.split("\t")[:3]
        if code == lang:
            found[kind].add(fold(form))
    return {kind: frozenset(forms) for kind, forms in found.items()}
