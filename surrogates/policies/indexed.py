"""`indexed`: `[TYPE_k]`, k counting the entities of a type; shows which mentions are the same."""

from collections.abc import Mapping

from surrogates.cast import cast_of, given_clusters
from surrogates.folding import fold
from surrogates.labels import NAMES, type_name
from surrogates.rewrite import Item
from surrogates.scene import Scene


def apply(scene: Scene, items: list[Item], corpus: Mapping[str, Mapping[str, int]] | None) -> None:
    """Numbers the entities of each type in order of first appearance."""
    entity_of = _entities(scene, scene.of_kind(items, *NAMES))
    ranks: dict[str, dict[str, int]] = {}
    for item in items:
        name = type_name(item.label)
        entity = entity_of.get(item.index, fold(item.text))
        seen = ranks.setdefault(name, {})
        rank = seen.setdefault(entity, len(seen) + 1)
        scene.surrogates[item.index] = f"[{name}_{rank}]"


def _entities(scene: Scene, items: list[Item]) -> dict[int, str]:
    """Entity of each item that is one given name: its cluster, whatever its spelling."""
    cast = cast_of(scene, items)
    found: dict[int, str] = {}
    for number, group in enumerate(given_clusters(scene, cast)):
        for unit in group.units:
            if len(cast.units[unit.item.index]) == 1:
                found[unit.item.index] = f"#{number}"
    return found
