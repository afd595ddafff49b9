"""Dates in figures ("10/09/2018", "2018-09-10", "05/27"), and the clock times beside them."""

import re
from dataclasses import dataclass, field, replace

from surrogates.dates.calendars import PLAIN, Calendar, Form
from surrogates.folding import fold
from surrogates.types import overlap

TOKEN = re.compile(r"\d+|[^\W\d_]+")
_FIGURE = re.compile(r"\d")  # which all that follow have
_ISO = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_DMY = re.compile(
    r"(?<![\d:])(\d{1,2})(\s?)([/.\-])\s?(\d{1,2})(?:\2\3\s?(\d{4}|\d{2}))?(?![\d:]|[/.\-]\d)"
)
_MONTH_YEAR = re.compile(r"(?<![\d/.\-])(\d{1,2})([/.\-])(\d{4})(?!\d)")
_YEAR_MONTH = re.compile(r"(?<![\d/.\-])(\d{4})([/.\-])(\d\d)(?![\w/.\-])")
_SCHOOL_YEAR = re.compile(r"(?<![\w/.\-])(\d{4}|\d{2})(\s?[/–-]\s?)(\d{2})(?![\w/.\-])")
_ROMAN = re.compile(
    r"(?<![\d/.\-])(\d{1,2})[\s/.\-]+(I{1,3}|IV|VI{0,3}|IX|XI{0,2})[\s/.\-]+(\d{4}|\d{2})(?!\d)"
)
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_COMPACT = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)")
_CLOCK = re.compile(
    r"(?<!\d)\d{1,2}(?::\d{2}){1,2}(?!\d)|(?<!\d)\d{1,2}\s?[hH]\s?(?:\d{2})?(?![^\W_])"
)
_ENDING = re.compile(r"(-?)([^\W\d_]+)")
_LAST_MONTH = 12


@dataclass(frozen=True, slots=True)
class Part:
    """One component at [start, end) of the text that was read."""

    start: int
    end: int
    name: str  # weekday, day, month, year, decade, clock
    value: int  # of a weekday 0 to 6; of a clock 0: `clock` reads it
    style: str  # figure, roman, word (see `form`) or pair ("nineteen ninety")
    form: Form = PLAIN
    width: int = 0  # of a figure: its padding
    suffix: str = ""  # letters that hang on a figure
    dot: bool = False  # a full stop follows an abbreviation


@dataclass
class Moment:
    """The components of one date."""

    parts: dict[str, Part] = field(default_factory=dict)
    # Values that another part of the text gives.
    implied: dict[str, int] = field(default_factory=dict)

    def copy(self) -> "Moment":
        return Moment(dict(self.parts), dict(self.implied))

    def value(self, name: str) -> int | None:
        part = self.parts.get(name)
        return part.value if part is not None else self.implied.get(name)

    def said(self, name: str) -> int | None:
        """The value where the text says it."""
        part = self.parts.get(name)
        return part.value if part is not None else None


def numeric_dates(
    text: str, calendar: Calendar, month_first: bool | None, month_year: bool = False
) -> tuple[list[list[Part]], list[re.Match[str]]]:
    """Dates in figures, and clock times beside them; matches that look like dates but are none."""
    if not _FIGURE.search(text):
        return [], []
    groups: list[list[Part]] = []
    wrong: list[re.Match[str]] = []
    taken: list[tuple[int, int]] = []
    american = calendar.lang == "en" if month_first is None else month_first
    for match in _SCHOOL_YEAR.finditer(text):
        if years := _school_year(match):
            groups += years
            taken.append(match.span())
    for pattern, read in (
        (_ISO, _iso),
        (_COMPACT, _compact),
        (_MONTH_YEAR, _month_year),
        (_YEAR_MONTH, _year_month),
        (_ROMAN, _roman),
    ):
        for match in pattern.finditer(text):
            if any(overlap(match.span(), place) for place in taken):
                continue
            parts = read(match)
            if parts:
                groups.append(parts)
                taken.append(match.span())
            elif pattern is _ISO:
                wrong.append(match)
                taken.append(match.span())
    for match in _DMY.finditer(text):
        if any(overlap(match.span(), place) for place in taken):
            continue
        beside = _month_follows(text[match.end() :], calendar) or any(
            fold(w) in calendar.months for w in TOKEN.findall(text[: match.start()])[-1:]
        )
        if match[5] is None and beside:
            continue  # "10-12 de mayo" and "May 3-5" are ranges of days
        if month_year and match[5] is None:
            parts = _last_month(match)
        else:
            parts = _day_month(match, american, calendar.lang)
        if parts:
            groups.append(parts)
            taken.append(match.span())
        elif match[5] is not None or match[3] == "/":
            wrong.append(match)
            taken.append(match.span())
    for match in _CLOCK.finditer(text):
        if not any(overlap(match.span(), place) for place in taken):
            groups.append([Part(match.start(), match.end(), "clock", 0, "figure")])
    return [_with_ending(text, group, calendar) for group in groups], wrong


def _with_ending(text: str, group: list[Part], calendar: Calendar) -> list[Part]:
    """The ending that the last figure of a date carries: "2025/11/06an", "6/11/2025ean"."""
    last = max(group, key=lambda part: part.end)
    match = _ENDING.match(text, last.end)
    if match is None or last.style != "figure" or last.name == "clock":
        return group
    applies = "year" if last.name == "year" else "day"
    name = calendar.figure_ending(last.value, match[2], applies)
    if name is None:
        return group
    ended = replace(last, end=match.end(), form=Form(last.value, "", name), suffix=match[1])
    return [ended if part is last else part for part in group]


def _figure(match: re.Match[str], group: int, name: str, padded: bool) -> Part:
    text = match[group]
    width = len(text) if padded or name == "year" else 1
    return Part(match.start(group), match.end(group), name, int(text), "figure", width=width)


def _real(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= 31


def _iso(match: re.Match[str]) -> list[Part]:
    if not _real(int(match[3]), int(match[4])) or not 1000 <= int(match[1]) <= 2999:
        return []
    padded = len(match[3]) == len(match[4]) == 2
    names = ((1, "year"), (3, "month"), (4, "day"))
    return [_figure(match, group, name, padded) for group, name in names]


def _compact(match: re.Match[str]) -> list[Part]:
    if 1900 <= int(match[1]) <= 2099 and _real(int(match[2]), int(match[3])):
        names = ((1, "year"), (2, "month"), (3, "day"))
        return [_figure(match, group, name, True) for group, name in names]
    start, digits = match.start(), match.group()
    day, month, year = int(digits[:2]), int(digits[2:4]), int(digits[4:])
    if not _real(month, day) or not 1900 <= year <= 2099:
        return []
    places = ((0, 2, "day", day), (2, 4, "month", month), (4, 8, "year", year))
    return [Part(start + a, start + b, n, v, "figure", width=b - a) for a, b, n, v in places]


def _year_month(match: re.Match[str]) -> list[Part]:
    """ "2023-08"."""
    if not 1000 <= int(match[1]) <= 2999 or not 1 <= int(match[3]) <= _LAST_MONTH:
        return []
    return [_figure(match, 1, "year", True), _figure(match, 3, "month", True)]


def _school_year(match: re.Match[str]) -> list[list[Part]]:
    """ "2023/24", "98-99": two years, each a date of its own."""
    first, second = int(match[1]), int(match[3])
    follows = (first + 1) % 100 == second
    # "10/11" is a day; "2010-11" is a month of a year no more often than a season.
    if not follows or (len(match[1]) == 2 and first <= _LAST_MONTH):
        return []
    return [[_figure(match, group, "year", True)] for group in (1, 3)]


def _roman(match: re.Match[str]) -> list[Part]:
    """ "10-IX-2018", as it stands on older papers."""
    month = ROMAN.index(match[2]) + 1
    if not _real(month, int(match[1])):
        return []
    written = Part(match.start(2), match.end(2), "month", month, "roman")
    return [_figure(match, 1, "day", match[1][0] == "0"), written, _figure(match, 3, "year", True)]


def _month_year(match: re.Match[str]) -> list[Part]:
    if not 1 <= int(match[1]) <= 12:
        return []
    return [_figure(match, 1, "month", len(match[1]) == 2), _figure(match, 3, "year", True)]


def _day_month(match: re.Match[str], american: bool, lang: str) -> list[Part]:
    first, second = int(match[1]), int(match[4])
    if match[5] is None and match[3] == "." and match[2] == "" and second > 12:
        return []  # "15.30" is a time
    if (american and first <= 12) or (first <= 12 < second <= 31 and (match[5] or lang == "en")):
        names = ((1, "month"), (4, "day"))
        month, day = first, second
    elif first <= 12 < second and match[5] is None:
        names, month, day = ((1, "month"), (4, "year")), first, 1  # "05/27": a card's last month
    else:
        names = ((1, "day"), (4, "month"))
        day, month = first, second
    if not _real(month, day) or (match[5] is not None and 99 < int(match[5]) < 1000):
        return []
    # "12/05" does not tell whether a 3 would be padded; where nothing speaks against it, it is.
    padded = len(match[1]) == len(match[4]) == 2
    parts = [_figure(match, group, name, padded) for group, name in names]
    return [*parts, _figure(match, 5, "year", True)] if match[5] is not None else parts


def _last_month(match: re.Match[str]) -> list[Part]:
    """ "09/27" on a card."""
    return [_figure(match, 1, "month", len(match[1]) == 2), _figure(match, 4, "year", True)]


def _month_follows(rest: str, calendar: Calendar) -> bool:
    for word in TOKEN.findall(rest):
        key = fold(word)
        if key in calendar.months:
            return True
        if key not in calendar.phrases("join"):
            return False
    return False
