"""How far a dialogue's dates move: one shift in days, the months and years that follow from it.

A shift costs for everything said that it would make false; the cheapest one in keyed order is
taken, so a dialogue that can stay true does.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from surrogates import draw
from surrogates.dates.feasts import FEAST
from surrogates.dates.numeric import Moment
from surrogates.dates.recurring.easter import easter_ways, is_of_easter
from surrogates.dates.recurring.series import Recurring, leap_ways
from surrogates.dates.recurring.weekdays import SATURDAY, Weekdays, open_days

NEAREST, FARTHEST = 28, 364
YEARS = 3  # that a year moves
LEAP = 4  # years from one leap day to the next
THESE_YEARS = 10  # a birth is on any day of the week
DATE = {"day", "month", "year"}
Values = dict[str, int]
Check = Callable[[Values], bool]


@dataclass
class Dated:
    """A moment, and what is known of its date."""

    moment: Moment
    date: dt.date | None = None  # whole; year or month perhaps assumed
    twin: "Dated | None" = None  # the moment whose month it shares without saying so
    hidden: bool = False  # the month is nobody's guess: only the day is said
    pinned: bool = False  # the month stands outside the label, so it cannot move
    shut: bool = False  # it is called a public holiday, and is one
    told: bool = False  # a year that stands alone is the one of this date
    past: bool = False  # of other years than the days that are said alone: one of birth
    lived: bool = False  # its year is the one that ages and births of the dialogue make
    alone: frozenset[str] = frozenset()  # components with a label of their own: they must change
    checks: list[Check] = field(default_factory=list)  # an article outside that would not fit
    birthday: "tuple[Dated, int] | None" = None  # of whom, and its year, where a weekday is of one
    swapped: "Dated | None" = None  # which it is with day and month the other way round
    late: int = 0  # days that it moves besides: an instalment, an anniversary
    birth: bool = False  # that of somebody whose age is said
    born: int = 0  # years by which such a birth moves back besides: ages grow by them

    def said(self, name: str) -> int | None:
        return self.moment.said(name)

    @property
    def year(self) -> int | None:
        """The year where it is said, four digits."""
        year = self.moment.value("year")
        return None if year is None else full_year(year)

    @property
    def tells_year(self) -> bool:
        """Whether the text says its year, with it or alone."""
        return self.told or self.said("year") is not None


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the words outside the labels and a person's decisions ask of a shift."""

    same_month: bool = False  # "el mes pasado": months keep their distance
    same_week: bool = False
    same_year: bool = False
    whole_weeks: bool = False  # a weekday stands outside: dates keep theirs
    weekend: bool = False
    workday: bool = False
    keep_month: bool = False
    months_said: frozenset[int] = frozenset()  # outside the labels: dates in them stay there
    keep_weekday: bool = False  # labelled weekdays stay as they are
    seasons: tuple[frozenset[int], ...] = ()
    todays: tuple[int, ...] = ()  # weekdays on which it is said what tomorrow is
    holidays: frozenset[tuple[int, int]] = frozenset()  # month and day on which all is shut
    later: bool = False  # months that stand alone are of what expires: they move forward
    easter: bool = False  # a feast that follows Easter is said with its date
    leap: bool = False  # a leap day or year is called one: years move by fours
    forward: int = YEARS  # that a year may move, since which years are counted
    days: int | None = None  # the shift that a date typed by a person asks
    months: int | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """How the dialogue's time moves."""

    days: int
    months: int
    years: int
    decades: int
    untrue: frozenset[str] = frozenset()  # what no shift keeps true: months, years


def full_year(year: int) -> int:
    """Two digits as a year of 1931 to 2030."""
    return year if year >= 100 else year + (1900 if year > 30 else 2000)


def month_index(date: dt.date) -> int:
    return 12 * date.year + date.month - 1


def choose_shift(dated: Sequence[Dated], bounds: Bounds, stream: draw.Stream) -> Shift:
    """The cheapest shift in keyed order."""
    orders = [bounds.days] if bounds.days is not None else stream.in_order(_ways(dated, bounds))
    months = stream.shuffled([m for m in (range(1, 16) if bounds.later else range(-11, 12)) if m])
    far = (-3 * LEAP, -2 * LEAP, -LEAP) if bounds.leap else (-3, -2, -1, 1, 2, 3)
    years = stream.shuffled([y for y in far if y <= bounds.forward])
    decades = stream.shuffled([-20, -10, 10, 20])
    if bounds.keep_month or bounds.months is not None:
        months = [bounds.months or 0]
        if bounds.months is None and any(d.year and d.said("month") for d in dated):
            months = stream.shuffled([-24, -12, 12, 24])  # the year moves alone
    table = _Costs(dated, bounds)
    decade = next((d for d in decades if table.named_decades(d)), decades[0])
    feasts = bounds.easter or any(FEAST in d.moment.parts or d.shut for d in dated)
    days, cost = _cheapest(orders, table.of_feasts if feasts else table.of_days)
    untrue: set[str] = set()
    if table.full:
        month = table.common_months(days)
        if cost.months:
            untrue.add("months")
        if month is None or (not month % 12 and not bounds.keep_month):
            month = next((m for m in months if m % 12), months[0])
    else:
        month, _ = _cheapest(months, table.of_months)
    year, fits = table.common_year(days if table.full else 0, month)
    if table.yearly and not fits:
        untrue.add("years")
    if table.decade_is_dated():
        untrue.add("years")
    if year is None or not year:
        options = [decade] if table.decades else years
        year = next((y for y in options if table.fresh_years(y)), options[0])
    return Shift(days, month, year, decade if year % 10 else year, frozenset(untrue))


def _ways(dated: Sequence[Dated], bounds: Bounds) -> list[int]:
    """The days that a shift may be; more than a year's where a year alone moves with the dates."""
    if bounds.leap:
        return leap_ways([d.date for d in dated if d.date is not None], NEAREST)
    feasts = (d.date for d in dated if d.date is not None and is_of_easter(d.moment, d.date))
    if bounds.easter and (feast := next(feasts, None)) is not None:
        return list(easter_ways(feast))
    if bounds.keep_month or bounds.months_said:
        years = range(-YEARS, YEARS + 1) if any(d.tells_year for d in dated) else range(1)
        near = range(-NEAREST + 1, NEAREST)
        return [round(365.25 * y) + d for y in years for d in near if d]
    farthest = FARTHEST + (YEARS - 1) * 365 * any(d.told for d in dated)
    return [*range(-farthest, -NEAREST + 1), *range(NEAREST, farthest + 1)]


class Cost(NamedTuple):
    """How much a shift would make false, gravest first."""

    asked: int = 0  # what a person asked it to keep
    same: int = 0  # dates that were said and would be said again
    outside: int = 0  # articles and endings outside a label
    weeks: int = 0  # weekdays, weekends and weeks spoken of
    weekends: int = 0  # working days that become days of a weekend, or public holidays
    months: int = 0
    years: int = 0
    leap: int = 0  # 29 February without a year
    said: int = 0  # months that were said
    weekdays: int = 0  # weekdays that were said
    series: int = 0  # dates whole months or years apart that are so no more


def _cheapest(options: Iterable[int], cost_of: Callable[[int], Cost]) -> tuple[int, Cost]:
    best: tuple[int, Cost] | None = None
    for option in options:
        cost = cost_of(option)
        if best is None or cost < best[1]:
            best = option, cost
        if not any(cost):
            break
    assert best is not None
    return best


class _Costs:
    """Counts what a shift would make false."""

    def __init__(self, dated: Sequence[Dated], bounds: Bounds) -> None:
        self.bounds = bounds
        self.full = [(d, d.date) for d in dated if d.date is not None]
        rest = [d for d in dated if d.date is None]
        self.monthly = [d for d in rest if d.said("month") is not None]
        rest = [d for d in rest if d.said("month") is None]
        self.yearly = [d for d in rest if d.said("year") is not None]
        self.decades = [d for d in rest if d.said("decade") is not None]
        self.told = any(d.told for d, _ in self.full)
        self.week = _weekdays(self.full, rest, bounds)
        self.days_said = {(date.day, 0 if d.hidden else date.month) for d, date in self.full}
        self.months_said = {m for d in dated if (m := d.moment.value("month"))}
        self.alone = {m for d in self.monthly if (m := d.said("month"))}
        whole = [(d, date) for d, date in self.full if not d.hidden]
        on_weekdays = {date for d, date in whole if d.said("weekday") is not None}
        self.recurring = Recurring.of({date for _, date in whole}, self.alone, on_weekdays)
        self.years_said = {full_year(y) for d in self.yearly if (y := d.said("year")) is not None}

    def of_days(self, days: int) -> Cost:
        """What a shift of all full dates by `days` would make false, gravest first."""
        later = [date + dt.timedelta(days=days) for _, date in self.full]
        pairs = list(zip(self.full, later, strict=True))
        same = sum((n.day, 0 if d.hidden else n.month) in self.days_said for (d, _), n in pairs)
        same += sum(
            _values(n)[name] == _values(o)[name] for (d, o), n in pairs for name in d.alone & DATE
        )
        common = self.common_months(days)
        strict = bool(self.monthly) or self.bounds.same_month
        apart = len({month_index(n) - month_index(o) for (_, o), n in pairs}) - 1
        twins = sum(
            month_index(d.date + dt.timedelta(days=days)) - month_index(d.date)
            != month_index(d.twin.date + dt.timedelta(days=days)) - month_index(d.twin.date)
            for d, _ in self.full
            if d.date is not None and d.twin is not None and d.twin.date is not None
        )
        moved = {(m - 1 + common) % 12 + 1 for m in self.alone} if common is not None else set()
        if self.monthly and common is not None and not self.bounds.keep_month:
            same += len(moved & self.alone) + self._years_alone(common)
        years = [n.year - o.year for (d, o), n in pairs if d.tells_year]
        months_asked = self.bounds.months
        outside = sum(not check(_values(n)) for (d, _), n in pairs for check in d.checks)
        outside += sum(
            o.month in self.bounds.months_said and n.month != o.month
            for (d, o), n in pairs
            if not d.hidden
        )
        bare = [(d, o, n) for (d, o), n in pairs if not d.tells_year]
        shown = moved | {n.month for (d, _), n in pairs if not d.hidden}
        return Cost(
            asked=self._kept(pairs)
            + (months_asked is not None and ((common or 0) - months_asked) % 12 != 0),
            same=same,
            outside=outside + self._monthly_checks(common),
            weeks=self._weeks(days),
            months=(max(apart, 0) if strict else 0) + twins,
            years=self._year_cost(years, common)
            + sum(n.year != o.year for d, o, n in bare if not d.hidden),
            leap=sum((n.month, n.day) == (2, 29) for _, _, n in bare),
            said=0
            if self.bounds.keep_month or self.bounds.months_said
            else len(self.months_said & shown),
            weekdays=self.week.again(days),
            weekends=self.week.shut(days),
            series=self.recurring.lost(days),
        )

    def of_feasts(self, days: int) -> Cost:
        """The same where feasts move to other ones: few shifts do that, so less is asked of them,
        or one alone would be left and tell the original."""
        cost = self.of_days(days)
        weekends = cost.weekends if any(d.shut for d, _ in self.full) else 0
        return cost._replace(leap=0, said=0, weekends=weekends, weekdays=0, series=0)

    def _year_cost(self, years: list[int], common: int | None) -> int:
        for d in self.monthly:
            month, year = d.said("month"), d.year
            if month is not None and common is not None and (year is not None or self.told):
                years = [*years, (month - 1 + common) // 12]
        implied = any("year" in d.moment.implied for d in self.monthly)
        tied = bool(self.yearly) or self.bounds.same_year or implied
        # Years that part are worse than one that was said before.
        cost = 10 * (len(set(years)) - 1) if years and tied else 0
        if self.bounds.leap:
            cost += 10 * sum(year % LEAP > 0 for year in years)
        if self.yearly and years:
            # A year that stands alone has to change, and full dates in their year do not tell how.
            same = sum(y + years[0] in self.years_said for y in self.years_said)
            cost += same if years[0] else 10 * same
        return cost

    def of_months(self, months: int) -> Cost:
        """What a shift of months that stand alone would make false (no full date is said)."""
        moved = {(m - 1 + months) % 12 + 1 for m in self.alone}
        kept = 0
        for season in self.bounds.seasons:
            kept += sum(m in season and (m - 1 + months) % 12 + 1 not in season for m in self.alone)
        crossed = sum(
            y != 0
            for d in self.monthly
            if d.year is None and (y := ((d.said("month") or 1) - 1 + months) // 12)
        )
        again = len(moved & self.alone) + self._years_alone(months)
        return Cost(
            asked=kept,
            same=0 if self.bounds.keep_month else again,
            outside=self._monthly_checks(months),
            years=self._year_cost([], months)
            + (crossed if self.yearly or self.bounds.same_year else 0),
        )

    def _years_alone(self, months: int) -> int:
        """Years with a label of their own, beside a month, that would not change."""
        labelled = [d for d in self.monthly if "year" in d.alone]
        return sum(not ((d.said("month") or 1) - 1 + months) // 12 for d in labelled)

    def _monthly_checks(self, months: int | None) -> int:
        if months is None:
            return 0
        return sum(
            not check({"month": ((d.said("month") or 1) - 1 + months) % 12 + 1})
            for d in self.monthly
            for check in d.checks
        )

    def _kept(self, pairs: list[tuple[tuple[Dated, dt.date], dt.date]]) -> int:
        cost = 0
        if self.bounds.keep_month:
            cost += sum(n.month != o.month for (_, o), n in pairs)
        for season in self.bounds.seasons:
            cost += sum(
                o.month in season and n.month not in season for (d, o), n in pairs if not d.hidden
            )
        return cost

    def _weeks(self, days: int) -> int:
        """Weekdays that stand outside, and weekends that are spoken of."""
        bounds, week = self.bounds, self.week
        said = week.alone or week.dated  # they have to change
        if bounds.keep_weekday or (bounds.whole_weeks and not said):
            return int(days % 7 != 0)
        cost = week.unlike(days, weekend=bounds.weekend, workday=bounds.workday)
        if bounds.same_week:
            olds = [_week(date) for _, date in self.full]
            news = [_week(date + dt.timedelta(days=days)) for _, date in self.full]
            cost += len({n - o for o, n in zip(olds, news, strict=True)} or {0}) - 1
        return cost

    def common_months(self, days: int) -> int | None:
        """The months by which every full date moves, None when they differ."""
        shift = dt.timedelta(days=days)
        counts = Counter(
            month_index(date + shift) - month_index(date) for d, date in self.full if not d.hidden
        )
        return next(iter(counts)) if len(counts) == 1 else None

    def common_year(self, days: int, months: int) -> tuple[int | None, bool]:
        """The years by which everything that says one moves: (years, fits); None: nothing says."""
        shift = dt.timedelta(days=days)
        years = {(date + shift).year - date.year for d, date in self.full if d.tells_year}
        for d in self.monthly:
            month = d.said("month")
            if month is not None and d.said("year") is not None:
                years.add((month - 1 + months) // 12)
        if not years:
            return None, True
        return (min(years), len(years) == 1 and years != {0})

    def named_decades(self, years: int) -> bool:
        """Whether every decade moves to one that people name: the twenties to the nineties."""
        decades = (y % 100 for d in self.decades if (y := d.said("decade")) is not None)
        return all(20 <= y + years <= 90 for y in decades)

    def decade_is_dated(self) -> bool:
        """Whether a full date or a month lies in a decade that is said, and leaves it or not."""
        firsts = [full_year(y) for d in self.decades if (y := d.said("decade")) is not None]
        dated = [d for d, _ in self.full] + self.monthly
        years = [d.year for d in dated if d.said("year") is not None]
        return any(first <= (y or 0) < first + 10 for first in firsts for y in years)

    def fresh_years(self, years: int) -> bool:
        """Whether no year that was said is said again."""
        return not {y + years for y in self.years_said} & self.years_said


def _weekdays(
    full: Sequence[tuple[Dated, dt.date]], rest: Iterable[Dated], bounds: Bounds
) -> Weekdays:
    """People work on weekdays of these years or of no year."""
    alone = [w for d in rest if (w := d.said("weekday")) is not None]
    dated = [w for d, _ in full if (w := d.said("weekday")) is not None]
    # One is born on any day of the week.
    full = [(d, date) for d, date in full if not (d.birth or d.past)]
    last = max((date.year for _, date in full), default=0)
    told = {date.year for d, date in full if d.year is not None or d.told}
    years = {year for year in told if last - year <= THESE_YEARS}
    said = [
        date.weekday() if date.year in years and not d.hidden else d.said("weekday")
        for d, date in full
    ]
    said += [*alone, *bounds.todays]
    working = [weekday for weekday in said if weekday is not None and weekday < SATURDAY]
    days = [date for d, date in full if not d.hidden and last - date.year <= THESE_YEARS]
    return Weekdays(alone, dated, working, open_days(days, bounds.holidays), bounds.holidays)


def _values(date: dt.date) -> Values:
    return {"day": date.day, "month": date.month, "year": date.year}


def _week(date: dt.date) -> int:
    return (date.toordinal() - 1) // 7
