"""Places, countries, streets, organisations, products and professions: one surrogate an entity.

A place keeps what its mentions need: a second name in another language, a telephone prefix of the
same length. An organisation keeps its shape: acronym, single word, or head and modifier.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations

from surrogates import draw
from surrogates.cast import Spelled
from surrogates.demonyms import flag_inhabitants
from surrogates.entities import UnionFind
from surrogates.facets import FREE, GLUE, STRICT, Facet, facet, met
from surrogates.folding import (
    PARTICLES,
    case_pattern,
    fold,
    words,
)
from surrogates.inflection import plain_marks
from surrogates.labels import Kind, type_name
from surrogates.languages.lexicon import Lexicon
from surrogates.letter_needs import SpellNeed
from surrogates.links import misheard
from surrogates.name_writing import as_written
from surrogates.regions import is_region, region_of
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.thing_draws import DRAWERS, Codes, Group, equivalent_places
from surrogates.types import N_, Constraint, EntityCard

_ARTICLES_TEXT = "el la los las els les o a os as le der die das the"
ARTICLES = frozenset(_ARTICLES_TEXT.split())
_IBERIAN = {"al": "el", "del": "el", "als": "els", "dels": "els"}
MELTED = {
    "ca": _IBERIAN,
    "es": {"al": "el", "del": "el"},
    "fr": {"au": "le", "du": "le", "aux": "les", "des": "les"},
}
THINGS = (Kind.PLACE, Kind.COUNTRY, Kind.STREET, Kind.ORG, Kind.PRODUCT, Kind.PROFESSION)


def fill(scene: Scene, items: list[Item], codes: Codes, spelled: Spelled) -> dict[str, str]:
    """Writes surrogates of all things; returns folded original place -> surrogate place.

    `codes`: what postal codes and telephone numbers that are said with a place begin with.
    `spelled`: what is said of the letters of things.
    """
    groups = [g for kind in THINGS for g in _groups(scene, scene.of_kind(items, kind), kind)]
    regions = _regions(scene, groups)
    groups.sort(
        key=lambda g: (
            not g.region,
            g.kind not in (Kind.PLACE, Kind.COUNTRY) or len(g.keys) < 2,
            g.kind,
            draw.order_key(scene.key, scene.dialogue.id, g.base),
        )
    )
    flag_inhabitants(scene, items)
    moved: dict[str, str] = {}
    for group in groups:
        if group.kind is Kind.PLACE and not group.region:
            group.province = _province_now(scene, group, regions, moved)
        forms = _draw(scene, group, codes, _sayings(scene, group, spelled))
        for item in group.items:
            key = thing_key(scene, item)
            scene.surrogates[item.index] = _realise(scene, forms[key], item)
            if group.kind is Kind.PLACE:
                moved[key] = forms[key]
        _card(scene, group, forms)
    return moved


def _regions(scene: Scene, groups: list[Group]) -> list[tuple[str, Item]]:
    """Marks the groups that are provinces; returns their keys and items."""
    found: list[tuple[str, Item]] = []
    for group in groups:
        if group.kind is Kind.PLACE:
            said = [i for i in group.items if is_region(scene, i, thing_key(scene, i))]
            group.region, group.town = bool(said), len(said) < len(group.items)
            found += [(thing_key(scene, item), item) for item in said]
    return found


def _province_now(
    scene: Scene, group: Group, regions: list[tuple[str, Item]], moved: Mapping[str, str]
) -> str:
    """The surrogate of the province that a town is in, where that is said and was drawn."""
    if not regions:
        return ""
    key = thing_key(scene, group.items[0])
    region = region_of(scene, group.items, key, regions)
    return scene.lexicon.province_by_key.get(fold(moved.get(region, "")), "")


def thing_key(scene: Scene, item: Item) -> str:
    """Folded words of a thing, without an ending."""
    return scene.stems.key_of(scene.stems.thing(item.text, item.kind)[0]) or fold(item.text)


def _groups(scene: Scene, items: list[Item], kind: Kind) -> list[Group]:
    apart = (c.mentions for c in scene.constraints if c.kind == "split")
    split = {mention: mentions[0] for mentions in apart for mention in mentions}
    by_key: dict[str, list[Item]] = {}
    for item in items:
        key = thing_key(scene, item) + (f"#{split[item.key]}" if item.key in split else "")
        by_key.setdefault(key, []).append(item)
    sets = UnionFind(by_key)
    found = list(_links(scene, by_key, kind))
    for a, b, _ in found:
        sets.union(a, b)
    rules: dict[str, list[str]] = {}
    for a, _, rule in found:
        rules.setdefault(sets.find(a), []).append(rule)
    _suggest_merges(scene, by_key, kind, sets)
    merged: dict[str, list[str]] = {}
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
    scene: Scene, by_key: dict[str, list[Item]], kind: Kind
) -> Iterable[tuple[str, str, str]]:
    by_mention = {i.key: key for key, found in by_key.items() for i in found}
    for constraint in scene.constraints:
        if constraint.kind == "link" and constraint.value in ("", "equivalent", "part_of"):
            keys = [by_mention[m] for m in constraint.mentions if m in by_mention]
            yield from ((keys[0], key, "person") for key in keys[1:])
    if kind is Kind.PLACE:
        concepts: dict[str, str] = {}
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
    if kind in (Kind.ORG, Kind.PLACE):
        bare = {key: _without_article(key) for key in by_key}
        for key in by_key:
            # "San Sebastián" is a town of its own, not short for San Sebastián de los Reyes.
            known = kind is Kind.PLACE and " " in bare[key] and key in scene.lexicon.place_by_key
            wholes = [k for k in by_key if k != key and f"{bare[k]} ".startswith(f"{bare[key]} ")]
            if wholes and len({bare[k] for k in wholes}) == 1 and not known:
                yield wholes[0], key, "part_of"


def _without_article(key: str) -> str:
    """The folded words of a name without the article that it begins with, where there is one."""
    plain = key.removeprefix("l'")
    first, _, rest = plain.partition(" ")
    return rest if first in ARTICLES and rest else plain


def _melted_article(scene: Scene, item: Item) -> str:
    """The article of a place inside a preposition before it: "al [Prat]" -> "el"; or ""."""
    key = thing_key(scene, item)
    if item.kind is not Kind.PLACE or _without_article(key) != key:
        return ""
    before = words(scene.before(item)[-12:])[-1:]
    article = MELTED.get(scene.dialogue.lang.split("-")[0], {}).get(before[0]) if before else None
    return "" if article is None or key in scene.lexicon.country_keys else article


def _suggest_merges(
    scene: Scene, by_key: dict[str, list[Item]], kind: Kind, sets: UnionFind
) -> None:
    """Raises MERGE_SUGGESTED for places that may be one, badly heard."""
    if kind is not Kind.PLACE:
        return
    known = scene.lexicon.place_by_key.keys() | scene.lexicon.country_keys
    known |= {form for what, form in scene.lexicon.concept_of if what == "place"}
    for a, b in combinations(sorted(k for k in by_key if "#" not in k), 2):
        items = (by_key[a][0], by_key[b][0])
        if sets.find(a) == sets.find(b) or not misheard(a, b, known):
            continue
        if any(scene.latest(("link", "split"), [item]) for item in items):
            continue
        pair = tuple(item.key for item in items)
        scene.raise_issue(
            "MERGE_SUGGESTED",
            "warn",
            max(items, key=lambda item: item.index),
            N_("Two places look like one; they have separate surrogates."),
            mentions=pair,
            fix=(Constraint("link", pair),),
        )


def _sayings(scene: Scene, group: Group, spelled: Spelled) -> dict[str, SpellNeed]:
    """What is said of the letters of each key of a group outside the labels ("con uve")."""
    found: dict[str, SpellNeed] = {}
    for item in group.items:
        need = spelled.get(("item", str(item.index)), SpellNeed()).facts
        if need.asks:
            key = thing_key(scene, item)
            found[key] = found.get(key, SpellNeed()).joined(need)
    return found


def _draw(
    scene: Scene, group: Group, codes: Codes, said: Mapping[str, SpellNeed]
) -> dict[str, str]:
    """Surrogate of each key of a group."""
    seed = scene.seed(group.kind, group.base, group.items)
    keys = [thing_key(scene, item) for item in group.items]
    typed = _typed(scene, group)
    if typed:
        scene.claim(typed)
        return dict.fromkeys(keys, typed)
    facets = _facets(scene, group)
    levels = (STRICT, GLUE, FREE) if facets else (GLUE, FREE) if said else (FREE,)
    forms: dict[str, str] | None = None
    for level in levels:
        forms = _forms(scene, group, seed, codes, facets, said, level)
        if forms is not None:
            break
    mentions = tuple(i.key for i in group.items)
    if forms is None:
        fix = (Constraint("placeholder", mentions),)
        scene.raise_issue(
            "POOL_SMALL", "warn", group.items[0], N_("No candidate is left here."), mentions, fix
        )
        return dict.fromkeys(keys, f"[{type_name(group.items[0].label)}]")
    scene.claim(*forms.values())
    if level == FREE and (facets or said):
        scene.raise_issue(
            "CONSTRAINT_RELAXED",
            "warn",
            group.items[0],
            N_("No name had all that the mentions ask for; one of the demands was dropped."),
            mentions,
            (Constraint("redraw", mentions, "1"),),
        )
    return forms


def _forms(
    scene: Scene,
    group: Group,
    seed: bytes,
    codes: Codes,
    facets: list[Facet],
    said: Mapping[str, SpellNeed],
    level: int,
) -> dict[str, str] | None:
    """Surrogate of each key that suits the places of its mentions at a level, or None."""
    keys = [thing_key(scene, item) for item in group.items]

    def fits_all(forms: Mapping[str, str]) -> bool:
        true = all(need.met_by(forms.get(key, "")) for key, need in said.items())
        return (true or level == FREE) and met(scene, facets, forms, level)

    if "equivalent" in group.links:
        pair = equivalent_places(scene, group, seed, codes, fits_all)
        if pair is not None:
            return pair
    drawn = DRAWERS[group.kind](
        scene, group, seed, codes, lambda name: fits_all(dict.fromkeys(keys, name))
    )
    if drawn is None:
        return None
    forms = dict.fromkeys(keys, drawn)
    if "part_of" in group.links and group.kind is Kind.ORG:
        longest = max(group.keys, key=len)
        for key in group.keys:
            if len(key.split()) < len(longest.split()):
                forms[key.split("#")[0]] = drawn.split()[0]
    return forms


def _facets(scene: Scene, group: Group) -> list[Facet]:
    """What the places of a group's mentions ask of its forms."""
    found = [
        facet(
            scene,
            thing_key(scene, item),
            item,
            0,
            len(item.text),
            scene.stems.thing(item.text, item.kind)[1],
        )
        for item in group.items
    ]
    found = [
        replace(one, article=_melted_article(scene, item))
        for one, item in zip(found, group.items, strict=True)
    ]
    return [one for one in found if one.asks]


def _typed(scene: Scene, group: Group) -> str:
    """What a person typed for a mention of the group, without the mention's own ending; or ""."""
    found = scene.latest(("surrogate", "redraw"), group.items)
    if found is None or found.kind == "redraw":
        return ""
    item = next(item for item in group.items if item.key in found.mentions)
    ending = scene.stems.thing(item.text, item.kind)[1]
    if ending and scene.stems.inflection is not None:
        cut = scene.stems.inflection.cut(plain_marks(found.value), place=True)
        return next((stem for stem, other in cut if other == ending), found.value)
    return found.value


def _realise(scene: Scene, form: str, item: Item) -> str:
    if form.startswith("["):
        return form
    stem, ending = scene.stems.thing(item.text, item.kind)
    article = _melted_article(scene, item)
    if article and form.lower().startswith(f"{article} "):
        form = form[len(article) + 1 :]
    form = as_written(form, stem, _canonical(scene.lexicon, scene.stems.key_of(stem), item))
    form = scene.stems.put(form, ending, item.text)
    if case_pattern(item.text) == "lower" and any(w not in PARTICLES for w in words(item.text)):
        return form.lower()
    if case_pattern(item.text) == "upper" and len(item.text) > 6:
        return form.upper()
    return form


def _canonical(lexicon: Lexicon, key: str, item: Item) -> str:
    """A place with all its accents."""
    entry = lexicon.place_by_key.get(key) if item.kind is Kind.PLACE else None
    return entry.name if entry is not None else ""


def _card(scene: Scene, group: Group, forms: Mapping[str, str]) -> None:
    first = group.items[0]
    scene.cards.append(
        EntityCard(
            key=f"{group.kind}:{first.key}",
            kind=str(group.kind),
            label=first.label,
            mentions=tuple(i.key for i in group.items),
            original=first.text,
            surrogate=forms[thing_key(scene, first)],
            lang=scene.lexicon.lang,
            links=group.links,
        )
    )
