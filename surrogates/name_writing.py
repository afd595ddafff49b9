"""Writes a person mention from the drawn names: case, accents, titles and cuts as they were."""

from surrogates import draw
from surrogates.cast import Cast, node_key, split_mentions
from surrogates.entities import Unit
from surrogates.folding import apply_case, case_pattern, fold, strip_accents
from surrogates.labels import type_name
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene


def write_item(scene: Scene, item: Item, cast: Cast) -> str:
    """The item's text with every unit replaced; titles and separators stay."""
    units = cast.units[item.index]
    if not units:
        return f"[{type_name(item.label)}]"
    split = split_mentions(scene)
    text = item.text
    for unit in sorted(units, key=lambda u: -u.start):
        form = cast.forms.get((unit.role, node_key(unit, split)))
        if unit.role == "initial":
            form = _initial(scene, unit, cast)
        if form is None:
            form = _numbered(unit, cast)
        text = text[: unit.start] + realise(form, unit, scene) + text[unit.end :]
    return text


def _numbered(unit: Unit, cast: Cast) -> str:
    keys = [u.key for u in cast.all_units() if u.role == unit.role]
    rank = list(dict.fromkeys(keys)).index(unit.key) + 1
    return f"[{type_name(unit.item.label)}_{rank}]"


def _initial(scene: Scene, unit: Unit, cast: Cast) -> str:
    for other in cast.all_units():
        if other.role != "initial" and other.key.startswith(unit.key):
            form = cast.forms.get((other.role, other.key))
            if form:
                return form[0]
    stream = draw.Stream(scene.seed("initial", unit.key, [unit.item]))
    return stream.choice([c for c in "ABCDEFGIJLMNPRSTV" if fold(c) != unit.key])


def realise(form: str, unit: Unit, scene: Scene) -> str:
    """A surrogate in the case, accents and cut of the mention it replaces."""
    if form.startswith("["):
        return form
    if unit.cut:
        form = _cut(form, len(unit.text), scene)
    written = apply_case(form, case_pattern(unit.text))
    canonical = _canonical(scene.lexicon, unit)
    if (
        canonical
        and strip_accents(canonical) != canonical
        and strip_accents(unit.text) == unit.text
    ):
        written = strip_accents(written)
    return written


def _canonical(lexicon: Lexicon, unit: Unit) -> str:
    if unit.role == "surname":
        return lexicon.surname_by_key.get(unit.key, "")
    entry = lexicon.name_by_key.get(unit.key)
    return entry.text if entry is not None else ""


def _cut(form: str, length: int, scene: Scene) -> str:
    first = form.split()[0]
    size = max(1, min(length, len(first) - 1))
    while size > 1 and not scene.allowed_prefix(first[:size]):
        size -= 1
    return first[:size]
