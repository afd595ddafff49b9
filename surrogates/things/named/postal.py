"""A town and its postal code in one label ("79312 Emmendingen") are two things that go together:
`policies.entity` replaces them one by one and puts them into one surrogate again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

_CODE = r"(?:[A-Z]{1,2}-)?\d{4,5}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}"
_FIRST = re.compile(rf"\(?(?P<code>{_CODE})\)?(?:,? +)(?P<town>[^\W\d_][^\d]*)$")
_LAST = re.compile(rf"(?P<town>[^\W\d_][^\d,(]*?)(?:,? +\(?)(?P<code>{_CODE})\)?$")


@dataclass(frozen=True)
class Joint:
    """One label with a code and a town in it."""

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
    """The items, towns with a code as two each, in the scene too until `join_towns`; the town
    keeps the index, the code gets one behind all others."""
    joints: list[Joint] = []
    new: list[Item] = []
    free = max((item.index for item in scene.items), default=0) + 1
    for item in items:
        found = item.kind is Kind.PLACE and (_FIRST.match(item.text) or _LAST.match(item.text))
        if not found:
            new.append(item)
            continue
        town = _piece(item, found.span("town"), Kind.PLACE, item.index)
        code = _piece(item, found.span("code"), Kind.ZIP, free + len(joints))
        one, other = sorted((town, code), key=lambda piece: piece.start)
        joints.append(Joint(item, (one, other)))
        new += [one, other]
    if joints:
        pieces = {joint.whole.index: joint.pieces for joint in joints}
        scene.items = [i for each in scene.items for i in pieces.get(each.index, (each,))]
        scene.__dict__.pop("items_by_turn", None)
    return new, joints


def join_towns(scene: Scene, joints: Sequence[Joint]) -> None:
    """One surrogate for each label again."""
    wholes = {joint.whole.index: joint.whole for joint in joints}
    codes = {p.index for joint in joints for p in joint.pieces} - wholes.keys()
    for joint in joints:
        scene.surrogates[joint.whole.index] = joint.written(scene)
    if joints:
        scene.items = [wholes.get(i.index, i) for i in scene.items if i.index not in codes]
        scene.__dict__.pop("items_by_turn", None)
    for code in codes:
        scene.surrogates.pop(code, None)


def _piece(item: Item, span: tuple[int, int], kind: Kind, index: int) -> Item:
    start, end = item.start + span[0], item.start + span[1]
    return replace(
        item, index=index, start=start, end=end, kind=kind, text=item.text[span[0] : span[1]]
    )
