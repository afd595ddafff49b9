"""Names of people: draws one identity per entity and writes every mention of it from there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from string import ascii_lowercase

from surrogates.folding import differ_in_marks, fold, has_marks, words
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.node_keys import NodeKey
from surrogates.people import kinship
from surrogates.people.cast import (
    Cast,
    Spelled,
    add_card,
    add_near_card,
    base_key,
    draw_slip,
    facets_of,
    flag_pool,
    given_clusters,
    pinned_text,
    rank,
    told_right,
)
from surrogates.people.compounds import full_parts, joined_writings, name_parts, part_of_short
from surrogates.people.context.gender import Gender, gender_of_cluster
from surrogates.people.context.origins import flag_names, origins_of
from surrogates.people.context.pets import pet_gender
from surrogates.people.entities import Cluster, Unit
from surrogates.people.facets import Facet, met
from surrogates.people.given_names import SMALL_POOL, Check, Identity, Need, choose, with_shorts
from surrogates.people.initials import letters_of
from surrogates.people.letter_needs import SpellNeed
from surrogates.people.linking.alike import (
    check_alike,
    choose_alike,
    initials_shared,
    likenesses,
    wished,
)
from surrogates.people.linking.endings import is_with_ending
from surrogates.people.linking.slips import TIERS, Slip, has_slip
from surrogates.people.namesakes import take_names, take_tags
from surrogates.people.surnames import draw_surnames
from surrogates.people.writing import write_item
from surrogates.rewrite import Item
from surrogates.scene import Scene


def replace_names(scene: Scene, items: list[Item], cast: Cast, spelled: Spelled) -> None:
    """Draws all people and writes `scene.surrogates` for the given items."""
    take_tags(scene)
    cast.origins = origins_of(scene, cast.all_units())
    flag_names(scene, cast.origins)
    people = _draw_given(scene, given_clusters(scene, cast), cast, spelled)
    draw_surnames(scene, cast, spelled)
    kinship.check(scene, cast, people)
    for item in items:
        scene.surrogates[item.index] = write_item(scene, item, cast)


def _need(
    scene: Scene, people: Cluster, gender: Gender, spelled: Spelled, facets: list[Facet]
) -> Need:
    lexicon = scene.lexicon
    sounds = bool(facets)
    keys = list(dict.fromkeys(u.key for u in people.units if not u.cut and not u.initial))
    compounds = _compounds(people)
    # Hardly a list has names of three: "Paul Marie Joseph" becomes one of two.
    parts = min(max((len(name_parts(k)) for k in compounds), default=1), 2)
    shorts = _shorts(lexicon, people)
    kinds = tuple(_short_kind(lexicon, key, people) for key in shorts)
    of_parts = tuple(_part_of_short(lexicon, key, compounds) for key in shorts)
    langs = tuple(sorted({_lang_of(lexicon, k, people) for k in keys}))
    spell = next((spelled[("given", k)] for k in keys if ("given", k) in spelled), SpellNeed())
    alone = [k for k in keys if " " not in k]
    only = (
        not compounds
        and len(keys) > 0
        and not shorts
        and all(_only_short(lexicon, k) for k in alone)
        # "Arantxa Mendizabal": as a whole name says it, it is what she is registered as.
        and not any(not u.item.is_given and _is_begun(u) for u in people.units)
    )
    if pet_gender(scene, people) is not None and len(keys) == 1 and lexicon.rows("pets"):
        return Need(gender.value, spell=spell, sounds=sounds, pet=True)
    if only:
        forms = sorted(lexicon.fulls_of[alone[0]], key=lambda f: " " in f.full)
        kind = forms[0].kind
        parts = 2 if " " in forms[0].full else 1
        return Need(gender.value, parts, (kind,), True, spell=spell, sounds=sounds)
    need = Need(
        gender=gender.value,
        parts=parts,
        shorts=kinds,
        of_parts=of_parts,
        joined=any(_is_joined(lexicon, k, compounds) for k in alone),
        langs=langs if len(langs) > 1 else (),
        spell=spell,
        marked=differ_in_marks(u.bare for u in people.units),
        sounds=sounds,
    )
    # Somebody may label a short form that is said of this name later: its surrogate should have
    # one already, unless few names are left where words say which letters it has. Where none is
    # said, a surrogate with a short form would tell that the original has one.
    if need.langs or need.spell.sayings:
        return need
    shortable = any(_short_is_said(scene, k) for k in keys)
    split = [full_parts(lexicon, k) for k in compounds[:1]]
    places = [i for ps in split for i, p in enumerate(ps, start=1) if _short_is_said(scene, p)]
    hopes = ((shortable, tuple(places)), (False, tuple(places)), (shortable, ()), (False, ()))
    options = (replace(need, shortable=one, parts_shortable=two) for one, two in hopes)
    return next(o for o in options if o == need or with_shorts(lexicon, o) >= 2 * SMALL_POOL)


def _is_begun(unit: Unit) -> bool:
    """Whether more of a name follows a unit in its mention."""
    return any(map(str.isalpha, unit.item.text[unit.end :]))


def _short_is_said(scene: Scene, key: str) -> bool:
    """Whether the dialogue holds a short form of a name somewhere, in a span or beside them."""
    forms = (words(form.short) for form in scene.lexicon.shorts_of.get(key, ()))
    return any(scene.said.issuperset(form) for form in forms)


def _compounds(people: Cluster) -> list[str]:
    return [n.key.text for n in people.nodes if " " in n.key]


def _part_of_short(lexicon: Lexicon, key: NodeKey, compounds: list[str]) -> int:
    """Which part of the cluster's compound a short form is of; 0 for the whole."""
    plain = key.text
    places = [part_of_short(lexicon, plain, compound) for compound in compounds]
    return max(places, default=0) if all(places) else 0


def _is_joined(lexicon: Lexicon, key: str, compounds: list[str]) -> bool:
    return any(key in joined_writings(lexicon, compound) for compound in compounds)


def _shorts(lexicon: Lexicon, people: Cluster) -> list[NodeKey]:
    """Keys that stand in the cluster as short forms, in order of appearance."""
    linked = {link.b for link in people.links if link.rule == "short_form"}
    for link in people.links:
        if link.rule == "person":
            # Joined by hand: the lexicon tells which of the two is short.
            linked |= {k for k in (link.a, link.b) if _only_short(lexicon, k.text)}
    # "Iñaki" is short for Ignacio and its Basque form: what a language says comes first.
    linked -= {k for e in people.links if e.rule == "equivalent" for k in (e.a, e.b)}
    order = [u.key for u in people.units if not u.cut]
    return [k for k in dict.fromkeys(order) if k in linked]


def _only_short(lexicon: Lexicon, key: str) -> bool:
    return key in lexicon.fulls_of and key not in lexicon.name_by_key


def _short_kind(lexicon: Lexicon, key: str, people: Cluster) -> str:
    others = {n.key.text for n in people.nodes}
    others |= {part for key in _compounds(people) for part in full_parts(lexicon, key)}
    for form in lexicon.fulls_of.get(key, ()):
        if fold(form.full) in others:
            # A short form that is a name too ("Max"): any short form reads like it.
            return "any" if form.kind == "independent" else form.kind
    endings = lexicon.cues("diminutive")
    return "diminutive" if any(is_with_ending(key, one, endings) for one in others) else "any"


def _lang_of(lexicon: Lexicon, key: str, people: Cluster) -> str:
    """The language that a form of a name is said in, where the forms of several stand together."""
    if not any(link.rule == "equivalent" for link in people.links):
        return lexicon.lang
    concepts = lexicon.concept_of.get(("name", key), ())
    rows = [row for c in concepts for row in lexicon.concepts[("name", c)]]
    rows = [row for row in rows if name_key(row["form"]) == key]
    # "María" is Spanish and "Maria" Catalan; without its mark a form is of the nearest language.
    written = {u.bare.casefold() for u in people.units if u.key == key}
    accented = [r for r in rows if has_marks(r["form"], "accent")]
    marked = [row["lang"] for row in accented if row["form"].casefold() in written]
    order = (*marked, lexicon.lang, *(companion.lang for companion in lexicon.companions))
    langs = [row["lang"] for row in rows]
    return next((lang for lang in order if lang in langs), langs[0] if langs else lexicon.lang)


def _place_of_part(key: str, compounds: list[str]) -> int:
    """Which part of a compound a name is as it stands, counted from one; 0 for none."""
    compound_parts = (name_parts(compound) for compound in compounds)
    return next((parts.index(key) + 1 for parts in compound_parts if key in parts), 0)


def _draw_given(
    scene: Scene, people: list[Cluster], cast: Cast, spelled: Spelled
) -> list[tuple[Cluster, Gender]]:
    """Draws all given names; returns the people in order of appearance."""
    planned: list[tuple[Cluster, Gender, Need, list[Facet]]] = []
    people, misses = told_right(scene, people, spelled)
    for group in people:
        gender = gender_of_cluster(scene, group, cast.units)
        facets = facets_of(scene, group)
        need = _need(scene, group, gender, spelled, facets)
        initials = [letters_of(scene, unit) for unit in group.units if unit.initial == 1]
        if initials and len(letters := frozenset.intersection(*initials)) < len(ascii_lowercase):
            need = replace(need, spell=need.spell.joined(SpellNeed(first=letters)))
        need = replace(need, origin=cast.origin(group))
        for _, slip in _slips_of(group, misses):
            need = replace(need, spell=slip.asked_of_right(need.spell))
        planned.append((group, gender, need, facets))
    planned.sort(key=lambda p: (-p[2].weight, rank(scene, p[0])))
    drawn: dict[int, Identity | None] = {}
    told = [(group, gender.value) for group, gender, _, _ in planned]
    alike, begun = likenesses(scene, told), initials_shared(scene, told)
    for at, (group, gender, need, facets) in enumerate(planned):
        seed = scene.seed("given", _seed_name(scene, group, need), group.items)
        pinned = pinned_text(scene, group, cast)
        if pinned:
            identity: Identity | None = _from_person(scene, pinned, need)
        else:
            suits = partial(_suits, scene, group, need, facets)
            slips = [slip for _, slip in _slips_of(group, misses)]
            those, same = (
                {other: drawn.get(id(planned[other][0])) for other in some.get(at, ())}
                for some in (alike, begun)
            )
            hoped = (
                choose_alike(scene, need, seed, _both(suits, wish), those)
                for wish in wished(scene, cast, group, gender.value, those, same, spelled)
            )
            good = (one for one in hoped if one is not None and not one.relaxed)
            identity = next(good, None) or _choose_with(scene, group, need, seed, slips, suits)
        drawn[id(group)] = identity
        if identity is not None:
            take_names(scene, *identity.forms)
            for form in identity.forms:
                scene.used |= scene.lexicon.relatives(fold(form))
        flag_pool(scene, group, identity)
        for key, text in _forms(scene.lexicon, group, need, identity).items():
            cast.forms[("given", key)] = text
        for miss, slip in _slips_of(group, misses):
            draw_slip(scene, miss, slip, cast)
    check_alike(scene, told, alike, begun, drawn)
    planned.sort(key=lambda p: p[0].units[0].item.index)
    for group, gender, _, _ in planned:
        add_card(scene, group, "person", gender, drawn[id(group)], cast)
    for group, _ in (each for near in misses.values() for each in near):
        add_near_card(scene, group, "person", cast)
    return [(group, gender) for group, gender, _, _ in planned]


def _slips_of(
    group: Cluster, misses: Mapping[NodeKey, Sequence[tuple[Cluster, Slip]]]
) -> list[tuple[Cluster, Slip]]:
    return [each for node in group.nodes for each in misses.get(node.key, ())]


def _choose_with(
    scene: Scene, group: Cluster, need: Need, seed: bytes, slips: Sequence[Slip], suits: Check
) -> Identity | None:
    """An identity that leaves a name for every one that it was heard as, if there is any."""

    def both(identity: Identity, level: int, tier: int) -> bool:
        forms = _forms(scene.lexicon, group, need, identity)
        near = all(has_slip(scene, s, forms.get(s.right.key, ""), tier) for s in slips)
        return near and suits(identity, level)

    tiers = TIERS if all(slip.is_name for slip in slips) else TIERS[-2:]
    for tier in tiers if slips else ():
        identity = choose(scene, need, seed, partial(both, tier=tier))
        if identity is not None and not identity.relaxed:
            return identity
    return choose(scene, need, seed, suits)


def _both(one: Check, two: Check) -> Check:
    return lambda identity, level: two(identity, level) and one(identity, level)


def _suits(
    scene: Scene, group: Cluster, need: Need, facets: list[Facet], identity: Identity, level: int
) -> bool:
    if any(fold(form).startswith(group.begun) for form in identity.forms):
        return False
    if not facets:
        return True
    return met(scene, facets, _forms(scene.lexicon, group, need, identity), level)


def _seed_name(scene: Scene, group: Cluster, need: Need) -> str:
    """The name that stands for a cluster in its seed; a lone short form has its full name's."""
    key = base_key(group)
    forms = scene.lexicon.fulls_of.get(key, ()) if need.short_only else ()
    return min((name_key(form.full) for form in forms), default=key)


def _from_person(scene: Scene, text: str, need: Need) -> Identity:
    shorts = [s.short for s in scene.lexicon.shorts_of.get(fold(text), ())]
    allowed = [s for s in shorts if scene.allowed(s)][: len(need.shorts)]
    padded = tuple(allowed + [text] * (len(need.shorts) - len(allowed)))
    return Identity(text, padded, dict.fromkeys(need.langs, text))


def _forms(
    lexicon: Lexicon, group: Cluster, need: Need, identity: Identity | None
) -> dict[str, str]:
    """Surrogate of each unit key of a cluster."""
    keys = list(dict.fromkeys(n.key for n in group.nodes))
    if identity is None:
        return {}
    forms: dict[str, str] = {}
    shorts = _shorts(lexicon, group)
    compounds = _compounds(group)
    for key in keys:
        plain = key.text
        lang = _lang_of(lexicon, plain, group)
        if need.short_only:
            forms[key] = identity.shorts[0] if identity.shorts else identity.full
        elif plain in shorts and identity.shorts:
            rank = min(shorts.index(NodeKey(plain)), len(identity.shorts) - 1)
            forms[key] = identity.shorts[rank]
        elif lang in identity.by_lang:
            forms[key] = identity.by_lang[lang]
        elif identity.joined and _is_joined(lexicon, plain, compounds):
            forms[key] = identity.joined
        elif (rank := _place_of_part(plain, compounds)) and identity.parts:
            forms[key] = identity.parts[min(rank, len(identity.parts)) - 1]
        else:
            forms[key] = identity.full
    return forms
