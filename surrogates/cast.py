"""The people of a dialogue before and after the draw: their units, clusters, forms and cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from surrogates import links
from surrogates.entities import Cluster, Link, Node, Unit, cluster, name_units
from surrogates.gender import Gender
from surrogates.identity import SMALL_POOL, Identity, SpellNeed
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import N_, Constraint, EntityCard

Spelled = Mapping[tuple[str, str], SpellNeed]  # (role, key) -> what its spelling asks for


@dataclass
class Cast:
    """The people of a dialogue: units of each item, and the surrogate of each (role, key)."""

    units: dict[int, list[Unit]] = field(default_factory=dict)
    forms: dict[tuple[str, str], str] = field(default_factory=dict)

    def all_units(self) -> list[Unit]:
        return [unit for units in self.units.values() for unit in units]


def cast_of(scene: Scene, items: Iterable[Item]) -> Cast:
    """Cuts the person mentions into units; draws nothing."""
    return Cast({i.index: name_units(i, scene.lexicon, scene.titles) for i in items})


def given_clusters(scene: Scene, cast: Cast) -> list[Cluster]:
    """The people of a dialogue by given name, in order of first appearance."""
    given = nodes_of(scene, cast, "given")
    joined = _join_adjacent(scene, given, cast)
    return cluster(given, [*joined, *links.find_links(scene, given)])


def nodes_of(scene: Scene, cast: Cast, role: str) -> dict[str, Node]:
    split = split_mentions(scene)
    nodes: dict[str, Node] = {}
    for unit in cast.all_units():
        if unit.role != role:
            continue
        key = node_key(unit, split)
        nodes.setdefault(key, Node(key, role)).units.append(unit)
    return nodes


def split_mentions(scene: Scene) -> set[str]:
    """Mentions that a person set apart."""
    return {m for c in scene.constraints if c.kind == "split" for m in c.mentions}


def node_key(unit: Unit, split: set[str]) -> str:
    """A unit's node: its folded text, apart when a person split it off, or when cut off."""
    if unit.item.key in split:
        return f"{unit.key}#{unit.item.key}"
    return f"{unit.key}#cut" if unit.cut else unit.key


def _join_adjacent(scene: Scene, nodes: dict[str, Node], cast: Cast) -> list[Link]:
    """[José] [Manuel] word by word is one compound: a node of its own that owns both parts."""
    items = [i for i in scene.items if i.index in cast.units]
    split = split_mentions(scene)
    found: list[Link] = []
    for one, two in pairwise(items):
        if one.turn != two.turn or scene.between(one, two) != " ":
            continue
        first, second = cast.units[one.index], cast.units[two.index]
        if len(first) != 1 or len(second) != 1:
            continue
        a, b = first[0], second[0]
        if a.role != "given" or b.role != "given" or a.cut or b.cut or a.key == b.key:
            continue
        if {one.key, two.key} & split:
            continue
        key = f"{a.key} {b.key}"
        node = nodes.setdefault(key, Node(key, "given"))
        node.units += [a, b]
        found += [Link(key, a.key, "compound"), Link(key, b.key, "compound")]
    return found


def base_key(group: Cluster) -> str:
    """The form that stands for a cluster in its seed: the fullest, then the smallest."""
    keys = [n.key for n in group.nodes if not n.key.endswith("#cut")] or [group.nodes[0].key]
    linked = {link.b for link in group.links}
    return min(keys, key=lambda k: (k in linked, k))


def pinned_text(scene: Scene, group: Cluster) -> str:
    """What a person typed for a mention of the cluster, or ""."""
    for item in group.items:
        found = scene.constraint_for("surrogate", item)
        if found is not None:
            return found.value
    return ""


def flag_pool(scene: Scene, group: Cluster, identity: Identity | None) -> None:
    item = group.items[0]
    keys = tuple(i.key for i in group.items)
    if identity is None:
        fix = (Constraint("placeholder", keys),)
        scene.raise_issue(
            "POOL_SMALL", "warn", item, N_("No name is left; a placeholder stands here."), keys, fix
        )
    elif identity.relaxed:
        scene.raise_issue(
            "CONSTRAINT_RELAXED",
            "warn",
            item,
            N_("No name had all that the mentions ask for; one of the demands was dropped."),
            keys,
            (Constraint("redraw", keys, "1"),),
        )
    elif 0 < identity.candidates < SMALL_POOL:
        scene.raise_issue(
            "POOL_SMALL",
            "info",
            item,
            N_("Few names fit here, so the surrogate tells something."),
            keys,
        )


def add_card(
    scene: Scene,
    group: Cluster,
    kind: str,
    gender: Gender,
    identity: Identity | None,
    cast: Cast,
) -> None:
    first = group.units[0]
    role = first.role
    surrogate = cast.forms.get((role, base_key(group)), "")
    scene.cards.append(
        EntityCard(
            key=f"{role}:{first.item.key}",
            kind=kind,
            label=first.item.label,
            mentions=tuple(dict.fromkeys(i.key for i in group.items)),
            original=first.text,
            surrogate=surrogate,
            gender=gender.value,
            gender_evidence=gender.evidence,
            lang=scene.lexicon.lang,
            links=group.rules,
            candidates=identity.candidates if identity is not None else 0,
        )
    )
