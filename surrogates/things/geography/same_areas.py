"""Towns that are said to be in one province: "[Zarautz] y [Orio], en la misma provincia".

Called by `replacement` before a town is drawn and beside it.
"""

from collections.abc import Iterable, Mapping, Sequence

from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.areas import area_of, areas_of, is_capital
from surrogates.things.geography.bodies import areas_of_bodies, said_by_bodies
from surrogates.things.geography.regions import is_region
from surrogates.things.groups import Group, thing_key

_NEAR = 2  # turns before one that says "in the same county", in which the other town may be named


def is_called_capital(lexicon: Lexicon, after: str, key: str) -> bool:
    """Whether the word behind a town says that it is the one of its province's name, and it is."""
    said = words(after)[:1]
    return bool(said) and said[0] in lexicon.signs("capital") and is_capital(lexicon, key)


def said_together(scene: Scene, items: Sequence[Item]) -> Iterable[tuple[Item, Item]]:
    """Towns of one province that a turn says to be in one: its last two, or its last and the one
    named before; one that no table has is in the other's."""
    cues = scene.lexicon.signs("same_area")
    for number, text in enumerate(scene.said_turns if cues else ()):
        if not any(f" {cue} " in text for cue in cues):
            continue
        near = [i for i in items if number - _NEAR <= i.turn <= number and _may_be_town(scene, i)]
        # Of the towns before the words, where two are: "de [Orio] a [Zarautz], en la misma".
        before = [i for i in near if i.turn < number or _comes(scene, i, cues)]
        two = len({thing_key(scene, i) for i in before if i.turn == number}) > 1
        near = before if two else near
        last = near[-1] if near else None
        other = next((i for i in reversed(near) if _are_two(scene, i, near[-1])), None)
        if last is None or other is None:
            continue
        areas = {area_of(scene.lexicon, thing_key(scene, i)) for i in (last, other)}
        if len(areas - {""}) < 2:
            yield last, other


def _comes(scene: Scene, item: Item, cues: Iterable[str]) -> bool:
    """Whether one of these phrases is said behind a mention in its turn."""
    said = f" {' '.join(words(scene.dialogue.turns[item.turn].text[item.end :]))} "
    return any(f" {cue} " in said for cue in cues)


def _may_be_town(scene: Scene, item: Item) -> bool:
    """Whether a place is no area: "dans le même département, l'[Hérault]"."""
    key, lexicon = thing_key(scene, item), scene.lexicon
    area = key in lexicon.province_by_key or key in areas_of(lexicon).names
    area = (area and key not in lexicon.place_by_key) or is_region(scene, item, key)
    return item.kind is Kind.PLACE and not area


def _are_two(scene: Scene, one: Item, other: Item) -> bool:
    return thing_key(scene, one) != thing_key(scene, other)


def mark_same(
    scene: Scene,
    groups: Iterable[Group],
    items: Sequence[Item],
    together: Iterable[Iterable[str]] = (),
) -> None:
    """Marks the capitals, and of each group the towns in its province.

    `together`: folded towns that a telephone number may be of.
    """
    said = (*said_together(scene, items), *said_by_bodies(scene, items, area_of))
    pairs = [tuple(thing_key(scene, i) for i in pair) for pair in said]
    pairs += [tuple(sorted(towns)) for towns in together]
    housed = {key for towns in areas_of_bodies(scene, area_of).values() for key in towns}
    for group in groups:
        if group.kind is not Kind.PLACE or group.region or group.area:
            continue
        group.capital = any(
            is_called_capital(scene.lexicon, scene.after(i), thing_key(scene, i))
            for i in group.items
        )
        keys = {key.text for key in group.keys}
        group.housed = not housed.isdisjoint(keys)
        group.beside = frozenset(k for pair in pairs if keys & set(pair) for k in pair) - keys


def area_beside(
    lexicon: Lexicon, group: Group, moved: Mapping[str, str], drawn: Mapping[str, str]
) -> str:
    """The area of what stands for a town that is in the same one, or what stands for that area
    (`drawn`); "" while none does."""
    said = (drawn.get(area_of(lexicon, k), "") for k in sorted(group.beside))
    if new := next(filter(None, said), ""):
        return new
    areas = (area_of(lexicon, fold(moved[k])) for k in sorted(group.beside) if k in moved)
    return next(filter(None, areas), "")
