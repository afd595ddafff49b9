"""Hours whose part of the day another turn says: "Thursday 19, late afternoon ... Thursday 19, 5.30
pm", "What time do you close? At eight", and "at seven" behind "good afternoon".

Called by `replacement`, when the hours of a dialogue are read and before they turn.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from surrogates.dates.calendars import Calendar
from surrogates.dates.hours.clock import Clock, bounds_in, within
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene

_CLAUSE = re.compile(r"[,;:.?!]")
_SENTENCE = re.compile(r"[.!?]\s+")
_BETWEEN = 3  # words between a day and its hour
_FEW = 3  # words before an hour that answers a question
_NEXT = 5  # words behind a day that may say a part of it
_EVENING = (13, 22)
_UNSURE = frozenset({7, 8})  # behind them it is rather morning, before them rather afternoon


def told_elsewhere(scene: Scene, clocks: Mapping[int, Clock]) -> dict[int, Clock]:
    """The clocks with what other turns tell of them."""
    items = {item.index: item for item in scene.items}
    return {index: _told(scene, items[index], clock) for index, clock in clocks.items()}


def _told(scene: Scene, item: Item, clock: Clock) -> Clock:
    asked = _asked_closing(scene, item, clock.calendar)
    if asked:
        return replace(clock, before=f"{asked} {clock.before}")
    of_day = set(_of_its_day(scene, item, clock.calendar))
    if len(of_day) == 1:
        return within(clock, of_day.pop())
    bare = all(h.value in _UNSURE and not h.of_24 and h.width < 2 for h in clock.hours)
    if bare and _is_afternoon(scene, item, clock.calendar):
        return within(clock, _EVENING)
    return clock


def _asked_closing(scene: Scene, item: Item, calendar: Calendar) -> str:
    """The question before an answer that begins with an hour, where it asks when doors shut."""
    if not item.turn or len(words(scene.before(item))) > _FEW:
        return ""
    asking = scene.dialogue.turns[item.turn - 1]
    sentence = _SENTENCE.split(asking.text.strip())[-1]
    shuts = not calendar.phrases("closing").keys().isdisjoint(words(sentence))
    other = asking.speaker != item.speaker
    return " ".join(words(sentence)) if shuts and other and sentence.endswith("?") else ""


def _of_its_day(scene: Scene, item: Item, calendar: Calendar) -> Iterator[tuple[int, int]]:
    """The parts of the day that are said of the day before an hour, where it is said elsewhere."""
    row = scene.items_by_turn.get(item.turn, [])
    day = next((o for o in reversed(row) if o.end <= item.start), None)
    if day is None or day.kind is not Kind.DATE or len(words(scene.between(day, item))) > _BETWEEN:
        return
    said = _days(day, calendar)
    for other in scene.of_kind(scene.items, Kind.DATE):
        if other.turn == item.turn or said.isdisjoint(_days(other, calendar)):
            continue
        behind = _CLAUSE.split(scene.after(other))[0]
        following = (o.start for o in scene.items_by_turn[other.turn] if o.start >= other.end)
        behind = behind[: next(following, len(behind) + other.end) - other.end]
        bounds = bounds_in(" ".join(words(behind.replace("'", " "))[:_NEXT]), calendar)
        if bounds[1]:
            yield bounds


def _days(item: Item, calendar: Calendar) -> set[str]:
    """The weekdays and figures that a date says."""
    said = words(item.text)
    return {word for word in said if word in calendar.weekdays or word.isdecimal()}


def _is_afternoon(scene: Scene, item: Item, calendar: Calendar) -> bool:
    """Whether it is said to be afternoon, and no other day is spoken of with the hour."""
    greetings = calendar.phrases("afternoon")
    before = scene.said_turns[: item.turn + 1]
    turn = set(words(scene.dialogue.turns[item.turn].text))
    days = any(other.kind is Kind.DATE for other in scene.items_by_turn[item.turn])
    other = days or not turn.isdisjoint((*calendar.phrases("deictic"), *calendar.weekdays))
    return not other and any(f" {g} " in text for g in greetings for text in before)
