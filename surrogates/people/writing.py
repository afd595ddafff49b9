"""Writes a person mention from the drawn names: case, accents, titles and cuts as they were."""

import re

from surrogates import draw
from surrogates.folding import (
    OWN_LETTERS,
    apply_case,
    case_pattern,
    digraphs,
    fold,
    run_together,
    strip_accents,
)
from surrogates.labels import type_name
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.people.cast import Cast, joins_next, node_key, split_mentions
from surrogates.people.compounds import name_parts
from surrogates.people.entities import Unit
from surrogates.people.initials import letters_of
from surrogates.rewrite import Item
from surrogates.scene import Scene

_JOINING = re.compile(r"['’·]")
_CONJUNCTION = re.compile(r"(?<=\s)([yeou])\s+([^\W\d_]+)")


def write_item(scene: Scene, item: Item, cast: Cast) -> str:
    """The item's text with every unit replaced; titles and separators stay."""
    units = cast.units[item.index]
    if not units:
        return item.text if joins_next(scene, item) else f"[{type_name(item.label)}]"
    split = split_mentions(scene)
    text = item.text
    for unit in sorted(units, key=lambda u: -u.start):
        form = cast.forms.get((unit.role, node_key(unit, split)))
        if unit.role == "initial":
            form = initial_letter(scene, unit)
        elif unit.initial and form is not None and not form.startswith("["):
            form = _letter(form, unit)
        if form is None:
            form = _numbered(unit, cast)
        text = text[: unit.start] + realise(form, unit, scene, cast) + text[unit.end :]
    return _rejoined(text, scene) if len(units) > 1 else text


def _rejoined(text: str, scene: Scene) -> str:
    """ "Teresa e Irene", "Olga u Óscar" with the conjunction that suits the new names."""
    inflection = scene.stems.inflection
    if inflection is None or "y" not in inflection.PROCLITICS:
        return text

    def suited(match: re.Match[str]) -> str:
        conjunction = "y" if match[1] in "ye" else "o"
        return inflection.put(match[2], conjunction)

    return _CONJUNCTION.sub(suited, text)


def _numbered(unit: Unit, cast: Cast) -> str:
    keys = [u.key for u in cast.all_units() if u.role == unit.role]
    rank = list(dict.fromkeys(keys)).index(unit.key) + 1
    return f"[{type_name(unit.item.label)}_{rank}]"


def _letter(form: str, unit: Unit) -> str:
    """The initial of the word of a surrogate that stands for the word of the original."""
    parts = name_parts(form.replace("-", " "))
    return parts[min(unit.initial, len(parts)) - 1][0]


def initial_letter(scene: Scene, unit: Unit) -> str:
    """An initial that belongs to no name of the dialogue: another letter, always the same."""
    stream = draw.Stream(scene.seed("initial", unit.key, [unit.item]))
    fitting = letters_of(scene, unit)
    letters = [c for c in "ABCDEFGIJLMNPRSTV" if fold(c) in fitting]
    return stream.choice([c for c in letters if fold(c) != unit.key])


def realise(form: str, unit: Unit, scene: Scene, cast: Cast) -> str:
    """A surrogate in the case, accents, ending and cut of the mention it replaces."""
    if form.startswith("["):
        return form
    if unit.cut:
        form = _cut(form, len(unit.text), scene)
    if not unit.initial and unit.role != "initial":
        form = as_written(form, unit.bare, _canonical(scene.lexicon, unit, cast))
    if "-" in form and "-" not in unit.bare and " " in unit.bare:
        form = form.replace("-", " ")
    written = scene.stems.put(form, _ending(form, unit, scene.lexicon), unit.text)
    return apply_case(written, case_pattern(unit.text))


def _ending(form: str, unit: Unit, lexicon: Lexicon) -> str:
    """The ending of a mention; the article that is elided in "l'Eugènia" is hers, not his."""
    entry = lexicon.name_by_key.get(name_key(form)) if unit.role == "given" else None
    elided = unit.text.lower().startswith(("l'", "l’"))
    hers = lexicon.lang == "ca" and elided and entry is not None and entry.gender == "f"
    return "la" if hers else unit.ending


def as_written(form: str, text: str, canonical: str) -> str:
    """A surrogate with ae for ä, or without accents, where the text is written so."""
    if not canonical or text.lower() == canonical.lower():
        return form
    written = digraphs(canonical)
    if written != canonical and fold(written) == fold(text) and digraphs(text) == text:
        return digraphs(form)
    key, whole = name_key(text), name_key(canonical)
    if key != whole and key == run_together(whole):  # "orourke"
        form, whole = _JOINING.sub("", form), key
    if not (key.endswith(whole) or whole.startswith(key)):
        return form  # an abbreviation tells nothing of accents
    if text.isascii() and not OWN_LETTERS.isdisjoint(canonical.lower()):
        form = "".join(_plain(c) if c.lower() in OWN_LETTERS else c for c in form)
    if strip_accents(canonical) != canonical and strip_accents(text) == text:
        return strip_accents(form)
    return form


def _plain(letter: str) -> str:
    return fold(letter).upper() if letter.isupper() else fold(letter)


def _canonical(lexicon: Lexicon, unit: Unit, cast: Cast) -> str:
    """The name with all its accents: as the lexicon has it, or as it is written elsewhere here."""
    if unit.role == "surname" and unit.key in lexicon.surname_by_key:
        return lexicon.surname_by_key[unit.key]
    entry = lexicon.name_by_key.get(unit.key) if unit.role != "surname" else None
    if entry is not None:
        return entry.text
    written = [u.bare for u in cast.all_units() if u.key == unit.key and u.role == unit.role]
    return max(written, key=lambda w: sum(not c.isascii() for c in w), default="")


def _cut(form: str, length: int, scene: Scene) -> str:
    first = form.split()[0]
    size = max(1, min(length, len(first) - 1))
    while size > 1 and not scene.allowed_prefix(first[:size]):
        size -= 1
    return first[:size]
