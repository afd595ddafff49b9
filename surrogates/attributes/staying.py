"""How a word of a table is written in a mention's place, and that it may stay as it was said."""

from surrogates import notices
from surrogates.folding import apply_case, case_pattern
from surrogates.rewrite import Item
from surrogates.scene import Scene


def cased_like(form: str, original: str) -> str:
    """A form of a table, in capitals or with a first one where the original is."""
    if case_pattern(original) == "upper" and len(original) > 1:
        return apply_case(form, "upper")
    return form[:1].upper() + form[1:] if original[:1].isupper() else form


def keep_or_say(scene: Scene, item: Item, text: str) -> None:
    """Writes a surrogate; where it is the original itself that is told."""
    scene.surrogates[item.index] = text
    if text.casefold() == item.text.casefold():
        scene.surrogates[item.index] = item.text
        scene.raise_issue(notices.SAID_AROUND, item)
