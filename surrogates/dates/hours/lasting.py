"""Whether a mention says how long or when: "tres horas", "après 18 heures", "heute Vormittag"."""

import re
from collections.abc import Container, Iterable

from surrogates.dates.calendars import Calendar
from surrogates.dates.hours.clock import Clock
from surrogates.folding import words, words_apart

_LED = 2  # words before a length of time that may say that it is one
_ASKED = 4  # the same of words that name a length: "la durée est de"
_TAIL = 15  # characters before a mention that may begin a range
_RANGE = re.compile(r"(?<!\d)(\d{1,2})\s(?:a|y|i|e|o)\s(\d{1,2})(?!\d)")
_AFTERNOON = range(13, 24)


def lasts(text: str, before: str, after: str, calendar: Calendar) -> bool:
    """Whether a mention says how long, not when: "tres horas", "half an hour"."""
    keys = words(text.replace("'", " "))
    known = calendar.known_words
    if not all(k in known or k.isdecimal() or calendar.read_number(k) for k in keys):
        return False  # a word that nobody knows may say when
    if re.search(r"\d\s?[:h]\s?\d", text):
        return False
    hours = calendar.phrases("counted_hour")  # "heures" count hours, and say them on the clock
    named = calendar.phrases("oclock").keys() - hours.keys()
    if not named.isdisjoint(keys):
        return False
    numbers = [i for i, k in enumerate(keys) if k.isdecimal() or calendar.read_number(k)]
    units = [i for i, k in enumerate(keys) if k in calendar.phrases("unit")]
    if numbers and units and max(units) < min(numbers):
        return False  # "semana 12"
    behind = words_apart(after)
    counted = units or not hours.keys().isdisjoint((*keys, *behind[:1]))
    counted = counted or not calendar.phrases("unit").keys().isdisjoint(behind[:1])
    said = words(before.replace("'", " "))
    clock = _is_clock(said, before, text, calendar)
    led = _is_led(said, calendar) or (
        bool(counted) and _goes_on(behind, hours, calendar, clock=clock)
    )
    if numbers and not counted:
        return False  # "seit acht"
    if not led and (not units or clock):
        return False
    articles = {"las", "les"} if calendar.lang != "fr" else set()
    return not articles & {*keys[:2], *said[-1:]}


def _is_led(said: tuple[str, ...], calendar: Calendar) -> bool:
    """ "Pendant", "la durée est de"."""
    cues = calendar.phrases("lasting")
    return any(
        word in cues and at < (_ASKED if cues[word] else _LED)
        for at, word in enumerate(reversed(said[-_ASKED:]))
    )


def _goes_on(
    behind: tuple[str, ...], hours: Container[str], calendar: Calendar, *, clock: bool
) -> bool:
    """ "3 heures d'attente", "2 heures plus tard", and not "3 heures de l'après-midi", "de toute
    façon"; where a `clock` would say it so ("à 14 heures"), only a way: "de route"."""
    rest = [w for w in behind[:5] if w not in hours]
    dayparts = calendar.phrases("daypart")
    if _begins(rest, dayparts) or _begins(rest, calendar.phrases("aside")) or not rest:
        return False
    if clock:
        return _begins(rest, calendar.phrases("way"))
    return _begins(rest, calendar.phrases("lasting_after"))


def _begins(said: list[str], phrases: Iterable[str]) -> bool:
    text = f"{' '.join(said)} "
    return any(text.startswith(f"{phrase} ") for phrase in phrases)


def _is_clock(said: tuple[str, ...], before: str, text: str, calendar: Calendar) -> bool:
    """ "A partir de 17 horas", "de 10 a 14 horas": an hour of the afternoon behind words that lead
    to one, or at the end of a range."""
    pair = _RANGE.search(before[-_TAIL:] + text)
    if pair is not None and int(pair[1]) < int(pair[2]) and int(pair[2]) in _AFTERNOON:
        return True
    figure = re.match(r"\d{1,2}", text)
    led = " ".join(("", *said[-_ASKED:]))
    cues = calendar.phrases("before_hour")
    return (
        figure is not None
        and int(figure[0]) in _AFTERNOON
        and any(led.endswith(f" {cue}") for cue in cues)
    )


def says_again(clock: Clock, length: str) -> bool:
    """Whether a time in figures that answers is as many hours as a length of time says."""
    said = words_apart(length)[:1]
    form = clock.calendar.read_number(said[0]) if said else None
    hours = int(said[0]) if said and said[0].isdecimal() else form and form.value
    answers = not clock.before.strip() or clock.before.strip()[-1] in ",.;:!?¿¡"
    hour = clock.hours[0]
    return answers and hour.variant == "figure" and not hour.high and hour.value == hours


def says_part_of_day(text: str, calendar: Calendar) -> bool:
    """Whether a mention says a part of the day and no hour: "heute Vormittag", "la tarde"."""
    said = words_apart(text)
    parts = calendar.phrases("part_of_day").keys()
    phrases = (phrase.split() for phrase in calendar.phrases("daypart"))
    whole = any(set(phrase) <= set(said) and len(phrase) > 1 for phrase in phrases)
    known = calendar.known_words | parts
    return (whole or not parts.isdisjoint(said)) and known.issuperset(said)
