"""What a town lies in, where no label says it: "[Thun] (BE)", "[Getafe], provincia de Madrid".

The text outside labels stays as it is, so what stands for the town lies there, too. Called by
`replacement` before towns are drawn.
"""

import re
from collections.abc import Iterable

from surrogates.folding import WORD, fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import name_key
from surrogates.languages.places.inhabitants import is_place
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.areas import areas_of
from surrogates.things.geography.neighbour_regions import neighbour_regions, region_of_town
from surrogates.things.geography.regions import leads
from surrogates.things.geography.regions_abroad import neighbour_land
from surrogates.things.groups import Group, thing_key

_NEAR = 40  # signs behind a town in which its area may be said
_MOST = 4  # words of an area, and words that may lead it
_JOINED = re.compile(r"(?:\s\w{1,3})?\s?[,(]\s?|\s(?=(?:in|im|en|dans)\s)", re.I)
_STOP = re.compile(r"\.\s|\.$|[;:?!)]")


def mark_outside(scene: Scene, groups: Iterable[Group]) -> None:
    """Says of each town in which area the words right behind it say that it lies."""
    for group in groups:
        if group.kind is not Kind.PLACE or group.area or group.region or group.around:
            continue
        said = (_area_behind(scene, item) for item in group.items)
        group.outside = next(filter(None, said), "")


def _area_behind(scene: Scene, item: Item) -> str:
    """The province, area or region of a town that follows it outside labels; or ""."""
    later = (i.start for i in scene.items_by_turn.get(item.turn, []) if i.start >= item.end)
    text = scene.after(item)[: min(_NEAR, min(later, default=_NEAR + item.end) - item.end)]
    joined = _JOINED.match(text)
    if joined is None:
        return ""
    text = _STOP.split(text[joined.end() :], maxsplit=1)[0]
    found = list(WORD.finditer(text))
    first = 0
    while first < min(len(found), _MOST) and fold(found[first].group()) in leads(scene.lexicon):
        first += 1
    for size in range(min(_MOST, len(found) - first), 0, -1):
        words = found[first : first + size]
        said = text[words[0].start() : words[-1].end()]
        closed = text[words[-1].end() :].strip()[:1] in ("", ",", ")")
        if closed and (area := _area_of(scene, item, said, first > 0)):
            return area
    return ""


def _area_of(scene: Scene, item: Item, said: str, led: bool) -> str:
    """The area of a town that some words name as the tables call it; or ""."""
    lexicon, areas = scene.lexicon, areas_of(scene.lexicon)
    key = name_key(thing_key(scene, item))
    place = lexicon.place_by_key.get(thing_key(scene, item))
    own = region_of_town(lexicon).get(key, "")
    listed = neighbour_regions(lexicon)
    regions = [r.name for r in listed.values() if said in (r.code, r.name) and said]
    unknown = not own and not is_place(lexicon, key)
    for region in regions:
        here = unknown and neighbour_land(scene) == listed[region].country
        if region == own or here:
            return region
    if own:
        return ""
    area = areas.names.get(fold(said), "")
    short = bool(area) and fold(areas.codes.get(area, "")) == fold(said)
    province = "" if short else lexicon.province_by_key.get(name_key(said), "")
    if short and not said.isupper():
        return ""
    if place is not None:
        if province and place.province == province and name_key(said) != key:
            return province
        return area if area and areas.holds(area, place) else ""
    home = bool(province) and (led or name_key(said) not in lexicon.own_places)
    return province if unknown and home else area if unknown and area in areas.above else ""
