"""Where the surrogates of places, streets, organisations and products come from."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product
from typing import TypeVar

from surrogates import draw, notices
from surrogates.folding import differ_in_marks, fold, has_marks
from surrogates.labels import Kind, is_region_label, is_town_label
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.articles import behind_en
from surrogates.languages.places.landscape import landscape_names
from surrogates.numbers.identifiers.lettered_starts import plate_code, plate_size
from surrogates.people.context.origins import nations_told
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import word_before
from surrogates.things.asked_areas import asked_of, flag_codes
from surrogates.things.demonyms import is_unknown_people
from surrogates.things.geography.abroad.neighbour_regions import draw_region
from surrogates.things.geography.abroad.regions_abroad import (
    draw_neighbour,
    regions_for,
    suits_region,
)
from surrogates.things.geography.areas import area_of, areas_of, draw_area, is_capital, lies_in
from surrogates.things.geography.areas_outside import provinces_told
from surrogates.things.geography.bodies import has_towns
from surrogates.things.geography.distances import has_ways, lies_so, ways_said
from surrogates.things.geography.hubs import draw_station, is_station, towns_served
from surrogates.things.geography.lands import (
    FAR,
    has_neighbours,
    is_in_land,
    is_island_of,
    is_near,
    is_over_sea,
    land_asked,
    neighbours,
    over_sea,
    spoken_in,
)
from surrogates.things.geography.landscape import draw_county, kind_of_landscape, landscape_like
from surrogates.things.geography.regions import (
    Asked,
    has_hospital,
    has_university,
    is_called_province,
    is_called_village,
    is_village,
    regions,
)
from surrogates.things.geography.shores import by_sea, is_sailed_to
from surrogates.things.geography.waters import lies_at, rivers_now, rivers_said
from surrogates.things.groups import Group
from surrogates.things.named.organisations import draw_organisation
from surrogates.things.named.pools import Codes, Fits, plain_pool
from surrogates.things.named.products import draw_product
from surrogates.things.named.streets import draw_street
from surrogates.things.names_in_languages import langs_of, named_in, provinces_named_in
from surrogates.things.own_codes import has_own_code

T = TypeVar("T")


def _place_pool(lexicon: Lexicon, phone_length: int) -> draw.Pool:
    key = ("place", str(phone_length))
    if key not in lexicon.pools:
        codes = lexicon.province_codes
        lexicon.pools[key] = draw.Pool(
            (p.name, draw.BAND_WEIGHT[p.weight])
            for p in lexicon.place_entries
            if not phone_length
            or (p.province in codes and len(codes[p.province][1]) == phone_length)
        )
    pool: draw.Pool = lexicon.pools[key]
    return pool


def _place(scene: Scene, group: Group, seed: bytes, codes: Codes, fits: Fits) -> str | None:
    if is_unknown_people(scene, group.items[0]) or nations_told(scene).keys() & set(group.keys):
        return _country(scene, group, seed, codes, fits)
    if group.area:
        region = draw_region(scene, group, seed, codes, fits) if group.canton else None
        area = region or (None if group.canton else draw_area(scene, group, seed, fits))
        if area is not None:
            return area
        keys = tuple(i.key for i in group.items)
        scene.raise_issue(notices.PROVINCE_DROPPED, group.items[0], keys)
    labelled = all(is_town_label(item.label) for item in group.items)
    if set(group.keys) & scene.lexicon.country_keys and not labelled:
        return _country(scene, group, seed, codes, fits)
    station = _station(scene, group, seed, fits) if is_station(scene, group) else None
    if station is not None:
        return station
    served = towns_served(scene, group)
    starts = [codes[key][:2] for key in group.keys if key in codes]
    abroad = draw_neighbour(scene, group, seed, starts, served, fits)
    abroad = abroad or _town_abroad(scene, group, seed, fits)
    if abroad is not None:
        if not group.region_abroad and all(is_region_label(item.label) for item in group.items):
            keys = tuple(i.key for i in group.items)
            scene.raise_issue(notices.REGION_BECAME_TOWN, group.items[0], keys)
        return abroad
    landscape = _landscape(scene, group, seed, fits)
    if landscape is not None:
        return landscape
    region = _region(scene, group, seed, fits) if group.region else None
    if region is not None:
        return region
    if not group.region and all(is_region_label(item.label) for item in group.items):
        keys = tuple(i.key for i in group.items)
        scene.raise_issue(notices.REGION_BECAME_TOWN, group.items[0], keys)
    wanted = asked_of(scene, group, codes)
    # A number that may be of another town of its province asks for a code as long.
    phones = (codes[key][1] for key in sorted(group.beside) if key in codes)
    pool = _place_pool(scene.lexicon, len(wanted.phone or max(phones, key=len, default="")))
    mark = differ_in_marks(i.text for i in group.items)
    # A postal code tells the country, too, and better than the name of a town.
    land = "" if wanted.zip else land_asked(scene, group)
    shore = by_sea(scene, group)
    placed = bool(shore or group.within)
    islands = frozenset[str]() if placed else over_sea(scene) - {fold(group.outside)}
    told = ways_said(scene, group)
    ways = _now(group, told)
    # What lies around stays in its region, too.
    beside = {
        town: level
        for town, level in neighbours(scene, group).items()
        if town not in told or told[town].most
    }
    near = _now(group, beside)
    # A town goes with the area that was drawn for its own, wherever that is.
    told_in = provinces_told(scene, group) or spoken_in(scene.lexicon, group)
    spoken = frozenset[str]() if group.within else told_in
    village = any(is_called_village(scene, item) for item in group.items)
    large = any(has_university(scene, key.text) for key in group.keys)
    large = large or has_hospital(scene, group.items)
    rivers = rivers_said(scene, group)
    plated = max(plate_size(scene, key.text) for key in group.keys)

    def lies_well(name: str, wider: int) -> bool:
        place = scene.lexicon.place_by_key[fold(name)]
        right = is_in_land(scene.lexicon, land, name) and fits(name)
        right = right and (not served or fold(name) in served)
        right = right and (not shore or name_key(name) in shore)
        right = right and (not spoken or fold(place.province) in spoken)
        right = right and (not plated or len(plate_code(scene.lexicon, name)) == plated)
        right = right and lies_at(scene.lexicon, name, rivers)
        right = right and (not village or is_village(place))
        right = right and (not large or place.type == "city")
        right = right and not is_over_sea(scene.lexicon, place, islands)
        right = right and lies_so(scene.lexicon, name, ways, level=wider)
        right = right and is_near(scene.lexicon, name, near, wider=wider)
        right = right and (wider > 0 or has_neighbours(scene.lexicon, name, beside))
        return right and (wider > 0 or has_ways(scene.lexicon, name, told))

    def suits(name: str, strict: bool, marked: bool, wider: int) -> bool:
        place = scene.lexicon.place_by_key[fold(name)]
        right = wanted.suits(scene, place.province, strict=strict) and lies_well(name, wider)
        coded = strict and wanted.zip.isdecimal() and not wanted.starts
        right = right and (not coded or has_own_code(scene.lexicon, name))
        right = right and (not group.within or areas_of(scene.lexicon).holds(group.within, place))
        others = len(group.beside)
        alone = not others and not group.housed
        right = right and (alone or has_towns(scene.lexicon, name, others, area_of))
        right = right and (not group.capital or is_capital(scene.lexicon, fold(name)))
        return right and (not marked or has_marks(name, mark))

    drawn: str | None = None
    # Where every province is an original's, all would be ranked in vain.
    if wanted.province or wanted.within or not scene.provinces.issuperset(scene.lexicon.provinces):
        levels = (0, 1, FAR) if beside or told else (FAR,)
        for wider, strict, marked in product(levels, (True, False), (True, False)[not mark :]):
            check = partial(suits, strict=strict, marked=marked, wider=wider)
            drawn = drawn or scene.first_allowed(seed, pool, check)
    if drawn is None:
        drawn = scene.first_allowed(seed, pool, partial(lies_well, wider=FAR))
        if drawn is None and (served or plated or shore):
            scene.raise_issue(
                notices.DEMAND_DROPPED, group.items[0], tuple(i.key for i in group.items)
            )
        drawn = drawn or scene.first_allowed(seed, pool, fits)
        flag_codes(scene, group, wanted)
    return drawn


def _station(scene: Scene, group: Group, seed: bytes, fits: Fits) -> str | None:
    """A station that lies to the towns as its own does, where that is told and there is one."""
    ways = _now(group, ways_said(scene, group))

    def lies_well(name: str, level: int) -> bool:
        return fits(name) and lies_so(scene.lexicon, name, ways, level=level)

    drawn = (
        draw_station(scene, group, seed, partial(lies_well, level=level)) for level in (0, 1, FAR)
    )
    return next(filter(None, drawn), None)


def _now(group: Group, told: Mapping[str, T]) -> dict[str, T]:
    """What is told of towns, by what became of those that were drawn before."""
    return {group.moved[town]: what for town, what in told.items() if town in group.moved}


def _town_abroad(scene: Scene, group: Group, seed: bytes, fits: Fits) -> str | None:
    """A town of the country that was drawn, or of any where a town of another one is said."""
    lexicon, areas = scene.lexicon, areas_of(scene.lexicon)
    towns = areas.abroad.get(group.within, ())
    if not towns and not group.within:
        towns = tuple(town for names in areas.abroad.values() for town in names)
    if group.region_abroad:
        own, others = regions_for(scene, group, towns)
        region = next((name for name in own if scene.allowed(name) and fits(name)), None)
        pool = draw.Pool((name, 1.0) for name in sorted(set(others)))
        region = region or scene.first_allowed(seed, pool, fits)
        if region is None:
            keys = tuple(i.key for i in group.items)
            scene.raise_issue(notices.REGION_BECAME_TOWN, group.items[0], keys)
        return region
    # [Luxembourg:city]
    abroad = any(
        areas.is_abroad(key.text)
        or (key.text in lexicon.country_keys and key.text not in lexicon.own_places)
        for key in group.keys
    )
    if not towns or not (group.within or abroad):
        return None
    pool = plain_pool(lexicon, f"abroad {group.within}", towns)
    fine = (lambda name: fits(name) and suits_region(lexicon, group, name), fits)
    return next(filter(None, (scene.first_allowed(seed, pool, each) for each in fine)), None)


def _landscape(scene: Scene, group: Group, seed: bytes, fits: Fits) -> str | None:
    """Another river for a river, another region for a region; None for a town."""
    known = kind_of_landscape(scene, group)
    if known is None and is_sailed_to(scene, group):
        known = ("island", "")
    if known is None:
        return None
    if (county := draw_county(scene, group, seed, fits)) is not None:
        return county
    # "County [Kerry]" becomes no "County Kent".
    called = any(is_called_province(scene, item) for item in group.items)
    led = scene.lexicon.signs("county_led").keys() if called else ()
    known = ("county", "") if led else known
    alike, every = landscape_like(scene.lexicon, *known)
    shore = by_sea(scene, group) if known[0] == "island" else frozenset[str]()
    land = land_asked(scene, group) if known[0] == "island" else ""

    def lies_well(name: str) -> bool:
        fine = not shore or name_key(name) in shore
        fine = fine and (
            not led or name_key(areas_of(scene.lexicon).provinces.get(fold(name), "")) in led
        )
        return fine and is_island_of(scene.lexicon, land, name) and fits(name)

    rivers = rivers_now(scene, group) if known[0] == "river" else ()
    theirs = tuple(name for name in rivers if name in alike)
    pools = (("|".join(known), alike), (known[0], every))
    tries: list[tuple[tuple[str, tuple[str, ...]], Fits]] = [
        (one, lies_well) for one in (("|".join(("at", *theirs)), theirs), *pools)
    ]
    tries += [(one, fits) for one in pools if shore or led]
    for (name, names), suits in tries:
        pool = plain_pool(scene.lexicon, f"landscape {name}", names)
        drawn = scene.first_allowed(seed, pool, suits)
        if drawn is not None:
            return drawn
    return None


def _region(scene: Scene, group: Group, seed: bytes, fits: Fits) -> str | None:
    """Another province, with the same article before it where there is one ("dans le [Gers]"); one
    with a town of its name where the original is named as a town too."""
    lexicon = scene.lexicon
    articles = landscape_names(lexicon)
    known = {articles[key.text][1] for key in group.keys if key.text in articles}
    pool = plain_pool(lexicon, "region", tuple(regions(lexicon).values()))

    named = provinces_named_in(lexicon, group.langs) if group.langs else frozenset()
    islands, area_of_province = over_sea(scene), areas_of(lexicon).provinces

    def suits(name: str) -> bool:
        return (
            name not in scene.provinces
            and islands.isdisjoint({fold(name), fold(area_of_province.get(fold(name), ""))})
            and (not group.town or fold(name) in lexicon.own_places)
            and (not group.within or lies_in(lexicon, name, group.within))
            and fits(name)
        )

    said_en = any(fold(_word_before(scene, item)) == "en" for item in group.items)
    behind = behind_en(lexicon) if said_en else frozenset()

    def placed(name: str) -> bool:
        return not behind or name_key(name) in behind

    def alike(name: str) -> bool:
        article = articles.get(fold(name), ("", ""))[1]
        return placed(name) and (not known or article in known)

    region = scene.first_allowed(seed, pool, lambda n: n in named and alike(n) and suits(n))
    region = region or scene.first_allowed(seed, pool, lambda n: alike(n) and suits(n))
    region = region or scene.first_allowed(seed, pool, lambda n: placed(n) and suits(n))
    region = region or scene.first_allowed(seed, pool, suits)
    keys = tuple(i.key for i in group.items)
    led = any(("article", word_before(scene, i)) in lexicon.agreement for i in group.items)
    # "dans le" Vosges, "en" Nord
    if region is not None and ((led and not alike(region)) or not placed(region)):
        scene.raise_issue(notices.DEMAND_DROPPED, group.items[0], keys)
    if region is None:
        scene.raise_issue(notices.REGION_BECAME_TOWN, group.items[0], keys)
    return region


def _word_before(scene: Scene, item: Item) -> str:
    """The preposition of a place, in its label or before it; or ""."""
    inside = item.text.partition(" ")
    return inside[0] if inside[2] else word_before(scene, item)


def _country(scene: Scene, group: Group, seed: bytes, codes: Codes, fits: Fits) -> str | None:
    told = next((each for key, each in nations_told(scene).items() if key in group.keys), None)
    near = {other.name: None for other in told.others} if told is not None else {}
    if group.area:
        own = draw_area(scene, group, seed, lambda name: name in near and fits(name))
    else:
        own = next((name for name in near if fits(name) and scene.allowed(name)), None)
    if own is not None:
        return own
    if told is not None and told.named:
        scene.raise_issue(notices.NATION_NAMED, group.items[0], tuple(i.key for i in group.items))
    area = draw_area(scene, group, seed, fits) if group.area else None
    if area is not None:
        return area
    home = {fold(row["name"]) for row in scene.lexicon.all_rows("home_countries")}
    foreign = tuple(name for name in scene.lexicon.countries if fold(name) not in home)
    pool = plain_pool(scene.lexicon, "country", foreign)
    return scene.first_allowed(seed, pool, fits)


def equivalent_places(
    scene: Scene,
    group: Group,
    seed: bytes,
    codes: Codes,
    fits_all: Callable[[Mapping[str, str]], bool],
) -> dict[str, str] | None:
    lexicon = scene.lexicon
    wanted = asked_of(scene, group, codes)
    lang_of = langs_of(lexicon, group)
    langs = set(lang_of.values())
    if len(langs) < 2:
        return None
    options = named_in(lexicon, langs)
    ranked = list(draw.Pool((c, 1.0) for c in options).ranked(seed))
    if group.region:
        known = lexicon.province_by_key
        ranked = [c for c in ranked if any(fold(f) in known for f in options[c].values())]
    # A place whose province is known comes first: postal codes and telephone prefixes follow it.
    fine = {c for c in ranked if _in_province(scene, options[c].values(), wanted)}
    ranked.sort(key=lambda c: c not in fine)
    for concept in ranked:
        forms = {lang: options[concept][lang] for lang in langs}
        if all(scene.allowed(form) for form in forms.values()):
            main = forms.get(lexicon.lang) or forms[min(langs)]
            written: dict[str, str] = {
                key: forms.get(lang_of.get(key, ""), main) for key in group.keys
            }
            if fits_all(written):
                if concept not in fine:
                    flag_codes(scene, group, wanted)
                return written
    return None


def _in_province(scene: Scene, forms: Iterable[str], wanted: Asked) -> bool:
    """Whether a form is a place of a known province that will do, with a prefix as long."""
    for form in forms:
        entry = scene.lexicon.place_by_key.get(fold(form))
        code = scene.lexicon.province_codes.get(entry.province) if entry is not None else None
        if entry is None or code is None or not wanted.suits(scene, entry.province):
            continue
        if not wanted.phone or len(code[1]) == len(wanted.phone):
            return True
    return False


DRAWERS = {
    Kind.PLACE: _place,
    Kind.COUNTRY: _country,
    Kind.STREET: draw_street,
    Kind.ORG: draw_organisation,
    Kind.PRODUCT: draw_product,
}
