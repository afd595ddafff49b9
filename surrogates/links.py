"""Which names of a dialogue are one person's: every rule yields links that carry its name.

Rules only ever look at forms that the dialogue attests; where two full forms could own a short one,
nothing is merged and the ambiguity is reported.
"""

from collections.abc import Callable, Iterator

from surrogates.entities import Link, Node, UnionFind
from surrogates.folding import fold, words
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import N_, Constraint

Nodes = dict[str, Node]
Rule = Callable[[Scene, Nodes], Iterator[Link]]


def person_links(scene: Scene, nodes: Nodes) -> Iterator[Link]:
    """A person's own links: "Curro=Francisco" and mentions joined by hand."""
    by_mention = {item.key: key for key, node in nodes.items() for item in node.items}
    for constraint in scene.constraints:
        if constraint.kind == "link":
            keys = [by_mention[m] for m in constraint.mentions if m in by_mention]
            for key in keys[1:]:
                yield Link(keys[0], key, "person")
        elif constraint.kind == "short_form" and "=" in constraint.value:
            short, full = (fold(part.strip()) for part in constraint.value.split("=", 1))
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


def _key_of(nodes: Nodes, item: Item, key: str) -> str:
    for name, node in nodes.items():
        if any(u.item.index == item.index and u.key == key for u in node.units):
            return name
    return key


def short_forms(scene: Scene, nodes: Nodes) -> Iterator[Link]:
    """ "Paco" beside one "Francisco" of a gender that fits."""
    lexicon = scene.lexicon
    for key, node in nodes.items():
        if key.endswith("#cut"):
            continue
        forms = lexicon.fulls_of.get(_plain(key), ())
        owners = sorted(
            {
                other
                for form in forms
                for other in nodes
                if other != key and _plain(other) == fold(form.full)
            }
        )
        owners = [o for o in owners if not separated(scene, nodes[o], node)]
        if len(owners) == 1:
            yield Link(owners[0], key, "short_form")
        elif len(owners) > 1 and not _decided(scene, node):
            item = node.items[0]
            first = tuple(nodes[owners[0]].items[0].key for _ in (0,))
            scene.raise_issue(
                "SHORT_AMBIGUOUS",
                "warn",
                item,
                N_("This short form fits more than one name of the dialogue; it was left apart."),
                mentions=tuple(i.key for i in node.items),
                fix=(Constraint("link", (*first, item.key)),),
            )


def _plain(key: str) -> str:
    return key.split("#", 1)[0]


def _decided(scene: Scene, node: Node) -> bool:
    keys = {item.key for item in node.items}
    return any(c.kind in ("link", "split") and keys & set(c.mentions) for c in scene.constraints)


def compound_parts(scene: Scene, nodes: Nodes) -> Iterator[Link]:
    """ "José" and "Manuel" alone beside one "José Manuel"."""
    lexicon = scene.lexicon
    compounds = [key for key in nodes if " " in key and "#" not in key]
    for key in nodes:
        if " " in key or "#" in key:
            continue
        entry = lexicon.name_by_key.get(key)
        owners = []
        for compound in compounds:
            parts = compound.split()
            if key not in parts:
                continue
            whole = lexicon.name_by_key.get(compound)
            genders = {e.gender for e in (entry, whole) if e is not None} - {"u"}
            # "María" alone is not short for "José María".
            if len(genders) < 2 and not separated(scene, nodes[compound], nodes[key]):
                owners.append(compound)
        if len(owners) == 1:
            yield Link(owners[0], key, "compound")


def equivalents(scene: Scene, nodes: Nodes) -> Iterator[Link]:
    """ "Jaume" and "Jaime": one concept in two languages."""
    concepts: dict[str, list[str]] = {}
    for key in nodes:
        if key.endswith("#cut"):
            continue
        for concept in scene.lexicon.concept_of.get(("name", _plain(key)), ()):
            concepts.setdefault(concept, []).append(key)
    for keys in concepts.values():
        for key in keys[1:]:
            if separated(scene, nodes[keys[0]], nodes[key]):
                continue
            yield Link(keys[0], key, "equivalent")
            item = nodes[key].items[0]
            if not _decided(scene, nodes[key]):
                pair = (nodes[keys[0]].items[0].key, item.key)
                scene.raise_issue(
                    "EQUIV_LANG",
                    "warn",
                    item,
                    N_("Two forms of one name in two languages were taken for one person."),
                    mentions=pair,
                    fix=(Constraint("link", pair),),
                )


def suggest_merges(scene: Scene, nodes: Nodes, found: list[Link]) -> None:
    """Raises MERGE_SUGGESTED for names one letter apart, or short forms of one name."""
    sets = UnionFind(nodes)
    for link in found:
        sets.union(link.a, link.b)
    keys = sorted(k for k in nodes if " " not in k and "#" not in k and len(k) > 3)
    for i, a in enumerate(keys):
        for b in keys[i + 1 :]:
            bases_a = {f.full for f in scene.lexicon.fulls_of.get(a, ())}
            bases_b = {f.full for f in scene.lexicon.fulls_of.get(b, ())}
            shared = bool(bases_a & bases_b) and not separated(scene, nodes[a], nodes[b])
            if sets.find(a) == sets.find(b):
                continue
            if not shared and not _misheard(scene, a, b):
                continue
            if _decided(scene, nodes[b]) or _decided(scene, nodes[a]):
                continue
            pair = (nodes[a].items[0].key, nodes[b].items[0].key)
            scene.raise_issue(
                "MERGE_SUGGESTED",
                "warn",
                max(nodes[a].items[0], nodes[b].items[0], key=lambda item: item.index),
                N_("Two names look like one person's; they have separate surrogates."),
                mentions=pair,
                fix=(Constraint("link", pair),),
            )


def _misheard(scene: Scene, a: str, b: str) -> bool:
    known = scene.lexicon.name_by_key
    if len(a) < 5 or len(b) < 5 or (a in known and b in known):
        return False
    return within_one_edit(a, b)


def within_one_edit(a: str, b: str) -> bool:
    """Whether one insertion, deletion or change turns a into b."""
    if abs(len(a) - len(b)) > 1 or a == b:
        return a == b
    i = 0
    while i < min(len(a), len(b)) and a[i] == b[i]:
        i += 1
    return a[i + 1 :] == b[i + 1 :] or a[i:] == b[i + 1 :] or a[i + 1 :] == b[i:]


def separated(scene: Scene, a: Node, b: Node) -> bool:
    """Whether a cue between them ("su hermano", "otra") says that they are two people."""
    cues = scene.lexicon.cues("split")
    for one in a.items:
        for two in b.items:
            first, last = sorted((one, two), key=lambda item: item.index)
            if first.turn != last.turn or first.end > last.start:
                continue
            if any(w in cues for w in words(scene.between(first, last))):
                return True
    return False


# In the order of the design; each names itself on its links.
RULES: dict[str, Rule] = {
    "person": person_links,
    "compound": compound_parts,
    "short_form": short_forms,
    "equivalent": equivalents,
    "false_start": cut_offs,
}


def find_links(scene: Scene, nodes: Nodes, rules: dict[str, Rule] | None = None) -> list[Link]:
    """Links of all rules; pass fewer rules to see what one of them is good for."""
    found: list[Link] = []
    # A mention that a person set apart joins nobody by rule.
    free = {key: node for key, node in nodes.items() if "#" not in key or key.endswith("#cut")}
    for name, rule in (RULES if rules is None else rules).items():
        found.extend(rule(scene, nodes if name == "person" else free))
    if rules is None:
        suggest_merges(scene, nodes, found)
    return found
