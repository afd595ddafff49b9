"""Whole postal codes are their town's own where the tables have them: "[7850] [Enghien]" of
`neighbours`, "[50823] [Köln]" of `postcodes`.

Called by `place_codes` once towns have their surrogates.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from surrogates import draw
from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.scene import Scene
from surrogates.things.geography.abroad.regions_abroad import is_away, neighbour_land
from surrogates.things.own_codes import whole_codes

_AT_HOME = 5  # figures of a code


@lru_cache(maxsize=16)
def zips_of(lexicon: Lexicon, size: int) -> Mapping[str, tuple[str, ...]]:
    """Folded town -> its own postal codes; none where nobody is certain of them."""
    rows = ((fold(row["name"]), row["zips"].split()) for row in lexicon.rows("neighbours"))
    abroad = {town: tuple(zips) for town, zips in rows if zips and len(zips[0]) == size}
    return abroad | (dict(whole_codes(lexicon)) if size == _AT_HOME else {})


def own_zips(
    scene: Scene,
    said: Mapping[int, str],
    owners: Mapping[int, tuple[str, str]],
    moved: Mapping[str, str],
    starts: Mapping[int, tuple[str, str]],
) -> dict[int, tuple[str, str]]:
    """Item index -> (code said, code now). `said`: item index -> figures; `owners`: item index ->
    (folded town, how its codes began); `moved`: what towns became; `starts`: what
    codes begin with otherwise, not the whole of a town's only code. A code of no town becomes any
    of the country; one whose town has none left is not in the answer."""
    now: dict[str, str] = {}
    for index, old in sorted(said.items()):
        known = zips_of(scene.lexicon, len(old))
        if not known or old in now:
            continue
        town = fold(moved.get(owners[index][0], "")) if index in owners else ""
        alone = index not in owners and old.isdecimal()
        own = _of_land(scene, len(old)) if alone else known.get(town, ())
        taken = {*said.values(), *now.values()}
        free = [code for code in own if code not in taken]
        if free:
            now[old] = draw.Stream(scene.seed("own postal code", old)).choice(free)
    whole = {index: (old, now[old]) for index, old in said.items() if old in now}
    for index in said.keys() & owners.keys() & starts.keys() - whole.keys():
        start, new = starts[index]
        if len(new) == len(said[index]) == _AT_HOME:
            whole[index] = (start, new[: len(start)])
    return whole


def _of_land(scene: Scene, size: int) -> Iterable[str]:
    """Every code of the towns of the dialogue's country, or of the neighbour's land it is in."""
    known = zips_of(scene.lexicon, size)
    away = size != _AT_HOME or is_away(scene)
    land = neighbour_land(scene) if away else ""
    rows = (row for row in scene.lexicon.rows("neighbours") if row["country"] == land)
    towns = (fold(row["name"]) for row in rows) if away else whole_codes(scene.lexicon)
    return sorted({code for town in towns for code in known.get(town, ())})
