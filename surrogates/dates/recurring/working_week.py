"""Whether a dialogue says a whole working week: "de [lunes] a [viernes]", "[Monday], [Wednesday]
and [Friday]", or a weekend between leave and work: "till [Friday], back at work on [Monday]". No
other weekdays could stand for it, and it is the same for everybody.

Called by `replacement`, before dates move.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from surrogates.dates.recurring.weekdays import SATURDAY
from surrogates.dates.resolution import Entry
from surrogates.folding import words_apart
from surrogates.scene import Scene

_WEEK = 7
_BEFORE_WEEKEND = frozenset(range(SATURDAY - 1))  # Friday evening is of it
_LEAVE = 3  # days before a Monday on which the last day of leave is
_CUE = 40  # characters before a Monday that may say that one works again
_GAP = 2  # words between both ends of a range
_VERB_LAST = ("de", "eu")
_FROM, _TO = ("ablative",), ("allative", "terminative", "destinative_local")


def week_is_full(scene: Scene, entries: Sequence[Entry], weekend: bool) -> bool:
    """Whether every other weekday would make one on which people work a day of a weekend, or a
    range end before it begins, or leave the `weekend` that is spoken of."""
    ranges = list(_ranges(scene, entries))
    every = {w for e in entries if (w := e.dated.said("weekday")) is not None}
    said = {weekday for weekday in every if weekday < SATURDAY}
    within = {day for first, last in ranges for day in range(first, last + 1)}
    if set(range(_WEEK)) <= within or (weekend and len(every - _BEFORE_WEEKEND) > 1):
        return True
    working = said | {day for day in within if day < SATURDAY}
    moved = ({(day + rest) % _WEEK for day in working} for rest in range(1, _WEEK))
    return bool(working) and all(max(days) >= SATURDAY for days in moved)


def works_again(scene: Scene, entries: Sequence[Entry]) -> bool:
    """Whether somebody is back at work on a Monday that is said, and off on the days before it."""
    cues = scene.lexicon.cues("back_to_work")
    weekdays = [(e, w) for e in entries if (w := e.dated.said("weekday")) is not None]
    mondays = (e for e, w in weekdays if not w and _is_cued(scene, e, cues))
    return any(
        (one is not entry and one.dated.date is None and weekday > _WEEK - 1 - _LEAVE)
        or (
            entry.dated.date is not None
            and one.dated.date is not None
            and 0 < (entry.dated.date - one.dated.date).days <= _LEAVE
        )
        for entry in mondays
        for one, weekday in weekdays
    )


def _is_cued(scene: Scene, entry: Entry, cues: Iterable[str]) -> bool:
    """Whether words right around a day say that one works again: "lanera itzuliko" follows it."""
    before, after = scene.around(entry.item)
    said = words_apart(before[-_CUE:]), words_apart(after[:_CUE])
    lines = (f" {' '.join(each)} " for each in said[: 1 + (scene.lexicon.lang in _VERB_LAST)])
    return any(f" {' '.join(words_apart(cue))} " in line for line in lines for cue in cues)


def _ranges(scene: Scene, entries: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """First and last weekdays: "from Monday to Friday", "astelehenetik ostiralera"."""
    for one, two in pairwise(entries):
        first, last = one.dated.said("weekday"), two.dated.said("weekday")
        if first is not None and last is not None and first < last and _is_range(scene, one, two):
            yield first, last


def _is_range(scene: Scene, one: Entry, two: Entry) -> bool:
    parts = one.dated.moment.parts["weekday"], two.dated.moment.parts["weekday"]
    if one.item.turn != two.item.turn or {*one.dated.moment.parts} != {"weekday"}:
        return False
    text = scene.dialogue.turns[one.item.turn].text
    gap = text[one.base + parts[0].end : two.base + parts[1].start]
    if parts[0].form.ending in _FROM and parts[1].form.ending in _TO:
        return not gap.strip()
    rows = scene.lexicon.rows("numbers")
    links = {cls: {r["form"] for r in rows if r["class"] == cls} for cls in ("to", "join")}
    said = words_apart(gap)
    dash = gap.strip() in ("-", "–")
    return dash or (0 < len(said) <= _GAP and not (links["to"] - links["join"]).isdisjoint(said))
