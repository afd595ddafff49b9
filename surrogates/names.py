"""Names of people: draws one identity an entity and writes every mention of it from there."""

import re

from surrogates import draw
from surrogates.cast import (
    Cast,
    Spelled,
    add_card,
    base_key,
    flag_pool,
    given_clusters,
    pinned_text,
)
from surrogates.entities import Cluster
from surrogates.folding import fold
from surrogates.gender import Gender, gender_of_cluster
from surrogates.identity import Identity, Need, SpellNeed, choose
from surrogates.languages.lexicon import Lexicon
from surrogates.name_writing import write_item
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.surnames import draw_surnames


def fill(scene: Scene, items: list[Item], cast: Cast, spelled: Spelled) -> None:
    """Draws all people and writes `scene.surrogates` for the given items."""
    _draw_given(scene, given_clusters(scene, cast), cast, spelled)
    draw_surnames(scene, cast, spelled)
    for item in items:
        scene.surrogates[item.index] = write_item(scene, item, cast)


def _need(scene: Scene, people: Cluster, gender: Gender, spelled: Spelled) -> Need:
    lexicon = scene.lexicon
    keys = list(dict.fromkeys(u.key for u in people.units if not u.cut))
    compounds = [n.key.split("#")[0] for n in people.nodes if " " in n.key]
    parts = max((len(_parts(k)) for k in compounds), default=1)
    shorts = _shorts(people)
    kinds = tuple(_short_kind(lexicon, key, people) for key in shorts)
    langs = tuple(sorted({_lang_of(lexicon, k, people) for k in keys}))
    spell = next((spelled[("given", k)] for k in keys if ("given", k) in spelled), SpellNeed())
    alone = [k for k in keys if " " not in k]
    only = (
        not compounds
        and len(keys) > 0
        and not shorts
        and all(k in lexicon.fulls_of and k not in lexicon.name_by_key for k in alone)
    )
    if only:
        forms = sorted(lexicon.fulls_of[alone[0]], key=lambda f: " " in f.full)
        kind = forms[0].kind
        return Need(gender.value, 2 if " " in forms[0].full else 1, (kind,), True, spell=spell)
    return Need(
        gender=gender.value,
        parts=parts,
        shorts=kinds,
        langs=langs if len(langs) > 1 else (),
        spell=spell,
        onset=_onset(scene, people),
    )


def _parts(key: str) -> list[str]:
    return [p for p in key.split() if p not in ("de", "del", "la", "las", "los")]


def _shorts(people: Cluster) -> list[str]:
    """Keys that stand in the cluster as short forms, in order of appearance."""
    linked = {link.b for link in people.links if link.rule == "short_form"}
    linked |= {
        link.b
        for link in people.links
        if link.rule == "person" and " " not in link.b and link.b != link.a
    }
    order = [u.key for u in people.units if not u.cut]
    return [k for k in dict.fromkeys(order) if k in linked]


def _short_kind(lexicon: Lexicon, key: str, people: Cluster) -> str:
    others = {n.key.split("#")[0] for n in people.nodes}
    for form in lexicon.fulls_of.get(key, ()):
        if fold(form.full) in others:
            return form.kind
    return "any"


def _lang_of(lexicon: Lexicon, key: str, people: Cluster) -> str:
    if not any(link.rule == "equivalent" for link in people.links):
        return lexicon.lang
    for concept in lexicon.concept_of.get(("name", key), ()):
        for row in lexicon.concepts[("name", concept)]:
            if fold(row["form"]) == key:
                return row["lang"]
    return lexicon.lang


def _onset(scene: Scene, people: Cluster) -> str:
    """Vowel or consonant, where an article or preposition outside shows which."""
    if scene.dialogue.lang not in ("ca", "fr"):
        return ""
    for item in people.items:
        before = scene.before(item).casefold()
        if re.search(r"\b[ld]['’]$", before):
            return "vowel"
        if re.search(r"\b(en|el|la|de|le|na)\s$", before):
            return "consonant"
    return ""


def _draw_given(scene: Scene, people: list[Cluster], cast: Cast, spelled: Spelled) -> None:
    planned = [(c, g := gender_of_cluster(scene, c), _need(scene, c, g, spelled)) for c in people]
    planned.sort(
        key=lambda p: (
            -p[2].weight,
            draw.order_key(scene.key, scene.dialogue.id, p[0].nodes[0].key),
        )
    )
    drawn: dict[int, Identity | None] = {}
    for group, _, need in planned:
        seed = scene.seed("given", base_key(group), group.items)
        pinned = pinned_text(scene, group)
        identity = _from_person(scene, pinned, need) if pinned else choose(scene, group, need, seed)
        drawn[id(group)] = identity
        if identity is not None:
            scene.claim(*identity.forms)
            for form in identity.forms:
                scene.used |= scene.lexicon.relatives(fold(form))
        flag_pool(scene, group, identity)
        for key, text in _forms(scene.lexicon, group, need, identity).items():
            cast.forms[("given", key)] = text
    for group, gender, _ in sorted(planned, key=lambda p: p[0].units[0].item.index):
        add_card(scene, group, "person", gender, drawn[id(group)], cast)


def _from_person(scene: Scene, text: str, need: Need) -> Identity:
    shorts = [s.short for s in scene.lexicon.shorts_of.get(fold(text), ())]
    found = [s for s in shorts if scene.allowed(s)][: len(need.shorts)]
    padded = tuple(found + [text] * (len(need.shorts) - len(found)))
    return Identity(text, padded, dict.fromkeys(need.langs, text))


def _forms(
    lexicon: Lexicon, group: Cluster, need: Need, identity: Identity | None
) -> dict[str, str]:
    """Surrogate of each unit key of a cluster."""
    keys = list(dict.fromkeys(n.key for n in group.nodes))
    if identity is None:
        return {}
    forms: dict[str, str] = {}
    shorts = _shorts(group)
    compound = next((k for k in keys if " " in k), "")
    for key in keys:
        plain = key.split("#")[0]
        lang = _lang_of(lexicon, plain, group)
        if lang in identity.by_lang:
            forms[key] = identity.by_lang[lang]
        elif need.short_only:
            forms[key] = identity.shorts[0] if identity.shorts else identity.full
        elif plain in shorts and identity.shorts:
            rank = min(shorts.index(plain), len(identity.shorts) - 1)
            forms[key] = identity.shorts[rank]
        elif compound and plain in _parts(compound.split("#")[0]) and identity.parts:
            rank = _parts(compound.split("#")[0]).index(plain)
            forms[key] = identity.parts[min(rank, len(identity.parts) - 1)]
        else:
            forms[key] = identity.full
    return forms
