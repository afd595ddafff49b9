"""Dialogues that tell alike, and those that stand alone. Called by `measuring`.

A class is all that is told of quasi-identifiers, ages in tens. A dialogue that tells nothing is in
no class.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from annotation.evidence.remains.people import tens
from annotation.evidence.remains.types import Told

FEW = 5  # dialogues of a class under which somebody is nearly alone


@dataclass(frozen=True, slots=True)
class Classes:
    """Counts of dialogues: alone with what they tell, in a class under five, telling nothing."""

    alone: int
    few: int  # the alone among them
    silent: int
    classes: int


def count_classes(told: Sequence[Told]) -> Classes:
    """The classes of a corpus; `told` has one of each dialogue."""
    keys = [replace(each, ages=frozenset(map(tens, each.ages))) for each in told]
    sizes = Counter(key for key in keys if key.kinds)
    return Classes(
        alone=sum(n for n in sizes.values() if n == 1),
        few=sum(n for n in sizes.values() if n < FEW),
        silent=sum(not key.kinds for key in keys),
        classes=len(sizes),
    )
