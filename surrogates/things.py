"""Places, countries, streets, organisations, products and professions: one surrogate an entity.

A place keeps what its mentions need: a second name in another language, a telephone prefix of the
same length. An organisation keeps its shape: acronym, single word, or head and modifier.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from surrogates import draw
from surrogates.entities import UnionFind
from surrogates.folding import PARTICLES, apply_case, case_pattern, fold, words
from surrogates.labels import Kind, canonical, type_name
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import N_, Constraint, EntityCard

THINGS = (Kind.PLACE, Kind.COUNTRY, Kind.STREET, Kind.ORG, Kind.PRODUCT, Kind.PROFESSION)
_STREET_SHORT = frozenset({"c", "c/", "avda", "avda.", "av.", "av", "pza", "pza.", "pl", "pl."})
_SECTOR_OF_LABEL = {
    "hospital": "health",
    "centro_salud": "health",
    "institucion": "public",
    "hotel_name": "hotel",
    "restaurant_name": "food",
}


@dataclass
class Group:
    """Items that name one thing."""

    kind: Kind
    items: list[Item]
    keys: list[str]
    links: tuple[str, ...] = ()

    @property
    def base(self) -> str:
        return min(self.keys)


def fill(scene: Scene, items: list[Item], phone_length: Mapping[str, int]) -> dict[str, str]:
    """Writes surrogates of all things; returns folded original place -> surrogate place.

    `phone_length`: folded places whose telephone prefix is said too, and its length.
    """
    groups = [g for kind in THINGS for g in _groups(scene, scene.of_kind(items, kind), kind)]
    groups.sort(
        key=lambda g: (
            g.kind not in (Kind.PLACE, Kind.COUNTRY) or len(g.keys) < 2,
            g.kind,
            draw.order_key(scene.key, scene.dialogue.id, g.base),
        )
    )
    moved: dict[str, str] = {}
    for group in groups:
        forms = _draw(scene, group, phone_length)
        for item in group.items:
            key = thing_key(item)
            scene.surrogates[item.index] = _realise(forms[key], item)
            if group.kind is Kind.PLACE:
                moved[key] = forms[key]
        _card(scene, group, forms)
    return moved


def thing_key(item: Item) -> str:
    """Folded words of a thing."""
    return " ".join(words(item.text)) or fold(item.text)


def _groups(scene: Scene, items: list[Item], kind: Kind) -> list[Group]:
    split = {m for c in scene.constraints if c.kind == "split" for m in c.mentions}
    by_key: dict[str, list[Item]] = {}
    for item in items:
        key = thing_key(item) + (f"#{item.key}" if item.key in split else "")
        by_key.setdefault(key, []).append(item)
    sets = UnionFind(by_key)
    rules: dict[str, str] = {}
    for a, b, rule in _links(scene, by_key, kind):
        sets.union(a, b)
        rules[sets.find(a)] = rule
    merged: dict[str, list[str]] = {}
    for key in by_key:
        merged.setdefault(sets.find(key), []).append(key)
    return [
        Group(
            kind,
            sorted((i for k in keys for i in by_key[k]), key=lambda i: i.index),
            keys,
            (rules[root],) if root in rules else (),
        )
        for root, keys in merged.items()
    ]


def _links(
    scene: Scene, by_key: dict[str, list[Item]], kind: Kind
) -> Iterable[tuple[str, str, str]]:
    by_mention = {i.key: key for key, found in by_key.items() for i in found}
    for constraint in scene.constraints:
        if constraint.kind == "link":
            keys = [by_mention[m] for m in constraint.mentions if m in by_mention]
            yield from ((keys[0], key, "person") for key in keys[1:])
    if kind is Kind.PLACE:
        concepts: dict[str, str] = {}
        for key in by_key:
            for concept in scene.lexicon.concept_of.get(("place", key), ()):
                if concept in concepts:
                    yield concepts[concept], key, "equivalent"
                concepts.setdefault(concept, key)
    if kind is Kind.ORG:
        for key in by_key:
            wholes = [
                k for k in by_key if k != key and k.split()[: len(key.split())] == key.split()
            ]
            if len(wholes) == 1:
                yield wholes[0], key, "part_of"


def _draw(scene: Scene, group: Group, phone_length: Mapping[str, int]) -> dict[str, str]:
    """Surrogate of each key of a group."""
    seed = scene.seed(group.kind, group.base, group.items)
    pinned = [c.value for i in group.items if (c := scene.constraint_for("surrogate", i))]
    if pinned:
        scene.claim(pinned[-1])
        return {thing_key(i): pinned[-1] for i in group.items}
    if group.kind is Kind.PLACE and len(group.keys) > 1:
        forms = _equivalent_places(scene, group, seed)
        if forms is not None:
            scene.claim(*forms.values())
            return forms
    drawn = _DRAWERS[group.kind](scene, group, seed, phone_length)
    if drawn is None:
        keys = tuple(i.key for i in group.items)
        fix = (Constraint("placeholder", keys),)
        scene.raise_issue(
            "POOL_SMALL", "warn", group.items[0], N_("No candidate is left here."), keys, fix
        )
        drawn = f"[{type_name(group.items[0].label)}]"
    else:
        scene.claim(drawn)
    forms = {thing_key(i): drawn for i in group.items}
    if "part_of" in group.links:
        longest = max(group.keys, key=len)
        for key in group.keys:
            if len(key.split()) < len(longest.split()):
                forms[key.split("#")[0]] = drawn.split()[0]
    return forms


def _place_pool(lexicon: Lexicon, phone_length: int) -> draw.Pool:
    key = ("place", str(phone_length))
    if key not in lexicon.pools:
        codes = lexicon.province_codes
        lexicon.pools[key] = draw.Pool(
            (p.name, draw.BAND_WEIGHT[p.weight])
            for p in lexicon.place_entries
            if not phone_length
            or (p.province in codes and len(codes[p.province][1]) == phone_length)
        )
    pool: draw.Pool = lexicon.pools[key]
    return pool


def _place(scene: Scene, group: Group, seed: bytes, phone_length: Mapping[str, int]) -> str | None:
    if set(group.keys) & {fold(c) for c in scene.lexicon.countries}:
        return _country(scene, group, seed, phone_length)
    length = max((phone_length.get(k, 0) for k in group.keys), default=0)
    pool = _place_pool(scene.lexicon, length)
    provinces = {
        p.province
        for k in scene.originals_of(Kind.PLACE)
        if (p := scene.lexicon.place_by_key.get(k))
    }

    def elsewhere(name: str) -> bool:
        place = scene.lexicon.place_by_key[fold(name)]
        return place.province not in provinces

    return scene.first_allowed(seed, pool, elsewhere) or scene.first_allowed(seed, pool)


def _country(
    scene: Scene, group: Group, seed: bytes, phone_length: Mapping[str, int]
) -> str | None:
    return scene.first_allowed(seed, _plain_pool(scene.lexicon, "country", scene.lexicon.countries))


def _plain_pool(lexicon: Lexicon, name: str, words_: tuple[str, ...]) -> draw.Pool:
    if (name,) not in lexicon.pools:
        lexicon.pools[(name,)] = draw.Pool((w, 1.0) for w in words_)
    pool: draw.Pool = lexicon.pools[(name,)]
    return pool


def _product(
    scene: Scene, group: Group, seed: bytes, phone_length: Mapping[str, int]
) -> str | None:
    return scene.first_allowed(seed, _plain_pool(scene.lexicon, "product", scene.lexicon.products))


def _profession(
    scene: Scene, group: Group, seed: bytes, phone_length: Mapping[str, int]
) -> str | None:
    pool = _plain_pool(scene.lexicon, "profession", scene.lexicon.professions)
    return scene.first_allowed(seed, pool)


def _equivalent_places(scene: Scene, group: Group, seed: bytes) -> dict[str, str] | None:
    lexicon = scene.lexicon
    lang_of: dict[str, str] = {}
    for key in group.keys:
        for concept in lexicon.concept_of.get(("place", key), ()):
            for row in lexicon.concepts[("place", concept)]:
                if fold(row["form"]) == key:
                    lang_of.setdefault(key, row["lang"])
    langs = set(lang_of.values())
    if len(langs) < 2:
        return None
    options: dict[str, dict[str, str]] = {}
    for (kind, concept), rows in lexicon.concepts.items():
        forms = {r["lang"]: r["form"] for r in rows}
        if kind == "place" and langs <= set(forms):
            options[concept] = forms
    for concept in draw.Pool((c, 1.0) for c in options).ranked(seed):
        forms = {lang: options[concept][lang] for lang in langs}
        if all(scene.allowed(form) for form in forms.values()):
            return {key: forms[lang_of.get(key, lexicon.lang)] for key in group.keys}
    return None


def _organisation(
    scene: Scene, group: Group, seed: bytes, phone_length: Mapping[str, int]
) -> str | None:
    lexicon = scene.lexicon
    longest = max((i.text for i in group.items), key=len)
    if case_pattern(longest) == "upper" and 2 <= len(longest) <= 6 and longest.isalnum():
        return _acronym(scene, seed, len(longest))
    brands = _plain_pool(lexicon, "brand", lexicon.organisation_parts("brand"))
    parts = words(longest)
    if len(parts) < 2:
        return scene.first_allowed(seed, brands)
    sector = next((lexicon.sector_of_head[p] for p in parts if p in lexicon.sector_of_head), "")
    sector = sector or _SECTOR_OF_LABEL.get(canonical(group.items[0].label), "")
    heads = lexicon.organisation_parts("head", sector)
    modifiers = lexicon.organisation_parts("modifier")
    head = scene.first_allowed(seed, draw.Pool((h, 1.0) for h in heads)) if heads else None
    pool = _plain_pool(lexicon, "modifier", modifiers)
    modifier = scene.first_allowed(seed, pool) if modifiers else None
    if head is None or modifier is None:
        return scene.first_allowed(seed, brands)
    order = f"{modifier} {head}" if lexicon.lang in ("en", "de") else f"{head} {modifier}"
    return order


def _acronym(scene: Scene, seed: bytes, length: int) -> str | None:
    stream = draw.Stream(seed, "acronym")
    for _ in range(50):
        made = "".join(stream.choice("ABCDEFGIJLMNOPRSTUV") for _ in range(length))
        if scene.allowed(made):
            return made
    return None


def _street(scene: Scene, group: Group, seed: bytes, phone_length: Mapping[str, int]) -> str | None:
    """Another type and name; house numbers get digits of the same shape."""
    lexicon = scene.lexicon
    text = group.items[0].text
    pool = _plain_pool(lexicon, "street", lexicon.streets("name"))
    name = scene.first_allowed(seed, pool)
    if name is None:
        return None
    stream = draw.Stream(seed, "street")
    first = re.match(r"\s*([^\W\d]+[./]*)", text)
    kinds = lexicon.streets("type")
    start = fold(first.group(1)) if first else ""
    head = ""
    if start in {fold(k) for k in kinds}:
        others = [k for k in stream.shuffled(kinds) if scene.allowed(k)]
        head = apply_case(others[0].capitalize(), case_pattern(text.split()[0])) if others else ""
    elif start in _STREET_SHORT:
        head = next((h for h in ("Avda.", "Pza.", "C/") if scene.allowed(h)), "")
    tail = re.search(r"[\s,]*(?:n[º°.]*\s*)?\d[\w\s.,ºª°\-/]*$", text)
    number = ""
    if tail is not None:
        # Letters of the tail (esc., bajo) say little, its words might say more: digits only.
        digits = re.match(r"[\s,]*(?:n[º°.]*\s*)?\d+", tail.group())
        number = _new_digits(digits.group() if digits else "", stream)
    body = f"{name} {head}" if lexicon.lang == "en" and head else f"{head} {name}".strip()
    return body + (f" {number}" if number[:1].isdecimal() else number)


def _new_digits(text: str, stream: draw.Stream) -> str:
    made = ""
    for i, char in enumerate(text):
        if char.isdecimal():
            options = "123456789" if not text[:i].strip(" ,nº°.") else "0123456789"
            made += stream.choice(options.replace(char, ""))
        else:
            made += char
    return made


def _realise(form: str, item: Item) -> str:
    if form.startswith("["):
        return form
    if case_pattern(item.text) == "lower" and any(w not in PARTICLES for w in words(item.text)):
        return form.lower()
    if case_pattern(item.text) == "upper" and len(item.text) > 6:
        return form.upper()
    return form


def _card(scene: Scene, group: Group, forms: Mapping[str, str]) -> None:
    first = group.items[0]
    scene.cards.append(
        EntityCard(
            key=f"{group.kind}:{first.key}",
            kind=str(group.kind),
            label=first.label,
            mentions=tuple(i.key for i in group.items),
            original=first.text,
            surrogate=forms[thing_key(first)],
            lang=scene.lexicon.lang,
            links=group.links,
        )
    )


_DRAWERS = {
    Kind.PLACE: _place,
    Kind.COUNTRY: _country,
    Kind.STREET: _street,
    Kind.ORG: _organisation,
    Kind.PRODUCT: _product,
    Kind.PROFESSION: _profession,
}
