"""A dialogue from its first turn to its last as a line of signs: where differences or issues stand.

Called by the pages of revision and adjudication. Says numbers of turns, and no text.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from annotation.services.figures import grouped
from annotation.services.revision.issue_decisions import GRAVITY
from annotation.services.revision.plans import Plan

SHOWN = 3  # signs that a part has room for
MOST = 24  # parts: each is a target that a finger finds, also on a phone
NAMES = {
    "block": ngettext_lazy("%(n)s block", "%(n)s blocks", "n"),
    "warn": ngettext_lazy("%(n)s warning", "%(n)s warnings", "n"),
    "info": ngettext_lazy("%(n)s note", "%(n)s notes", "n"),
    "difference": ngettext_lazy("%(n)s difference", "%(n)s differences", "n"),
}
# Shapes, so that no hue is needed.
SIGNS = {"difference": "◆", "block": "■", "warn": "▲", "info": "●"}
Counts = Mapping[int, int]  # by the number of a turn, 1 = the first


@dataclass(frozen=True, slots=True)
class Bar:
    """Some turns in a row; with nothing in them it has no target."""

    target: str = ""  # id of a turn's element
    words: str = ""
    kind: str = ""  # the gravest
    sign: str = ""  # one for each of its turns that holds something
    number: int = 0  # of the turn that it leads to
    turns: str = ""  # the numbers of its turns
    where: str = ""  # the same in words


def marks_of(now: Plan) -> dict[str, Counter[int]]:
    """Where open issues stand, the gravest first."""
    marks = {severity: Counter[int]() for severity in GRAVITY}
    for issue in now.result.issues:
        marks[issue.severity][issue.turn + 1] += 1
    return marks


def draw_density(turns: int, marks: Mapping[str, Counts], targets: Mapping[int, str]) -> list[Bar]:
    """`marks`: what stands in the turns, by the names above, the gravest first: a part leads to
    the first turn with the gravest that it holds. `targets`: ids of turns that the page shows.
    Nothing for a dialogue without any mark."""
    if not any(marks.values()):
        return []
    each = -(-turns // MOST)
    parts = [range(at, min(at + each, turns + 1)) for at in range(1, turns + 1, each)]
    return [_bar(part, marks, targets) for part in parts]


def _bar(part: range, marks: Mapping[str, Counts], targets: Mapping[int, str]) -> Bar:
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
    kind, (number, *_others) = next(iter(held.items()))
    gravest = {turn: kind for kind, turns in reversed(held.items()) for turn in turns}
    signs = "".join(SIGNS[gravest[turn]] for turn in sorted(gravest))
    return Bar(
        target=targets[number],
        words=f"{where}: {', '.join(told.values())}",
        kind=kind,
        sign=signs[:SHOWN],
        number=number,
        turns=" ".join(map(str, part)),
        where=where,
    )
