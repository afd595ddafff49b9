"""A nickname that no list has, set right at once: "soy lourdi, bueno, Lourdes".

A rule of `links`.
"""

from collections.abc import Iterator
from itertools import pairwise

from surrogates import notices
from surrogates.languages.lexicon import Lexicon
from surrogates.node_keys import NodeKey
from surrogates.people.context.breath import in_one_breath
from surrogates.people.entities import Link, Node, Unit
from surrogates.people.near_misses import one_letter_off
from surrogates.people.relations import decided
from surrogates.scene import Scene

SHARED = 3  # letters that a nickname has of the beginning or the end of its name


def nicknames(scene: Scene, nodes: dict[NodeKey, Node]) -> Iterator[Link]:
    """Links a word of no list with the name that sets it right, where they begin or end alike.

    Where the letters do not show it ("nani, bueno, Ana") a person is asked.
    """
    units = sorted(
        (unit for node in nodes.values() for unit in node.units if not unit.cut),
        key=lambda unit: (unit.item.index, unit.start),
    )
    key_of = {id(unit): key for key, node in nodes.items() for unit in node.units}
    for one, two in pairwise(units):
        nick, name = key_of[id(one)], key_of[id(two)]
        if nick == name or _is_known(scene.lexicon, nick.text) or one.initial or two.initial:
            continue
        if not _is_known(scene.lexicon, name.text) or not in_one_breath(scene, one.item, two.item):
            continue
        if one_letter_off(nick.text, name.text):
            continue  # heard wrong: see `near_misses`
        if _share_an_end(nick.text, name.text):
            yield Link(name, nick, "short_form")
        elif not decided(scene, nodes[nick]):
            _ask(scene, two, one)


def _ask(scene: Scene, name: Unit, nick: Unit) -> None:
    pair = (name.item.key, nick.item.key)
    scene.raise_issue(notices.NAME_CORRECTED, nick.item, pair, value="short_form")


def _is_known(lexicon: Lexicon, key: str) -> bool:
    lists = (lexicon.name_by_key, lexicon.fulls_of, lexicon.surname_by_key)
    return any(key in known for known in lists) or ("name", key) in lexicon.concept_of


def _share_an_end(nick: str, name: str) -> bool:
    """Whether a nickname begins or ends as its name does: "lourdi", "gwenny"."""
    if min(len(nick), len(name)) <= SHARED:
        return name.startswith(nick) or name.endswith(nick)
    return nick[:SHARED] == name[:SHARED] or nick[-SHARED:] == name[-SHARED:]
