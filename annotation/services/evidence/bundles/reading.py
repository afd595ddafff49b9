"""Who has read what a file holds, dialogue by dialogue. Called by the facts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.models import Departure, Export
from annotation.services.release.now import Now
from annotation.services.revision.coverage import EMPTY, PERSON
from annotation.services.revision.engine_cache import Remembered

MODEL, ONE, TWO = "model", "one", "two"
WHO = (MODEL, ONE, TWO)
# What left in a file never changes, and a digest for each item is long to read. Counts alone.
ITEMS: Remembered[object, dict[int, tuple[int, int]]] = Remembered(20)  # files


@dataclass(frozen=True, slots=True)
class Group:
    """Dialogues by who has read the least read of their turns, the items replaced in them, and
    those found: some stay as they were said."""

    who: str
    dialogues: int
    items: int
    found: int


def groups_of(export: Export, now: Now | None = None) -> list[Group]:
    """The groups of a file, those read least first; what `now` knows, beside its
    departures."""
    items_of = ITEMS.recall(
        (export.pk, export.sha256, export.finished_at), 1, lambda: _items_in(export)
    )
    least: dict[int, int] = dict.fromkeys(items_of, len(WHO) - 1)
    sums = (now or Now(export.project)).sums
    for dialogue, _split, by, turns in sums.readers:
        if by == EMPTY or dialogue not in least:
            continue
        who = 0 if by != PERSON else 2 if sums.twice.get(dialogue, 0) == turns else 1
        least[dialogue] = min(least[dialogue], who)
    dialogues, items, found = Counter(least.values()), Counter[int](), Counter[int]()
    for dialogue, who in least.items():
        items[who] += items_of[dialogue][0]
        found[who] += items_of[dialogue][1]
    return [Group(name, dialogues[who], items[who], found[who]) for who, name in enumerate(WHO)]


def _items_in(export: Export) -> dict[int, tuple[int, int]]:
    """Dialogue -> items replaced and items found, as they were when the file was written."""
    rows = Departure.objects.filter(export=export).values_list("dialogue", "draws")
    return {
        dialogue: (sum(words > 0 for _place, _value, words in draws), len(draws))
        for dialogue, draws in rows.iterator()
    }


def left_of(
    groups: Sequence[Group], recall: Mapping[str, Any] | None, *, partly: bool = False
) -> dict[str, list[float]]:
    """Who has read -> items expected to be left in the group, at least and at most, and dialogues
    expected to hold one or more.

    The figures of recall are those of what leaves; where a group of this file has other items, they
    are taken in proportion. A group of which nothing is known is missing. partly: of the model's
    group, what is expected in the turns that it alone has read, whatever people overlooked.
    """
    rows = (recall or {}).get("file", {}).get("rows", [])
    measured = {row["who"]: row for row in rows if row.get("left") and _known(row, partly)}
    left = {}
    for group in groups:
        row = measured.get(group.who)
        if row is None:
            continue
        part = group.found / row["items"] if row["items"] else 1.0
        holding = float((row.get("holding") or [0.0])[0]) * part
        items = [float(each) * part for each in row["left"]]
        left[group.who] = [*items, min(holding, float(group.dialogues))]
    return left


def _known(row: Mapping[str, Any], partly: bool) -> bool:
    unknown = row.get("unknown") or []
    return not unknown or (partly and row["who"] == MODEL and MODEL not in unknown)
