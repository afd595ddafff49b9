"""From mentions to entities: cuts person mentions into name units and clusters units by link.

A unit is one given name ("José Manuel"), surname ("de la Fuente"), initial or cut-off name inside a
mention. Units with one folded key are one node; links between nodes come from `links`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from surrogates.folding import PARTICLES, WORD, fold
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item

# A cut-off word: "Fran-", or "<Fran->" as a transcription marks it.
CUT = re.compile(r"[-–…]\s*>?$")


@dataclass(frozen=True, slots=True)
class Unit:
    """One name inside an item: [start, end) within the item's text."""

    item: Item
    start: int
    end: int
    role: str  # "given" | "surname" | "initial"
    key: str
    cut: bool = False

    @property
    def text(self) -> str:
        return self.item.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Link:
    """Two node keys that are one entity, and the rule that says so."""

    a: str
    b: str
    rule: str


@dataclass
class Node:
    """All units with one key and role."""

    key: str
    role: str
    units: list[Unit] = field(default_factory=list)

    @property
    def items(self) -> list[Item]:
        return [unit.item for unit in self.units]


@dataclass
class Cluster:
    """Nodes that are one entity; `rules` names the links that made it."""

    nodes: list[Node]
    rules: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def units(self) -> list[Unit]:
        return sorted(
            (u for n in self.nodes for u in n.units), key=lambda u: (u.item.index, u.start)
        )

    @property
    def items(self) -> list[Item]:
        return [unit.item for unit in self.units]


class UnionFind:
    """Sets of strings that merge; the smallest string stands for its set."""

    def __init__(self, keys: Iterable[str] = ()) -> None:
        self._parent = {key: key for key in keys}

    def find(self, key: str) -> str:
        parent = self._parent.setdefault(key, key)
        while parent != key:
            key, parent = parent, self._parent.setdefault(parent, parent)
        return key

    def union(self, a: str, b: str) -> None:
        low, high = sorted((self.find(a), self.find(b)))
        self._parent[high] = low


def cluster(nodes: dict[str, Node], links: Iterable[Link]) -> list[Cluster]:
    """Connected components, in order of first appearance."""
    sets = UnionFind(nodes)
    kept = [link for link in links if link.a in nodes and link.b in nodes]
    for link in kept:
        sets.union(link.a, link.b)
    groups: dict[str, list[Node]] = {}
    for key, node in nodes.items():
        groups.setdefault(sets.find(key), []).append(node)
    clusters: list[Cluster] = []
    for root, members in groups.items():
        inside = tuple(link for link in kept if sets.find(link.a) == root)
        rules = tuple(dict.fromkeys(link.rule for link in inside))
        clusters.append(Cluster(members, rules, inside))
    return sorted(clusters, key=lambda c: (c.units[0].item.index, c.units[0].start))


def name_units(item: Item, lexicon: Lexicon, titles: frozenset[str]) -> list[Unit]:
    """Units of a person mention; titles ("don", "Dr.") belong to none and stay as they are."""
    found = [(m.start(), m.end()) for m in WORD.finditer(item.text)]
    words = [(s, e, _spelled_out(fold(item.text[s:e]))) for s, e in found]
    words = [w for w in words if w[2] not in titles or len(words) == 1]
    if not words:
        return []
    if CUT.search(item.text) and len(words) == 1:
        start, end, key = words[0]
        role = "surname" if item.kind is Kind.SURNAME else "given"
        return [Unit(item, start, end, role, key, cut=True)]
    if item.kind is Kind.SURNAME:
        return _surname_units(item, words)
    cut = _given_length(words, lexicon, item)
    return _given_units(item, words[:cut], lexicon) + _surname_units(item, words[cut:])


def _spelled_out(key: str) -> str:
    """ "Mª" is written for María, "Fco" for Francisco."""
    return {"mª": "maria", "fco": "francisco"}.get(key, key)


def _given_length(words: list[tuple[int, int, str]], lexicon: Lexicon, item: Item) -> int:
    """How many leading words of a person mention are given names."""
    keys = [key for _, _, key in words]
    if keys[0] in PARTICLES:
        # "De Miguel Rivera" under a label for whole names: surnames only.
        return 0
    if item.kind is Kind.GIVEN and item.label.casefold() != "per":
        return len(keys)
    if len(keys) > 1 and keys[0] in lexicon.surname_keys and not _is_given(keys[0], lexicon):
        return 0  # a form's field "surnames" under a label for whole names
    if len(keys) == 1:
        only_surname = keys[0] in lexicon.surname_keys and not _is_given(keys[0], lexicon)
        return 0 if only_surname else 1
    for size in (4, 3, 2):
        if " ".join(keys[:size]) in lexicon.name_by_key and len(keys) >= size:
            return size
    size = 1
    while size < len(keys) and _is_given(keys[size], lexicon):
        surname = keys[size] in lexicon.surname_keys
        if surname and len(keys) - size < 3:
            break
        size += 1
    return size


def _is_given(key: str, lexicon: Lexicon) -> bool:
    return (
        key in lexicon.name_by_key or key in lexicon.fulls_of or ("name", key) in lexicon.concept_of
    )


def _given_units(item: Item, words: list[tuple[int, int, str]], lexicon: Lexicon) -> list[Unit]:
    if not words:
        return []
    if len(words) == 1 or all(len(key) > 1 for _, _, key in words):
        key = " ".join(k for _, _, k in words)
        role = "initial" if len(key) == 1 else "given"
        return [Unit(item, words[0][0], words[-1][1], role, key)]
    return [
        Unit(item, start, end, "initial" if len(key) == 1 else "given", key)
        for start, end, key in words
    ]


def _surname_units(item: Item, words: list[tuple[int, int, str]]) -> list[Unit]:
    units: list[Unit] = []
    start: int | None = None
    for begin, end, key in words:
        if start is None:
            start = begin
        if key in PARTICLES and (begin, end, key) != words[-1]:
            continue
        role = "initial" if len(key) == 1 else "surname"
        units.append(Unit(item, start, end, role, key))
        start = None
    return units
