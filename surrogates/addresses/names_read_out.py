"""Names that read out an address piece by piece: "[ana.munoz@...]. O sea, [ana] punto [munoz]".

Where the old one was written as in the address, so is the new one: "goni" of a Goñi. And addresses
that are spelled with their figures in one span: "[kdelmas84]. [K-D-E-L-M-A-S-8-4]".
"""

import re
from collections.abc import Sequence

from surrogates.folding import fold, signs_only, strip_accents
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

_ADDRESSES = (Kind.EMAIL, Kind.USER)
_APART = re.compile(r"[^\W_](\s*[\s,.–-]\s*)(?:[^\W_]\s*[\s,.–-]\s*)+[^\W_]")
_OWN = str.maketrans("ñç", "nc")


def write_as_addresses(scene: Scene, people: Sequence[Item]) -> None:
    """Writes such names without the signs that the new address has not."""
    addresses = [
        (item.text.lower(), scene.surrogates.get(item.index, "").lower())
        for item in scene.of_kind(scene.items, *_ADDRESSES)
    ]
    for item in people if addresses else ():
        now = scene.surrogates.get(item.index, "")
        plain = strip_accents(now).translate(_OWN)
        if plain == now or not (item.text.islower() and item.text.isascii()):
            continue
        if any(fold(item.text) in old and plain in new for old, new in addresses):
            scene.surrogates[item.index] = plain


def spell_addresses(scene: Scene, items: Sequence[Item]) -> None:
    """Writes an address sign by sign where the old one was said so, in one span."""
    written = [i for i in scene.of_kind(scene.items, *_ADDRESSES) if not _APART.fullmatch(i.text)]
    now = {_local(i.text): _local(scene.surrogates.get(i.index, "[")) for i in written}
    for item in items if now else ():
        said = _APART.fullmatch(item.text)
        new = now.get(_local(item.text), "") if said is not None else ""
        if said is not None and new and not item.text.isdecimal():
            spelled = said[1].join(new)
            scene.surrogates[item.index] = spelled.upper() if item.text.isupper() else spelled


def _local(text: str) -> str:
    """The letters and figures of an address before its sign; "" of a placeholder."""
    return "" if text.startswith("[") else signs_only(text.partition("@")[0])
