"""Places, countries, streets, organisations and products: one surrogate per entity.

A place keeps what its mentions need: a second name in another language, a telephone prefix of the
same length. An organisation keeps its shape: acronym, single word, or head and modifier.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from surrogates import draw, notices
from surrogates.codes import ConstraintKind
from surrogates.folding import PARTICLES, case_pattern, fold, words
from surrogates.labels import Kind, type_name
from surrogates.languages.common_parts import kind_said
from surrogates.languages.inflection import plain_marks
from surrogates.languages.inflection.basque import put_on_street
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.articles import with_blank
from surrogates.languages.places.inhabitants import Demonym, demonym_of, has_demonym, put_demonym
from surrogates.languages.places.streets import written as street_written
from surrogates.people.cast import Spelled
from surrogates.people.facets import FREE, GLUE, STRICT, Facet, contradict, facet, met
from surrogates.people.letter_needs import SpellNeed, widened
from surrogates.people.writing import as_written
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import (
    agrees,
    article_of_place,
    articles_asked,
    lead_now,
    lead_of,
    own_article,
    with_article,
)
from surrogates.things.asked_areas import keep_outside, mark_regions, province_now
from surrogates.things.demonyms import flag_inhabitants, people_in, people_said
from surrogates.things.draws import DRAWERS, equivalent_places
from surrogates.things.geography.abroad.neighbour_regions import (
    mark_neighbour_regions,
    region_named,
)
from surrogates.things.geography.abroad.regions_abroad import mark_regions_abroad
from surrogates.things.geography.areas import area_of, areas_of, mark_areas
from surrogates.things.geography.areas_outside import mark_outside
from surrogates.things.geography.bodies import areas_of_bodies, call_bodies
from surrogates.things.geography.districts import replace_numbered
from surrogates.things.geography.hubs import is_station
from surrogates.things.geography.regions import regions as provinces
from surrogates.things.geography.same_areas import area_beside, mark_same
from surrogates.things.geography.town_codes import codes_among, replace_codes
from surrogates.things.geography.waters import is_water
from surrogates.things.groups import Group, groups_of, thing_key
from surrogates.things.left_as_said import STAYING, leave, leave_kinds, unknown_nouns
from surrogates.things.named.foreign_streets import replace_foreign
from surrogates.things.named.forms import genders_asked, may_be_shown, spread
from surrogates.things.named.pools import Codes
from surrogates.things.named.streets import (
    PLAIN_NAMES,
    kind_alone,
    name_drawn,
    other_number,
    parted_adjective,
    way_keys,
)
from surrogates.things.organisations import LONGEST_ACRONYM, cut_form, forms_like
from surrogates.things.proper_parts import Naming
from surrogates.things.telephones.towns_in_names import towns_now

THINGS = (Kind.PLACE, Kind.COUNTRY, Kind.STREET, Kind.ORG, Kind.PRODUCT)


def replace_things(
    scene: Scene,
    items: list[Item],
    codes: Codes,
    spelled: Spelled,
    together: Iterable[Iterable[str]] = (),
) -> dict[str, str]:
    """Writes surrogates of all things; returns folded original place -> surrogate place.

    `codes`: what postal codes and telephone numbers that are said with a place begin with.
    `spelled`: what is said of the letters of things; `together`: towns that one number may be of.
    """
    items = replace_numbered(scene, _one_kind_a_word(scene, items))
    items = replace_foreign(scene, items)
    codes_of_towns = codes_among(scene, scene.of_kind(items, Kind.PLACE))
    items = [item for item in items if item not in codes_of_towns]
    for which, notice in STAYING:
        leave(scene, staying := which(scene, items), notice)
        items = [item for item in items if item not in staying]
    unknown = unknown_nouns(scene, items)
    items = [item for item in items if item not in unknown]
    led = scene.of_kind(items, Kind.PLACE, Kind.STREET, Kind.ORG)
    leads = {item.index: lead_of(scene, item) for item in led}
    items = [_without_lead(item, leads.get(item.index, "")) for item in items]
    groups = [g for kind in THINGS for g in groups_of(scene, scene.of_kind(items, kind), kind)]
    regions = mark_regions(scene, groups)
    mark_regions_abroad(scene, groups)
    mark_areas(scene, groups)
    mark_neighbour_regions(scene, groups, codes)
    mark_outside(scene, groups)
    regions_said = [group for group in groups if group.region_abroad]
    for town in (*regions_said, *(town for area in groups for town in area.inside)):
        people = people_in(scene, town.items)
        town.suits = partial(_suits_around, scene, people, _facets(scene, town))
    mark_same(scene, groups, scene.of_kind(items, Kind.PLACE), together)
    said_areas = {group.area for group in groups if group.area}
    groups.sort(
        key=lambda g: (
            is_station(scene, g),  # it is in a town that is drawn before
            g.region_abroad,  # it is the one that its town is in now
            is_water(scene, g),  # it is the one that the new town lies at
            not g.area,
            areas_of(scene.lexicon).above.get(g.area, "") in said_areas,  # it is one in it now
            not g.region,
            not g.capital,
            not people_in(scene, g.items),  # few towns have a word for their people
            g.kind not in (Kind.PLACE, Kind.COUNTRY) or len(g.keys) < 2,
            g.kind not in (Kind.PLACE, Kind.COUNTRY),  # a hospital may be named after its town
            g.kind,
            draw.order_key(scene.key, scene.dialogue.id, g.base),
        )
    )
    flag_inhabitants(scene, items)
    moved: dict[str, str] = {}
    areas: dict[str, str] = {}  # area -> the one that stands for it
    named: Naming = {}  # parts of the names of organisations, and what they became
    ways: dict[str, str] = {}  # folded name of a street -> what it became, without its type
    bodies = areas_of_bodies(scene, area_of)
    for group in groups:
        if group.kind not in (Kind.PLACE, Kind.COUNTRY):
            call_bodies(scene, bodies, moved, area_of)
        if group.kind is Kind.STREET and all(kind_alone(i, scene.lexicon) for i in group.items):
            leave_kinds(scene, group.items)
            continue
        group.moved, group.ways, group.named = moved, ways, named
        group.within = areas.get(group.area or group.around, "")
        group.above = areas.get(areas_of(scene.lexicon).above.get(group.area, ""), "")
        if group.kind is Kind.PLACE and not group.region:
            group.province = province_now(scene, group, regions, moved)
            beside = area_beside(scene.lexicon, group, moved, areas)
            if fold(beside) in provinces(scene.lexicon):
                group.province = group.province or beside
            else:
                group.within = group.within or beside
            keep_outside(scene.lexicon, group)
        forms = _draw(scene, group, codes, _sayings(scene, group, spelled))
        for item in group.items:
            key = thing_key(scene, item)
            lead = lead_now(scene.lexicon, leads.get(item.index, ""), forms[key])
            scene.surrogates[item.index] = lead + _realise(scene, forms[key], item)
            if group.kind is Kind.PLACE:
                moved[key] = forms[key]
            elif group.kind is Kind.STREET and not kind_alone(item, scene.lexicon):
                name = name_drawn(forms[key], scene.lexicon)
                for way in way_keys(key, scene.lexicon):
                    ways.setdefault(way, name)
                    name = parted_adjective(name, scene.lexicon)[1]
        stayed = [
            item
            for item in group.items
            if kind_said(item.text, item.kind, scene.lexicon)
            and forms[thing_key(scene, item)] == item.text
        ]
        scene.told |= {item.index: frozenset(words(item.text)) for item in stayed}
        if stayed:
            keys = tuple(item.key for item in stayed)
            scene.raise_issue(notices.PLAIN_NOUN, stayed[0], keys)
        new = forms[thing_key(scene, group.items[0])]
        if group.area:
            area = areas_of(scene.lexicon).names.get(fold(new), "")
            areas.setdefault(group.area, region_named(scene.lexicon, new) if group.canton else area)
        scene.add_card(str(group.kind), group.items, new, group.links)
    replace_codes(scene, codes_of_towns, moved)
    left = {town: code for town, code in codes.items() if town not in moved}
    return towns_now(scene, items, named, left) | moved


def _without_lead(item: Item, lead: str) -> Item:
    return replace(item, start=item.start + len(lead), text=item.text[len(lead) :])


def _one_kind_a_word(scene: Scene, items: list[Item]) -> list[Item]:
    """A word under two labels is what it was called first, so that it gets one surrogate; so are a
    country and its people, a town and its: "[italienne]", "en [Italie]"."""
    first: dict[str, Item] = {}
    split = {m for c in scene.constraints if c.kind == ConstraintKind.SPLIT for m in c.mentions}
    alike = []
    people = {thing_key(scene, i) for i in items if people_said(scene, i) is not None}
    for item in items:
        if item.kind is Kind.COUNTRY and thing_key(scene, item) in people:
            item = replace(item, kind=Kind.PLACE)  # which has a word for its people
        if item.key in split:  # a person says that it is another
            alike.append(item)
            continue
        place = item.kind in (Kind.PLACE, Kind.COUNTRY)
        said = thing_key(scene, item) if place else " ".join(words(item.text))
        other = first.setdefault(said, item)
        alike.append(item if other.kind is item.kind else replace(item, kind=other.kind))
    return alike


def _sayings(scene: Scene, group: Group, spelled: Spelled) -> dict[str, SpellNeed]:
    """What is said of the letters of each key of a group, and asked by what spells it."""
    needs: dict[str, SpellNeed] = {}
    for item in group.items:
        need = spelled.get(("item", str(item.index)), SpellNeed())
        if need.asks:
            key = thing_key(scene, item)
            needs[key] = needs.get(key, SpellNeed()).joined(need)
    return needs


def _draw(
    scene: Scene, group: Group, codes: Codes, needs: Mapping[str, SpellNeed]
) -> dict[str, str]:
    """Surrogate of each key of a group."""
    seed = scene.seed(group.kind, group.base, group.items)
    keys = [thing_key(scene, item) for item in group.items]
    typed = _typed(scene, group.items)
    if typed:
        scene.take(typed)
        return dict.fromkeys(keys, typed)
    facets = _facets(scene, group)
    options = widened(needs)
    facts = options[-1]
    levels = (STRICT, GLUE, FREE) if facets else (GLUE, FREE) if needs else (FREE,)
    forms: dict[str, str] | None = None
    for level, some in [*product(levels[:-1], options), (levels[-1], facts)]:
        forms = _forms(scene, group, seed, codes, facets, some, level)
        if forms is not None:
            break
    mentions = tuple(i.key for i in group.items)
    if forms is None:
        scene.raise_issue(notices.NO_CANDIDATE_LEFT, group.items[0], mentions)
        return dict.fromkeys(keys, f"[{type_name(group.items[0].label)}]")
    scene.take(*forms.values())
    if level == FREE and (facets or facts):
        scene.raise_issue(notices.DEMAND_DROPPED, group.items[0], mentions)
    return forms


def _forms(
    scene: Scene,
    group: Group,
    seed: bytes,
    codes: Codes,
    facets: list[Facet],
    needs: Mapping[str, SpellNeed],
    level: int,
) -> dict[str, str] | None:
    """Surrogate of each key that suits the places of its mentions at a level, or None."""
    demonyms = people_in(scene, group.items)
    genders = genders_asked(scene, group)
    # "calle del [Carmen]": a word whose gender nobody knows may not suit.
    sure = group.kind is Kind.STREET and scene.lexicon.lang in PLAIN_NAMES
    hopeless = level != FREE and contradict(scene, facets)  # thousands would be looked at

    def fits_all(forms: Mapping[str, str]) -> bool:
        true = all(need.met_by(forms.get(key, "")) for key, need in needs.items())
        people = {
            text: put_demonym(scene.lexicon, forms[thing_key(scene, item)], each, item.text)
            for text, (item, each) in demonyms.items()
        }
        return (true or level == FREE) and met(scene, facets, {**forms, **people}, level)

    def fits(name: str) -> bool:
        if hopeless or not all(
            has_demonym(scene.lexicon, name, each) for _, each in demonyms.values()
        ):
            return False
        forms = spread(scene, group, name)
        if not all(agrees(scene.lexicon, g, forms[k], sure=sure) for k, g in genders.items()):
            return False
        others = set(forms.values()) - {name}
        # The parts of a name were looked at one by one; the words around them are anybody's.
        looked_at = bool(group.naming) or group.kind is Kind.STREET
        fine = all(may_be_shown(scene, other, initials=looked_at) for other in others)
        return fine and fits_all(forms)

    if "equivalent" in group.links and not demonyms:
        pair = equivalent_places(scene, group, seed, codes, fits_all)
        if pair is not None:
            return pair
    drawn = DRAWERS[group.kind](scene, group, seed, codes, fits)
    return spread(scene, group, drawn) if drawn is not None else None


def _facets(scene: Scene, group: Group) -> list[Facet]:
    """What the places of a group's mentions ask of its forms; inhabitants have a form each."""
    people = people_in(scene, group.items)
    facets = [
        facet(
            scene,
            item.text if item.text in people else thing_key(scene, item),
            item,
            # "le [27 avenue Foch]": what stands before is the number's.
            int(item.kind is Kind.STREET and item.text[:1].isdecimal()),
            len(item.text),
            scene.stems.thing(item.text, item.kind)[1],
        )
        for item in group.items
    ]
    facets = [
        replace(
            one,
            article=article_of_place(scene, item),
            articles=frozenset()
            if one.ending or item.text in people
            else articles_asked(scene, item, one.key),
        )
        for one, item in zip(facets, group.items, strict=True)
        # Behind its own article ("de [l'Empordà]") a name asks nothing of what stands before.
        if not own_article(scene.lexicon, item.text)
    ]
    return [one for one in facets if one.asks]


def _suits_around(
    scene: Scene, demonyms: Mapping[str, tuple[Item, Demonym]], facets: list[Facet], name: str
) -> bool:
    """Whether a name suits what stands before its mentions, and has a word for its people."""
    if not all(has_demonym(scene.lexicon, name, each) for _, each in demonyms.values()):
        return False
    return met(scene, facets, {one.key: name for one in facets}, STRICT)


def _typed(scene: Scene, items: list[Item]) -> str:
    """What a person typed for one of the mentions, without that one's own ending; or ""."""
    decision = scene.latest((ConstraintKind.SURROGATE, ConstraintKind.REDRAW), items)
    if decision is None or decision.kind == ConstraintKind.REDRAW:
        return ""
    item = next(item for item in items if item.key in decision.mentions)
    if item.kind is Kind.ORG:
        return cut_form(decision.value)[0]
    ending = scene.stems.thing(item.text, item.kind)[1]
    demonym = demonym_of(scene.lexicon, decision.value) if item.kind is Kind.PLACE else None
    if demonym is not None:
        return demonym.place
    if ending and scene.stems.inflection is not None:
        cut = scene.stems.inflection.cut(plain_marks(decision.value), place=True)
        return next((stem for stem, other in cut if other == ending), decision.value)
    return decision.value


def _realise(scene: Scene, form: str, item: Item) -> str:
    if form.startswith("["):
        return form
    demonym = people_said(scene, item)
    if demonym is not None:
        return put_demonym(scene.lexicon, form, demonym, item.text)
    stem, ending = scene.stems.thing(item.text, item.kind)
    article = article_of_place(scene, item)
    if article and form.lower().startswith(with_blank(article)):
        form = form[len(with_blank(article)) :]
    if item.kind is Kind.STREET and kind_alone(item, scene.lexicon) and form == item.text:
        return form
    if item.kind is Kind.STREET and form != _typed(scene, [item]):
        said, case = scene.stems.street(item.text)
        form = street_written(said, form, scene.lexicon, partial(other_number, scene))
        form = put_on_street(form, case) if case else form
    form = with_article(scene.lexicon, stem, form) if item.kind is Kind.PLACE else form
    form = as_written(form, stem, _canonical(scene.lexicon, scene.stems.key_of(stem), item))
    form = scene.stems.put(form, ending, item.text)
    acronym = item.kind in (Kind.ORG, Kind.PRODUCT) and len(item.text) <= LONGEST_ACRONYM
    # "UAE" is no country in capitals, unless everything around it is.
    said = scene.dialogue.turns[item.turn].text
    acronym = acronym or (item.kind is Kind.COUNTRY and len(item.text) <= 3 and not said.isupper())
    if case_pattern(item.text) == "lower" and any(w not in PARTICLES for w in words(item.text)):
        return form.lower()
    if case_pattern(item.text) == "upper" and not acronym:
        form = form.upper()
    return form + _legal_form(scene, item) if item.kind is Kind.ORG else form


def _legal_form(scene: Scene, item: Item) -> str:
    """The legal form behind an organisation: another one of its country; initials and one of
    several words ("Koop. E.", "GmbH & Co. KG") as said."""
    form = cut_form(item.text)[1]
    said, others = words(form), forms_like(fold(form), scene.lexicon)
    if len(said) > 1 or not others:
        told = frozenset(word for word in said if len(word) > 2)
        scene.told[item.index] = scene.told.get(item.index, frozenset()) | told
        return form
    if not any(len(word) > 2 for word in said):
        return form
    forms = draw.Pool((f, 1.0) for f in others)
    other = next((f for f in forms.ranked(scene.seed("form", form)) if scene.allowed(f)), "")
    return form[: len(form) - len(form.lstrip(" ,"))] + other if other else ""


def _canonical(lexicon: Lexicon, key: str, item: Item) -> str:
    """A place with all its accents."""
    entry = lexicon.place_by_key.get(key) if item.kind is Kind.PLACE else None
    return entry.name if entry is not None else ""
