"""Leap days and years that are called so: 29 February, "a leap year", "every four years".

`anchors` asks, for then years move by fours; `engine` lets the number of "every [four] years" stay.
"""

from calendar import isleap
from collections.abc import Iterable, Sequence
from dataclasses import replace

from surrogates.dates.calendars import Calendar
from surrogates.dates.recurring.series import LEAP_DAY
from surrogates.dates.runs import calendars_of, entries_of, read_runs
from surrogates.dates.shift import Dated
from surrogates.folding import words_apart
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import CLASS, Item
from surrogates.scene import Scene
from surrogates.types import Dialogue


def speaks_of_leap(scene: Scene, dated: Iterable[Dated], calendars: Iterable[Calendar]) -> bool:
    """Whether a leap day or year is called one, labelled words included."""
    dates = list(dated)
    leap_day = any(_is_leap_day(d) for d in dates)
    if not leap_day and not any(d.year is not None and isleap(d.year) for d in dates):
        return False
    text = "".join(f" {' '.join(words_apart(t.text))} |" for t in scene.dialogue.turns)
    return any(
        f" {phrase} " in text and (leap_day or kind == "year")
        for calendar in calendars
        for phrase, kind in calendar.phrases("leap").items()
    )


def _is_leap_day(dated: Dated) -> bool:
    return (dated.moment.value("month"), dated.moment.value("day")) == LEAP_DAY


def tell_leap_years(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; the number of years from one 29 February to the next stays."""
    numbers = [item for item in items if item.kind is Kind.NUMBER and not item.cue]
    dates = [item for item in items if item.kind is Kind.DATE]
    if not numbers or not dates:
        return list(items)
    scene = Scene(dialogue, lexicon, b"", list(items))
    calendars = calendars_of(scene)
    told = {i.index for i in numbers for c in calendars if _says_years(scene, i, c)}
    if told and not any(
        _is_leap_day(entry.dated)
        for run in read_runs(scene, dates, calendars)
        for entry in entries_of(run)
    ):
        told = set()
    return [replace(i, stays=CLASS) if i.index in told else i for i in items]


def _says_years(scene: Scene, item: Item, calendar: Calendar) -> bool:
    """Whether a number says every how many years a leap day comes."""
    before, number, after = map(words_apart, (scene.before(item), item.text, scene.after(item)))
    said = f" {' '.join((*before, '|', *number, '|', *after))} "
    return any(
        f" {' '.join((*phrase[:at], '|', *number, '|', *phrase[at + len(number) :]))} " in said
        for text, kind in calendar.phrases("leap").items()
        for phrase in [tuple(text.split())]
        for at in range(len(phrase) if kind == "day" else 0)
        if phrase[at : at + len(number)] == number
    )
