"""Organisations that are called after what the towns of the dialogue lie in: "[Shropshire
Council]" beside [Ludlow], "la [Diputación de Cuenca]" beside [Tarancón].

Such towns stay in one area, and the organisation is called after that one. Called by `areas` and
`replacement`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.groups import thing_key

AreaOf = Callable[[Lexicon, str], str]  # a folded town -> its area
_SPARE = 2  # towns of an area beyond those that are asked for


def areas_of_bodies(scene: Scene, area_of: AreaOf) -> dict[str, list[str]]:
    """Area that an organisation is called after -> folded towns of the dialogue in it; those that
    no table has are taken to be, too."""
    named = [f" {' '.join(words(i.text))} " for i in scene.of_kind(scene.items, Kind.ORG)]
    places = [thing_key(scene, item) for item in scene.of_kind(scene.items, Kind.PLACE)]
    towns: dict[str, list[str]] = {}
    for key in dict.fromkeys(places if named else ()):
        area = area_of(scene.lexicon, key)
        if fold(area) not in ("", *places) and any(f" {fold(area)} " in text for text in named):
            towns.setdefault(area, []).append(key)
    if len(towns) == 1:
        (own,) = towns.values()
        own += [key for key in dict.fromkeys(places) if key not in scene.lexicon.known_places]
    return towns


def said_by_bodies(
    scene: Scene, items: Sequence[Item], area_of: AreaOf
) -> Iterator[tuple[Item, Item]]:
    """Pairs of towns that are in the area of one organisation."""
    first = {thing_key(scene, item): item for item in reversed(items) if item.kind is Kind.PLACE}
    for towns in areas_of_bodies(scene, area_of).values():
        for one, other in pairwise(towns):
            if one in first and other in first:
                yield first[one], first[other]


def call_bodies(
    scene: Scene, bodies: Mapping[str, list[str]], moved: dict[str, str], area_of: AreaOf
) -> None:
    """Adds what became of the area of an organisation, by what became of a town in it."""
    for area, towns in bodies.items():
        now = (area_of(scene.lexicon, fold(moved[key])) for key in towns if key in moved)
        new = next(filter(None, now), "")
        if new:
            moved.setdefault(fold(area), new)


@lru_cache(maxsize=64)
def _sizes(lexicon: Lexicon, area_of: AreaOf) -> Counter[str]:
    return Counter(area_of(lexicon, fold(place.name)) for place in lexicon.place_entries)


def has_towns(lexicon: Lexicon, name: str, count: int, area_of: AreaOf) -> bool:
    """Whether the area of a town has so many towns, and some to spare."""
    area = area_of(lexicon, fold(name))
    return bool(area) and _sizes(lexicon, area_of)[area] >= count + _SPARE
