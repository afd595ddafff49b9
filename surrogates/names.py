"""Names of people: draws one identity an entity and writes every mention of it from there."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from surrogates import draw, links
from surrogates.entities import Cluster, Node, Unit, cluster, name_units
from surrogates.folding import apply_case, case_pattern, fold, strip_accents
from surrogates.gender import Gender, gender_of_cluster
from surrogates.identity import SMALL_POOL, Identity, Need, SpellNeed, choose, starts_with_vowel
from surrogates.labels import NAMES, type_name
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Constraint, EntityCard

Spelled = Mapping[tuple[str, str], SpellNeed]  # (role, key) -> what its spelling asks for


@dataclass
class Cast:
    """The people of a dialogue: units of each item, and the surrogate of each (role, key)."""

    units: dict[int, list[Unit]] = field(default_factory=dict)
    forms: dict[tuple[str, str], str] = field(default_factory=dict)

    def all_units(self) -> list[Unit]:
        return [unit for units in self.units.values() for unit in units]


def cast_of(scene: Scene, items: Iterable[Item]) -> Cast:
    """Cuts the person mentions into units; draws nothing."""
    return Cast({i.index: name_units(i, scene.lexicon, scene.titles) for i in items})


def given_clusters(scene: Scene, cast: Cast) -> list[Cluster]:
    """The people of a dialogue by given name, in order of first appearance."""
    given = _nodes(scene, cast, "given")
    _join_adjacent(scene, given, cast)
    return cluster(given, links.find_links(scene, given))


def fill(scene: Scene, items: list[Item], cast: Cast, spelled: Spelled) -> None:
    """Draws all people and writes `scene.surrogates` for the given items."""
    _draw_given(scene, given_clusters(scene, cast), cast, spelled)
    surnames = cluster(_nodes(scene, cast, "surname"), _surname_links(scene, cast))
    _draw_surnames(scene, surnames, cast, spelled)
    for item in items:
        scene.surrogates[item.index] = _write(scene, item, cast)


def _nodes(scene: Scene, cast: Cast, role: str) -> dict[str, Node]:
    split = {m for c in scene.constraints if c.kind == "split" for m in c.mentions}
    nodes: dict[str, Node] = {}
    for unit in cast.all_units():
        if unit.role != role:
            continue
        key = node_key(unit, split)
        nodes.setdefault(key, Node(key, role)).units.append(unit)
    return nodes


def node_key(unit: Unit, split: set[str]) -> str:
    """A unit's node: its folded text, apart when a person split it off, or when cut off."""
    if unit.item.key in split:
        return f"{unit.key}#{unit.item.key}"
    return f"{unit.key}#cut" if unit.cut else unit.key


def _join_adjacent(scene: Scene, nodes: dict[str, Node], cast: Cast) -> None:
    """[José] [Manuel] word by word is one compound: a node of its own that owns both parts."""
    items = [i for i in scene.items if i.index in cast.units]
    for one, two in zip(items, items[1:], strict=False):
        if one.turn != two.turn or scene.between(one, two) != " ":
            continue
        first, second = cast.units[one.index], cast.units[two.index]
        if len(first) != 1 or len(second) != 1:
            continue
        a, b = first[0], second[0]
        if a.role != "given" or b.role != "given" or a.cut or b.cut or a.key == b.key:
            continue
        key = f"{a.key} {b.key}"
        node = nodes.setdefault(key, Node(key, "given"))
        node.units += [a, b]


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
        _flag_pool(scene, group, identity)
        for key, text in _forms(group, need, identity).items():
            cast.forms[("given", key)] = text
    for group, gender, _ in sorted(planned, key=lambda p: p[0].units[0].item.index):
        _card(scene, group, "person", gender, drawn[id(group)], cast)


def base_key(group: Cluster) -> str:
    """The form that stands for a cluster in its seed: the fullest, then the smallest."""
    keys = [n.key for n in group.nodes if not n.key.endswith("#cut")] or [group.nodes[0].key]
    linked = {link.b for link in group.links}
    return min(keys, key=lambda k: (k in linked, k))


def pinned_text(scene: Scene, group: Cluster) -> str:
    """What a person typed for a mention of the cluster, or ""."""
    for item in group.items:
        found = scene.constraint_for("surrogate", item)
        if found is not None:
            return found.value
    return ""


def _from_person(scene: Scene, text: str, need: Need) -> Identity:
    shorts = [s.short for s in scene.lexicon.shorts_of.get(fold(text), ())]
    found = [s for s in shorts if scene.allowed(s)][: len(need.shorts)]
    padded = tuple(found + [text] * (len(need.shorts) - len(found)))
    return Identity(text, padded, dict.fromkeys(need.langs, text))


def _forms(group: Cluster, need: Need, identity: Identity | None) -> dict[str, str]:
    """Surrogate of each unit key of a cluster."""
    keys = list(dict.fromkeys(n.key for n in group.nodes))
    if identity is None:
        return {}
    forms: dict[str, str] = {}
    shorts = _shorts(group)
    compound = next((k for k in keys if " " in k), "")
    for key in keys:
        plain = key.split("#")[0]
        if need.short_only:
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


def _flag_pool(scene: Scene, group: Cluster, identity: Identity | None) -> None:
    item = group.items[0]
    keys = tuple(i.key for i in group.items)
    if identity is None:
        fix = (Constraint("placeholder", keys),)
        scene.raise_issue(
            "POOL_SMALL", "warn", item, "No name is left; a placeholder stands here.", keys, fix
        )
    elif identity.relaxed:
        scene.raise_issue(
            "CONSTRAINT_RELAXED",
            "warn",
            item,
            "No name had all that the mentions ask for; one of the demands was dropped.",
            keys,
            (Constraint("redraw", keys, "1"),),
        )
    elif 0 < identity.candidates < SMALL_POOL:
        scene.raise_issue(
            "POOL_SMALL",
            "info",
            item,
            f"Only {identity.candidates} names fit here, so the surrogate tells something.",
            keys,
        )


def _card(
    scene: Scene,
    group: Cluster,
    kind: str,
    gender: Gender,
    identity: Identity | None,
    cast: Cast,
) -> None:
    first = group.units[0]
    role = first.role
    surrogate = cast.forms.get((role, base_key(group)), "")
    scene.cards.append(
        EntityCard(
            key=f"{role}:{first.item.key}",
            kind=kind,
            label=first.item.label,
            mentions=tuple(dict.fromkeys(i.key for i in group.items)),
            original=first.text,
            surrogate=surrogate,
            gender=gender.value,
            gender_evidence=gender.evidence,
            lang=scene.lexicon.lang,
            links=group.rules,
            candidates=identity.candidates if identity is not None else 0,
        )
    )


def _surname_links(scene: Scene, cast: Cast) -> list[links.Link]:
    nodes = _nodes(scene, cast, "surname")
    return [*links.person_links(scene, nodes), *links.cut_offs(scene, nodes)]


def surname_pool(lexicon: Lexicon) -> draw.Pool:
    """All surnames of a lexicon with their weights."""
    if ("surname",) not in lexicon.pools:
        pairs = ((s, draw.BAND_WEIGHT[w]) for s, w in lexicon.surname_weights.items())
        lexicon.pools[("surname",)] = draw.Pool(pairs)
    pool: draw.Pool = lexicon.pools[("surname",)]
    return pool


def _draw_surnames(scene: Scene, groups: list[Cluster], cast: Cast, spelled: Spelled) -> None:
    pool = surname_pool(scene.lexicon)
    ordered = sorted(
        groups,
        key=lambda g: (
            not any(("surname", n.key) in spelled for n in g.nodes),
            draw.order_key(scene.key, scene.dialogue.id, g.nodes[0].key),
        ),
    )
    partners = _partners(scene, cast)
    for group in ordered:
        need = next(
            (spelled[("surname", n.key)] for n in group.nodes if ("surname", n.key) in spelled),
            SpellNeed(),
        )
        known = {p for n in group.nodes for p in partners.get(n.key, ())}
        figures = scene.lexicon.public_figures
        seed = scene.seed("surname", base_key(group), group.items)

        def fits(name: str, need: SpellNeed = need, known: set[str] = known) -> bool:
            return need.met_by(name) and not any((p, fold(name)) in figures for p in known)

        drawn: str | None = pinned_text(scene, group) or scene.first_allowed(seed, pool, fits)
        relaxed = drawn is None
        if drawn is None:
            drawn = scene.first_allowed(seed, pool)
        identity = Identity(drawn, candidates=len(pool), relaxed=relaxed) if drawn else None
        if drawn:
            scene.claim(drawn)
        _flag_pool(scene, group, identity)
        for node in group.nodes:
            if drawn:
                cast.forms[("surname", node.key)] = drawn
    for group in groups:
        _card(scene, group, "surname", Gender("", ""), Identity("", candidates=len(pool)), cast)


def _partners(scene: Scene, cast: Cast) -> dict[str, set[str]]:
    """Surname key -> folded surrogates of the given names right before it."""
    found: dict[str, set[str]] = {}
    units = sorted(cast.all_units(), key=lambda u: (u.item.index, u.start))
    for one, two in zip(units, units[1:], strict=False):
        if one.role == "given" and two.role == "surname" and one.item.turn == two.item.turn:
            form = cast.forms.get(("given", one.key))
            if form:
                found.setdefault(two.key, set()).add(fold(form))
    return found


def _write(scene: Scene, item: Item, cast: Cast) -> str:
    """The item's text with every unit replaced; titles and separators stay."""
    units = cast.units[item.index]
    if not units:
        return f"[{type_name(item.label)}]"
    split = {m for c in scene.constraints if c.kind == "split" for m in c.mentions}
    text = item.text
    for unit in sorted(units, key=lambda u: -u.start):
        form = cast.forms.get((unit.role, node_key(unit, split)))
        if unit.role == "initial":
            form = _initial(scene, unit, cast)
        if form is None:
            form = _numbered(unit, cast)
        text = text[: unit.start] + realise(form, unit, scene) + text[unit.end :]
    return text


def _numbered(unit: Unit, cast: Cast) -> str:
    keys = [u.key for u in cast.all_units() if u.role == unit.role]
    rank = list(dict.fromkeys(keys)).index(unit.key) + 1
    return f"[{type_name(unit.item.label)}_{rank}]"


def _initial(scene: Scene, unit: Unit, cast: Cast) -> str:
    for other in cast.all_units():
        if other.role != "initial" and other.key.startswith(unit.key):
            form = cast.forms.get((other.role, other.key))
            if form:
                return form[0]
    stream = draw.Stream(scene.seed("initial", unit.key, [unit.item]))
    return stream.choice([c for c in "ABCDEFGIJLMNPRSTV" if fold(c) != unit.key])


def realise(form: str, unit: Unit, scene: Scene) -> str:
    """A surrogate in the case, accents and cut of the mention it replaces."""
    if form.startswith("["):
        return form
    if unit.cut:
        form = _cut(form, len(unit.text), scene)
    written = apply_case(form, case_pattern(unit.text))
    canonical = _canonical(scene.lexicon, unit)
    if (
        canonical
        and strip_accents(canonical) != canonical
        and strip_accents(unit.text) == unit.text
    ):
        written = strip_accents(written)
    return written


def _canonical(lexicon: Lexicon, unit: Unit) -> str:
    if unit.role == "surname":
        return lexicon.surname_by_key.get(unit.key, "")
    entry = lexicon.name_by_key.get(unit.key)
    return entry.text if entry is not None else ""


def _cut(form: str, length: int, scene: Scene) -> str:
    first = form.split()[0]
    size = max(1, min(length, len(first) - 1))
    while size > 1 and not scene.allowed_prefix(first[:size]):
        size -= 1
    return first[:size]


__all__ = ["NAMES", "Cast", "cast_of", "fill", "starts_with_vowel", "surname_pool"]
