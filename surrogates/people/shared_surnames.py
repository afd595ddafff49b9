"""Why two people have one surname, or one person has two: what `kinship` need not ask about."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from surrogates.codes import ConstraintKind
from surrogates.folding import fold, words
from surrogates.labels import NAMES
from surrogates.languages.common_nouns import ACQUAINTED
from surrogates.languages.lexicon import Lexicon
from surrogates.people.cast import Cast
from surrogates.people.context.answers import puts_right
from surrogates.people.context.said_roles import role_said
from surrogates.people.entities import Cluster, Unit
from surrogates.people.name_words import TWO_SURNAMES
from surrogates.rewrite import Item
from surrogates.scene import Scene


@dataclass
class Person:
    """A cluster of given names with the surnames that are said right after them."""

    group: Cluster
    gender: str
    places: list[Unit] = field(default_factory=list)
    surnames: dict[str, list[Unit]] = field(default_factory=dict)  # by node key


def shares(cast: Cast, a: Person, b: Person) -> bool:
    """Whether two people have a surname in common, as it was drawn."""
    forms = [{cast.forms.get(("surname", k), k) for k in person.surnames} for person in (a, b)]
    return not forms[0].isdisjoint(forms[1])


def must_share(
    scene: Scene, cast: Cast, pair: tuple[Person, Person], relation: str, others: Sequence[Person]
) -> bool:
    """Whether people so related have a surname in common: siblings, and the father's line."""
    if relation not in ("parent", "child"):
        return relation == "sibling"
    parent, child = pair[::-1] if relation == "parent" else pair
    two = scene.dialogue.lang.split("-")[0] in TWO_SURNAMES
    if two and (len(child.surnames) > 1 or parent.gender == "m"):
        return True  # of a child with two surnames, one is each parent's
    if not two and parent.gender == "f" and any(shares(cast, child, o) for o in others):
        return False  # "je suis Tanguy Le Roux, sa mère, c'est Awa Ba": it has its father's
    if not two and child.gender == "f" and scene.says(scene.lexicon.cues("married")):
        return False  # her parents have the name that she had
    return not two


def by_chance(scene: Scene, cast: Cast, a: Person, b: Person, relation: str) -> bool:
    """Whether a common surname needs an explanation that the dialogue does not give."""
    for constraint in scene.constraints:
        linked = set(constraint.mentions)
        if constraint.kind == ConstraintKind.LINK and all(
            linked & {u.item.key for units in p.surnames.values() for u in units} for p in (a, b)
        ):
            return False
    # "Ted Bailey and Rose Smyth-Bailey": who has both has married, or has such parents.
    said = [u.item.text for p in (a, b) for units in p.surnames.values() for u in units]
    if any("-" in text for text in said):
        return False
    one, two = (unit.item for unit in (a.places[0], b.places[0]))
    if puts_right(scene, one, two):  # "¿Jordi Miquel? — No, Quirze Miquel."
        return False
    if _is_picked_out(cast, a, b):
        return False
    keeps = scene.dialogue.lang.split("-")[0] in TWO_SURNAMES
    if not relation and _family_said(scene, a, b):
        return False
    return not relation or (relation == "spouse" and keeps)


def _family_said(scene: Scene, a: Person, b: Person) -> bool:
    """Whether a turn that names one of them, or the one before it, speaks of a relative."""
    turns = {unit.item.turn for person in (a, b) for unit in person.places}
    kin = _kin_words(scene.lexicon)
    near = {n for turn in turns for n in (turn - 1, turn) if n >= 0}
    married = scene.lexicon.cues("married")  # "when I got married to Josh Whitaker"
    if any(f" {cue} " in scene.said_turns[n] for n in near for cue in married):
        return True
    said = {word for n in near for word in words(scene.dialogue.turns[n].text)}
    said |= {word.partition("'")[0] for word in said}  # "my husband's name"
    said |= {word.partition("'")[2] for word in said}  # "l'oncle"
    inflected = scene.dialogue.lang.startswith("eu")  # "senarrari"
    return not said.isdisjoint(kin) or (
        inflected and any(word.startswith(k) for word in said for k in kin if len(k) > 3)
    )


@lru_cache(maxsize=16)
def _kin_words(lexicon: Lexicon) -> frozenset[str]:
    rows = (row for row in lexicon.rows("relations") if row["group"] not in ACQUAINTED)
    kin = (fold(row["form"]) for row in rows if row["kin"])
    return frozenset(lexicon.cues("kin")).union(kin)


def _is_picked_out(cast: Cast, a: Person, b: Person) -> bool:
    """Whether a surname is said alone, and who have it are named right then: "Mme Le Bihan. — Mme
    Soizic Le Bihan ou Mme Katell Le Bihan ?"."""
    one, two = (person.places[0].item for person in (a, b))
    shared = {unit.key for key in a.surnames.keys() & b.surnames.keys() for unit in a.surnames[key]}
    return one.turn == two.turn and any(
        unit.key in shared and len(units) == 1
        for units in cast.units.values()
        for unit in units
        if 0 <= one.turn - unit.item.turn <= 1 and unit.item.index < one.index
    )


def is_renamed(scene: Scene, person: Person, place: int, surnames: set[str]) -> bool:
    """Whether one mention of a person has another surname than those before it for a reason that
    is said: it puts a wrong one right, it is a maiden name, or some surname is said to be one."""
    item, before = person.places[place].item, [unit.item for unit in person.places[:place]]
    if any(puts_right(scene, other, item) for other in before):
        return True
    maiden = {f" {' '.join(words(cue))} " for cue in scene.lexicon.cues("maiden")}
    last = before[-1]
    if last.turn == item.turn:
        between = f" {' '.join(words(scene.between(last, item)))} "
        if any(cue in between for cue in maiden):
            return True
    if _tells_two_names(scene, (item, *before)) or _takes_name(scene, person, item, surnames):
        return True
    named = (i for i in scene.items if i.kind in NAMES and "".join(words(i.text)) in surnames)
    return any(role_said(scene, other) == "surname" for other in named)


def _tells_two_names(scene: Scene, named: Sequence[Item]) -> bool:
    """Whether a turn that names somebody says that one has two names one after the other:
    "sous mon nom de jeune fille", "de soltera". Words such as "née" stand beside a name."""
    cues = {f" {' '.join(words(cue))} " for cue in scene.lexicon.cues("maiden")}
    phrases = [cue for cue in cues if " " in cue.strip()]
    return any(cue in scene.said_turns[item.turn] for item in named for cue in phrases)


def _takes_name(scene: Scene, person: Person, item: Item, surnames: set[str]) -> bool:
    """Whether somebody has the surname of another one whom she marries: "Ich werde Mechthild
    Svoboda heißen"."""
    new = {k for k, units in person.surnames.items() if any(u.item is item for u in units)}
    given = {unit.key for unit in person.places}
    theirs = (words(other.text) for other in scene.items if other.kind in NAMES)
    others = (named for named in theirs if len(named) > 1 and given.isdisjoint(named))
    if not any(not (new & surnames).isdisjoint(named[1:]) for named in others):
        return False
    return scene.says(scene.lexicon.cues("married"))
