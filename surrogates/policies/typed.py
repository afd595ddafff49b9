"""`typed`: the label in brackets; shows the type of what was there."""

from surrogates.labels import type_name
from surrogates.rewrite import Item
from surrogates.scene import Scene


def apply(scene: Scene, items: list[Item]) -> None:
    """Replaces every item by `[TYPE]`."""
    for item in items:
        scene.surrogates[item.index] = f"[{type_name(item.label)}]"
