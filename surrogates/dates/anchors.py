"""Words outside the labels that say when something was: feasts, seasons, weekdays, "last month".

Relations ("el mes pasado") bound the shift. A feast, a season, a month or a weekday pins the date
itself: no shift is guessed from it, a curator is asked (DATE_ANCHOR).
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from surrogates import notices
from surrogates.codes import ConstraintKind
from surrogates.dates.calendars import UNSURE_MONTHS, Calendar
from surrogates.dates.lives import school
from surrogates.dates.recurring.easter import is_of_easter
from surrogates.dates.recurring.leap import speaks_of_leap
from surrogates.dates.resolution import OUTSIDE
from surrogates.dates.shift import Bounds, Dated, Shift
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.notices import Notice
from surrogates.rewrite import Item
from surrogates.scene import Scene

_ENGLISH = {"friday": 4, "monday": 0}  # "Black Friday" is one in every language
_STEM = 7  # letters of a Basque feast before its case: "Euskararen Egunean"
_NEAR = 30  # characters before a weekday that may say how far from today it is


@dataclass(frozen=True, slots=True)
class Anchor:
    """A word that pins a date."""

    kind: str  # feast, season, fact ("last day of the month"), month, weekday
    months: frozenset[int] = frozenset()
    day: int = 0  # 0 for a movable one


def outside_text(scene: Scene) -> str:
    """The folded words outside the labels, elisions cut apart, between blanks."""
    return re.sub(r"['’\s]+", " ", f" {' | '.join(scene.outside_text)} ")


def _relative_text(scene: Scene) -> str:
    """The same of the dates that stay as they were said."""
    kept = (i for i in scene.of_kind(scene.items, Kind.DATE) if _stays(scene, i))
    return "".join(f" {' '.join(words(re.sub(chr(39), ' ', i.text)))} |" for i in kept)


def _stays(scene: Scene, item: Item) -> bool:
    return scene.surrogates.get(item.index) == item.text


def bounds_of(
    scene: Scene, dated: Sequence[Dated], items: Sequence[Item], calendars: Sequence[Calendar]
) -> Bounds:
    """What the words outside, and a person's decisions on these mentions, ask of the shift."""
    text = outside_text(scene)
    wanted = _wanted(scene, items)
    anchors = anchors_in(text, calendars)
    seasons = tuple(dict.fromkeys(a.months for a in anchors if a.kind == "season"))

    # What is labelled stays as it was said, too: "[el mes pasado]".
    relative = text + _relative_text(scene)

    def spoken(kind: str) -> bool:
        return any(f" {phrase} " in relative for c in calendars for phrase in c.phrases(kind))

    monthly = any(d.date is None and d.said("month") is not None for d in dated)
    weekend, workday = spoken("weekend"), spoken("workday")
    weekdays = any(a.kind == "weekday" for a in anchors)
    easter = any(d.date is not None and is_of_easter(d.moment, d.date) for d in dated)
    return Bounds(
        same_month=spoken("same_month"),
        same_week=spoken("same_week"),
        same_year=spoken("same_year"),
        whole_weeks=weekend
        or workday
        or weekdays
        or (spoken("holiday") and not any(d.shut for d in dated)),
        weekend=weekend,
        workday=workday,
        # A month that stands unlabelled beside a day only stays true with a shift inside it, and
        # schools begin and end in some months.
        keep_month="month" in wanted
        or any(d.pinned for d in dated)
        or any(
            school.pins_month(scene, at, d.said("month"), calendars[0])
            for d, item in zip(dated, items, strict=True)
            for at in (item, *_ages_of(scene, item, calendars[0]))
        ),
        # A month with a label of its own has to move.
        months_said=frozenset() if monthly else _months_said(text, dated, calendars),
        keep_weekday="week" in wanted or easter or any(OUTSIDE in d.moment.implied for d in dated),
        easter=easter,
        leap=speaks_of_leap(scene, dated, calendars),
        seasons=seasons if "season" in wanted else (),
        todays=tuple(_todays(scene, dated, items, calendars[0])),
        holidays=calendars[0].holidays | school.holidays(scene, calendars[0]),
    )


def _ages_of(scene: Scene, item: Item, calendar: Calendar) -> Iterable[Item]:
    """The ages that may be of a birth: "né le [3 septembre]", "[six] ans à la rentrée"."""
    said = calendar.words_of_birth(scene.before(item)[-_NEAR:])
    born = not calendar.phrases("birth").keys().isdisjoint(said)
    return scene.of_kind(scene.items, Kind.AGE) if born else ()


def _todays(
    scene: Scene, dated: Sequence[Dated], items: Sequence[Item], calendar: Calendar
) -> Iterator[int]:
    """The weekdays on which it is said what another day is: "mañana [viernes] es fiesta"."""
    copulas = calendar.phrases("copula").keys()
    for moment, item in zip(dated, items, strict=True):
        weekday = moment.said("weekday")
        said = [w for w in words(scene.before(item)[-_NEAR:]) if w not in copulas]
        for phrase, days in calendar.phrases("from_today").items():
            if weekday is not None and f" {' '.join(said)}".endswith(f" {phrase}"):
                yield (weekday - int(days)) % 7


def _months_said(
    text: str, dated: Sequence[Dated], calendars: Iterable[Calendar]
) -> frozenset[int]:
    """Months outside the labels that labelled dates are in, surnames such as "mayo" included."""
    tokens = text.split()
    said = {
        form.value
        for calendar in calendars
        for before, word in zip(["", *tokens], tokens, strict=False)
        if (form := calendar.months.get(word)) is not None and form.variant != "short"
        if word not in UNSURE_MONTHS or before in calendar.phrases("before_month")
    }
    return frozenset(said & {_month_of(d) for d in dated})


def _wanted(scene: Scene, items: Sequence[Item]) -> set[str]:
    keys = {item.key for item in items}
    return {
        c.value
        for c in scene.constraints
        if c.kind == ConstraintKind.SHIFT and keys & set(c.mentions)
    }


def anchors_in(text: str, calendars: Iterable[Calendar]) -> set[Anchor]:
    """The feasts, seasons, months and weekdays of a folded text between blanks."""
    anchors: set[Anchor] = set()
    tokens = set(text.split())
    for calendar in calendars:
        for row in calendar.lexicon.rows("feasts"):
            phrase = _phrase(row["form"])
            stem = f" {phrase.removesuffix('a')}" if calendar.lang == "eu" else ""
            inflected = row["kind"] == "feast" and len(stem) > _STEM and stem in text
            if inflected or (tokens.issuperset(phrase.split()) and f" {phrase} " in text):
                months = frozenset(int(m) for m in row["months"].split())
                kind = "feast" if row["kind"] == "holiday" else row["kind"]
                anchors.add(Anchor(kind, months, int(row["day"] or 0)))
                named = (number for day, number in _ENGLISH.items() if day in phrase.split())
                anchors.update(Anchor("weekday", day=number) for number in named)
        for word in tokens & calendar.weekday_names:
            anchors.add(Anchor("weekday", day=calendar.weekdays[word].value))
        for word in tokens & calendar.month_names:
            anchors.add(Anchor("month", frozenset({calendar.months[word].value})))
    return anchors


def names_feast(text: str, calendar: Calendar) -> bool:
    """Whether a label holds a feast or a season itself ("Nochebuena"), which no shift moves."""
    anchors = anchors_in(f" {' '.join(words(text.replace(chr(39), ' ')))} ", [calendar])
    return any(a.kind in ("feast", "season") for a in anchors)


def flag_labelled(scene: Scene, item: Item) -> None:
    """A labelled feast becomes a placeholder, and says so."""
    scene.raise_issue(notices.FEAST_LABELLED, item)


def flag(
    scene: Scene,
    dated: Sequence[Dated],
    items: Sequence[Item],
    calendars: Sequence[Calendar],
    bounds: Bounds,
    shift: Shift,
) -> None:
    """Raises DATE_ANCHOR for what pins a date and was not settled by a person's decision."""
    text = outside_text(scene)
    anchors = anchors_in(text, calendars)
    keys = tuple(dict.fromkeys(item.key for item in items))
    monthly = [i for d, i in zip(dated, items, strict=True) if _pins(d)]
    weekly = [
        i
        for d, i in zip(dated, items, strict=True)
        if d.date is None and d.said("weekday") is not None
    ]
    months = _months_said(text, dated, calendars) | {
        month for a in anchors if a.kind == "month" for month in a.months
    }
    feasts = {a for a in anchors if a.kind == "feast" and (a.day or not bounds.easter)}
    feasts |= set(_named_days(text, dated, calendars))
    seasons = {a for a in anchors if a.kind == "season"}
    if monthly and feasts and not bounds.keep_month:
        exact = any(_falls_on(d, a) for d in dated for a in feasts)
        _raise(scene, monthly[0], notices.FEAST_OUTSIDE, keys, "" if exact else "month")
    elif monthly and seasons and not (bounds.seasons or bounds.keep_month):
        inside = any(_month_of(d) in a.months for d in dated for a in seasons)
        _raise(scene, monthly[0], notices.FEAST_OUTSIDE, keys, "season" if inside else "")
    elif (
        monthly
        and months
        and not bounds.keep_month
        and not _keeps(months, bounds.months_said, dated, shift.days)
    ):
        # A month that no date here was in may be of anything else: a payment, a visit.
        dated_in = _months_said(text, dated, calendars)
        mild = not dated_in or _keeps(dated_in, dated_in, dated, shift.days)
        notice = notices.MONTH_OUTSIDE._replace(severity="info" if mild else "warn")
        _raise(scene, monthly[0], notice, keys, "month")
    elif (
        any(a.kind == "fact" for a in anchors)
        and not bounds.leap
        and (whole := _tellable(dated, items))
    ):
        scene.raise_issue(notices.PLACE_IN_YEAR, whole[0], keys)
    elif weekly and any(a.day for a in feasts) and not bounds.keep_weekday:
        _raise(scene, weekly[0], notices.FEAST_OUTSIDE, keys, "week")
    said = [i for d, i in zip(dated, items, strict=True) if d.said("weekday") is not None]
    if said and any(a.kind == "weekday" for a in anchors) and not bounds.keep_weekday:
        _raise(scene, (weekly or said)[0], notices.WEEKDAY_OUTSIDE, keys, "week")


def _named_days(
    text: str, dated: Sequence[Dated], calendars: Iterable[Calendar]
) -> Iterator[Anchor]:
    """The feasts outside the labels that a date is: "am [24. Juni], am Johannistag"."""
    for row in (row for c in calendars for row in c.lexicon.rows("feast_days")):
        if f" {_phrase(row['form'])} " not in text:
            continue
        anchor = Anchor("feast", frozenset({int(row["month"])}), int(row["day"]))
        if any(_falls_on(d, anchor) for d in dated):
            yield anchor


@lru_cache(maxsize=4096)
def _phrase(form: str) -> str:
    """The folded words of a form of the tables."""
    return " ".join(words(form.replace("'", " ")))


def _keeps(months: Iterable[int], said: frozenset[int], dated: Sequence[Dated], days: int) -> bool:
    """Whether the shift leaves true what the months outside say: dates `said` with them stay in
    their month, and all do where another month is spoken of."""
    shift = dt.timedelta(days=days)
    whole = [d.date for d in dated if d.date is not None and not d.hidden]
    alike = [date for date in whole if date.month in said or not said.issuperset(months)]
    return bool(said) and all((date + shift).month == date.month for date in alike)


def _pins(dated: Dated) -> bool:
    """Whether a feast would tell the date: a month or a day is said."""
    return dated.said("month") is not None or dated.date is not None


def _tellable(dated: Sequence[Dated], items: Sequence[Item]) -> list[Item]:
    """Items of days and years, which words such as "the last day of the month" tell."""
    pairs = zip(dated, items, strict=True)
    return [i for d, i in pairs if d.date is not None or d.said("year") is not None]


def _month_of(dated: Dated) -> int:
    if dated.date is not None:
        return 0 if dated.hidden else dated.date.month
    return dated.said("month") or 0


def _falls_on(dated: Dated, anchor: Anchor) -> bool:
    """Whether a date is the feast itself, so that no other date can stay true."""
    if dated.date is None or not anchor.day or dated.date.day != anchor.day:
        return False
    return dated.hidden or dated.date.month in anchor.months


def _raise(scene: Scene, item: Item, notice: Notice, keys: tuple[str, ...], kept: str) -> None:
    """Proposes a shift that keeps what the words say, a placeholder where none does."""
    fix = ConstraintKind.SHIFT if kept else None
    scene.raise_issue(notice, item, keys, fix=fix, value=kept)
