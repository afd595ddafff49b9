"""Writes a component of a date with another value, in the form that it had."""

import re
from collections.abc import Sequence
from itertools import pairwise

from surrogates.dates.calendars import Calendar, Form, joined
from surrogates.dates.numeric import ROMAN, Part
from surrogates.folding import apply_case, case_pattern, fold, words
from surrogates.rewrite import Item
from surrogates.scene import Scene

_JOINT = r"[\s-]+"


def write_part(
    part: Part, old: str, value: int, calendar: Calendar, spoken: bool = False
) -> str | None:
    """The component with a new value; None when the language has no word for it."""
    if value == part.value:
        return old
    if part.style == "roman":
        return ROMAN[value - 1]
    if part.style == "figure":
        # Beside a month in words (`spoken`), the first of a French month is "1er".
        return _figure(part, value, calendar, spoken)
    if (
        part.name == "month"
        and part.form.variant in ("cardinal", "stem")
        and not _is_month(old, calendar)
    ):
        return in_case_of(calendar.ordinal(value, part.form), old)
    if part.name == "month":
        return _named(calendar.month(value, part.form), part, old, calendar.months)
    if part.name == "weekday":
        return _named(calendar.weekday(value, part.form), part, old, calendar.weekdays)
    if part.form.variant == "name":
        return in_case_of(calendar.decade(value % 100, old), old)
    return in_case_of(_number(part, value, calendar), old)


def _is_month(old: str, calendar: Calendar) -> bool:
    return fold(old.strip(". ")) in calendar.months


def _named(word: str, part: Part, old: str, table: dict[str, Form]) -> str:
    new = in_case_of(word, old.rstrip(".")) or word
    form = table.get(fold(word))
    short = form is not None and form.variant == "short"
    return new + ("." if part.dot and short else "")


def _number(part: Part, value: int, calendar: Calendar) -> str | None:
    if part.name in ("year", "decade") and part.value < 100:
        value %= 100
        zero, low = calendar.say(0), calendar.say(value)
        if 0 < value < 10 and zero is not None and low is not None:
            return f"{zero} {low}"
    if part.style == "pair":
        return _pair(value, calendar)
    if part.form.variant == "hundreds" and 1100 <= value <= 1999:
        high, low = calendar.say(value // 100), calendar.say(value % 100)
        return None if high is None else f"{high}hundert{low if value % 100 else ''}"
    if part.form.variant in ("cardinal", "hundreds"):
        if part.name == "day" and value == 1 and calendar.lang == "fr":
            return "premier"
        if part.form.ending:
            return calendar.inflect(value, part.form.ending)
        return calendar.say(value)
    return calendar.ordinal(value, part.form)


def _pair(value: int, calendar: Calendar) -> str | None:
    high, low = calendar.say(value // 100), calendar.say(value % 100)
    if high is None or low is None:
        return None
    if value % 100 == 0:
        return f"{high} hundred" if value % 1000 else calendar.say(value)
    return f"{high} oh {low}" if value % 100 < 10 else f"{high} {low}"


def _figure(part: Part, value: int, calendar: Calendar, spoken: bool) -> str | None:
    if part.name in ("year", "decade") and part.value < 100:
        value %= 100
    digits = f"{value:0{part.width or 1}d}"
    if part.form.ending:
        letters = calendar.on_figure(value, part.form.ending)
        return None if letters is None else digits + part.suffix + letters
    if part.name == "day" and calendar.lang == "fr" and (spoken or part.suffix) and value == 1:
        return digits + "er"
    if part.suffix and calendar.lang == "en":
        suffix = _english_suffix(value)
        return digits + (suffix.upper() if part.suffix.isupper() else suffix)
    # "1er" and "1º" are said of the first only; German "ten" of all except a few.
    return digits + (part.suffix if calendar.lang == "de" else "")


def _english_suffix(value: int) -> str:
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def in_case_of(word: str | None, old: str) -> str | None:
    """`word` in the case of what stood there."""
    if word is None:
        return None
    pattern = case_pattern(old)
    if pattern != "title":
        return apply_case(word, pattern)
    several = len(words(old)) > 1 and all(w[:1].isupper() for w in old.replace("-", " ").split())
    if several:
        return " ".join(w[:1].upper() + w[1:] for w in word.split(" "))
    return word[:1].upper() + word[1:] if old[:1].isupper() else word


def write_parts(text: str, start: int, parts: list[tuple[Part, str]], lang: str) -> str:
    """`text`, read from `start` on, with the new words of each part; what is before them elides."""
    for part, new in sorted(parts, key=lambda p: -p[0].start):
        before, after = text[: part.start - start], text[part.end - start :]
        old = text[part.start - start : part.end - start]
        if before and joined(lang, before, old) == before:
            before = joined(lang, before, new)
        text = before + new + after
    return text


def cut(text: str, scene: Scene, items: Sequence[Item]) -> list[str] | None:
    """A number in words, in as many pieces as its items; None where what parts them is not in it.

    "Treinta y uno" may become "cuarenta y dos" where the "y" has no label, and never "veinte".
    """
    gaps = (scene.between(one, two) for one, two in pairwise(items))
    joints = (
        _JOINT.join(["", *map(re.escape, said), ""])
        if (said := words(gap))
        else re.escape(gap)
        if gap.strip()
        else _JOINT
        for gap in gaps
    )
    pattern = "(.+?)" + "".join(f"{joint}(.+?)" for joint in joints)
    match = re.fullmatch(pattern, text)
    return list(match.groups()) if match is not None else None
