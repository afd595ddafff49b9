"""The people of a dialogue before and after the draw: their units, clusters, forms and cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise

from surrogates import draw, notices
from surrogates.codes import ConstraintKind
from surrogates.folding import PARTICLES, SAINTS, WORD, fold, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.inflection import plain_marks, stems_of
from surrogates.languages.particles import CAPITAL
from surrogates.node_keys import NodeKey
from surrogates.people import initials
from surrogates.people.context.gender import Gender
from surrogates.people.context.surnames_alone import assign_surnames_alone, surnames_said
from surrogates.people.context.titled import is_title
from surrogates.people.entities import Cluster, Link, Node, Unit, cluster, name_units
from surrogates.people.facets import Facet, facet_of, facets_of_firms
from surrogates.people.given_names import SMALL_POOL, Identity
from surrogates.people.letter_needs import SpellNeed
from surrogates.people.linking import links
from surrogates.people.linking.near_misses import NEAR_MISS, assign_slips, near_misses
from surrogates.people.linking.slips import Slip, slip_form
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import EntityCard, Form, Person

# Which units of a mention a decision sets apart.
_SET_APART: dict[str, tuple[str, ...]] = {
    ConstraintKind.SPLIT: ("given", "surname"),
    ConstraintKind.UNLINK: ("surname",),
}
Spelled = Mapping[tuple[str, str], SpellNeed]  # (role, key) -> what its spelling asks for


@dataclass
class Cast:
    """The people of a dialogue."""

    units: dict[int, list[Unit]] = field(default_factory=dict)  # of each item, by its index
    forms: dict[tuple[str, str], str] = field(default_factory=dict)  # (role, key) -> surrogate
    # (role, key) of a name heard wrong -> the key of the right one
    near: dict[tuple[str, NodeKey], NodeKey] = field(default_factory=dict)
    # (role, key) of a name that goes with a nationality -> the origin of the one that is drawn
    origins: dict[tuple[str, str], str] = field(default_factory=dict)

    def origin(self, group: Cluster) -> str:
        """The origin that the names of a cluster are asked to be of, or ""."""
        found = (self.origins.get((n.role, n.key), "") for n in group.nodes)
        return next(filter(None, found), "")

    def all_units(self) -> list[Unit]:
        return [unit for units in self.units.values() for unit in units]


def cast_of(scene: Scene, items: Iterable[Item]) -> Cast:
    """Cuts the person mentions into units; draws nothing."""
    lexicon, titles, stems = scene.lexicon, scene.titles, scene.stems
    said = surnames_said(scene)
    units: dict[int, list[Unit]] = {}
    for item in items:
        if is_stuttered(scene, item):
            role = "surname" if item.kind is Kind.SURNAME else "given"
            start, end = WORD.search(item.text).span()  # type: ignore[union-attr]
            key = NodeKey(fold(item.text[start:end]))
            units[item.index] = [Unit(item, start, end, role, key, cut=True)]
        else:
            joined = joins_next(scene, item)
            found = name_units(item, lexicon, titles, stems, surnames=said) if not joined else []
            units[item.index] = found
    assign_surnames_alone(scene, units, said)
    assign_slips(scene, units)
    _cut_with_their_names(units)
    initials.assign(scene, units)
    _tell_parts_apart(scene, units)
    return Cast(units)


def joins_next(scene: Scene, item: Item) -> bool:
    """Whether a mention is only particles or a title of a name: [de] [la] [Fuente], [Gil] [Jr.]."""
    keys = words(item.text)
    if not keys or not (PARTICLES - SAINTS).issuperset(keys):
        return is_title(scene, item)
    # With a capital it may be a surname of its own ("Le", "Van"), except the Spanish ones.
    if not (item.text.islower() or item.text.isupper() or CAPITAL.issuperset(keys)):
        return False
    after = next((i for i in scene.items_by_turn[item.turn] if i.start >= item.end), None)
    return after is not None and after.kind in NAMES and scene.between(item, after) == " "


def is_stuttered(scene: Scene, item: Item) -> bool:
    """Whether a mention is the start of the name right after it: [san] [san] [sanmartín]."""
    keys = words(item.text)
    # Nobody is called so: it is a particle, or a word that no list has.
    if len(keys) != 1 or len(keys[0]) < 2 or _is_listed(scene, keys[0]):
        return False
    following = (i for i in scene.items_by_turn.get(item.turn, ()) if i.start >= item.end)
    for after in following:
        if after.kind is not item.kind or scene.between(item, after).strip(" ,.…"):
            return False
        first = words(after.text)[:1]
        if first != keys:
            inflected = scene.between(item, after).strip() and keys[0] in stems_of(
                first[0] if first else "", scene.dialogue.lang
            )  # "Jürgen [Kowalczyk]. [Kowalczyks] Vertrag"
            return bool(first) and first[0].startswith(keys[0]) and not inflected
        item = after
    return False


def _is_listed(scene: Scene, key: str) -> bool:
    lexicon = scene.lexicon
    known = key in lexicon.name_by_key or key in lexicon.fulls_of or key in lexicon.surname_keys
    return known and key not in PARTICLES


def _cut_with_their_names(units: dict[int, list[Unit]]) -> None:
    """ "Gon- Gonzá- eh González": a cut word is of the role of the name that it begins.

    The next name of its turn counts first; else any name, where none of its own role begins so.
    """
    whole = [unit for each in units.values() for unit in each if not unit.cut and not unit.initial]
    by_turn: dict[int, list[Unit]] = {}
    for unit in whole:
        by_turn.setdefault(unit.item.turn, []).append(unit)
    for each in units.values():
        for place, unit in enumerate(each):
            if not unit.cut:
                continue
            stem = fold(unit.text)
            turn = by_turn.get(unit.item.turn, ())
            after = [u for u in turn if (u.item.index, u.start) > (unit.item.index, unit.start)]
            begun = [u.role for u in after if fold(u.text).startswith(stem)]
            begun = begun[:1] or [u.role for u in whole if fold(u.text).startswith(stem)]
            if begun and unit.role not in begun:
                each[place] = replace(unit, role=begun[0])


def given_clusters(scene: Scene, cast: Cast) -> list[Cluster]:
    """The people of a dialogue by given name, in order of first appearance."""
    given = nodes_of(scene, cast, "given")
    joined = _join_adjacent(scene, given, cast)
    return cluster(given, links.find_links(scene, given, joined))


def nodes_of(scene: Scene, cast: Cast, role: str) -> dict[NodeKey, Node]:
    split = split_mentions(scene)
    nodes: dict[NodeKey, Node] = {}
    for unit in cast.all_units():
        if unit.role != role:
            continue
        key = node_key(unit, split)
        nodes.setdefault(key, Node(key, role)).units.append(unit)
    return nodes


def split_mentions(scene: Scene) -> dict[tuple[str, str], str]:
    """(role, mention) that a person set apart -> the first of those set apart with it."""
    apart: dict[tuple[str, str], str] = {}
    for constraint in scene.constraints:
        roles = _SET_APART.get(constraint.kind, ())
        for role in roles:
            apart |= {(role, mention): constraint.mentions[0] for mention in constraint.mentions}
    return apart


def node_key(unit: Unit, split: Mapping[tuple[str, str], str]) -> NodeKey:
    """A unit's node: its folded text, apart when a person split it off, or when cut off."""
    apart = split.get((unit.role, unit.item.key))
    if apart is not None:
        return NodeKey.of(unit.key, apart)
    return NodeKey.of(unit.key, "cut") if unit.cut else unit.key


def _join_adjacent(scene: Scene, nodes: dict[NodeKey, Node], cast: Cast) -> list[Link]:
    """[José] [Manuel] word by word is one compound: a node of its own that owns both parts."""
    split = split_mentions(scene)
    joined: list[Link] = []
    for a, b, key in _adjacent(scene, cast.units):
        if ("given", a.item.key) in split or ("given", b.item.key) in split:
            continue
        node = nodes.setdefault(key, Node(key, "given"))
        node.units += [a, b]
        joined += [Link(key, a.key, "compound"), Link(key, b.key, "compound")]
    return joined


def _adjacent(
    scene: Scene, units: Mapping[int, list[Unit]]
) -> Iterator[tuple[Unit, Unit, NodeKey]]:
    """Pairs of mentions that are one compound word by word, and its key."""
    known = scene.lexicon.name_by_key
    for one, two in pairwise(i for i in scene.items if i.index in units):
        first, second = units[one.index], units[two.index]
        if one.turn != two.turn or len(first) != 1 or len(second) != 1:
            continue
        a, b = first[0], second[0]
        if a.role != "given" or b.role != "given" or a.cut or b.cut or a.key == b.key:
            continue
        if a.initial or b.initial or a.ending or scene.between(one, two) != " ":
            continue  # "Rolfs Max" are two
        parts = [unit.key.text for unit in (a, b)]
        key = NodeKey(" ".join(parts))
        genders = {known[k].gender for k in parts if k in known} - {"u"}
        related = parts[1] in scene.lexicon.relatives(parts[0])
        if (len(genders) > 1 or related) and key not in known:
            continue  # a woman and a man, or a name and its short form, one after the other
        yield a, b, key


def _tell_parts_apart(scene: Scene, units: dict[int, list[Unit]]) -> None:
    """[José] [Manuel] and [José] [Luis] are two people, so the two [José] are two names."""
    pairs = list(_adjacent(scene, units))
    wholes: dict[str, set[str]] = {}
    for a, b, key in pairs:
        for unit in (a, b):
            wholes.setdefault(unit.key, set()).add(key)
    for a, b, key in pairs:
        for unit in (a, b):
            if len(wholes[unit.key]) > 1:
                units[unit.item.index] = [
                    replace(unit, key=NodeKey.of(unit.key, key.replace(" ", "-")))
                ]


def base_key(group: Cluster) -> NodeKey:
    """The form that stands for a cluster in its seed: the fullest, then the smallest."""
    keys = [n.key for n in group.nodes if not n.key.is_cut] or [group.nodes[0].key]
    linked = {link.b for link in group.links}
    return min(keys, key=lambda k: (k in linked, k))


def pinned_text(scene: Scene, group: Cluster, cast: Cast) -> str:
    """What a person typed for a mention of the cluster, or ""."""
    decision = scene.latest((ConstraintKind.SURROGATE, ConstraintKind.REDRAW), group.items)
    if decision is None or decision.kind == ConstraintKind.REDRAW:
        return ""  # who asks for another draw takes back what was typed
    for unit in group.units:
        if unit.item.key not in decision.mentions:
            continue
        typed, item_units = decision.value.strip(), cast.units[unit.item.index]
        item = replace(unit.item, text=typed)
        parts = [u for u in cast_of(scene, [item]).units[item.index] if u.role == unit.role]
        alike = [u for u in item_units if u.role == unit.role]
        # Of a whole name, the part that stands where the cluster's unit does.
        if len(item_units) > 1:
            typed = parts[alike.index(unit)].bare if len(parts) == len(alike) else ""
        if unit.ending and scene.stems.inflection is not None:
            # An ending that the mention has as well is cut off.
            cut = scene.stems.inflection.cut(plain_marks(typed))
            typed = next((stem for stem, ending in cut if ending == unit.ending), typed)
        if typed:
            return typed
    return ""


def draw_slip(scene: Scene, group: Cluster, slip: Slip, cast: Cast) -> None:
    """Gives a name heard wrong its surrogate, beside that of the right one, which is drawn."""
    role, right = slip.right.role, slip.right.key
    pinned = pinned_text(scene, group, cast)
    form, good = (
        (pinned, True) if pinned else slip_form(scene, slip, cast.forms.get((role, right), ""))
    )
    if not form:
        return flag_pool(scene, group, None)
    if not good:
        scene.raise_issue(notices.DEMAND_DROPPED, group.items[0], tuple(i.key for i in group.items))
    scene.take(form)
    for each in group.nodes:
        cast.forms[(role, each.key)] = form
        cast.near[(role, each.key)] = right
    return None


def add_near_card(scene: Scene, group: Cluster, kind: str, cast: Cast) -> None:
    add_card(scene, group, kind, Gender("", ""), None, cast)
    card = scene.cards[-1]
    scene.cards[-1] = replace(card, links=(*card.links, NEAR_MISS))


def told_right(
    scene: Scene, groups: Iterable[Cluster], spelled: Spelled
) -> tuple[list[Cluster], dict[NodeKey, list[tuple[Cluster, Slip]]]]:
    """The groups, and apart from them those that are near misses, by the key of the right name."""
    groups = list(groups)
    nodes = {node.key: node for group in groups for node in group.nodes}
    near = near_misses(scene, nodes)
    right: list[Cluster] = []
    wrong: dict[NodeKey, list[tuple[Cluster, Slip]]] = {}
    for group in groups:
        node = group.nodes[0]
        of = near.get(node.key)
        if of is None or len(group.nodes) > 1:
            right.append(group)
            continue
        needs = (spelled.get((node.role, key), SpellNeed()) for key in (node.key, of))
        slip = Slip.of(scene, node, nodes[of], tuple(needs))
        wrong.setdefault(of, []).append((group, slip))
    return right, wrong


def facets_of(scene: Scene, group: Cluster) -> list[Facet]:
    """What the places of a cluster's mentions ask of its forms."""
    split = split_mentions(scene)
    first = scene.lexicon.lang != "en"  # "l'[A. Ferrer]"; of "an" see `initials.letters_of`
    units = (u for u in group.units if not u.cut and (not u.initial or (first and u.initial == 1)))
    whole = [(node_key(u, split), u) for u in units]
    facets = chain((facet_of(scene, *each) for each in whole), facets_of_firms(scene, whole))
    return [one for one in facets if one.asks]


def rank(scene: Scene, group: Cluster) -> tuple[int, bytes]:
    """Where a cluster stands among those equally constrained."""
    keys = [item.key for item in group.items]
    # Ids of a database count up: what is labelled later draws later and takes no surrogate away.
    first = min(map(int, keys)) if all(k.isdecimal() for k in keys) else 0
    return first, draw.order_key(scene.key, scene.dialogue.id, group.nodes[0].key)


def flag_pool(scene: Scene, group: Cluster, identity: Identity | None) -> None:
    item = group.items[0]
    keys = tuple(i.key for i in group.items)
    if identity is None:
        scene.raise_issue(notices.NO_NAME_LEFT, item, keys)
    elif identity.relaxed:
        scene.raise_issue(notices.DEMAND_DROPPED, item, keys)
    elif 0 < identity.candidates < SMALL_POOL:
        scene.raise_issue(notices.FEW_NAMES, item, keys)


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


def portray(
    scene: Scene, cast: Cast, people: Sequence[Cluster], surnames: Sequence[Mapping[str, object]]
) -> None:
    """Writes `scene.people`: who there is, by which forms, and where; `surnames` of each, by key.

    A surname that is said alone is of the last one before it who has it; of nobody, one of its own.
    """
    split = split_mentions(scene)
    said: list[dict[tuple[str, NodeKey], list[Unit]]] = [{} for _ in people]
    by_given = {node.key: i for i, group in enumerate(people) for node in group.nodes}
    last = 0
    alone: dict[NodeKey, int] = {}
    for unit in sorted(cast.all_units(), key=lambda u: (u.item.index, u.start)):
        key = node_key(unit, split)
        key_of = cast.near.get((unit.role, key), key)
        if unit.role == "given" and key_of in by_given:
            last = by_given[key_of]
            said[last].setdefault((unit.role, key), []).append(unit)
        elif unit.role == "surname" and not unit.initial:
            owners = [i for i, known in enumerate(surnames) if key_of in known]
            if not owners:
                alone.setdefault(key_of, len(said))
                owners = [alone[key_of]]
                said += [{}] if owners[0] == len(said) else []
            owner = last if last in owners else owners[0]
            said[owner].setdefault((unit.role, key), []).append(unit)
    linked = {link.b: link.rule for group in people for link in group.links}
    for forms in said:
        scene.people.append(
            Person(
                tuple(
                    Form(
                        NEAR_MISS if (role, key) in cast.near else linked.get(key, role),
                        units[0].text,
                        cast.forms.get((role, key), ""),
                        tuple(dict.fromkeys(unit.item.key for unit in units)),
                    )
                    for (role, key), units in forms.items()
                )
            )
        )
