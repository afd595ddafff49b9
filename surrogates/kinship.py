"""What the words about people say of their names: families, namesakes, names with two surnames.

Nothing is changed here: surnames follow their wording, and what the words around them contradict
is reported with the decision that would settle it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from surrogates.cast import Cast, node_key, split_mentions
from surrogates.entities import Cluster, Unit
from surrogates.folding import words
from surrogates.gender import Gender, clause, introduced
from surrogates.relations import relation_before
from surrogates.scene import Scene
from surrogates.types import N_, Constraint

# Where spouses keep their names, and a child's first surname is the father's.
TWO_SURNAMES = frozenset({"es", "ca", "eu", "gl", "ast"})


@dataclass
class Person:
    """A cluster of given names with the surnames that are said right after them."""

    group: Cluster
    gender: str
    places: list[Unit] = field(default_factory=list)
    surnames: dict[str, list[Unit]] = field(default_factory=dict)  # by node key


def check(scene: Scene, cast: Cast, people: Sequence[tuple[Cluster, Gender]]) -> None:
    """Raises KIN, SURNAME_SHARED and SPLIT_SUGGESTED; all names must have been drawn."""
    persons = _persons(scene, cast, people)
    relations = dict(_relations(scene, persons))
    for a, b in combinations(range(len(persons)), 2):
        relation = relations.get((a, b), "")
        _check_pair(scene, cast, persons[a], persons[b], relation)
    for person in persons:
        _check_namesakes(scene, person)


def _persons(scene: Scene, cast: Cast, people: Sequence[tuple[Cluster, Gender]]) -> list[Person]:
    persons = [Person(group, gender.value) for group, gender in people]
    owner: dict[tuple[int, int], Person] = {}
    for person in persons:
        for unit in person.group.units:
            if owner.setdefault((unit.item.index, unit.start), person) is person:
                person.places.append(unit)
    split = split_mentions(scene)
    ordered = sorted(cast.all_units(), key=lambda u: (u.item.index, u.start))
    current: Person | None = None
    for before, unit in zip([None, *ordered], ordered, strict=False):
        if unit.role != "surname" or unit.initial:
            current = owner.get((unit.item.index, unit.start)) if unit.role == "given" else None
            continue
        if current is None or before is None or not _adjacent(scene, before, unit):
            current = None
            continue
        current.surnames.setdefault(node_key(unit, split), []).append(unit)
    return persons


def _adjacent(scene: Scene, a: Unit, b: Unit) -> bool:
    same = a.item.index == b.item.index
    return same or (a.item.turn == b.item.turn and not scene.between(a.item, b.item).strip())


def _relations(scene: Scene, persons: Sequence[Person]) -> Iterator[tuple[tuple[int, int], str]]:
    """Pairs of people (in order) -> "sibling", "parent", "child", "spouse" or "other".

    "parent" and "child" tell what the later person is to the earlier one, or "parent of" turned
    round where the later one was named first.
    """
    places = sorted(
        (unit.item.index, unit.start, number, unit)
        for number, person in enumerate(persons)
        for unit in person.places
        if not unit.cut
    )
    speakers: dict[str, int] = {}
    for at, (_, _, number, unit) in enumerate(places):
        relation = relation_before(scene, unit)
        if relation:
            turn = unit.item.turn
            earlier = [n for _, _, n, u in places[:at] if u.item.turn == turn and n != number]
            anchor = earlier[-1] if earlier else speakers.get(unit.item.speaker)
            if anchor is not None and anchor != number:
                turned = {"parent": "child", "child": "parent"}
                if anchor < number:
                    yield (anchor, number), relation
                else:
                    yield (number, anchor), turned.get(relation, relation)
        elif introduced(scene, unit.item):
            speakers[unit.item.speaker] = number


def _check_pair(scene: Scene, cast: Cast, a: Person, b: Person, relation: str) -> None:
    if not a.surnames or not b.surnames:
        return
    forms = [{cast.forms.get(("surname", key), key) for key in p.surnames} for p in (a, b)]
    shared = [k for k in b.surnames if cast.forms.get(("surname", k), k) in forms[0]]
    one, two = next(iter(a.surnames.values())), next(iter(b.surnames.values()))
    if not shared and _must_share(scene, a, b, relation):
        pair = (one[0].item.key, two[0].item.key)
        scene.raise_issue(
            "KIN",
            "warn",
            two[0].item,
            N_("The words say that these two share a surname, but their surnames differ."),
            mentions=pair,
            fix=(Constraint("link", pair, "shares_surname"),),
        )
    if shared and _by_chance(scene, a, b, relation):
        units = b.surnames[shared[0]]
        keys = tuple(dict.fromkeys(u.item.key for u in units))
        scene.raise_issue(
            "SURNAME_SHARED",
            "warn",
            units[0].item,
            N_("Two people have one surname, and nothing says that they are of one family."),
            mentions=keys,
            fix=(Constraint("unlink", keys, "shares_surname"),),
        )


def _must_share(scene: Scene, a: Person, b: Person, relation: str) -> bool:
    """Whether people so related have a surname in common: siblings, and the father's line."""
    if relation not in ("parent", "child"):
        return relation == "sibling"
    parent = b if relation == "parent" else a
    return parent.gender == "m" or scene.dialogue.lang.split("-")[0] not in TWO_SURNAMES


def _by_chance(scene: Scene, a: Person, b: Person, relation: str) -> bool:
    """Whether a common surname needs an explanation that the dialogue does not give."""
    for constraint in scene.constraints:
        said = set(constraint.mentions)
        if constraint.kind == "link" and all(
            said & {u.item.key for units in p.surnames.values() for u in units} for p in (a, b)
        ):
            return False
    keeps = scene.dialogue.lang.split("-")[0] in TWO_SURNAMES
    return not relation or (relation == "spouse" and keeps)


def _check_namesakes(scene: Scene, person: Person) -> None:
    """One name, but the words or two surnames tell two people apart."""
    by_key: dict[str, list[Unit]] = {}
    for unit in person.places:
        if not unit.cut and not unit.initial:
            by_key.setdefault(unit.key, []).append(unit)
    for units in by_key.values():
        for rank, unit in enumerate(units[1:], start=1):
            if _is_another(scene, units[:rank], unit):
                _suggest_split(scene, (unit,))
    lists = _surnames_by_place(person)
    first = next(iter(lists.values()), None)
    for place, surnames in lists.items():
        if first is not None and not first & surnames:
            _suggest_split(scene, (person.places[place],))


def _is_another(scene: Scene, earlier: Sequence[Unit], unit: Unit) -> bool:
    """ "otro Juan"; "su hijo, también Juan"; "soy Juan ... mi hijo Juan"."""
    before = " ".join(words(clause(scene, unit.item)))
    cues = scene.lexicon.cues("namesake")
    said = [c for c in cues if unit.start == 0 and f" {before}".endswith(f" {c}")]
    if said:
        close = any(u.item.turn == unit.item.turn for u in earlier)
        sure = any(cue in scene.lexicon.cues("split") for cue in said)
        return close or sure or bool(relation_before(scene, unit))
    if not relation_before(scene, unit):
        return False
    return any(u.item.speaker == unit.item.speaker and introduced(scene, u.item) for u in earlier)


def _surnames_by_place(person: Person) -> Mapping[int, set[str]]:
    """Index of a mention that has surnames -> their keys."""
    found: dict[int, set[str]] = {}
    for key, units in person.surnames.items():
        for unit in units:
            before = [i for i, u in enumerate(person.places) if u.item.index <= unit.item.index]
            if before:
                found.setdefault(before[-1], set()).add(key)
    return dict(sorted(found.items()))


def _suggest_split(scene: Scene, units: Sequence[Unit]) -> None:
    mentions = tuple(unit.item.key for unit in units)
    if scene.latest(("split", "link"), [unit.item for unit in units]) is not None:
        return
    scene.raise_issue(
        "SPLIT_SUGGESTED",
        "warn",
        units[0].item,
        N_("One name, but the words around it tell two people apart; they share a surrogate."),
        mentions=mentions,
        fix=(Constraint("split", mentions),),
    )
