"""In which province or area what stands for a town has to be, and with which codes. Called by
`replacement` and `draws`.
"""

from collections.abc import Mapping

from surrogates import notices
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.areas import areas_of
from surrogates.things.geography.regions import Asked, form_of, is_region, region_of
from surrogates.things.geography.regions import regions as regions_of
from surrogates.things.geography.shores import lies_on_island
from surrogates.things.groups import Group, thing_key
from surrogates.things.named.pools import Codes
from surrogates.things.names_in_languages import langs_of


def mark_regions(scene: Scene, groups: list[Group]) -> list[tuple[str, Item]]:
    """Marks the groups that are provinces; returns their keys and items."""
    regions: list[tuple[str, Item]] = []
    for group in groups:
        if group.kind is Kind.PLACE:
            named = [i for i in group.items if is_region(scene, i, thing_key(scene, i))]
            group.region, group.town = bool(named), len(named) < len(group.items)
            regions += [(thing_key(scene, item), item) for item in named]
    for group in groups:
        if group.kind is Kind.PLACE and not group.region and "equivalent" in group.links:
            key = thing_key(scene, group.items[0])
            around = region_of(scene, group.items, key, regions)
            for other in groups:
                if other.region and around in other.keys:
                    other.langs = tuple(sorted(set(langs_of(scene.lexicon, group).values())))
    return regions


def province_now(
    scene: Scene, group: Group, regions: list[tuple[str, Item]], moved: Mapping[str, str]
) -> str:
    """The surrogate of the province that a town is in, where that is said and was drawn."""
    if not regions:
        return ""
    key = thing_key(scene, group.items[0])
    region = region_of(scene, group.items, key, regions)
    # "Béziers", in one with "Pézenas", lies in the "Hérault" that is said.
    others = (region_of(scene, (), other, regions) for other in sorted(group.beside))
    region = region or next(filter(None, others), "")
    return scene.lexicon.province_by_key.get(fold(moved.get(region, "")), "")


def keep_outside(lexicon: Lexicon, group: Group) -> None:
    """Asks for the area that is said of a town outside labels, where no other is asked for."""
    if regions_of(lexicon) and group.outside in lexicon.provinces:
        group.province = group.province or group.outside
    else:
        group.within = group.within or group.outside


def asked_of(scene: Scene, group: Group, codes_said: Codes) -> Asked:
    """What the codes and areas that are said with a town ask of another."""
    codes = [codes_said[key] for key in group.keys if key in codes_said]
    known = (scene.lexicon.place_by_key.get(key) for key in group.keys)
    # "[Portsmouth], [New Hampshire]" is a namesake of the one that the table has.
    areas = areas_of(scene.lexicon)
    entries = [e for e in known if not group.around or areas.holds(group.around, e)]
    own = (scene.lexicon.province_codes.get(e.province) for e in entries if e is not None)

    # Where the code that is said has another form than its own, it is a namesake abroad.
    forms = {code[0].isdecimal() for code in codes if code[0]}
    every = (*own, *(scene.lexicon.province_codes.values() if forms else ()))
    own_codes = (c for c in every if c is not None and (not forms or c[0].isdecimal() in forms))
    return Asked(
        zip=max((code[0] for code in codes), key=len, default=""),
        phone=max((code[1] for code in codes), key=len, default=""),
        form=next((form_of(code) for code in own_codes), None),
        province=group.province,
        within=bool(group.within) or lies_on_island(scene, group),
        stays=bool(group.outside) and group.within == group.outside,
        starts=next((code[2] for code in codes if code[2]), frozenset()),
    )


def flag_codes(scene: Scene, group: Group, wanted: Asked) -> None:
    """Says that no place was left whose province suits what is said with it."""
    said = group.within or group.beside or group.capital
    if not (wanted.zip or wanted.phone or wanted.province or said):
        return
    keys = tuple(i.key for i in group.items)
    scene.raise_issue(notices.PROVINCE_DROPPED, group.items[0], keys)
