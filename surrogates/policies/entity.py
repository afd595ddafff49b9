"""`entity`: one surrogate identity an entity, every mention written from it.

The order matters: spellings say what names must be like, places move postal codes and prefixes,
and addresses are built from what names, organisations and years became.
"""

from collections.abc import Mapping

from surrogates import cutoffs, dates, draw, figures, identifiers, names, spelling, things
from surrogates.cast import cast_of
from surrogates.folding import words
from surrogates.labels import NAMES, Kind, type_name
from surrogates.places import number_links
from surrogates.rewrite import Item
from surrogates.scene import Scene


def apply(scene: Scene, items: list[Item], corpus: Mapping[str, Mapping[str, int]] | None) -> None:
    """Fills all items, kind by kind; OTHER gets its typed placeholder."""
    repairs = cutoffs.cut_items(scene, items)
    everything, items = items, [i for i in items if i.index not in repairs]
    people = scene.of_kind(items, *NAMES)
    cast = cast_of(scene, people)
    checks = {item.index for item in figures.letter_items(scene, items)}
    letters = [i for i in scene.of_kind(items, Kind.LETTER) if i.index not in checks]
    runs = spelling.read_runs(scene, letters, cast)
    names.fill(scene, people, cast, spelling.needs_of(runs))
    links = number_links(scene, items)
    moved = things.fill(scene, scene.of_kind(items, *things.THINGS), links.lengths)
    numeric = [i for i in items if i.kind in figures.NUMERIC or i.index in checks]
    figures.fill(scene, numeric, links.prefixes(scene, moved))
    dates.fill(scene, scene.of_kind(items, Kind.DATE, Kind.TIME))
    spelling.fill(scene, letters, runs, cast)
    identifiers.fill(scene, items, cast)
    cutoffs.fill(scene, everything, repairs)
    for item in everything:
        if item.index not in scene.surrogates or _shows_original(scene, item):
            scene.surrogates[item.index] = f"[{type_name(item.label)}]"
    if scene.q < 1.0:
        _keep_some(scene, everything)


def _shows_original(scene: Scene, item: Item) -> bool:
    """Words that no rule understood and that stayed: better a placeholder than a leak."""
    return any(w in scene.originals for w in words(scene.surrogates[item.index]))


def _keep_some(scene: Scene, items: list[Item]) -> None:
    """With probability 1-q an entity stays as it was, in all its mentions (research only)."""
    by_key = {item.key: item for item in items}
    for card in scene.cards:
        seed = draw.token_seed(scene.key, scene.dialogue.id, card.key, -1)
        if draw.Stream(seed, "q").unit() < scene.q:
            continue
        for key in card.mentions:
            if key in by_key:
                item = by_key[key]
                scene.surrogates[item.index] = item.text
                scene.kept.add(item.index)
