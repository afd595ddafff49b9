"""Finds the dates in a text: tokens become components, components become moments.

One text may hold several moments ("del 3 al 5 de mayo" is two that share a month). Nothing here
knows how far dates move; `writing` writes a component back in the form that it had.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from surrogates.dates.calendars import Calendar, Form
from surrogates.dates.numeric import Moment, Part, numeric_dates
from surrogates.dates.tokens import Token, tokens_of

_LAST_OF_MONTH = 5  # Mondays of one month
_FROM, _TO = "ablative", frozenset({"allative", "destinative", "terminative"})


@dataclass(frozen=True, slots=True)
class Parse:
    """What was read, and whether every figure and word was understood."""

    moments: tuple[Moment, ...]  # in order
    figures_left: bool  # figures that no component explains: rewriting would leave them
    unknown: int  # words of no known kind
    impossible: bool  # figures in the shape of a date that none can have


def read_dates(
    text: str,
    calendar: Calendar,
    *,
    year_cue: bool = False,  # the words before it speak of a year
    plural_cue: bool = False,  # ... of many ("los")
    month_first: bool | None = None,  # order of 9/10; None: the language's usual one
    month_year: bool = False,  # 09/27 is a month of a year: the last one of a card
) -> Parse:
    """What a text says; the moments are the caller's own, who may say more of them."""
    parse = _read(text, calendar, year_cue, plural_cue, month_first, month_year)
    moments = tuple(m.copy() for m in parse.moments)
    return Parse(moments, parse.figures_left, parse.unknown, parse.impossible)


# A dialogue's few dates are read by every rule that asks for one.
@lru_cache(maxsize=1024)
def _read(
    text: str,
    calendar: Calendar,
    year_cue: bool,
    plural_cue: bool,
    month_first: bool | None,
    month_year: bool,
) -> Parse:
    parts, impossible = numeric_dates(text, calendar, month_first, month_year)
    taken = [(p.start, p.end) for group in parts for p in group]
    blocked = [*taken, *(match.span() for match in impossible)]
    tokens = tokens_of(text, calendar, blocked)
    _drop_durations(text, tokens, calendar)
    groups: list[tuple[int, Moment]] = [
        (group[0].start, Moment({p.name: p for p in group})) for group in parts
    ]
    moments = _assemble(text, tokens, calendar, year_cue, plural_cue)
    groups += [(min(p.start for p in m.parts.values()), m) for m in moments]
    ordered = [m for _, m in sorted(groups, key=lambda g: g[0])]
    _attach_weekdays(ordered)
    covered = [(p.start, p.end) for m in ordered for p in m.parts.values()]
    covered += [(t.start, t.end) for t in tokens if t.kind == "duration"]
    figures = [i for i, c in enumerate(text) if c.isdecimal()]
    left = any(not any(start <= i < end for start, end in covered) for i in figures)
    # A month that nobody could read stands between them.
    left = left or any({"day", "year"} <= m.parts.keys() and not m.value("month") for m in ordered)
    unknown = sum(t.kind == "other" for t in tokens)
    return Parse(tuple(ordered), left, unknown, bool(impossible))


def _drop_durations(text: str, tokens: list[Token], calendar: Calendar) -> None:
    """Marks numbers that count: "tres meses" says how long, "the first Monday" which Monday."""
    following = [*tokens[1:], None, None]
    for token, unit, last in zip(tokens, following, following[1:], strict=False):
        if token.kind != "number" or unit is None or unit.kind != "unit":
            continue
        if 1000 <= token.value <= 2999 or token.form.ending:
            continue  # "2018 urtean": the year itself
        if last is not None and last.kind == "number" and unit.key in calendar.phrases("join"):
            continue  # "día 10 mes 9"
        token.kind = "duration"
    month = next((i for i, t in enumerate(tokens) if t.kind == "month"), len(tokens))
    for i, (token, after) in enumerate(pairwise(tokens)):
        beside = not text[token.end : after.start].strip() and token.value <= _LAST_OF_MONTH
        if token.kind == "day" and after.kind == "weekday" and beside and i < month:
            token.kind = "duration"  # "the first Monday in May" counts Mondays


# Moments


def _assemble(
    text: str, tokens: list[Token], calendar: Calendar, year_cue: bool, plural_cue: bool
) -> list[Moment]:
    moments: list[Moment] = []
    now = Moment()
    link = ""  # the words between this component and the one before
    decade = plural_cue or any(t.key in calendar.phrases("decade") for t in tokens)
    cue = year_cue
    ranged = False
    many = plural_cue  # "los lunes y martes": every Monday and every Tuesday
    shared: list[tuple[Moment, Moment]] = []
    for i, token in enumerate(tokens):
        century = token.value in (19, 20) and [t.kind for t in tokens[i + 1 : i + 2]] == ["decade"]
        if century or token.kind in ("join", "range", "word", "other", "unit", "duration"):
            link = f"{link} {token.key}".strip()
            ranged = ranged or (
                token.kind == "range" and token.key not in ("de", "du", "des", "del")
            )
            cue = cue or token.key in calendar.phrases("year")
            continue
        later = _month_ahead(tokens, i)
        if _is_counted(tokens, i, text, calendar):
            link = ""
            continue
        dash = text[tokens[i - 1].end : token.start].strip(" .") in ("-", "–") if i else False
        if dash and tokens[i - 1].kind in ("number", "day") and token.kind in ("number", "day"):
            ranged = True  # "May 3-5"
        if i and tokens[i - 1].form.ending == _FROM and token.form.ending in _TO:
            ranged = True  # "apirilaren 3tik 10era"
        if _is_hour(tokens, i, link, calendar):
            end = next((t.start for t in tokens[i:] if t.kind in ("month", "weekday")), len(text))
            now.parts["clock"] = Part(token.start, end, "clock", 0, "word")
            break
        after_day = bool(i) and _is_month_number(tokens[i - 1], token, link, text, calendar)
        around = _Around(link, cue, ranged, decade, later and not after_day)
        name = _name(token, now, text, calendar, around)
        if not name:
            link = ""
            continue
        behind = name == "day" and around.later and {"day", "month"} <= now.parts.keys()
        if name in now.parts or behind or (ranged and name == "day" and now.parts):
            moments.append(now)
            before, now = now, Moment()
            if ranged or "y" in link:
                shared.append((before, now))
            around = replace(around, link="", ranged=False)
            name = _name(token, now, text, calendar, around) or name
        if name == "weekday":
            several = link.split()[-1:] and link.split()[-1] in calendar.phrases("plural")
            bare = not link or link in calendar.phrases("range")
            many = bool(several) or (many and bare) or token.form.variant == "plural"
            if many and token.form.variant == "main":
                token.form = Form(token.value, "plural")
        now.parts[name] = _part(token, name, text)
        link, cue, ranged = "", False, False
    moments.append(now)
    for first, second in reversed(shared):
        for name in ("month", "year"):
            part = second.parts.get(name) if name not in first.parts else None
            if part is not None and "day" in first.parts:
                first.implied[name] = part.value
            elif name in second.implied and name not in first.parts:
                first.implied[name] = second.implied[name]
    for first, second in shared:  # "May 3-5"
        month = first.value("month")
        if set(second.parts) == {"day"} and not second.implied and month is not None:
            second.implied["month"] = month
    return [m for m in moments if m.parts]


def _is_month_number(before: Token, token: Token, link: str, text: str, calendar: Calendar) -> bool:
    """Whether a number is the month of the day before it, whatever follows: "diez del nueve"."""
    if link:
        return link in calendar.phrases("of_month")
    touching = not text[before.end : token.start].strip()
    return touching and before.kind == token.kind == "day"  # "zehnten neunten"


def _month_ahead(tokens: list[Token], i: int) -> bool:
    """Whether the days from token i on lead to a month: "tres y el cuatro de mayo"."""
    skipped = ("number", "day", "range", "join")
    rest = (t.kind for t in tokens[i + 1 :] if t.kind not in skipped)
    return next(rest, "") == "month"


def _is_counted(tokens: list[Token], i: int, text: str, calendar: Calendar) -> bool:
    """Whether a figure counts something that is no date: "Q3", "KW 37", "week 37"."""
    token = tokens[i]
    if token.style != "figure" or token.value > 99:
        return False
    if text[max(token.start - 1, 0) : token.start].isalpha():
        return True
    before = tokens[i - 1] if i else None
    if before is None or text[before.end : token.start].strip():
        return False
    counted = before.key not in {*calendar.phrases("join"), *calendar.phrases("year")}
    decade = before.key in calendar.phrases("decade")
    return (before.kind == "unit" and counted and not decade) or (
        before.kind == "other"
        and len(before.key) <= 3
        and before.key not in calendar.phrases("copula")
    )


def _is_hour(tokens: list[Token], i: int, link: str, calendar: Calendar) -> bool:
    """Whether a number is an hour: "a las tres", "drei Uhr"."""
    if tokens[i].kind != "number":
        return False
    after = tokens[i + 1].key if i + 1 < len(tokens) else ""
    led = link.split()[-1:] and link.split()[-1] in calendar.phrases("at")
    return bool(led) or after in calendar.phrases("oclock")


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a token that may be a component of a moment."""

    link: str  # the words after the component before
    cue: bool  # one of them says that a year follows
    ranged: bool  # it ends a range
    decade: bool  # the mention speaks of a decade
    later: bool  # a month follows somewhere


def _name(token: Token, now: Moment, text: str, calendar: Calendar, around: _Around) -> str:
    """Which component of the moment a token is, "" for none."""
    cue, ranged, decade, later = around.cue, around.ranged, around.decade, around.later
    if token.kind in ("month", "weekday", "decade"):
        return token.kind
    value = token.value
    has_day, has_month = "day" in now.parts, "month" in now.parts
    if token.kind == "day":
        if has_day and not has_month and not ranged and not later and value <= 12:
            return "month"  # "am zehnten neunten"
        return "day"
    apostrophe = text[max(token.start - 1, 0) : token.start] in ("'", "’") and len(token.text) == 2
    tens = value % 10 == 0 and (20 <= value <= 90 or 1900 <= value <= 2090)
    if decade and tens and not has_day and not has_month and not later:
        return "decade"
    if value > 99:
        return "year" if 1000 <= value <= 2999 else ""
    if apostrophe and calendar.lang != "ca":  # "l'11" is a Catalan day
        return "year"
    long_enough = token.style == "word" or len(token.text) == 2
    led = around.link in calendar.phrases("lead").keys() - calendar.phrases("of_month").keys()
    alone = token.style == "word" and value < 10 and not token.text.count(" ")
    if has_month and has_day and not cue and (led or alone) and 1 <= value <= 31:
        return "day"  # "siete de junio, el siete del seis": nobody calls 2007 "siete"
    if has_month and has_day and not ranged and not later:
        return "year" if long_enough and "year" not in now.parts else "day" * (1 <= value <= 31)
    possible = 1 <= value <= 31
    if has_month and not has_day and not ranged:
        of = set(around.link.split()) & {"de", "del", "d", "l", "of", "any", "ano", "year", "jahr"}
        if long_enough and (of or not possible or cue):
            return "year"
        return "day" * possible
    if has_day and not has_month and not ranged and not later and not token.form.ending:
        follows = around.link in ("del", "de", "de l", "d", "du", "of", "of the", "mes", "mois", "")
        if 1 <= value <= 12 and follows and (around.link or "weekday" not in now.parts):
            return "month"
    if cue and long_enough and not later:
        return "year"
    return "day" if possible else "year" if long_enough else ""


def _part(token: Token, name: str, text: str) -> Part:
    dot = token.form.variant == "short" and text[token.end : token.end + 1] == "."
    if token.style != "figure":
        style = "pair" if token.form.variant == "pair" else "word"
        end = token.end + dot if name in ("month", "weekday") else token.end
        return Part(token.start, end, name, token.value, style, token.form, dot=dot)
    tight = name == "day" and text[token.end : token.end + 1] in ("-", "/")  # "12-ENE-19"
    padded = name in ("year", "decade") or token.text.startswith("0") or tight
    width = len(token.text) if padded else 1
    return Part(
        token.start, token.end, name, token.value, "figure", token.form, width, token.suffix
    )


def _attach_weekdays(moments: list[Moment]) -> None:
    """A weekday that stands alone before a date belongs to it ("lunes, 10/09/2018")."""
    i = 0
    while i + 1 < len(moments):
        first, second = moments[i], moments[i + 1]
        alone = set(first.parts) == {"weekday"}
        if alone and "day" in second.parts and "weekday" not in second.parts:
            second.parts = {**first.parts, **second.parts}
            del moments[i]
        else:
            i += 1
