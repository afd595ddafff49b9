"""In which province or area what stands for a town has to be. Called by `replacement`."""

from collections.abc import Mapping

from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.regions import is_region, region_of
from surrogates.things.geography.regions import regions as regions_of
from surrogates.things.groups import Group, thing_key
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
