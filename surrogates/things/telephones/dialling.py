"""Telephone codes that a table lists with the area that they are of ("402", Nebraska): with what a
number begins that no town's own code explains. Called by `place_codes`.
"""

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from surrogates import draw
from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.areas import areas_of
from surrogates.things.groups import thing_key

_WHOLE = re.compile(r"((?:00)?1)?(\d{3})\d{7}")


@dataclass(frozen=True, slots=True)
class AreaCode:
    """The code that a whole number begins with."""

    place: str  # folded, what it follows; "" for nothing
    is_town: bool
    lead: str  # the digits of its country before it
    code: str


@lru_cache(maxsize=16)
def _areas_by_code(lexicon: Lexicon) -> Mapping[str, str]:
    return {row["code"]: row["area"] for row in lexicon.rows("dialling_codes")}


def area_code(
    scene: Scene, item: Item, digits: str, places: Iterable[Item], unknown: Iterable[Item]
) -> AreaCode | None:
    """The code of a whole number, with the place nearest to it that lies in its area, a town before
    the area itself, or else the nearest `unknown` town; None where no table has the code."""
    said = _WHOLE.fullmatch(digits)
    area = _areas_by_code(scene.lexicon).get(said[2], "") if said else ""
    if said is None or not area:
        return None
    areas = areas_of(scene.lexicon)
    by_key = {thing_key(scene, place): place for place in places}
    lost = {key for town in unknown if not _area_of(scene.lexicon, key := thing_key(scene, town))}
    ranked = sorted(
        (key in lost, key in areas.names, abs(place.index - item.index), key)
        for key, place in by_key.items()
        if key in lost or _area_of(scene.lexicon, key) == area
    )
    place = ranked[0][-1] if ranked else ""
    return AreaCode(place, bool(place) and place not in areas.names, said[1] or "", said[2])


def code_now(
    scene: Scene, was: AreaCode, place: str, others: Container[str], said: Container[str]
) -> str:
    """Another code for it: that of what its place became, one of that area, or any.

    `others`: what towns' own numbers begin with, which are drawn where there are any; `said`: codes
    of the dialogue.
    """
    listed = _areas_by_code(scene.lexicon)
    entry = scene.lexicon.place_by_key.get(fold(place))
    own = scene.lexicon.province_codes.get(entry.province, ("", ""))[1] if entry else ""
    if own in listed:
        return own
    area = _area_of(scene.lexicon, fold(place)) if place else ""
    # Two last figures in common would show the original where the reserved range follows.
    codes = [code for code in listed if code not in said and code[1:] != was.code[1:]]
    codes = [code for code in codes if not area or listed[code] == area]
    choices = sorted([code for code in codes if code in others] or codes)
    stream = draw.Stream(scene.seed("area code", was.code))
    return stream.choice(choices) if choices else ""


def _area_of(lexicon: Lexicon, key: str) -> str:
    """The area that a folded name or short form is, or that a town of that name lies in."""
    areas = areas_of(lexicon)
    return (
        areas.names.get(key, "")
        or areas.around(lexicon.place_by_key.get(key))
        or areas.of.get(key, "")
    )
