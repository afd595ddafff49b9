"""Who has read what a file holds, dialogue by dialogue. Called by the facts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from annotation.models import Departure, Export, LayerKind, Reading, Turn
from annotation.services.revision.coverage import EMPTY, PERSON, with_reader

MODEL, ONE, TWO = "model", "one", "two"
WHO = (MODEL, ONE, TWO)


@dataclass(frozen=True, slots=True)
class Group:
    """Dialogues by who has read the least read of their turns, the items replaced in them, and
    those found: some stay as they were said."""

    who: str
    dialogues: int
    items: int
    found: int


def groups_of(export: Export) -> list[Group]:
    """The groups of a file, those read least first; two queries beside its departures."""
    draws = {row.dialogue: row.draws for row in Departure.objects.filter(export=export)}
    least: dict[int, int] = dict.fromkeys(draws, len(WHO) - 1)
    done = Q(readings__status=Reading.Status.DONE)
    turns = with_reader(Turn.objects.filter(dialogue__in=list(draws)), export.project)
    rows = turns.annotate(
        people=Count("readings", filter=done & Q(readings__layer=LayerKind.READER), distinct=True),
        decided=Count("readings", filter=done & Q(readings__layer=LayerKind.GOLD), distinct=True),
    ).values_list("dialogue_id", "read_by", "people", "decided")
    for dialogue, by, people, decided in rows.iterator():
        if by == EMPTY:
            continue
        who = 0 if by != PERSON else 2 if decided or people > 1 else 1
        least[dialogue] = min(least[dialogue], who)
    dialogues, items, found = Counter(least.values()), Counter[int](), Counter[int]()
    for dialogue, who in least.items():
        items[who] += sum(words > 0 for _place, _value, words in draws[dialogue])
        found[who] += len(draws[dialogue])
    return [Group(name, dialogues[who], items[who], found[who]) for who, name in enumerate(WHO)]


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
