"""What words say of a date's place in its month: "April 30, so at the end of April"; in another
month, where a term of months leads to it: "from 3 February, two months, so until early April".
Rents, contracts and pensions begin on the first of a month, and end on the last.

`resolution` asks which days leave it true.
"""

import datetime as dt
import re
from calendar import monthrange
from collections.abc import Iterator
from itertools import dropwhile, pairwise

from surrogates.dates.calendars import Calendar
from surrogates.dates.shift import Check, Dated, Values
from surrogates.folding import words, words_apart
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

# Days of a month that are called so, and those that everybody calls so.
_PARTS = {"early": (1, 10), "mid": (10, 20), "late": (20, 31)}
_SURELY = {"early": (1, 8), "mid": (12, 18), "late": (24, 31)}
_NEAR = 1  # turns between a date and what says where in the month it is
_BEHIND = 2  # words after a month, with its case: "apirilaren amaieran"
_FAR = 4  # turns between a date and the month to which a term leads
_MONTHS = 12
_LAST_DAYS, _FIRST_DAYS = 25, 7  # of two months
_SENTENCE = re.compile(r"[.;!?]\s")


def parts_of_month(scene: Scene, dated: Dated, item: Item, calendar: Calendar) -> Iterator[Check]:
    """What the words near a day of a month say of it, as far as it was true."""
    date = dated.date
    if date is None:
        return
    yield from _edges_of_month(scene, dated, date, item, calendar)
    near = scene.dialogue.turns[max(item.turn - _NEAR, 0) : item.turn + _NEAR + 1]
    named = {part for t in near for part in _parts_said(t.text, date.month, calendar)}
    named |= set(_parts_said(_beside(scene, item), 0, calendar))
    for part in named | set(_parts_at_term(scene, date.month, item, calendar)):
        low, high = _PARTS[part]
        if low <= date.day <= high:
            yield _days_from(*_SURELY[part])


def _edges_of_month(
    scene: Scene, dated: Dated, date: dt.date, item: Item, calendar: Calendar
) -> Iterator[Check]:
    """What begins or ends with a month does so, where its sentence says that it is of that kind."""
    before, after = (side.replace("'", " ") for side in scene.around(item))
    said = {*words(_SENTENCE.split(before)[-1]), *words(_SENTENCE.split(after)[0])}
    if dated.hidden or calendar.phrases("month_edge").keys().isdisjoint(said):
        return
    if date.day == 1:
        yield _days_from(1, 1)
    elif date.day == monthrange(date.year, date.month)[1]:
        yield lambda new: new["day"] == monthrange(new["year"], new["month"])[1]


def _parts_at_term(scene: Scene, month: int, item: Item, calendar: Calendar) -> Iterator[str]:
    """The parts of months that lie as many months away as are said near."""
    turns = scene.dialogue.turns
    for at in range(max(item.turn - _FAR, 0), min(item.turn + _FAR + 1, len(turns))):
        first, last = max(min(at, item.turn) - _NEAR, 0), max(at, item.turn) + _NEAR
        for other in range(1, _MONTHS + 1):
            parts = list(_parts_said(turns[at].text, other, calendar)) if other != month else []
            between = {(other - month) % _MONTHS, (month - other) % _MONTHS}
            said = (n for t in (turns[first : last + 1] if parts else ())
                    for n in _months_counted(t.text, calendar))  # fmt: skip
            if not between.isdisjoint(said):
                yield from parts


def _months_counted(text: str, calendar: Calendar) -> Iterator[int]:
    """The numbers of months that a text says: "trois mois", "3 Monate"."""
    units = calendar.phrases("unit")
    for number, unit in pairwise(words_apart(text)):
        if units.get(unit) == "month":
            form = calendar.read_number(number)
            if number.isdecimal():
                yield int(number)
            elif form is not None:
                yield form.value


def _beside(scene: Scene, item: Item) -> str:
    """The words of a turn that are said of one date: those before it, and those behind the last."""
    dates = [i for i in scene.items_by_turn.get(item.turn, ()) if i.kind is Kind.DATE]
    start = max((i.end for i in dates if i.end <= item.start), default=0)
    last = all(i.start <= item.start for i in dates)
    text = scene.dialogue.turns[item.turn].text
    return text[start : item.start] + (f" | {text[item.end :]}" if last else "")


def _parts_said(text: str, month: int, calendar: Calendar) -> Iterator[str]:
    """The parts of a month that a text speaks of: "late April", "Ende April", "à la mi-avril"; of
    no one by its name (0), "the end of the month"."""
    parts, month_words = calendar.phrases("month_part"), calendar.phrases("month_word")
    said = words_apart(text)
    for at, word in enumerate(said):
        form = calendar.months.get(word)
        if not (word in month_words if month == 0 else form is not None and form.value == month):
            continue
        if calendar.lang == "eu":
            yield from (parts[w] for w in said[at + 1 : at + 1 + _BEHIND] if w in parts)
            continue
        before = dropwhile(calendar.phrases("join").__contains__, reversed(said[:at]))
        if (word := next(before, "")) in parts:
            yield parts[word]


def _days_from(low: int, high: int) -> Check:
    def check(new: Values) -> bool:
        return low <= new["day"] <= high

    return check


def months_beside(day: int, near: dt.date) -> list[dt.date]:
    """A day in the month before another date, and in the one behind."""
    first = near.replace(day=1)
    months = (first - dt.timedelta(days=1), (first + dt.timedelta(days=31)).replace(day=1))
    last = [monthrange(m.year, m.month)[1] for m in months]
    return [m.replace(day=day) for m, end in zip(months, last, strict=True) if day <= end]


def over_the_end(day: int, near: dt.date, before: bool) -> dt.date | None:
    """A day alone in the month beside: "the 31st", "the 1st of August"."""
    if before and near.day >= _LAST_DAYS and day <= _FIRST_DAYS:
        return (near.replace(day=1) + dt.timedelta(days=31)).replace(day=day)
    none = day > monthrange(near.year, near.month)[1]  # "1 November", "today, the 31st"
    if (none or not before) and near.day <= _FIRST_DAYS and day >= _LAST_DAYS:
        last = near.replace(day=1) - dt.timedelta(days=1)
        return last.replace(day=day) if day <= last.day else None
    return None
