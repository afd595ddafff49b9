"""A town and its postal code in one label ("79312 Emmendingen"), or what it lies in ("Dayton,
Ohio"), are two things that go together: `policies.entity` replaces them one by one and puts them
into one surrogate again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

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


@dataclass(frozen=True)
class Joint:
    """One label with a town in it, and a code or an area."""

    whole: Item
    pieces: tuple[Item, Item]  # in order

    def written(self, scene: Scene) -> str:
        """The surrogates of both, with what stands between them and around."""
        text, start = self.whole.text, self.whole.start
        for piece in reversed(self.pieces):
            new = scene.surrogates.get(piece.index, f"[{piece.kind.upper()}]")
            text = text[: piece.start - start] + new + text[piece.end - start :]
        return text


def split_towns(scene: Scene, items: Sequence[Item]) -> tuple[list[Item], list[Joint]]:
    """The items, towns with a code or an area as two each, in the scene too until `join_towns`; the
    town keeps the index, the other gets one behind all others."""
    joints: list[Joint] = []
    new: list[Item] = []
    free = max((item.index for item in scene.items), default=0) + 1
    for item in items:
        found = _parted(scene, item) if _may_hold_town(scene, item) else None
        if found is None:
            new.append(item)
            continue
        (match, kind) = found
        town = _piece(item, match.span("town"), Kind.PLACE, item.index)
        beside = _piece(item, match.span("other"), kind, free + len(joints))
        one, other = sorted((town, beside), key=lambda piece: piece.start)
        joints.append(Joint(item, (one, other)))
        new += [one, other]
    if joints:
        pieces = {joint.whole.index: joint.pieces for joint in joints}
        scene.take_items([i for each in scene.items for i in pieces.get(each.index, (each,))])
    return new, joints


def _may_hold_town(scene: Scene, item: Item) -> bool:
    """Whether a label is of places, or of addresses and holds a postal code before a town that a
    table has: "[25813 Husum]"."""
    if item.kind is not Kind.STREET:
        return item.kind is Kind.PLACE
    coded = _FIRST.match(item.text) or _LAST.match(item.text)
    return coded is not None and name_key(coded["town"]) in scene.lexicon.own_places


def _parted(scene: Scene, item: Item) -> tuple[re.Match[str], Kind] | None:
    """Where a label's town stands and what is with it, and which kind that is of."""
    coded = _FIRST.match(item.text) or _LAST.match(item.text)
    if coded is not None:
        return coded, Kind.ZIP
    lexicon, wide = scene.lexicon, _AREA.match(item.text)
    area = name_key(wide["other"]) if wide is not None else ""
    known = area in areas_of(lexicon).names or area in lexicon.country_keys
    if wide is None or not (known or area in map(name_key, regions(lexicon))):
        return None
    # A town has the name of its own, a state has others beside it: "Ohio, Michigan".
    return None if name_key(wide["town"]) in areas_of(lexicon).names else (wide, Kind.PLACE)


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
