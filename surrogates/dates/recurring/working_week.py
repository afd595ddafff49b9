"""Whether a dialogue says a whole working week: "de [lunes] a [viernes]", "[Monday], [Wednesday]
and [Friday]", or a weekend between leave and work: "till [Friday], back at work on [Monday]". No
other weekdays could stand for it, and it is the same for everybody.

Called by `replacement`, before dates move.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from surrogates.dates.recurring.weekdays import SATURDAY
from surrogates.dates.resolution import Entry
from surrogates.dates.runs import calendars_of
from surrogates.folding import words_apart
from surrogates.languages.cardinals import parse
from surrogates.scene import Scene

_WEEK = 7
_BEFORE_WEEKEND = frozenset(range(SATURDAY - 1))  # Friday evening is of it
_FRIDAY = 4
_LEAVE = 3  # days before a Monday on which the last day of leave is
_CUE = 40  # characters before a Monday that may say that one works again
_GAP = 2  # words between both ends of a range
_FEW, _LONGEST = 2, 60  # working days that are counted; days that they take
_VERB_LAST = ("de", "eu")
_FROM, _TO = ("ablative",), ("allative", "terminative", "destinative_local")


def whole_weeks(scene: Scene, entries: Sequence[Entry], weekend: bool) -> bool:
    """Whether weekdays have to stay what they are."""
    full = week_is_full(scene, entries, weekend) or works_again(scene, entries)
    return full or counts_working_days(scene, entries) or _is_from_monday(entries)


def _is_from_monday(entries: Sequence[Entry]) -> bool:
    """Whether two days of a turn are the Monday and the Friday of a week or of two, as a year or a
    weekday of the dialogue tells: "half term is [27] to [31 October], back on [Monday 3rd]"."""
    dates = [(e, e.dated.date) for e in entries if e.dated.date is not None]
    told = any(e.dated.said("weekday") == date.weekday() or e.dated.year for e, date in dates)
    return told and any(
        one.item.turn == two.item.turn
        and first.weekday() == 0
        and (last - first).days in (_FRIDAY, _FRIDAY + _WEEK)
        for (one, first), (two, last) in pairwise(dates)
    )


def week_is_full(scene: Scene, entries: Sequence[Entry], weekend: bool) -> bool:
    """Whether every other weekday would make one on which people work a day of a weekend or a day
    of a weekend another, or a range end before it begins."""
    ranges = list(_ranges(scene, entries))
    every = {w for e in entries if (w := e.dated.said("weekday")) is not None}
    if max(every, default=0) >= SATURDAY and not weekend:
        return True  # a shop that is open on Saturdays is not so on Thursdays, or the other way
    said = {weekday for weekday in every if weekday < SATURDAY}
    within = {day for first, last in ranges for day in range(first, last + 1)}
    if set(range(_WEEK)) <= within or (weekend and len(every - _BEFORE_WEEKEND) > 1):
        return True
    working = said | {day for day in within if day < SATURDAY}
    moved = ({(day + rest) % _WEEK for day in working} for rest in range(1, _WEEK))
    return bool(working) and all(max(days) >= SATURDAY for days in moved)


def counts_working_days(scene: Scene, entries: Sequence[Entry]) -> bool:
    """Whether so many working days lie between two dates as are said: "[4 March] ... in five
    working days, [Wednesday 11]"."""
    dates = sorted({e.dated.date for e in entries if e.dated.date is not None})
    said = set(_counted(scene)) if len(dates) > 1 else set()
    return any(
        not said.isdisjoint((open_, open_ - (one.weekday() < SATURDAY)))
        for at, one in enumerate(dates)
        for two in dates[at + 1 :]
        if (two - one).days <= _LONGEST
        for open_ in [_working_days(one, two)]
    )


def _working_days(first: dt.date, last: dt.date) -> int:
    """Those from one date to another, both counted."""
    days = range(first.toordinal(), last.toordinal() + 1)
    return sum((day - 1) % _WEEK < SATURDAY for day in days)


def _counted(scene: Scene) -> Iterator[int]:
    """The numbers of working days that are said."""
    cues = [words_apart(cue) for cue in calendars_of(scene)[0].phrases("workday")]
    for turn in scene.dialogue.turns:
        text = words_apart(turn.text)
        for at in range(1, len(text)):
            if any(text[at : at + len(cue)] == cue for cue in cues):
                number = text[at - 1]
                value = int(number) if number.isdecimal() else parse(scene.lexicon, number)
                yield from () if value is None or value < _FEW else (value,)


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
    """Dates with their weekdays make one where it is of whole working weeks: "from Monday 3 to
    Friday 14"."""
    parts = one.dated.moment.parts["weekday"], two.dated.moment.parts["weekday"]
    whole = [e.dated.said("weekday") for e in (one, two)] == [0, SATURDAY - 1]
    alone = {*one.dated.moment.parts} == {"weekday"}
    if one.item.turn != two.item.turn or not (alone or whole):
        return False
    text = scene.dialogue.turns[one.item.turn].text
    first = max(part.end for part in one.dated.moment.parts.values())
    gap = text[one.base + first : two.base + parts[1].start]
    if parts[0].form.ending in _FROM and parts[1].form.ending in _TO:
        return not gap.strip()
    rows = scene.lexicon.rows("numbers")
    links = {cls: {r["form"] for r in rows if r["class"] == cls} for cls in ("to", "join")}
    said = words_apart(gap)
    dash = gap.strip() in ("-", "–")
    return dash or (0 < len(said) <= _GAP and not (links["to"] - links["join"]).isdisjoint(said))
