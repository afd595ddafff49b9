"""Draws the people of a dialogue: names by weight, with the facets that a plan asks for."""

from collections.abc import Mapping
from functools import cache

from benchmarks.demo.errors import PlanError
from benchmarks.demo.scene import Person, Scene
from benchmarks.demo.vocabulary import (
    Row,
    Weighted,
    pairs,
    prefer,
    read_lists,
    read_rows,
    weighted,
)

HEARD_AS = {"a": "o", "e": "i", "i": "e", "o": "u", "u": "o"}


def draw_person(role: str, scene: Scene) -> Person:
    """The person in this role; relatives share surnames with the caller as families do."""
    if role not in scene.people:
        wanted = scene.needs.get(role, set())
        person = _draw_alone(scene, wanted, _taken(scene))
        if "sibling" in wanted:
            caller = draw_person("caller", scene)
            person.surname, person.second = caller.surname, caller.second
        elif "parent" in wanted:
            caller = draw_person("caller", scene)
            person.surname = caller.surname if person.gender == "m" else caller.second
        scene.people[role] = person
    return scene.people[role]


def _taken(scene: Scene) -> set[str]:
    return {person.first for person in scene.people.values()}


def _draw_alone(scene: Scene, wanted: set[str], taken: set[str]) -> Person:
    rng, lang = scene.rng, scene.lang
    gender = "f" if "female" in wanted else "m" if "male" in wanted else rng.choice("fm")
    first = short = other = ""
    if "namesake" in wanted:
        first, short, gender = _namesake(scene)
    elif "homonym" in wanted:
        first, gender = _homonym(scene, taken)
    elif "shared" in wanted:
        first, short = _with_table(scene, shared_short_forms(lang), gender, taken)
    elif "short" in wanted:
        first, short = _with_table(scene, short_forms(lang), gender, taken)
    elif "xlang" in wanted:
        first, other = _with_table(scene, equivalents("name"), gender, taken)
    else:
        kind = "compound" if "compound" in wanted else "full"
        rows = name_rows(lang, gender, kind)
        if kind == "compound":
            rows = [row for row in rows if len(row["name"].split()) == 2]
        while not first or first in taken:
            first = prefer(rng, homographs(lang), weighted(rows, "name"), 0.06)
    one, two = (prefer(rng, homographs(lang), surnames(lang), 0.12) for _ in range(2))
    return Person(gender, first, one, two, short, other)


@cache
def surnames(lang: str) -> Weighted:
    return weighted(read_rows(lang, "surnames"), "surname")


def name_rows(lang: str, gender: str, kind: str) -> list[Row]:
    rows = read_rows(lang, "names")
    return [row for row in rows if (row["gender"], row["kind"]) == (gender, kind)]


def _with_table(
    scene: Scene, table: Mapping[str, tuple[str, ...]], gender: str, taken: set[str]
) -> tuple[str, str]:
    """A name that has an entry in the table, and one of its entries."""
    known = weighted(name_rows(scene.lang, gender, "full"), "name").forms
    names = [name for name in known if name in table and name not in taken]
    name = scene.rng.choice(names)
    return name, scene.rng.choice(table[name])


def _namesake(scene: Scene) -> tuple[str, str, str]:
    """Another name with the caller's short form, and its gender: Francisca beside Fran."""
    caller = draw_person("caller", scene)
    for gender in (caller.gender, "f", "m"):
        for row in name_rows(scene.lang, gender, "full"):
            shorts = short_forms(scene.lang).get(row["name"], ())
            if caller.short in shorts and row["name"] != caller.first:
                return row["name"], caller.short, gender
    raise PlanError("'namesake' needs a caller with a 'shared' short form")


def _homonym(scene: Scene, taken: set[str]) -> tuple[str, str]:
    """A name that has an everyday phrase in the demo's list, and its gender."""
    known = {row["name"]: row["gender"] for row in read_rows(scene.lang, "names")}
    names = [name for name in homonyms() if known.get(name) in {"f", "m"} and name not in taken]
    name = scene.rng.choice(names)
    return name, known[name]


def everyday_phrase(person: Person) -> str:
    """A phrase in which this person's name is an ordinary word."""
    if person.first not in homonyms():
        raise PlanError("'homonym' is for a person of whom the plan needs one")
    return homonyms()[person.first]


@cache
def homonyms() -> Mapping[str, str]:
    """A first name to a phrase in which it is an ordinary word."""
    entries = (entry.partition("=") for entry in read_lists("es")["homonyms"])
    return {name: phrase for name, _, phrase in entries}


def misheard(name: str) -> str:
    """The name with its last vowel heard as another one: Gómez, Gómiz."""
    place = max((at for at, sign in enumerate(name) if sign in HEARD_AS), default=-1)
    if place < 0:
        return name + "s"
    return name[:place] + HEARD_AS[name[place]] + name[place + 1 :]


@cache
def homographs(lang: str) -> frozenset[str]:
    """Names that are ordinary words too (Pilar, Cuesta): a tagger must look at the context."""
    return frozenset(row["form"].capitalize() for row in read_rows(lang, "homographs"))


@cache
def short_forms(lang: str) -> Mapping[str, tuple[str, ...]]:
    """A full first name to its short forms."""
    found = pairs(read_rows(lang, "short_forms"), "full", "short")
    return {full: shorts for full, shorts in found.items() if " " not in full}


@cache
def shared_short_forms(lang: str) -> Mapping[str, tuple[str, ...]]:
    """Only the short forms that stand for two names of the lexicon, such as Fran."""
    full = {row["name"] for row in read_rows(lang, "names") if row["kind"] == "full"}
    owners: dict[str, set[str]] = {}
    for name, shorts in short_forms(lang).items():
        for short in shorts if name in full else ():
            owners.setdefault(short, set()).add(name)
    kept = {
        name: tuple(short for short in shorts if len(owners.get(short, ())) > 1)
        for name, shorts in short_forms(lang).items()
        if name in full
    }
    return {name: shorts for name, shorts in kept.items() if shorts}


@cache
def equivalents(kind: str) -> Mapping[str, tuple[str, ...]]:
    """A Spanish name (or place) to its forms in Catalan or Basque that look different."""
    rows = [row for row in read_rows("es", "equivalents") if row["type"] == kind]
    spanish = pairs((row for row in rows if row["lang"] == "es"), "concept", "form")
    found: dict[str, tuple[str, ...]] = {}
    for row in rows:
        if row["lang"] in {"ca", "eu"} and row["concept"] in spanish:
            form = spanish[row["concept"]][0]
            if form != row["form"]:
                found[form] = (*found.get(form, ()), row["form"])
    return found
