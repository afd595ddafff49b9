"""Compound given names: their parts, their writing as one word, short forms of one part.

"José Mari" has the parts of José María; "Josemaría" is its writing as one word.
"""

from collections.abc import Sequence

from surrogates.folding import PARTICLES, fold, strip_accents
from surrogates.languages.inflection.sounds import VOWELS
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.names.full_names import second_names
from surrogates.node_keys import NodeKey

# Languages that join two given names with a hyphen.
HYPHENATING = frozenset({"de", "fr"})
# Languages in which a word has one accent at most: "José" and "Luis" make "Joseluis".
_ONE_ACCENT = frozenset({"ca", "es", "eu"})


def name_parts(key: str) -> list[str]:
    """The words of a folded name that name somebody: "maria del carmen" -> maria, carmen."""
    parts = NodeKey(key).text.split()
    return [word for word in parts if word not in PARTICLES] or parts


def full_parts(lexicon: Lexicon, key: str) -> tuple[str, ...]:
    """The parts in order, short ones in full: "mari carmen" -> maria, carmen."""
    parts: list[str] = []
    for part in name_parts(key):
        forms = () if part in lexicon.name_by_key else lexicon.fulls_of.get(part, ())
        fulls = {name_key(form.full) for form in forms if " " not in form.full}
        # Languages may list one form as two kinds: "Pili".
        clips = {name_key(form.full) for form in forms if form.kind == "clip"}
        clipped = [full for full in fulls & clips if full not in parts]
        # "Joxe" can only be José; of the names that are clipped to "Mari", the shortest is meant.
        only = fulls if len(fulls) == 1 else ()
        parts.append(min(sorted(clipped or only), key=len, default=part))
    return tuple(parts)


def ends_clipped(lexicon: Lexicon, first: str, word: str) -> bool:
    """Whether a word after a given name is the clip of a usual second one: "José Mari"."""
    usual = second_names(lexicon)
    genders = {form.gender for form in lexicon.fulls_of.get(first, ())}
    genders |= {entry.gender} if (entry := lexicon.name_by_key.get(first)) else set()
    return any(
        form.kind == "clip"
        and form.short.casefold() == word.casefold()  # "Marí" and "Solé" are surnames
        and usual.get(name_key(form.full), frozenset()) & genders
        for form in lexicon.fulls_of.get(fold(word), ())
    )


def joined_writings(lexicon: Lexicon, key: str) -> set[str]:
    """How a compound is written as one word: "jose mari" -> josemari, josemaria."""
    return {"".join(NodeKey(key).text.split()), "".join(full_parts(lexicon, key))}


def joined(name: str, lang: str) -> str:
    """A compound as one word ("Miguelángel"), or "" where nobody could read it so."""
    parts = [part for part in name.replace("-", " ").split() if fold(part) not in PARTICLES]
    if len(parts) < 2:
        return ""
    whole = parts[0]
    for part in parts[1:]:
        end, start = fold(whole)[-1:], fold(part)[:1]
        # "Anaalicia", "Luissergio", "Marieélise": the seam does not show.
        if end == start or (end in VOWELS and start in VOWELS):
            return ""
        whole = (strip_accents(whole) if lang in _ONE_ACCENT else whole) + part.lower()
    return whole


def names_of(lexicon: Lexicon, key: str) -> list[tuple[str, str]]:
    """A folded name as it stands, and what it is in any language ("Xisco" for Francisco)."""
    concepts = lexicon.concept_of.get(("name", key), ())
    return [("form", key), *(("concept", concept) for concept in concepts)]


def part_of_short(lexicon: Lexicon, short: str, compound: str) -> int:
    """Which part of a compound a form is short for, counted from one; 0 for none or the whole."""
    forms = lexicon.fulls_of.get(short, ())
    if any(name_key(form.full) == compound for form in forms):
        return 0
    fulls = {name for form in forms for name in names_of(lexicon, name_key(form.full))}
    for place, part in enumerate(full_parts(lexicon, compound), start=1):
        if fulls.intersection(names_of(lexicon, part)):
            return place
    return 0


def other_gender(lexicon: Lexicon, a: str, b: str) -> bool:
    """Whether the lexicon knows two names as a woman's and a man's."""
    entries = (lexicon.name_by_key.get(key) for key in (a, b))
    return len({entry.gender for entry in entries if entry is not None} - {"u"}) > 1


def clips(short: str, whole: str) -> bool:
    """Whether a compound is another one with its second part cut short: "Jean-Phi"."""
    *first, last = short.split()
    *others, full = whole.split()
    return first == others and 1 < len(last) < len(full) and full.startswith(last)


def shortens(lexicon: Lexicon, short: str, whole: Sequence[str]) -> bool:
    """Whether each word of a compound is the other's or short for it: "Mari Pili"."""
    parts = name_parts(short)
    return len(parts) == len(whole) and all(
        one == full or any(name_key(form.full) == full for form in lexicon.fulls_of.get(one, ()))
        for one, full in zip(parts, whole, strict=True)
    )
