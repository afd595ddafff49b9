"""Codes that stand for towns: "From BOS" where another turn says Boston.

Called by `replacement` once towns have their surrogates. Where no table tells the code of a town,
it is made of letters of its town, as most are.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from surrogates import draw
from surrogates.folding import fold, letters_only
from surrogates.languages.lexicon import name_key
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.abroad.neighbour_regions import region_named
from surrogates.things.geography.hubs import hubs_of

_CODE = re.compile(r"[A-Z]{3}")
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def codes_among(scene: Scene, places: Sequence[Item]) -> list[Item]:
    """Places of three capitals that are no known town, nor a region in short, where not all is in
    capitals."""
    if all(scene.dialogue.turns[item.turn].text.isupper() for item in places):
        return []
    known = scene.lexicon.known_places
    found = (i for i in places if _CODE.fullmatch(i.text) and fold(i.text) not in known)
    return [item for item in found if not region_named(scene.lexicon, item.text)]


def replace_codes(scene: Scene, codes: Sequence[Item], moved: Mapping[str, str]) -> None:
    """Writes another code for each: of what its town became, else of any town or letters."""
    by_code: dict[str, list[Item]] = {}
    for item in codes:
        by_code.setdefault(item.text, []).append(item)
    known = hubs_of(scene.lexicon).airport
    taken = set(by_code)
    for code, items in by_code.items():
        town = next((key for key in moved if known.get(name_key(key)) == code), "")
        town = town or next((key for key in moved if _is_of(code, letters_only(key))), "")
        new = next(c for c in _options(scene, items, moved.get(town, "")) if c not in taken)
        taken.add(new)
        for item in items:
            scene.surrogates[item.index] = new
        scene.add_card("place", items, new, ("same_value",) if len(items) > 1 else ())


def _is_of(code: str, town: str) -> bool:
    """Whether a code has letters of a town in their order, the first one first: BIO of Bilbao."""
    letters = iter(town)
    return town[:1] == code[0].lower() and all(c in letters for c in code.lower())


def _options(scene: Scene, items: Sequence[Item], now: str) -> Iterator[str]:
    """Codes that may stand for one, the best first; `now`: what its town became, if it is said."""
    known = hubs_of(scene.lexicon).airport
    stream = draw.Stream(scene.seed("town code", items[0].text, items))
    letters = letters_only(now) if not now.startswith("[") else ""
    if code := known.get(name_key(now), ""):
        yield code
    if letters.isascii():
        yield from ("".join(c).upper() for c in combinations(letters, 3) if c[0] == letters[0])
    if not now:  # no table has the airports of a town that has several: "JFK"
        yield from stream.shuffled(sorted(set(known.values())))
    while True:
        yield "".join(stream.choice(_ALPHABET) for _ in range(3))
