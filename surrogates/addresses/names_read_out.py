"""Names that read out an address piece by piece: "[ana.munoz@...]. O sea, [ana] punto [munoz]".

Where the old one was written as in the address, so is the new one: "goni" of a Goñi.
"""

from collections.abc import Sequence

from surrogates.folding import fold, strip_accents
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

_OWN = str.maketrans("ñç", "nc")


def write_as_addresses(scene: Scene, people: Sequence[Item]) -> None:
    """Writes such names without the signs that the new address has not."""
    addresses = [
        (item.text.lower(), scene.surrogates.get(item.index, "").lower())
        for item in scene.of_kind(scene.items, Kind.EMAIL, Kind.USER)
    ]
    for item in people if addresses else ():
        now = scene.surrogates.get(item.index, "")
        plain = strip_accents(now).translate(_OWN)
        if plain == now or not (item.text.islower() and item.text.isascii()):
            continue
        if any(fold(item.text) in old and plain in new for old, new in addresses):
            scene.surrogates[item.index] = plain
