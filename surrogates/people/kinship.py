"""What the words about people say of their names: families, namesakes, names with two surnames.

Nothing is changed here: surnames follow their wording, and what the words around them contradict
is reported with the decision that would settle it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import words
from surrogates.languages.inflection import stems_of
from surrogates.node_keys import NodeKey
from surrogates.people.cast import Cast, node_key, portray, split_mentions
from surrogates.people.context.gender import Gender
from surrogates.people.context.introductions import clause, introduced, names_self
from surrogates.people.entities import Cluster, Unit
from surrogates.people.linking.relations import (
    has_namesakes,
    kin_alone,
    possessor,
    relation_before,
    relation_of,
)
from surrogates.people.name_words import TWO_SURNAMES
from surrogates.people.shared_surnames import Person, by_chance, is_renamed, must_share, shares
from surrogates.scene import Scene
from surrogates.types import Constraint, Tie

_PART = re.compile(r"[\s-]+")
_SHORT = 3  # letters of a part of a name that is said in short
_TURNED = {"parent": "child", "child": "parent"}


def check(scene: Scene, cast: Cast, people: Sequence[tuple[Cluster, Gender]]) -> None:
    """Raises KIN, SURNAME_SHARED and SPLIT_SUGGESTED; all names must have been drawn."""
    persons = _persons(scene, cast, people)
    relations: dict[tuple[int, int], str] = {}
    for pair, relation in _relations(scene, persons):
        relations.setdefault(pair, relation)
    scene.ties += [Tie(*pair, relation) for pair, relation in relations.items()]
    apart = _told_apart_from_names(scene, persons, cast, relations)
    scene.ties += apart
    relations |= {(tie.one, tie.other): tie.kind for tie in apart}
    portray(scene, cast, [person.group for person in persons], [p.surnames for p in persons])
    _check_alone(scene, cast, persons)
    for a, b in combinations(range(len(persons)), 2):
        relation = relations.get((a, b), "")
        others = [p for i, p in enumerate(persons) if i not in (a, b)]
        _check_pair(scene, cast, persons[a], persons[b], relation, others)
    for person in persons:
        _check_namesakes(scene, person)


def _told_apart_from_names(
    scene: Scene, persons: Sequence[Person], cast: Cast, known: Mapping[tuple[int, int], str]
) -> list[Tie]:
    """Ties of people who share a surname, from "mi padre" said without a name.

    As many pairs as there are such words; with more nothing tells which are meant.
    """
    pairs = [
        (a, b)
        for a, b in combinations(range(len(persons)), 2)
        if (a, b) not in known and shares(cast, persons[a], persons[b])
    ]
    said = kin_alone(scene) if pairs else []
    if len(pairs) > len({word for _, _, word, _ in said}):
        return []
    keeps = scene.dialogue.lang.split("-")[0] in TWO_SURNAMES
    units = ((i, unit) for i, person in enumerate(persons) for unit in person.places)
    selves = _themselves(scene, sorted(units, key=lambda p: (p[1].item.index, p[1].start)))
    ties = []
    for pair, (turn, speaker, word, relation) in zip(pairs, said, strict=False):
        if relation == "spouse" and keeps:
            continue
        one, other = pair
        if selves.get(speaker) == other:
            relation = _TURNED.get(relation, relation)
        elif selves.get(speaker) != one:
            relation = "other"
        ties.append(Tie(one, other, relation, word, turn))
    return ties


def _check_alone(scene: Scene, cast: Cast, persons: Sequence[Person]) -> None:
    """A surname of people who were told apart, said without a given name."""
    apart = {key.text for _, key in _unlinked(scene, cast)}
    owned = {
        (u.item.index, u.start) for p in persons for units in p.surnames.values() for u in units
    }
    for unit in cast.all_units():
        alone = (unit.item.index, unit.start) not in owned and not unit.initial
        told = scene.constraint_for(ConstraintKind.UNLINK, unit.item) is not None
        if unit.role == "surname" and unit.key.text in apart and alone and not told:
            scene.raise_issue(notices.SURNAME_AMBIGUOUS, unit.item)


def _unlinked(scene: Scene, cast: Cast) -> Iterator[tuple[str, NodeKey]]:
    unlinked = {m for c in scene.constraints if c.kind == ConstraintKind.UNLINK for m in c.mentions}
    for unit in cast.all_units():
        if unit.role == "surname" and unit.item.key in unlinked:
            yield unit.item.key, unit.key


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
        key = node_key(unit, split)
        current.surnames.setdefault(cast.near.get(("surname", key), key), []).append(unit)
    return persons


def _adjacent(scene: Scene, a: Unit, b: Unit) -> bool:
    """Whether a name goes on with another, or "née" stands between them."""
    if a.item.index == b.item.index or a.item.turn != b.item.turn:
        return a.item.index == b.item.index
    between = scene.between(a.item, b.item)
    return not between.strip() or " ".join(words(between)) in scene.lexicon.cues("maiden")


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
    places_units = [(number, unit) for _, _, number, unit in places]
    themselves = _themselves(scene, places_units)
    relatives: dict[str, list[int]] = {}  # of each speaker
    for at, (number, unit) in enumerate(places_units):
        relation, anchor = relation_before(scene, unit), None
        if relation:
            speaker = _whose(scene, unit)
            if possessor(scene, unit) == "mine":
                relatives.setdefault(unit.item.speaker, []).append(number)
            else:
                turn = unit.item.turn
                earlier = [n for n, u in places_units[:at] if u.item.turn == turn and n != number]
                anchor = earlier[-1] if earlier else None
            anchor = themselves.get(speaker) if anchor is None else anchor
        elif of := relation_of(scene, unit):
            # "Soy la hermana de Luis, Eva": what the other one is to this name.
            relation = _TURNED.get(of, of)
            anchor = _apposed(scene, persons, number, unit, places_units[at + 1 :])
            anchor = themselves.get(unit.item.speaker) if anchor is None else anchor
        if anchor is not None and anchor != number:
            if anchor < number:
                yield (anchor, number), relation
            else:
                yield (number, anchor), _TURNED.get(relation, relation)
    for numbers in relatives.values():
        for a, b in combinations(sorted(set(numbers)), 2):
            yield (a, b), "other"


def _themselves(scene: Scene, said: Sequence[tuple[int, Unit]]) -> dict[str, int]:
    """Speaker -> the person whose name he gives as his own, or else introduces."""
    genders: dict[str, int] = {}
    for number, unit in said:
        if names_self(scene, unit.item):
            genders.setdefault(unit.item.speaker, number)
    for number, unit in said:
        if introduced(scene, unit.item) and not relation_before(scene, unit):
            genders.setdefault(unit.item.speaker, number)
    return genders


def _whose(scene: Scene, unit: Unit) -> str:
    """The speaker whose relative is named: of "su madre" the other one, of all else himself."""
    others = {turn.speaker for turn in scene.dialogue.turns} - {unit.item.speaker}
    if possessor(scene, unit) == "yours" and len(others) == 1:
        return others.pop()
    return unit.item.speaker


def _apposed(
    scene: Scene,
    persons: Sequence[Person],
    number: int,
    unit: Unit,
    after: Sequence[tuple[int, Unit]],
) -> int | None:
    """The person named in a comma behind a name and its surnames: "la hermana de Luis Gil, Eva"."""
    surnames = [u for units in persons[number].surnames.values() for u in units]
    last = max(
        (u.item for u in (unit, *surnames) if u.item.turn == unit.item.turn),
        key=lambda item: item.index,
    )
    for other, named in after[:1]:
        if named.item.turn == last.turn and named.item.start > last.end:
            return other if scene.between(last, named.item) == ", " else None
    return None


def _check_pair(
    scene: Scene, cast: Cast, a: Person, b: Person, relation: str, others: Sequence[Person]
) -> None:
    if not a.surnames or not b.surnames:
        return
    forms = [{cast.forms.get(("surname", key), key) for key in p.surnames} for p in (a, b)]
    shared = [k for k in b.surnames if cast.forms.get(("surname", k), k) in forms[0]]
    one, two = next(iter(a.surnames.values())), next(iter(b.surnames.values()))
    # "Ainhoa Otegi naiz, eta aita Mikel Lasa": the parents of a child with a surname of each.
    child = any(shares(cast, c, a) and shares(cast, c, b) for c in others)
    if not shared and not child and must_share(scene, cast, (a, b), relation, others):
        pair = (one[0].item.key, two[0].item.key)
        scene.raise_issue(notices.KIN, two[0].item, pair, value="shares_surname")
    if shared and by_chance(scene, cast, a, b, relation):
        units = b.surnames[shared[0]]
        keys = tuple(dict.fromkeys(u.item.key for u in units))
        scene.raise_issue(notices.SURNAME_SHARED, units[0].item, keys, value="shares_surname")


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
    if has_namesakes(scene):
        return  # "[Maureen Price], her namesake": one surrogate is right for both
    lists = _surnames_by_place(person)
    first = next(iter(lists.values()), None)
    for place, surnames in lists.items():
        if first is None or first & surnames or is_renamed(scene, person, place, first | surnames):
            continue
        if _is_of_given_name(scene, person, surnames):
            scene.raise_issue(notices.READ_AS_SURNAME, person.places[place].item)
        else:
            _suggest_split(scene, (person.places[place],))
            _doubt_short_forms(scene, person, lists)


def _is_of_given_name(scene: Scene, person: Person, surnames: Set[str]) -> bool:
    """Whether what was read as a surname begins or inflects a part of the given name: "Jean-Phi"
    of Jean-Philippe, "Joxe Marik" of Joxe Mari."""
    parts = {word for unit in person.places for word in _PART.split(unit.key)}
    forms = {form for name in surnames for form in (name, *stems_of(name, scene.dialogue.lang))}
    return any(len(f) >= _SHORT and part.startswith(f) for f in forms for part in parts)


def _doubt_short_forms(scene: Scene, person: Person, named: Mapping[int, set[str]]) -> None:
    """ "¿Fran?" beside Francisco Gil and Francisco Mora: nothing says whose short form it is."""
    short = {link.b for link in person.group.links if link.rule == "short_form"}
    places = [u for i, u in enumerate(person.places) if u.key in short and i not in named]
    if (
        not places
        or scene.latest((ConstraintKind.SPLIT, ConstraintKind.LINK), [u.item for u in places])
        is not None
    ):
        return
    owner, item = person.places[next(iter(named))].item, places[0].item
    fix = Constraint(ConstraintKind.LINK, (owner.key, item.key), "short_form")
    keys = tuple(u.item.key for u in places)
    scene.raise_issue(notices.SHORT_OF_PEOPLE, item, keys, fix=fix)


def _is_another(scene: Scene, earlier: Sequence[Unit], unit: Unit) -> bool:
    """ "otro Juan"; "su hijo, también Juan"; "soy Juan ... mi hijo Juan"."""
    if has_namesakes(scene):
        return False
    before = " ".join(words(clause(scene, unit.item)))
    cues = scene.lexicon.cues("namesake")
    stops = scene.before(unit.item).rstrip().endswith(",")  # "Mi [Mª Sol] también, [María Sol] Gil"
    led = unit.start == 0 and not stops
    cues_before = [c for c in cues if led and f" {before}".endswith(f" {c}")]
    if cues_before:
        close = any(u.item.turn == unit.item.turn for u in earlier)
        sure = any(cue in scene.lexicon.cues("split") for cue in cues_before)
        return close or sure or bool(relation_before(scene, unit))
    if not relation_before(scene, unit):
        return False
    return any(u.item.speaker == unit.item.speaker and introduced(scene, u.item) for u in earlier)


def _surnames_by_place(person: Person) -> Mapping[int, set[str]]:
    """Index of a mention that has surnames -> their keys."""
    surnames: dict[int, set[str]] = {}
    for key, units in person.surnames.items():
        for unit in units:
            before = [i for i, u in enumerate(person.places) if u.item.index <= unit.item.index]
            if before:
                surnames.setdefault(before[-1], set()).add(key)
    return dict(sorted(surnames.items()))


def _suggest_split(scene: Scene, units: Sequence[Unit]) -> None:
    mentions = tuple(unit.item.key for unit in units)
    if (
        scene.latest((ConstraintKind.SPLIT, ConstraintKind.LINK), [unit.item for unit in units])
        is not None
    ):
        return
    scene.raise_issue(notices.SPLIT_SUGGESTED, units[0].item, mentions)
