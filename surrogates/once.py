"""Readers that read once: what was said is the same however often a draw asks for it.

Decorators for functions of a scene; what they return is kept in the scene's memory and must not be
changed.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Protocol, TypeVar


class Remembers(Protocol):
    """A scene, whose memory is emptied when its items become others."""

    memory: dict[Hashable, Any]


class Placed(Protocol):
    """An item: its place, and as what it is read."""

    @property
    def turn(self) -> int: ...

    @property
    def start(self) -> int: ...

    @property
    def kind(self) -> Hashable: ...

    @property
    def text(self) -> str: ...


SceneT = TypeVar("SceneT", bound=Remembers)
ItemT = TypeVar("ItemT", bound=Placed)
Said = TypeVar("Said")


def once_a_scene(read: Callable[[SceneT], Said]) -> Callable[[SceneT], Said]:
    """For a reader of what was said alone, which no draw changes."""

    @wraps(read)
    def remembered(scene: SceneT) -> Said:
        if read not in scene.memory:
            scene.memory[read] = read(scene)
        said: Said = scene.memory[read]
        return said

    return remembered


def once_an_item(read: Callable[[SceneT, ItemT], Said]) -> Callable[[SceneT, ItemT], Said]:
    """The same of what is said of one item."""

    @wraps(read)
    def remembered(scene: SceneT, item: ItemT) -> Said:
        place = (read, item.turn, item.start, item.kind, item.text)
        if place not in scene.memory:
            scene.memory[place] = read(scene, item)
        said: Said = scene.memory[place]
        return said

    return remembered
