"""What lies by the sea: "the ferry from [Oban] to [Mull]", "auf [Pellworm]", "in [Whitby], on the
beach".

A ferry goes between places of one coast, an island among them where one was, a town on an island
becomes one on the other, and a town with a beach one with a beach. Called by `draws` and by the
check of relations; the places are rows of the table `hubs`, the words cues.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from surrogates.folding import words, words_apart
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.landscape import landscape_names
from surrogates.once import once_a_scene
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.nearness import sentences
from surrogates.things.groups import Group, thing_key, without_article

# Between a town and its island.
_AT = frozenset({"in", "on", "auf", "en", "sur", "dans", "a"})
_LEAST = 3  # ports of a coast, of which some may not be shown


@lru_cache(maxsize=16)
def _shores(lexicon: Lexicon, kinds: tuple[str, ...]) -> Mapping[str, str]:
    """Folded place -> its coast."""
    rows = (row for row in lexicon.all_rows("hubs") if row["kind"] in kinds)
    return {name_key(row["name"]): row["value"] for row in rows}


def _is_island(lexicon: Lexicon, key: str) -> bool:
    """Whether a folded place is an island; Palma is a town on one, La Palma is none."""
    island = landscape_names(lexicon).get(without_article(key), ("", ""))[0] == "island"
    return island and key not in _shores(lexicon, ("island",))


def is_sailed_to(scene: Scene, group: Group) -> bool:
    """Whether a ferry is said with an island that is called like a town, too: "a [Ibiza]"."""
    return any(_is_island(scene.lexicon, key) for key in group.keys) and bool(by_sea(scene, group))


def lies_by_sea(lexicon: Lexicon, name: str) -> bool:
    """Whether a place is known to lie by the sea."""
    return name_key(name) in _shores(lexicon, ("coast", "port"))


def by_sea(scene: Scene, group: Group) -> frozenset[str]:
    """The folded places of which one may stand for a group, as it is said to be by the sea or a
    ferry goes there; empty where any will do."""
    lexicon = scene.lexicon
    company: set[str] = set()
    sailed = beach = False
    for keys, ferry, coast in _shore_lines(scene):
        if keys.isdisjoint(group.keys):
            continue
        if ferry:
            company, sailed = company | keys, True
        beach = beach or (coast and (len(keys) == 1 or any(lies_by_sea(lexicon, k) for k in keys)))
    if sailed:
        return _ports(scene, group, company)
    if island := _of_islands(scene, group):
        return island
    own = [key for key in group.keys if lies_by_sea(lexicon, key)]
    listed = any(key.text in lexicon.place_by_key for key in group.keys)
    by_the_sea = beach and (own or not listed)
    return frozenset(_shores(lexicon, ("coast", "port"))) if by_the_sea else frozenset()


@once_a_scene
def _shore_lines(scene: Scene) -> Sequence[tuple[frozenset[str], bool, bool]]:
    """The folded places of each sentence that speaks of a ferry, or of a coast, and of which."""
    lines = []
    ferries, coasts = scene.lexicon.cues("ferry"), scene.lexicon.cues("coast")
    for number, start, end, row in sentences(scene):
        said = f" {' '.join(words_apart(scene.dialogue.turns[number].text[start:end]))} "
        ferry = any(f" {cue} " in said for cue in ferries)
        coast = any(f" {cue} " in said for cue in coasts)
        if ferry or coast:
            lines.append((frozenset(thing_key(scene, item) for item in row), ferry, coast))
    return lines


def _of_islands(scene: Scene, group: Group) -> frozenset[str]:
    """The towns of the island that a town is said to lie on, and the islands for those that towns
    are said to lie on; empty where nothing is said, or no table has such."""
    on = _shores(scene.lexicon, ("island",))
    placed = lying(scene)
    if not placed:
        return frozenset()
    sizes = Counter(map(name_key, on.values()))
    own = next((placed[key] for key in group.keys if key in placed), "")
    if own:
        now = _bare(group.moved.get(own, ""))
        count = sum(island == own for island in placed.values())
        wide = {island for island, size in sizes.items() if size > count}
        islands = {now} if now in sizes else wide
        return frozenset(town for town, island in on.items() if name_key(island) in islands)
    towns = [town for town, island in placed.items() if island in group.keys]
    moved = {name_key(group.moved[town]) for town in towns if town in group.moved}
    held = {name_key(on[town]) for town in moved if town in on}
    wide = {island for island, size in sizes.items() if size > len(towns)}
    return frozenset(held or wide) if towns else frozenset()


def lies_on_island(scene: Scene, group: Group) -> bool:
    """Whether a town is said to lie on an island, and a table has towns of some."""
    return bool(lying(scene).keys() & set(group.keys)) and bool(by_sea(scene, group))


@once_a_scene
def lying(scene: Scene) -> Mapping[str, str]:
    """Folded town -> the island that it is said to lie on, both as the dialogue has them: where a
    table tells it, or the two stand in one sentence and nobody knows the town."""
    lexicon = scene.lexicon
    on = _shores(lexicon, ("island",))
    placed: dict[str, str] = {}
    keys = {thing_key(scene, item) for item in scene.of_kind(scene.items, Kind.PLACE)}
    islands = {_bare(key): key for key in sorted(keys) if _is_island(lexicon, key)}
    for key in sorted(keys) if islands else ():
        island = name_key(on.get(name_key(key), ""))
        if islands.get(island, key) != key:
            placed[key] = islands[island]
    for *_, row in sentences(scene) if islands else ():
        for one, other in pairwise(row):
            pair = thing_key(scene, one), thing_key(scene, other)
            for town, island in (pair, pair[::-1]) if _is_at(scene, one, other) else ():
                if island in islands.values() and town not in lexicon.known_places:
                    placed.setdefault(town, island)
    return placed


def _is_at(scene: Scene, one: Item, other: Item) -> bool:
    """Whether a place follows another as what lies in it, or it in that: not "from ... to"."""
    leads = words(scene.before(one))[-1:]
    left = any(scene.lexicon.cues("distance").get(word) == "from" for word in leads)
    return not left and bool(_AT.intersection(words(scene.between(one, other))[-2:]))


def lies_on(lexicon: Lexicon, town: str, island: str) -> bool:
    """Whether a table has a town on an island."""
    own = _shores(lexicon, ("island",)).get(name_key(town), "")
    return bool(own) and name_key(own) == _bare(island)


def _bare(name: str) -> str:
    return without_article(name_key(name))


def _ports(scene: Scene, group: Group, company: set[str]) -> frozenset[str]:
    """Ports of the coast of what became of the others that a ferry is said with, else of any that
    has enough; islands for an island."""
    lexicon = scene.lexicon
    ports = _shores(lexicon, ("port",))
    moved = {name_key(group.moved[key]) for key in company if key in group.moved}
    now = {ports[port] for port in moved if port in ports}
    sizes = Counter(ports.values())
    islands = Counter(coast for port, coast in ports.items() if _is_island(lexicon, port))
    asked = sum(_is_island(lexicon, key) for key in company)
    wide = {c for c, size in sizes.items() if size >= _LEAST and (not asked or islands[c] > asked)}
    coasts = now or wide
    island = any(_is_island(lexicon, key) for key in group.keys)
    fine = {port for port, coast in ports.items() if coast in coasts}
    right = {port for port in fine if _is_island(lexicon, port)} if island else set()
    return frozenset(right or fine)
