"""Numbers that make a date with the words beside them: "[lunes:month] [25:number]".

`engine` calls it before there is a scene. A corpus such as ES-Port labels the words of a date one
by one, months and weekdays apart from numbers; what reads as the day, month or year of one date is
moved with it, whatever its label.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from surrogates.dates.calendars import Calendar
from surrogates.dates.lives.told_years import tell_years
from surrogates.dates.numeric import Moment, Part
from surrogates.dates.reading import read_dates
from surrogates.dates.runs import calendars_of, is_joint, is_one_number
from surrogates.dates.tokens import tokens_of
from surrogates.folding import PARTICLES, words, words_apart
from surrogates.labels import Kind, is_measure_label, is_money_label
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import numerals_of, percent_sign
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.types import Dialogue

NEAR = 2  # turns between a date and a day or year that answers for it
_GAP = re.compile(r"[^!?;:\n…]*")
_GAP_WORDS = 3
# "Year 7" and "drei b" are classes, "38,9" a fever.
_NAMED = re.compile(
    r"[^\W\d_]+\s?\d|(?:3[2-9]|[4-9]\d|\d{3,})[.,]\d|(?:\d{1,2}|[^\W\d_]+)(?:[ -]|(?<=\d))[a-gA-G]$"
)
_SHORT = 2  # letters of what is behind a number and no noun: "3rd"
_DAYS, _MONTHS = range(1, 32), range(1, 13)
_YEARS = range(1900, 2100)


@dataclass
class _Told:
    """What was found to be of a date so far."""

    items: set[int] = field(default_factory=set)
    days: set[int] = field(default_factory=set)
    pairs: set[tuple[int, int]] = field(default_factory=set)  # (day, month)
    turns: set[int] = field(default_factory=set)  # that speak of a date


def tell_dates(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; numbers that are the day, month or year of a date become dates."""
    if not any(map(_is_number, items)):
        return list(items)
    scene = Scene(dialogue, lexicon, b"", list(items))
    calendars = calendars_of(scene)
    told = _Told()
    chains = [
        (chain, calendar)
        for chain in _chains(scene, calendars[0])
        for calendar in [_calendar(scene, chain, calendars)]
    ]
    for chain, calendar in chains:
        _tell_with_names(scene, chain, calendar, told)
    for chain, calendar in chains:
        _tell_pairs(scene, chain, calendar, told)
    if told.turns:
        for chain, calendar in chains:
            _tell_alone(scene, chain, calendar, told)
    items = [replace(i, kind=Kind.DATE) if i.index in told.items else i for i in items]
    return tell_years(scene, items, calendars[0])


def _is_number(item: Item) -> bool:
    plain = item.kind is Kind.NUMBER and not item.cue
    told = is_money_label(item.label) or is_measure_label(item.label)
    return plain and not told and not _NAMED.match(item.text)


def _chains(scene: Scene, calendar: Calendar) -> Iterator[list[Item]]:
    """Dates and numbers of one turn that only joining words part."""
    chain: list[Item] = []
    for item in scene.items:
        if item.kind is Kind.DATE and is_joint(item, calendar):
            continue
        if item.kind is not Kind.DATE and not _is_number(item):
            if chain:
                yield chain
            chain = []
            continue
        if chain and not (chain[-1].turn == item.turn and _joins(scene, chain[-1], item, calendar)):
            yield chain
            chain = []
        chain.append(item)
    if chain:
        yield chain


def _joins(scene: Scene, one: Item, two: Item, calendar: Calendar) -> bool:
    gap = scene.between(one, two)
    if not _GAP.fullmatch(gap) or ("." in gap and gap.strip() != "."):
        return False
    known = {k for kind in ("join", "range", "copula") for k in calendar.phrases(kind)}
    said = words_apart(gap)
    return len(said) <= _GAP_WORDS and known.issuperset(said)


def _calendar(scene: Scene, chain: Sequence[Item], calendars: list[Calendar]) -> Calendar:
    """The first language that reads the months and weekdays of a chain."""
    named = [i.text for i in chain if i.kind is Kind.DATE and any(c.isalpha() for c in i.text)]
    for calendar in calendars:
        if all(read_dates(text, calendar).moments for text in named):
            return calendar
    return calendars[0]


def _tell_with_names(scene: Scene, chain: list[Item], calendar: Calendar, told: _Told) -> None:
    """Numbers beside a month or a weekday."""
    if not any(i.kind is Kind.DATE for i in chain):
        return
    for moment in _moments(scene, chain, calendar):
        names = [
            name
            for name in ("month", "weekday")
            if name in moment.parts and _is_date(chain, moment.parts[name])
        ]
        if not names:
            continue
        told.turns.add(chain[0].turn)
        parts = [p for n, p in moment.parts.items() if n in ("day", "month", "year")]
        numbers = [p for p in parts if any(map(_is_number, _held(chain, p)))]
        if not all(_may_be(scene, chain, moment, part, calendar) for part in numbers):
            continue
        _tell(chain, moment, numbers, told)


def _tell_pairs(scene: Scene, chain: list[Item], calendar: Calendar, told: _Told) -> None:
    """A day and the number of its month: "el [diez] del [nueve]", "am [zehnten] [neunten]"."""
    for moment in _moments(scene, chain, calendar):
        day, month = moment.parts.get("day"), moment.parts.get("month")
        if day is None or month is None or day.start > month.start:
            continue
        first, last = _held(chain, day), _held(chain, month)
        if not first or not last or first[0] is last[0] or month.value not in _MONTHS:
            continue
        if any(i.kind is Kind.DATE or i.index in told.items for i in (*first, *last)):
            continue
        lead = _said_before(scene, first[0])[-1:]
        gap = words(scene.between(first[-1], last[0]))
        led = bool(lead) and lead[0] in calendar.phrases("lead")
        ordinal = day.form.variant not in ("cardinal", "") and month.form.variant == (
            day.form.variant
        )
        counted = bool(gap) and gap[0] in calendar.phrases("of_month")
        known = (day.value, month.value) in told.pairs
        parts = list(moment.parts.values())
        free = all(_may_be(scene, chain, moment, part, calendar) for part in parts)
        if free and (known or (led and (counted or ordinal))):
            _tell(chain, moment, parts, told)


def _tell_alone(scene: Scene, chain: list[Item], calendar: Calendar, told: _Told) -> None:
    """A day that answers, repeats or corrects one: "¿qué día?" - "el [quince]"."""
    if any(i.kind is Kind.DATE or i.index in told.items for i in chain):
        return
    turn = chain[0].turn
    if not any(abs(turn - other) <= NEAR for other in told.turns):
        return
    text = scene.dialogue.turns[turn].text[chain[0].start : chain[-1].end]
    if len(chain) > 1 and not is_one_number(text, calendar):
        return
    tokens = tokens_of(text, calendar, [])
    if len(tokens) != 1 or tokens[0].kind not in ("number", "day"):
        return
    if _counts(scene, chain[-1], tokens[0].value, calendar):
        return
    lead = _said_before(scene, chain[0])
    value = tokens[0].value
    asked = _asks_day(scene, chain[0], calendar)
    led = bool(lead) and lead[-1] in calendar.phrases("lead")
    whole = not lead and not words(scene.after(chain[-1]))
    year = bool(lead) and lead[-1] in calendar.phrases("year") and value in _YEARS
    day = value in _DAYS and (led or asked or (whole and value in told.days))
    if day or year:
        told.items.update(i.index for i in chain)


def _said_before(scene: Scene, item: Item) -> Sequence[str]:
    return words_apart(scene.before(item))


def _asks_day(scene: Scene, item: Item, calendar: Calendar) -> bool:
    """Whether the turn before asks for a day, and this is the first that answers."""
    first = next(i for i in scene.items if i.turn == item.turn)
    if item.turn == 0 or first is not item:
        return False
    asked = f" {' '.join(words(scene.dialogue.turns[item.turn - 1].text))} "
    return any(f" {phrase} " in asked for phrase in calendar.phrases("asks_day"))


def _moments(scene: Scene, chain: list[Item], calendar: Calendar) -> tuple[Moment, ...]:
    text = scene.dialogue.turns[chain[0].turn].text[chain[0].start : chain[-1].end]
    return read_dates(text, calendar).moments


def _held(chain: list[Item], part: Part) -> list[Item]:
    base = chain[0].start
    return [i for i in chain if i.start - base < part.end and part.start < i.end - base]


def _is_date(chain: list[Item], part: Part) -> bool:
    return any(i.kind is Kind.DATE for i in _held(chain, part))


def _may_be(
    scene: Scene, chain: list[Item], moment: Moment, part: Part, calendar: Calendar
) -> bool:
    """Whether a number is of this date: its words are labelled, and it counts nothing else."""
    held = _held(chain, part)
    base = chain[0].start
    whole = bool(held) and held[0].start - base <= part.start and part.end <= held[-1].end - base
    if not whole or (part.name == "day" and part.value not in _DAYS):
        return False
    weekday = moment.parts.get("weekday")
    if part.name == "day" and "month" not in moment.parts and weekday is not None:
        if part.start < weekday.start and _is_counting(scene, held[0]):
            return False  # "una mesa para [cuatro], el [sábado]"
        between = sorted([(weekday.start, weekday.end), (part.start, part.end)])
        text = scene.dialogue.turns[held[0].turn].text
        gap = words(text[base + between[0][1] : base + between[1][0]])
        if not calendar.phrases("range").keys().isdisjoint(gap):
            return False  # "el lunes o el 25"
        if not calendar.phrases("at").keys().isdisjoint(gap[-1:]):
            return False
    last = max(moment.parts.values(), key=lambda p: p.end)
    if part is last and _counts_inside(held[-1], part.end + base, calendar):
        return False
    return part is not last or not _counts(scene, held[-1], part.value, calendar)


def _counts_inside(item: Item, end: int, calendar: Calendar) -> bool:
    """Whether a mention goes on, behind its number, with what that counts: "[drei Nächte]"."""
    word = (words(item.text[max(end - item.start, 0) :]) or ("",))[0]
    if word in calendar.phrases("night") or word in calendar.phrases("unit"):
        return word not in calendar.phrases("join")
    if len(word) <= _SHORT:
        return False
    known = calendar.known_words | calendar.phrases("copula").keys() | PARTICLES
    return word not in known and calendar.read_number(word) is None


def _is_counting(scene: Scene, item: Item) -> bool:
    """Whether the words before a number lead to a count of people or things."""
    said = f" {' '.join(_said_before(scene, item))}"
    return any(said.endswith(f" {cue}") for cue in scene.lexicon.cues("counting"))


def _counts(scene: Scene, item: Item, value: int, calendar: Calendar) -> bool:
    """Whether the word behind a number is what it counts: "lunes, [3] facturas", "[25] euros"."""
    if percent_sign(numerals_of(scene.lexicon)).match(scene.after(item).lstrip()):
        return True
    match = re.match(r"\s+([^\W\d_]+)", scene.after(item))
    if match is None:
        return scene.after(item)[:2].strip()[:1] in ("€", "$", "%", "£")
    word = words(match[1])[0] if words(match[1]) else ""
    if word in calendar.phrases("unit"):
        return word not in calendar.phrases("join")
    if word in calendar.known_words or word in calendar.phrases("copula"):
        return False
    if calendar.lang == "de" and match[1][0].isupper():
        return True  # "in der [zehnten] Klasse"
    plural = value > 1 and len(word) > 3 and word.endswith("s")
    return plural and calendar.lang in ("es", "ca", "fr", "en")


def _tell(chain: list[Item], moment: Moment, parts: list[Part], told: _Told) -> None:
    told.turns.add(chain[0].turn)
    for part in parts:
        told.items.update(i.index for i in _held(chain, part))
    day, month = moment.value("day"), moment.value("month")
    if day is not None:
        told.days.add(day)
        if month is not None:
            told.pairs.add((day, month))
