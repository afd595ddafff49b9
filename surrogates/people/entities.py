"""From mentions to entities: cuts person mentions into name units and clusters units by link.

A unit is one given name ("José Manuel"), surname ("de la Fuente"), initial or cut-off name inside a
mention. Units with one folded key are one node; links between nodes come from `links`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

from surrogates.folding import fold
from surrogates.labels import Kind, says_given
from surrogates.languages.inflection import plain_marks
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.names.full_names import FATHERS
from surrogates.languages.places.nations import is_abroad
from surrogates.languages.stems import Stems
from surrogates.languages.titles import FAMILIES, kin_titles, title_words
from surrogates.node_keys import NodeKey
from surrogates.people.compounds import HYPHENATING, ends_clipped
from surrogates.people.name_words import (
    JOINERS,
    TWO_SURNAMES,
    Word,
    devotion_length,
    is_given,
    is_particle,
    is_saint,
    leads,
    uninflected,
    without_article,
    without_titles,
    words_of,
)
from surrogates.people.turned import surnames_first
from surrogates.rewrite import Item
from surrogates.union_find import UnionFind

# A cut-off word: "Fran-", or "<Fran->" as a transcription marks it.
CUT = re.compile(r"[-–…]\s*>?$")
USUAL = 600.0  # bearers per million of a given name that hardly is a surname beside another
_BETWEEN = frozenset({"e", "eta", "i", "y"})


@dataclass(frozen=True, slots=True)
class Unit:
    """One name inside an item."""

    item: Item
    start: int  # within the item's text
    end: int
    role: str  # "given" | "surname" | "initial"
    key: NodeKey
    cut: bool = False
    ending: str = ""  # an inflection's ending or clitic inside the span
    stem: str = ""  # the text without it, where there is one
    initial: int = 0  # it is the initial of this word of its name, counted from one

    @property
    def text(self) -> str:
        return self.item.text[self.start : self.end]

    @property
    def bare(self) -> str:
        """The text without an ending."""
        return self.stem or self.text


@dataclass(frozen=True, slots=True)
class Link:
    """Two node keys that are one entity, and the rule that says so."""

    a: NodeKey
    b: NodeKey
    rule: str


@dataclass
class Node:
    """All units with one key and role."""

    key: NodeKey
    role: str
    units: list[Unit] = field(default_factory=list)

    @property
    def items(self) -> list[Item]:
        return [unit.item for unit in self.units]


@dataclass
class Cluster:
    """Nodes that are one entity."""

    nodes: list[Node]
    rules: tuple[str, ...] = ()  # of the links that made it
    links: tuple[Link, ...] = ()

    @property
    def units(self) -> list[Unit]:
        return sorted(
            (u for n in self.nodes for u in n.units), key=lambda u: (u.item.index, u.start)
        )

    @property
    def items(self) -> list[Item]:
        return [unit.item for unit in self.units]

    @cached_property
    def begun(self) -> tuple[str, ...]:
        """What its cut-off words say ("San- Sanmartín"): a name that begins so would keep them."""
        said = (fold(u.text).strip("<>-–… ") for u in self.units if u.cut)
        return tuple(start for start in said if len(start) > 1)


def cluster(nodes: dict[NodeKey, Node], links: Iterable[Link]) -> list[Cluster]:
    """Connected components, in order of first appearance."""
    sets = UnionFind(nodes)
    kept = [link for link in links if link.a in nodes and link.b in nodes]
    for link in kept:
        sets.union(link.a, link.b)
    groups: dict[str, list[Node]] = {}
    for key, node in nodes.items():
        groups.setdefault(sets.find(key), []).append(node)
    inside: dict[str, list[Link]] = {root: [] for root in groups}
    for link in kept:
        inside[sets.find(link.a)].append(link)
    clusters: list[Cluster] = []
    for root, members in groups.items():
        rules = tuple(dict.fromkeys(link.rule for link in inside[root]))
        clusters.append(Cluster(members, rules, tuple(inside[root])))
    return sorted(clusters, key=lambda c: (c.units[0].item.index, c.units[0].start))


def name_units(
    item: Item,
    lexicon: Lexicon,
    titles: frozenset[str],
    stems: Stems | None = None,
    *,
    surnames: frozenset[str] = frozenset(),
) -> list[Unit]:
    """Units of a person mention; titles ("don", "Dr.") belong to none and stay as they are.

    `surnames`: folded words that the dialogue shows to be surnames; two, where the first one is
    and a given name stands behind it.
    """
    stems = stems or Stems([item], lexicon, lexicon.lang)
    name_words = words_of(item, lexicon)
    titles |= title_words(item.text, lexicon)
    name_words = without_article(item, name_words, lexicon, titles, stems)
    units: list[Unit] = []
    for part in _people(name_words, titles, item, lexicon):
        words = without_titles(item, part, titles)
        if words:
            family = len(words) == 1 and _tells_family(item, part, titles)
            called = len(words) == 1 and item.kind is not Kind.SURNAME and not family
            if called and kin_titles(item.text, lexicon) and not CUT.search(item.text):
                units += _given_units(
                    item, uninflected(item, words, stems, lexicon)
                )  # "Opa Herbert"
            else:
                units += _units_of(item, words, lexicon, stems, surnames, family=family)
    return units


def _people(
    words: list[Word], titles: frozenset[str], item: Item, lexicon: Lexicon
) -> list[list[Word]]:
    """The words of each person: "don José y doña Ana", "Ane eta Jon", but "M. et Mme Dupont"."""
    for i in range(1, len(words) - 1):
        if words[i].key not in JOINERS:
            continue
        titled = words[i + 1].key in titles and any(w.key not in titles for w in words[:i])
        if titled or (item.kind is not Kind.SURNAME and _two_given(words, i, lexicon)):
            return [words[:i], *_people(words[i + 1 :], titles, item, lexicon)]
    return [words] if words else []


def _two_given(words: list[Word], i: int, lexicon: Lexicon) -> bool:
    """Whether the joiner at i stands between two people's names, not between two surnames."""
    name = words[i + 1].key
    entry = lexicon.name_by_key.get(name)
    if entry is None or not is_given(words[0].key, lexicon):
        return False
    return name not in lexicon.surname_keys or (i == 1 and entry.weight >= USUAL)


def _tells_family(item: Item, words: list[Word], titles: frozenset[str]) -> bool:
    """Whether one name beside these words is a surname: "Mr and Mrs Smith", "Smith family"."""
    keys = [word.key for word in words]
    couple = any(
        one in titles and joint in JOINERS and two in titles
        for one, joint, two in zip(keys, keys[1:], keys[2:], strict=False)
    )
    couple = couple or ("&" in item.text and sum(key in titles for key in keys) > 1)
    return couple or not FAMILIES.isdisjoint(keys)


def _units_of(
    item: Item,
    words: list[Word],
    lexicon: Lexicon,
    stems: Stems,
    surnames: frozenset[str],
    *,
    family: bool,
) -> list[Unit]:
    if CUT.search(item.text) and len(words) == 1:
        word = words[0]
        role = "surname" if item.kind is Kind.SURNAME else "given"
        return [Unit(item, word.start, word.end, role, NodeKey(word.key), cut=True)]
    first = _false_start(item, words)
    words = uninflected(item, words[len(first) :], stems, lexicon)
    if item.kind is Kind.SURNAME or family:
        return first + _surname_units(item, words)
    comma = _comma(item, words) or surnames_first(item, words, lexicon, surnames)
    if comma and is_given(words[comma].key, lexicon):  # "Gómez Ruiz, Luis"
        return _surname_units(item, words[:comma]) + _given_units(item, words[comma:])
    cut = _given_length(words, lexicon, item, surnames)
    if item.kind is Kind.PERSON and says_given(item.label) and len(words) > 1:
        # A whole name under a label for given names has one, and a surname behind it.
        cut = min(max(cut, not is_particle(item, words[0])), len(words) - 1)
    return first + _given_units(item, words[:cut]) + _surname_units(item, words[cut:])


def _comma(item: Item, words: list[Word]) -> int:
    """The place of the first word behind a comma, 0 where there is none."""
    pairs = enumerate(pairwise(words), 1)
    return next((i for i, (a, b) in pairs if "," in item.text[a.end : b.start]), 0)


def _false_start(item: Item, words: list[Word]) -> list[Unit]:
    """The cut-off word that a mention begins with: "Al- Alejandro"."""
    if len(words) < 2 or not words[1].key.startswith(words[0].key):
        return []
    one, two = words[:2]
    gap = item.text[one.end : two.start]
    if not gap.endswith(" ") or not CUT.fullmatch(gap):
        return []
    role = "surname" if item.kind is Kind.SURNAME else "given"
    return [Unit(item, one.start, one.end, role, NodeKey(one.key), cut=True)]


def _given_length(words: list[Word], lexicon: Lexicon, item: Item, surnames: frozenset[str]) -> int:
    """How many leading words of a person mention are given names."""
    keys = [word.key for word in words]
    alone = len(keys) == 1 and is_given(keys[0], lexicon)  # "Al is fine"
    if (is_particle(item, words[0]) and not alone) or (leads(item, words[0]) and len(keys) > 1):
        # "De Miguel Rivera" under a label for whole names: surnames only.
        return 0
    if item.is_given:
        return len(keys)
    if _is_syllabic(item, words):
        return 2
    if len(keys) > 1 and keys[0] in lexicon.surname_keys and not is_given(keys[0], lexicon):
        # A form's field "surnames" under a label for whole names; where nobody has two of them, it
        # is a given name that no list has ("Birk Hasselmann"), unless one stands behind it.
        two = lexicon.lang in TWO_SURNAMES or item.text[words[0].end : words[1].start] == "-"
        return int(not two and keys[0] not in surnames and not is_given(keys[1], lexicon))
    if keys[0] in surnames and not any(is_given(key, lexicon) for key in keys):
        return 0  # "Otxotorena Eskisabel", of an Otxotorena
    if len(keys) > 1 and surnames.issuperset(keys):
        return 0
    doubled = len(keys) > 1 and item.text[words[0].end : words[1].start] == "-"
    if doubled and surnames.issuperset(keys[:2]):
        return 0
    if len(keys) == 1:
        only_surname = keys[0] in lexicon.surname_keys and not is_given(keys[0], lexicon)
        return 0 if only_surname else 1
    for size in (4, 3, 2):
        key = " ".join(keys[:size])  # "Jean-Phi" is short for a name of two words
        if len(keys) >= size and (key in lexicon.name_by_key or key in lexicon.fulls_of):
            return size
    if devoted := devotion_length(keys, lexicon):
        return devoted
    joint = item.text[words[0].end : words[1].start] if lexicon.lang in HYPHENATING else ""
    if joint == "-" and is_given(keys[0], lexicon) and keys[1] not in lexicon.surname_keys:
        return 2
    size = 1
    while size < len(keys) and is_given(keys[size], lexicon) and keys[size] not in surnames:
        surname = keys[size] in lexicon.surname_keys
        word = words[size].stem or item.text[words[size].start : words[size].end]
        if _other_sex(lexicon, keys[0], keys[size]):
            break  # "Primitiva Cebrián"
        left = len(keys) - size
        if keys[size] in FATHERS and left > 1 and is_abroad(lexicon, keys[0]):
            break  # "Karim Ben Salah"
        # "Apolline Marie Tanguy": where people have one surname, what is before it is a name.
        few = left < (3 if lexicon.lang in TWO_SURNAMES else 2)
        if surname and few and not ends_clipped(lexicon, keys[0], word):
            break
        size += 1
    return 2 if size == 1 and _has_middle_name(item, words, lexicon, surnames) else size


def _has_middle_name(
    item: Item, words: list[Word], lexicon: Lexicon, surnames: frozenset[str]
) -> bool:
    """Whether the second of three words is one more given name, though lists have it as a surname:
    people have one surname, and the last word is that alone ("Rosa May Shaw ... Mr Shaw")."""
    keys = [word.key for word in words]
    if lexicon.lang in TWO_SURNAMES or len(keys) != len(("given", "middle", "surname")):
        return False
    apart = all(item.text[a.end : b.start] == " " for a, b in pairwise(words))
    named = len(keys[1]) > 1 and not is_particle(item, words[1]) and not leads(item, words[1])
    return apart and named and keys[2] in surnames and keys[1] not in surnames


def _is_syllabic(item: Item, words: list[Word]) -> bool:
    """Whether the second half of a hyphenated name is in small letters: "Ji-woo Han"."""
    if len(words) < 2 or item.text[words[0].end : words[1].start] != "-":
        return False
    return item.text[words[0].start].isupper() and item.text[words[1].start].islower()


def _other_sex(lexicon: Lexicon, first: str, second: str) -> bool:
    """Whether a name is of the other sex than the one before it, and no second name of that."""
    one, two = (lexicon.name_by_key.get(key) for key in (first, second))
    if one is None or two is None or len({one.gender, two.gender} - {"u"}) < 2:
        return False
    return second not in _seconds(lexicon)


@lru_cache(maxsize=16)
def _seconds(lexicon: Lexicon) -> frozenset[str]:
    """The second names of people of the other sex: "José María", "María José"."""
    pairs = (entry.text for entry in lexicon.name_entries if entry.kind == "compound")
    split = (fold(text.replace("-", " ")).split() for text in pairs)
    known = lexicon.name_by_key
    return frozenset(
        two
        for one, *_, two in (words for words in split if len(words) > 1)
        if one in known and two in known and len({known[one].gender, known[two].gender} - {"u"}) > 1
    )


def _given_units(item: Item, words: list[Word]) -> list[Unit]:
    if not words:
        return []
    if len(words) == 1 or all(len(word.key) > 1 for word in words):
        key = " ".join(word.key for word in words)
        role = "initial" if len(key) == 1 else "given"
        return [_unit(item, words, role, key)]
    return [
        _unit(item, [word], "initial" if len(word.key) == 1 else "given", word.key)
        for word in words
    ]


def _unit(item: Item, words: list[Word], role: str, key: str) -> Unit:
    """One unit of several words; only the first can have a clitic, only the last an ending."""
    first, last = words[0], words[-1]
    inflected = last if last.ending else first
    stem = ""
    if inflected.ending:
        written = plain_marks(item.text[inflected.start : inflected.end]).lower()
        start = inflected.start + written.find(inflected.stem.lower())
        whole = item.text[first.start : start + len(inflected.stem)]
        stem = whole if inflected is last else item.text[start : last.end]
        if inflected is first is last:
            stem = inflected.stem
    return Unit(item, first.start, last.end, role, NodeKey(key), ending=inflected.ending, stem=stem)


def _surname_units(item: Item, words: list[Word]) -> list[Unit]:
    units: list[Unit] = []
    run: list[Word] = []
    for word in words:
        between = word.key in _BETWEEN and is_particle(item, word)
        if between and units and not run and word is not words[-1]:
            continue  # "Ferrer i Soler": said between two surnames, part of neither
        run.append(word)
        begins = is_particle(item, word) or leads(item, word) or word.key in FATHERS
        if begins and word is not words[-1]:
            continue
        role = "initial" if len(word.key) == 1 else "surname"
        # A saint is a part of the name, apart from it or not ("San Martín", "St John").
        saint = "".join(each.key for each in run[:-1] if is_saint(each))
        units.append(_unit(item, run, role, saint + word.key))
        run = []
    return units
