"""Postal codes of four figures are their town's own: "[7850] [Enghien]" of the table `neighbours`.

Called by `place_codes` once towns have their surrogates.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from surrogates import draw
from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.scene import Scene
from surrogates.things.geography.abroad.regions_abroad import neighbour_land

_SIZE = 4


@lru_cache(maxsize=16)
def _zips_of(lexicon: Lexicon) -> Mapping[str, tuple[str, ...]]:
    """Folded town -> its own postal codes; none where nobody is certain of them."""
    return {fold(row["name"]): tuple(row["zips"].split()) for row in lexicon.rows("neighbours")}


def own_zips(
    scene: Scene,
    said: Mapping[int, str],
    owners: Mapping[int, tuple[str, str]],
    moved: Mapping[str, str],
) -> dict[int, tuple[str, str]]:
    """Item index -> (code said, code now). `said`: item index -> figures; `owners`: item index ->
    (folded town, how its codes began); `moved`: what towns became. A code of no town becomes any of
    the country; one whose town has none left is not in the answer."""
    known = _zips_of(scene.lexicon)
    now: dict[str, str] = {}
    if not known:
        return {}
    for index, old in sorted(said.items()):
        if len(old) != _SIZE or old in now:
            continue
        town = fold(moved.get(owners[index][0], "")) if index in owners else ""
        own = known.get(town, ()) if index in owners else _of_land(scene)
        taken = {*said.values(), *now.values()}
        free = [code for code in own if code not in taken]
        if free:
            now[old] = draw.Stream(scene.seed("own postal code", old)).choice(free)
    return {index: (old, now[old]) for index, old in said.items() if old in now}


def _of_land(scene: Scene) -> Iterable[str]:
    """Every code of the towns of the neighbour's land that the dialogue is in."""
    land, known = neighbour_land(scene), _zips_of(scene.lexicon)
    rows = (row for row in scene.lexicon.rows("neighbours") if row["country"] == land)
    return sorted({code for row in rows for code in known[fold(row["name"])]})
