"""Which names of a dialogue are one person's: every rule yields links that carry its name.

Rules only ever look at forms that the dialogue attests; where two full forms could own a short one,
nothing is merged and the ambiguity is reported.
"""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import combinations, permutations

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold, run_together
from surrogates.labels import gender_of
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.node_keys import NodeKey
from surrogates.notices import Notice
from surrogates.people import compounds as written
from surrogates.people.compounds import full_parts, joined_writings, name_parts, names_of
from surrogates.people.context.breath import in_brackets
from surrogates.people.context.called_by import is_called, is_choice
from surrogates.people.entities import Link, Node
from surrogates.people.linking import near_misses as near_misses_of
from surrogates.people.linking.nicknames import called, diminutives, labelled_apart, nicknames
from surrogates.people.linking.relations import (
    are_strangers,
    decided,
    separated,
    without_strangers,
)
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Constraint
from surrogates.union_find import UnionFind

Nodes = dict[NodeKey, Node]
Rule = Callable[[Scene, Nodes], Iterator[Link]]

_BESIDE = re.compile(r"([^\W\d_]+)\s+$")
RELATIONS = {
    "": "person",
    "short_form": "short_form",
    "compound": "compound",
    "equivalent": "equivalent",
    "variant": "variant",
    "shares_surname": "shares_surname",
}


def person_links(scene: Scene, nodes: Nodes) -> Iterator[Link]:
    """A person's own links: "Curro=Francisco" and mentions joined by hand, with their relation."""
    by_mention: dict[str, NodeKey] = {}
    for key, node in nodes.items():
        for item in node.items:
            by_mention.setdefault(item.key, key)
    surnames = any(node.role == "surname" for node in nodes.values())
    for constraint in scene.constraints:
        if constraint.kind == ConstraintKind.LINK and constraint.value in RELATIONS:
            if not surnames and constraint.value == "shares_surname":
                continue
            if surnames and constraint.value not in ("", "shares_surname"):
                continue
            keys = [by_mention[m] for m in constraint.mentions if m in by_mention]
            for key in keys[1:]:
                yield Link(keys[0], key, RELATIONS[constraint.value])
        elif constraint.kind == ConstraintKind.SHORT_FORM and "=" in constraint.value:
            short, full = (NodeKey(name_key(part)) for part in constraint.value.split("=", 1))
            if short in nodes and full in nodes:
                yield Link(full, short, "short_form")


def cut_offs(scene: Scene, nodes: Nodes) -> Iterator[Link]:
    """ "Fran- Francisco": a cut-off word belongs to the next name that it begins."""
    whole = [u for n in nodes.values() for u in n.units if not u.cut]
    for key, node in nodes.items():
        for unit in node.units:
            if not unit.cut:
                continue
            stem = fold(unit.text)
            near = [
                u
                for u in whole
                if fold(u.text).startswith(stem)
                and u.item.turn == unit.item.turn
                and u.item.start > unit.item.start
            ]
            far = [u for u in whole if fold(u.text).startswith(stem)]
            for other in (near or far)[:1]:
                yield Link(_key_of(nodes, other.item, other.key), key, "false_start")


def writings(nodes: Nodes) -> Iterator[Link]:
    """ "O'Brien", "OBRIEN" and "obrien": one surname, whatever joins its parts."""
    first: dict[str, NodeKey] = {}
    for key in nodes:
        if key.is_apart:
            continue
        one = first.setdefault(_letters_of(key.text), key)
        if one != key:
            yield Link(one, key, "variant")


def _letters_of(text: str) -> str:
    return "".join(char for char in run_together(text) if char.isalnum())


def _key_of(nodes: Nodes, item: Item, key: NodeKey) -> NodeKey:
    for name, node in nodes.items():
        if any(u.item.index == item.index and u.key == key for u in node.units):
            return name
    return key


def short_forms(scene: Scene, nodes: Nodes) -> Iterator[Link]:
    """ "Paco" beside one "Francisco" of a gender that fits, or beside one "Francisco Javier"."""
    names = _Names(scene, nodes)
    wrong = near_misses_of.near_misses(scene, nodes)  # nobody is called so
    for key, node in nodes.items():
        if key.is_cut:
            continue
        owners = names.owners_of(key)
        owners = [
            o for o in owners if o not in wrong or written.other_gender(scene.lexicon, o, wrong[o])
        ]
        # "Mari" is a part of "Mari Carmen" as it stands.
        owners = [o for o in owners if key.text not in name_parts(o)]
        owners = [o for o in owners if not are_strangers(scene, nodes[o], node)]
        told = _sexes_told(scene, node) if owners else set()
        owners = [o for o in owners if not _is_other(scene.lexicon, o, told)]
        # "Maite" beside María Teresa and her part "Teresa" is one of them.
        whole = [set(name_parts(o)) for o in owners]
        owners = [o for o in owners if not any(set(name_parts(o)) < w for w in whole)]
        if len(owners) == 1 or (owners and _one_person(scene, nodes, owners)):
            yield Link(owners[0], key, "short_form")
        elif len(owners) > 1:
            _ambiguous(scene, nodes, owners, node, "short_form")


def _sexes_told(scene: Scene, node: Node) -> set[str]:
    """The genders of the labels of a name, or of words of kinship right before: "auntie [pat]"."""
    if labels := {gender_of(item.label) for item in node.items} & {"f", "m"}:
        return labels
    cues = scene.lexicon.cues("kin_title")
    before = (_BESIDE.search(scene.before(item)) for item in node.items)
    return {cues.get(fold(word[1]), "") for word in before if word} & {"f", "m"}


def _is_other(lexicon: Lexicon, key: str, genders: set[str]) -> bool:
    """Whether a name is known to be of none of these genders, where there are any."""
    known = lexicon.name_by_key.get(key)
    return bool(genders) and known is not None and known.gender not in {"u", *genders}


class _Names:
    """The names of a dialogue by what a short form may be short for."""

    def __init__(self, scene: Scene, nodes: Nodes) -> None:
        self._lexicon = scene.lexicon
        self._by_name: dict[tuple[str, str], list[NodeKey]] = {}
        self._by_part: dict[tuple[str, str], list[NodeKey]] = {}
        for key in nodes:
            plain = key.text
            for name in names_of(scene.lexicon, plain):
                self._by_name.setdefault(name, []).append(key)
            parts = full_parts(scene.lexicon, plain) if " " in plain else ()
            for name in {name for part in parts for name in names_of(scene.lexicon, part)}:
                self._by_part.setdefault(name, []).append(key)

    def owners_of(self, short: NodeKey) -> list[NodeKey]:
        """Keys of the names, and of the compounds with a name, that may have this short form."""
        owners: set[NodeKey] = set()
        for form in self._lexicon.fulls_of.get(short.text, ()):
            for name in names_of(self._lexicon, name_key(form.full)):
                for key in (*self._by_name.get(name, ()), *self._by_part.get(name, ())):
                    whole = self._lexicon.name_by_key.get(key.text)
                    # "Pepe" is not short for "María José", nor "Rob" for "Roberta".
                    if whole is None or len({whole.gender, form.gender} - {"u"}) < 2:
                        owners.add(key)
        return sorted(owners - {short})


def _ambiguous(
    scene: Scene, nodes: Nodes, owners: list[NodeKey], node: Node, relation: str
) -> None:
    """Says that a form may be short for several names, unless a person has decided."""
    if decided(scene, node):
        return
    item = node.items[0]
    pair = (nodes[owners[0]].items[0].key, item.key)
    fix = Constraint(ConstraintKind.LINK, pair, relation)
    scene.raise_issue(notices.SHORT_OF_NAMES, item, tuple(i.key for i in node.items), fix=fix)


def _is_name(scene: Scene, key: str, full: str) -> bool:
    """Whether a key is a full name, or its form in another language ("Xisco" for Francisco)."""
    concepts = scene.lexicon.concept_of
    return key == full or bool(
        set(concepts.get(("name", key), ())) & set(concepts.get(("name", full), ()))
    )


def _one_person(scene: Scene, nodes: Nodes, owners: list[NodeKey]) -> bool:
    """Whether these full names are one name in several languages or writings."""
    first, *others = owners
    return all(
        (_is_name(scene, o.text, first.text) or _one_compound(scene, o, first))
        and not separated(scene, nodes[first], nodes[o])
        for o in others
    )


def _one_compound(scene: Scene, a: NodeKey, b: NodeKey) -> bool:
    lexicon = scene.lexicon
    if " " not in a or " " not in b:
        return False
    return full_parts(lexicon, a.text) == full_parts(lexicon, b.text)


def compound_parts(scene: Scene, nodes: Nodes) -> Iterator[Link]:
    """ "José" and "Manuel" alone beside one "José Manuel"; "Josemanuel" is he, too."""
    lexicon = scene.lexicon
    compounds = [key for key in nodes if " " in key and not key.is_apart]
    plain = {key: full_parts(lexicon, key) for key in compounds}
    first: dict[tuple[str, ...], NodeKey] = {}
    joined: dict[str, NodeKey] = {}
    owners: dict[str, list[NodeKey]] = {}
    for key in compounds:
        # "Mari Carmen" is María del Carmen; "María José" is not José María.
        one = first.setdefault(plain[key], key)
        if one != key and not written.other_gender(lexicon, one, key):
            yield Link(one, key, "compound")
        for writing in joined_writings(lexicon, key):
            joined.setdefault(writing, key)
        for part in set(key.split()):
            owners.setdefault(part, []).append(key)
    for key, whole in permutations(compounds, 2):
        if plain[key] != plain[whole] and (
            written.clips(key.text, whole.text) or written.shortens(lexicon, key.text, plain[whole])
        ):
            yield Link(whole, key, "short_form")
    for key, node in nodes.items():
        if " " in key or key.is_apart:
            continue
        if key in joined:
            yield Link(joined[key], key, "compound")
            continue
        # "María" alone is not short for "José María".
        wholes = [
            compound
            for compound in owners.get(key, ())
            if not written.other_gender(lexicon, compound, key)
            and not separated(scene, nodes[compound], node)
        ]
        if len({plain[owner] for owner in wholes}) == 1:
            yield Link(wholes[0], key, "compound")
        elif wholes:
            _ambiguous(scene, nodes, wholes, node, "compound")


def equivalents(scene: Scene, nodes: Nodes) -> Iterator[Link]:
    """ "Jaume" and "Jaime": one concept in two languages, which are not said alike."""
    near = near_misses_of.near_misses(scene, nodes)
    concepts: dict[str, list[NodeKey]] = {}
    for key in nodes:
        if key.is_cut:
            continue
        for concept in scene.lexicon.concept_of.get(("name", key.text), ()):
            concepts.setdefault(concept, []).append(key)
    for concept, keys in concepts.items():
        for key in keys[1:]:
            if _one_language(scene, concept, keys[0], key):
                continue
            told = near.get(key) == keys[0] or near.get(keys[0]) == key
            if told and near_misses_of.heard(key.text) == near_misses_of.heard(keys[0].text):
                continue  # "Ester, no Esther"
            if separated(scene, nodes[keys[0]], nodes[key]):
                continue
            yield Link(keys[0], key, "equivalent")


def _one_language(scene: Scene, concept: str, a: NodeKey, b: NodeKey) -> bool:
    """Whether two forms of a concept are both names of one language."""
    langs: dict[NodeKey, set[str]] = {a: set(), b: set()}
    for row in scene.lexicon.concepts[("name", concept)]:
        for key, known_in in langs.items():
            if name_key(row["form"]) == key.text:
                known_in.add(row["lang"])
    return bool(langs[a] & langs[b])


def suggest_merges(
    scene: Scene, nodes: Nodes, links: Sequence[Link], refused: Sequence[Link] = ()
) -> None:
    """Raises NEAR_MISS for names one letter apart, MERGE_SUGGESTED for short forms of one name."""
    sets = UnionFind(nodes)
    for link in links:
        sets.union(link.a, link.b)
    doubtful = {frozenset((sets.find(link.a), sets.find(link.b))) for link in refused}
    surnames = any(node.role == "surname" for node in nodes.values())
    known = scene.lexicon.surname_by_key if surnames else scene.lexicon.name_by_key
    keys = sorted(k for k in nodes if " " not in k and not k.is_apart and len(k) > 2)
    near = near_misses_of.near_misses(scene, nodes)
    bases = {k: {f.full for f in scene.lexicon.fulls_of.get(k, ())} for k in keys}
    for a, b in combinations(keys, 2):
        if sets.find(a) == sets.find(b) or frozenset((sets.find(a), sets.find(b))) in doubtful:
            continue
        one_base = not surnames and bool(bases[a] & bases[b])
        shared = one_base and not separated(scene, nodes[a], nodes[b])
        shared = shared and not labelled_apart(nodes[a], nodes[b])  # "Paqui", "Fran"
        likely = known if surnames or not near_misses_of.rare_beside(scene.lexicon, a, b) else ()
        if not shared and not misheard(a, b, likely):
            continue
        if decided(scene, nodes[b]) or decided(scene, nodes[a]):
            continue
        one, two = nodes[a].items[0], nodes[b].items[0]
        later = max(one, two, key=lambda item: item.index)
        if shared:
            relation = "shares_surname" if surnames else "variant"
            scene.raise_issue(notices.TWO_NAMES_ALIKE, later, (one.key, two.key), value=relation)
        elif near.get(a) != b and near.get(b) != a:
            # The name that is known is right, else the one said more often, its short forms too.
            said = {k: sum(sets.find(n) == sets.find(k) for n in nodes) for k in (a, b)}
            often = {k: (-len(nodes[k].units) - said[k], k) for k in (a, b)}
            right, wrong = sorted((a, b), key=lambda k: (k not in known, *often[k]))
            pair = (nodes[right].items[0].key, nodes[wrong].items[0].key)
            scene.raise_issue(
                notices.NEAR_MISS, nodes[wrong].items[0], pair, value=near_misses_of.NEAR_MISS
            )


def misheard(a: str, b: str, known: Container[str]) -> bool:
    """Whether one of two words may be the other badly heard: a letter apart, and not both known."""
    short, long = sorted((a, b), key=len)
    if len(short) < 4 or (a in known and b in known):
        return False
    # Of four letters ("Fran", "Frank"), only where the letter is the last one.
    return within_one_edit(a, b) and (len(short) > 4 or (short != long and long.startswith(short)))


def within_one_edit(a: str, b: str) -> bool:
    """Whether one insertion, deletion or change turns a into b."""
    if abs(len(a) - len(b)) > 1 or a == b:
        return a == b
    i = 0
    while i < min(len(a), len(b)) and a[i] == b[i]:
        i += 1
    return a[i + 1 :] == b[i + 1 :] or a[i:] == b[i + 1 :] or a[i + 1 :] == b[i:]


# In the order of the design; each names itself on its links.
RULES: dict[str, Rule] = {
    "person": person_links,
    "compound": compound_parts,
    "short_form": short_forms,
    "nickname": nicknames,
    "diminutive": diminutives,
    "called": called,
    "equivalent": equivalents,
    "false_start": cut_offs,
}


def find_links(
    scene: Scene,
    nodes: Nodes,
    joined: Sequence[Link] = (),
    rules: dict[str, Rule] | None = None,
) -> list[Link]:
    """`joined` and the links of all rules; pass fewer rules to see what one of them is good for."""
    ruled: list[Link] = []
    firm = list(joined)
    # A mention that a person set apart joins nobody by rule.
    free = {key: node for key, node in nodes.items() if not key.is_apart or key.is_cut}
    for name, rule in (RULES if rules is None else rules).items():
        if name == "person":
            firm.extend(rule(scene, nodes))
        else:
            ruled.extend(rule(scene, free))
    ruled = [link for link in ruled if link.a in nodes and link.b in nodes]
    kept, refused = without_strangers(scene, nodes, firm, ruled)
    for link in kept:
        # "Koldo naiz, Luis ere esaten didate": the words say it.
        ones, others = nodes[link.a].items, nodes[link.b].items
        said = any(is_called(scene, item) for item in others) or is_choice(scene, ones, others)
        said = said or in_brackets(scene, ones, others)
        if link.rule == "equivalent" and not said and not decided(scene, nodes[link.b]):
            _ask(scene, nodes, link, notices.EQUIVALENT)
    for link in refused:
        if not any(decided(scene, nodes[key]) for key in (link.a, link.b)):
            _ask(scene, nodes, link, notices.TWO_NAMES_ALIKE)
    if rules is None:
        suggest_merges(scene, nodes, kept, refused)
    return kept


def _ask(scene: Scene, nodes: Nodes, link: Link, notice: Notice) -> None:
    one, two = nodes[link.a].items[0], nodes[link.b].items[0]
    scene.raise_issue(notice, two, (one.key, two.key), value=link.rule)
