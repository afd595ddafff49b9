"""What names nobody and stays: a country in which the language is at home, a noun alone.

"Vivo en Madrid, [España]": surrogates of towns and their codes are of these countries, so another
one would contradict them; and whoever speaks the language may live there. "En el [hospital]" does
not say which. Both stay, and an issue says so; a person may type another, or ask for a placeholder.
"""

import re
from collections.abc import Container, Sequence, Set
from functools import lru_cache

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold, words
from surrogates.labels import Kind, is_nationality, is_town_label
from surrogates.languages.common_parts import (
    is_goods,
    is_public_noun,
    kind_said,
    says_where,
)
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.streets import inside_words
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.abroad.regions_abroad import (
    is_at_home,
    is_away,
    land_kept,
)
from surrogates.things.groups import thing_key, without_article
from surrogates.things.named.streets import draw_name, is_named_so
from surrogates.things.organisations import abbreviates, is_acronym

_GERMAN = re.compile(r"(?<=\w{3})(?:e[mnrs]?|s)(?!\w)")  # endings of cases
_BEGINS = re.compile(r"[.!?¿¡]\s*$")
_ONE = frozenset({"AKH"})  # a kind beside a town ("AKH Linz"), alone one hospital
_IBAN = re.compile(r"([A-Z]{2})\d\d ?[A-Z0-9]{4}")
_DECIDED = (ConstraintKind.SURROGATE, ConstraintKind.REDRAW)


@lru_cache(maxsize=16)
def _home_keys(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(fold(row["name"]) for row in lexicon.all_rows("home_countries"))


def at_home(scene: Scene, items: Sequence[Item]) -> list[Item]:
    """The items that say a country of the language, or the one that the dialogue is in, unless a
    person decided otherwise; who is French in Geneva is a foreigner."""
    home, land = _home_keys(scene.lexicon), fold(land_kept(scene))
    away = is_away(scene) and not is_at_home(scene)

    def stays(item: Item) -> bool:
        key = without_article(thing_key(scene, item))
        own = key == land and not is_town_label(item.label)
        return own or (key in home and not (away and is_nationality(item.label)))

    return [
        item
        for item in items
        if item.kind in (Kind.PLACE, Kind.COUNTRY)
        and stays(item)
        and not scene.latest(_DECIDED, [item])
    ]


def of_accounts(scene: Scene, items: Sequence[Item]) -> list[Item]:
    """The items that say the country of an account of the dialogue, whose number keeps its code:
    "your [Irish] one, [IE65 AIBK ...]"."""
    cues = scene.lexicon.cues("iban_country")
    codes = {m[1] for item in scene.items if (m := _IBAN.match(item.text))}
    return [
        item
        for item in items
        if item.kind in (Kind.PLACE, Kind.COUNTRY)
        and codes
        and cues.get(without_article(thing_key(scene, item))) in codes
        and not scene.latest(_DECIDED, [item])
    ]


def plain_nouns(scene: Scene, items: Sequence[Item]) -> list[Item]:
    """The items that are a word for a thing and nothing else: "el hospital", "una lavadora",
    "across the street"."""
    firms = {i.text for i in items if i.kind is Kind.ORG}
    firms = {text for text in firms if not kind_said(text, Kind.ORG, scene.lexicon)}
    named = {word for text in firms for word in words(text)}
    told = {item.index for item in items if _is_noun(scene, item, named)}
    told = _with_short_forms(scene, items, told)
    # "la [desbrozadora]", where "una [desbrozadora]" is said too.
    goods = {thing_key(scene, item) for item in items if _is_some(scene, item)}
    return [
        item
        for item in items
        if (item.index in told or (item.kind is Kind.PRODUCT and thing_key(scene, item) in goods))
        and not scene.latest(_DECIDED, [item])
    ]


def _is_noun(scene: Scene, item: Item, named: Container[str]) -> bool:
    """Whether the tables have a mention as a noun; `named`: words of organisations' names."""
    lexicon = scene.lexicon
    if item.kind is Kind.PRODUCT:
        return is_goods(item.text, lexicon)
    if item.kind is Kind.STREET:
        return _is_small(scene, item) and says_where(item.text, lexicon)
    if item.kind is not Kind.ORG or item.text in _ONE:
        return False
    if _is_everybodys(scene, item):
        return True
    # "the bank" of a bank that is named elsewhere goes with its name.
    alone = not any(word in named for word in words(item.text))
    plain = alone and bool(kind_said(item.text, Kind.ORG, lexicon))
    return is_public_noun(item.text, lexicon) or (plain and _is_small(scene, item))


def _with_short_forms(scene: Scene, items: Sequence[Item], told: Set[int]) -> set[int]:
    """The items that stay, short forms of public bodies included; short ones of what is none here
    ("DGT" of "Deportes García Torres") left out."""
    firms = [item for item in items if item.kind is Kind.ORG]
    stay = set(told)
    for short in firms:
        if not is_acronym(cut := scene.stems.thing(short.text, short.kind)[0]):
            continue
        named = [
            i for i in firms
            if not is_acronym(i.text) and abbreviates(cut, i.text, scene.lexicon.lang)
        ]  # fmt: skip
        if named and any(i.index in told for i in named):
            stay.add(short.index)
        elif named:
            stay.discard(short.index)
    return stay


@lru_cache(maxsize=16)
def _public_bodies(lexicon: Lexicon) -> frozenset[str]:
    """What is one and the same for a whole country, and acronyms of it as they are written."""
    names = (row["name"] for row in lexicon.rows("public_bodies"))
    return frozenset(name if is_acronym(name) else _key(name, lexicon) for name in names)


def _key(name: str, lexicon: Lexicon) -> str:
    """The folded name; in German without endings: "beim Technischen Hilfswerk"."""
    key = name_key(name)
    return _GERMAN.sub("", key) if lexicon.lang == "de" else key


def _is_everybodys(scene: Scene, item: Item) -> bool:
    """Whether an organisation is everybody's: "Hacienda", "the [DVLA]", "[Ogasunetik]"."""
    inflection = scene.stems.inflection
    cuts = tuple(inflection.cut(item.text, place=True)) if inflection is not None else ()
    texts = (item.text, *(stem for stem, _ in cuts), *(stem + "a" for stem, _ in cuts))
    return any(is_public_body(scene.lexicon, text) for text in texts)


def is_public_body(lexicon: Lexicon, text: str) -> bool:
    """Whether a name is that of a body of a whole country, acronyms as they are written."""
    known = _public_bodies(lexicon)
    return text in known or (not is_acronym(text) and _key(text, lexicon) in known)


def unknown_nouns(scene: Scene, items: Sequence[Item]) -> list[Item]:
    """The products of no table in small letters behind an article ("la [junta]"): nouns, or names
    written so. Neither a name nor the word itself may stand there."""
    named = {
        w for i in items if i.kind is Kind.PRODUCT and not i.text.islower() for w in words(i.text)
    }
    return [
        item
        for item in items
        if item.kind is Kind.PRODUCT
        and item.text.isalpha()
        and item.text.islower()
        and _is_small(scene, item)
        and not named.intersection(words(item.text))
        and not scene.latest(_DECIDED, [item])
        and _follows(scene, item, "determiner")
    ]


def _is_some(scene: Scene, item: Item) -> bool:
    """Whether a product is a noun in small letters, one of many: "una [desbrozadora]"."""
    some = item.kind is Kind.PRODUCT and item.text.islower() and scene.before(item).endswith(" ")
    return some and _is_small(scene, item) and _follows(scene, item, "indefinite")


def _follows(scene: Scene, item: Item, cue: str) -> bool:
    """Whether a word of a cue stands right before a mention."""
    return not scene.lexicon.cues(cue).keys().isdisjoint(words(scene.before(item))[-1:])


def _is_small(scene: Scene, item: Item) -> bool:
    """Whether a mention is in small letters, but for the first of a sentence, where others are
    not; a German noun never is, but stands behind an article."""
    if scene.lexicon.lang == "de":
        return item.text[:1].islower() or _follows(scene, item, "determiner")
    text = scene.dialogue.turns[item.turn].text
    begins = item.start == 0 or _BEGINS.search(text[: item.start]) is not None
    return item.text[begins:].islower() and not text.islower()


def floor_words(scene: Scene, items: Sequence[Item]) -> list[Item]:
    """The numbers that are a word for a floor or a door: "principal", "bajo", "links"."""
    plain = inside_words(scene.lexicon)
    return [
        item
        for item in items
        if item.kind is Kind.NUMBER
        and len(item.text) > 1
        and plain.issuperset(words(item.text))
        and not scene.latest(_DECIDED, [item])
    ]


def leave(scene: Scene, items: Sequence[Item], notice: notices.Notice) -> None:
    """Leaves items as they were; one issue and one card for each value."""
    alike: dict[str, list[Item]] = {}
    for item in items:
        alike.setdefault(thing_key(scene, item), []).append(item)
        scene.surrogates[item.index] = item.text
        scene.told[item.index] = frozenset(words(item.text))
    for same in alike.values():
        links = ("same_value",) if len(same) > 1 else ()
        scene.add_card(str(same[0].kind), same, same[0].text, links)
        scene.raise_issue(notice, same[0], tuple(item.key for item in same))


def leave_kinds(scene: Scene, items: Sequence[Item]) -> None:
    """Leaves words for a kind of street; one that is a street's name becomes another name."""
    names = {item.index: draw_name(scene, item) for item in items if is_named_so(scene, item)}
    leave(scene, [item for item in items if not names.get(item.index)], notices.PLAIN_NOUN)
    for item in items:
        if name := names.get(item.index):
            scene.surrogates[item.index] = name
            scene.add_card(str(item.kind), [item], name)


# What stays, in this order, and what is said of it.
STAYING = (
    (at_home, notices.AT_HOME),
    (of_accounts, notices.SAID_AROUND),
    (plain_nouns, notices.PLAIN_NOUN),
)
