"""What a town lies in: "Boston, [MA]", "Leipzig in [Sachsen]", "Rome, in [Italy]".

An area that is said with one of its towns becomes another area of the same country, and its towns
become towns there. Called by `replacement`, before any town is drawn; the areas are the table
`wider_places`, the short forms of states the table `area_codes`.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from surrogates import draw
from surrogates.folding import fold, words
from surrogates.labels import Kind, is_nationality, is_town_label
from surrogates.languages.entries import Place
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.landscape import landscape_names
from surrogates.scene import Scene
from surrogates.things.demonyms import people_said
from surrogates.things.geography.abroad.origins_abroad import country_of_birth, is_joined
from surrogates.things.geography.abroad.regions_abroad import (
    countries_of_regions,
    regions_abroad,
    suits_region,
)
from surrogates.things.geography.regions import counties_said, is_called_province, regions
from surrogates.things.groups import Group, thing_key, without_article
from surrogates.things.proper_parts import parts_of

_BESIDE = 3  # signs between a town and its area: ", " or " ("
_TURNS = 2  # between a town that nobody knows and the country that it is taken to be in
_PLACES = (Kind.PLACE, Kind.COUNTRY)


@dataclass(frozen=True)
class Areas:
    """The areas of a language's towns."""

    of: Mapping[str, str]  # folded town or province -> area
    provinces: Mapping[str, str]  # the same where a town of that name has a county of its own
    above: Mapping[str, str]  # area -> country
    names: Mapping[str, str]  # folded name or short form -> area
    codes: Mapping[str, str]  # area -> short form
    counties: Mapping[str, str]  # folded town -> county, where the pack lists them
    abroad: Mapping[str, tuple[str, ...]]  # other country -> towns of it, as the language says them
    lands: frozenset[str]  # other countries, as any table calls them

    def around(self, place: Place | None) -> str:
        """The area of a town, or ""."""
        if place is None:
            return ""
        county = self.counties.get(fold(place.name), "")
        wide = self.provinces.get(fold(place.province), "")
        return county or wide or self.of.get(fold(place.name), "")

    def is_abroad(self, key: str) -> bool:
        """Whether a folded name is a town of another country."""
        return self.of.get(key, "") in self.lands

    def every(self, place: Place | None) -> frozenset[str]:
        """The areas of a town: its county, that of its province, and what each lies in."""
        if place is None:
            return frozenset()
        own = {self.around(place), self.provinces.get(fold(place.province), "")}
        return frozenset(own | {self.above.get(area, "") for area in own}) - {""}

    def holds(self, area: str, place: Place | None) -> bool:
        """Whether a town lies in an area, or in one inside it."""
        return area in self.every(place)


@lru_cache(maxsize=16)
def areas_of(lexicon: Lexicon) -> Areas:
    wider = {fold(row["name"]): row["wider"] for row in lexicon.all_rows("wider_places")}
    coded = {row["area"]: row["code"] for row in lexicon.all_rows("area_codes")}
    # A country lies in a continent, an area in a country.
    above = {
        area: wider[fold(area)]
        for area in wider.values()
        if fold(area) in wider and fold(wider[fold(area)]) in wider
    }
    country = next((above[area] for area in coded if area in above), "")
    above |= dict.fromkeys(coded, country)
    counties = {fold(row["name"]): row["county"] for row in lexicon.all_rows("counties")}
    above |= {area: wider[fold(area)] for area in counties.values()}
    listed = above.keys() | set(lexicon.countries)  # Cork lies in Ireland itself
    of = {name: area for name, area in (wider | counties).items() if area in above}
    provinces = {name: area for name, area in wider.items() if area in listed}
    # "Niça" is said in Catalan; "Niza" is understood.
    abroad = _abroad(lexicon.rows("abroad"), lexicon.own_places)
    # Every other country may stand for one, of whatever continent; not for "Scotland".
    home = {fold(row["name"]) for row in lexicon.rows("home_countries")}
    others = [name for name in lexicon.countries if fold(name) not in home]
    parts = {name for name in others if without_article(fold(above.get(name, ""))) in home}
    above |= {name: "" for name in others if name not in parts}
    known = _abroad(lexicon.all_rows("abroad"), lexicon.place_by_key) | abroad
    of |= {fold(town): country for country, towns in known.items() for town in towns}
    of |= {region: land for region, land in countries_of_regions(lexicon).items() if land in known}
    of |= {name_key(name): area for name, area in of.items()}
    names = {key: area for area in above for key in (fold(area), name_key(area))}
    names |= {fold(code): area for area, code in coded.items()}
    return Areas(of, provinces, above, names, coded, counties, abroad, frozenset(known))


def _abroad(
    rows: Iterable[Mapping[str, str]], at_home: Container[str]
) -> dict[str, tuple[str, ...]]:
    towns: dict[str, list[str]] = {}
    for row in rows:
        if name_key(row["name"]) not in at_home:
            towns.setdefault(row["country"], []).append(row["name"])
    return {country: tuple(names) for country, names in towns.items()}


def mark_areas(scene: Scene, groups: Sequence[Group]) -> None:
    """Finds the areas that are said with a town of theirs, and the towns that lie in them."""
    areas = areas_of(scene.lexicon)
    places = [group for group in groups if group.kind in _PLACES]
    said = {id(g): area for g in places if (area := _area_said(scene, areas, g))}
    mentions = Counter(said.get(id(g), "") for g in places for _ in g.items)
    led: set[str] = set()  # areas that stand behind a town, whichever it lies in
    for group in places:
        group.foreign = said.get(id(group), "") in _other_countries(scene.lexicon)
    for town in places:
        if id(town) in said:
            continue
        towns_said = (scene.lexicon.place_by_key.get(key) for key in town.keys)
        own = {area for each in towns_said for area in areas.every(each)}
        listed = (key.text for key in town.keys if town.region or areas.is_abroad(key.text))
        own |= {areas.of.get(key, "") for key in listed}
        own |= {areas.above.get(area, "") for area in own}
        near = [g for g in places if id(g) in said]
        beside = {said[id(g)] for g in near if _stands_beside(scene, town, g)}
        led |= beside
        lands = [(g, said[id(g)]) for g in near if g.foreign]
        beside = beside or {land for g, land in lands if is_joined(scene, town, g)}
        beside = beside or {country_of_birth(scene, town, lands, areas.provinces)} - {""}
        # London is said to be in England, too.
        own |= {land for _, land in lands if areas.provinces.get(fold(land), "") in own - {""}}
        around: Set[str] = beside or own & set(said.values()) - {""}
        around = around or _only_country(scene, areas, town, near)
        # "Burlington, [VT]" is in Vermont, "Burlington, [Massachusetts]? No, [Vermont]", too.
        town.around = max(sorted(around), key=lambda a: (a in own, mentions[a]), default="")
    towns = Counter(g.around for g in places if g.around)
    towns.update(_areas_of_names(scene, areas) & set(said.values()))
    for group in places:
        area = said.get(id(group), "")
        # "Visc a [Catalunya]": without a town in it, too, it is no town.
        alone = area and not group.foreign and not is_listed_area(scene.lexicon, group)
        alone = alone or (area in led and not group.foreign)
        group.area, group.towns = (area, towns[area]) if towns[area] or alone else ("", 0)
        group.inside = tuple(town for town in places if area and town.around == area)


def _areas_of_names(scene: Scene, areas: Areas) -> frozenset[str]:
    """The areas of the towns that organisations are called after: "[Universität Bayreuth]"."""
    named = (item.text for item in scene.of_kind(scene.items, Kind.ORG))
    parts = (part for text in named for part in parts_of(text, scene.lexicon))
    towns = (scene.lexicon.place_by_key.get(" ".join(words(part.text))) for part in parts)
    return frozenset(area for town in towns for area in areas.every(town))


def area_now(lexicon: Lexicon, key: str, moved: Mapping[str, str]) -> str:
    """What the province or the area of a folded town became, where it is said; or ""."""
    place, areas = lexicon.place_by_key.get(key), areas_of(lexicon)
    own = (province_of(lexicon, key), areas.around(place), *sorted(areas.every(place)))
    return next((moved[fold(area)] for area in own if area and fold(area) in moved), "")


def is_within(lexicon: Lexicon, name: str, area: str) -> bool:
    """Whether a town lies in a province or an area."""
    place = lexicon.place_by_key.get(fold(name))
    return place is not None and area in {place.province, *areas_of(lexicon).every(place)}


def _area_said(scene: Scene, areas: Areas, group: Group) -> str:
    """The area that a group names in full or by its short form; no town is called so."""
    for key, item in zip(map(without_article, group.keys), group.items, strict=False):
        area = areas.names.get(key, "")
        short = area and fold(areas.codes.get(area, "")) == key
        if not area or is_town_label(item.label):
            continue
        town = key in scene.lexicon.own_places and not is_called_province(scene, item)
        town = town and area not in counties_said(scene)
        if item.text.isupper() if short else not town:
            return area
    return ""


def is_listed_area(lexicon: Lexicon, group: Group) -> bool:
    """Whether a group names a landscape or a province, which have tables of their own."""
    tables = (landscape_names(lexicon), lexicon.province_by_key)
    return any(key in table for key in map(without_article, group.keys) for table in tables)


@lru_cache(maxsize=16)
def _other_countries(lexicon: Lexicon) -> frozenset[str]:
    home = {fold(row["name"]) for row in lexicon.all_rows("home_countries")}
    above = areas_of(lexicon).above  # Scotland is no other country

    def is_home(name: str) -> bool:
        return fold(name) in home or without_article(fold(above.get(name, ""))) in home

    return frozenset(name for name in lexicon.countries if not is_home(name))


@lru_cache(maxsize=16)
def _own_lands(lexicon: Lexicon) -> frozenset[str]:
    """The countries with towns in which a dialogue may be."""
    return frozenset(row["value"] for row in lexicon.rows("signs") if row["kind"] == "land")


def _only_country(scene: Scene, areas: Areas, town: Group, near: Sequence[Group]) -> frozenset[str]:
    """The one other country that is said within a few turns of a town that no table has, where
    no postal code tells that it is at home: "nach [Faro]", later "in [Portugal]"."""
    lexicon = scene.lexicon
    known = _listed(lexicon)
    if town.kind is Kind.PLACE and not any(key.text in known for key in town.keys):
        said = [group for group in near if _is_said_of(scene, areas, town, group)]
        # "a house in [Beaufort] ... they leave from [South Carolina] to [Ohio]"
        said = said if len(said) == 1 else [group for group in said if _is_left(scene, group)]
        if len(said) == 1:
            return frozenset({_area_said(scene, areas, said[0])})
    countries = [group for group in near if group.foreign]
    if len(countries) != 1:
        return frozenset()
    if any(key.text in known or key.text in _bare(lexicon) for key in town.keys):
        return frozenset()
    if any(item.kind is Kind.ZIP for item in scene.items) or town.kind is not Kind.PLACE:
        return frozenset()
    own = {
        item.turn
        for item in countries[0].items
        if without_article(thing_key(scene, item)) in areas.names
        # What somebody is by birth does not say where the towns of today lie.
        and not is_nationality(item.label)
        and people_said(scene, item) is None
    }
    close = any(abs(item.turn - turn) <= _TURNS for item in town.items for turn in own)
    area = _area_said(scene, areas, countries[0])
    return frozenset({area}) if close else frozenset()


@lru_cache(maxsize=16)
def _listed(lexicon: Lexicon) -> frozenset[str]:
    """Folded names of places that the tables have."""
    areas = areas_of(lexicon)
    tables = (lexicon.place_by_key, lexicon.province_by_key, areas.of, areas.names)
    return frozenset(lexicon.country_keys).union(landscape_names(lexicon), *tables)


@lru_cache(maxsize=16)
def _bare(lexicon: Lexicon) -> frozenset[str]:
    """Folded towns without their articles: "du Mans"."""
    return frozenset(map(without_article, lexicon.place_by_key))


def _is_said_of(scene: Scene, areas: Areas, town: Group, area: Group) -> bool:
    """Whether an area at home is said in the turn of a town; a state with a short form anywhere."""
    coded = _area_said(scene, areas, area) in areas.codes
    turns = {item.turn for item in area.items}
    return not area.foreign and (coded or any(item.turn in turns for item in town.items))


def _is_left(scene: Scene, area: Group) -> bool:
    """Whether a word before an area says that somebody comes from there."""
    cues = scene.lexicon.cues("distance")
    before = (words(scene.before(item))[-1:] for item in area.items)
    return any(cues.get(word) == "from" for said in before for word in said)


def _stands_beside(scene: Scene, town: Group, area: Group) -> bool:
    """Whether an area follows a town at once: "Springfield, IL"."""
    return any(
        one.turn == other.turn
        and 0 <= other.start - one.end <= _BESIDE
        and not words(scene.between(one, other))
        for one in town.items
        for other in area.items
    )


def draw_area(scene: Scene, group: Group, seed: bytes, fits: Callable[[str], bool]) -> str | None:
    """Another area of the country, with towns enough for those that are said; in short as said."""
    areas = areas_of(scene.lexicon)
    short = any(fold(areas.codes.get(group.area, "")) == key for key in group.keys)
    if group.within:
        return areas.codes.get(group.within, "") if short else group.within
    # Of a town's own province the postal codes would begin as they did.
    written = areas.codes if short else {}
    for apart in (True, False):
        pool = draw.Pool(_others(scene, areas, group, short, apart=apart))
        area = scene.first_allowed(seed, pool, lambda name: fits(written.get(name, name)))
        if area is not None:
            return written.get(area, area)
    return None


def _others(
    scene: Scene, areas: Areas, group: Group, short: bool, *, apart: bool
) -> Iterator[tuple[str, float]]:
    """Areas that may stand for a group's, by how many of their towns may be shown; `apart`: of
    those in no province that is said."""
    landscape = landscape_names(scene.lexicon)
    # Before its inhabitants ("es [vasco]") no article of its own stands.
    bare = all(people_said(scene, item) for item in group.items)
    article = None if bare else landscape.get(fold(group.area), ("", ""))[1]
    names = scene.originals_of(Kind.PLACE) | scene.originals_of(Kind.COUNTRY)
    said = {areas.names.get(without_article(name), "") for name in names}
    taken = scene.provinces if apart else frozenset[str]()
    towns_known = (p for p in scene.lexicon.place_entries if p.province not in taken)

    said_in = [each for each in group.inside if not each.region and not each.region_abroad]
    abroad = [each for each in group.inside if each.region_abroad]
    listed = regions_abroad(scene.lexicon)
    parts = [each for each in group.inside if each.region]

    def is_free(name: str) -> bool:
        return all(town.suits(name) for town in said_in) and scene.allowed(name)

    def suits_all(name: str) -> bool:
        return all(suits_region(scene.lexicon, town, name) for town in said_in)

    def has_parts(area: str) -> bool:
        """Whether each province said in the area can be one there with the same article."""
        if abroad and not any(fold(town) in listed for town in areas.abroad.get(area, ())):
            return False
        return all(
            any(part.suits(name) and lies_in(scene.lexicon, name, area) for name in alike_named)
            for part in parts
            if (alike_named := _provinces_like(scene.lexicon, part))
        )

    free = (place for place in towns_known if is_free(place.name))
    towns = Counter(area for place in free for area in areas.every(place))
    for country, names_there in areas.abroad.items():
        fine = (name for name in names_there if suits_all(name))
        towns[country] += sum(map(is_free, fine))
    for area, count in sorted(towns.items()):
        # "Norwich, Norfolk ... in England": now a county of Scotland, where that was drawn.
        above = group.above or areas.above[group.area]
        alike = area in areas.above and areas.above[area] == above
        alike = alike and article in (None, landscape.get(fold(area), ("", ""))[1])
        if (
            alike
            and count >= group.towns
            and area not in said
            and not (group.foreign and area in _own_lands(scene.lexicon))
            and (not short or area in areas.codes)
            and has_parts(area)
        ):
            yield area, float(count)


def _provinces_like(lexicon: Lexicon, group: Group) -> tuple[str, ...]:
    """The provinces with the article of the one that a group names ("dans le [Finistère]")."""
    names = landscape_names(lexicon)
    known = {names[key.text][1] for key in group.keys if key.text in names}
    return tuple(
        province
        for key, province in regions(lexicon).items()
        if known and names.get(key, ("", ""))[1] in known
    )


def province_of(lexicon: Lexicon, key: str) -> str:
    """The province of a folded town; "" where no list has it."""
    entry = lexicon.place_by_key.get(key)
    return entry.province if entry is not None else ""


def lies_in(lexicon: Lexicon, province: str, area: str) -> bool:
    """Whether a province lies in an area, or its towns do."""
    areas = areas_of(lexicon)
    towns = (place for place in lexicon.place_entries if place.province == province)
    return areas.provinces.get(fold(province)) == area or any(areas.holds(area, t) for t in towns)


def area_of(lexicon: Lexicon, key: str) -> str:
    """What a folded town may be said to be in: its province, or its county or land where the
    provinces of the language are single towns; or ""."""
    province, areas = province_of(lexicon, key), areas_of(lexicon)
    if regions(lexicon):
        return province if fold(province) in regions(lexicon) else ""
    if areas.counties:
        return areas.counties.get(key, "")
    return areas.around(lexicon.place_by_key.get(key))


def is_capital(lexicon: Lexicon, key: str) -> bool:
    """Whether a folded town has the name of its province."""
    return bool(key) and name_key(province_of(lexicon, key)) == key
