"""A town and its postal code in one label ("79312 Emmendingen"), or what it lies in ("Dayton,
Ohio"), and the street in it, are things that go together: `policies.entity` replaces them one by
one and puts them into one surrogate again.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.languages.lexicon import name_key
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.geography.areas import areas_of
from surrogates.things.geography.regions import regions

_CODE = r"(?:[A-Z]{1,2}-)?\d{4,5}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}"
_FIRST = re.compile(rf"\(?(?P<other>{_CODE})\)?(?:,? +)(?P<town>[^\W\d_][^\d]*)$")
_LAST = re.compile(rf"(?P<town>[^\W\d_][^\d,(]*?)(?:,? +\(?)(?P<other>{_CODE})\)?$")
_AREA = re.compile(r"(?P<town>[^\W\d_][^\d,(]*?)(?:, ?| \()(?P<other>[^\W\d_][^\d,()]*)\)?$")
_STREET = re.compile(
    rf"(?P<street>[^,]*[^\W\d_][^,]*\d[^,]*|\d[^,]*[^\W\d_][^,]*)"
    rf"(?:, ?| - )(?:(?P<other>{_CODE}),? +)?(?P<town>[^\W\d_][^\d,()]*?)"
    rf"(?:,? +(?P<after>{_CODE}))?$"
)
_CODED = {"town": Kind.PLACE, "other": Kind.ZIP}
_BESIDE = 3  # signs between a town and the code written beside it
_IN_AREA = {"town": Kind.PLACE, "other": Kind.PLACE}
_OF_STREETS = {"street": Kind.STREET, "other": Kind.ZIP, "town": Kind.PLACE, "after": Kind.ZIP}


@dataclass(frozen=True)
class Joint:
    """One label with a town in it, and a code, an area or a street."""

    whole: Item
    pieces: tuple[Item, ...]  # in order

    def written(self, scene: Scene) -> str:
        """The surrogates of all, with what stands between them and around."""
        text, start = self.whole.text, self.whole.start
        for piece in reversed(self.pieces):
            new = scene.surrogates.get(piece.index, f"[{piece.kind.upper()}]")
            text = text[: piece.start - start] + new + text[piece.end - start :]
        return text


def split_towns(scene: Scene, items: Sequence[Item]) -> tuple[list[Item], list[Joint]]:
    """The items, towns with a code, an area or a street as one each, in the scene too until
    `join_towns`; the town, or the street, keeps the index, others get one behind all others."""
    joints: list[Joint] = []
    new: list[Item] = []
    free = max((item.index for item in scene.items), default=0) + 1
    for item in items:
        found = _parted(scene, item)
        if found is None:
            new.append(item)
            continue
        match, kinds = found
        pieces: list[Item] = []
        for name, kind in kinds.items():
            if match[name] is None:
                continue
            index = free if pieces else item.index
            pieces.append(_piece(item, match.span(name), kind, index))
            free += index == free
        pieces.sort(key=lambda piece: piece.start)
        joints.append(Joint(item, tuple(pieces)))
        new += pieces
    if joints:
        apart = {joint.whole.index: joint.pieces for joint in joints}
        scene.take_items([i for each in scene.items for i in apart.get(each.index, (each,))])
    return new, joints


def _parted(scene: Scene, item: Item) -> tuple[re.Match[str], dict[str, Kind]] | None:
    """Where a label's town stands and what is with it, and which kinds these are of: first the one
    that keeps the index."""
    if item.kind not in (Kind.PLACE, Kind.STREET):
        return None
    coded = _FIRST.match(item.text) or _LAST.match(item.text)
    if item.kind is Kind.STREET:  # "37008 Salamanca" under a label for addresses
        towns, street = scene.lexicon.place_by_key, _STREET.match(item.text)
        if street is not None and name_key(street["town"]) in towns:
            return street, _OF_STREETS
        return (coded, _CODED) if coded and name_key(coded["town"]) in towns else None
    if coded is not None:
        return coded, _CODED
    lexicon, wide = scene.lexicon, _AREA.match(item.text)
    area = name_key(wide["other"]) if wide is not None else ""
    known = area in areas_of(lexicon).names or area in lexicon.country_keys
    if wide is None or not (known or area in map(name_key, regions(lexicon))):
        return None
    # A town has the name of its own, a state has others beside it: "Ohio, Michigan".
    return None if name_key(wide["town"]) in areas_of(lexicon).names else (wide, _IN_AREA)


def join_towns(scene: Scene, joints: Sequence[Joint]) -> None:
    """One surrogate for each label again."""
    wholes = {joint.whole.index: joint.whole for joint in joints}
    others = {p.index for joint in joints for p in joint.pieces} - wholes.keys()
    for joint in joints:
        scene.surrogates[joint.whole.index] = joint.written(scene)
    if joints:
        kept = (i for i in scene.items if i.index not in others)
        scene.take_items([wholes.get(i.index, i) for i in kept])
    for other in others:
        scene.surrogates.pop(other, None)


def _piece(item: Item, span: tuple[int, int], kind: Kind, index: int) -> Item:
    start, end = item.start + span[0], item.start + span[1]
    return replace(
        item, index=index, start=start, end=end, kind=kind, text=item.text[span[0] : span[1]]
    )


def town_beside(scene: Scene, code: Item, towns: Mapping[int, Item]) -> Item | None:
    """The town that a postal code is written beside: "[95632] [Wunsiedel]", "[Nashua], [NH]
    [03060]"; what it lies in may stand between."""
    row = scene.items_by_turn.get(code.turn, [])
    at = next((i for i, item in enumerate(row) if item.index == code.index), None)
    if at is None:
        return None
    for line in (row[at:], row[at::-1]):
        for one, other in pairwise(line):
            first, last = sorted((one, other), key=lambda item: item.start)
            gap = scene.between(first, last)
            if other.kind is not Kind.PLACE or len(gap) > _BESIDE or words(gap):
                break
            if other.index in towns:
                return other
    return None


def towns_in_turns(
    items: Sequence[Item], unknown: Sequence[Item], places: Sequence[tuple[Item, object]]
) -> dict[int, Item]:
    """The town that no table has of each postal code whose turn says no other town."""
    told = {place.turn for place, _ in places}
    towns = {town.turn: town for town in unknown if town.turn not in told}
    return {i.index: towns[i.turn] for i in items if i.kind is Kind.ZIP and i.turn in towns}
