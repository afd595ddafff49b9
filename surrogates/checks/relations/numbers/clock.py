"""Times of the day: at their distance, in their part of the day, and by day where they were."""

from collections.abc import Iterator

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, in_reach
from surrogates.dates.hours.clock import HALF_DAY, Hour, read_clock
from surrogates.dates.hours.lasting import lasts, says_again
from surrogates.folding import words
from surrogates.labels import Kind

NEAR = 6  # turns between two times of which one is said in another way
HELD = 2  # hours from a time that stays as it was, within which another stays with it
_MORNING, _EVENING = 7, 22
_LATE = 20  # from when on what moves by an hour or two is of one evening still
_GLUED = 5  # letters of a part of the day that stands at the end of a longer word


def hours_apart(spans: Spans) -> Iterator[Found]:
    """Two times are as many hours apart as they were: "half past two", "14:30"."""
    read = list(_hours(spans))
    told: set[int] = set()
    pairs = in_reach(read, lambda each: each[0].turn, NEAR)
    for (one, old, new), (other, old_2, new_2) in pairs:
        if other.item.index in told:
            continue
        if _minute(old) != _minute(new) or _minute(old_2) != _minute(new_2):
            continue
        moved = (new.value - old.value) % HALF_DAY
        moved_2 = (new_2.value - old_2.value) % HALF_DAY
        apart = (old.value - old_2.value) % HALF_DAY
        if 0 in (moved, moved_2) and HELD < apart < HALF_DAY - HELD:
            continue
        if moved != moved_2:
            told.add(other.item.index)
            yield Found(notices.HOURS_LOST, other, (one,))


def by_day(spans: Spans) -> Iterator[Found]:
    """What was at a usual hour is at one, and in the part of the day that is said around it."""
    told: set[int] = set()
    for span, old, new in _hours(spans):
        if old.value in told:
            continue
        exact = old.value > HALF_DAY and new.value > HALF_DAY
        was = _MORNING * 60 <= _of_day(old) <= _EVENING * 60
        late = _LATE * 60 <= _of_day(old) <= _of_day(new) <= _of_day(old) + HELD * 60
        if exact and was and not (late or _MORNING * 60 <= _of_day(new) <= _EVENING * 60):
            told.add(old.value)
            yield Found(notices.NIGHT_NOW, span)
            continue
        part = _part(spans, span) if old.value > HALF_DAY else range(0)
        if old.value in part and new.value not in part:
            told.add(old.value)
            yield Found(notices.DAYPART_LOST, span)


def _of_day(hour: Hour) -> int:
    return 60 * hour.value + _minute(hour)


def _minute(hour: Hour) -> int:
    return hour.minutes[2] if hour.minutes is not None else 0


def _hours(spans: Spans) -> Iterator[tuple[Span, Hour, Hour]]:
    """Mentions that say one hour, and their surrogates'."""
    lengths: list[Span] = []
    for span in spans.of(Kind.TIME):
        for calendar in spans.calendars[:2]:
            if lasts(span.old, span.before, span.after, calendar):
                lengths.append(span)
                break
            old, new = (
                read_clock(text, span.before, span.after, calendar) for text in (span.old, span.new)
            )
            near = (length.old for length in lengths if 0 <= span.turn - length.turn <= 1)
            if old is not None and any(says_again(old, length) for length in near):
                break
            if old is not None and new is not None:
                if len(old.hours) == len(new.hours) == 1 and not old.is_noon and not new.is_noon:
                    yield span, old.hours[0], new.hours[0]
                break


def _part(spans: Spans, span: Span) -> range:
    """The hours of the part of the day that a word of this turn or the one before ends with."""
    calendar = spans.calendars[0]
    parts = {phrase.split()[-1]: value for phrase, value in calendar.phrases("daypart").items()}
    parts = {word: value for word, value in parts.items() if len(word) >= _GLUED}
    said = words(spans.turn_text(span.turn - 1)) + words(spans.turn_text(span.turn))
    values = {
        value
        for word in said
        for end, value in parts.items()
        if word.endswith(end) and word != end and word not in calendar.weekdays
    }
    if len(values) != 1:
        return range(0)
    low, high = values.pop().split("-")
    return range(int(low), int(high))
