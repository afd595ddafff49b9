"""Towns that are said to be in one province, and the town that gives it its name.

"[Lugo] capital", "[Guitiriz], en la misma provincia": what stands for them is so, too.
"""

from collections.abc import Iterable, Mapping, Sequence

from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.areas import areas_of
from surrogates.things.groups import Group, thing_key
from surrogates.things.regions import regions

_TURNS = 2  # before the one that says so, in which the other town may be named


def province_of(lexicon: Lexicon, key: str) -> str:
    """The province of a folded town; "" where no list has it."""
    entry = lexicon.place_by_key.get(key)
    return entry.province if entry is not None else ""


def area_of(lexicon: Lexicon, key: str) -> str:
    """What a folded town may be said to be in: its province, or its county or land where the
    provinces of the language are single towns; or ""."""
    province, areas = province_of(lexicon, key), areas_of(lexicon)
    if regions(lexicon):
        return province if fold(province) in regions(lexicon) else ""
    if areas.counties:
        return areas.counties.get(key, "")
    return areas.around(lexicon.place_by_key.get(key))


def is_capital(lexicon: Lexicon, key: str) -> bool:
    """Whether a folded town has the name of its province."""
    return bool(key) and name_key(province_of(lexicon, key)) == key


def is_called_capital(lexicon: Lexicon, after: str, key: str) -> bool:
    """Whether the word behind a town says that it is the one of its province's name, and it is."""
    said = words(after)[:1]
    return bool(said) and said[0] in lexicon.signs("capital") and is_capital(lexicon, key)


def said_together(scene: Scene, items: Sequence[Item]) -> Iterable[tuple[Item, Item]]:
    """Towns of one province that a turn says to be in one: its last two, or its last and the one
    named before."""
    cues = scene.lexicon.signs("same_area")
    for number, turn in enumerate(scene.dialogue.turns):
        text = f" {' '.join(words(turn.text))} " if cues else ""
        if not any(f" {cue} " in text for cue in cues):
            continue
        near = [i for i in items if number - _TURNS <= i.turn <= number and i.kind is Kind.PLACE]
        last = near[-1] if near else None
        other = next((i for i in reversed(near) if _apart(scene, i, near[-1])), None)
        if last is None or other is None:
            continue
        areas = {area_of(scene.lexicon, thing_key(scene, i)) for i in (last, other)}
        if len(areas) == 1 and "" not in areas:
            yield last, other


def _apart(scene: Scene, one: Item, other: Item) -> bool:
    return thing_key(scene, one) != thing_key(scene, other)


def mark_same(scene: Scene, groups: Iterable[Group], items: Sequence[Item]) -> None:
    """Marks the capitals, and of each group the towns that are in its province."""
    pairs = [tuple(thing_key(scene, i) for i in pair) for pair in said_together(scene, items)]
    for group in groups:
        if group.kind is not Kind.PLACE or group.region or group.area:
            continue
        group.capital = any(
            is_called_capital(scene.lexicon, scene.after(i), thing_key(scene, i))
            for i in group.items
        )
        keys = {key.text for key in group.keys}
        group.beside = frozenset(k for pair in pairs if keys & set(pair) for k in pair) - keys


def area_beside(lexicon: Lexicon, group: Group, moved: Mapping[str, str]) -> str:
    """The area of what stands for a town that is in the same one; "" while none does."""
    areas = (area_of(lexicon, fold(moved[k])) for k in sorted(group.beside) if k in moved)
    return next(filter(None, areas), "")
