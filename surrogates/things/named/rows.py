"""What parts of the names of things are drawn from: towns, surnames, capitals, rows of words."""

from collections.abc import Iterator, Sequence, Set
from itertools import islice

from surrogates import draw
from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.scene import Scene
from surrogates.things.geography.lands import is_in_land, is_over_sea, land_of, land_said, over_sea

_ROWS = 12  # of words that are tried
_CAPITALS = "ABCDEFGIJLMNOPRSTUV"
# By how the article before them is written: vowels, letters whose names begin with one.
_BEGINNINGS = ("AEO", "IU", "FLMNRS", "BCDGJPTV")


def acronyms(scene: Scene, seed: bytes, like: str, tries: int) -> Iterator[str]:
    """Rows of capitals that may be shown, as many as one has, which begin as it does behind an
    article: "l'[ONG]", "la [UPC]", "an [MRI]"."""
    stream = draw.Stream(seed, "acronym")
    first = next((kind for kind in _BEGINNINGS if like[:1] in kind), _CAPITALS)
    for _ in range(tries):
        acronym = stream.choice(first)
        acronym += "".join(stream.choice(_CAPITALS) for _ in like[1:])
        if scene.allowed(acronym):
            yield acronym


def surnames(lexicon: Lexicon) -> frozenset[str]:
    key = ("folded surnames",)
    if key not in lexicon.pools:
        lexicon.pools[key] = frozenset(map(fold, lexicon.surnames))
    folded: frozenset[str] = lexicon.pools[key]
    return folded


def towns_of(scene: Scene) -> list[str]:
    """Towns of the dialogue's country that may have a thing named after them."""
    lexicon, land = scene.lexicon, land_said(scene)
    islands = over_sea(scene)
    named = (
        place.name
        for place in lexicon.place_entries
        if place.weight > 2 and not is_over_sea(lexicon, place, islands)
    )
    return [name for name in named if is_in_land(lexicon, land, name) and not _is_said(scene, name)]


def _is_said(scene: Scene, town: str) -> bool:
    """Whether a town stands with an ending inside a name: "[Galdakaoko ospitalea]"."""
    begun = (word for word in scene.originals if word.startswith(fold(town)))
    return inflects(scene) and any(
        scene.stems.thing(word.capitalize(), Kind.PLACE)[0] == town for word in begun
    )


def row_of(
    scene: Scene,
    seed: bytes,
    columns: Sequence[Sequence[str]],
) -> Iterator[str]:
    """Rows of allowed words, one of each column; further ones where the first did not fit."""
    ranked = [
        list(islice(filter(scene.allowed, _ranked(column, seed, place)), _ROWS))
        for place, column in enumerate(columns)
    ]
    if not ranked or not all(ranked):
        return
    for turn in range(min(map(len, ranked))):
        row = [column[(turn + place) % len(column)] for place, column in enumerate(ranked)]
        if len(set(map(fold, row))) == len(row):
            yield " ".join(row)


def _ranked(column: Sequence[str], seed: bytes, place: int) -> Iterator[str]:
    stream = draw.Stream(seed, f"column {place}")
    for _ in range(min(60, 3 * len(column))):
        yield column[stream.below(len(column))]


def inflects(scene: Scene) -> bool:
    """Whether a town inside a name has an ending: "Tolosako Udala"."""
    return scene.stems.inflection is not None and not scene.stems.inflection.PROCLITICS


def towns_as_long(scene: Scene, size: int) -> list[str]:
    """Towns of so many words; all where none has as many."""
    towns = towns_of(scene)
    return [town for town in towns if len(town.split()) == size] or towns


def towns_among(scene: Scene, seats: Set[str], own: str) -> list[str]:
    """The towns that are folded `seats`, of the country of the folded one that is such, too."""
    lexicon = scene.lexicon
    named = [town for town in towns_of(scene) if name_key(town) in seats]
    lands = [land_of(lexicon, lexicon.place_by_key.get(each)) for each in (own, *map(fold, named))]
    return [town for town, land in zip(named, lands[1:], strict=True) if land == lands[0]] or named
