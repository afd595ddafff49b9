"""The names of a dialogue by the letters that spell them, and where each is said."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from surrogates.folding import digraphs, letters_only
from surrogates.labels import Kind
from surrogates.languages.lexicon import Lexicon
from surrogates.people.cast import Cast
from surrogates.people.linking.links import within_one_edit
from surrogates.rewrite import Item
from surrogates.scene import Scene

# (role, key) of a person's name, ("item", index) of another mention, ("word", "index.place") of a
# word of one
Target = tuple[str, str]
NEAR = 2  # turns between a name and a fact about its letters
MIN_MISHEARD = 5
FAR_OFF = 3  # letters more or fewer that a name has which is spelled by ear
BY_EAR = 0.5  # of their letters a name and its spelling by ear share
MIN_WORD = 2  # letters of a word that is not spelled, nor shorter ones
_WORD = re.compile(r"[^\W\d_]+(?:['’·][^\W\d_]+)*")
_THINGS = (Kind.PLACE, Kind.ORG, Kind.STREET, Kind.PRODUCT, Kind.COUNTRY)
_ADDRESSES = (Kind.EMAIL, Kind.USER)


@dataclass(frozen=True, slots=True)
class Named:
    """A name at [start, ...) of an item: its folded letters, its text, what writes it anew."""

    item: Item
    start: int
    letters: str
    text: str
    target: Target

    @property
    def is_person(self) -> bool:
        return self.target[0] not in ("item", "word")

    def words(self) -> "Iterator[Named]":
        """The words of a thing or of an address, where it has several."""
        found = words_of(self.text)
        for k, word in enumerate(found if len(found) > 1 and self.target[0] == "item" else ()):
            if len(word) > MIN_WORD:
                yield replace(
                    self,
                    letters=letters_only(word),
                    text=word,
                    target=("word", f"{self.item.index}.{k}"),
                )


def words_of(text: str) -> list[str]:
    """The words of a thing, or of the local part of an address."""
    return _WORD.findall(text.partition("@")[0])


def named_in(scene: Scene, cast: Cast) -> list[Named]:
    """Names of people, places and things in order; of an address, its local part."""
    named_items = [
        Named(unit.item, unit.start, letters_only(unit.key), unit.bare, (unit.role, unit.key))
        for unit in cast.all_units()
        if unit.role != "initial" and not unit.cut
    ]
    for item in scene.items:
        if item.kind in _THINGS or item.kind in _ADDRESSES:
            text = item.text.split("@")[0] if item.kind in _ADDRESSES else item.text
            named_items.append(Named(item, 0, letters_only(text), text, ("item", str(item.index))))
    return sorted(named_items, key=lambda named: (named.item.index, named.start))


class SpelledNames:
    """Looks names up by their letters, by parts of them and by place."""

    def __init__(self, named: list[Named], lexicon: Lexicon) -> None:
        self.named = named
        self._turns = [one.item.turn for one in named]
        self._indices = [one.item.index for one in named]
        self._whole: dict[str, list[tuple[Named, ...]]] = {}
        self._part: dict[str, list[tuple[Named, int]]] = {}
        for one in named:
            for each in (one, *one.words()):
                for spelled in spellings(each, lexicon):
                    self._whole.setdefault(spelled, []).append((each,))
        people = [one for one in named if one.is_person]
        for size in (2, 3):
            for k in range(len(people) - size + 1):
                some = tuple(people[k : k + size])
                if some[0].item.turn == some[-1].item.turn:
                    joined = "".join(one.letters for one in some)
                    self._whole.setdefault(joined, []).append(some)
        for one in {each.target: each for each in people}.values():
            for start in range(len(one.letters)):
                for end in range(start + 2, len(one.letters) + 1):
                    self._part.setdefault(one.letters[start:end], []).append((one, start))

    def whole(self, letters: str, item: Item) -> tuple[Named, ...]:
        """The name (or names in a row) that the letters spell, people's and near ones first."""
        spelled = self._whole.get(letters, [])
        return min(
            spelled,
            key=lambda some: (not some[0].is_person, abs(some[0].item.index - item.index)),
            default=(),
        )

    def misheard(self, letters: str, item: Item) -> Named | None:
        """The one person's name near a spelling that differs from it by one letter."""
        if len(letters) < MIN_MISHEARD:
            return None
        near = {
            one.target: one
            for one in self._said_within(item.turn - NEAR, item.turn + NEAR)
            if one.is_person
            and len(one.letters) >= MIN_MISHEARD
            and within_one_edit(one.letters, letters)
        }
        return next(iter(near.values())) if len(near) == 1 else None

    def heard_for(self, letters: str, item: Item) -> Named | None:
        """The one person's name near a spelling by ear: "[S-H-I-V-A-U-N]" of Siobhan."""
        if len(letters) < MIN_MISHEARD:
            return None
        near = {
            one.target: one
            for one in self._said_within(item.turn - 1, item.turn + 1)
            if one.is_person and sounds_like(one.letters, letters)
        }
        return next(iter(near.values())) if len(near) == 1 else None

    def part(self, letters: str, item: Item) -> tuple[Named, int] | None:
        """(name, place) of a name that has the letters as its part; beginnings first."""
        spelled = self._part.get(letters, [])
        return min(
            spelled, key=lambda p: (p[1] > 0, abs(p[0].item.index - item.index)), default=None
        )

    def near(self, item: Item) -> Iterator[Named]:
        """Names said shortly before an item, the last one first; then those after it."""
        at = bisect_left(self._indices, item.index)
        for k in range(at - 1, -1, -1):
            if item.turn - self._turns[k] > NEAR:
                break
            yield self.named[k]
        for k in range(at, len(self.named)):
            if self._turns[k] != item.turn:
                break
            yield self.named[k]

    def around(self, item: Item) -> Iterator[Named]:
        """The same, and those of the turns after it."""
        yield from self.near(item)
        yield from self._said_within(item.turn + 1, item.turn + NEAR)

    def _said_within(self, first: int, last: int) -> list[Named]:
        start, end = bisect_left(self._turns, first), bisect_left(self._turns, last + 1)
        return self.named[start:end]


def sounds_like(name: str, letters: str) -> bool:
    """Whether letters may spell a name by ear."""
    apart = abs(len(name) - len(letters))
    begun = name[:1] == letters[:1] and min(len(name), len(letters)) >= MIN_MISHEARD
    ratio = SequenceMatcher(None, name, letters).ratio() if begun and apart <= FAR_OFF else 0.0
    return ratio >= BY_EAR


def spellings(named: Named, lexicon: Lexicon) -> set[str]:
    """Ways to spell a name: with its particles or without, German umlauts as ae, oe, ue."""
    writings = {named.letters, letters_only(named.text)}
    if lexicon.lang == "de":
        writings.add(letters_only(digraphs(named.text)))
    return {spelled for spelled in writings if len(spelled) > 1}
