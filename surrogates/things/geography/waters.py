"""The rivers that towns lie at: "in [Regensburg], direkt an der [Donau]".

Where a dialogue says a town with its river, the town becomes one at a river that the same article
goes with, and the river becomes that one. Called by `draws`; the rivers are the table `waters`.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.inflection.sounds import vowel_onset
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.landscape import landscape_names
from surrogates.scene import Scene
from surrogates.things.demonyms import people_said
from surrogates.things.geography.landscape import kind_of_landscape
from surrogates.things.geography.regions import is_called_province
from surrogates.things.groups import Group, thing_key, without_article

_NEAR = 4  # turns between a town and its river


@lru_cache(maxsize=16)
def waters_of(lexicon: Lexicon) -> Mapping[str, tuple[str, ...]]:
    """Folded town -> its rivers."""
    waters: dict[str, tuple[str, ...]] = {}
    for row in lexicon.rows("waters"):
        key = name_key(row["name"])
        waters[key] = (*waters.get(key, ()), row["river"])
    return waters


def rivers_said(scene: Scene, group: Group) -> frozenset[str]:
    """The rivers that may be said with what stands for a town: those that go with the article
    of the one that is said with it; empty where none is."""
    lexicon = scene.lexicon
    names = landscape_names(lexicon)
    towns = {key.text for key in group.keys}
    own = {fold(river) for key in towns for river in waters_of(lexicon).get(name_key(key), ())}
    said = own.intersection(_rivers(scene, group)) if own else own
    articles = {names[river][1] for river in said if river in names}
    # "de l'[Ebre]", "del [Ter]": French rivers have the elided article in the table.
    elided = {lexicon.lang == "ca" and vowel_onset(river) for river in said}
    fine = (row["name"] for row in lexicon.rows("landscape") if row["kind"] == "river")
    return frozenset(
        river
        for river in (fine if len(articles) == 1 else ())
        if {names[fold(river)][1]} == articles
        and {lexicon.lang == "ca" and vowel_onset(river)} == elided
        and fold(river) not in own
        and scene.allowed(river)
    )


def _rivers(scene: Scene, group: Group) -> Iterator[str]:
    """Folded rivers that are said within a few turns of a group, and are no province there."""
    for item in scene.of_kind(scene.items, Kind.PLACE):
        near = any(abs(item.turn - own.turn) <= _NEAR for own in group.items)
        people = people_said(scene, item) is not None  # "périgourdin", of the Dordogne
        if near and not people and not is_called_province(scene, item):
            yield without_article(thing_key(scene, item))


def lies_at(lexicon: Lexicon, name: str, rivers: frozenset[str]) -> bool:
    """Whether a town lies at one of these rivers, where any are asked for."""
    return not rivers or not rivers.isdisjoint(waters_of(lexicon).get(name_key(name), ()))


def is_water(scene: Scene, group: Group) -> bool:
    """Whether a group names a river, which is drawn behind its town."""
    names = landscape_names(scene.lexicon)
    kinds = (names.get(without_article(key), ("", "")) for key in group.keys)
    if group.kind is not Kind.PLACE or all(kind != "river" for kind, _ in kinds):
        return False
    if any(is_called_province(scene, item) for item in group.items):
        return False
    # "l'[Hérault]" is the department, and its towns are drawn behind it.
    return not group.region or kind_of_landscape(scene, group) is not None


def rivers_now(scene: Scene, group: Group) -> tuple[str, ...]:
    """The rivers of what stands for the towns that lie at this one."""
    waters = waters_of(scene.lexicon)
    own = {without_article(key) for key in group.keys}
    return tuple(
        river
        for old, new in sorted(group.moved.items())
        if own.intersection(map(fold, waters.get(name_key(old), ())))
        for river in waters.get(name_key(new), ())
    )
