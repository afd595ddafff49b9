"""How a word of a table is written in a mention's place, and that it may stay as it was said."""

from collections.abc import Iterable

from surrogates import notices
from surrogates.folding import apply_case, case_pattern, words
from surrogates.notices import Notice
from surrogates.rewrite import Item
from surrogates.scene import Scene


def cased_like(form: str, original: str) -> str:
    """A form of a table, in capitals or with a first one where the original is; "HGV driver" begins
    with letters."""
    if case_pattern(original) == "upper" and len(original) > 1:
        return apply_case(form, "upper")
    begun = original[:1].isupper() and not original[:2].isupper()
    return form[:1].upper() + form[1:] if begun or len(original) == 1 else form


def settle(scene: Scene, item: Item, text: str) -> None:
    """Writes a surrogate whose words are a table's: anybody's, whoever else is called so."""
    same = text.casefold() == item.text.casefold()
    scene.surrogates[item.index] = item.text if same else text
    scene.told[item.index] = frozenset(words(text))


def say_what_stays(scene: Scene, items: Iterable[Item], why: Notice = notices.SAID_AROUND) -> None:
    """Raises an issue for the items that are as they were, one for those that say the same."""
    alike: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        if scene.surrogates.get(item.index) == item.text:
            alike.setdefault((item.label, item.text.casefold()), []).append(item)
    for same in alike.values():
        scene.raise_issue(why, same[0], tuple(item.key for item in same))
