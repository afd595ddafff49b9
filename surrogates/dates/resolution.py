"""Gives the moments of a dialogue their dates.

Years and months that are not said come from metadata, from weekdays that agree, from other dates,
and from words right behind a label.
"""

import calendar as months_of
import datetime as dt
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from surrogates import notices
from surrogates.dates.calendars import Calendar, joined
from surrogates.dates.feasts import FEAST, write_feast
from surrogates.dates.numeric import Moment, Part
from surrogates.dates.recurring.easter import is_of_easter, mark_easter
from surrogates.dates.recurring.parts_of_month import months_beside, over_the_end, parts_of_month
from surrogates.dates.shift import THESE_YEARS, Check, Dated, Values, full_year
from surrogates.dates.writing import cut, write_part
from surrogates.dates.years_again import mark_again
from surrogates.folding import fold, words, words_apart
from surrogates.rewrite import Item
from surrogates.scene import Scene

# A year without 29 February, for dates of a dialogue that says no year anywhere.
DEFAULT_YEAR = 2018
_SENTENCE = re.compile(r"[.;!?]\s")
_BORN = 4  # words beside a date that may say that it is one of birth, or a holiday
_EVES = {(12, 24), (12, 31)}  # on which all is shut, and which nobody calls public holidays
_WEEKDAY_BEFORE = re.compile(r"(?:^|[\s(])([^\W\d_]{2,12})(?:[.,]+ ?| )$")
_WEEKDAY_BEHIND = re.compile(r"(?: ?\(|, )([^\W\d_]{2,12})\.?(?:\)|,|$)")
OUTSIDE = "outside"  # implied: the weekday beside a date that no label holds
_HIDDEN_MONTH = 7  # thirty-one days, as the month after it


@dataclass
class Entry:
    """A moment in its dialogue: which item each part stands in, and where the text began."""

    dated: Dated
    calendar: Calendar
    owners: dict[str, Item]
    base: int
    # Items over which one part is spread: "[treinta] y [uno]".
    shares: dict[str, tuple[Item, ...]] = field(default_factory=dict)

    @property
    def item(self) -> Item:
        return next(iter(self.owners.values()))


def resolve(scene: Scene, entries: list[Entry], present: Collection[int] = ()) -> None:
    """Gives every moment with a day its date; years and months that are not said are assumed, the
    year in `present`: those in which ages and births say that the dialogue is held."""
    for entry in entries:
        mark_easter(entry.dated.moment, entry.item.text, scene.around(entry.item), entry.calendar)
    base = reference_year(scene, entries, present)
    for entry in entries:
        year = entry.dated.year
        entry.dated.past = year is not None and (
            base - year not in (-1, 0, 1) if base in present else _is_long_ago(year, base)
        )
    for entry in entries:
        _outside_year(scene, entry)
        _outside_weekday(scene, entry)
        moment = entry.dated.moment
        if moment.value("day") is not None and moment.value("month") is not None:
            entry.dated.date = _date(scene, entry, base)
    for i, entry in enumerate(entries):
        moment = entry.dated.moment
        for other in (*entries[i + 1 : i + 2], *entries[max(i - 1, 0) : i]):
            stated = any(other.dated.said(n) is not None for n in moment.implied)
            if stated and (other.base, other.item.turn) == (entry.base, entry.item.turn):
                _order_range(entry.dated, other.dated)
                break
        if moment.value("day") is not None and moment.value("month") is None:
            _assume_month(scene, entries, i, base)
    for dated in (entry.dated for entry in entries if present):
        assumed = dated.year is None and not dated.hidden and dated.date is not None
        dated.lived = assumed and dated.date is not None and dated.date.year == base in present
    _tell_years(entries)
    mark_again(scene, [(entry.dated, entry.item) for entry in entries])
    for entry in entries:
        entry.dated.checks += _checks(scene, entry)
        entry.dated.checks += parts_of_month(scene, entry.dated, entry.item, entry.calendar)


def _tell_years(entries: Sequence[Entry]) -> None:
    """Dates without a year move with the year that stands alone and is theirs: "el 3 de mayo"."""
    rest = [e.dated for e in entries if e.dated.said("month") is None]
    alone = {d.year for d in rest if d.said("year") is not None}
    for dated in (e.dated for e in entries):
        if dated.date is not None and dated.moment.value("year") is None and not dated.hidden:
            dated.told = dated.date.year in alone


def reference_year(scene: Scene, entries: Sequence[Entry], present: Collection[int] = ()) -> int:
    """Year of dates without one: the metadata's, else what weekdays and other dates agree with."""
    for name in ("year", "date"):
        text = str(scene.dialogue.meta.get(name, ""))[:4]
        if text.isdecimal() and 1000 <= int(text) <= 2999:
            return int(text)
    said = [e for e in entries if not _is_birth_alone(scene, e, entries)]
    years = {full_year(y) for e in said if (y := e.dated.said("year")) is not None}
    bare = [_with_month(e.dated.moment, entries) for e in entries if e.dated.said("year") is None]
    near = [DEFAULT_YEAR + d for d in (0, 1, -1, 2, -2, 3, -3, 4, 5, 6, -4, -5, -6, 7, 8)]
    order = [*sorted((y for y in years if 1000 <= y <= 2999), reverse=True), *near]
    order += sorted(present)

    # Across the end of February "three days later" is true of a usual year.
    across = {(m.value("month") or 2) > 2 for m in bare if m.value("month")} == {True, False}

    def likely(year: int) -> tuple[int, bool, bool, int]:
        agreeing = sum(agrees(m, year) for m in bare)
        usual = not (across and months_of.isleap(year))
        return agreeing, year in present, usual or year in years, -order.index(year)

    if present and any(sum(agrees(m, y) for m in bare) for y in present):
        return max(present, key=lambda y: (sum(agrees(m, y) for m in bare), -y))
    return max(order, key=likely)


def _is_birth_alone(scene: Scene, entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether a year is one of birth, and of no date beside it: "farà 90 anys el [18 de maig]. Va
    néixer el [1935]"."""
    if entry.dated.moment.parts.keys() != {"year"}:
        return False
    item, turn = entry.item, scene.dialogue.turns[entry.item.turn].text
    start = max((m.end() for m in _SENTENCE.finditer(turn, 0, item.start)), default=0)
    end = next((m.start() for m in _SENTENCE.finditer(turn, item.end)), len(turn))
    here = [e for e in entries if e.item.turn == item.turn and start <= e.item.start < end]
    said, birth = entry.calendar.words_of_birth, entry.calendar.phrases("birth").keys()
    around = {*said(turn[start : item.start])[-_BORN:], *said(turn[item.end : end])[:1]}
    return len(here) == 1 and not birth.isdisjoint(around)


def _with_month(moment: Moment, entries: Sequence[Entry]) -> Moment:
    """A weekday and a day with the one month that this day is said of."""
    day = moment.value("day")
    if day is None or moment.value("month") is not None:
        return moment
    others = [e.dated.moment for e in entries if e.dated.moment.value("day") == day]
    months = {month for o in others if (month := o.value("month")) is not None}
    if len(months) != 1:
        return moment
    return Moment(moment.parts, {**moment.implied, "month": months.pop()})


def agrees(moment: Moment, year: int) -> bool:
    """Whether a day is on the weekday that is said with it in a year."""
    day, month, weekday = (moment.value(n) for n in ("day", "month", "weekday"))
    if day is None or month is None:
        return False
    try:
        date = dt.date(year, month, day)
    except ValueError:
        return False
    return date.weekday() == weekday or (weekday is None and is_of_easter(moment, date))


def _outside_year(scene: Scene, entry: Entry) -> None:
    """A year that stands unlabelled behind a date: "[10 de mayo] de 2018"."""
    moment = entry.dated.moment
    item = entry.owners.get("month")
    if item is None or moment.value("year") is not None:
        return
    match = re.match(r"\s*(?:de |del |,)?\s*((?:1[89]|20)\d\d)\b", scene.after(item))
    if match is not None and entry.base + moment.parts["month"].end == item.end:
        moment.implied["year"] = int(match[1])


def _outside_weekday(scene: Scene, entry: Entry) -> None:
    """A weekday without a label beside a date: "Tue [14 Oct]", "[12.01.2026] (Mo)"."""
    moment, items = entry.dated.moment, list(entry.owners.values())
    if {"day", "month"} <= moment.parts.keys() and "weekday" not in moment.parts:
        last = max(items, key=lambda i: i.end)
        before = _WEEKDAY_BEFORE.search(scene.before(min(items, key=lambda i: i.start)))
        behind = _WEEKDAY_BEHIND.match(scene.after(last))
        for match, base in ((before, 0), (behind, last.end)):
            form = entry.calendar.weekdays.get(fold(match[1])) if match is not None else None
            if match is not None and form is not None and form.variant in ("short", "main"):
                moment.implied["weekday"] = form.value
                at = base + match.start(1)  # "[14 Oct] ([Tue])" moves with its date
                if not any(i.start <= at < i.end for i in scene.items_by_turn[last.turn]):
                    moment.implied[OUTSIDE] = form.value


def _date(scene: Scene, entry: Entry, base: int) -> dt.date | None:
    moment = entry.dated.moment
    day, month, year = (moment.value(n) for n in ("day", "month", "year"))
    assert day is not None and month is not None
    full = full_year(year) if year is not None else base
    if (day, month) == (29, 2) and year is None:
        full = next(y for y in (full, full - 1, full - 2, full - 3) if months_of.isleap(y))
    last = months_of.monthrange(full, month)[1]
    if day > last:
        scene.raise_issue(notices.DATE_INVALID, entry.item)
        day = last
    return dt.date(full, month, day)


def is_real(moment: Moment) -> bool:
    """Whether a day exists in its month, in some year where none is said."""
    day, month, year = (moment.value(n) for n in ("day", "month", "year"))
    if day is None or month is None:
        return True
    return day <= months_of.monthrange(full_year(year) if year is not None else 2000, month)[1]


def days_to(dated: Dated, moment: Moment) -> int | None:
    """Days from a date to the nearest one that another moment may mean; None for less than that."""
    day, month, year = (moment.value(n) for n in ("day", "month", "year"))
    if dated.date is None or day is None or month is None:
        return None
    base = dated.date.year
    years = [full_year(year)] if year is not None else [base - 1, base, base + 1]
    distances = [
        (dt.date(y, month, day) - dated.date).days
        for y in years
        if day <= months_of.monthrange(y, month)[1]
    ]
    return min(distances, key=abs, default=None)


def months_to(dated: Dated, moment: Moment) -> int | None:
    """Months from the month of a date to another that stands alone; None for whole dates."""
    one, two = dated.said("month"), moment.value("month")
    if one is None or two is None or moment.value("day") is not None:
        return None
    if dated.year is not None and moment.value("year") is not None:
        return 12 * (full_year(moment.value("year") or 0) - dated.year) + two - one
    return (two - one) % 12


def _order_range(first: Dated, second: Dated) -> None:
    """ "Del 3 al 5 de mayo" is one month; over New Year the first day is the year before."""
    if first.date is None or second.date is None:
        return
    if "month" in first.moment.implied:
        first.twin = second
    elif first.date > second.date and (first.date.month, first.date.day) != (2, 29):
        first.date = first.date.replace(year=first.date.year - 1)


def _assume_month(scene: Scene, entries: list[Entry], i: int, base: int) -> None:
    """A day alone belongs to the month that was spoken of, or to nobody's guess."""
    dated = entries[i].dated
    day = dated.moment.value("day") or 1
    outside = _month_outside(scene, entries[i])
    before = reversed(entries[:i])
    others = [*((e.dated, True) for e in before), *((e.dated, False) for e in entries[i + 1 :])]
    others.sort(key=lambda each: each[0].past)
    weekday = dated.moment.value("weekday")
    spoken_of: list[tuple[dt.date, Dated | None]] = []
    for other, earlier in others if outside is None else ():
        month, near = other.moment.value("month"), other.date
        if month is None and near is not None and other.said("day") == day:
            month = near.month  # "am Donnerstag, den 20.", "also am 20."
        if month is None or other.hidden:
            continue
        year = near.year if near is not None else other.year or base
        if other.past and weekday is not None:
            year = (
                base  # the birthday, not the birth: "nació el 13 de mayo de 1936 ... el jueves 13"
            )
        turn = over_the_end(day, near, before=earlier) if near is not None else None
        spoken_of += [(turn, None)] if turn is not None else []
        if near is not None and weekday is not None:
            spoken_of += [(d, None) for d in months_beside(day, near) if d.weekday() == weekday]
        if day <= months_of.monthrange(year, month)[1]:
            spoken_of.append((dt.date(year, month, day), other))
    # "El 24 de junio", "hasta el 2 de julio", "el 24": of June, which said that day.
    spoken_of.sort(key=lambda e: e[1] is None or e[1].said("day") != day or e[1].past)
    if spoken_of:
        # "Lunes 10 de marzo", "en mayo", "el viernes 14": of March, for that is a Friday.
        right = (each for each in spoken_of if weekday in (None, each[0].weekday()))
        dated.date, twin = next(right, spoken_of[0])
        dated.twin = twin if twin is not None and twin.date is not None else None
        return
    month = outside or _HIDDEN_MONTH
    dated.hidden = outside is None
    dated.date = dt.date(base, month, min(day, months_of.monthrange(base, month)[1]))
    dated.pinned = outside is not None


def _is_long_ago(year: int, base: int) -> bool:
    """Whether a date is of other years than the days that are said alone: one of birth."""
    return max(base, DEFAULT_YEAR) - year > THESE_YEARS


def _month_outside(scene: Scene, entry: Entry) -> int | None:
    """The month that stands unlabelled behind a day: "el [10] de septiembre"."""
    item = entry.owners.get("day")
    if item is None:
        return None
    for word in words_apart(scene.after(item))[:3]:
        form = entry.calendar.months.get(word)
        if form is not None:
            return form.value
        if word not in entry.calendar.phrases("join"):
            return None
    return None


def _checks(scene: Scene, entry: Entry) -> list[Check]:
    """What the text right before and after a label asks of the new words."""
    checks = [_fits_shares(scene, entry, name) for name in entry.shares]
    if FEAST in entry.dated.moment.parts:
        checks.append(_is_feast(scene, entry))
    elif _is_called_holiday(scene, entry):
        entry.dated.shut = True
        shut = entry.calendar.holidays - _EVES
        checks.append(lambda new: (new["month"], new["day"]) in shut)
    lang = entry.calendar.lang
    for name in ("day", "month"):
        part, item = entry.dated.moment.parts.get(name), entry.owners.get(name)
        if part is None or item is None:
            continue
        turn = scene.dialogue.turns[item.turn].text
        old = turn[entry.base + part.start : entry.base + part.end]
        if entry.base + part.start == item.start:
            before = turn[: item.start]
            probes = ("octubre", "mayo", "11", "10")
            moves = any(joined(lang, before, w) != before for w in probes)
            if moves and joined(lang, before, old) == before:
                checks.append(_fits_before(entry, part, old, before))
        if entry.base + part.end == item.end and turn[item.end : item.end + 1].isalpha():
            checks.append(_fits_after(entry, part, old))
    return checks


def _is_called_holiday(scene: Scene, entry: Entry) -> bool:
    """Whether a date is a public holiday, and the words around it say so: "el [1 de mayo] es
    fiesta"."""
    date = entry.dated.date
    if date is None or (date.month, date.day) not in entry.calendar.holidays:
        return False
    items = sorted(entry.owners.values(), key=lambda item: item.start)
    before = scene.before(items[0]).replace("'", " ")
    after = scene.after(items[-1]).replace("'", " ")
    last, first = words(_SENTENCE.split(before)[-1]), words(_SENTENCE.split(after)[0])
    said = f" {' '.join(last[-_BORN:])} | {' '.join(first[:_BORN])} "
    return any(f" {phrase} " in said for phrase in entry.calendar.phrases("holiday"))


def _fits_shares(scene: Scene, entry: Entry, name: str) -> Check:
    part, turn = entry.dated.moment.parts[name], scene.dialogue.turns[entry.item.turn].text
    old = turn[entry.base + part.start : entry.base + part.end]

    def check(new: Values) -> bool:
        text = render(entry, part, old, new)
        return text is None or cut(text, scene, entry.shares[name]) is not None

    return check


def _fits_before(entry: Entry, part: Part, old: str, before: str) -> Check:
    def check(new: Values) -> bool:
        text = render(entry, part, old, new)
        return text is None or joined(entry.calendar.lang, before, text) == before

    return check


def _fits_after(entry: Entry, part: Part, old: str) -> Check:
    sound = entry.calendar.sound(old)

    def check(new: Values) -> bool:
        text = render(entry, part, old, new)
        return text is None or entry.calendar.sound(text) == sound

    return check


def _is_feast(scene: Scene, entry: Entry) -> Check:
    part, turn = entry.dated.moment.parts[FEAST], scene.dialogue.turns[entry.item.turn].text
    old = turn[entry.base :][part.start : part.end]
    led = words(turn[: entry.base + part.start])[-2:]  # nobody says "día del Día del Padre"

    def check(new: Values) -> bool:
        text = render(entry, part, old, new)
        return text is not None and words(text)[0] not in led

    return check


def render(entry: Entry, part: Part, old: str, new: Values) -> str | None:
    if part.name == FEAST:
        return write_feast(old, new["month"], new["day"], entry.calendar)
    if part.name not in new:
        return old
    month = entry.dated.moment.parts.get("month")
    spoken = month is None or month.style == "word"
    return write_part(part, old, new[part.name], entry.calendar, spoken)
