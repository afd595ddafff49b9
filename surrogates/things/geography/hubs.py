"""What trains and planes leave from, and where universities are: "el vuelo a [Bilbao]", "[BIO]".

A town to which one flies becomes a town with an airport, one to which a train goes a town with a
station; the code of an airport is the one of the new town, and a station that has a name of its own
("[Atocha]") is one of the town that its town became. Called by `draws` and `town_codes`; the towns
are the table `hubs`, the words that say how one travels are cues.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache, partial

from surrogates import draw
from surrogates.folding import fold, words, words_apart
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.regions import says_hospital
from surrogates.things.groups import Group, thing_key
from surrogates.things.named.pools import Fits

_TURNS = 1  # before and after the one that says how one travels
_STATION_TURNS = 3  # the same, of what is called like a station
_HOSPITAL = "hospital"  # of a cue for a university: it says a hospital of one
_STEM = "stem"  # of a cue: what words begin with


@dataclass(frozen=True)
class Hubs:
    """What the table of a language says, all names folded but for the values of `stations`."""

    airport: Mapping[str, str]  # town -> code
    railway: frozenset[str]  # towns with a station
    fast: frozenset[str]  # those at which fast trains stop
    stations: Mapping[str, str]  # station with a name of its own -> town
    universities: frozenset[str]  # towns, and states, that one is called after
    hospitals: frozenset[str]  # towns with a hospital of a university


@lru_cache(maxsize=16)
def hubs_of(lexicon: Lexicon) -> Hubs:
    rows = list(lexicon.all_rows("hubs"))

    def of_kind(kind: str) -> dict[str, str]:
        return {name_key(row["name"]): row["value"] for row in rows if row["kind"] == kind}

    kinds = ("railway", "fast", "university", "university_hospital")
    railway, fast, learned, clinics = map(frozenset, map(of_kind, kinds))
    return Hubs(of_kind("airport"), railway, fast, of_kind("station"), learned, clinics)


@lru_cache(maxsize=8192)
def station_town(lexicon: Lexicon, name: str) -> str:
    """The town of a station, said with it or not: "Atocha", "Lyon-Part-Dieu"; or ""."""
    stations, key = hubs_of(lexicon).stations, name_key(name)
    said = key.split()
    for size in range(1, len(said)):
        town = stations.get(" ".join(said[size:]), "")
        if town and name_key(town) == " ".join(said[:size]):
            return town
    return stations.get(key, "")


def towns_served(scene: Scene, group: Group) -> frozenset[str]:
    """The folded towns to which one may travel as is said of a group; empty where any will do."""
    hubs = hubs_of(scene.lexicon)
    served = [
        frozenset(towns)
        for cue, towns in (
            ("flight", hubs.airport),
            ("train", hubs.railway),
            ("fast_train", hubs.fast),
        )
        if any(name_key(key.text) in towns for key in group.keys)
        and _is_said_near(scene, group.items, cue)
    ]
    for seats in (seats_named(scene, key.text) for key in group.keys):
        served += seats
    if _has_station_said(scene, {name_key(key.text) for key in group.keys}):
        served.append(frozenset(name_key(row["value"]) for row in _own_stations(scene.lexicon)))
    return frozenset.intersection(*served) if served else frozenset()


def seats_of(lexicon: Lexicon, name: str) -> frozenset[str]:
    """The folded towns that a university, or a hospital of one, may be called after; empty where a
    name is of none."""
    cues, said = lexicon.cues("university"), words(name)
    kinds = {cues[word] for word in said if word in cues}
    if kinds and (_HOSPITAL in kinds or any(map(partial(says_hospital, lexicon), said))):
        return hubs_of(lexicon).hospitals
    return hubs_of(lexicon).universities if kinds else frozenset()


def seats_named(scene: Scene, town: str) -> list[frozenset[str]]:
    """Those of the universities and hospitals that are called after a folded town."""
    firms = scene.of_kind(scene.items, Kind.ORG)
    names = (f" {' '.join(words_apart(firm.text))} " for firm in firms)  # "CHU d'Angers"
    seats = (seats_of(scene.lexicon, name) for name in names if f" {town} " in name)
    return [each for each in seats if town in each]


def _is_said_near(scene: Scene, items: Sequence[Item], cue: str, reach: int = _TURNS) -> bool:
    """Whether a turn beside one of these items says how one travels, or a code does."""
    turns = {item.turn + step for item in items for step in range(-reach, reach + 1)}
    cues = scene.lexicon.cues(cue).items()
    ends = {form: "" if value == _STEM else " " for form, value in cues}
    texts = (turn.text for at, turn in enumerate(scene.dialogue.turns) if at in turns)
    said = "".join(f" {' '.join(words_apart(text))} " for text in texts)  # "l'AVE"
    if any(f" {form}{end}" in said for form, end in ends.items()):
        return True
    codes = set(hubs_of(scene.lexicon).airport.values()) if cue == "flight" else set()
    return any(item.text in codes for item in scene.of_kind(scene.items, Kind.PLACE))


def _has_station_said(scene: Scene, towns: Set[str]) -> bool:
    """Whether the dialogue names a station of one of these folded towns."""
    places = scene.of_kind(scene.items, Kind.PLACE)
    pairs = ((item, station_town(scene.lexicon, thing_key(scene, item))) for item in places)
    said = (item for item, town in pairs if name_key(town) in towns)
    return any(_speaks_of_trains(scene, [item]) for item in said)


def is_station(scene: Scene, group: Group) -> bool:
    """Whether a group names a station by a name of its own, where trains are spoken of."""
    keys = group.keys if group.kind is Kind.PLACE else ()
    named = any(station_town(scene.lexicon, key.text) for key in keys)
    return named and _speaks_of_trains(scene, group.items)


def _speaks_of_trains(scene: Scene, items: Sequence[Item]) -> bool:
    return any(_is_said_near(scene, items, cue, _STATION_TURNS) for cue in ("train", "station"))


def draw_station(scene: Scene, group: Group, seed: bytes, fits: Fits) -> str | None:
    """Another station of the town that its own became, or that town; of any other, where its own
    is not said."""
    towns = {name_key(station_town(scene.lexicon, key)) for key in group.keys} - {""}
    now = [new for old, new in sorted(group.moved.items()) if name_key(old) in towns]
    rows = _own_stations(scene.lexicon)
    if now:
        names = tuple(row["name"] for row in rows if fold(row["value"]) == fold(now[0]))
    else:
        taken = towns | {name_key(new) for new in group.moved.values()} | set(group.moved)
        names = tuple(row["name"] for row in rows if name_key(row["value"]) not in taken)
    pool = draw.Pool((name, 1.0) for name in names)
    drawn = scene.first_allowed(seed, pool, fits) if names else None
    return drawn or (now[0] if now else None)


def _own_stations(lexicon: Lexicon) -> list[dict[str, str]]:
    """Rows of the stations that may be drawn: the companions' are only known."""
    return [row for row in lexicon.rows("hubs") if row["kind"] == "station"]
