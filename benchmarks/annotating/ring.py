"""The ring of the labelling page as a practised person knows it: what each key makes of it.

A model of `static/js/shared/text.js` and `stops.js`, on tokens that are read off the page; the
typist plans with it, and the page shows whether it is true.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

Pair = tuple[int, int]  # first and last token


class Place(NamedTuple):
    """Where the ring is: a selection runs from the anchor to the caret."""

    anchor: int
    caret: int

    @property
    def pair(self) -> Pair:
        return min(self), max(self)


@dataclass(frozen=True)
class Text:
    """A turn's tokens, which of them are words, and its candidates as the page has them."""

    words: Sequence[str]  # "" for a sign
    candidates: Sequence[Pair]

    @cached_property
    def letters(self) -> list[str]:
        return [plain(word)[:1] for word in self.words]


@dataclass(frozen=True)
class Marks:
    """What stands on a turn: own labels, and proposals that are not decided."""

    own: Mapping[Pair, str] = field(default_factory=dict)
    open: Mapping[Pair, str] = field(default_factory=dict)

    def labelled(self, pair: Pair, label: str) -> "Marks":
        """With a label there; what it overlaps gives way."""
        own = {each: name for each, name in self.own.items() if not overlap(each, pair)}
        left = {each: name for each, name in self.open.items() if not overlap(each, pair)}
        return Marks({**own, pair: label}, left)

    def rejected(self, pair: Pair) -> "Marks":
        return replace(self, open={each: k for each, k in self.open.items() if each != pair})

    def cleared(self, pair: Pair) -> "Marks":
        return replace(self, own={e: k for e, k in self.own.items() if not overlap(e, pair)})


def overlap(one: Pair, other: Pair) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def plain(word: str) -> str:
    letters = unicodedata.normalize("NFD", word).lower()
    return "".join(each for each in letters if each.isalnum())


class Ring:
    """Where keys lead on a turn with these marks."""

    def __init__(self, text: Text, marks: Marks) -> None:
        self.text, self.marks = text, marks
        self.last = len(text.words) - 1
        spoken = [place for place, word in enumerate(text.words) if word]
        self.spoken = spoken or list(range(len(text.words)))
        marked = (*marks.own, *marks.open)
        self.under = {place for low, high in marked for place in range(low, high + 1)}
        free = [row for pair in text.candidates for row in self.rows(pair)]
        self.stops = sorted([*free, *marks.open])

    def rows(self, pair: Pair) -> list[Pair]:
        """The words of a stretch that have no label, in rows."""
        rows: list[Pair] = []
        is_open = False
        for place in (each for each in self.spoken if pair[0] <= each <= pair[1]):
            if place in self.under:
                is_open = False
                continue
            rows[-1:] = [(rows[-1][0], place)] if is_open else [*rows[-1:], (place, place)]
            is_open = True
        return rows

    def touches(self, pair: Pair) -> bool:
        return any(overlap(each, pair) for each in self.stops)

    def begin(self) -> Place:
        """Where the page puts it: the first proposal, or the first candidate."""
        first = sorted(self.marks.open)[:1] or self.stops[:1]
        return Place(*first[0]) if first else Place(0, 0)

    def after(self, end: int) -> Pair | None:
        stop = next((each for each in self.stops if each[1] > end), None)
        return stop and next(iter(self.rows((max(stop[0], end + 1), stop[1]))), stop)

    def before(self, start: int) -> Pair | None:
        stop = next((each for each in reversed(self.stops) if each[0] < start), None)
        return stop and next(reversed(self.rows((stop[0], min(stop[1], start - 1)))), stop)

    def moved_on(self, pair: Pair, *, was_stop: bool) -> Place:
        """Behind a stretch that got its label just now."""
        stop = next((each for each in self.stops if each[0] > pair[1]), None)
        return Place(*stop) if was_stop and stop else Place(pair[1], pair[1])

    def next_proposal(self, caret: int) -> Place | None:
        """From the caret, from the last to the first."""
        some = sorted(self.marks.open)
        ahead = [each for each in some if each[0] > caret] or some
        return Place(*ahead[0]) if ahead else None

    def apart(self, place: Place) -> list[int]:
        """The words that each get a label with Shift."""
        low, high = place.pair
        own = [each for each in self.spoken if low <= each <= high]
        if low != high or not all(self.touches((each, each)) for each in own):
            return own
        for each in (each for each in self.spoken if each > high):
            if not self.touches((each, each)):
                break
            own.append(each)
        return own

    def moves(self, place: Place) -> Iterator[tuple[str, Place]]:
        """Keys, as Playwright presses them, and where they lead."""
        low, high = place.pair
        caret = place.caret
        yield from self._steps(place)
        for key, edge in (("Home", 0), ("End", self.last)):
            yield key, Place(edge, edge)
            yield f"Shift+{key}", Place(place.anchor, edge)
        if self.stops:
            yield "]", Place(*(self.after(high) or self.stops[0]))
            yield "[", Place(*(self.before(low) or self.stops[-1]))
            if stop := self.after(caret):
                yield "}", Place(place.anchor, stop[1])
            if stop := self.before(caret):
                yield "{", Place(place.anchor, stop[0])
        for letter in {self.text.letters[each] for each in self.spoken} - {""}:
            fits = [each for each in self.spoken if self.text.letters[each] == letter]
            found = next((each for each in fits if each > low), fits[0])
            yield f"/ {letter} Enter", Place(found, found)
        if self.marks.open and not any(overlap(each, (low, high)) for each in self.marks.open):
            yield "a", self.next_proposal(caret) or place

    def _steps(self, place: Place) -> Iterator[tuple[str, Place]]:
        low, high = place.pair
        for key, by in (("ArrowLeft", -1), ("ArrowRight", 1)):
            if 0 <= place.caret + by <= self.last:
                yield f"Shift+{key}", Place(place.anchor, place.caret + by)
            edge = low if by < 0 else high
            if low != high:
                yield key, Place(edge, edge)
                continue
            ahead = [each for each in self.spoken if (each - edge) * by > 0]
            if ahead:
                yield key, Place(*[min(ahead) if by > 0 else max(ahead)] * 2)
