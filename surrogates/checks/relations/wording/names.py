"""Names that stand where none did, and firms that bore somebody's name."""

import re
from collections.abc import Iterator

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, each_once
from surrogates.folding import fold, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.inflection import stems_of
from surrogates.languages.places.inhabitants import demonym_of_namesake, places_known
from surrogates.things.demonyms import people_said

_LEAST = 4  # letters of a name that a firm bears
# What a son, a daughter, a wife of an Irish or Scottish family have before its name.
_OF_FAMILY = re.compile(r"(?:(?:ó|ní|uí|nic|mhic|mac|mc|o)\s|o['’]|mac(?=[a-z])|mc(?=[a-z]))", re.I)
_MARKED = re.compile(r"(?:Ó|Ní|Uí|Nic|Mhic) ")
_SILENT = re.compile(r"(?<=[dgmt])h|[aeiouh\W]")


def small_words(spans: Spans) -> Iterator[Found]:
    """A word in small letters was no name of any table, and became one: "l'[aîné]"."""
    lexicon = spans.lexicon
    people = (lexicon.name_by_key, lexicon.fulls_of, lexicon.surname_keys)
    capital = {key for s in spans.all if not s.old.islower() for key in s.old_key}
    told: set[str] = set()
    for span in spans.all:
        tables = (places_known(lexicon),) if span.kind is Kind.PLACE else people
        named = span.kind in NAMES or span.kind is Kind.PLACE
        if not named or not (span.old.islower() and span.new.islower()) or span.old in told:
            continue
        keys = {fold(span.old)} | {stem for w in span.old_key for stem in stems_of(w, spans.lang)}
        # Where all letters are small, none tells; those of a code are no words.
        written = "".join(text for _, text in spans.stretches(span.turn)).islower()
        if span.new == span.old or written or keys & capital:
            continue
        if people_said(spans.scene, span.item) and demonym_of_namesake(lexicon, span.new):
            continue  # "navarra" is a woman of it, too
        if any(key in table for key in keys for table in tables):
            continue
        if any(word in table for word in (fold(span.new), *span.new_key) for table in tables):
            told.add(span.old)
            yield Found(notices.SMALL_WORD, span)


def families(spans: Spans) -> Iterator[Found]:
    """Irish forms of one surname are forms of one: "Ní Bhriain", "Ó Briain", "O'Brien"."""
    named = each_once(spans.of(Kind.SURNAME))
    for one in named if any(_MARKED.match(span.old) for span in named) else ():
        alike = [o for o in named if o is not one and _are_forms(one.old, o.old)]
        marked = [o for o in alike if _MARKED.match(o.old) or _MARKED.match(one.old)]
        if marked and not any(_are_forms(one.new, o.new) for o in marked):
            yield Found(notices.PART_LOST, one, (marked[0],))


def _are_forms(one: str, other: str) -> bool:
    """Whether two surnames have the consonants of one, but for what sounds alike."""
    a, b = sorted((_consonants(one), _consonants(other)), key=len)
    if not a or a[0] != b[0] or len(b) - len(a) > 1:
        return a == b != ""
    return a == b or any(a == b[:k] + b[k + 1 :] for k in range(1, len(b)))


def _consonants(surname: str) -> str:
    plain = _OF_FAMILY.sub("", surname, count=1)
    bare = fold(plain).replace("bh", "v").replace("mh", "")
    bare = bare.replace("v", "b", 1) if bare.startswith("v") else bare
    return re.sub(r"(.)\1+", r"\1", _SILENT.sub("", bare))


def firms(spans: Spans) -> Iterator[Found]:
    """A firm bears a surname of the dialogue: "[Hartwell and Sons]", "[Ted Hartwell]"."""
    people = each_once(s for s in spans.all if s.kind in NAMES and s.old_key)
    for firm in each_once(spans.of(Kind.ORG)):
        if firm.new == firm.old:
            continue
        for person in people:
            if person.new_key != person.old_key and _is_family(spans, person, firm):
                if not {w for w in person.new_key if len(w) > 1} & set(_bare(firm.new)):
                    yield Found(notices.FAMILY_FIRM, firm, (person,))
                break


def _is_family(spans: Spans, person: Span, firm: Span) -> bool:
    name = person.old_key[-1]
    if len(person.old_key) == 1 and person.kind is Kind.GIVEN and name in spans.lexicon.name_by_key:
        return False  # "San José"
    return len(name) >= _LEAST and name in _bare(firm.old) and person.old != firm.old


def _bare(text: str) -> list[str]:
    """Words without the ending of an owner: "Hartwell's", "Hartwells"."""
    return [word.removesuffix("'s").removesuffix("’s") for word in words(text)]
