"""What a town lies in, where no label says it: "[Thun] (BE)", "[Getafe], provincia de Madrid".

The text outside labels stays as it is, so what stands for the town lies there, too. Called by
`replacement` before towns are drawn.
"""

import re
from collections.abc import Iterable

from surrogates.folding import WORD, fold, words_apart
from surrogates.labels import Kind
from surrogates.languages.inflection.basque import put
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.inhabitants import inhabitants_of, is_place
from surrogates.once import once_a_scene
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.abroad.neighbour_regions import neighbour_regions, region_of_town
from surrogates.things.geography.abroad.regions_abroad import neighbour_land
from surrogates.things.geography.areas import areas_of
from surrogates.things.geography.regions import leads, regions
from surrogates.things.groups import Group, thing_key

_NEAR = 40  # signs behind a town in which its area may be said
_MOST = 4  # words of an area, and words that may lead it
_JOINED = re.compile(r"(?:\s\w{1,3})?\s?[,(]\s?|\s(?=(?:in|im|en|dans)\s)", re.I)
_STOP = re.compile(r"\.\s|\.$|[;:?!)]")


def mark_outside(scene: Scene, groups: Iterable[Group]) -> None:
    """Says of each town in which area the words right behind it say that it lies."""
    towns = [
        group
        for group in groups
        if group.kind is Kind.PLACE and not (group.area or group.region or group.around)
    ]
    for group in towns:
        said = (_area_behind(scene, i) or _area_in_turn(scene, i) for i in group.items)
        group.outside = next(filter(None, said), "")
    told = {group.outside for group in towns}
    for group in towns:  # "[Tudela] (Navarra) ... [Cascante]"
        own = {a for key in group.keys for a in _areas_of_town(scene.lexicon, key.text)}
        own_told = min(own & told, default="") or min(own & _areas_told(scene), default="")
        group.outside = group.outside or own_told


@once_a_scene
def _areas_told(scene: Scene) -> frozenset[str]:
    """The areas that institutions and speech tell, wherever they stand: "Osakidetza", "sa meva
    germana", "boas tardes". They stay, and so do towns in them."""
    text = "".join(f" {' '.join(words_apart(turn.text))} " for turn in scene.dialogue.turns)
    ending = "" if scene.lexicon.lang == "eu" else " "  # it has cases
    signs = scene.lexicon.signs("of_area").items()
    return frozenset(area for form, area in signs if f" {form}{ending}" in text)


def provinces_told(scene: Scene, group: Group) -> frozenset[str]:
    """The folded provinces of an institution that are no area of the tables, its town's among
    them."""
    known = (scene.lexicon.place_by_key.get(key) for key in group.keys)
    own = {fold(place.province) for place in known if place is not None}
    several = (frozenset(map(fold, area.split(", "))) for area in sorted(_areas_told(scene)))
    return next((each for each in several if len(each) > 1 and own & each), frozenset())


def _area_in_turn(scene: Scene, item: Item) -> str:
    """The area of a town that its turn says anywhere outside labels, by its name or by a word for
    its people ("es mallorquina, de [Felanitx]"); or ""."""
    key, said = thing_key(scene, item), scene.outside_text[item.turn]
    areas = (area for area in _areas_of_town(scene.lexicon, key) if name_key(area) != key)
    ending = "" if scene.lexicon.lang == "eu" else " "  # it has cases
    told = (a for a in areas if any(f" {w}{ending}" in said for w in _words_for(scene, a)))
    return next(told, "")


def _words_for(scene: Scene, area: str) -> Iterable[str]:
    """The folded name of an area, and the words for its people."""
    if scene.lexicon.lang == "eu":
        return (name_key(area), fold(put(area, "inh+")))
    return (name_key(area), *inhabitants_of(scene.lexicon, area))


def _areas_of_town(lexicon: Lexicon, key: str) -> tuple[str, ...]:
    """What a folded town lies in, the narrowest first; no country."""
    if own := region_of_town(lexicon).get(name_key(key), ""):
        return (own,)
    place, areas = lexicon.place_by_key.get(key), areas_of(lexicon)
    if place is None:
        return ()
    province = place.province if regions(lexicon) else ""
    every = (areas.counties.get(key, ""), province, *sorted(areas.every(place)))
    return tuple(a for a in every if a and fold(a) not in lexicon.country_keys)


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
    while first < min(len(found), _MOST) and _leads(scene, found[first].group()):
        first += 1
    for size in range(min(_MOST, len(found) - first), 0, -1):
        words = found[first : first + size]
        said = text[words[0].start() : words[-1].end()]
        closed = text[words[-1].end() :].strip()[:1] in ("", ",", ")")
        if closed and (area := _area_of(scene, item, said, first > 0)):
            return area
    return ""


def _leads(scene: Scene, word: str) -> bool:
    """Whether a word leads the name of an area: "Co. Durham", not "CO"."""
    return fold(word) in leads(scene.lexicon) and fold(word).upper() != word


def _area_of(scene: Scene, item: Item, said: str, led: bool) -> str:
    """The area of a town that some words name as the tables call it; or ""."""
    lexicon, areas = scene.lexicon, areas_of(scene.lexicon)
    key = name_key(thing_key(scene, item))
    place = lexicon.place_by_key.get(thing_key(scene, item))
    own = region_of_town(lexicon).get(key, "")
    listed = neighbour_regions(lexicon)
    named = [r.name for r in listed.values() if said in (r.code, r.name) and said]
    unknown = not own and not is_place(lexicon, key)
    for region in named:
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
