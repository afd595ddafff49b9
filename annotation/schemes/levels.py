"""Labels at a level of their hierarchy: annotate a leaf, read figures at any level.

Pure functions over anything that has a name and the name of its group; level 0 is the top.
"""

from collections.abc import Iterable, Mapping, Sequence

from annotation.schemes.values import LabelValue


def ancestors(labels: Iterable[LabelValue]) -> dict[str, tuple[str, ...]]:
    """Each label's way down: the names from the top to itself.

    A group that is not among the labels, or that leads round in a circle, ends the way.
    """
    parents = {label.name: label.parent for label in labels}
    return {name: _way(name, parents) for name in parents}


def _way(name: str, parents: Mapping[str, str]) -> tuple[str, ...]:
    way = [name]
    while (above := parents[way[0]]) in parents and above not in way:
        way.insert(0, above)
    return tuple(way)


def at_level(labels: Iterable[LabelValue], level: int) -> dict[str, str]:
    """Each label's name at a level: 0 the top; what does not reach so far down is itself."""
    return {name: way[min(level, len(way) - 1)] for name, way in ancestors(labels).items()}


def depth(labels: Iterable[LabelValue]) -> int:
    """How many levels the labels have; 1 for a flat scheme, 0 for none."""
    return max(map(len, ancestors(labels).values()), default=0)


def in_tree_order(labels: Sequence[LabelValue]) -> list[LabelValue]:
    """The labels with each group right before what it holds, otherwise as they stand."""
    ways = ancestors(labels)
    place = {label.name: index for index, label in enumerate(labels)}
    return sorted(labels, key=lambda label: [place[name] for name in ways[label.name]])
