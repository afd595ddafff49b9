"""Years that stand outside the labels and equal a labelled one: RESIDUAL_YEAR.

"[3/8/1978]" that became 9/1/1979 is told, and contradicted, by a plain "1978", "mil novecientos
setenta y ocho" or "el 78". Called by `issues` on the finished dialogue, whatever the strategy.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from surrogates import notices
from surrogates.dates.calendars import Calendar
from surrogates.dates.numeric import TOKEN
from surrogates.dates.reading import read_dates
from surrogates.dates.runs import calendars_of, entries_of, read_runs
from surrogates.dates.shift import full_year
from surrogates.dates.tokens import number_phrase
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.languages.numerals import spoken_in
from surrogates.rewrite import Item, outside
from surrogates.scene import Scene
from surrogates.types import Stretch, overlap

_RANK = ("block", "warn", "info")
FIRST, LAST = 1850, 2099  # what four figures must be to be taken for a year
START = 3  # letters of a number word by which it is looked for
CALLED = 7  # words behind two figures that say what they are
DAYS = 31  # two figures up to here may be a day
# Words before two figures that make them a year where they are no day: "el 83", "del 83".
_BEFORE = frozenset({"el", "del"})
_APOSTROPHES = ("'", "’")
# Other figures and signs that a number is a part of, or counts with; dates and ranges left out.
_PART = re.compile(r"(?:\d[\s.,]?|[/:@#_+€$£]\s?|(?<!\d{4})[\-–])$")
_GOES_ON = re.compile(r"\s*[€$£%]|[.,:/@]\d|\s\d|[\-–]\d{1,3}(?!\d)|[\-–][^\W\d_]")
_DATE_BEFORE = re.compile(r"(?<!\d)\d{1,2}([/.\-])\d{1,2}\1$")
_DATE_AFTER = re.compile(r"([/.\-])\d{1,2}\1\d{1,2}(?!\d)")
_GOES_ON_TO_SAY = re.compile(r"['’]s\b|\s[^\W\d_]")
_CLAUSE = re.compile(r"[.,;:!?]")
_STOPS = re.compile(r"\s*(?:[.,;:!?)»\]]|$)")
_UNITS_TEXT = (
    "por per pour percent prozent eur euro euros dollar dollars pound pounds km kg mg ml metros"
    " times mal veces people personen cases"
)
_UNITS = frozenset(_UNITS_TEXT.split())


@dataclass(frozen=True, slots=True)
class Said:
    """A year at [start, end) of a text."""

    start: int
    end: int
    year: int
    short: bool = False  # only its last two digits are said


def inspect(scene: Scene) -> None:
    """Raises RESIDUAL_YEAR for every unlabelled mention of a labelled year."""
    calendars = calendars_of(scene)
    labelled = _labelled(scene, calendars)
    if not labelled:
        return
    short = {year % 100: year for year in labelled}
    known = {calendar.lang: _starts(calendar, labelled) for calendar in calendars}
    for turn, start, text in outside(scene.dialogue, scene.items):
        raised: list[Stretch] = []
        for year_said in _years_in(scene, text, calendars, known):
            year = short.get(year_said.year) if year_said.short else year_said.year
            place = (year_said.start, year_said.end)
            if year in labelled and not any(overlap(place, other) for other in raised):
                raised.append(place)
                _raise(scene, turn, start, text, year_said, *labelled[year])


def _labelled(scene: Scene, calendars: Sequence[Calendar]) -> dict[int, tuple[Item, str]]:
    """Labelled years -> the mention whose case is gravest, and how grave it is."""
    owners: dict[int, tuple[Item, str]] = {}

    def add(year: int, item: Item, severity: str) -> None:
        if year not in owners or _RANK.index(severity) < _RANK.index(owners[year][1]):
            owners[year] = (item, severity)

    # A coarser date tells the year, or five of them, on purpose.
    free = scene.kept | scene.told.keys()
    dates = [i for i in scene.items if i.kind is Kind.DATE and i.index not in free]
    for run in read_runs(scene, dates, list(calendars)):
        for entry in entries_of(run):
            item, year = entry.owners.get("year"), entry.dated.said("year")
            if item is None or year is None:
                continue
            year = full_year(year)
            alone = [name for name, owner in entry.owners.items() if owner is item] == ["year"]
            stayed = year in _now(scene, item, run.calendar)
            # As dates move, many years stay as they were.
            add(year, item, "info" if stayed else "block" if alone else "warn")
    for item in scene.items:
        if item.kind is Kind.NUMBER and item.index not in scene.kept:
            for year_said in _years_in(scene, item.text, calendars):
                if not year_said.short and (year_said.start, year_said.end) == (0, len(item.text)):
                    add(year_said.year, item, "block")
    return owners


def _now(scene: Scene, item: Item, calendar: Calendar) -> set[int]:
    """The years that a mention's surrogate says."""
    reading = read_dates(scene.surrogates[item.index], calendar, year_cue=True)
    years = (m.said("year") for m in reading.moments)
    return {full_year(year) for year in years if year is not None}


def _starts(calendar: Calendar, years: Iterable[int]) -> tuple[str, ...]:
    """How the words for some years, or for the last two digits of them, begin."""
    year_words = (calendar.say(n) for year in years for n in (year, year % 100, year // 100))
    return tuple({fold(text)[:START] for text in year_words if text})


def _years_in(
    scene: Scene,
    text: str,
    calendars: Sequence[Calendar],
    starts: Mapping[str, tuple[str, ...]] | None = None,
) -> Iterator[Said]:
    """What reads as a year in a text, in figures or in the words of a language that is spoken."""
    spoken = {numerals.lang for numerals in spoken_in(scene.dialogue.lang, scene.lexicon)}
    tokens = [(m.start(), m.end(), m.group()) for m in TOKEN.finditer(text)]
    for calendar in (c for c in calendars if c.lang in spoken):
        i = 0
        while i < len(tokens):
            (start, end, word), used = tokens[i], 1
            value = int(word) if word.isdecimal() and len(word) in (2, 4) else 0
            # Reading numbers takes time: `starts` has the beginnings of words worth it.
            likely = starts is None or fold(word).startswith(starts[calendar.lang])
            if likely and not word.isdecimal():
                phrase = number_phrase(text, tokens, i, calendar)
                if phrase is not None:
                    value, used = phrase[0].value, phrase[1]
                    end = tokens[i + used - 1][1]
            i += used
            if not value or _counts(scene, text, start, end, calendar):
                continue
            if FIRST <= value <= LAST and (value % 100 or _is_led(text, start, calendar)):
                yield Said(start, end, value)
            elif (word.isdecimal() or value > DAYS) and (
                _is_short(text, start, value, calendar) or _is_called(text, end, value, calendar)
            ):
                yield Said(start, end, value, short=True)


def _counts(scene: Scene, text: str, start: int, end: int, calendar: Calendar) -> bool:
    """Whether a number is a part of a longer one or counts something: "1.978", "2000 euros"."""
    if _DATE_BEFORE.search(text[:start]) or _DATE_AFTER.match(text, end):
        return False
    if _PART.search(text[:start]) or _GOES_ON.match(text, end):
        return True
    after = words(text[end:])[:1]
    if not after or _STOPS.match(text, end):
        return False
    nouns = (n.nouns for n in spoken_in(calendar.lang, scene.lexicon))
    units = calendar.phrases("unit").keys() - calendar.phrases("year").keys() | _UNITS
    return after[0] in units or any(after[0] in known for known in nouns)


def _is_led(text: str, start: int, calendar: Calendar) -> bool:
    """Whether a word of dates stands before a round number: "en dos mil"."""
    if _DATE_BEFORE.search(text[:start]):
        return True
    known = calendar.phrases("join").keys() | calendar.phrases("year").keys()
    return not known.isdisjoint(words(text[:start])[-1:])


def _is_short(text: str, start: int, value: int, calendar: Calendar) -> bool:
    """Whether two figures, or their words, say a year: "'83", "año 83", "el 83"."""
    if text[max(start - 1, 0) : start] in _APOSTROPHES and value < 100:
        return calendar.lang != "ca" or value > DAYS  # "l'11" is a Catalan day
    before = words(text[:start])[-1:]
    if not before or value > 99:
        return False
    if before[0] in calendar.phrases("year"):
        return value > DAYS or before[0] not in ("in", "en")
    return before[0] in _BEFORE and value > DAYS


def _is_called(text: str, end: int, value: int, calendar: Calendar) -> bool:
    """Whether two figures are said to be a year behind them: "the 84's just my birth year"."""
    if not DAYS < value < 100 or not _GOES_ON_TO_SAY.match(text, end):
        return False
    years = tuple(w for w in calendar.phrases("year") if len(w) > START)
    birth = calendar.phrases("birth").keys()
    said = calendar.words_of_birth(_CLAUSE.split(text[end:])[0])[:CALLED]
    return any(word in birth or word.endswith(years) for word in said)


def _raise(
    scene: Scene, turn: int, offset: int, text: str, year_said: Said, owner: Item, severity: str
) -> None:
    """Two digits that may be the year's are a warning at most."""
    start, end = offset + year_said.start, offset + year_said.end
    said = text[year_said.start : year_said.end]
    place = Item(-1, turn, start, end, owner.label, owner.kind, said, owner.key, "")
    severity = "warn" if year_said.short and severity == "block" else severity
    scene.raise_issue(notices.RESIDUAL_YEAR._replace(severity=severity), place)
