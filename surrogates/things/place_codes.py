"""Postal codes and telephone prefixes that follow the surrogate of a place."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase

from surrogates import draw
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.landscape import landscape_names
from surrogates.languages.places.prefixes import SPAIN, region_phones
from surrogates.numbers.identifiers.checksums import tells_birth
from surrogates.numbers.identifiers.schemes.registers import is_eircode
from surrogates.numbers.slots import Cut, said_digits, said_starts
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.demonyms import is_inhabitant
from surrogates.things.districts_of_codes import district_of_form, district_said
from surrogates.things.geography.abroad.neighbour_regions import region_named, region_said
from surrogates.things.geography.abroad.own_zips import own_zips
from surrogates.things.geography.abroad.regions_abroad import lies_abroad, neighbour_codes
from surrogates.things.geography.areas import areas_of, is_capital
from surrogates.things.geography.regions import is_called_province
from surrogates.things.groups import thing_key
from surrogates.things.named.postal import town_beside, towns_in_turns
from surrogates.things.own_codes import (
    andorran,
    district_of_code,
    is_own,
    own_starts,
    says_any_code,
    tell_area,
    usual_size,
)
from surrogates.things.telephones.dialling import AreaCode, area_code, code_now
from surrogates.things.telephones.phone_links import (
    Coded,
    Dialled,
    at_home,
    owner_of,
    towns_dialled_alike,
)
from surrogates.things.telephones.phone_rows import rows_of_towns, without_unsaid
from surrogates.things.telephones.phone_starts import (
    ANY,
    loose_starts,
    own_area,
    phone_now,
    subscriber_start,
)
from surrogates.things.telephones.towns_in_names import towns_in_names

DEPARTMENT = slice(5, 7)  # of birth, in a French social security number
CORSICA = "20"  # its departments have a letter
_WHOLE = 5  # figures of a code
_ROUTING = 3  # signs of an Irish code that tell its town
_NEAR = 6  # labels between a town and its own code, where another of its area is said
_END = re.compile(r"[.!?;]")


@dataclass
class NumberLinks:
    """Which numbers follow which place."""

    # Item index -> (folded place, original prefix).
    zips: dict[int, tuple[str, str]] = field(default_factory=dict)
    phones: dict[int, tuple[str, str]] = field(default_factory=dict)
    births: dict[int, tuple[str, str]] = field(default_factory=dict)  # French, by department
    area_codes: dict[int, AreaCode] = field(default_factory=dict)
    districts: dict[int, str] = field(default_factory=dict)  # of codes of letters and figures
    loose_zips: list[Item] = field(default_factory=list)
    figures: dict[int, str] = field(default_factory=dict)  # of every postal code
    dialled: list[Item] = field(default_factory=list)
    dialled_as: dict[int, Dialled] = field(default_factory=dict)
    rows: dict[int, Cut] = field(default_factory=dict)  # numbers over several labels
    dictated: set[int] = field(default_factory=set)  # the items of these, telephones all
    # Folded towns that one number may be of: they stay in one province.
    together: list[frozenset[str]] = field(default_factory=list)
    starts: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def codes(self) -> dict[str, tuple[str, str, frozenset[str]]]:
        """Folded place -> what postal codes and telephone numbers said with it begin with, and
        what the words of its postal code can say (anything where there are none)."""
        zips = dict(self.zips.values())
        phones = dict(self.phones.values())
        # A town without a postal code here has one like the department, so that it can be told.
        zips = {place: said[DEPARTMENT] for place, said in self.births.values()} | zips
        return {
            p: (zips.get(p, ""), phones.get(p, ""), self.starts.get(p, frozenset()))
            for p in (*zips, *phones)
        }

    def prefixes(self, scene: Scene, moved: Mapping[str, str]) -> dict[int, tuple[str, str]]:
        """Item index -> (digits it starts with, digits to start with now, ANY for any)."""
        lexicon = scene.lexicon
        codes = {i.index: i for i in scene.of_kind(scene.items, Kind.ZIP)}
        whole = {index for index, item in codes.items() if says_any_code(scene, item)}
        # What is said in other words can be few codes: not a certain town's. Its first figures
        # ("dans le [63]") are those of each.
        in_words = {
            place
            for index, (place, start) in self.zips.items()
            if index not in whole and len(self.figures[index]) > len(start)
        }
        prefixes: dict[int, tuple[str, str]] = {}
        for rank, links in enumerate((self.zips, self.phones)):
            for index, (place, old) in links.items():
                code = _code(lexicon, fold(moved.get(place, "")))
                new = code[rank] if code is not None else ""
                if rank and not new:
                    new = region_phones(lexicon).get(fold(moved.get(place, "")), "")
                if rank and new:
                    new = phone_now(scene, new, old)
                elif not _alike(new, old) and rank == 0:
                    new = _any_start(scene, old)
                district = self.districts.get(index, "") if rank == 0 else ""
                town = fold(moved.get(place, ""))
                if district and (own := district_of_form(scene, town, district)):
                    prefixes[index] = (district, own)
                elif _alike(new.replace(ANY, "0"), old):
                    is_whole = index in whole and not rank and place not in in_words
                    spoken = not rank and index not in whole and index not in scene.surrogates
                    if spoken and index in codes:
                        tell_area(scene, codes[index], town)
                    at_home = fold(moved.get(place, "")) if is_whole else ""
                    more = own_area(scene, new) if rank else district_of_code(scene, at_home, old)
                    prefixes[index] = (old, new + more)
        for index, number in self.dialled_as.items():
            if index in self.phones and index in prefixes:
                prefixes[index] = number.pair(*prefixes[index])
        prefixes = without_unsaid(scene, self.rows, prefixes)
        for index, (place, old) in self.births.items():
            code = _code(lexicon, fold(moved.get(place, "")))
            if code is not None and _alike(code[0], old[DEPARTMENT]) and code[0] != CORSICA:
                prefixes[index] = (old, ANY * DEPARTMENT.start + code[0])
        dialled = {code[1] for code in lexicon.province_codes.values() if code[1]}
        said = {listed.code for listed in self.area_codes.values()}
        for index, listed in self.area_codes.items():
            if new := code_now(scene, listed, moved.get(listed.place, ""), dialled, said):
                prefixes[index] = (listed.lead + listed.code, ANY * len(listed.lead) + new)
        loose = [item for item in self.dialled if item.index not in prefixes]
        prefixes |= loose_starts(scene, loose)
        for item in self.dialled:
            if item.index in prefixes and sum(map(str.isdecimal, item.text)) > _WHOLE:
                old, new = prefixes[item.index]
                prefixes[item.index] = (old, new + subscriber_start(scene, item, new))
        for item in self.loose_zips:
            old = item.text[: _ROUTING if is_eircode(item.text) else 2]
            if start := _any_start(scene, old):
                prefixes[item.index] = (old, start)
        certain = {i for i in whole if self.zips.get(i, ("",))[0] not in in_words}
        figures = {
            i: said for i, said in self.figures.items() if len(said) < _WHOLE or i in certain
        }
        return prefixes | own_zips(scene, figures, self.zips, moved, prefixes)


def _alike(new: str, old: str) -> bool:
    return len(new) == len(old) and new.isdecimal() == old.isdecimal()


def _area(code: str) -> str:
    """The two figures that towns of an area share: an American table has three, of the town."""
    return code[:2] if code.isdecimal() else code


def _any_start(scene: Scene, old: str) -> str:
    """What the postal codes of another province begin with, as long as before; or ""."""
    known = {code[0] for code in scene.lexicon.province_codes.values()}
    known |= set(map(_area, known))
    known -= {old}
    starts = sorted(start for start in known if _alike(start, old))
    return draw.Stream(scene.seed("zip", old)).choice(starts) if starts else ""


def number_links(scene: Scene, items: list[Item]) -> NumberLinks:
    """Links numbers to the nearest place of the province that they belong to."""
    links = NumberLinks()
    abroad = lies_abroad(scene)
    keys = ((item, thing_key(scene, item)) for item in scene.of_kind(items, Kind.PLACE))
    coded = [
        (item, neighbour_codes(scene.lexicon).get(k) if abroad else _code(scene.lexicon, k))
        for item, k in keys
    ]
    places = [(item, code) for item, code in coded if code is not None]
    # "[17100], [Girona]" is of the town that lies there.
    around = {item.index for item, _ in places if is_called_province(scene, item)}
    in_them = {code for item, code in places if item.index not in around}
    places = [(i, code) for i, code in places if i.index not in around or code not in in_them]
    # "Kanton [Bern]": codes are of the towns in it, where some are said.
    of_towns = [place for place in places if not region_said(scene, place[0])]
    places = of_towns or places
    unknown = [item for item, code in coded if code is None and _may_be_town(scene, item)]
    phones = region_phones(scene.lexicon)
    wide = [(item, ("", phones[key])) for item, code in coded
            if code is None and (key := thing_key(scene, item)) in phones]  # fmt: skip
    rows = ([*places, *_in_names(scene, items)], wide)
    seen: dict[str, int] = {}
    towns_near = {item.index: item for item in (*unknown, *(place for place, _ in places))}
    beside = {
        item.index: town
        for item in scene.of_kind(items, Kind.ZIP)
        if (town := town_beside(scene, item, towns_near)) is not None
    }
    beside = towns_in_turns(items, unknown, places) | beside
    strangers = {index for index, town in beside.items() if town in unknown}
    owners = _owners(scene, [i for i in items if i.index not in strangers], places)
    for item in sorted(items, key=lambda item: item.kind is not Kind.ZIP):
        if item.kind not in (Kind.ZIP, Kind.PHONE, Kind.ID):
            continue
        digits = said_digits(item, scene.dialogue.lang, scene.lexicon)
        if item.kind is Kind.ZIP:
            links.figures[item.index] = andorran(item.text) or digits
        if item.kind is Kind.ID:
            if tells_birth(digits) and item.text[:1].isdecimal():
                near = [p for p in places if p[1][0] == digits[DEPARTMENT]]
                for place in sorted(near, key=lambda p: abs(p[0].index - item.index))[:1]:
                    told = (thing_key(scene, place[0]), digits[: DEPARTMENT.stop])
                    links.births[item.index] = told
            continue
        if item.kind is Kind.ZIP and digits in seen:
            # One code, one link: it is one value wherever it is said.
            if seen[digits] in links.zips:
                links.zips[item.index] = links.zips[seen[digits]]
            continue
        if item.kind is Kind.ZIP:
            seen[digits] = item.index
        lettered = item.kind is Kind.ZIP and (len(digits) < 5 or is_eircode(item.text))
        foreign = item.kind is Kind.ZIP and not abroad
        others = [p for p, code in places if foreign and _of_others(code, lettered)]
        if item.kind is Kind.ZIP and (len(digits) >= _WHOLE or lettered):
            signs = "".join(words(item.text)).upper() if lettered else digits
            links.districts[item.index] = district_said(signs) if lettered else ""
            if item.index in strangers and signs.isdecimal():
                start = _start(scene.lexicon, signs) or signs[: usual_size(scene.lexicon)]
                links.zips[item.index] = (thing_key(scene, beside[item.index]), start)
            elif near := _in_area(scene, signs, places):
                place = owners.get(item.index) or min(near, key=lambda p: _apart(p[0], item))
                size = len(place[1][0])
                links.zips[item.index] = (thing_key(scene, place[0]), signs[:size])
            # No known place has that province: the nearest unknown one is in it.
            elif (towns := others + unknown) and (prefix := _start(scene.lexicon, signs)):
                place_item = min(towns, key=lambda p: _apart(p, item))
                links.zips[item.index] = (thing_key(scene, place_item), prefix)
            elif item.index in beside:  # no table has this code of its town: "[Leeds], [OL14 5QT]"
                town = beside[item.index]
                size = len(signs) - len(signs.lstrip(ascii_uppercase))
                size = _ROUTING if is_eircode(signs) else size or usual_size(scene.lexicon)
                links.zips[item.index] = (thing_key(scene, town), signs[:size])
            elif not lettered or is_eircode(signs):
                links.loose_zips.append(item)
        elif item.kind is Kind.PHONE:
            links.dialled.append(item)
            _link_phone(scene, links, item, digits, rows, unknown)
    homes = {key for key, _ in links.zips.values()}
    for row, cut, owner in rows_of_towns(scene, items, places, homes):
        first = row[0].index
        links.rows[first] = cut
        links.dialled_as[first] = Dialled(cut.said)
        links.phones[first] = owner
        links.dictated |= {item.index for item in row}
    by_index = {item.index: item for item in items}
    for index, (key, old) in links.zips.items():
        starts = said_starts(by_index[index], len(old), scene.dialogue.lang, scene.lexicon)
        if starts:
            links.starts[key] = starts & links.starts.get(key, starts)
    two = {code[0] for code in scene.lexicon.province_codes.values()} - {CORSICA}
    for key, _ in links.births.values():
        links.starts[key] = links.starts.get(key, frozenset(two)) & two
    shortest: dict[str, int] = {}
    for key, old in links.phones.values():
        shortest[key] = min(len(old), shortest.get(key, len(old)))
    links.phones = {i: (k, old[: shortest[k]]) for i, (k, old) in links.phones.items()}
    return links


def _in_names(scene: Scene, items: Sequence[Item]) -> list[Coded]:
    """The towns that organisations are called after, where there are telephone numbers."""
    towns = towns_in_names(scene, items) if scene.of_kind(items, Kind.PHONE) else ()
    coded = ((town, _code(scene.lexicon, thing_key(scene, town))) for town, _ in towns)
    return [(town, code) for town, code in coded if code is not None]


def _link_phone(
    scene: Scene,
    links: NumberLinks,
    item: Item,
    digits: str,
    rows: Sequence[Sequence[Coded]],
    unknown: Sequence[Item],
) -> None:
    """Links a telephone number to its place: a town that is said or that a name holds, a region
    (`rows`), or a town that no table has."""
    number = links.dialled_as[item.index] = at_home(scene, item, digits)
    homes = {key for key, _ in links.zips.values()}
    alike = towns_dialled_alike(scene, item, number.digits, rows[0])
    links.together += [alike] if len(alike) > 1 else []
    owner = owner_of(scene, item, number.digits, rows[:1], (), homes)
    listed = area_code(scene, item, digits, scene.of_kind(scene.items, Kind.PLACE), unknown)
    if owner is None and listed is not None:
        links.area_codes[item.index] = listed
        if listed.is_town and not listed.lead:  # one with codes of that form
            links.phones[item.index] = (listed.place, listed.code)
        return
    owner = owner or owner_of(scene, item, number.digits, rows[1:], unknown, homes)
    if owner is not None:
        links.phones[item.index] = owner


def _in_area(scene: Scene, signs: str, places: Sequence[Coded]) -> list[Coded]:
    """The places whose postal codes begin like these signs: the town whose own they are where one
    is said, the capital of a Spanish province with 0 behind it, and none that has others."""
    near = [place for place in places if signs.startswith(_area(place[1][0]))]
    if is_eircode(signs):  # a large town has several: T12 and T23 of Cork
        near = near or [p for p in places if p[1][0][:1] == signs[0] and p[1][0][1:].isdecimal()]
    if len(near) < 2:
        return near
    keys = {p[0].index: thing_key(scene, p[0]) for p in near}
    theirs = [p for p in near if is_own(scene.lexicon, keys[p[0].index], signs)]
    if not theirs and scene.lexicon.lang in SPAIN and signs[2:3] == "0":
        theirs = [p for p in near if is_capital(scene.lexicon, keys[p[0].index])]
    own = own_starts(scene.lexicon)
    return theirs or [p for p in near if keys[p[0].index] not in own] or near


def _owners(scene: Scene, items: Sequence[Item], places: Sequence[Coded]) -> dict[int, Coded]:
    """Two codes of one area are of two towns where two are said: the nearest pairs first, of those
    without the end of a sentence between them."""
    said: dict[str, Item] = {}
    for item in items:
        if item.kind is Kind.ZIP:
            said.setdefault("".join(words(item.text)).upper(), item)
    pairs = [
        (_apart(place[0], item), _is_parted(scene, place[0], item), item.start, item, place)
        for signs, item in said.items()
        for place in _in_area(scene, signs, places)
    ]
    owners: dict[int, Coded] = {}
    towns: set[str] = set()
    for apart, _, _, item, place in sorted(pairs, key=lambda pair: pair[:3]):
        town = thing_key(scene, place[0])
        if apart <= _NEAR and item.index not in owners and town not in towns:
            owners[item.index] = place
            towns.add(town)
    return owners


def _is_parted(scene: Scene, place: Item, code: Item) -> bool:
    """Whether a sentence ends between a place and a code."""
    one, other = sorted((place, code), key=lambda item: item.index)
    return one.turn != other.turn or bool(_END.search(scene.between(one, other)))


def _apart(place: Item, code: Item) -> int:
    """How far a place is from a code, in labels; one of its own label is nearest."""
    return 0 if place.key == code.key else abs(place.index - code.index)


def _of_others(code: tuple[str, str], lettered: bool) -> bool:
    """Whether a place's own codes are of another country's form: Cambridge, 02139."""
    return bool(code[0]) and code[0].isdecimal() == lettered


def _may_be_town(scene: Scene, item: Item) -> bool:
    """Whether a place that no list has may be a town: no country, region or inhabitant."""
    lexicon, key = scene.lexicon, thing_key(scene, item)
    named = key in lexicon.country_keys or ("place", key) in lexicon.concept_of
    named = named or key in landscape_names(lexicon) or key in areas_of(lexicon).names
    named = named or bool(region_named(lexicon, item.text))
    return not named and not is_inhabitant(lexicon, item.text)


def _start(lexicon: Lexicon, digits: str) -> str:
    """The postal code of some province that digits begin with; or ""."""
    zips = (code[0] for code in lexicon.province_codes.values())
    fits = (code for code in zips if code and digits.startswith(_area(code)))
    return digits[: max(map(len, fits), default=0)]


def _code(lexicon: Lexicon, key: str) -> tuple[str, str] | None:
    """Postal and telephone prefix of a folded place, by another of its names where it has one."""
    entry = lexicon.place_by_key.get(key)
    if entry is None and key in (listed := neighbour_codes(lexicon)):
        return listed[key]
    if entry is None:
        for concept in lexicon.concept_of.get(("place", key), ()):
            forms = (row["form"] for row in lexicon.concepts[("place", concept)])
            places = (lexicon.place_by_key.get(fold(form)) for form in forms)
            entry = next((e for e in places if e is not None), entry)
    province = lexicon.province_by_key.get(key, "") if entry is None else entry.province
    return lexicon.province_codes.get(province)
