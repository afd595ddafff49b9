"""How far towns lie from each other: "de [Dijon] à [Lyon] en une heure et demie".

Two towns between which a time or a distance is told become two that lie as far from each other;
where it is said in what direction, in that one, too; two that are said to be near stay near.
Called by `draws` and by the check of relations; where the towns lie is the table `coordinates`.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from surrogates.folding import words_apart
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.hubs import station_town
from surrogates.things.geography.lands import is_between
from surrogates.things.geography.nearness import said_near, sentences
from surrogates.things.groups import Group, thing_key

_LINKS = frozenset({"am", "an", "de", "im", "in"})  # behind what may be a town in short
_KM_DEGREE = 111.2
_APART = 3  # turns between two towns on one way
_AFTER = 1  # turns behind them that may tell how long it takes
_HOURS_AFTER = 2  # and at what hours one leaves and arrives
_SLACK = 10.0  # km: towns have some size
_LITTLE = 2.0  # km: the same where they lie near each other
_RATIOS = (1.25, 1.6)  # of the two distances, strictly and less so
_TURN = 45.0  # degrees between two directions of one name
_NEAR = 12.0  # km: how far what is near lies where no table tells it
_NEAR_MOST = 20.0  # and at most
_FAR = 60.0  # km: towns so far apart are not what the words mean
_AROUND = 100.0  # km: what one speaks of at home lies around it
# Towns that lie as far, of which some may not be shown; where they may be nearer, few are there.
_ENOUGH = (5, 3)


@dataclass(frozen=True)
class Way:
    """From a town to another: km, and degrees from the north where the direction is said;
    `most`: it may be shorter."""

    km: float
    bearing: float | None = None
    most: bool = False

    def suits(self, other: "Way", *, level: int = 0) -> bool:
        """Whether another way is as long, and leads there, too."""
        short, long = (self.km, other.km) if self.most else sorted((self.km, other.km))
        # Ten minutes from each other are no twenty kilometres, where others lie nearer.
        little = _LITTLE + short / (4 if self.most else 2)
        ratio = 1.0 if self.most and not level else _RATIOS[level]
        alike = long <= short * ratio + (_SLACK if level else min(_SLACK, little))
        if self.bearing is None or other.bearing is None:
            return alike
        return alike and abs((self.bearing - other.bearing + 180) % 360 - 180) <= _TURN


@lru_cache(maxsize=16)
def _points(lexicon: Lexicon) -> Mapping[str, tuple[float, float]]:
    rows = lexicon.all_rows("coordinates")
    return {name_key(r["name"]): (float(r["latitude"]), float(r["longitude"])) for r in rows}


@lru_cache(maxsize=8192)
def _point(lexicon: Lexicon, name: str) -> tuple[float, float] | None:
    """Where a town lies, or the one of a station."""
    points = _points(lexicon)
    town = station_town(lexicon, name)
    place = lexicon.place_by_key.get(name_key(name))
    whole = _wholes(lexicon).get(name_key(name), "")
    names = (name, town, place.name if place is not None else "", whole)
    return next((points[key] for key in map(name_key, names) if key in points), None)


@lru_cache(maxsize=16)
def _wholes(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded towns in short -> whole: "Freiburg" im Breisgau, "Santiago" de Compostela."""
    wholes: dict[str, list[str]] = {}
    for key in _points(lexicon):
        short, *rest = key.split()
        if rest and rest[0] in _LINKS:
            wholes.setdefault(short, []).append(key)
    return {short: found[0] for short, found in wholes.items() if len(found) == 1}


@lru_cache(maxsize=1 << 16)
def way(lexicon: Lexicon, one: str, other: str) -> Way | None:
    """The way between two towns; None where the table lacks one."""
    a, b = _point(lexicon, one), _point(lexicon, other)
    if a is None or b is None:
        return None
    up = (b[0] - a[0]) * _KM_DEGREE
    right = (b[1] - a[1]) * _KM_DEGREE * math.cos(math.radians((a[0] + b[0]) / 2))
    return Way(math.hypot(up, right), math.degrees(math.atan2(right, up)) % 360)


def ways_said(scene: Scene, group: Group) -> dict[str, Way]:
    """Folded towns to which the way from a group is told, and that way."""
    towns = [(i, thing_key(scene, i)) for i in scene.of_kind(scene.items, Kind.PLACE)]
    others = [(other, key) for other, key in towns if key not in group.keys]
    ways: dict[str, Way] = {}
    for own in group.items if others else ():
        start = thing_key(scene, own)
        for other, key in others:
            near = abs(own.turn - other.turn) <= _APART
            known = way(scene.lexicon, start, key) if near else None
            if known is not None and (said := _told(scene, own, other)):
                ways[key] = known if "direction" in said else Way(known.km)
    return near_ways(scene, group) | ways


def near_ways(scene: Scene, group: Group) -> dict[str, Way]:
    """Folded towns that are said to be near a group, or near one that is; and how far at most."""
    steps: dict[str, dict[str, float]] = {}
    for pair in said_near(scene):
        one, other = (thing_key(scene, item) for item in pair)
        told = near_way(scene.lexicon, one, other)
        if told is not None and one != other:
            steps.setdefault(one, {})[other] = steps.setdefault(other, {})[one] = told.km
    for one, other, km in (*_between(scene), *_neighbours(scene)):
        steps.setdefault(one, {}).setdefault(other, km)
        steps.setdefault(other, {}).setdefault(one, km)
    reached: dict[str, float] = dict.fromkeys((key for key in group.keys if key in steps), 0.0)
    line = list(reached)
    for key in line:
        for following in sorted(steps[key].keys() - reached.keys()):
            reached[following] = reached[key] + steps[key][following]
            line.append(following)
    return {key: Way(km, most=True) for key, km in reached.items() if key not in group.keys}


def _between(scene: Scene) -> Iterator[tuple[str, str, float]]:
    """Folded towns between which something is: they lie no farther from each other than now."""
    for *_, row in sentences(scene):
        for one, other in pairwise(row):
            keys = thing_key(scene, one), thing_key(scene, other)
            known = way(scene.lexicon, *keys)
            if known is not None and 0 < known.km <= _FAR and is_between(scene, one, other):
                yield *keys, max(known.km, _NEAR)


def _neighbours(scene: Scene) -> Iterator[tuple[str, str, float]]:
    """Folded towns of a dialogue which lie around each other: who lives in one, works in another
    and has a mother in a third needs no word for it."""
    said = (thing_key(scene, item) for item in scene.of_kind(scene.items, Kind.PLACE))
    for keys in combinations(dict.fromkeys(said), 2):
        known = way(scene.lexicon, *keys)
        if known is not None and 0 < known.km <= _AROUND:
            yield *keys, max(known.km, _NEAR_MOST)


def near_way(lexicon: Lexicon, one: str, other: str) -> Way | None:
    """How far two places that are said to be near may lie; None where they do not."""
    known = way(lexicon, one, other)
    if known is not None and known.km > _FAR:
        return None
    km = max(known.km if known is not None else 0.0, _NEAR)
    return Way(min(km, _NEAR_MOST), most=True)


def _told(scene: Scene, one: Item, other: Item) -> frozenset[str]:
    """What the turns with two towns say of the way between them: a unit, a direction; or hours,
    at which one leaves and arrives."""
    cues = scene.lexicon.cues("distance")
    first, last = sorted((one.turn, other.turn))
    turns = scene.dialogue.turns[first : last + 1 + _AFTER]
    said = {cues.get(word, "") for t in turns for word in words_apart(t.text)}
    between = range(first, last + 1 + _HOURS_AFTER)
    hours = [i for i in scene.of_kind(scene.items, Kind.TIME) if i.turn in between]
    return frozenset(said & {"unit", "direction"}) | ({"unit"} if len(hours) > 1 else set())


def has_ways(lexicon: Lexicon, name: str, ways: Mapping[str, Way]) -> bool:
    """Whether there are towns enough that lie as far from this one as others are to."""
    return all(_count(lexicon, name, told) >= _ENOUGH[told.most] for told in ways.values())


@lru_cache(maxsize=1 << 14)
def _count(lexicon: Lexicon, name: str, told: Way) -> int:
    other = ((way(lexicon, name, place.name)) for place in lexicon.place_entries)
    return sum(1 for each in other if each is not None and each.km > 1 and told.suits(each))


def lies_so(lexicon: Lexicon, name: str, now: Mapping[str, Way], *, level: int = 0) -> bool:
    """Whether a town lies as far from each of these surrogates as is told of the originals."""
    if level >= len(_RATIOS):
        return True
    ways = ((told, way(lexicon, name, town)) for town, told in now.items())
    return all(new is not None and told.suits(new, level=level) for told, new in ways)
