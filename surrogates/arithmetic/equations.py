"""Which numbers of a dialogue make one another by no chance.

A sum of lives ("67 ... retired at 62, five years ago") is known by what says that years pass or lie
between; parts by standing beside their whole; a product by what is said to be of each; a mean and
the years of a wedding by their words (`mean`, `wedding` of cues.tsv).
"""

import datetime as dt
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product

from surrogates.arithmetic.bodies import measures_apart
from surrogates.arithmetic.quantities import ONE, Quantity, Sort
from surrogates.arithmetic.ways import BEGUN, Equation, Way
from surrogates.dates.calendars import Calendar
from surrogates.dates.reading import read_dates
from surrogates.dates.runs import calendars_of
from surrogates.folding import fold, words, words_apart
from surrogates.labels import Kind
from surrogates.languages.numerals import spoken_in
from surrogates.numbers.sums.values import pieces_of
from surrogates.rewrite import outside
from surrogates.scene import Scene

NEAR = 3  # turns that an equation spreads over
_FAR = 6  # the same, where what lies between two lives is said beside one of them
_NOW = range(2000 * ONE, 2036 * ONE)  # when what is said may be said
_OLDEST = 105 * ONE
_GROWN = 25 * ONE
_FEW = 100 * ONE  # parts of a small whole
_LEAST = 10 * ONE  # products that are no chance
_TIMES = range(2 * ONE, 61 * ONE)
_THREE = 3  # numbers of a whole and its parts; one more, where the whole is first or last
_PLAIN_YEAR = 2001  # of days that say none
_WEEK = 7  # days
_LONG_STAY = 30  # nights
_BESIDE = 4  # words beside a number that may say what it is
_CLAUSE_END = re.compile(r"[.,;:!?]")
_STOP = re.compile(r"[.!?]\s")


def equations(scene: Scene, said: Sequence[Quantity]) -> list[Equation]:
    """What held of the old values."""
    calendar = calendars_of(scene)[0]
    cues = _Cues(scene, calendar)
    finders: tuple[Callable[[_Cues, Sequence[Quantity]], Iterator[Equation]], ...] = (
        _lives, _lived, _years, _present, _parts, _products, _weeks, _nights, _means, _weddings,
        _outside, _apart_outside,
    )  # fmt: skip
    return [
        *(found for finder in finders for found in finder(cues, said)),
        *measures_apart(scene, said),
    ]


@dataclass(frozen=True, slots=True)
class _Cues:
    """The words beside numbers."""

    scene: Scene
    calendar: Calendar

    def before(self, one: Quantity) -> Sequence[str]:
        return words_apart(self.scene.before(one.item))[-_BESIDE:]

    def after(self, one: Quantity) -> Sequence[str]:
        return words_apart(_CLAUSE_END.split(self.scene.after(one.item))[0])[:_BESIDE]

    def passes(self, one: Quantity) -> bool:
        """Whether a number says how many years pass, or lie between two lives."""
        behind = list(self.after(one))
        units = self.calendar.phrases("unit")
        behind = behind[1:] if behind and behind[0] in units else behind
        apart = self.calendar.phrases("apart")
        if not apart.keys().isdisjoint((*behind[:1], " ".join(behind[:2]))):
            return True
        around = {*self.before(one), *self.after(one)}
        if not self.calendar.phrases("between_ages").keys().isdisjoint(around):
            return True
        if one.sort is Sort.AGE or (one.sort is Sort.COUNT and one.bare):
            ago = f" {' '.join((*self.before(one), '|', *self.after(one)))} "
            if any(f" {cue} " in ago for cue in self.calendar.phrases("since")):
                return True
        return one.sort is Sort.SPAN or (one.bare and self.asked_years(one))

    def asked_years(self, one: Quantity) -> bool:
        """Whether a number answers how many years something is: "Quants anys us porteu?"."""
        if not one.turn or words(self.scene.before(one.item)):
            return False
        asked = self.scene.dialogue.turns[one.turn - 1].text
        said = words_apart(asked[: asked.rfind("?") + 1])
        units = self.calendar.phrases("unit")
        return any(units.get(word) == "year" for word in said)

    def counts_so(
        self, low: Quantity, high: Quantity, behind: Sequence[str], apart: Sequence[str]
    ) -> bool:
        """Whether what stands behind a difference says that it is one of two counts: "three
        more", or "acht Stunden mehr" of "[30] Stunden"."""
        if {low.sort, high.sort} != {Sort.COUNT} or self.numbered(low) or self.numbered(high):
            return False
        line = f" {' '.join(behind)} "
        named = {*self.after(low)[:1], *self.after(high)[:1]}
        return line.startswith(tuple(apart)) or not named.isdisjoint(behind[:1])

    def numbered(self, one: Quantity) -> bool:
        return not {*self.before(one)[-1:]}.isdisjoint(self.scene.lexicon.cues("numbered"))

    def rated(self, one: Quantity) -> bool:
        """Whether a number is of each day, person and so on, or counts time."""
        counted = self.scene.lexicon.cues("counted")
        behind = self.after(one)
        said = {" ".join(behind[:size]) for size in range(1, _BESIDE)}
        return one.timed or not said.isdisjoint(counted)

    def belong(self, whole: Quantity, parts: Sequence[Quantity]) -> bool:
        """Whether one sentence says a whole and its parts, or what they count is said of none."""
        row = sorted((each.item for each in (whole, *parts)), key=lambda item: item.index)
        texts = [turn.text for turn in self.scene.dialogue.turns]
        one = row[0].turn == row[-1].turn
        said = texts[row[0].turn][row[0].end : row[-1].start] if one else ". "
        if not _STOP.search(said):
            return True
        return all(q.bare for q in parts) and (whole.bare or self.rated(whole))

    def says(self, one: Quantity, kind: str) -> bool:
        """Whether a cue is said in the sentence of a number."""
        before, after = self.scene.around(one.item)
        said = (*words_apart(_STOP.split(before)[-1]), "|", *words_apart(_STOP.split(after)[0]))
        text = f" {' '.join(said)} "
        cues = self.scene.lexicon.cues(kind)
        return any(f" {' '.join(words_apart(cue))} " in text for cue in cues)


def _spread(*some: Quantity) -> int:
    turns = [each.turn for each in some]
    return max(turns) - min(turns)


def _near(some: Sequence[Quantity], one: Quantity, reach: int) -> Sequence[Quantity]:
    """Those of a row so many turns from one of them at most, before and behind it."""
    first = bisect_left(some, one.turn - reach, key=lambda q: q.turn)
    return some[first : bisect_right(some, one.turn + reach, key=lambda q: q.turn)]


def _lives(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """Two ages and the years between them, the nearest ones."""
    lives = [q for q in said if _may_be_age(q)]
    for years in (q for q in said if q.sort not in (Sort.YEAR, Sort.MONEY) and cues.passes(q)):
        found = [
            (low, high)
            for low, high in permutations(_near(lives, years, _FAR), 2)
            if low.old + years.old == high.old
            and years is not low
            and years is not high
            and Sort.AGE in (low.sort, high.sort)
            and min(_spread(low, years), _spread(high, years)) <= 1
            and _spread(low, high, years) <= _FAR
        ]
        if found:
            low, high = min(found, key=lambda pair: _distance(*pair, years))
            yield Equation(Way.SUM, (low, years), high)


def _lived(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """Years of something beside the age of somebody grown: "31 years" of work, at 78."""
    ages = [q for q in said if q.sort is Sort.AGE and _GROWN <= q.old < _OLDEST]
    for years in said:
        if years.sort is not Sort.SPAN and not (years.bare and cues.asked_years(years)):
            continue
        near = [q for q in ages if years.old + BEGUN <= q.old and _spread(q, years) <= _FAR]
        if near:
            yield Equation(Way.LIVED, (years,), min(near, key=lambda q: _distance(q, years)))


def _may_be_age(one: Quantity) -> bool:
    return one.sort is Sort.AGE or (one.sort is Sort.COUNT and one.bare and one.old < _OLDEST)


def _distance(*some: Quantity) -> tuple[int, int]:
    places = [each.item.index for each in some]
    return _spread(*some), max(places) - min(places)


def _years(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """A year, an age or a length, and the year that both make."""
    years = [q for q in said if q.sort is Sort.YEAR]
    counts = [
        q
        for q in said
        if q.sort in (Sort.AGE, Sort.SPAN)
        or (q.sort is Sort.COUNT and q.bare and cues.asked_years(q))
    ]
    for one in years:
        for two, count in product(_near(years, one, NEAR), _near(counts, one, NEAR)):
            if one.old + count.old == two.old and two is not one and _spread(two, count) <= NEAR:
                yield Equation(Way.SUM, (one, count), two, told=False)


def _present(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """Two years and what has passed since each of them by now."""
    pairs = [
        (year, count)
        for year in said
        if year.sort is Sort.YEAR
        for count in _near(said, year, NEAR)
        if count.sort in (Sort.AGE, Sort.SPAN) and year.old + count.old in _NOW
    ]
    for (year, count), (other, life) in combinations(pairs, 2):
        if year.old != other.old and year.old + count.old == other.old + life.old:
            yield Equation(Way.PRESENT, (year, count, other), life, told=False)


def _parts(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """A small whole beside its parts: "three a day: one in the morning, two at night"."""
    numbers = [q for q in said if q.sort is not Sort.YEAR]
    for size in (_THREE, _THREE + 1):
        for at in range(len(numbers) - size + 1):
            row = numbers[at : at + size]
            if _spread(*row) > 1 or not all(_may_be_part(cues, q) for q in row):
                continue
            for whole in row if size == _THREE else (row[0], row[-1]):
                parts = [q for q in row if q is not whole]
                if whole.old == sum(q.old for q in parts) and cues.belong(whole, parts):
                    yield Equation(Way.SUM, tuple(parts), whole, told=not _spread(*row))
                    break


def _may_be_part(cues: _Cues, one: Quantity) -> bool:
    whole = one.old < _FEW and not one.old % ONE
    return one.sort is Sort.COUNT and whole and not cues.numbered(one)


def _products(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """So many of each: "[84] euros, the two of us, [42] each", "three a day, ten days, thirty"."""
    numbers = [q for q in said if q.sort in (Sort.COUNT, Sort.SPAN, Sort.MONEY)]
    for times in numbers:
        if times.old not in _TIMES or times.sort is Sort.MONEY or times.old % ONE:
            continue
        others = [q for q in _near(numbers, times, NEAR - 1) if q is not times]
        for each, total in permutations(others, 2):
            if total.old * ONE != times.old * each.old or total.old < _LEAST or each.old <= ONE:
                continue
            three = (times, each, total)
            money = Sort.MONEY in (each.sort, total.sort)
            if not money:
                if each.old not in _TIMES or times.item.index > each.item.index:
                    continue
                if sum(map(cues.rated, three)) < 2 or _spread(*three) > NEAR - 1:
                    continue
                yield Equation(Way.PRODUCT, (times, each), total)
            elif _spread(*three) <= 1 and (each.old >= _LEAST or each.old % ONE):
                told = cues.rated(each) or cues.rated(times)
                yield Equation(Way.PRODUCT, (times, each), total, told)


def _weeks(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """What lasts so many weeks at so many a day: "the box of [28] lasts [four] weeks"."""
    units = cues.calendar.phrases("unit")
    counts = [q for q in said if q.sort is Sort.COUNT]
    for weeks in counts:
        if units.get(next(iter(cues.after(weeks)), "")) != "week":
            continue
        rates = {q.old // ONE for q in counts if cues.rated(q) and _spread(q, weeks) <= 1}
        for total in counts:
            times, rest = divmod(total.old, weeks.old * _WEEK)
            near = not _spread(weeks, total) or times in rates
            told = times == 1 or times in rates
            if told and not rest and not total.timed and near and _spread(weeks, total) <= 1:
                yield Equation(Way.TIMES, (weeks,), total, times=_WEEK * times)


def _nights(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """A price a night, and the nights between two days: "from July 11 to 14, [180] a night"."""
    stays = list(_stays(cues.scene, cues.calendar))
    prices = [q for q in said if q.sort in (Sort.MONEY, Sort.COUNT) and q.old >= _LEAST]
    for each in prices if stays else ():
        if cues.calendar.phrases("night").keys().isdisjoint(cues.after(each)):
            continue
        for total, (turn, nights) in product(_near(prices, each, 1), stays):
            money = Sort.MONEY in (each.sort, total.sort)
            if money and each.old * nights == total.old and abs(each.turn - turn) <= NEAR:
                yield Equation(Way.TIMES, (each,), total, times=nights)


def _stays(scene: Scene, calendar: Calendar) -> Iterator[tuple[int, int]]:
    """(turn, nights) of each pair of days that follow each other."""
    said: list[tuple[int, int, int]] = []  # turn, month or 0, day
    for item in scene.of_kind(scene.items, Kind.DATE):
        moments = read_dates(item.text, calendar).moments
        month, day = (moments[0].said(p) or 0 for p in ("month", "day")) if moments else (0, 0)
        if day:
            said.append((item.turn, month or (said[-1][1] if said else 0), day))
        # "Del [3] al [7 de mayo]", "the [28th] of [May]"
        said = [(turn, m or month, d) for turn, m, d in said]
    for (_, *one), (turn, *two) in pairwise(said):
        with suppress(ValueError):
            nights = (dt.date(_PLAIN_YEAR, *two) - dt.date(_PLAIN_YEAR, *one)).days
            if 1 < nights <= _LONG_STAY:
                yield turn, nights


def _means(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """What is said to be the mean of the numbers before it."""
    numbers = [q for q in said if q.sort is not Sort.YEAR]
    for at, mean in enumerate(numbers):
        if not cues.says(mean, "mean"):
            continue
        for size in (2, 3, 4):
            for start in (at - size, at + 1):
                row = numbers[max(start, 0) : max(start, 0) + size]
                if start < 0 or len(row) < size or _spread(mean, *row) > NEAR:
                    continue
                if sum(q.old for q in row) == mean.old * size and len({q.old for q in row}) > 1:
                    yield Equation(Way.MEAN, tuple(row), mean)
                    break


def _weddings(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """The years that a wedding day is named by: "twenty-five years, our silver wedding"."""
    named = cues.scene.lexicon.cues("wedding")
    for one in said:
        if one.sort not in (Sort.COUNT, Sort.SPAN):
            continue
        lines = cues.scene.outside_text[max(one.turn - 1, 0) : one.turn + 2]
        if any(int(n) * ONE == one.old and _is_in(cue, lines) for cue, n in named.items()):
            yield Equation(Way.NAMED, (), one)


def _is_in(cue: str, lines: Sequence[str]) -> bool:
    return any(f" {' '.join(words(cue))} " in line for line in lines)


def _outside(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """Ages, or amounts of money, that make what words say of them together outside labels: "[4]
    and [7], eleven between them"."""
    scene = cues.scene
    together = {f" {' '.join(words(cue))} " for cue in scene.lexicon.cues("together")}
    rows = [[q for q in said if q.sort is sort] for sort in (Sort.AGE, Sort.MONEY)]
    lines = scene.said_turns if any(len(row) > 1 for row in rows) else ()
    turns = {n for n, line in enumerate(lines) if any(cue in line for cue in together)}
    numbers = list(_numbers_outside(scene)) if turns and any(rows) else []
    for (turn, whole), row in product([each for each in numbers if each[0] in turns], rows):
        near = [q for q in row if -1 <= turn - q.turn <= NEAR]
        runs = [near[i : i + n] for n in (2, 3) for i in range(len(near) - n + 1)]
        found = next((run for run in runs if sum(q.old for q in run) == whole), None)
        if found is not None:
            *parts, total = found
            apart = {abs(one.old - two.old) for one, two in combinations(found, 2)}
            held = any(n in apart and abs(turn - other) <= NEAR for other, n in numbers)
            way = Way.HELD if held else Way.OUTSIDE
            yield Equation(way, tuple(parts), total, whole=whole)


def _apart_outside(cues: _Cues, said: Sequence[Quantity]) -> Iterator[Equation]:
    """Two ages, prices or counts and what lies between them outside labels: "three years older";
    "[30] Stunden, meistens [38]", "acht Überstunden"."""
    scene = cues.scene
    phrases = (*cues.calendar.phrases("apart"), *scene.lexicon.cues("overtime"))
    apart = [f" {phrase} " for phrase in phrases]
    whole = "".join(scene.outside_text)
    there = [cue for cue in apart if cue in whole]
    turns = {n for n, line in enumerate(scene.outside_text) if any(cue in line for cue in there)}
    for turn, _, text in outside(scene.dialogue, scene.items) if turns else ():
        if turn not in turns or not any(abs(q.turn - turn) <= NEAR for q in said):
            continue
        for piece in (p for n in spoken_in(scene.dialogue.lang, scene.lexicon)
                      for p in pieces_of(text, n)):  # fmt: skip
            behind = words_apart(_CLAUSE_END.split(text[piece.end :])[0])[:_BESIDE]
            line = f" {' '.join(behind)} "
            if not any(cue in line for cue in apart):
                continue
            between = piece.value if piece.point else piece.value * ONE
            pairs = [
                (low, high)
                for low, high in permutations([q for q in said if abs(q.turn - turn) <= NEAR], 2)
                if low.old + between == high.old
                and min(abs(low.turn - turn), abs(high.turn - turn)) <= 1
                and (
                    {low.sort, high.sort} in ({Sort.AGE}, {Sort.MONEY}, {Sort.MONEY, Sort.COUNT})
                    or cues.counts_so(low, high, behind, apart)
                )
            ]
            if pairs:
                low, high = min(pairs, key=lambda pair: _distance(*pair))
                yield Equation(Way.APART, (low,), high, whole=between)


def _numbers_outside(scene: Scene) -> Iterator[tuple[int, int]]:
    """(turn, value) of the numbers that no label holds, without those of "entre los dos"."""
    cues = "|".join(sorted(map(re.escape, scene.lexicon.cues("together")), key=len, reverse=True))
    for turn, _, said in outside(scene.dialogue, scene.items):
        text = re.sub(rf"\b(?:{cues})\b", "|", fold(said)) if cues else said
        for numerals in spoken_in(scene.dialogue.lang, scene.lexicon):
            for piece in pieces_of(text, numerals):
                yield turn, piece.value if piece.point else piece.value * ONE
