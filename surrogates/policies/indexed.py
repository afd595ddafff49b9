"""`indexed`: `[TYPE_k]`, k counting the entities of a type; shows which mentions are the same."""

from surrogates.codes import IssueCode
from surrogates.folding import fold
from surrogates.labels import DIGITS, type_name
from surrogates.policies import entity
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.search.projections import digits_said

# What a curator may decide about which mentions are one.
_ABOUT_ENTITIES = frozenset(
    {
        IssueCode.SHORT_AMBIGUOUS,
        IssueCode.EQUIV_LANG,
        IssueCode.MERGE_SUGGESTED,
        IssueCode.SPLIT_SUGGESTED,
    }
)


def apply(scene: Scene, items: list[Item]) -> None:
    """Numbers the entities of each type in order of first appearance."""
    entity_of = _entities(scene, items)
    ranks: dict[str, dict[str, int]] = {}
    for item in items:
        name = type_name(item.label)
        seen = ranks.setdefault(name, {})
        rank = seen.setdefault(entity_of[item.index], len(seen) + 1)
        scene.surrogates[item.index] = f"[{name}_{rank}]"


def _entities(scene: Scene, items: list[Item]) -> dict[int, str]:
    """Entity of each item, as `entity` would cluster them; a number is its value."""
    beside = Scene(scene.dialogue, scene.lexicon, scene.key, scene.items, scene.constraints)
    entity.apply(beside, items)
    scene.issues += [issue for issue in beside.issues if issue.code in _ABOUT_ENTITIES]
    by_key = {item.key: item for item in items}
    card_of: dict[str, str] = {}
    for card in sorted(beside.cards, key=lambda card: card.kind != "person"):
        mentioned = [by_key[mention] for mention in card.mentions if mention in by_key]
        value = ""
        if mentioned and mentioned[0].kind in DIGITS:
            value = "".join(
                sign.char for item in mentioned for sign in digits_said(item.text, 0, scene.lexicon)
            )
        for item in mentioned:
            card_of.setdefault(item.key, f"#{value or card.key}")
    return {item.index: card_of.get(item.key, fold(item.text)) for item in items}
