"""`redact`: one fixed string a span; shows that something was there, and how many spans."""

from collections.abc import Mapping

from surrogates.rewrite import Item
from surrogates.scene import Scene

MASK = "IIIII"  # one length for all: a mask as long as its original would tell on it


def apply(scene: Scene, items: list[Item], corpus: Mapping[str, Mapping[str, int]] | None) -> None:
    """Replaces every item by the mask."""
    for item in items:
        scene.surrogates[item.index] = MASK
