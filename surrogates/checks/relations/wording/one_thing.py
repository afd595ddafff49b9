"""Two mentions of one thing in two writings: abbreviated ("N. Halsted St."), clipped or blended
("Haspa"), by a pet name ("Tommy's"), a sign away; whether they still look like one.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import combinations

from surrogates import notices
from surrogates.checks.relations.spans import (
    LONG,
    Found,
    Span,
    Spans,
    content,
    each_once,
    perhaps_one_word,
)
from surrogates.folding import fold, letters_only
from surrogates.labels import NAMES, Kind
from surrogates.languages.common_parts import common_parts
from surrogates.languages.inflection import stems_of
from surrogates.people.linking.near_misses import is_slip
from surrogates.things.named.short_writings import shortens
from surrogates.things.organisations import abbreviates, begin, is_acronym

_THINGS = (Kind.ORG, Kind.STREET, Kind.PLACE, Kind.PRODUCT)
_CLIP = 3  # letters that a clipping has at least
_BLEND = 4
_COMPOUND = 10  # letters of a compound of which a blend may be made
_CUT = 2  # letters that a clipping leaves out at least
_ALIKE = 0.6  # of their letters two writings of one name share
_OWNER = re.compile(r"['’]s?$")


def two_writings(spans: Spans) -> Iterator[Found]:
    """What was written in two ways is one thing's name still."""
    told: set[tuple[str, ...]] = set()
    for kinds in (*((kind,) for kind in _THINGS), tuple(NAMES)):
        named = [s for s in each_once(spans.of(*kinds)) if s.new != s.old and content(s.old_key)]
        for one, other in combinations(named, 2):
            short, whole = sorted((one, other), key=lambda s: len(s.old))
            if one.old_key == other.old_key or short.old_key in told:
                continue
            if _was_one(spans, short, whole) and not _may_be_one(spans, short, whole):
                told.add(short.old_key)
                yield Found(notices.WRITING_LOST, short, (whole,))


def _was_one(spans: Spans, short: Span, whole: Span) -> bool:
    if shortens(short.old, whole.old):
        return True
    if short.kind in NAMES:
        return _are_pet_names(spans, short, whole)
    key, named = content(short.old_key), content(whole.old_key)
    if _share(spans, short, whole) or _is_glued(key, whole.old_key):
        return True
    if len(key) == 1 and not is_acronym(short.old) and _is_cut(key[0], named):
        return not common_parts(short.old, short.kind, spans.lexicon)
    return _has_pet_name(spans, key, named) or _is_a_sign_away(spans, short, whole)


def _may_be_one(spans: Spans, short: Span, whole: Span) -> bool:
    """Whether two surrogates share a word, a beginning or a name, or one abbreviates the other."""
    one, other = content(short.new_key), content(whole.new_key)
    if shortens(short.new, whole.new, strict=False):
        return True
    if "." in short.new and shortens(short.old, whole.old):
        return False  # "v. d. Heide", now "e. f. Günter": one word in both is not enough
    plain = common_parts(whole.new, whole.kind, spans.lexicon) if whole.kind in _THINGS else ()
    telling = [word for word in other if word not in plain] or other
    if any(perhaps_one_word(a, b) for a in one for b in telling):
        return True
    if len(one) == 1 and (_is_cut(one[0], other) or begin(one[0], other)):
        return True
    if _is_glued(one, whole.new_key):
        return True
    if abbreviates(short.new, whole.new, spans.lang) or _has_pet_name(spans, one, other):
        return True
    return SequenceMatcher(None, fold(short.new), fold(whole.new)).ratio() >= _ALIKE


def _share(spans: Spans, short: Span, whole: Span) -> bool:
    """Whether two names of one kind share a word that names something: "Schiller-Gymi",
    "Friedrich-Schiller-Gymnasium"; "Marienklinikum", "Klinikum St. Marien"."""
    if short.kind not in (Kind.ORG, Kind.STREET):
        return False
    one, other = (
        {w for w in content(s.old_key) if len(w) >= LONG}
        - common_parts(s.old, s.kind, spans.lexicon)
        for s in (short, whole)
    )
    glued = spans.lang == "de" and any(a != b and a.startswith(b) for a in one for b in other)
    return glued or not one.isdisjoint(other)


def _is_glued(key: tuple[str, ...], named: tuple[str, ...]) -> bool:
    """Whether a word is some first words of a name in one: "Santotomasera"."""
    starts = ("".join(named[:size]) for size in range(2, len(named) + 1))
    return len(key) == 1 and any(
        len(start) > LONG and key[0].startswith(start) and len(key[0]) - len(start) <= LONG
        for start in starts
    )


def _is_cut(word: str, key: tuple[str, ...]) -> bool:
    """Whether a word is the beginning of one of a name, or of each: "Merca", "Haspa"."""
    if word in key:
        return False
    if len(word) >= _CLIP and any(w.startswith(word) and len(w) - len(word) >= _CUT for w in key):
        return True
    letters = letters_only(word)  # "Créd'Ag"
    if len(letters) < _BLEND:
        return False
    if any(begin(letters, key[:size]) for size in range(2, len(key) + 1)):
        return True
    return any(_runs_together(word, w) for w in key)


def _runs_together(word: str, compound: str) -> bool:
    """Whether a word is two pieces of a long one: "Rai-ka" of the Raiffeisenkasse."""
    return len(compound) >= _COMPOUND and any(
        compound.startswith(word[:size]) and word[size:] in compound[size + _CUT :]
        for size in range(_CUT, len(word) - 1)
    )


def _has_pet_name(spans: Spans, key: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """ "Tommy's", "St Thomas' Hospital"."""
    bare, full = ({_OWNER.sub("", word) for word in each} for each in (key, other))
    related = (spans.lexicon.relatives(word) for word in bare - full)
    return any(not full.isdisjoint(relatives) for relatives in related)


def _are_pet_names(spans: Spans, short: Span, whole: Span) -> bool:
    """ "Mari Pili", "Maria Pilar Arana": each word of the one is a form of one of the other's."""
    key, rest = content(short.old_key), iter(content(whole.old_key))
    return len(key) > 1 and all(any(_is_form(spans, word, full) for full in rest) for word in key)


def _is_form(spans: Spans, word: str, full: str) -> bool:
    """Whether a word, with its ending or without, is a name or short for it."""
    forms = {word, *stems_of(word, spans.lang)}
    return any(form == full or full in spans.lexicon.relatives(form) for form in forms)


def _is_a_sign_away(spans: Spans, one: Span, other: Span) -> bool:
    """ "Brackenridge", "Brakenridge": no two words of the tables."""
    a, b = content(one.old_key), content(other.old_key)
    if len(a) != len(b) or one.kind is Kind.PLACE:  # "Moro", "Mora" may be two towns
        return False
    apart = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    return len(apart) == 1 and min(map(len, apart[0])) > LONG and is_slip(*apart[0])
