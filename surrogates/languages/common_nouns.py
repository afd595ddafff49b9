"""Words that name nobody under a label for names: "mi [sobrino]", "Ihr [Mann]", "[amarentzat]".

A label such as FAMILY may stand for surnames or for relatives; what a mention says tells which.
Whoever reads the mentions of a dialogue calls `items_of`, so that draw and search see the same.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from surrogates.folding import fold, words
from surrogates.labels import NAMES, Kind, is_nationality, is_nickname
from surrogates.languages.inflection import stems_of
from surrogates.languages.inflection.basque import noun_cuts
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.names.full_names import full_names
from surrogates.languages.places.inhabitants import demonym_of_namesake
from surrogates.languages.titles import plain_titles
from surrogates.rewrite import Item, collect
from surrogates.types import Dialogue

_PIECE = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_CALLED = re.compile(r"[^\W\d_]+(?:[ .'’-]+[^\W\d_]+)*\.?")  # letters alone
_GENITIVE = re.compile(r"['’]s?$")
_SHORTEST = 3  # letters of a word for a sex: "M" may be an initial
# Groups of relations of who is near and no relative: no family is told by them, and no surname.
ACQUAINTED = frozenset({"carer", "circle", "guardian", "work"})
_TELLING = (Kind.PROFESSION, Kind.RELATION)
_BEFORE_NOUNS = ("mine", "possessive")  # cues: "mein [Schwippnachbar]"; "eine [Tomsen]" is a name


def items_of(dialogue: Dialogue, lexicon: Lexicon) -> tuple[list[Item], list[Item]]:
    """What `collect` gives, each word of kinship, sex or trade as what it is, and
    each whole name under a label for given names as one.

    Raises OffsetInvalid and CrossingMentions.
    """
    items, nested = collect(dialogue)
    items = [_as_called(dialogue, _as_nationality(item, lexicon), lexicon) for item in items]
    full = full_names(dialogue, items, lexicon)
    items = [replace(i, kind=Kind.PERSON) if i.index in full else i for i in items]
    told = dict(_told(dialogue, items, lexicon)) | dict(_told_by_sex(items, lexicon))
    return [replace(i, kind=told[i.index]) if i.index in told else i for i in items], nested


def _told_by_sex(items: Sequence[Item], lexicon: Lexicon) -> Iterator[tuple[int, Kind]]:
    """(index, kind) of what tells a sex as a trade or a relative: "la [doctora]" as a gender. A
    word for a sex stays one, whatever else it means ("mujer", "fille")."""
    sexes = {fold(row["form"]) for row in lexicon.rows("sexes")}
    for item in items:
        if item.kind is not Kind.SEX or fold(item.text) in sexes:
            continue
        kind = common_nouns(lexicon).get(fold(item.text))
        title = kind is None and fold(item.text) in lexicon.cues("title")
        if title or kind in _TELLING:
            yield item.index, Kind.PROFESSION if kind is None else kind


def _as_nationality(item: Item, lexicon: Lexicon) -> Item:
    """The item; of no known kind where it says more than a nationality: "doble nacionalidad"."""
    if not is_nationality(item.label) or item.text.isalpha():
        return item
    known = fold(item.text) in lexicon.known_places or demonym_of_namesake(lexicon, item.text)
    return item if known else replace(item, kind=Kind.OTHER)


def _as_called(dialogue: Dialogue, item: Item, lexicon: Lexicon) -> Item:
    """The item; as a given name where it is what somebody is called ("la [Fina]", "ei [quim]"),
    not what somebody is called online ("dragon_88", "xusmaplus")."""
    if not is_nickname(item.label) or not _CALLED.fullmatch(item.text):
        return item
    keys = {fold(item.text), *words(item.text), *stems_of(fold(item.text), lexicon.lang)}
    known = any(_is_given(key, lexicon) for key in keys)
    capital = item.text[:1].isupper()
    if known or capital or dialogue.turns[item.turn].text.islower():
        return replace(item, kind=Kind.GIVEN)
    return item


def _told(
    dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon
) -> Iterator[tuple[int, Kind]]:
    """(index, kind) of the mentions under a label for names that name nobody."""
    nouns = {
        item.index: kind
        for item in items
        if item.kind in NAMES and (kind := _noun(item.text, lexicon)) is not None
    }
    unlisted = list(_unlisted(dialogue, items, nouns, lexicon))
    again = {(item.label, item.text.casefold()) for item in unlisted}
    for item in items:
        if (item.label, item.text.casefold()) in again:
            yield item.index, Kind.RELATION
    if not nouns:
        return
    plain = {i.index for i in items if i.index in nouns and not _is_given(fold(i.text), lexicon)}
    before = dict(_names_before(dialogue, items, nouns, plain))
    named = [i for i in items if i.index in nouns and _is_named(dialogue, i, before, lexicon)]
    names = {fold(item.text) for item in named}
    read = [i for i in items if i.index in nouns and i not in named]
    sure = [i for i in read if _is_noun(dialogue, i, nouns[i.index], names, lexicon)]
    # A label that stands for relatives elsewhere here does so in "[Mutter] oder [Vater]?", too.
    labels = {item.label for item in sure} - {i.label for i in items if i.index not in nouns}
    labels -= {item.label for item in named}
    for item in read:
        if item in sure or item.label in labels:
            yield item.index, nouns[item.index]


def _unlisted(
    dialogue: Dialogue, items: Sequence[Item], nouns: Container[int], lexicon: Lexicon
) -> Iterator[Item]:
    """The mentions under a label for surnames that are a noun of no table: in small letters,
    behind an article or a word like one, and nobody's name ("mis [nietecillos]", "l'[aîné]"); in
    German behind a possessive ("mein [Schwippnachbar]"), in Basque wherever names have capitals.
    """
    beside = common_nouns(lexicon)
    german = lexicon.lang == "de"
    of_kin = {item.label for item in items if item.index in nouns}
    titled = {i.text.casefold() for i in items if german and _has_title(dialogue, i, lexicon)}
    for last, item in zip((None, *items), items, strict=False):
        if item.kind is not Kind.SURNAME or item.index in nouns:
            continue
        if not item.text.islower() and (not german or item.text.casefold() in titled):
            continue
        text = dialogue.turns[item.turn].text
        same = last is not None and last.turn == item.turn
        joined = same and last is not None and text[last.end : item.start] == " "
        if joined and last is not None and last.index in nouns and beside.get(fold(item.text)):
            yield item  # "avi [matern]"
            continue
        said = words(text[: item.start])[-1:]
        if text.islower():
            continue
        plain = item.text.islower() or item.label in of_kin
        kinds = ("determiner",) if plain else _BEFORE_NOUNS
        led = any(word in lexicon.cues(kind) for word in said for kind in kinds)
        if not led and (lexicon.lang != "eu" or joined):
            continue
        known = (lexicon.name_by_key, lexicon.fulls_of, lexicon.surname_keys)
        named = all(  # "my [dog walker]" has a surname in it, and is none
            any(key in names for key in (word, *stems_of(word, lexicon.lang)) for names in known)
            for word in words(item.text)
        )
        if not named or beside.get(fold(item.text)) is Kind.OTHER:
            yield item


def _has_title(dialogue: Dialogue, item: Item, lexicon: Lexicon) -> bool:
    said = words(dialogue.turns[item.turn].text[: item.start])[-1:]
    return not plain_titles(lexicon).isdisjoint(said)


def _noun(text: str, lexicon: Lexicon) -> Kind | None:
    """The kind that a mention is of by its words, whatever stands around it."""
    nouns = common_nouns(lexicon)
    said = _kind(text, nouns, lexicon)
    if said is not None or " " not in text:
        return None if said is Kind.OTHER else said
    kinds = {_kind(word, nouns, lexicon) for word in _PIECE.findall(text)}
    # "mi hermana mayor": one relation, and words that stand beside one.
    return Kind.RELATION if kinds in ({Kind.RELATION}, {Kind.RELATION, Kind.OTHER}) else None


def _kind(word: str, nouns: Mapping[str, Kind], lexicon: Lexicon) -> Kind | None:
    kind = nouns.get(fold(word))
    if kind is None and lexicon.lang == "en":
        kind = nouns.get(without_genitive(fold(word)))
    if kind is None and lexicon.lang == "eu":
        kind = next((nouns[stem] for stem, _ in noun_cuts(fold(word)) if stem in nouns), None)
    return kind


def without_genitive(word: str) -> str:
    """ "son's" -> "son": the English ending of whose something is, in the span."""
    return _GENITIVE.sub("", word)


def common_nouns(lexicon: Lexicon) -> dict[str, Kind]:
    """Folded word -> RELATION, SEX or PROFESSION; OTHER for what stands beside a relation."""
    key = ("common nouns",)
    if key not in lexicon.pools:
        styles = {fold(row["form"]): row["style"] for row in lexicon.rows("sexes")}
        sexes = {form for form in styles if len(form) >= _SHORTEST}
        # "My lad" is a child of mine, not a young man.
        told = {form for form in sexes if not styles[form].startswith("familiar")}
        kin = {
            fold(row["form"]): row
            for row in lexicon.rows("relations")
            if row["group"] != "children" or fold(row["form"]) not in told
        }
        relatives = {form for form, row in kin.items() if row["kin"] or row["group"] == "state"}
        lexicon.pools[key] = {
            **{fold(row["form"]): Kind.PROFESSION for row in lexicon.rows("professions")},
            **dict.fromkeys(sexes, Kind.SEX),
            **dict.fromkeys(kin, Kind.OTHER),
            **dict.fromkeys(relatives, Kind.RELATION),
        }
    nouns: dict[str, Kind] = lexicon.pools[key]
    return nouns


def _names_before(
    dialogue: Dialogue, items: Sequence[Item], nouns: Container[int], plain: Container[int]
) -> Iterator[tuple[int, Item]]:
    """(index, the name right before it) of each mention that follows a name; `plain`: nouns that
    are nobody's given name."""
    for one, two in pairwise(items):
        between = dialogue.turns[one.turn].text[one.end : two.start]
        # "la [filla] [divorciada]": of two nouns in small letters the first names nobody.
        noun = one.index in nouns and (one.text.islower() or one.index in plain)
        named = one.kind in NAMES and not noun  # "[Papas] [Schwester]"
        if one.turn == two.turn and named and between == " ":
            yield two.index, one


def _is_named(dialogue: Dialogue, item: Item, before: Mapping[int, Item], lexicon: Lexicon) -> bool:
    """Whether a word is a name where it stands: "Luis [Nieto]", "Herr [Vetter]"."""
    text = dialogue.turns[item.turn].text
    behind = words(text[item.end :])[:1]
    if _has_title(dialogue, item, lexicon):
        return item.text[:1].isupper() or text.islower()
    if any(word in lexicon.cues("title_after") for word in behind):
        return item.text[:1].isupper()
    first = before.get(item.index)
    if first is not None and (
        _is_genitive(first.text, lexicon) or _is_titled_genitive(dialogue, first, lexicon)
    ):
        return False  # "Heikes [Mann]"
    # "Dumas [fils]", "Mikel [anaia]": in small letters behind a capital it is a noun.
    return first is not None and (item.text[:1].isupper() or first.text[:1].islower())


def _is_genitive(name: str, lexicon: Lexicon) -> bool:
    """Whether a German name has the s of whose something is, and is not "Hans"."""
    if lexicon.lang != "de":
        return False
    *titles, key = words(name) or ("",)
    stem = key.removesuffix("s")
    if stem == key or _is_given(key, lexicon):
        return False
    titled = len(titles) > 0 and plain_titles(lexicon) >= {*titles}  # "Frau Hinrichsens Enkel"
    family = stem in lexicon.surname_keys and key not in lexicon.surname_keys
    return titled or family or _is_given(stem, lexicon)


def _is_titled_genitive(dialogue: Dialogue, first: Item, lexicon: Lexicon) -> bool:
    """Whether a German surname with an s stands behind a title: "Frau Hinrichsens [Enkel]"."""
    if lexicon.lang != "de" or not first.text.endswith("s"):
        return False
    titles = plain_titles(lexicon)
    before = words(dialogue.turns[first.turn].text[: first.start])[-1:]
    said = (*before, *words(first.text))
    return not titles.isdisjoint(said[:-1]) and titles.issuperset(words(first.text)[:-1])


def _is_given(key: str, lexicon: Lexicon) -> bool:
    return key in lexicon.name_by_key or key in lexicon.fulls_of


def _is_noun(dialogue: Dialogue, item: Item, kind: Kind, names: set[str], lexicon: Lexicon) -> bool:
    """Whether a word that no title or given name makes a name is the noun that it may be."""
    text = dialogue.turns[item.turn].text
    key = fold(item.text)
    small = item.text.islower() and not text.islower()  # where all letters are, none tells
    if key in names and not small:
        return False
    given = _is_given(key, lexicon)
    if key != item.text.casefold():  # "niña" is no Nina
        given = item.text.casefold() in lexicon.name_by_writing
    said = words(text[: item.start])[-1:]
    led = said if text.islower() else _behind_adjective(text[: item.start], said)
    determined = any(w in lexicon.cues("determiner") or _is_genitive(w, lexicon) for w in led)
    if given and item.kind is not Kind.SURNAME:  # "la [nora]", written in a hurry
        return determined and lexicon.cues("article").keys().isdisjoint(said)
    if kind is Kind.PROFESSION:  # "der Schneider" is mostly called so
        return small or (determined and key not in lexicon.surname_keys)
    if determined or small:
        return True
    return not (given or key in lexicon.surname_keys or _is_asked(text, item, lexicon))


def _behind_adjective(before: str, said: Sequence[str]) -> Sequence[str]:
    """The last word; of "mein verstorbener [Mann]", whose last is an adjective, the last two."""
    last = before.split()[-1:]
    return words(before)[-2:] if last and last[0].islower() else said


def _is_asked(text: str, item: Item, lexicon: Lexicon) -> bool:
    """Whether a word for somebody near may be a surname that is asked for: "Name? - [Friend]"."""
    near = any(
        row["group"] in ACQUAINTED and fold(row["form"]) == fold(item.text)
        for row in lexicon.rows("relations")
    )
    asked = not lexicon.cues("surname").keys().isdisjoint(words(text[: item.start]))
    return near and (asked or words(text) == words(item.text))
