"""Cantons, Länder and provinces of countries that share the language: "[Uster], Kanton [Zürich]".

One that is said becomes another one of its country, its short form ("[BE]") with it, and the towns
in it become towns there. Called by `replacement` and `draws`; the table is `neighbour_regions`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from surrogates import draw, notices
from surrogates.folding import words
from surrogates.labels import Kind, is_region_label
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.inhabitants import is_place
from surrogates.once import once_an_item
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.demonyms import people_said
from surrogates.things.geography.abroad.regions_abroad import (
    land_kept,
    neighbour_land,
    neighbours_of,
)
from surrogates.things.groups import Group, thing_key, without_article

_BESIDE = 12  # signs between a town and its region: ", ", " (", " in der "
_CUE = 3  # words before a region of which one calls it so: "canton de la"
# The articles of the names that may stand behind a word.
_LED: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("im", "vom", "zum", "beim", "dem"), ("das", "der")
)
_LED |= {"das": ("das",), "ins": ("das",), "durchs": ("das",), "den": ("der",)}
_LED |= {"der": ("die", "der"), "die": ("die",), "zur": ("die",)}
_LED |= dict.fromkeys(("du", "le", "au"), ("le",))
_LED |= dict.fromkeys(("al", "del", "el"), ("el",)) | {"la": ("la",)}
Codes = Mapping[str, tuple[str, str, frozenset[str]]]


@dataclass(frozen=True, slots=True)
class Region:
    name: str
    country: str
    code: str  # "" where none is written
    article: str


@lru_cache(maxsize=16)
def neighbour_regions(lexicon: Lexicon) -> Mapping[str, Region]:
    rows = lexicon.rows("neighbour_regions")
    return {r["name"]: Region(r["name"], r["country"], r["code"], r["article"]) for r in rows}


@lru_cache(maxsize=16)
def _by_form(lexicon: Lexicon) -> Mapping[str, Region]:
    """Folded names, and short forms as they are written."""
    listed = neighbour_regions(lexicon).values()
    codes = {region.code: region for region in listed if region.code}
    return codes | {name_key(region.name): region for region in listed}


@lru_cache(maxsize=16)
def region_of_town(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded town of another country of the language -> its region."""
    return {name_key(row["name"]): row["region"] for row in lexicon.rows("neighbours")}


def region_named(lexicon: Lexicon, text: str) -> str:
    """The region that a name or a short form is of; or ""."""
    listed = _by_form(lexicon)
    region = listed.get(text.rstrip(".")) or listed.get(name_key(text))
    return region.name if region is not None else ""


def mark_neighbour_regions(scene: Scene, groups: Iterable[Group], codes: Codes) -> None:
    """Finds the regions that are said, and the towns that lie in them; one whose article no other
    region of its country has is left to others where no number tells its country."""
    if not neighbour_regions(scene.lexicon):
        return
    places = [group for group in groups if group.kind is Kind.PLACE]
    said = {id(g): regions for g in places if (regions := _regions_said(scene, g))}
    towns = [group for group in places if "" in said.get(id(group), [""])]
    around = {id(town): _around(scene, town, places, said) for town in towns}
    namesakes = {name for names in said.values() if "" in names for name in names}
    for group in places:
        name = next(filter(None, said.get(id(group), [])), "")
        if not name:
            continue
        inside = [t for t in towns if name in around[id(t)] and t is not group]
        group.area, group.canton, group.town = name, True, name in namesakes
        group.inside, group.towns = tuple(inside), len(inside) + group.town
        options = _options(scene, group, neighbour_regions(scene.lexicon)[name], codes)
        dialled = any(key in codes for town in inside for key in town.keys)
        if not dialled and not any(_suits(scene, group, region) for region in options):
            group.area, group.canton, group.town, group.inside, group.towns = "", False, True, (), 0
            continue
        group.region = group.region_abroad = False
        for town in inside:
            town.around, town.region, town.region_abroad = name, False, False
            town.region_said, town.articles = None, frozenset()


def _around(
    scene: Scene, town: Group, places: Iterable[Group], said: Mapping[int, list[str]]
) -> set[str]:
    """The regions that are said in which a town lies, or with which one that no table has is."""
    named = {name: group for group in places for name in said.get(id(group), ()) if name}
    own = {_region_of(scene, item) for item in town.items} - {""}
    known = any(is_place(scene.lexicon, key.text) for key in town.keys)
    # "Cambridge, [Ontario]" is not the one at home.
    if own or (known and not land_kept(scene)):
        return own & named.keys()
    beside = sorted(n for n, g in named.items() if g is not town and _stand_beside(scene, town, g))
    return set(beside[:1])


def _regions_said(scene: Scene, group: Group) -> list[str]:
    """The region that each mention names, "" for a town; nothing where none names a region."""
    every = [region_said(scene, item) for item in group.items]
    return every if any(every) else []


@once_an_item
def region_said(scene: Scene, item: Item) -> str:
    """The region that a mention names, by its short form, the word before it or its town; or ""."""
    lexicon, key = scene.lexicon, without_article(thing_key(scene, item))
    code = _by_form(lexicon).get(item.text.rstrip("."))
    region = code or _by_form(lexicon).get(name_key(item.text)) or _by_form(lexicon).get(key)
    if region is None:
        return ""
    country = name_key(region.country)
    said = any(country in scene.originals_of(kind) for kind in (Kind.PLACE, Kind.COUNTRY))
    if said and land_kept(scene) != region.country:
        return ""  # it becomes another country, and the region one there
    before, cues = words(scene.before(item))[-_CUE:], scene.lexicon.signs("neighbour_region")
    if any(word in cues for word in before) or _stands_behind(scene, item, region):
        return region.name
    town = key in neighbours_of(lexicon) or key in lexicon.known_places
    named = code is None and town and not is_region_label(item.label)
    return "" if named or neighbour_land(scene) != region.country else region.name


def _region_of(scene: Scene, item: Item) -> str:
    return region_of_town(scene.lexicon).get(name_key(thing_key(scene, item)), "")


def _stands_behind(scene: Scene, item: Item, region: Region) -> bool:
    """Whether a town of the region stands right before it: "[Uster] ([Zürich])"."""
    before = [i for i in scene.items_by_turn.get(item.turn, []) if i.end <= item.start]
    town = max(before, key=lambda i: i.end, default=None)
    if town is None or town.kind is not Kind.PLACE or town.text == item.text:
        return False
    near = item.start - town.end <= _BESIDE and not words(scene.between(town, item))
    return near and _region_of(scene, town) == region.name


def _stand_beside(scene: Scene, town: Group, region: Group) -> bool:
    return any(
        one.turn == two.turn and 0 <= two.start - one.end <= 2 * _BESIDE
        for one in town.items
        for two in region.items
    )


def draw_region(
    scene: Scene, group: Group, seed: bytes, codes: Codes, fits: Callable[[str], bool]
) -> str | None:
    """Another region of the country with towns for those that are said, as it is written; one that
    does not suit the article before it where none does, which is told."""
    listed = neighbour_regions(scene.lexicon)
    old = listed[group.area]
    written = {name: _written(group, region) for name, region in listed.items()}
    if group.within:
        return written.get(group.within)
    pools = _options(scene, group, old, codes)
    for suited in (True, False):
        options = [r for r in pools if not suited or _suits(scene, group, r)]
        pool = draw.Pool((region.name, 1.0) for region in options if written[region.name])
        new = scene.first_allowed(seed, pool, lambda name: fits(written[name]))
        if new is not None:
            if not suited:
                keys = tuple(item.key for item in group.items)
                scene.raise_issue(notices.DEMAND_DROPPED, group.items[0], keys)
            return written[new]
    return None


def _written(group: Group, region: Region) -> str:
    """The short form of a region where a group is one, else its name."""
    text = group.items[0].text
    short = name_key(group.area) != name_key(text) and len(text.rstrip(".")) <= len("Bgld")
    short = short and all(name_key(item.text) == name_key(text) for item in group.items)
    return region.code + "." * text.endswith(".") if short else region.name


def _options(scene: Scene, group: Group, old: Region, codes: Codes) -> list[Region]:
    """The other regions of the country that have a town for each that is said with this one."""
    rows = scene.lexicon.rows("neighbours")
    sizes = {
        len(codes[key][1])
        for town in (*group.inside, group)
        for key in town.keys
        if key in codes and codes[key][1]
    }
    keys = {key.text for town in (*group.inside, group) for key in town.keys}
    coded = any(codes[key][0] for key in keys & codes.keys())
    rows = [row for row in rows if row["zips"] or row["start"] or not coded]
    options = []
    for region in neighbour_regions(scene.lexicon).values():
        towns = [row for row in rows if row["region"] == region.name]
        if region.country != old.country or region is old or len(towns) < max(1, group.towns):
            continue
        dialled = {len(row["phone"]) for row in towns}
        # A city that is a region of its own, as "Wien", holds no other town; nor may Appenzell be
        # said of Appenzell Innerrhoden.
        own = words(region.name)
        others = [r for r in towns if group.town or not set(words(r["name"])) & set(own)]
        namesake = not group.town or any(row["name"] == region.name for row in towns)
        namesake = namesake and len(others) >= group.towns
        if namesake and sizes <= dialled:
            options.append(region)
    return options


def _suits(scene: Scene, group: Group, region: Region) -> bool:
    """Whether a region may stand behind the words before the mentions: "im [Aargau]"."""
    for item in group.items if _written(group, region) == region.name else ():
        before = words(scene.before(item))[-_CUE:]
        if people_said(scene, item) is not None:  # no article of the region stands before them
            continue
        led, asked = before[-1:] and _LED.get(before[-1], ()), ("",)
        called = any(word in scene.lexicon.signs("neighbour_region") for word in before[-1:])
        if not called and region.article not in (led or asked):
            return False
    return True
