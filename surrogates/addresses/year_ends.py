"""Numbers that are the last two digits of a year: "born in [1999], hence the [99]".

Most are said of an address or a name in one. They follow the year that a labelled date says, once
the dates are written; one of an address that is told to be of a birth follows the age where no
date says it. That a number is one is told by the words of a birth or a year in its turn,
or by the date itself beside it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from surrogates import notices
from surrogates.addresses.birth_numbers import write_digits
from surrogates.codes import ConstraintKind
from surrogates.dates.calendars import Calendar
from surrogates.dates.lives.writing import set_age
from surrogates.dates.reading import read_dates
from surrogates.dates.runs import calendars_of, entries_of, read_runs
from surrogates.dates.shift import full_year
from surrogates.folding import apply_case, case_pattern, fold, words
from surrogates.labels import DIGITS, Kind
from surrogates.languages.cardinals import parse, parse_one_by_one
from surrogates.languages.numerals import spoken_in
from surrogates.numbers.board import Board
from surrogates.numbers.identifiers.schemes.years import years_in
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR = 1  # turns between a number and the date that tells what it is
_CENTURY = 100
_NOW = range(2005, 2036)  # years in which an age is said
_JOINED = 3  # characters between the pieces of one number
_MARK = re.compile(r"\s*[€$£%]|[.,:/\-]\d")
_PREPOSITIONS = frozenset({"in", "en"})  # stand before years and before anything else


def follow_years(scene: Scene) -> None:
    """Writes such numbers anew; one whose year stays is left as it is."""
    numbers = [item for item in scene.items if item.kind is Kind.NUMBER and not item.cue]
    if not numbers or not any(item.kind in (Kind.DATE, Kind.AGE) for item in scene.items):
        return
    calendars = calendars_of(scene)
    pairs = _pairs(scene, numbers, calendars[0])
    ends = [(item, value) for item in numbers for value in _read(scene, item, calendars)]
    counted = {value for item, value in ends if _counts(scene, item, calendars[0])}
    ends = [(item, value) for item, value in ends if value not in counted]
    years = _years(scene, calendars) if ends or pairs else {}
    births = dict(_births(scene, ends, calendars[0]))
    now = births | {value: year for value, (_, year) in years.items()}
    for one, two, value in pairs:
        if value in now and value != now[value] % _CENTURY:
            for item, digit in zip((one, two), f"{now[value] % _CENTURY:02d}", strict=True):
                _write_digit(scene, item, digit, calendars[0])
    told = {v for item, v in ends if v in years and _is_told(scene, item, years[v][0], calendars)}
    for item, value in ends:
        if value in told | births.keys():
            _write(scene, item, now[value] % _CENTURY, value, calendars)


def follow_years_of_codes(scene: Scene, board: Board) -> None:
    """Writes a year inside a code as what the same year of a date became: "F-2026/0147"."""
    told = [(group, list(years_in(group))) for group in board.groups if group.kind is Kind.ID]
    years = _years(scene, calendars_of(scene)) if any(found for _, found in told) else {}
    for group, found in told:
        now = board.now(group.values) if found and not (group.failed or group.stays) else ""
        new = now
        for start, was in found:
            if now and int(was) % _CENTURY in years:
                year = str(years[int(was) % _CENTURY][1])[-len(was) :]
                new = new[:start] + year + new[start + len(was) :]
        if new != now:
            write_digits(scene, board, group, new)


def _read(scene: Scene, item: Item, calendars: Sequence[Calendar]) -> list[int]:
    """The two digits that a number says; nothing where it is a piece of another one."""
    others = [i for i in scene.items_by_turn[item.turn] if i is not item and i.kind in DIGITS]
    beside = any(i.start - item.end <= _JOINED >= item.start - i.end for i in others)
    if beside or scene.constraint_for(ConstraintKind.SURROGATE, item) is not None:
        return []
    number = item.text if item.text.isdecimal() else item.text.split(" ")[0]
    if number.isdecimal():
        return [int(number)] if len(number) == 2 else []
    forms = (calendar.read_number(item.text) for calendar in calendars)
    value = next((form.value for form in forms if form is not None and not form.ending), 0)
    if not value and len(figures := _one_by_one(scene, item.text)) == 2:
        return [int(figures)]
    return [value] if 10 <= value < _CENTURY else []


def _one_by_one(scene: Scene, text: str) -> str:
    """The figures that are said one by one: "nine one"."""
    figures = parse_one_by_one(scene.lexicon, text) if " " in text else None
    return figures or ""


def _pairs(
    scene: Scene, numbers: Sequence[Item], calendar: Calendar
) -> list[tuple[Item, Item, int]]:
    """Two digits side by side that an address has so: "[kbrand79]. [Sieben] [neun]"."""
    addressed = _addressed(scene)
    found: list[tuple[Item, Item, int]] = []
    for one, two in pairwise(numbers) if addressed else ():
        if one.turn != two.turn or words(scene.between(one, two)):
            continue
        said = "".join(digit for item in (one, two) for digit in _digit(item, calendar))
        if len(said) == 2 and said in addressed:
            found.append((one, two, int(said)))
    return found


def _addressed(scene: Scene) -> frozenset[str]:
    """The figures in a row that addresses have."""
    addresses = scene.of_kind(scene.items, Kind.EMAIL, Kind.USER)
    return frozenset(run for item in addresses for run in re.findall(r"\d+", item.text))


def _digit(item: Item, calendar: Calendar) -> str:
    """The one digit that a mention says, or ""."""
    form = None if item.text.isdecimal() else calendar.read_number(item.text)
    said = item.text if form is None else str(form.value)
    return said if len(said) == 1 and said.isdecimal() else ""


def _write_digit(scene: Scene, item: Item, digit: str, calendar: Calendar) -> None:
    if digit == _digit(item, calendar):  # the decade
        _leave(scene, item)
        return
    new = digit if item.text.isdecimal() else calendar.say(int(digit))
    set_age(scene, item, apply_case(new or digit, case_pattern(item.text)))


def _leave(scene: Scene, item: Item) -> None:
    scene.told[item.index] = frozenset(words(item.text))
    set_age(scene, item, item.text)
    scene.raise_issue(notices.SAID_AROUND, item)


def _counts(scene: Scene, item: Item, calendar: Calendar) -> bool:
    """Whether a number counts something: "[15] euros", "[15 noches]"."""
    after = scene.after(item)
    units = calendar.phrases("unit").keys() | {
        fold(row["form"]) for row in scene.lexicon.all_rows("units")
    }
    for numerals in spoken_in(scene.dialogue.lang, scene.lexicon):
        units |= numerals.nouns.keys()
    following = words(after)[:1] if after[:1].isspace() else ()
    within = " " in item.text and any(c.isdecimal() for c in item.text)
    return within or bool(_MARK.match(after)) or not units.isdisjoint(following)


def _years(scene: Scene, calendars: Sequence[Calendar]) -> Mapping[int, tuple[Item, int]]:
    """Last two digits of each year that a date says -> the date, and the year now."""
    years: dict[int, tuple[Item, int]] = {}
    dates = [item for item in scene.items if item.kind is Kind.DATE]
    for run in read_runs(scene, dates, list(calendars)):
        for entry in entries_of(run):
            item, year = entry.owners.get("year"), entry.dated.said("year")
            if item is not None and year is not None:
                now = read_dates(scene.surrogates[item.index], run.calendar, year_cue=True)
                new = next((y for m in now.moments if (y := m.said("year")) is not None), None)
                if new is not None:
                    years.setdefault(year % _CENTURY, (item, full_year(new)))
    return years


def _births(
    scene: Scene, ends: Sequence[tuple[Item, int]], calendar: Calendar
) -> Iterator[tuple[int, int]]:
    """Digits of an address that are told to be of a birth, and its year by the age now."""
    born = calendar.phrases("birth").keys() - _PREPOSITIONS
    addressed = _addressed(scene)
    for item, value in ends:
        said = {word for side in scene.around(item) for word in calendar.words_of_birth(side)}
        if f"{value:02d}" not in addressed or said.isdisjoint(born):
            continue
        for age in scene.of_kind(scene.items, Kind.AGE):
            old, new = (_count(t, calendar) for t in (age.text, scene.surrogates[age.index]))
            if old and new and full_year(value) + old in _NOW:
                yield value, full_year(value) + old - new
                break


def _count(text: str, calendar: Calendar) -> int:
    """The years that an age says, 0 for none."""
    number = text.split(" ")[0] if text[:1].isdecimal() else text
    form = calendar.read_number(number)
    return int(number) if number.isdecimal() else form.value if form is not None else 0


def _is_told(scene: Scene, item: Item, date: Item, calendars: Sequence[Calendar]) -> bool:
    if abs(item.turn - date.turn) <= NEAR:
        return True
    cues = {c for calendar in calendars for k in ("birth", "year") for c in calendar.phrases(k)}
    said = {word for side in scene.around(item) for word in calendars[0].words_of_birth(side)}
    return not said.isdisjoint(cues - _PREPOSITIONS)


def _write(scene: Scene, item: Item, new: int, old: int, calendars: Sequence[Calendar]) -> None:
    if new == old:
        _leave(scene, item)
        return
    if item.text.isdecimal():
        set_age(scene, item, f"{new:02d}")
        return
    if _one_by_one(scene, item.text) and not parse(scene.lexicon, item.text):
        spoken = " ".join(calendars[0].say(int(figure)) or figure for figure in f"{new:02d}")
        set_age(scene, item, apply_case(spoken, case_pattern(item.text)))
        return
    calendar = next(c for c in calendars if c.read_number(item.text) is not None)
    spoken = " ".join(filter(None, (calendar.say(0) if new < 10 else "", calendar.say(new))))
    set_age(scene, item, apply_case(spoken, case_pattern(item.text)))
