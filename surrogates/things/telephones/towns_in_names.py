"""Towns that organisations are called after: "Hospital General de [Albacete]", "Klinikum [Kassel]".

Their telephone numbers are of that town where the dialogue says it nowhere else. Called by
`place_codes`, which links numbers to them, and by `named.parts`, which draws other towns.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.abroad.regions_abroad import neighbour_codes, neighbours_of
from surrogates.things.groups import thing_key
from surrogates.things.named.pools import Codes
from surrogates.things.proper_parts import FAMILY, Naming, Part, parts_in
from surrogates.things.telephones.phone_starts import phone_now

_PEOPLE = ("man", "woman", "devotion", FAMILY)  # titles of those who are no towns


def towns_in_names(scene: Scene, items: Iterable[Item]) -> Iterator[tuple[Item, Part]]:
    """Each town in the name of an organisation: an item of its own, and the part of the name."""
    known = scene.lexicon.place_by_key.keys() | neighbour_codes(scene.lexicon).keys()
    for item in scene.of_kind(items, Kind.ORG):
        for part in parts_in(scene, item.text):
            stem = scene.stems.thing(part.text, Kind.PLACE)[0]
            is_town = not known.isdisjoint((fold(stem), " ".join(words(stem))))
            person = part.title == "surname" and not part.article  # not "General de [Cuenca]"
            if is_town and not person and part.title not in _PEOPLE:
                start, end = item.start + part.start, item.start + part.end
                yield replace(item, kind=Kind.PLACE, text=part.text, start=start, end=end), part


def towns_dialled(scene: Scene, town: str, codes: Codes) -> list[str]:
    """What may stand for a folded town that a name holds and a number is of: towns of its country
    elsewhere with a code as long, else with its own; any of its country abroad, and none at home,
    where no number is."""
    phone = codes[town][1] if town in codes else ""
    lexicon, listed = scene.lexicon, neighbours_of(scene.lexicon)
    if town in listed and town not in lexicon.own_places:
        land = listed[town][0]
        near = (row for row in lexicon.rows("neighbours") if row["country"] == land)
        coded = [(r["name"], r["phone"]) for r in near if fold(r["name"]) != town]
        alike = [name for name, code in coded if len(code) == len(phone) and code != phone]
        return alike or [name for name, code in coded if not phone or code == phone]
    if not phone:
        return []
    towns = (p for p in lexicon.place_entries if p.weight > 2 and p.province not in scene.provinces)
    coded = [(p.name, lexicon.province_codes.get(p.province, ("", ""))[1]) for p in towns]
    zero = phone.startswith("0")  # British codes do, and American ones do not
    others = [
        name
        for name, code in coded
        if code != phone and code.startswith("0") == zero and phone_now(scene, code, phone)
    ]
    every = ((p.name, p.province) for p in lexicon.place_entries if p.weight > 2)
    # "93" is Barcelona's alone.
    same = (n for n, area in every if lexicon.province_codes.get(area, ("", ""))[1] == phone)
    return others or [name for name in same if fold(name) != town]


def towns_now(scene: Scene, items: Iterable[Item], named: Naming, codes: Codes) -> dict[str, str]:
    """Folded town of a number that names of organisations hold -> what it became in them."""
    return {
        key: scene.stems.thing(named[part.key], Kind.PLACE)[0]
        for town, part in (towns_in_names(scene, items) if codes else ())
        if (key := thing_key(scene, town)) in codes and part.key in named
    }
