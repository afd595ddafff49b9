"""Regions of other countries, and the towns of theirs: "aus [Linz] in [Oberösterreich]"; and the
towns of countries that share the language: "[1070] [Wien]".

A region becomes the one that holds what stands for its town, else another of the country that was
drawn. Called by `areas` and `draws`; the regions are the table `regions_abroad`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from surrogates import draw
from surrogates.folding import fold, words
from surrogates.labels import Kind, is_region_label
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.inhabitants import is_place
from surrogates.languages.places.landscape import landscape_names
from surrogates.languages.places.prefixes import SPAIN
from surrogates.numbers.identifiers.lettered_starts import plate_code, plate_size
from surrogates.numbers.identifiers.phone_classes import set_apart
from surrogates.once import once_a_scene
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.groups import Group, thing_key, without_article

# An account or a telephone number of another country.
_TOLD = re.compile(r"([A-Z]{2})\d{2}[ \d]{8}|(?:\+|00)\s?(376|59[138]|\d{2})")
_LANDS = {
    land: names
    for codes, names in (
        (("AT", "43"), ("Österreich",)),
        (("BE", "32"), ("Belgique",)),
        (("CH", "41"), ("Schweiz", "Suisse")),
        (("AD", "376"), ("Andorra",)),
        (("FR", "33"), ("França", "Frantzia")),
        (("IT", "39"), ("Itàlia",)),
        (("51",), ("Perú",)),
        (("52",), ("México",)),
        (("54",), ("Argentina",)),
        (("56",), ("Chile",)),
        (("57",), ("Colombia",)),
        (("58",), ("Venezuela",)),
        (("591",), ("Bolivia",)),
        (("593",), ("Ecuador",)),
        (("598",), ("Uruguay",)),
    )
    for land in codes
}
_USUAL = ("Österreich", "Belgique")  # with postal codes of four figures
# A telephone number or an identity number of Spain.
_SPANISH = re.compile(r"(?:\+34\s?)?[67]\d\d(?:\s?\d){6}|(?:\d|[XYZ]-?)\d{7}-?[A-Z]|ES\d\d.*")
_CANADA = "Canada"
_CANADIAN = re.compile(r"[A-Z]\d[A-Z][ -]?\d[A-Z]\d")  # a postal code
_AT_HOME = 5  # figures of a postal code in the language's own country
_ENOUGH = 3  # towns of a region whose postal codes begin with other figures
_JOINED = 12  # signs between a town and its region: " in der "


@lru_cache(maxsize=16)
def regions_abroad(lexicon: Lexicon) -> Mapping[str, tuple[str, str]]:
    """Folded town -> its region and the article of that."""
    rows = lexicon.rows("regions_abroad")
    return {fold(row["town"]): (row["region"], row["article"]) for row in rows}


@lru_cache(maxsize=16)
def countries_of_regions(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded region -> its country, as any table calls them."""
    lands = {fold(row["name"]): row["country"] for row in lexicon.all_rows("abroad")}
    rows = lexicon.all_rows("regions_abroad")
    return {fold(row["region"]): lands.get(fold(row["town"]), "") for row in rows}


def is_region_abroad(scene: Scene, group: Group) -> bool:
    """Whether a group names a region of another country, or what nobody knows right behind a town
    abroad: "aus [Brünn] in [Südmähren]"."""
    lexicon, keys = scene.lexicon, [without_article(key) for key in group.keys]
    listed = countries_of_regions(lexicon).keys() - landscape_names(lexicon).keys()
    if any(key in listed and key not in lexicon.known_places for key in keys):
        return True
    unknown = not any(is_place(scene.lexicon, key) for key in group.keys)
    return unknown and any(town_before(scene, item) for item in group.items)


def town_before(scene: Scene, item: Item) -> str:
    """The folded town abroad that stands right before a mention and a preposition; or ""."""
    row = scene.items_by_turn.get(item.turn, [])
    before = max((i for i in row if i.end <= item.start), key=lambda i: i.end, default=None)
    if before is None or item.start - before.end > _JOINED:
        return ""
    between = words(scene.between(before, item))
    leads = scene.lexicon.signs("preposition").keys() | {"a", "dans"}
    joined = bool(between) and between[0] in leads
    key = thing_key(scene, before)
    return key if joined and key in _towns_abroad(scene.lexicon) else ""


@lru_cache(maxsize=16)
def _towns_abroad(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(fold(row["name"]) for row in lexicon.all_rows("abroad"))


def mark_regions_abroad(scene: Scene, groups: Sequence[Group]) -> None:
    """Marks the regions of other countries, and the towns that are said with theirs."""
    for group in groups:
        group.region_abroad = group.kind is Kind.PLACE and is_region_abroad(scene, group)
    for region in [group for group in groups if group.region_abroad]:
        for town in groups:
            if town.kind is Kind.PLACE and not town.region_abroad:
                _mark_town(scene, town, region)


def _mark_town(scene: Scene, town: Group, region: Group) -> None:
    """Says of a town which articles the region that is said with it may have."""
    listed = regions_abroad(scene.lexicon)
    own = {fold(listed[key.text][0]) for key in town.keys if key.text in listed}
    every = frozenset(article for _, article in listed.values())
    for item in region.items:
        key = without_article(thing_key(scene, item))
        if key in own:
            same = frozenset(article for name, article in listed.values() if fold(name) == key)
            # "Tiroler, aus [Innsbruck]": no article stands before its people.
            bare = fold(item.text) != key and not led_by_article(scene, item)
            town.region_said, town.articles = region, every if bare else same
        elif town_before(scene, item) in town.keys:
            led = led_by_article(scene, item)
            fine = frozenset(article for article in every if bool(article) == led)
            town.region_said, town.articles = region, fine


def suits_region(lexicon: Lexicon, town: Group, name: str) -> bool:
    """Whether a town abroad has a region that may be said as the original's is."""
    if town.region_said is None:
        return True
    region, article = regions_abroad(lexicon).get(fold(name), ("", ""))
    return bool(region) and article in town.articles and town.region_said.suits(region)


def led_by_article(scene: Scene, item: Item) -> bool:
    """Whether an article stands right before a mention."""
    before = words(scene.before(item)[-_JOINED:])[-1:]
    return bool(before) and ("article", before[0]) in scene.lexicon.agreement


def regions_for(scene: Scene, group: Group, towns: Iterable[str]) -> tuple[list[str], list[str]]:
    """What may stand for a region: that of its town now, and those of these towns that have the
    same article."""
    listed = regions_abroad(scene.lexicon)
    keys = {without_article(key) for key in group.keys}
    beside = {town_before(scene, item) for item in group.items} - {""}
    beside |= {town for town, (region, _) in listed.items() if fold(region) in keys}
    now = (fold(new) for old, new in sorted(group.moved.items()) if old in beside)
    own = [listed[town][0] for town in now if town in listed]
    articles = {article for region, article in listed.values() if fold(region) in keys}
    rows = (listed.get(fold(town), ("", "")) for town in towns)
    others = [name for name, article in rows if name and (not articles or article in articles)]
    return own, others


@lru_cache(maxsize=16)
def _neighbours(lexicon: Lexicon) -> Mapping[str, Mapping[str, str]]:
    """Folded town of another country of the language, with its signs and without, -> its row."""
    rows = lexicon.rows("neighbours")
    return {key: row for row in rows for key in (fold(row["name"]), name_key(row["name"]))}


@lru_cache(maxsize=16)
def neighbours_of(lexicon: Lexicon) -> Mapping[str, tuple[str, str]]:
    """The same town -> its country, how its codes begin; none whose name is a town's at home,
    too, as "Guadalajara"."""
    rows = _neighbours(lexicon).items()
    return {k: (r["country"], r["start"]) for k, r in rows if k not in lexicon.own_places}


@lru_cache(maxsize=16)
def neighbour_codes(lexicon: Lexicon) -> Mapping[str, tuple[str, str]]:
    """The same towns, all of them -> what their postal codes and telephone numbers begin with."""
    return {key: (row["start"], row["phone"]) for key, row in _neighbours(lexicon).items()}


@lru_cache(maxsize=16)
def _wider(lexicon: Lexicon) -> frozenset[str]:
    """Folded places at home of which it is known in what they lie."""
    return frozenset(fold(row["name"]) for row in lexicon.rows("wider_places"))


@lru_cache(maxsize=16)
def _sizes(lexicon: Lexicon) -> Mapping[str, int]:
    """Other country of the language -> how many figures its postal codes have."""
    rows = lexicon.rows("neighbours")
    return {row["country"]: len(row["zips"].split()[0]) for row in rows if row["zips"]}


@once_a_scene
def _places(scene: Scene) -> tuple[str, ...]:
    return tuple(thing_key(scene, item) for item in scene.of_kind(scene.items, Kind.PLACE))


@once_a_scene
def is_at_home(scene: Scene) -> bool:
    """Whether a town is said that is in the language's own country alone, or a number of Spain."""
    lexicon = scene.lexicon
    elsewhere = neighbour_codes(lexicon)
    if any(key in lexicon.own_places and key not in elsewhere for key in _places(scene)):
        return True
    numbers = scene.of_kind(scene.items, Kind.PHONE, Kind.ID) if lexicon.lang in SPAIN else ()
    return any(_SPANISH.fullmatch(item.text.strip()) for item in numbers)


@once_a_scene
def neighbour_land(scene: Scene) -> str:
    """The country, another one of the language, that a dialogue is in: its towns tell, an account,
    a telephone number, a region that is nowhere else, or a postal code of another length; or ""."""
    lexicon, listed = scene.lexicon, neighbours_of(scene.lexicon)
    places, size = _places(scene), _size_said(scene)
    lands = [listed[key][0] for key in places if key in listed]
    if _is_canadian(scene):
        return _CANADA
    if not listed or (is_at_home(scene) and not size):
        return lands[0] if lands else ""
    known = {land for land, _ in listed.values()}
    phones = scene.of_kind(scene.items, Kind.PHONE)
    lands += _told_by_numbers(scene)
    if lands:
        return lands[0]
    regions = {fold(row["name"]): row["country"] for row in lexicon.rows("neighbour_regions")}
    lands = [regions[k] for k in places if k in regions and not _has_elsewhere(lexicon, k)]
    usual = [land for land in _USUAL if land in known]
    if size or not usual:  # "Franken" are a region, too
        told_by = lexicon.signs("neighbour_land").items()
        by_code = (_land_of_code(lexicon, item.text) for item in phones if size)
        lands += [land for land in by_code if land]
        lands += [land for word, land in told_by if scene.says((word,))]
    if size:
        sized = [land for land, figures in _sizes(lexicon).items() if figures == size]
        lands += usual or (sized if len(sized) == 1 else [])
    return next(iter(lands), "")


def lies_abroad(scene: Scene) -> bool:
    """Whether a dialogue is in another country of the language: all postal codes are of it."""
    land = neighbour_land(scene)
    if _size_said(scene) or not land or _is_canadian(scene):
        return bool(land)
    zips = scene.of_kind(scene.items, Kind.ZIP)
    return bool(zips) and not is_at_home(scene) and _sizes(scene.lexicon).get(land) == _AT_HOME


def is_away(scene: Scene) -> bool:
    """Whether a dialogue is in another country of the language: so say its postal codes, or all
    the towns that a table has."""
    return lies_abroad(scene) or (not is_at_home(scene) and bool(neighbour_land(scene)))


@once_a_scene
def land_kept(scene: Scene) -> str:
    """The other country of the language of which something is said that is of no other country: a
    postal code, an identity card, a region. Its towns stay there, and so do the words for it."""
    lexicon, land = scene.lexicon, neighbour_land(scene)
    if not land or land in _told_by_numbers(scene):
        return land
    said, away = _places(scene), is_away(scene)
    words_for = (word for word, told in lexicon.signs("neighbour_land").items() if told == land)
    if away and (lies_abroad(scene) or scene.says(words_for)):
        return land
    if any(_is_region_of(scene, item, land) for item in scene.of_kind(scene.items, Kind.PLACE)):
        return land
    starts = {r["start"] for r in lexicon.rows("neighbours") if fold(r["name"]) in said}
    zips = (item.text.strip() for item in scene.of_kind(scene.items, Kind.ZIP))
    return land if any(zip_[:2] in starts for zip_ in zips) else ""


def _is_region_of(scene: Scene, item: Item, land: str) -> bool:
    """Whether a mention is a region of a country, and is called one where a town has the name."""
    lexicon, key = scene.lexicon, name_key(thing_key(scene, item))
    rows = lexicon.rows("neighbour_regions")
    if not any(name_key(r["name"]) == key for r in rows if r["country"] == land):
        return False
    before = words(scene.before(item)[-_JOINED:])[-1:]
    called = any(word in lexicon.signs("neighbour_region") for word in before)
    return called or is_region_label(item.label) or key not in neighbour_codes(lexicon)


def _told_by_numbers(scene: Scene) -> list[str]:
    """The countries of the language that accounts and telephone numbers are of."""
    known = {land for land, _ in neighbours_of(scene.lexicon).values()}
    items = (*scene.of_kind(scene.items, Kind.ID), *scene.of_kind(scene.items, Kind.PHONE))
    told = [match for item in items if (match := _TOLD.match(item.text))]
    return [n for m in told for n in _LANDS.get(m[1] or m[2], ()) if n in known]


@once_a_scene
def _is_canadian(scene: Scene) -> bool:
    """Whether all postal codes have the form of Canada's, where the language is at home there."""
    zips = [item.text.strip().upper() for item in scene.of_kind(scene.items, Kind.ZIP)]
    known = _CANADA in {land for land, _ in neighbours_of(scene.lexicon).values()}
    return known and bool(zips) and all(map(_CANADIAN.fullmatch, zips))


def _size_said(scene: Scene) -> int:
    """How many figures all postal codes have that are none of the language's own country; or 0."""
    zips = [item.text.strip() for item in scene.of_kind(scene.items, Kind.ZIP)]
    sizes = {len(zip_) if zip_.isdecimal() else 0 for zip_ in zips}
    size = sizes.pop() if len(sizes) == 1 else 0
    return size if size != _AT_HOME and size in _sizes(scene.lexicon).values() else 0


def _has_elsewhere(lexicon: Lexicon, key: str) -> bool:
    """Whether a folded region has the name of something at home, or of a country."""
    return key in landscape_names(lexicon) or key in lexicon.known_places


def _land_of_code(lexicon: Lexicon, text: str) -> str:
    """The one country of which a telephone number begins with a town's code; or ""."""
    rows = lexicon.rows("neighbours")
    code = set_apart(text)
    lands = {row["country"] for row in rows if row["phone"] == code}
    # Codes of Austrian towns have four digits and more, those of others three at most.
    sizes = {row["country"] for row in rows if len(row["phone"]) == len(code)}
    lands = lands or sizes
    return lands.pop() if len(lands) == 1 else ""


def _is_led_by_home(scene: Scene, town: Item) -> bool:
    """Whether the language's own country stands right before a town: "en [France], à [Gex]"."""
    row = scene.items_by_turn.get(town.turn, [])
    before = max((i for i in row if i.end <= town.start), key=lambda i: i.end, default=None)
    if before is None or town.start - before.end > _JOINED:
        return False
    leads = scene.lexicon.signs("preposition").keys() | {"a", "dans"}
    if not leads.issuperset(words(scene.between(before, town))):
        return False
    home = {fold(row["name"]) for row in scene.lexicon.rows("home_countries")}
    return without_article(thing_key(scene, before)) in home


def draw_neighbour(
    scene: Scene,
    group: Group,
    seed: bytes,
    codes: Iterable[tuple[str, str]],
    served: Collection[str],
    fits: Callable[[str], bool],
) -> str | None:
    """A town of the same country for one of a neighbour's: its own, or the one that is told.

    `codes`: what its postal codes begin with, of which no figure stays in its place, and its
    telephone numbers, which begin with as many figures where there is such a town; `served`: the
    towns that have the station or the airport that it must have, where there are any."""
    lexicon, listed = scene.lexicon, neighbours_of(scene.lexicon)
    if not listed or group.region or group.area or group.region_said:
        return None
    own = next((listed[key.text][0] for key in group.keys if key.text in listed), "")
    named = any(is_place(lexicon, k.text) or k.text in _wider(lexicon) for k in group.keys)
    at_home = bool(group.province) or any(_is_led_by_home(scene, item) for item in group.items)
    if not own and at_home:
        return None
    namesake = any(key.text in neighbour_codes(lexicon) for key in group.keys)
    # "[Rochefort], [5580]" is no French one.
    named = named and not lies_abroad(scene) and not (namesake and is_away(scene))
    inside = [row for row in lexicon.rows("neighbours") if row["region"] == group.within]
    if group.within and not inside:
        return None
    land = inside[0]["country"] if inside else own or ("" if named else neighbour_land(scene))
    if not land:
        return None
    old = list(codes)
    said = [zip_ for zip_, _ in old if zip_]
    every = [
        row
        for row in inside or lexicon.rows("neighbours")
        if row["country"] == land
        and (not served or fold(row["name"]) in served)
        and (row["zips"] or not said or land not in _sizes(lexicon))
        and fold(row["name"]) in listed
    ]
    rows = [row for row in every if all(a != b for zip_ in said
            for a, b in zip(zip_, row["start"], strict=False))]  # fmt: skip
    if inside and len(rows) < _ENOUGH:
        rows = [row for row in every if row["start"] not in said]
    sizes = {len(phone) for _, phone in old if phone}
    dialled = [row for row in rows if {len(row["phone"])} >= sizes]
    dialled = dialled or [row for row in every if {len(row["phone"])} >= sizes]
    plated = max((plate_size(scene, key.text) for key in group.keys), default=0)
    plates = {plate_code(lexicon, key.text) for key in group.keys} if not group.outside else set()
    alike = [
        row
        for row in dialled
        if not plated or (len(row["plate"]) == plated and row["plate"] not in plates)
    ]
    for some in (alike, dialled, rows, inside):
        pool = draw.Pool((row["name"], 1.0) for row in some)
        if (town := scene.first_allowed(seed, pool, fits)) is not None:
            return town
    return None
