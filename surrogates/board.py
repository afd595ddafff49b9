"""The numbers of a dialogue on the board: groups of pieces, digit variables, and their limits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from surrogates.entities import UnionFind
from surrogates.folding import fold, words
from surrogates.labels import Kind
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.shapes import Shape, Slot, Variable
from surrogates.types import N_, Constraint


@dataclass
class Group:
    """Pieces that one speaker gives of one number."""

    kind: Kind
    shapes: list[Shape]

    @property
    def values(self) -> list[int]:
        return [v for shape in self.shapes for v in shape.values]

    @property
    def first(self) -> Item:
        return self.shapes[0].item


@dataclass
class Board:
    """Variables of all numbers of a dialogue, what ties them, and what must differ."""

    variables: list[Variable] = field(default_factory=list)
    sets: UnionFind = field(default_factory=UnionFind)
    unequal: list[tuple[int, int]] = field(default_factory=list)
    new: dict[str, str] = field(default_factory=dict)

    def root(self, value: int) -> str:
        return self.sets.find(f"{value:06d}")

    def tie(self, a: int, b: int) -> None:
        self.sets.union(f"{a:06d}", f"{b:06d}")

    def was(self, values: Iterable[int]) -> str:
        return "".join(self.variables[v].was for v in values)

    def now(self, values: Iterable[int]) -> str:
        return "".join(self.new[self.root(v)] for v in values)


def narrow_amount(scene: Scene, group: Group, board: Board) -> None:
    """Amounts keep plural agreement outside and never lead with a zero they did not have."""
    slots = [slot for shape in group.shapes for slot in shape.slots]
    variables = board.variables
    if is_dictated(scene, group):
        return
    if len(slots) == 1 and len(slots[0].values) == 1:
        variable = variables[slots[0].values[0]]
        variable.domain &= frozenset("23456789")
        if variable.was == "1":
            keys = (group.first.key,)
            scene.raise_issue(
                "NUMBER_GRAMMAR",
                "warn",
                group.first,
                N_("A one became a plural number; the noun after it may not agree."),
                keys,
                (Constraint("placeholder", keys),),
            )
        return
    for i, slot in enumerate(slots):
        if slot.style == "figure":
            leads = i == 0 or slots[i - 1].style != "figure" or slots[i - 1].end != slot.start
            if leads and variables[slot.values[0]].was != "0":
                variables[slot.values[0]].domain &= frozenset("123456789")
        elif slot.word is not None and slot.word.klass == "I" and _completes(slots, i):
            # x1 would need the gender and place of a noun that may be anywhere.
            variables[slot.values[0]].domain -= {"1"}


def is_dictated(scene: Scene, group: Group) -> bool:
    """Whether words are given chunk by chunk ("noventa, setenta y dos"), not as one amount."""
    slots = [slot for shape in group.shapes for slot in shape.slots]
    scales = {fold(w.form) for w in scene.lexicon.number_words if w.klass == "scale"}
    if any(s.style == "figure" for s in slots) or any(
        w in scales for shape in group.shapes for w in words(shape.item.text)
    ):
        return False
    chunks = sum(
        i == 0 or not (_completes(slots, i) and not _closed(slots[i - 1]))
        for i in range(len(slots))
    )
    return chunks > 1


def _closed(slot: Slot) -> bool:
    """Whether a tens or hundreds word ends its chunk: it says its own zeros."""
    if slot.word is None or slot.bound:
        return not slot.bound
    return len(slot.values) == (2 if slot.word.klass == "III" else 3)


def _completes(slots: list[Slot], i: int) -> bool:
    if i == 0:
        return False
    word = slots[i - 1].word
    return word is not None and word.klass in ("III", "IV")


def bad_amount(shape: Shape, board: Board) -> bool:
    """21 as an amount would need the noun's gender; 0 and 1 alone its number."""
    for slot in shape.slots:
        if slot.word is not None and slot.word.klass == "II" and board.now(slot.values) == "21":
            return True
    figures = [slot for slot in shape.slots if slot.style == "figure"]
    whole = board.now(shape.values)
    return len(figures) == len(shape.slots) and whole in ("0", "1")


def too_close(group: Group, board: Board, domains: Mapping[str, frozenset[str]]) -> bool:
    """Whether fewer than half of the digits that could change did."""
    free = [v for v in group.values if len(domains[board.root(v)]) > 1]
    changed = sum(board.new[board.root(v)] != board.variables[v].was for v in free)
    return 2 * changed < len(free)
