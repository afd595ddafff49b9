"""After the last edit: whether the identifiers of a dialogue are still valid."""

from dataclasses import replace

from surrogates import notices
from surrogates.labels import Kind
from surrogates.languages.numerals import spoken_in
from surrogates.numbers.identifiers.checksums import is_free, repair_for
from surrogates.numbers.identifiers.ip_addresses import address_of
from surrogates.numbers.pieces import WHOLE_CARD
from surrogates.numbers.slots import cuts
from surrogates.rewrite import Item
from surrogates.scene import Scene


def inspect(scene: Scene) -> None:
    """Raises CHECKSUM_BAD for each identifier whose surrogate has a wrong check digit."""
    by_key = {item.key: item for item in scene.items}
    # What was drawn is valid: a person typed it, or it is a card among pieces of another.
    for card in scene.cards:
        if card.kind not in (Kind.ID, Kind.CARD):
            continue
        items = [by_key[key] for key in card.mentions]
        written = [scene.surrogates[i.index] for i in items]
        if any(i.index in scene.kept for i in items) or any(t.startswith("[") for t in written):
            continue
        kind = Kind(card.kind)
        if address_of(items[0]) or (card.links and not _was_valid(scene, items, kind)):
            continue  # misread or mended, it follows the number that was meant
        alone = [([i], [t]) for i, t in zip(items, written, strict=True) if _is_sure(scene, i)]
        if any(_is_wrong(scene, *some, kind) for some in [(items, written), *alone]):
            scene.raise_issue(notices.CHECKSUM_BAD, items[0], card.mentions)


def _is_sure(scene: Scene, item: Item) -> bool:
    """Whether one piece is a valid card by itself: no part of a longer number."""
    if item.kind is not Kind.CARD:
        return False
    return any(
        len(digits) >= WHOLE_CARD and _is_valid(digits, item.kind)
        for digits in _said(scene, [item], [item.text], item.kind)
    )


def _was_valid(scene: Scene, items: list[Item], kind: Kind) -> bool:
    parts = [items, *([i] for i in items)]
    ways = (digits for part in parts for digits in _said(scene, part, [i.text for i in part], kind))
    return any(_is_valid(digits, kind) for digits in ways)


def _is_wrong(scene: Scene, items: list[Item], written: list[str], kind: Kind) -> bool:
    was = _said(scene, items, [i.text for i in items], kind)[0]
    if repair_for(was, kind) is None or (kind is Kind.ID and is_free(items[0].text)):
        return False
    return not any(_is_valid(text, kind) for text in _said(scene, items, written, kind))


def _said(scene: Scene, items: list[Item], texts: list[str], kind: Kind) -> list[str]:
    """Digits and letters of an identifier whose items read as `texts`, each way to read them."""
    moved = [
        replace(item, turn=k, start=0, end=len(text), text=text)
        for k, (item, text) in enumerate(zip(items, texts, strict=True))
    ]
    spoken = spoken_in(scene.dialogue.lang, scene.lexicon)
    return [cut.said for cut in cuts(texts, moved, kind, spoken, scene.lexicon)]


def _is_valid(text: str, kind: Kind) -> bool:
    repair = repair_for(text, kind)
    return repair is not None and repair(text) == text
