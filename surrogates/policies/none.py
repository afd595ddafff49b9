"""`none`: leaves the text as it is, for labels that a project does not treat as sensitive."""

from surrogates.rewrite import Item
from surrogates.scene import Scene


def apply(scene: Scene, items: list[Item]) -> None:
    """Keeps every item, and says so to the leak checks."""
    for item in items:
        scene.surrogates[item.index] = item.text
        scene.kept.add(item.index)
