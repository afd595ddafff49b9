"""One word under a label for whole names: a surname where the dialogue, or a title, says so.

Called by `cast` when all names are read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from surrogates.folding import words
from surrogates.labels import NAMES, Kind
from surrogates.languages.titles import plain_titles
from surrogates.people.entities import Cluster, Unit
from surrogates.rewrite import Item
from surrogates.scene import Scene

# Titles that go with given names.
BEFORE_GIVEN = frozenset(
    {"don", "dona", "dna", "en", "na", "fray", "sor", "sister", "fra", "soeur"}
)

# Where a title goes with surnames beyond doubt; "señor Manuel" is said too.
_FORMAL = frozenset({"de", "en", "fr"})


def surnames_said(scene: Scene) -> frozenset[str]:
    """Folded words that a label shows to be surnames, or a title before one word of a longer name:
    "Francisco Cebrián ... señor Cebrián"."""
    names = [item for item in scene.items if item.kind in NAMES]
    labelled = {key for item in names if item.kind is Kind.SURNAME for key in _keys(scene, item)}
    titled: set[str] = set()
    formal: set[str] = set()
    behind: set[str] = set()  # behind another word of their name
    leading: set[str] = set()
    previous: Item | None = None
    last = ""
    for item in names:
        keys = [key for key in _keys(scene, item) if key not in scene.titles]
        joined = previous is not None and previous.turn == item.turn
        joined = joined and scene.between(previous, item) == " "  # type: ignore[arg-type]
        alone = len(keys) == 1 and not joined
        if alone and _is_titled(scene, item):
            titled.update(keys)
            if item.kind is Kind.PERSON and scene.lexicon.lang in _FORMAL:
                formal.update(scene.lexicon.surname_keys.intersection(keys))
        elif not joined:
            leading.update(keys[:1])
        pairs = pairwise([last, *keys] if joined else keys)
        behind.update(b for a, b in pairs if f"{a} {b}" not in scene.lexicon.name_by_key)
        previous, last = item, keys[-1] if keys else ""
    return frozenset(labelled | (((titled & behind) | formal) - leading))


def _keys(scene: Scene, item: Item) -> list[str]:
    """The folded words of a mention without endings."""
    return [key for w in item.text.split() for key in words(scene.stems.name(w, item.kind)[0])]


def assign_surnames_alone(
    scene: Scene, units: dict[int, list[Unit]], said: frozenset[str] = frozenset()
) -> None:
    """A word that the dialogue has as a surname is one alone too, where no list has it as a given
    name, where it follows one, or a title stands before it that goes with surnames ("doctora
    Vega", of Paz Vega). `said`: what `surnames_said` found."""
    lexicon = scene.lexicon
    every = [unit for item_units in units.values() for unit in item_units]
    surnames = {u.key for u in every if u.role == "surname"} | said
    called = {u.key for u in every if u.role == "given" and len(units[u.item.index]) > 1}
    before: Unit | None = None
    for item_units in units.values():
        alone = item_units[0] if len(item_units) == 1 and item_units[0].role == "given" else None
        if alone is not None and alone.key in surnames and not alone.cut:
            listed = alone.key in lexicon.name_by_key or alone.key in lexicon.fulls_of
            titled = alone.key not in called and _is_titled(scene, alone.item)
            if not listed or titled or (alone.key in said and _follows(scene, before, alone)):
                item_units[0] = replace(alone, role="surname")
        before = item_units[-1] if item_units else None


def _follows(scene: Scene, before: Unit | None, unit: Unit) -> bool:
    """Whether a unit is the next word behind a given name, and no list has both as one."""
    if before is None or before.role != "given" or before.item.turn != unit.item.turn:
        return False
    listed = f"{before.key} {unit.key}" in scene.lexicon.name_by_key
    return scene.between(before.item, unit.item) == " " and not listed


def _is_titled(scene: Scene, item: Item) -> bool:
    """Whether a title that goes with surnames stands right before a name or, in Basque, after."""
    first, *inside = words(item.text) or ("",)
    title = first if inside else next(reversed(words(scene.before(item))), "")
    if title in plain_titles(scene.lexicon) and title not in BEFORE_GIVEN:
        return True
    after = inside[-1:] or words(scene.after(item))[:1]
    return any(word in scene.lexicon.cues("title_after") for word in after)


def titled_alone(
    scene: Scene, cluster: Cluster, units: Mapping[int, Sequence[Unit]]
) -> Iterator[Item]:
    """Where the surname of a person stands alone with a title ("Ms Okafor"), and is nobody else's
    in the dialogue."""
    given: dict[str, set[str]] = {}  # surname -> the given names before it
    before: Unit | None = None
    for unit in sorted(
        (u for us in units.values() for u in us), key=lambda u: (u.item.index, u.start)
    ):
        if unit.role == "surname" and before is not None and _stands_by(scene, before, unit):
            given.setdefault(unit.key, set()).add(before.key)
        before = unit if unit.role == "given" else None
    names = {unit.key for unit in cluster.units}
    own = {surname for surname, named in given.items() if named <= names}
    for item in scene.items:
        said = units.get(item.index, ())
        alone = {u.role for u in said} == {"surname"} and own.issuperset(u.key for u in said)
        if alone and _is_titled(scene, item):
            yield item


def _stands_by(scene: Scene, one: Unit, two: Unit) -> bool:
    if one.item is two.item:
        return True
    return one.item.turn == two.item.turn and scene.between(one.item, two.item) == " "
