"""Names that go with a nationality that the dialogue tells: "Youssef El Amrani, [marroquí]".

A nationality becomes another of its region, and who has a name of its origin gets one that goes
with the other. Where none is told, a name is drawn as any other is. Called by `people` where names
are drawn, and by `things` where countries are.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from surrogates import draw, notices
from surrogates.codes import ConstraintKind
from surrogates.folding import words
from surrogates.labels import NAMES, Kind, is_nationality
from surrogates.languages.lexicon import name_key
from surrogates.languages.places.articles import article_of
from surrogates.languages.places.inhabitants import (
    Demonym,
    as_asked,
    demonym_of,
    has_demonym,
    people_named,
)
from surrogates.languages.places.nations import (
    LANGUAGE,
    OWN,
    UNNAMED,
    Nation,
    is_known,
    may_be_from,
    nations,
    own_nations,
    tells_origin,
)
from surrogates.once import once_a_scene
from surrogates.people.entities import Unit
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.union_find import UnionFind

_PLACES = (Kind.PLACE, Kind.COUNTRY)
_BOTH = 2  # a given name and a surname that both may be of an origin


@dataclass(frozen=True, slots=True)
class Told:
    """A nation that is told, and what may stand for it, the best first."""

    nation: Nation
    others: tuple[Nation, ...]
    named: bool  # whether somebody's name goes with it

    @property
    def origin(self) -> str:
        """The origin of the names that go with what stands for it; "" for names as at home."""
        origin = self.others[0].origin if self.others else self.nation.origin
        return "" if origin in (OWN, UNNAMED) else origin


def _people_of(scene: Scene, item: Item) -> Demonym | None:
    """The inhabitants that a mention names, in the forms that the words before it allow."""
    found = people_named(scene.lexicon, item.text, nationality=is_nationality(item.label))
    return found and as_asked(scene.lexicon, found, words(scene.before(item)))


def _key(scene: Scene, item: Item) -> str:
    people = _people_of(scene, item)
    said = people.place if people else scene.stems.thing(item.text, item.kind)[0]
    return scene.stems.key_of(said)


@once_a_scene
def nations_told(scene: Scene) -> dict[str, Told]:
    """Folded nation of the dialogue's labels, or told beside them, -> what stands for it."""
    known = nations(scene.lexicon)
    said: dict[str, list[Item]] = {}
    for item in scene.of_kind(scene.items, *_PLACES):
        key = _key(scene, item)
        if key in known:
            said.setdefault(key, []).append(item)
    around = {n.name: n for n in _around(scene)}
    # Arabic is of more than one origin.
    kept = {n.origin for n in around.values() if n.region != LANGUAGE}
    told: dict[str, Told] = {}
    taken = {known[key].name for key in said}
    here = _lands_around(scene)
    for key, items in said.items():
        nation = known[key]
        named = _is_anybodys(scene, nation.origin)
        if not named and not any(_is_of_people(scene, item) for item in items):
            continue  # where somebody goes, or comes from, whoever it is
        free = [
            other
            for other in _ranked(scene, key, items)
            if other.name not in taken | here and _can_be_said(scene, key, items, other)
        ]
        choices = (
            tuple(o for o in free if _goes_for(nation, o, named=named, kept=origins))
            for origins in (kept, set[str]())
        )
        others = next(filter(None, choices), ())
        told[key] = Told(nation, _of_one_origin(others) if named else others, named)
        taken |= {other.name for other in others[:1]}
    for name, nation in around.items():
        if name_key(name) not in told and _is_anybodys(scene, nation.origin):
            told[name_key(name)] = Told(nation, (nation,), named=True)
    return told


def _lands_around(scene: Scene) -> frozenset[str]:
    """The countries that words of the dialogue tell it is in: nobody there comes from abroad."""
    told = scene.lexicon.signs("land").items()
    return frozenset(land for word, land in told if scene.says((word,)))


def _of_one_origin(others: tuple[Nation, ...]) -> tuple[Nation, ...]:
    """The first nation, and those after it with such names."""
    return tuple(other for other in others if other.origin == others[0].origin)


def _goes_for(nation: Nation, other: Nation, *, named: bool, kept: set[str]) -> bool:
    """Whether a nation may stand for another: of its region, with names where they are asked for,
    and with the same where the words around tell them ("habla rumano")."""
    if nation.origin == OWN != other.origin:
        return False
    if nation.origin in kept and named:
        return other.origin == nation.origin
    return other.region == nation.region and (not named or other.origin != UNNAMED)


def _ranked(scene: Scene, key: str, items: list[Item]) -> Iterator[Nation]:
    """All nations in the order of a draw; what a person typed alone, where that is one."""
    known = nations(scene.lexicon)
    typed = scene.latest((ConstraintKind.SURROGATE, ConstraintKind.REDRAW), items)
    if typed is not None and typed.kind == ConstraintKind.SURROGATE:
        people = demonym_of(scene.lexicon, typed.value)
        chosen = known.get(name_key(people.place if people else typed.value))
        yield from (chosen,) if chosen else ()
        return
    pool = draw.Pool((name, 1.0) for name in own_nations(scene.lexicon))
    yield from (known[name] for name in pool.ranked(scene.seed("nation", key, items)))


def _can_be_said(scene: Scene, key: str, items: Iterable[Item], nation: Nation) -> bool:
    """Whether a nation has a word for its people in each form that is asked for, and the article
    of the other."""
    stems, known = scene.stems, nations(scene.lexicon)
    for item in items:
        people, ending = _people_of(scene, item), stems.thing(item.text, item.kind)[1]
        if people is not None and not has_demonym(scene.lexicon, nation.name, people):
            return False
        articles = {article_of(scene.lexicon, each.name) for each in (nation, known[key])}
        if people is None and not ending and len(articles) > 1:
            return False  # "aus der [Ukraine]"
        made = people is None and ending and stems.inflection is not None
        if made and not stems.regular(nation.name, ending):
            return False
    return scene.allowed(nation.name)


def _is_of_people(scene: Scene, item: Item) -> bool:
    """Whether a mention says of what country somebody is, not where something is."""
    return is_nationality(item.label) or _people_of(scene, item) is not None


def _around(scene: Scene) -> Iterator[Nation]:
    """Nations and languages that stand outside the labels: "a lovely Irish name", "habla árabe"."""
    known = nations(scene.lexicon)
    for word in sorted(scene.outside):
        people = demonym_of(scene.lexicon, word)
        stem, ending = scene.stems.thing(word.capitalize(), Kind.PLACE) if not people else ("", "")
        key = name_key(people.place) if people else name_key(stem if ending else word)
        nation = known.get(key) or known.get(word)
        if nation is not None and nation.origin not in (OWN, UNNAMED):
            yield nation


@once_a_scene
def _words_of_names(scene: Scene) -> frozenset[str]:
    return frozenset(w for item in scene.of_kind(scene.items, *NAMES) for w in words(item.text))


def _is_anybodys(scene: Scene, origin: str) -> bool:
    """Whether a name of the dialogue is of an origin."""
    said = _words_of_names(scene)
    if origin in (OWN, ""):
        return False
    if origin == UNNAMED:
        return any(not is_known(scene.lexicon, word) for word in said)
    telling = any(tells_origin(scene.lexicon, word, origin) for word in said)
    return telling or sum(may_be_from(scene.lexicon, word, origin) for word in said) >= _BOTH


def origins_of(scene: Scene, units: Iterable[Unit]) -> dict[tuple[str, str], str]:
    """(role, key) of each name that goes with a nation -> the origin that the new one is of."""
    told = [each for each in nations_told(scene).values() if each.origin]
    if not told:
        return {}
    found: dict[tuple[str, str], str] = {}
    people = _of_one_person(scene, units)
    # A name that no table has is anybody's where another one tells the origin.
    sure = {e.nation.origin for e in told for n in people if _tells(scene, n, e.nation.origin)}
    for names in people:
        for each in told:
            origin = each.nation.origin
            if _tells(scene, names, origin) or (origin not in sure and _is_unknown(scene, names)):
                found |= {(u.role, u.key): each.origin for u in names}
                break
    return found


def _of_one_person(scene: Scene, units: Iterable[Unit]) -> list[list[Unit]]:
    """Names that stand side by side somewhere: a given name and its surnames."""
    ordered = sorted((u for u in units if not u.initial), key=lambda u: (u.item.index, u.start))
    sets: UnionFind[str] = UnionFind()
    for one, two in pairwise(ordered):
        beside = one.item.index == two.item.index or (
            one.item.turn == two.item.turn and not scene.between(one.item, two.item).strip(" ,")
        )
        if beside and {one.role, two.role} == {"given", "surname"}:
            sets.union(_place_of(one), _place_of(two))
    people: dict[str, list[Unit]] = {}
    for unit in ordered:
        people.setdefault(sets.find(_place_of(unit)), []).append(unit)
    return list(people.values())


def _place_of(unit: Unit) -> str:
    return f"{unit.role} {unit.key}"


def _tells(scene: Scene, names: list[Unit], origin: str) -> bool:
    """Whether somebody's names are of an origin: one that nobody at home has, or two that may
    be."""
    parts = {(u.role, word) for u in names for word in words(u.bare)}
    if any(tells_origin(scene.lexicon, word, origin) for _, word in parts):
        return True
    roles = {role for role, word in parts if may_be_from(scene.lexicon, word, origin)}
    return len(roles) >= _BOTH


def _is_unknown(scene: Scene, names: list[Unit]) -> bool:
    """Whether somebody has a given name, and no name that a table has."""
    said = [word for u in names for word in words(u.bare)]
    given = any(u.role == "given" for u in names)
    return given and not any(is_known(scene.lexicon, word) for word in said)


def flag_names(scene: Scene, found: dict[tuple[str, str], str]) -> None:
    """Says of a nationality that no name was drawn to go with it, where one may ask for that."""
    names = _words_of_names(scene)
    for key, told in nations_told(scene).items():
        if told.nation.origin == OWN or (told.named and (found or not told.origin)):
            continue
        items = [i for i in scene.of_kind(scene.items, *_PLACES) if _key(scene, i) == key]
        said = [item for item in items if _is_of_people(scene, item)]
        beside = any(scene.of_kind(scene.items_by_turn[item.turn], *NAMES) for item in said)
        known = all(map(partial(is_known, scene.lexicon), names))
        if not beside and not told.named and known:
            continue  # it is nobody's whose name is said
        if said and scene.of_kind(scene.items, *NAMES):
            scene.raise_issue(notices.NATION_NAMED, said[0], tuple(i.key for i in said))
