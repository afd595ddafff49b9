"""The numbers of a dialogue on the board: groups of pieces, digit variables, what ties them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from surrogates.folding import fold, words
from surrogates.labels import Kind, kind_of
from surrogates.languages.numerals import Style
from surrogates.numbers.slots import COUNTED, Cut, Slot
from surrogates.numbers.writing import write_items
from surrogates.rewrite import Item
from surrogates.scene import IBAN_STARTS, Scene
from surrogates.union_find import UnionFind

SLICE = 3  # shorter than this, a piece of a number says nothing about which
SHORTEST_CARD = 13
DIGITS = frozenset("0123456789")
LETTERS = frozenset("ABCDEFGHJKLMNPQRSTVWXYZ")


@dataclass
class Variable:
    """One digit or letter: what it was and what it may become."""

    was: str
    domain: frozenset[str]


@dataclass
class Relation:
    """What some variables may say together: the tens and units of one word, say."""

    values: tuple[int, ...]
    options: tuple[str, ...]


@dataclass
class Group:
    """Pieces that one speaker gives of one number, and the cut that was chosen for them."""

    kind: Kind
    items: list[Item]
    cut: Cut
    styles: list[Style] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    failed: bool = False  # no value is left: placeholders stand for it
    stays: bool = False  # it is left as it was said (`leave`)
    tied: bool = False  # shares digits with another group
    ends: bool = False  # said to be the end of another number: "the last four"
    begins: bool = False  # begins a telephone number, be it given whole or not
    measured: bool = False  # a size, a temperature, a weight
    coded: bool = False  # it begins with the code of its place
    check: str = ""  # its check letter, which is said outside the spans

    @property
    def slots(self) -> list[Slot]:
        return self.cut.slots

    @property
    def values(self) -> list[int]:
        """Variables in reading order; a key word repeats its letter and does not count."""
        return [v for slot in self.slots for v in slot.values if slot.style != "keyword"]

    @property
    def first(self) -> Item:
        return self.items[0]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(i.key for i in self.items)

    @cached_property
    def runs(self) -> list[list[Slot]]:
        """Number words in a row, two or more, where the first reading of them is right."""
        runs: list[list[Slot]] = []
        for before, slot in pairwise([None, *self.slots]):
            if slot is None or slot.reading is None or slot.times > 1:
                continue
            joined = before is not None and before.reading is not None and before.times == 1
            if joined and not slot.tokens[0].lead.strip(" -"):
                runs[-1].append(slot)
            else:
                runs.append([slot])
        numerals = self.cut.numerals
        # Another rendering may have asked for another cut; such words stay ambiguous.
        return [
            run
            for run in runs
            if len(run) > 1
            and numerals.hear(" ".join(t.key for s in run for t in s.tokens))
            == [s.reading.value for s in run if s.reading is not None]
        ]

    def styles_of(self, slots: Iterable[Slot]) -> list[Style]:
        """The styles of some of the group's slots."""
        by_slot = {id(s): style for s, style in zip(self.slots, self.styles, strict=True)}
        return [by_slot[id(s)] for s in slots]

    def starts(self) -> list[tuple[int, int]]:
        """(position among the digits, turn) where each item begins."""
        starts: dict[int, tuple[int, int]] = {}
        position = 0
        for slot in self.slots:
            place = slot.tokens[0].item
            starts.setdefault(place, (position, self.items[place].turn))
            position += len(slot.was)
        return list(starts.values())


@dataclass
class Board:
    """Variables of all numbers of a dialogue, what ties them, and what must differ or rise."""

    groups: list[Group] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    sets: UnionFind[str] = field(default_factory=UnionFind)
    unequal: list[tuple[int, int]] = field(default_factory=list)
    rising: list[tuple[list[int], list[int]]] = field(default_factory=list)
    new: dict[str, str] = field(default_factory=dict)
    domains: dict[str, frozenset[str]] = field(default_factory=dict)  # what was left to draw from
    plain: set[str] = field(default_factory=set)  # roots of digits that many numbers begin with
    seeds: Counter[bytes] = field(default_factory=Counter)
    became: dict[str, set[str]] = field(default_factory=dict)  # drawn digits -> what they were

    @cached_property
    def originals(self) -> frozenset[str]:
        """What the numbers say, once all of them are on the board."""
        return frozenset(group.cut.said for group in self.groups)

    def add(self, group: Group) -> None:
        """Gives every slot of a group its variables."""
        self.groups.append(group)
        for before, slot in pairwise([None, *group.slots]):
            assert slot is not None
            if slot.style == "keyword" and before is not None:
                slot.values = before.values
                continue
            letter = slot.style in ("letter", "spoken", "alphabet")
            digits = slot.was[:1] if slot.times > 1 else slot.was
            new = [self._new(c, LETTERS if letter else DIGITS) for c in digits]
            slot.values = new * slot.times

    def _new(self, was: str, domain: frozenset[str]) -> int:
        self.variables.append(Variable(was, domain))
        return len(self.variables) - 1

    def root(self, value: int) -> str:
        return self.sets.find(f"{value:06d}")

    def tie(self, a: int, b: int) -> None:
        self.sets.union(f"{a:06d}", f"{b:06d}")

    def limit(self, value: int, domain: Iterable[str]) -> None:
        """Narrows what a variable may become."""
        variable = self.variables[value]
        variable.domain &= frozenset(domain)

    def was(self, values: Iterable[int]) -> str:
        return "".join(self.variables[v].was for v in values)

    def now(self, values: Iterable[int]) -> str:
        return "".join(self.new[self.root(v)] for v in values)

    def written(self, group: Group) -> list[str]:
        """The texts of a group's items with the digits drawn now."""
        return write_items(group.items, group.cut, group.styles, self.now)

    def unchanged(self, group: Group) -> list[int]:
        """Places of the items whose text came out as it was, scale words left out."""
        numerals = group.cut.numerals
        scales = numerals.forms("scale") | numerals.joiners | numerals.forms("repeat")
        places: list[int] = []
        for place, (item, text) in enumerate(zip(group.items, self.written(group), strict=True)):
            key = fold(text)
            keys = [t.key for t in group.cut.tokens if t.item == place]
            # "mil", "double" and a lone "y" stay inside a number that changes around them.
            same = key == fold(item.text) and (len(group.items) == 1 or not scales.issuperset(keys))
            # A longer piece may not come out as another piece was either.
            if same or (key in self.long_texts and group.kind not in COUNTED):
                places.append(place)
        return places

    def is_forced(self, group: Group, place: int) -> bool:
        """Whether a short piece of a dictated number can say nothing else."""
        values = [v for s in group.slots if s.tokens[0].item == place for v in s.values]
        roots = {self.root(v) for v in values}
        single = all(len(self.domains.get(r, DIGITS)) == 1 for r in roots)
        # Under a label of numbers in general, what stays as it was holds the dialogue back.
        if kind_of(group.items[place].label) is Kind.PHONE and roots <= self.plain:
            return True
        if fold(group.items[place].text).upper() in IBAN_STARTS.values() and single:
            return True
        return group.kind not in COUNTED and len(group.items) > 1 and len(values) < SLICE and single

    @cached_property
    def long_texts(self) -> frozenset[str]:
        """Folded texts of the dictated pieces that say three digits or more."""
        texts: set[str] = set()
        for group in self.groups:
            digits = Counter[int]()
            for slot in group.slots:
                digits[slot.tokens[0].item] += len(slot.was)
            if group.kind not in COUNTED:
                texts |= {fold(group.items[place].text) for place, n in digits.items() if n > 2}
        return frozenset(texts)


def leave(scene: Scene, group: Group) -> None:
    """Leaves a number as it was said, which tells nothing of anybody; the caller says why."""
    group.stays = True
    for item in group.items:
        scene.told[item.index] = frozenset(words(item.text))


def is_dictated(group: Group) -> bool:
    """Whether a number is given chunk by chunk ("noventa, setenta y dos"), not as one amount."""
    if group.kind not in COUNTED:
        return True
    styles = [s.style for s in group.slots]
    return len(styles) > 1 and set(styles) == {"word"} and not _is_scaled(group)


def is_card_piece(group: Group) -> bool:
    """Whether a card number is none that was said whole and in one go: "ends in 1234"."""
    if group.ends and group.kind in (Kind.NUMBER, Kind.ID):
        return True
    return group.kind is Kind.CARD and (len(group.items) > 1 or len(group.values) < SHORTEST_CARD)


def _is_scaled(group: Group) -> bool:
    scales = group.cut.numerals.forms("scale")
    return any(t.item >= 0 and t.key in scales for t in group.cut.tokens)
