"""What lies by the sea: "the ferry from [Oban] to [Mull]", "auf [Pellworm]", "in [Whitby], on the
beach".

A ferry goes between places of one coast, an island among them where one was, and a town with a
beach becomes one. Called by `draws` and by the check of relations; the places are the rows `port`
and `coast` of the table `hubs`, the words cues.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from surrogates.folding import words_apart
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.landscape import landscape_names
from surrogates.scene import Scene
from surrogates.things.geography.nearness import sentences
from surrogates.things.groups import Group, thing_key

_LEAST = 3  # ports of a coast, of which some may not be shown


@lru_cache(maxsize=16)
def _shores(lexicon: Lexicon, kinds: tuple[str, ...]) -> Mapping[str, str]:
    """Folded place -> its coast."""
    rows = (row for row in lexicon.all_rows("hubs") if row["kind"] in kinds)
    return {name_key(row["name"]): row["value"] for row in rows}


def _is_island(lexicon: Lexicon, key: str) -> bool:
    return landscape_names(lexicon).get(key, ("", ""))[0] == "island"


def is_sailed_to(scene: Scene, group: Group) -> bool:
    """Whether a ferry is said with an island that is called like a town, too: "a [Ibiza]"."""
    shore = by_sea(scene, group)
    return any(_is_island(scene.lexicon, key) for key in group.keys) and bool(shore)


def lies_by_sea(lexicon: Lexicon, name: str) -> bool:
    """Whether a place is known to lie by the sea."""
    return name_key(name) in _shores(lexicon, ("coast", "port"))


def by_sea(scene: Scene, group: Group) -> frozenset[str]:
    """The folded places of which one may stand for a group, as it is said to be by the sea or a
    ferry goes there; empty where any will do."""
    lexicon = scene.lexicon
    company: set[str] = set()
    sailed = beach = False
    for number, start, end, row in sentences(scene):
        keys = {thing_key(scene, item) for item in row}
        if keys.isdisjoint(group.keys):
            continue
        said = f" {' '.join(words_apart(scene.dialogue.turns[number].text[start:end]))} "
        if any(f" {cue} " in said for cue in lexicon.cues("ferry")):
            company, sailed = company | keys, True
        coast = any(f" {cue} " in said for cue in lexicon.cues("coast"))
        beach = beach or (coast and (len(keys) == 1 or any(lies_by_sea(lexicon, k) for k in keys)))
    if sailed:
        return _ports(scene, group, company)
    own = [key for key in group.keys if lies_by_sea(lexicon, key)]
    listed = any(key.text in lexicon.place_by_key for key in group.keys)
    by_the_sea = beach and (own or not listed)
    return frozenset(_shores(lexicon, ("coast", "port"))) if by_the_sea else frozenset()


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
