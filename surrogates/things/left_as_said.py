"""What names nobody and stays: a country in which the language is at home, a noun alone.

"Vivo en Madrid, [España]": surrogates of towns and their codes are of these countries, so another
one would contradict them; and whoever speaks the language may live there. "En el [hospital]" does
not say which. Both stay, and an issue says so; a person may type another, or ask for a placeholder.
"""

from collections.abc import Sequence
from functools import lru_cache

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.common_parts import is_public_noun
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import inside_words
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.groups import thing_key

_DECIDED = (ConstraintKind.SURROGATE, ConstraintKind.REDRAW)


@lru_cache(maxsize=16)
def _home_keys(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(fold(row["name"]) for row in lexicon.all_rows("home_countries"))


def at_home(scene: Scene, items: Sequence[Item]) -> list[Item]:
    """The items that say a country of the language, unless a person decided otherwise."""
    home = _home_keys(scene.lexicon)
    return [
        item
        for item in items
        if item.kind in (Kind.PLACE, Kind.COUNTRY)
        and thing_key(scene, item) in home
        and not scene.latest(_DECIDED, [item])
    ]


def plain_nouns(scene: Scene, items: Sequence[Item]) -> list[Item]:
    """The items that are a word for a public thing and nothing else ("hospital", "CHU")."""
    return [
        item
        for item in items
        if item.kind is Kind.ORG
        and is_public_noun(item.text, scene.lexicon)
        and not scene.latest(_DECIDED, [item])
    ]


def floor_words(scene: Scene, items: Sequence[Item]) -> list[Item]:
    """The numbers that are a word for a floor or a door: "principal", "bajo", "links"."""
    plain = inside_words(scene.lexicon)
    return [
        item
        for item in items
        if item.kind is Kind.NUMBER
        and len(item.text) > 1
        and plain.issuperset(words(item.text))
        and not scene.latest(_DECIDED, [item])
    ]


def leave(scene: Scene, items: Sequence[Item], notice: notices.Notice) -> None:
    """Leaves items as they were; one issue and one card for each value."""
    alike: dict[str, list[Item]] = {}
    for item in items:
        alike.setdefault(thing_key(scene, item), []).append(item)
        scene.surrogates[item.index] = item.text
        scene.told[item.index] = frozenset(words(item.text))
    for same in alike.values():
        links = ("same_value",) if len(same) > 1 else ()
        scene.add_card(str(same[0].kind), same, same[0].text, links)
        scene.raise_issue(notice, same[0], tuple(item.key for item in same))
