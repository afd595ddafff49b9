"""Times of the day: one shift of hours per dialogue, small enough that "de la tarde" stays true.

The form stays: "las tres y media" keeps its half, "halb vier" its "halb", 15:30 its grain of
minutes. A length of time ("tres horas") is no time of day and is not moved: see `lasting`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from surrogates.dates.calendars import Calendar, joined
from surrogates.dates.hours.endings import ending_on_clock
from surrogates.dates.hours.noon import BOUNDS, NOON, is_noon, noon_variant
from surrogates.folding import apply_case, case_pattern, fold, words

_FIGURES = re.compile(
    r"(?<![\w:])(\d{1,2})(?:\s?([:.h])\s?([0-5]\d)|(?=\s?h\b)|(?:\s(?i:uhr)\s([0-5]\d)))?(?!\d)"
)
_NEXT = re.compile(r"\s*([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+")
# Words that join an hour to its minutes; every other range word parts two times.
_WITHIN_TEXT = "y e o u i et ou und oder eta edo and or ni de du des desde from entre"
_WITHIN = frozenset(_WITHIN_TEXT.split())
_LEADS = frozenset({"from", "between", "entre", "zwischen"})
# "2:30 to 3:30" is two times, "ten to three" is one.
_TO = re.compile(r"(?i)(?<=[:.h]\d\d)\s+to\s+(?=\d)|(?<=[ap]m)\s+to\s+(?=\d)")
_FROM = re.compile(r"(?i)(?<=tik)\s+(?=\w)")  # "hamarretatik hamabietara"
_AND = re.compile(r"(?i)(?<=[\w.])\s+(?:y|e|i|et|und|and)\s+")
_ARTICLES = {"es": {"la": "las", "las": "la"}, "ca": {"la": "les", "les": "la"}}
HALF_DAY = 12
_ON_24 = frozenset({"de", "fr"})  # languages that write 13 for the hour after 12
_PLAIN = range(7, 13)  # hours that are rather of the morning: three is rather fifteen
# Hours that "12 noon" and "12 midnight" move in, once the word is gone: they end a half of the day.
_AROUND = {12: (5, 13), 0: (19, 25)}


@dataclass(frozen=True, slots=True)
class Hour:
    """An hour at [start, end) of a text."""

    start: int
    end: int
    value: int  # as written
    variant: str  # of hours.tsv, "figure" or "cardinal"
    width: int = 0  # of a figure: 2 for 03
    minutes: tuple[int, int, int] | None = None  # start, end and value, in figures
    low: int = 0  # bounds of its part of the day (24-hour clock); 0 and 0 where nothing says one
    high: int = 0
    of_24: bool = False  # plainly one of twenty-four: 13, 03:30, "12:30" where nobody says "am"

    @property
    def of_day(self) -> int:
        """The hour on the 24-hour clock, as far as the text tells."""
        base = self.value if self.value > HALF_DAY else self.value % HALF_DAY
        for hour in (base, base + HALF_DAY, base + 2 * HALF_DAY):
            if self.low <= hour < self.high:
                return hour
        return self.value


@dataclass(frozen=True, slots=True)
class Clock:
    """The hours of one mention."""

    text: str
    hours: tuple[Hour, ...]
    before: str  # the text around it
    after: str
    calendar: Calendar

    @property
    def is_noon(self) -> bool:
        """Whether it says noon in a word, and no hour."""
        return is_noon(self.hours[0].variant)


def read_clock(text: str, before: str, after: str, calendar: Calendar) -> Clock | None:
    """The hours of a mention, None when it names none."""
    hours: list[Hour] = []
    for start, end in _segments(text, before, calendar):
        hours += _hours(text, start, end, calendar)
    if not hours:
        variant = noon_variant(text, before, calendar)
        hours += [Hour(0, len(text), NOON, variant, 0, None, *BOUNDS)] if variant else []
        return Clock(text, tuple(hours), before, after, calendar) if hours else None
    low, high = _bounds(text, before, after, calendar)
    if not high:
        low, high = _bounds_of_turn(before, after, calendar)
    bounded = [replace(h, low=low, high=high) for h in hours]
    # "Las tres de la noche" is outside what the table calls night: nothing bounds it then.
    # "12:30 in the afternoon" is read, and no other hour becomes one.
    first = HALF_DAY if low == HALF_DAY + 1 else low
    bounded = [h if first <= h.of_day < high else replace(h, low=0, high=0) for h in bounded]
    bounded = [replace(h, of_24=_is_of_24(h, calendar)) for h in bounded]
    return Clock(text, tuple(bounded), before, after, calendar)


def _is_of_24(hour: Hour, calendar: Calendar) -> bool:
    if hour.high:
        return False
    figure = hour.variant == "figure" and hour.minutes is not None and calendar.lang != "en"
    twelve = hour.value == HALF_DAY and figure
    return not 0 < hour.value <= HALF_DAY or hour.width > 1 or twelve


def on_24(clocks: Sequence[Clock]) -> list[Clock]:
    """The clocks of a dialogue; where one is written with twenty-four hours (15:30), or a language
    always does, "8 und 12 Uhr" is, too, and may become 9 and 13."""
    figures = [h for c in clocks for h in c.hours if h.variant == "figure"]
    written = any(h.of_24 and h.value > HALF_DAY for h in figures)
    return [
        _written_on_24(clock) if written or clock.calendar.lang in _ON_24 else clock
        for clock in clocks
    ]


def _written_on_24(clock: Clock) -> Clock:
    plain = [
        replace(h, of_24=h.of_24 or (h.variant == "figure" and not h.high and h.value in _PLAIN))
        for h in clock.hours
    ]
    return replace(clock, hours=tuple(plain)) if clock.calendar.lang != "en" else clock


def _segments(text: str, before: str, calendar: Calendar) -> list[tuple[int, int]]:
    """[start, end) of each time in a text: "de tres a cinco" holds two."""
    ranges = set(calendar.phrases("range")) - _WITHIN - set(calendar.phrases("past"))
    led = {*words(text)[:1], *words(before)[-2:]} & _LEADS
    ranges |= {"to", "and", "till"} if led & {"from", "between"} else set()
    cuts = [m.span() for m in _WORD.finditer(text) if fold(m.group()) in ranges]
    cuts += [m.span() for m in _TO.finditer(text)] if not cuts else []
    if not cuts and led:
        cuts = [
            cut for cut in (m.span() for m in _AND.finditer(text)) if _both_say(text, cut, calendar)
        ][-1:]
    if calendar.lang == "eu":
        cuts += [m.span() for m in _FROM.finditer(text)]
    cuts += [m.span() for m in re.finditer(r"\s[-–]\s|(?<=\d)[-–](?=\d)", text)]
    starts = [0, *(end for _, end in sorted(cuts))]
    return list(zip(starts, [*(start for start, _ in sorted(cuts)), len(text)], strict=True))


def _both_say(text: str, cut: tuple[int, int], calendar: Calendar) -> bool:
    """Whether an "and" parts two times: in "diez y media y doce" the second one does."""
    right = _hours(text, cut[1], len(text), calendar)
    minutes = [h for h in right if h.variant == "cardinal" and h.value > HALF_DAY]
    return bool(right) and not minutes and bool(_hours(text, 0, cut[0], calendar))


def _hours(text: str, start: int, end: int, calendar: Calendar) -> list[Hour]:
    hours = [*_figures(text, start, end), *_words(text, start, end, calendar)]
    hours.sort(key=lambda h: h.start)
    exact = [h for h in hours if h.minutes is not None]
    if exact:
        return exact
    past = calendar.phrases("past")
    last = max(
        (m.end() for m in _WORD.finditer(text, start, end) if fold(m.group()) in past), default=0
    )
    return ([h for h in hours if h.start >= last] or hours)[:1]


def _figures(text: str, start: int, end: int) -> list[Hour]:
    hours: list[Hour] = []
    for match in _FIGURES.finditer(text, start, end):
        value = int(match[1])
        if value > 24:
            continue
        group = 3 if match[3] is not None else 4
        minutes = (*match.span(group), int(match[group])) if match[group] is not None else None
        width = 2 if match[1].startswith("0") else 1
        hours.append(Hour(match.start(1), match.end(1), value, "figure", width, minutes))
    return hours


def _words(text: str, start: int, end: int, calendar: Calendar) -> list[Hour]:
    table = hour_forms(calendar)
    hours: list[Hour] = []
    tokens = [m.span() for m in _WORD.finditer(text, start, end)]
    i = 0
    while i < len(tokens):
        for j in (min(i + 2, len(tokens) - 1), min(i + 1, len(tokens) - 1), i):
            piece = text[tokens[i][0] : tokens[j][1]]
            entry = table.get(fold(piece))
            number = calendar.read_number(piece) if entry is None else None
            if entry is not None:
                hours.append(Hour(tokens[i][0], tokens[j][1], *entry))
            elif number is not None and number.variant == "cardinal" and not number.ending:
                hours.append(Hour(tokens[i][0], tokens[j][1], number.value, "cardinal"))
            else:
                continue
            i = j
            break
        i += 1
    return hours


@lru_cache(maxsize=16)
def hour_forms(calendar: Calendar) -> dict[str, tuple[int, str]]:
    """Folded form of an hour ("hiruretan") -> (hour, variant)."""
    rows = calendar.lexicon.rows("hours")
    told = (r for r in rows if not is_noon(r["variant"]))
    return {fold(r["form"]): (int(r["value"]), r["variant"]) for r in told}


def _bounds(text: str, before: str, after: str, calendar: Calendar) -> tuple[int, int]:
    """The hours that a word such as "de la tarde" near the mention allows."""
    near = " ".join(words(before.replace("'", " "))[-4:])
    # "De 8 a 12, por la tarde de 4 a 6": what follows a comma is of another hour.
    clause = re.split(r"[,;:!?]|\.\s", after)[0]
    rest = " ".join(words(clause.replace("'", " "))[:4])
    inside = " ".join(words(text.replace("'", " ")))
    noon = calendar.phrases("noon")
    for place in (inside, rest, near):
        for phrase, value in _dayparts(calendar):
            glued = re.search(rf"\d{re.escape(phrase)}\b", place)
            if f" {phrase} " in f" {place} " or glued:
                low, high = value.split("-")
                return int(low), int(high)
        said = [int(noon[word]) for word in place.split() if word in noon]
        if said and place is inside:
            return _AROUND[said[0]]
        if said and place is rest and place.split()[0] in noon:
            return said[0], said[0] + 1
    return 0, 0


@lru_cache(maxsize=16)
def _dayparts(calendar: Calendar) -> list[tuple[str, str]]:
    """The phrases for parts of the day, the longest first: "fin d'après-midi", "l'après-midi"."""
    return sorted(calendar.phrases("daypart").items(), key=lambda row: (-len(row[0]), row[0]))


def bounds_in(text: str, calendar: Calendar) -> tuple[int, int]:
    """The hours of the one part of the day that a text says, (0, 0) where it says none or two."""
    said, values = f" {' '.join(words(text.replace(chr(39), ' ')))} ", set[str]()
    for phrase, value in _dayparts(calendar):
        if f" {phrase} " in said:
            values.add(value)
            said = said.replace(f" {phrase} ", " | ")
    low, high = next(iter(values)).split("-") if len(values) == 1 else ("0", "0")
    return int(low), int(high)


def within(clock: Clock, bounds: tuple[int, int]) -> Clock:
    """A clock with the hours of a part of the day that is said elsewhere, where all may be so."""
    low, high = bounds
    if not high or any(hour.high for hour in clock.hours):
        return clock
    hours = tuple(replace(hour, low=low, high=high, of_24=False) for hour in clock.hours)
    return replace(clock, hours=hours) if all(low <= h.of_day < high for h in hours) else clock


def _bounds_of_turn(before: str, after: str, calendar: Calendar) -> tuple[int, int]:
    """What a part of the day farther away allows, in a turn that names one hour alone."""
    if any(_hours(side, 0, len(side), calendar) for side in (before, after)):
        return 0, 0
    return bounds_in(f"{before} | {after}", calendar)


@dataclass(frozen=True, slots=True)
class Turned:
    """How the clock moves: whole hours, and minutes where every time says them in figures."""

    hours: int
    minutes: int


def turned_hour(hour: Hour, turned: Turned) -> tuple[int, int] | None:
    """(hour of 24, minute) after the turn; None where it would leave its part of the day."""
    old = hour.minutes[2] if hour.minutes is not None else 0
    total = 60 * (hour.of_day + turned.hours) + old + turned.minutes
    if hour.high:
        top = hour.high * 60
        inside = hour.low * 60 <= total < top
        return (total // 60 % 24, total % 60) if inside else None
    if hour.of_24:
        first = HALF_DAY if hour.value > HALF_DAY else 0
        last = HALF_DAY if hour.value == 0 else 24  # before midnight and behind it are two days
        return (total // 60, total % 60) if first * 60 <= total < last * 60 else None
    return ((total // 60 - 1) % HALF_DAY + 1, total % 60)


def write_clock(clock: Clock, turned: Turned) -> str | None:
    """The mention with its hours turned, None where the form has no such hour."""
    text = clock.text
    for hour in sorted(clock.hours, key=lambda h: -h.start):
        moved = turned_hour(hour, turned)
        if moved is None:
            return None
        new, minute = moved
        if hour.value <= HALF_DAY and not hour.of_24:
            new = new % HALF_DAY or HALF_DAY
        old = text[hour.start : hour.end]
        if hour.minutes is not None:
            start, end, _ = hour.minutes
            text = f"{text[:start]}{minute:02d}{text[end:]}"
        word = f"{new:0{hour.width}d}" if hour.variant == "figure" else _say(clock, hour, new)
        if word is None:
            return None
        written = word if hour.variant == "figure" else _like(word, old)
        after = text[hour.end :]
        if clock.calendar.lang == "eu" and hour.variant == "figure":
            digits = hour.minutes[1] - hour.end if hour.minutes is not None else 0
            ending = ending_on_clock(clock.calendar, after[digits:], clock.after, new, minute)
            if ending is None:
                return None
            after = after[:digits] + ending
        before = _agree(clock, text[: hour.start], hour.value, new, written)
        after_new = _agree_after(clock, after, hour.value, new)
        if before is None or after_new is None:
            return None
        if new != hour.value:
            after_new = _without_noon(after_new, clock.calendar)
        text = before + written + after_new
    return text if fold(text) != fold(clock.text) else None


def _without_noon(after: str, calendar: Calendar) -> str:
    """What follows an hour that is twelve no more: "12 noon", "12 midnight"."""
    noon, parts = calendar.phrases("noon"), calendar.phrases("daypart")
    last = ""
    for match in _NEXT.finditer(after):
        word = fold(match[1])
        if word in noon and f"{last} {word}" not in parts:
            return after[: match.start()] + after[match.end() :]
        last = word
    return after


def _say(clock: Clock, hour: Hour, value: int) -> str | None:
    calendar = clock.calendar
    rows = calendar.lexicon.rows("hours")
    wanted = hour.variant if hour.variant != "cardinal" else "main"
    if calendar.lang == "eu" and is_noon(wanted):
        wanted = "inessive"
    if calendar.lang == "de" and not is_noon(wanted):
        follows = words(clock.text[hour.end :] or clock.after)[:1]
        wanted = "before_noun" if value == 1 and follows == ("uhr",) else "main"
    for row in rows:
        if int(row["value"]) == value and row["variant"] == wanted:
            return row["form"]
    if value in (21, 22) and calendar.lang in ("es", "ca"):
        return None  # hours are feminine, the cardinals here are not
    return calendar.say(value) if value > HALF_DAY or value == 0 else None


def _like(word: str, old: str) -> str:
    pattern = case_pattern(old)
    if old[:1].islower():
        return word  # "mittags": "um elf Uhr"
    return word[:1].upper() + word[1:] if pattern == "title" else apply_case(word, pattern)


def _agree(clock: Clock, before: str, old: int, new: int, word: str) -> str | None:
    """The text before an hour with the article that it asks; None when that stands outside."""
    lang = clock.calendar.lang
    forms = _ARTICLES.get(lang)
    if lang == "ca" and not word[:1].isdecimal():
        around = before or clock.before
        if joined(lang, around, word) != around and not before:
            return None
        before = joined(lang, before, word)
    if forms is None or (old == 1) == (new == 1):
        return before
    match = re.search(r"(?i)\b(las?|les)\s+$", before)
    if match is not None:
        article = _like(forms.get(fold(match[1]), match[1]), match[1])
        return before[: match.start(1)] + article + before[match.end(1) :]
    outside = not before.strip() and words(clock.before)[-1:] in (("la",), ("las",), ("les",))
    return None if outside else before


def _agree_after(clock: Clock, after: str, old: int, new: int) -> str | None:
    """French counts its hours: "une heure", "deux heures"."""
    if clock.calendar.lang != "fr" or (old == 1) == (new == 1):
        return after
    inside = re.match(r"(?i)(\s*heure)s?\b", after)
    if inside is not None:
        return inside[1] + ("" if new == 1 else "s") + after[inside.end() :]
    outside = not after.strip() and words(clock.after)[:1] in (("heure",), ("heures",))
    return None if outside else after
