"""Words cut off before they were finished ("<Du-> Durango"): they begin their surrogate too.

Given names and surnames have their own rule in `links`; this is for all other kinds.
"""

from surrogates.folding import WORD, fold
from surrogates.labels import NAMES, type_name
from surrogates.people.entities import CUT
from surrogates.rewrite import Item
from surrogates.scene import Scene

AHEAD = 3  # items after the cut word among which its repair is looked for


def cut_items(items: list[Item]) -> dict[int, Item | None]:
    """Item index of each cut-off word -> the item that repairs it, where there is one."""
    repairs: dict[int, Item | None] = {}
    for position, item in enumerate(items):
        match = WORD.search(item.text)
        if item.kind in NAMES or not CUT.search(item.text) or match is None:
            continue
        stem = fold(match.group())
        repairs[item.index] = next(
            (
                later
                for later in items[position + 1 : position + 1 + AHEAD]
                if later.turn == item.turn
                and not CUT.search(later.text)
                and fold(later.text).lstrip("<").startswith(stem)
            ),
            None,
        )
    return repairs


def replace_cutoffs(scene: Scene, items: list[Item], repairs: dict[int, Item | None]) -> None:
    """Writes the cut-off words from the surrogates of their repairs."""
    for item in items:
        if item.index not in repairs:
            continue
        scene.surrogates[item.index] = f"[{type_name(item.label)}]"
        repair = repairs[item.index]
        # A repair that no rule has written becomes a placeholder later, and so does its cut-off.
        repaired = scene.surrogates.get(repair.index, "[") if repair is not None else "["
        match, whole = WORD.search(item.text), WORD.search(repaired)
        if match is None or whole is None or repaired.startswith("["):
            continue
        size = max(1, min(len(match.group()), len(whole.group()) - 1))
        cut = whole.group()[:size]
        if scene.allowed_prefix(cut) and fold(cut) != fold(match.group()):
            text = item.text
            scene.surrogates[item.index] = text[: match.start()] + cut + text[match.end() :]
