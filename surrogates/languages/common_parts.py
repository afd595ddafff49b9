"""Words in names of things that say what a thing is and name none: "Hospital", "calle", "Doctor".

They stay where a thing gets another name, and nothing searches for them alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from surrogates.folding import PARTICLES, digraphs, fold, words
from surrogates.labels import NAMES, Kind, is_town_label
from surrogates.languages.inflection import inflection_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.landscape import landscape_cues, landscape_names
from surrogates.languages.places.streets import (
    HEAD_LAST,
    inside_words,
    is_type,
    short_type,
    type_key,
    type_said,
    unelided,
)
from surrogates.rewrite import Item

_FIRST, _LAST = 4, 5  # letters of a compound's first word, and of the word for its kind
_KINDS = ("common", "ending", "head", "purpose")
_PUBLIC = ("health", "school", "public", "site")
_NAMED = (Kind.ORG, Kind.STREET)
# How German streets end and hardly a town or a quarter does.
_SURE_STREETS = frozenset({"allee", "gasse", "platz", "strasse", "weg"})


@lru_cache(maxsize=32)
def titles(lexicon: Lexicon) -> Mapping[tuple[str, ...], str]:
    """Folded words of a title -> whom it names: man, woman, surname, devotion, place."""
    rows = lexicon.rows("organisations")
    return {words(r["form"]): r["sector"] for r in rows if r["part"] == "title"}


@lru_cache(maxsize=32)
def kinds_of_thing(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded words for kinds of organisations, and what is said of them ("universitario"), with
    endings ("ospitaleko") -> the word as the tables have it."""
    parts = [r["form"] for r in lexicon.rows("organisations") if r["part"] in _KINDS]
    listed = {
        word: word
        for part in parts
        for word in words(part)
        if word not in PARTICLES and not _is_article(word, lexicon)
    }
    inflection = inflection_of(lexicon.lang)
    forms = inflection.noun_forms if inflection is not None else lambda word: ()
    inflected = {
        form: word for word in listed for form in forms(word) if _names_none(lexicon, form)
    }
    return {**inflected, **listed}


@lru_cache(maxsize=32)
def kinds_in_hosts(lexicon: Lexicon) -> frozenset[str]:
    """Folded words for kinds, and for families that have a firm, as hosts write them:
    "brandt-soehne.de"."""
    cues = (row["form"] for row in lexicon.rows("cues") if row["kind"] == "firm_family")
    families = {fold(written) for cue in cues for written in (cue, digraphs(cue))}
    return frozenset(families).union(kinds_of_thing(lexicon))


def _names_none(lexicon: Lexicon, key: str) -> bool:
    people = key in lexicon.name_by_key or key in lexicon.surname_keys or key in lexicon.fulls_of
    return not people and key not in lexicon.known_places


@lru_cache(maxsize=32)
def _common(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(kinds_of_thing(lexicon)).union(*titles(lexicon))


@lru_cache(maxsize=8192)
def head_of(lexicon: Lexicon, key: str) -> str:
    """The word for a kind that a folded word is, or in German ends with ("stadtsparkasse")."""
    kinds = kinds_of_thing(lexicon)
    if key in kinds or lexicon.lang != "de" or not _names_none(lexicon, key):
        return key if key in kinds else ""
    ends = (key[i:] for i in range(_FIRST, len(key) - _LAST + 1))
    return next((end for end in ends if end in kinds), "") or _ending_of(lexicon, key)


def _ending_of(lexicon: Lexicon, key: str) -> str:
    """The short word for a kind that a compound ends with ("fahrradhaus"); a surname may, too
    ("steinhaus"), where what stands before is one."""
    for ending in map(fold, lexicon.organisation_parts("ending")):
        before = key.removesuffix(ending)
        if _FIRST <= len(before) < len(key) and _names_none(lexicon, before):
            return ending
    return ""


def is_compound(lexicon: Lexicon, key: str) -> bool:
    """Whether a folded word is no word for a kind, but ends with one."""
    return bool(head_of(lexicon, key)) and key not in kinds_of_thing(lexicon)


@lru_cache(maxsize=32)
def joins(lexicon: Lexicon) -> frozenset[str]:
    """Folded words for "and"."""
    return frozenset(map(fold, lexicon.organisation_parts("join")))


def joins_two(keys: Sequence[str], at: int, lexicon: Lexicon) -> bool:
    """Whether the "and" at a place of folded words is between two names ("Harlow and Finch"): not
    that of "Castilla y León", nor of what a ministry or a school is for."""
    two = *keys[max(at - 1, 0) : at], *keys[at + 1 : at + 2]
    if len(two) < 2:
        return False
    towns = {*two, " ".join(keys[at - 1 : at + 2])} & lexicon.known_places
    if len(towns) > 1 or not towns.issubset(two):
        return False
    public = any(lexicon.sector_of_head.get(key) in _PUBLIC for key in keys)
    return not public or any(key in lexicon.name_by_key for key in two)


@lru_cache(maxsize=32)
def public_nouns(lexicon: Lexicon) -> frozenset[str]:
    """Folded words for what is not called so itself: "hospital"; a shop may be "Electricidad"."""
    rows = [row for row in lexicon.rows("organisations") if row["part"] in ("head", "common")]
    return frozenset(fold(row["form"]) for row in rows if row["sector"] in _PUBLIC)


def is_public_noun(text: str, lexicon: Lexicon) -> bool:
    """Whether a mention is such a word, with an ending or without."""
    key = fold(text)
    return fold(kinds_of_thing(lexicon).get(key, key)) in public_nouns(lexicon)


@lru_cache(maxsize=32)
def _goods(lexicon: Lexicon) -> frozenset[str]:
    goods = {" ".join(words(row["form"])) for row in lexicon.rows("goods")}
    inflection = inflection_of(lexicon.lang)
    inflected = inflection.noun_forms if inflection is not None else lambda word: ()
    return frozenset(goods.union(*map(inflected, goods)))


def is_goods(text: str, lexicon: Lexicon) -> bool:
    """Whether a product is what it is and nobody's make: "lavadora", "garbigailua"."""
    return " ".join(words(text)) in _goods(lexicon)


@lru_cache(maxsize=8192)
def says_where(text: str, lexicon: Lexicon) -> bool:
    """Whether a street is told by where it is alone: "across the street", "um die Ecke"."""
    own = {unelided(word) for word in words(text)}
    names = {word for word in own if not (is_type(word, lexicon) or _is_article(word, lexicon))}
    places = {word for cue in lexicon.cues("whereabouts") for word in words(cue)}
    small = lexicon.signs("preposition").keys() | lexicon.cues("determiner").keys() | PARTICLES
    # "Davant de l'estació" names no station.
    return not places.isdisjoint(own) and names <= places | small | kinds_of_thing(lexicon).keys()


@lru_cache(maxsize=8192)
def is_public_thing(text: str, lexicon: Lexicon) -> bool:
    """Whether a place is a thing that is open to all: "Leeds Bradford Airport", "the station"."""
    if fold(text) in lexicon.known_places:
        return False
    known = kinds_of_thing(lexicon)
    heads = (known.get(head_of(lexicon, unelided(word)), "") for word in words(text))
    return any(lexicon.sector_of_head.get(head) in _PUBLIC for head in heads)


def tell_things(items: Iterable[Item], lexicon: Lexicon) -> list[Item]:
    """The items, each place that is a thing open to all as an organisation, each that is called a
    street as one: so its name is drawn and searched for like that of one."""
    return [
        replace(item, kind=kind)
        if item.kind is Kind.PLACE
        and (kind := _thing(item.text, lexicon)) is not Kind.PLACE
        and not (kind is Kind.STREET and " " not in item.text and is_town_label(item.label))
        else item
        for item in items
    ]


@lru_cache(maxsize=8192)
def _thing(text: str, lexicon: Lexicon) -> Kind:
    if is_public_thing(text, lexicon):
        return Kind.ORG
    named = fold(text) in lexicon.known_places or fold(text) in landscape_names(lexicon)
    if not named and _is_room(text, lexicon):
        return Kind.NUMBER
    return Kind.STREET if not named and _is_street(text, lexicon) else Kind.PLACE


def _is_room(text: str, lexicon: Lexicon) -> bool:
    """Whether a place is a room by its number, and nothing else: "Zimmer 214"."""
    word, _, number = text.rpartition(" ")
    return number.isdecimal() and fold(word) in {fold(cue) for cue in lexicon.cues("room")}


def _is_street(text: str, lexicon: Lexicon) -> bool:
    own = words(text)
    if lexicon.lang == "de":
        return type_key(own[-1] if own else "", lexicon) in _SURE_STREETS - {fold(text)}
    said = fold(type_said(text, lexicon)[0])
    return len(own) > 1 and said == own[-1 if lexicon.lang in HEAD_LAST else 0]


@lru_cache(maxsize=8192)
def common_parts(text: str, kind: Kind, lexicon: Lexicon) -> frozenset[str]:
    """Folded words of a mention that name nothing; none where nothing else is in it."""
    own = words(text)
    if kind in (Kind.PLACE, Kind.COUNTRY) and len(own) > 1:
        cues = lexicon.signs("province")  # "provincia de Toledo", "Co. Kerry"
        size = next((n for n in range(len(own) - 1, 0, -1) if " ".join(own[:n]) in cues), 0)
        district = frozenset(own) & lexicon.signs("district").keys()
        district |= frozenset(own[:1]) & landscape_cues(lexicon).keys()  # "río Júcar"
        return (
            district | frozenset(own[:size])
            or frozenset(own[:1]) & lexicon.signs("preposition").keys()
        )
    if kind is Kind.PRODUCT:
        return frozenset(own) if is_goods(text, lexicon) else frozenset()
    if kind is Kind.PROFESSION:  # "tailor shop"
        return frozenset(own[1:]) & lexicon.cues("deed").keys()
    if kind is Kind.STREET and text[:1].islower() and says_where(text, lexicon):
        return frozenset(own)
    if kind not in _NAMED or (kind is Kind.ORG and not titles(lexicon)):
        return frozenset()
    common = _common(lexicon)
    if kind is Kind.STREET:
        inside = inside_words(lexicon)
        plain = {w for w in own if w in common or w in inside or is_type(w, lexicon)}
        plain |= frozenset(own[:1]) & lexicon.signs("preposition").keys()  # "dans la rue Monge"
    else:
        plain = {w for w in own if w in common or unelided(w) in common}  # "l'hôpital"
        plain |= {w for w in own if head_of(lexicon, w) or w in joins(lexicon)}
    return frozenset(plain) if len(own) > 1 or _is_plain(text, kind, lexicon) else frozenset()


def _is_plain(text: str, kind: Kind, lexicon: Lexicon) -> bool:
    """Whether one word is an organisation's kind and no name: in small letters where the language
    tells nouns by them."""
    small = text.islower() or (lexicon.lang == "de" and bool(kind_said(text, kind, lexicon)))
    return kind is Kind.ORG and (small or is_public_noun(text, lexicon))


def kind_said(text: str, kind: Kind, lexicon: Lexicon) -> tuple[str, ...]:
    """The words for a kind that a mention is and nothing else ("the Crescent", "la Mutua"), as
    the tables have them; () where it says more, or where its words are names of their own."""
    own = [w for w in words(text) if w not in PARTICLES and not _is_article(w, lexicon)]
    if kind is Kind.STREET:
        kinds = [type_key(word, lexicon) for word in own] if len(own) == 1 else []
        if lexicon.lang == "de" and kinds != own:  # "Parkallee"
            return ()
    elif kind is Kind.ORG and titles(lexicon):
        known = kinds_of_thing(lexicon)
        # A compound has a name in it: "Sonnenapotheke".
        plain = (w for word in own if (w := unelided(word)) in known or not is_compound(lexicon, w))
        kinds = [known.get(head_of(lexicon, word), "") for word in plain]
        kinds = kinds if len(kinds) == len(own) else []
    else:
        kinds = []
    return tuple(kinds) if all(kinds) else ()


def _is_article(word: str, lexicon: Lexicon) -> bool:
    return ("article", word) in lexicon.agreement


def kinds_alone(items: Iterable[Item], lexicon: Lexicon) -> frozenset[str]:
    """Folded words of mentions that are a word for a kind and nothing else where a longer mention
    says it too: "the Crescent" beside "Marlow Crescent" names nothing by itself."""
    named = {(item.kind, item.text) for item in items if item.kind in _NAMED}
    kinds = {each: frozenset(_kinds_in(each[1], each[0], lexicon)) for each in named}
    alone = {each: kind_said(each[1], each[0], lexicon) for each in named}
    return frozenset(
        word
        for each, said in alone.items()
        for word in words(each[1])
        if said and any(_says_more(other, each, kinds, alone) for other in named)
    )


def _says_more(
    whole: tuple[Kind, str],
    part: tuple[Kind, str],
    kinds: Mapping[tuple[Kind, str], frozenset[str]],
    alone: Mapping[tuple[Kind, str], tuple[str, ...]],
) -> bool:
    """Whether a mention has the words for kinds that another is, and further words."""
    further = not alone[whole] or len(alone[whole]) > len(alone[part])
    return whole[0] is part[0] and further and kinds[whole].issuperset(alone[part])


def plain_parts(item: Item, lexicon: Lexicon, alone: frozenset[str]) -> frozenset[str]:
    """Folded words of a mention that name nothing in a dialogue with these `kinds_alone`, nor do
    the articles that a thing's name begins with ("Els Pins")."""
    plain = common_parts(item.text, item.kind, lexicon)
    if item.kind in _NAMED:
        plain |= alone.intersection(words(item.text))
    if item.kind not in NAMES:
        plain |= {word for word in words(item.text) if _is_article(word, lexicon)}
    return plain


def _kinds_in(text: str, kind: Kind, lexicon: Lexicon) -> Iterable[str]:
    """The words for kinds in a mention, as the tables have them."""
    if kind is Kind.STREET:
        said = (*(type_key(word, lexicon) for word in words(text)), fold(short_type(text, lexicon)))
        return filter(None, said)
    known = kinds_of_thing(lexicon)
    heads = (head_of(lexicon, unelided(word)) for word in words(text))
    return (known[head] for head in heads if head)
