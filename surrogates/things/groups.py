"""Which mentions name one place, street, organisation or product: groups of items, and why."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.folding import fold
from surrogates.labels import Kind, is_region_label
from surrogates.languages.common_parts import kinds_of_thing
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.inhabitants import is_place
from surrogates.languages.places.landscape import landscape_cues
from surrogates.languages.places.streets import street_key
from surrogates.node_keys import NodeKey
from surrogates.once import once_an_item
from surrogates.people.linking.links import misheard
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.demonyms import people_said
from surrogates.things.named.in_part import (
    content_of,
    organisations_in_part,
    streets_in_part,
    wholes_of,
)
from surrogates.things.named.short_writings import pet_name
from surrogates.things.organisations import (
    abbreviates,
    blended,
    cut_form,
    is_acronym,
    is_glued,
)
from surrogates.things.proper_parts import Naming, parts_of
from surrogates.union_find import UnionFind

_ARTICLES_TEXT = "el la los las els les o a os as le der die das the"
ARTICLES = frozenset(_ARTICLES_TEXT.split())


@dataclass
class Group:
    """Items that name one thing."""

    kind: Kind
    items: list[Item]
    keys: list[NodeKey]
    links: tuple[str, ...] = ()
    region: bool = False  # a province, not a town
    town: bool = True  # it is named as a town too
    province: str = ""  # in which its surrogate must be
    capital: bool = False  # it gives its province its name
    housed: bool = False  # an organisation is called after what it lies in
    beside: frozenset[str] = frozenset()  # folded towns that are said to be in its province
    area: str = ""  # what it names, where that is what towns of the dialogue lie in
    towns: int = 0  # how many do
    inside: tuple["Group", ...] = ()  # the towns of the dialogue that lie in it
    # Whether a name suits what stands before its mentions, and has a word for its people.
    suits: Callable[[str], bool] = bool
    foreign: bool = False  # a country in which the language is not at home
    around: str = ""  # the area that is said with it
    within: str = ""  # and the one that stands for that
    outside: str = ""  # the area that the words behind a town say, which stay
    canton: bool = False  # a region of another country of the language
    above: str = ""  # of an area: what the one that it lies in became
    region_abroad: bool = False  # a region of another country
    # Of a town: its region abroad, and the articles that this may have.
    region_said: "Group | None" = None
    articles: frozenset[str] = frozenset()
    langs: tuple[str, ...] = ()  # of a province: those in which a town of it is named
    moved: Mapping[str, str] = field(default_factory=dict)  # places so far, and what they became
    naming: Naming = field(default_factory=dict)  # of the parts of an organisation or a street
    named: Naming = field(default_factory=dict)  # of all organisations so far
    own: frozenset[str] = frozenset()  # words for kinds that are a part all the same
    # Folded names of the ways so far, without their types, and what they became.
    ways: Mapping[str, str] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return min(self.keys)


@once_an_item
def thing_key(scene: Scene, item: Item) -> str:
    """Folded words of a thing, without an ending, a legal form, or a street's number."""
    if item.kind is Kind.STREET:
        return street_key(scene.stems.street(item.text)[0], scene.lexicon)
    demonym = people_said(scene, item)
    if demonym is not None:
        return scene.stems.key_of(demonym.place)
    if item.kind is Kind.ORG and is_acronym(item.text):
        return fold(item.text)
    if item.kind is Kind.ORG and cut_form(item.text)[1]:
        return scene.stems.key_of(cut_form(item.text)[0])
    key = scene.stems.key_of(scene.stems.thing(item.text, item.kind)[0]) or fold(item.text)
    return _as_listed(scene.lexicon, key) if item.kind is Kind.PLACE else key


def _as_listed(lexicon: Lexicon, key: str) -> str:
    """A folded town with its saint as the tables write it: "sankt pölten" is "st pölten"."""
    saints = lexicon.cues("saint")
    said, _, rest = key.replace("-", " ").partition(" ")
    if said not in saints or not rest or is_place(lexicon, key):
        return key
    forms = sorted((form for form in saints if saints[form] == saints[said]), key=len)
    known = (name for form in forms if is_place(lexicon, name := f"{form} {rest}"))
    return next(known, f"{forms[0]} {rest}")


def groups_of(scene: Scene, items: list[Item], kind: Kind) -> list[Group]:
    apart = (c.mentions for c in scene.constraints if c.kind == ConstraintKind.SPLIT)
    split = {mention: mentions[0] for mentions in apart for mention in mentions}
    by_key: dict[NodeKey, list[Item]] = {}
    for item in items:
        key = NodeKey(thing_key(scene, item))
        if item.key in split:
            key = NodeKey.of(key, split[item.key])
        by_key.setdefault(key, []).append(item)
    sets = UnionFind(by_key)
    links = list(_links(scene, by_key, kind))
    for a, b, _ in links:
        sets.union(a, b)
    rules: dict[str, list[str]] = {}
    for a, _, rule in links:
        rules.setdefault(sets.find(a), []).append(rule)
    _suggest_merges(scene, by_key, kind, sets)
    merged: dict[str, list[NodeKey]] = {}
    for key in by_key:
        merged.setdefault(sets.find(key), []).append(key)
    return [
        Group(
            kind,
            sorted((i for k in keys for i in by_key[k]), key=lambda i: i.index),
            keys,
            tuple(dict.fromkeys(rules.get(root, ()))),
        )
        for root, keys in merged.items()
    ]


def _links(
    scene: Scene, by_key: dict[NodeKey, list[Item]], kind: Kind
) -> Iterable[tuple[NodeKey, NodeKey, str]]:
    together = {key: found[0] for key, found in by_key.items() if not key.is_apart}
    texts = {k: cut_form(scene.stems.thing(i.text, i.kind)[0])[0] for k, i in together.items()}
    by_mention = {i.key: key for key, found in by_key.items() for i in found}
    for constraint in scene.constraints:
        if constraint.kind == ConstraintKind.LINK and constraint.value in (
            "",
            "equivalent",
            "part_of",
        ):
            keys = [by_mention[m] for m in constraint.mentions if m in by_mention]
            yield from ((keys[0], key, "person") for key in keys[1:])
    if kind is Kind.PLACE:
        concepts: dict[str, NodeKey] = {}
        for key in by_key:
            for concept in scene.lexicon.concept_of.get(("place", key), ()):
                other = concepts.setdefault(concept, key)
                # "Frankfurt" is no other language's word for Frankfurt am Main.
                if (
                    other != key
                    and not (f"{key} ".startswith(f"{other} "))
                    and not (f"{other} ".startswith(f"{key} "))
                ):
                    yield other, key, "equivalent"
    if kind is Kind.STREET:
        said = {str(key): i.text for key, i in together.items()}
        for whole, part in streets_in_part(said, scene.lexicon):
            yield NodeKey(whole), NodeKey(part), "variant"
    if kind is Kind.ORG:
        yield from _initials(scene, texts)
    if kind is Kind.ORG:
        for part, text in texts.items():
            named = (k for k, other in texts.items() if is_glued(text, (other,)))
            yield from ((whole, part, "variant") for whole in named)
        yield from _said_shorter(scene, texts)
        bare_words = {str(key): _without_endings(scene, text) for key, text in texts.items()}
        for whole, part in organisations_in_part(bare_words, scene.lexicon):
            yield NodeKey(whole), NodeKey(part), "part_of"
    if kind is Kind.PRODUCT:
        yield from _products_in_part(scene, texts)
    if kind is Kind.PLACE:
        bare = {key: without_article(key) for key in by_key}
        for key in by_key:
            # "San Sebastián" is a town of its own, not short for San Sebastián de los Reyes.
            known = " " in bare[key] and key in scene.lexicon.place_by_key
            # "Kanton [Freiburg]" is not short for Freiburg im Breisgau.
            known = known or any(is_region_label(item.label) for item in by_key[key])
            wholes = [k for k in by_key if k != key and f"{bare[k]} ".startswith(f"{bare[key]} ")]
            # The "Ohio River" is not Ohio.
            wholes = [k for k in wholes if k.split()[-1] not in landscape_cues(scene.lexicon)]
            if wholes and len({bare[k] for k in wholes}) == 1 and not known:
                yield wholes[0], key, "part_of"


def _without_endings(scene: Scene, text: str) -> str:
    """A Basque name whose places have no endings: "[Gurutzeta] Unibertsitate Ospitale"."""
    if scene.lexicon.lang != "eu":
        return text
    return " ".join(scene.stems.thing(word, Kind.PLACE)[0] for word in text.split())


def _initials(scene: Scene, texts: Mapping[NodeKey, str]) -> Iterable[tuple[NodeKey, NodeKey, str]]:
    """ "THW" is the "Technisches Hilfswerk"."""
    long = {key: text for key, text in texts.items() if not is_acronym(text)}
    for key, text in texts.items():
        if key in long:
            continue
        named = (k for k, name in long.items() if abbreviates(text, name, scene.lexicon.lang))
        yield from ((whole, key, "initials") for whole in named)
    for key, text in long.items():
        named = (k for k, name in long.items() if blended(text, name))
        yield from ((whole, key, "initials") for whole in named)
        named = (k for k, name in long.items() if pet_name(text, name, scene.lexicon))
        yield from ((whole, key, "initials") for whole in named)


def _products_in_part(
    scene: Scene, texts: Mapping[NodeKey, str]
) -> Iterable[tuple[NodeKey, NodeKey, str]]:
    """ "Seat Leon", "el Leon": where only one has all words of the shorter one."""
    contents = {str(key): content_of(text, scene.lexicon) for key, text in texts.items()}
    for part in contents:
        wholes = wholes_of(contents, part)
        if len({contents[whole] for whole in wholes}) == 1:
            yield NodeKey(wholes[0]), NodeKey(part), "part_of"


def _said_shorter(
    scene: Scene, texts: Mapping[NodeKey, str]
) -> Iterable[tuple[NodeKey, NodeKey, str]]:
    """ "X Klinikako" is "X Klinika", "Klinik X" is "X-Klinik": the same proper part, and no word
    for another kind."""
    known = kinds_of_thing(scene.lexicon)
    proper = {key: [p.key for p in parts_of(text, scene.lexicon)] for key, text in texts.items()}
    kinds = {key: {known[word] for word in key.split() if word in known} for key in proper}
    for a, b in combinations(sorted(key for key in proper if proper[key] and kinds[key]), 2):
        if proper[a] == proper[b] and (kinds[a] <= kinds[b] or kinds[b] <= kinds[a]):
            shorter, longer = sorted((a, b), key=lambda key: (len(kinds[key]), key))
            yield longer, shorter, "part_of"


def without_article(key: str) -> str:
    """The folded words of a name without the article that it begins with, where there is one."""
    plain = key.removeprefix("l'")
    first, _, rest = plain.partition(" ")
    return rest if first in ARTICLES and rest else plain


def _suggest_merges(
    scene: Scene, by_key: dict[NodeKey, list[Item]], kind: Kind, sets: UnionFind[NodeKey]
) -> None:
    """Raises MERGE_SUGGESTED for places that may be one, badly heard."""
    if kind is not Kind.PLACE:
        return
    for a, b in combinations(sorted(k for k in by_key if not k.is_apart), 2):
        items = (by_key[a][0], by_key[b][0])
        if sets.find(a) == sets.find(b) or not misheard(a, b, scene.lexicon.known_places):
            continue
        if any(scene.latest((ConstraintKind.LINK, ConstraintKind.SPLIT), [item]) for item in items):
            continue
        pair = tuple(item.key for item in items)
        later = max(items, key=lambda item: item.index)
        scene.raise_issue(notices.TWO_PLACES_ALIKE, later, pair)
