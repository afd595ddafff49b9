"""One word under a label for whole names: a surname where the dialogue, or a title, says so.

Called by `cast` when all names are read.
"""

from dataclasses import replace

from surrogates.folding import words
from surrogates.languages.titles import plain_titles
from surrogates.people.entities import Unit
from surrogates.scene import Scene

# Titles that go with given names.
BEFORE_GIVEN = frozenset(
    {"don", "dona", "dna", "en", "na", "fray", "sor", "sister", "fra", "soeur"}
)


def assign_surnames_alone(scene: Scene, units: dict[int, list[Unit]]) -> None:
    """A word that the dialogue has as a surname is one alone too, where no list has it as a given
    name, or a title stands before it that goes with surnames ("doctora Vega", of Paz Vega)."""
    lexicon = scene.lexicon
    every = [unit for item_units in units.values() for unit in item_units]
    surnames = {u.key for u in every if u.role == "surname"}
    called = {u.key for u in every if u.role == "given" and len(units[u.item.index]) > 1}
    for item_units in units.values():
        alone = item_units[0] if len(item_units) == 1 and item_units[0].role == "given" else None
        if alone is None or alone.key not in surnames or alone.cut:
            continue
        listed = alone.key in lexicon.name_by_key or alone.key in lexicon.fulls_of
        if not listed or (alone.key not in called and _is_titled(scene, alone)):
            item_units[0] = replace(alone, role="surname")


def _is_titled(scene: Scene, unit: Unit) -> bool:
    """Whether a title that goes with surnames stands right before a word."""
    before = scene.before(unit.item) + unit.item.text[: unit.start]
    title = next(reversed(words(before)), "")
    return title in plain_titles(scene.lexicon) and title not in BEFORE_GIVEN
