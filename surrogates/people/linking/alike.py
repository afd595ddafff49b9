"""Names that say the same twice: a surname that is a given name of the dialogue too ("Thomas"),
and a woman and a man called alike ("Francisco", "Francisca, tocaya mía").

Their surrogates are drawn so that they still do, where the lists have such names.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from surrogates import notices
from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.variants import Namesakes
from surrogates.people.cast import Cast, Spelled
from surrogates.people.compounds import full_parts
from surrogates.people.entities import Cluster
from surrogates.people.facets import FREE
from surrogates.people.given_names import Check, Identity, Need, choose
from surrogates.people.letter_needs import SpellNeed
from surrogates.people.linking.relations import has_namesakes
from surrogates.scene import Scene

# What a woman's name has more than the man's, or another letter for it: "Michelle", "Antonia".
_ENDING = re.compile(r"(?<=l)le$|(?<=n)ne$|(?<=t)te$|[aeo]$")
_OTHER = {"f": "m", "m": "f"}
Told = Sequence[tuple[Cluster, str]]  # people and their genders


def initials_shared(scene: Scene, people: Told) -> dict[int, list[int]]:
    """Index of a person -> those whose names begin alike, where the words say that some do."""
    if not scene.says(scene.lexicon.cues("same_initial")):
        return {}
    first = [group.nodes[0].key.text[:1] for group, _ in people]
    pairs = [(a, b) for a in range(len(first)) for b in range(len(first)) if a != b]
    shared: dict[int, list[int]] = {}
    for one, other in pairs:
        if first[one] == first[other]:
            shared.setdefault(one, []).append(other)
    return shared


def likenesses(scene: Scene, people: Told) -> dict[int, list[int]]:
    """Index of a person -> those of the other sex who are said to be called alike."""
    if not has_namesakes(scene):
        return {}
    lexicon = scene.lexicon
    names = [_full_names(lexicon, group) for group, _ in people]
    alike: dict[int, list[int]] = {}
    for one, (_, gender) in enumerate(people):
        for other, (_, sex) in enumerate(people):
            if _OTHER.get(gender) == sex and any(
                _stem(a) == _stem(b) for a in names[one] for b in names[other]
            ):
                alike.setdefault(one, []).append(other)
    return alike


def wished(
    scene: Scene,
    cast: Cast,
    group: Cluster,
    gender: str,
    drawn: Mapping[int, Identity | None],
    begun: Mapping[int, Identity | None],
    spelled: Spelled,
) -> Iterator[Check]:
    """Checks that an identity should pass if any does; `drawn`: of those called alike, None of
    those who are drawn later; `begun`: of those whose names begin alike; `spelled`: what is said
    of letters."""
    for initial in {fold(one.full)[:1] for one in begun.values() if one is not None}:
        yield partial(_begins_with, initial)
    if drawn:
        before = [identity.full for identity in drawn.values() if identity is not None]
        yield partial(_is_called_like, scene.lexicon, gender, before)
    if keys := [node.key for node in group.nodes if _is_surname(cast, node.key.text)]:
        need = spelled.get(("surname", keys[0]), SpellNeed())
        yield partial(_may_be_surname, scene.lexicon, need)


def choose_alike(
    scene: Scene, need: Need, seed: bytes, check: Check, drawn: Mapping[int, Identity | None]
) -> Identity | None:
    """An identity, which may be a variant of one that is `drawn`: "Antonia" beside "Antonio"."""
    names = scene.namesakes
    if drawn:
        scene.namesakes = Namesakes()
    try:
        return choose(scene, need, seed, check)
    finally:
        scene.namesakes = names


def check_alike(
    scene: Scene,
    people: Told,
    alike: Mapping[int, Sequence[int]],
    begun: Mapping[int, Sequence[int]],
    drawn: Mapping[int, Identity | None],
) -> None:
    """Raises NAMESAKE_LOST where two who are called alike are not any more, and INITIAL_LOST where
    their names began alike."""
    for one, others in begun.items():
        for other in (o for o in others if o > one):
            group, mate = people[one][0], people[other][0]
            new, old = drawn.get(id(group)), drawn.get(id(mate))
            if new and old and fold(new.full)[:1] != fold(old.full)[:1]:
                pair = (group.items[0], mate.items[0])
                scene.raise_issue(notices.INITIAL_LOST, pair[1], tuple(i.key for i in pair))
    for one, others in alike.items():
        for other in (o for o in others if o > one):
            (group, gender), (mate, _) = people[one], people[other]
            new, old = drawn.get(id(group)), drawn.get(id(mate))
            if new and old and not _is_called_like(scene.lexicon, gender, [old.full], new, FREE):
                items = (group.items[0], mate.items[0])
                scene.raise_issue(notices.NAMESAKE_LOST, items[1], tuple(i.key for i in items))


def _begins_with(initial: str, identity: Identity, level: int) -> bool:
    return fold(identity.full).startswith(initial)


def _is_surname(cast: Cast, key: str) -> bool:
    return any(unit.role == "surname" and unit.key.text == key for unit in cast.all_units())


def surname_of_name(scene: Scene, cast: Cast, group: Cluster) -> str:
    """The surrogate of the given name that a surname is as well, if a surname may be that."""
    forms = (cast.forms.get(("given", node.key), "") for node in group.nodes)
    return next((form for form in forms if fold(form) in scene.lexicon.surname_by_key), "")


def _may_be_surname(lexicon: Lexicon, need: SpellNeed, identity: Identity, level: int) -> bool:
    return fold(identity.full) in lexicon.surname_by_key and need.met_by(identity.full)


def _is_called_like(
    lexicon: Lexicon, gender: str, before: Sequence[str], identity: Identity, level: int
) -> bool:
    """Whether somebody of the other sex is called alike: one of `before`, if any is drawn."""
    stems = {_stem(part) for part in full_parts(lexicon, name_key(identity.full))}
    if not before:
        return not stems.isdisjoint(_stems(lexicon, _OTHER[gender]))
    return any(_stem(part) in stems for b in before for part in full_parts(lexicon, name_key(b)))


def _stem(key: str) -> str:
    return _ENDING.sub("", key)


def _stems(lexicon: Lexicon, gender: str) -> frozenset[str]:
    """The stems of all names of a gender."""
    key = ("stems of names", gender)
    if key not in lexicon.pools:
        names = (n for n in lexicon.name_entries if n.kind == "full" and n.gender == gender)
        lexicon.pools[key] = frozenset(_stem(fold(name.text)) for name in names)
    stems: frozenset[str] = lexicon.pools[key]
    return stems


def _full_names(lexicon: Lexicon, group: Cluster) -> set[str]:
    """The parts of a person's names, and what their short forms may be short for."""
    keys = {node.key.text for node in group.nodes}
    names = {part for key in keys for part in full_parts(lexicon, key)}
    alone = names.isdisjoint(lexicon.name_by_key)
    shorts = (form for key in keys if alone for form in lexicon.fulls_of.get(key, ()))
    return names | {name_key(form.full) for form in shorts}
