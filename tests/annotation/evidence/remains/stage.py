"""Released dialogues in few words, for the tests of this room."""

from itertools import count

from annotation.evidence.remains.types import Item, Released, Turn

_KEYS = count(1)


def item(text: str, shown: str, label: str, original: str = "", strategy: str = "entity") -> Item:
    """The item whose surrogate stands in a released text."""
    start = text.index(shown)
    return Item(start, start + len(shown), label, original or shown, shown, strategy)


def turn(text: str, *items: Item, read: bool = True) -> Turn:
    return Turn(next(_KEYS), text, items, read)


def dialogue(*turns: Turn | str, lang: str = "es") -> Released:
    made = tuple(turn(each) if isinstance(each, str) else each for each in turns)
    return Released(next(_KEYS), lang, made)
