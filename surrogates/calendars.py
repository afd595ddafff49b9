"""Reads the date in a mention and writes another one in the same form: order, words, padding.

Used by `dates`, which decides how far to move.
"""

import re
from dataclasses import dataclass

from surrogates.folding import apply_case, case_pattern, fold
from surrogates.languages.lexicon import Lexicon
from surrogates.numbers import parse, say, word_table

_NUMERIC = re.compile(r"(?<!\d)(\d{1,4})([/.\-])(\d{1,2})(?:\2(\d{2,4}))?(?!\d)")
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_ORDINALS = {"primero": 1, "first": 1, "second": 2, "third": 3}


@dataclass(frozen=True, slots=True)
class Part:
    """One component at [start, end): name weekday, day, month or year; value; how written."""

    start: int
    end: int
    name: str
    value: int
    style: str  # "figure" | "word" | "month" | "weekday"


@dataclass(frozen=True, slots=True)
class Written:
    """A parsed mention."""

    text: str
    parts: tuple[Part, ...]

    def value(self, name: str) -> int | None:
        return next((p.value for p in self.parts if p.name == name), None)


def read_date(text: str, lexicon: Lexicon, year_cue: bool = False) -> Written | None:
    """The components of a date mention, or None when it holds none.

    `year_cue`: the words before the mention speak of a year, so two digits are one.
    """
    numeric = _NUMERIC.search(text)
    if numeric is not None:
        parts = _numeric_parts(numeric, lexicon.lang)
        if parts is not None:
            return Written(text, parts)
    parts = tuple(_spoken_parts(text, lexicon, year_cue))
    covered = {i for p in parts for i in range(p.start, p.end)}
    # Figures that no component explains would survive: such a text is no date to rewrite.
    if any(c.isdecimal() and i not in covered for i, c in enumerate(text)):
        return None
    return Written(text, parts) if parts else None


def _numeric_parts(match: re.Match[str], lang: str) -> tuple[Part, ...] | None:
    groups = [i for i in (1, 3, 4) if match.group(i) is not None]
    numbers = [int(match.group(i)) for i in groups]
    if len(match.group(1)) == 4:
        names = ["year", "month", "day"]
    elif len(numbers) == 3 or numbers[1] <= 12:
        month_first = lang == "en" and numbers[0] <= 12
        names = ["month", "day", "year"] if month_first else ["day", "month", "year"]
        if numbers[1] > 12 and numbers[0] <= 12:
            names[:2] = ["month", "day"]
    else:
        return None
    parts = tuple(
        Part(match.start(i), match.end(i), name, number, "figure")
        for i, name, number in zip(groups, names, numbers, strict=False)
    )
    month = next((p.value for p in parts if p.name == "month"), 0)
    day = next((p.value for p in parts if p.name == "day"), 1)
    return parts if 1 <= month <= 12 and 1 <= day <= 31 else None


def _spoken_parts(text: str, lexicon: Lexicon, year_cue: bool) -> list[Part]:
    months, table = lexicon.month_numbers, word_table(lexicon)
    weekdays = {fold(w): i for i, w in enumerate(lexicon.weekdays)}
    tokens = [(m.start(), m.end(), fold(m.group())) for m in _TOKEN.finditer(text)]
    parts: list[Part] = []
    has_month = any(key in months for _, _, key in tokens)
    i = 0
    while i < len(tokens):
        start, end, key = tokens[i]
        if key in months and (len(key) > 3 or key == fold(text).strip(" .") or has_month):
            parts.append(Part(start, end, "month", months[key], "month"))
        elif key in weekdays:
            parts.append(Part(start, end, "weekday", weekdays[key], "weekday"))
        elif key in _ORDINALS and has_month:
            parts.append(Part(start, end, "day", _ORDINALS[key], "word"))
        elif key.isdecimal():
            name = _number_name(int(key), len(key), has_month, year_cue)
            if name:
                parts.append(Part(start, end, name, int(key), "figure"))
        elif key in table:
            last = i
            while last + 1 < len(tokens) and (tokens[last + 1][2] in table or _links(tokens, last)):
                last += 1
            value = parse(lexicon, text[start : tokens[last][1]])
            name = _number_name(value, 4 if value and value > 99 else 2, has_month, year_cue)
            if value is not None and name:
                parts.append(Part(start, tokens[last][1], name, value, "word"))
            i = last
        i += 1
    return parts


def _links(tokens: list[tuple[int, int, str]], last: int) -> bool:
    return tokens[last + 1][2] == "y" and last + 2 < len(tokens)


def _number_name(value: int | None, width: int, has_month: bool, year_cue: bool) -> str:
    if value is None:
        return ""
    if width == 4 and 1000 <= value <= 2999:
        return "year"
    if width <= 2 and 1 <= value <= 31 and (has_month or not year_cue):
        return "day"
    return "year" if width == 2 and value <= 99 else ""


def write_date(written: Written, new: dict[str, int], lexicon: Lexicon) -> str:
    """The mention with new values of its components, each in the style it had."""
    text = written.text
    numeric = _NUMERIC.search(text) is not None
    for part in reversed(written.parts):
        if part.name not in new:
            continue
        old = text[part.start : part.end]
        fresh = _render(part, old, new[part.name], lexicon, numeric)
        text = text[: part.start] + fresh + text[part.end :]
    return text


def _render(part: Part, old: str, value: int, lexicon: Lexicon, numeric: bool) -> str:
    if part.style == "month":
        name = lexicon.months[value - 1]
        short = len(old) <= 4 and fold(old) != fold(lexicon.months[part.value - 1])
        return _like(name[:3] if short else name, old)
    if part.style == "weekday":
        return _like(lexicon.weekdays[value], old)
    if part.style == "word":
        return _like(say(lexicon, value), old)
    if part.name == "year" and len(old) == 2:
        value %= 100
    # "12/05" does not tell whether a 3 would be padded; beside separators it usually is.
    padded = part.name == "year" or old.startswith("0") or (len(old) == 2 and numeric)
    return f"{value:0{len(old) if padded else 1}d}"


def _like(name: str, old: str) -> str:
    pattern = case_pattern(old)
    return name[:1].upper() + name[1:] if pattern == "title" else apply_case(name, pattern)
