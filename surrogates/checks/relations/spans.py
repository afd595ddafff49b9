"""The mentions of a dialogue as they were and as they are now, and when two words are one.

What every relation of this folder compares; nothing here knows how a surrogate was drawn.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise, takewhile
from typing import Any, NamedTuple, TypeVar

from surrogates.dates.calendars import Calendar
from surrogates.dates.runs import calendars_of
from surrogates.folding import PARTICLES, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.inflection import stems_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import Numerals, spoken_in
from surrogates.languages.places.inhabitants import demonym_of
from surrogates.notices import Notice
from surrogates.rewrite import Item
from surrogates.scene import Scene

Value = TypeVar("Value")

LONG = 5  # letters that two forms of one word share at least
_ENDING = 4  # letters of the longest ending
_SENTENCE_END = re.compile(r"[.!?;](?:\s|$)")
_ELIDED = ("d'", "l'")
_LEAST_ELIDED = 4  # letters of a word with what is elided before it: "D'Or" is a name
_LOST = 2  # letters of a stem that an ending may take away


@dataclass(frozen=True, slots=True)
class Span:
    """A mention, before and after."""

    item: Item
    old: str
    new: str
    before: str  # unlabelled text around it, up to the next mention
    after: str

    @property
    def kind(self) -> Kind:
        return self.item.kind

    @property
    def turn(self) -> int:
        return self.item.turn

    @property
    def old_key(self) -> tuple[str, ...]:
        return words(self.old)

    @property
    def new_key(self) -> tuple[str, ...]:
        return words(self.new)


class Found(NamedTuple):
    """A relation that the originals had and the surrogates have not."""

    notice: Notice
    span: Span  # where it is told
    others: tuple[Span, ...] = ()
    same: str = ""  # the surrogate that would keep it
    place: tuple[int, int, int] | None = None  # turn, start and end of unlabelled words that say it


def raise_beside(
    scene: Scene,
    notice: Notice,
    item: Item,
    place: tuple[int, int, int],
    mentions: tuple[str, ...] = (),
) -> None:
    """An issue of an item (or of `mentions`) at unlabelled words: their turn, start and end. It is
    dismissed without the others that stand at the same mention."""
    turn, start, end = place
    words_there = replace(item, index=-1, turn=turn, start=start, end=end)
    value = f"{notice.code}@{turn}:{start}"
    scene.raise_issue(notice, words_there, mentions, value=value)


class Spans:
    """The mentions that a strategy replaced by natural values, in order."""

    def __init__(self, scene: Scene, items: Iterable[Item]) -> None:
        self.scene = scene
        self.lexicon: Lexicon = scene.lexicon
        self.lang = scene.dialogue.lang.split("-")[0].lower()
        replaced = {i.index for i in items if not scene.surrogates[i.index].startswith("[")}
        rows = sorted(scene.items_by_turn.items())
        self.all = [span for turn, row in rows for span in self._row(turn, row, replaced)]
        self._read: dict[Callable[[Spans], Iterable[Any]], tuple[Any, ...]] = {}

    def once(self, read: "Callable[[Spans], Iterable[Value]]") -> tuple[Value, ...]:
        """What relations read off the dialogue, read once for all of them."""
        if read not in self._read:
            self._read[read] = tuple(read(self))
        return self._read[read]

    def _row(self, turn: int, row: Sequence[Item], replaced: Container[int]) -> Iterator[Span]:
        text, at = self.scene.dialogue.turns[turn].text, 0
        for item, following in zip(row, (*row[1:], None), strict=True):
            end = following.start if following is not None else len(text)
            if item.index in replaced:
                around = text[at : item.start], text[item.end : end]
                yield Span(item, item.text, self.scene.surrogates[item.index], *around)
            at = item.end

    def sentence(self, span: Span) -> tuple[str, bool]:
        """The sentence of a mention, and whether it asks."""
        text, item = self.turn_text(span.turn), span.item
        start = max((m.end() for m in _SENTENCE_END.finditer(text, 0, item.start)), default=0)
        end = _SENTENCE_END.search(text, item.end)
        return text[start : end.start() if end else len(text)], bool(end and end[0][0] == "?")

    def stretches(self, turn: int) -> list[tuple[int, str]]:
        """Where the unlabelled texts of a turn begin, and what they are."""
        text, at = self.turn_text(turn), 0
        stretches: list[tuple[int, str]] = []
        for item in self.scene.items_by_turn.get(turn, ()):
            stretches.append((at, text[at : item.start]))
            at = item.end
        return [*stretches, (at, text[at:])]

    @cached_property
    def _by_turn(self) -> dict[int, list[Span]]:
        by_turn: dict[int, list[Span]] = {}
        for span in self.all:
            by_turn.setdefault(span.turn, []).append(span)
        return by_turn

    def in_turns(self, first: int, last: int) -> Iterator[Span]:
        """Mentions of some turns, the last one included, in order."""
        for turn in range(first, last + 1):
            yield from self._by_turn.get(turn, ())

    def near(self, span: Span, turns: int) -> Iterator[Span]:
        """The other mentions at most so many turns away, in order."""
        others = self.in_turns(span.turn - turns, span.turn + turns)
        return (other for other in others if other is not span)

    def of(self, *kinds: Kind) -> list[Span]:
        if self._kinds.isdisjoint(kinds):
            return []
        return [span for span in self.all if span.kind in kinds]

    @cached_property
    def _kinds(self) -> frozenset[Kind]:
        return frozenset(span.kind for span in self.all)

    @cached_property
    def spoken(self) -> tuple[Numerals, ...]:
        return spoken_in(self.scene.dialogue.lang, self.lexicon)

    @cached_property
    def calendars(self) -> list[Calendar]:
        return calendars_of(self.scene)

    def turn_text(self, number: int) -> str:
        turns = self.scene.dialogue.turns
        return turns[number].text if 0 <= number < len(turns) else ""


def neighbours(spans: list[Span]) -> Iterator[tuple[Span, Span]]:
    """Mentions of one turn that follow each other."""
    for one, other in pairwise(spans):
        if one.turn == other.turn and one.after == other.before:
            yield one, other


def in_reach(
    values: Sequence[Value], turn_of: Callable[[Value], int], turns: int
) -> Iterator[tuple[Value, Value]]:
    """Pairs of values, in order of their turns, that are at most so many turns apart."""
    for i, one in enumerate(values):
        for other in islice(values, i + 1, None):
            if turn_of(other) - turn_of(one) > turns:
                break
            yield one, other


def each_once(spans: Iterable[Span]) -> list[Span]:
    """The first mention of each kind, text and surrogate."""
    first: dict[tuple[str, str, str], Span] = {}
    for span in spans:
        first.setdefault((span.kind, span.old, span.new), span)
    return list(first.values())


def content(key: tuple[str, ...]) -> tuple[str, ...]:
    """Words that name something: no particles, elided ones ("d'Almeria") included, no figures."""
    plain = (w[2:] if w[:2] in _ELIDED and len(w) > _LEAST_ELIDED else w for w in key)
    return tuple(w for w in plain if w not in PARTICLES and not w.isdecimal())


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with together."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def one_word(one: str, other: str, kind: Kind, lang: str) -> bool:
    """Whether two folded words are forms of one, beyond doubt."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < LONG - 1:
        return False
    if kind in NAMES:
        if lang in ("de", "en"):
            return longer in (f"{shorter}s", f"{shorter}es", f"{shorter}'s", f"{shorter}'")
        return lang == "eu" and shorter in stems_of(longer, lang) and not longer.endswith("ez")
    shared = _shared(one, other)
    if shared < LONG or len(shorter) - shared > _LOST:
        return False
    return len(longer) - shared <= _ENDING or shorter in stems_of(longer, lang)


def perhaps_one_word(one: str, other: str) -> bool:
    """Whether two folded words may be forms of one."""
    shared = _shared(one, other)
    least = min(len(one), len(other))
    return one == other or (shared >= 3 and least - shared <= _LOST)


def names_place(lexicon: Lexicon, text: str, key: tuple[str, ...]) -> bool:
    """Whether a text names the inhabitants of the place that the words say."""
    demonym = demonym_of(lexicon, text)
    return demonym is not None and set(words(demonym.place)) <= set(key)
