"""Where the towns of a dialogue lie to each other: in one country, on one land, near.

An American call has American towns, whichever of them the tables know. Towns that one sentence
says together ("the bus from [Vic] to [Ripoll]", "every day from [Tolosa] to [Zarautz]") stay in
one province, county or region where they were in one, and no road leads over the sea. Called by
`draws`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.entries import Place
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.areas import areas_of
from surrogates.things.geography.regions import counties_of, regions
from surrogates.things.groups import Group, thing_key, without_article

_PLACES = (Kind.PLACE, Kind.COUNTRY)
_ENOUGH = 5  # towns of an area, of which some may not be shown
_REGION = 2  # the widest of the levels
FAR = 9  # levels: anywhere
# How Americans, Irish and British write their numbers; their country is the one with that money.
_FORMS = {
    Kind.PHONE: (
        ("$", re.compile(r"(?:\+?1[-. ])?\(?[2-9]\d\d\)?[-. ]+[2-9]\d\d[-. ]\d{4}")),
        # British numbers have eleven figures, Irish ones ten or fewer.
        (
            "£",
            re.compile(r"\+44[\d ()-]{9,14}|0(?:[ -]?\d){10}|01(?:[ -]?\d){8}|0[38]00[\d -]{6,}"),
        ),
        ("€", re.compile(r"\+353[\d ()-]{8,}|0(?:1|[2-79]\d|8[35679])(?:[ -]?\d){6,7}")),
    ),
    Kind.ZIP: (
        ("$", re.compile(r"(?:[A-Z]{2} )?\d{5}(?:-\d{4})?")),
        ("£", re.compile(r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}")),
        ("€", re.compile(r"[A-Z]\d[\dW] ?[A-Z\d]{4}")),
    ),
}
_EURO = "€"
_END = re.compile(r"[.!?;:]\s")


def land_of(lexicon: Lexicon, place: Place | None) -> str:
    """The country of a town; "" where no table tells it."""
    areas = areas_of(lexicon)
    return _top(areas.above, areas.around(place))


def _top(above: Mapping[str, str], area: str) -> str:
    while above.get(area):
        area = above[area]
    return area


def land_said(scene: Scene) -> str:
    """The country that the sign of the money or the form of telephone numbers and postal codes
    tells, else that of the states and regions that are said (a flatmate may be from Ohio), words
    ("borough council"), or the towns; "" where they are of more than one, or nothing tells it."""
    lexicon, areas = scene.lexicon, areas_of(scene.lexicon)
    if not _money(lexicon):
        return ""
    said = scene.of_kind(scene.items, *_PLACES)
    keys = [without_article(thing_key(scene, item)) for item in said]
    named = {areas.names.get(key, "") for key in keys if key not in lexicon.own_places}
    towns = {land_of(lexicon, lexicon.place_by_key.get(key)) for key in keys}
    towns |= {_top(areas.above, areas.of.get(key, "")) for key in keys}  # islands
    countries = frozenset(_money(lexicon).values())
    paid = {sign: land for sign, land in _money(lexicon).items() if _is_paid(scene, sign)}
    # Euros are spent by whoever travels; they tell something beside an Irish town.
    signs = {
        land
        for sign, land in paid.items()
        if not sign.isalpha() and (sign != _EURO or land in towns)
    }
    coins = {land for sign, land in paid.items() if land != _money(lexicon).get(_EURO)}
    tops = {_top(areas.above, area) for area in named if area not in countries}
    spoken = {land for word, land in lexicon.signs("land").items() if scene.says((word,))}
    sure = signs | _numbered(scene)
    if len(sure) == 1:
        return min(sure)
    rest = (tops & countries, coins, sure, spoken, towns & countries, set(paid.values()))
    for lands in (*rest, named & countries):
        if lands:
            return min(lands) if len(lands) == 1 else ""
    return ""


def _numbered(scene: Scene) -> set[str]:
    """The countries whose telephone numbers and postal codes are written as those that are said."""
    lands = set()
    for item in scene.of_kind(scene.items, Kind.PHONE, Kind.ZIP):
        sign = next((sign for sign, form in _FORMS[item.kind] if form.fullmatch(item.text)), "")
        lands.add(_money(scene.lexicon).get(sign, ""))
    return lands - {""}


@lru_cache(maxsize=16)
def _money(lexicon: Lexicon) -> Mapping[str, str]:
    """Signs and words for money ("$", "quid") -> the country that has it, where the language has
    towns in more than one."""
    rows = (row for row in lexicon.rows("signs") if row["kind"] == "money")
    return {row["form"]: row["value"] for row in rows}


def _is_paid(scene: Scene, sign: str) -> bool:
    if sign.isalpha():
        return scene.says((sign,))
    return any(sign in turn.text for turn in scene.dialogue.turns)


def is_in_land(lexicon: Lexicon, land: str, name: str) -> bool:
    """Whether a town may be in a country: in this one, or in none that is known, where it has a
    province of the tables."""
    if not land:
        return True
    place = lexicon.place_by_key.get(fold(name))
    own = land_of(lexicon, place)
    return own == land or (not own and place is not None and bool(place.province))


def is_island_of(lexicon: Lexicon, land: str, name: str) -> bool:
    """Whether an island may be in a country: in this one, or in none that is known."""
    areas = areas_of(lexicon)
    return not land or _top(areas.above, areas.of.get(fold(name), "")) in ("", land)


def land_asked(scene: Scene, group: Group) -> str:
    """The country in which what stands for a town must be: its own where that is known."""
    lexicon = scene.lexicon
    own = {land_of(lexicon, lexicon.place_by_key.get(key)) for key in group.keys}
    own |= {_top(areas_of(lexicon).above, areas_of(lexicon).of.get(key, "")) for key in group.keys}
    own &= set(_money(lexicon).values())
    return land_said(scene) or (min(own) if len(own) == 1 else "")


def spoken_in(lexicon: Lexicon, group: Group) -> frozenset[str]:
    """The provinces in which what stands for a town must be, for its language is spoken there as
    in the town's own; empty where any will do."""
    own = frozenset(lexicon.signs("spoken_in"))
    towns = (lexicon.place_by_key.get(key) for key in group.keys)
    return own if all(town is None or fold(town.province) in own for town in towns) else frozenset()


def over_sea(scene: Scene) -> frozenset[str]:
    """Provinces and areas to which no road leads from the other towns, or from the
    houses that are named, where there are any."""
    said = {thing_key(scene, item) for item in scene.of_kind(scene.items, Kind.PLACE)}
    towns = {key for key in said if without_article(key) not in areas_of(scene.lexicon).names}
    houses = bool(towns) and len(scene.of_kind(scene.items, Kind.ORG))
    return _islands(scene.lexicon) if len(towns) + houses > 1 else frozenset()


@lru_cache(maxsize=16)
def _islands(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(lexicon.signs("over_sea"))


def is_over_sea(lexicon: Lexicon, place: Place | None, islands: frozenset[str]) -> bool:
    """Whether a town lies in one of these provinces or areas."""
    if place is None or not islands:
        return False
    own = {place.province, *areas_of(lexicon).every(place)}
    return not islands.isdisjoint(map(fold, own))


@lru_cache(maxsize=8192)
def _levels(lexicon: Lexicon, key: str) -> tuple[str, ...]:
    """What a folded town lies in, the narrowest first: its county and its province, as large as
    they are in the language, and its region."""
    place, areas = lexicon.place_by_key.get(key), areas_of(lexicon)
    if place is None:
        return ()
    province = place.province if fold(place.province) in regions(lexicon) else ""
    county, region = areas.counties.get(key, ""), areas.around(place)
    while areas.above.get(areas.above.get(region, "")):
        region = areas.above[region]  # that lies in the country itself
    many = len(counties_of(lexicon)) > len(regions(lexicon))
    return (county, province, region) if many else (province, county, region)


def shared(lexicon: Lexicon, one: str, other: str) -> int:
    """At which of their levels two folded towns are in one area, from the narrowest; -1: none."""
    pairs = zip(_levels(lexicon, one), _levels(lexicon, other), strict=False)
    return next((level for level, (a, b) in enumerate(pairs) if a and a == b), -1)


def said_with(scene: Scene, items: Sequence[Item]) -> Iterator[tuple[str, str, int]]:
    """Folded towns that one sentence says one after the other, and at which level they lie in one
    area; what lies between two towns has them in one region, though no table knows both."""
    towns = [item for item in items if item.kind is Kind.PLACE]
    for one, other in pairwise(towns):
        if one.turn == other.turn and not _END.search(scene.between(one, other)):
            keys = thing_key(scene, one), thing_key(scene, other)
            level = shared(scene.lexicon, *keys)
            known = all(key in scene.lexicon.place_by_key for key in keys)
            level = _REGION if level < 0 and not known and is_between(scene, one, other) else level
            if keys[0] != keys[1] and level >= 0:
                yield *keys, level


def is_between(scene: Scene, one: Item, other: Item) -> bool:
    """ "zwischen [Soltau] und [Walsrode]", "[Soraluze] eta [Elgoibar] artean"."""
    beside = (words(scene.before(one))[-1:], words(scene.after(other))[:1])
    return any(word in scene.lexicon.cues("between") for said in beside for word in said)


def neighbours(scene: Scene, group: Group) -> dict[str, int]:
    """Folded towns beside which a group is said, and at which level they lie in one area."""
    near: dict[str, int] = {}
    for one, two, level in said_with(scene, scene.of_kind(scene.items, Kind.PLACE)):
        for own, other in ((one, two), (two, one)):
            if own in group.keys and other not in group.keys:
                near[other] = min(level, near.get(other, level))
    return near


@lru_cache(maxsize=16)
def _towns(lexicon: Lexicon) -> Counter[tuple[int, str]]:
    """How many towns an area of each level has."""
    levels = (_levels(lexicon, fold(place.name)) for place in lexicon.place_entries)
    return Counter(one for each in levels for one in enumerate(each))


def has_neighbours(lexicon: Lexicon, name: str, near: Mapping[str, int]) -> bool:
    """Whether there are towns enough as near to this one as others are to be."""
    areas, towns = _levels(lexicon, fold(name)), _towns(lexicon)
    return all(
        any(areas[at] and towns[at, areas[at]] >= _ENOUGH for at in range(level + 1))
        for level in near.values()
    )


def is_near(lexicon: Lexicon, name: str, near: Mapping[str, int], *, wider: int = 0) -> bool:
    """Whether a town lies as near each of these surrogates as asked, or `wider` levels farther."""
    levels = ((shared(lexicon, fold(name), fold(town)), level) for town, level in near.items())
    return wider >= FAR or all(0 <= now <= level + wider for now, level in levels)
