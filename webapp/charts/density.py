"""A dialogue from its first turn to its last as a row of bars: where items, differences and issues
stand.

Called by the pages of revision and adjudication. Says numbers of turns, and no text.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from annotation.services.figures import grouped
from annotation.services.revision.plans import Plan

MOST = 24  # bars: each is a target that a finger finds, also on a phone
LEVELS = 4  # of height
NAMES = {
    "block": ngettext_lazy("%(n)s block", "%(n)s blocks", "n"),
    "warn": ngettext_lazy("%(n)s warning", "%(n)s warnings", "n"),
    "info": ngettext_lazy("%(n)s note", "%(n)s notes", "n"),
    "difference": ngettext_lazy("%(n)s difference", "%(n)s differences", "n"),
    "item": ngettext_lazy("%(n)s item", "%(n)s items", "n"),
}
SIGNS = {"block": "■", "warn": "▲", "info": "●"}  # shapes, so that no hue is needed
Counts = Mapping[int, int]  # by the number of a turn, 1 = the first


@dataclass(frozen=True, slots=True)
class Bar:
    """Some turns in a row; with nothing in them it has no target."""

    target: str = ""  # id of a turn's element
    words: str = ""
    level: int = 0  # of height, by items and differences
    kind: str = ""  # of its gravest issue
    sign: str = ""
    turns: str = ""  # their numbers
    where: str = ""  # the same in words
    rest: str = ""  # what it holds beside differences, in words
    items: int = 0


def marks_of(now: Plan) -> dict[str, Counter[int]]:
    """Where items and open issues stand, the gravest first."""
    marks = {severity: Counter[int]() for severity in SIGNS}
    for issue in now.result.issues:
        marks[issue.severity][issue.turn + 1] += 1
    marks["item"] = Counter(each.turn + 1 for each in now.result.replacements)
    return marks


def draw_density(turns: int, marks: Mapping[str, Counts], targets: Mapping[int, str]) -> list[Bar]:
    """`marks`: what stands in the turns, by the names above, the gravest first: a bar leads to the
    first turn with the gravest that it holds. `targets`: ids of turns that the page shows. Nothing
    for a dialogue without any mark."""
    if not any(marks.values()):
        return []
    each = -(-turns // MOST)
    parts = [range(at, min(at + each, turns + 1)) for at in range(1, turns + 1, each)]
    most = max(LEVELS, *(_tall(marks, part) for part in parts))
    return [_bar(part, marks, targets, most) for part in parts]


def _tall(marks: Mapping[str, Counts], part: range) -> int:
    return sum(marks.get(kind, {}).get(turn, 0) for kind in ("difference", "item") for turn in part)


def _bar(part: range, marks: Mapping[str, Counts], targets: Mapping[int, str], most: int) -> Bar:
    held = {
        kind: [turn for turn in part if counts.get(turn) and turn in targets]
        for kind, counts in marks.items()
    }
    held = {kind: turns for kind, turns in held.items() if turns}
    if not held:
        return Bar()
    counts = {kind: sum(marks[kind][turn] for turn in turns) for kind, turns in held.items()}
    told = {kind: str(NAMES[kind] % {"n": count}) for kind, count in counts.items()}
    first, last = grouped(part[0]), grouped(part[-1])
    if len(part) == 1:
        where = _("Turn %(n)s") % {"n": first}
    else:
        where = _("Turns %(first)s to %(last)s") % {"first": first, "last": last}
    kind = next((kind for kind in held if kind in SIGNS), "")
    return Bar(
        target=targets[next(iter(held.values()))[0]],
        turns=" ".join(map(str, part)),
        where=where,
        words=f"{where}: {', '.join(told.values())}",
        level=-(-LEVELS * _tall(marks, part) // most),
        kind=kind,
        sign=SIGNS.get(kind, ""),
        rest=", ".join(words for kind, words in told.items() if kind != "difference"),
        items=counts.get("item", 0),
    )
