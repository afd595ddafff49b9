"""Find words, utterances and events of an ES-Port turn in its text, left to right.

ES-Port says everything several times; we keep the text once and the rest as offsets into it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from annotation.formats.corpora.standoff import Event, Utterance

NULL = "|Null|"  # ES-Port's "no words" in an event
LANGUAGE, EVENT = "language", "event"
_MARKER = re.compile(r"@\[\*(LANGUAGE|EVENT)\*:([^()\[\]]*)\(([^\[\]]*)\)-([^()\[\]]*)\]")
# Marks of transcription that may stand inside a word which a label gives without them.
_MARKS = "=+<>%-"
_INNER_MARKS = f"[{_MARKS}]*"
_LONGEST_LOOSE = 100


class Cursor:
    """Stretches of one text handed out once each; searching goes on where the same words ended."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._taken = bytearray(len(text))
        self._after: dict[str, int] = {}
        self._absent: set[str] = set()

    def take(self, words: str, start: int = 0) -> tuple[int, int] | None:
        """The first free stretch of exactly these words from `start`, else from the beginning."""
        for begin in (start, 0) if start else (0,):
            place = self._next(words, begin)
            if place:
                return place
        return None

    def _next(self, words: str, begin: int) -> tuple[int, int] | None:
        # Earlier places of the same words are taken or stand inside other words.
        known = self._after.get(words, 0)
        at = self.text.find(words, max(begin, known))
        while at >= 0:
            end = at + len(words)
            if is_whole(self.text, at, end) and self.claim(at, end):
                if begin <= known:
                    self._after[words] = end
                return at, end
            at = self.text.find(words, at + 1)
        if begin <= known:
            self._after[words] = len(self.text)
        return None

    def take_before(self, words: str, following: str, start: int) -> tuple[int, int] | None:
        """The stretch of these words right before the next `following`, blanks between.

        So "La" goes to "La Bañeza" and not to an article before it.
        """
        near = self.text.find(following, start)
        if near < 0 or not is_whole(self.text, near, near + len(following)):
            return None
        end = near
        while end > start and self.text[end - 1].isspace():
            end -= 1
        begin = end - len(words)
        fits = start <= begin and end < near and self.text.startswith(words, begin)
        whole = fits and is_whole(self.text, begin, end)
        return (begin, end) if whole and self.claim(begin, end) else None

    def take_pattern(self, pattern: str, start: int = 0) -> tuple[int, int] | None:
        """The first free stretch that a regular expression matches from `start`, else from 0."""
        if pattern in self._absent:
            return None
        compiled = re.compile(pattern)
        for begin in (start, 0) if start else (0,):
            for match in compiled.finditer(self.text, begin):
                low, high = match.span()
                if low < high and is_whole(self.text, low, high) and self.claim(low, high):
                    return low, high
        self._absent.add(pattern)
        return None

    def claim(self, start: int, end: int) -> bool:
        """Mark [start, end) as taken; False when a part of it was."""
        if self._taken.find(1, start, end) >= 0:
            return False
        self._taken[start:end] = b"\x01" * (end - start)
        return True


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether [start, end) does not cut a word at either edge."""

    def cuts(at: int) -> bool:
        return 0 < at < len(text) and _in_word(text[at - 1]) and _in_word(text[at])

    return not cuts(start) and not cuts(end)


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def find_words(text: str, words: Sequence[str]) -> list[tuple[int, int] | None]:
    """A stretch for each labelled word in turn, or None: as written, else with marks inside."""
    cursor, at = Cursor(text), 0
    places: list[tuple[int, int] | None] = []
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        place = cursor.take_before(word, following, at) if word and following else None
        if place is None and word:
            place = cursor.take(word, at)
        # A word that has marks itself stands as it is, or nowhere: a pattern of marks with marks
        # between could be tried in endless ways.
        if place is None and word.strip() and _is_loose(word):
            parts = [_INNER_MARKS.join(map(re.escape, part)) for part in word.split()]
            place = cursor.take_pattern(r"\s+".join(parts), at)
        if place:
            at = place[1]
        places.append(place)
    return places


def _is_loose(word: str) -> bool:
    return len(word) <= _LONGEST_LOOSE and not any(mark in word for mark in _MARKS)


def find_utterances(
    text: str, speakers: Mapping[str, Sequence[str]]
) -> tuple[str, list[Utterance]]:
    """The text, longer by the utterances that it lacks, and where each utterance stands in it."""
    cursor = Cursor(text)
    added: list[str] = [text] if text else []
    size = len(text)
    stretches: list[Utterance] = []
    for speaker, utterances in speakers.items():
        at = 0
        for words in map(str.strip, utterances):
            place = cursor.take(words, at) if words else (at, at)
            if place is None and len(words.split()) > 1 and len(words) <= len(cursor.text):
                place = cursor.take_pattern(r"\s+".join(map(re.escape, words.split())), at)
            if place:
                at = place[1]
            else:  # behind the text they can be labelled and replaced
                added.append(words)
                size += len(words) + (size > 0)
                place = (size - len(words), size)
            stretches.append(Utterance(speaker, *place))
        if not utterances:  # a speaker who is named but says nothing
            stretches.append(Utterance(speaker, 0, 0))
    return " ".join(added), stretches


@dataclass(frozen=True, slots=True)
class Listed:
    """An event as ES-Port lists or writes it: the words that go with it, or none."""

    kind: str
    name: str
    speaker: str
    words: str


def find_events(
    text: str, text_events: str | None, listed: Sequence[Listed]
) -> tuple[list[Event], int]:
    """Events at their places in the text, those of `text_events` first, and how many lost their
    words (the text lacks them)."""
    placed = None if text_events is None else _place_markers(text, text_events)
    counts, matched = Counter(listed), Counter[Listed]()
    events = []
    for written, start, end, beside in placed or ():
        known = matched[written] < counts[written]
        matched[written] += known
        name, speaker = written.name, written.speaker
        events.append(Event(written.kind, name, speaker, start, end, listed=known, beside=beside))
    # Lists and text that cannot be matched are taken for two tellings of the same events.
    told = text_events is None or (placed is None and "@[*" in text_events)
    cursor, at, lost = Cursor(text), 0, 0
    for event in events:
        cursor.claim(event.start, event.end)
    for item in listed:
        if matched[item]:
            matched[item] -= 1
            continue
        # It is only listed: it is looked up by its words.
        place = cursor.take(item.words, at) if item.words else None
        if place is None:
            lost += bool(item.words)
            place = (len(text), len(text))
        else:
            at = place[1]
        events.append(Event(item.kind, item.name, item.speaker, *place, written=told))
    return events, lost


def _place_markers(text: str, text_events: str) -> list[tuple[Listed, int, int, bool]] | None:
    """(marker, start, end, beside) for a text with events; None if it is not the same text.

    The words in a marker stand for those of the text or, in some transcripts, are repeated
    beside it: the reading under which everything else is the same text, blanks apart, holds.
    """
    solid = [index for index, char in enumerate(text) if not char.isspace()]
    plain = "".join(text[index] for index in solid)
    if len(text_events) > 20 * len(text) + 10_000:
        return None
    parts = list(_parts(text_events))
    for inside in ((LANGUAGE, EVENT), (LANGUAGE,), ()):
        placed: list[tuple[Listed, int, int, bool]] = []
        letters, count = [], 0
        for part in parts:
            if isinstance(part, str):
                here = "".join(part.split())
                letters.append(here)
                count += len(here)
                continue
            here = "".join(part.words.split())
            beside = bool(here) and part.kind not in inside
            if beside and not plain.startswith(here, count):
                here = ""
            placed.append((part, *_stretch(solid, count, count + len(here)), beside and here != ""))
            if not beside:
                letters.append(here)
                count += len(here)
            if count > len(plain):
                break
        if "".join(letters) == plain:
            return placed
    return None


def _stretch(solid: Sequence[int], low: int, high: int) -> tuple[int, int]:
    """Offsets of letters low..high (counted without blanks); a moment stands behind a letter."""
    if high > len(solid):
        return 0, 0  # not the same text; the caller finds out at the end
    if low == high:
        at = solid[low - 1] + 1 if low else 0
        return at, at
    return solid[low], solid[high - 1] + 1


def _parts(text_events: str) -> Iterator[str | Listed]:
    at = 0
    for match in _MARKER.finditer(text_events):
        yield text_events[at : match.start()]
        kind, name, words, speaker = match.groups()
        yield listed_event(LANGUAGE if kind == "LANGUAGE" else EVENT, name, speaker, words)
        at = match.end()
    yield text_events[at:]


def listed_event(kind: str, name: str, speaker: str, words: str) -> Listed:
    """An event with its fields brought to one form, so that two tellings of it are equal."""
    wording = "" if words == NULL else " ".join(words.split())
    return Listed(kind, name.strip(), speaker, wording)


def write_events(text: str, events: Sequence[Event]) -> str:
    """ES-Port's text with events, made anew from the text and the places of the events."""
    out, at = "", 0
    for event in events:
        if not event.written:
            continue
        start = max(event.start, at)
        out += text[at:start]
        moment = event.start == event.end
        if moment and out and not out[-1].isspace():
            out += " "
        out += marker(event, text[event.start : event.end])
        at = start if event.beside else max(event.end, at)
        if (moment or event.beside) and at < len(text) and not text[at].isspace():
            out += " "
    return out + text[at:]


def marker(event: Event, words: str) -> str:
    """`@[*LANGUAGE*: en(router)-spk2]`, `@[*EVENT*: noise-rire(|Null|)-spk2]`."""
    kind = "LANGUAGE" if event.kind == LANGUAGE else "EVENT"
    return f"@[*{kind}*: {event.name}({words or NULL})-{event.speaker}]"
