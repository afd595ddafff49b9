"""An amount that was said, an equation of amounts, and the words beside them."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from surrogates.folding import words
from surrogates.languages.numerals import Numerals
from surrogates.numbers.sums.equations import Terms
from surrogates.numbers.sums.values import CENTS, MONEY, Amount, read_amount, unit_of
from surrogates.rewrite import Item
from surrogates.scene import Scene

NEAR = 3  # turns between a total, or a multiple, and what it is made of
OFFER = 6  # turns between a price and it with a percentage off, which is said beside it
AROUND = 30  # characters beside a total that hold its word
PRICES = frozenset({0, 50, 90, 95, 99})  # cents that a price ends in
_GRAINS = (100_000, 10_000, 1_000, 100, 10)
_HALVES = (500, 50)  # 250, 1500: as round as a half
_FEW = 4  # amounts at least that are as round and as long


@dataclass(frozen=True, slots=True)
class Said:
    """An amount, and what it has become so far."""

    item: Item
    numerals: Numerals
    old: Amount
    new: int
    unit: str
    fixed: bool  # something else holds it
    ranged: bool = False  # the end of a range
    measured: bool = False  # a size, a temperature

    @property
    def value(self) -> int:
        return self.old.value

    @property
    def is_end(self) -> bool:
        """Whether it may be the end of a range, or is held by something else."""
        return self.fixed or self.ranged


@dataclass(frozen=True, slots=True)
class Tie:
    """An equation of old values (value -> factor), and where it is said."""

    terms: Terms
    total: Said


def is_amount(scene: Scene, item: Item, numerals: Numerals) -> bool:
    """Whether a number is said with what it counts, or to be a total."""
    amount = read_amount(item.text, numerals, scene.lexicon)
    if amount is None:
        return False
    unit = unit_of(amount, *scene.around(item), numerals, scene.lexicon)
    return bool(unit) or is_total(scene, item, numerals)


def is_total(scene: Scene, item: Item, numerals: Numerals) -> bool:
    return stands_by(scene, item, numerals.forms("total"))


def stands_by(scene: Scene, item: Item, forms: Set[str]) -> bool:
    """Whether one of the words stands near an item."""
    beside = " | ".join(
        " ".join(words(text)) for text in (scene.before(item)[-AROUND:], scene.after(item)[:AROUND])
    )
    return any(f" {form} " in f" {beside} " for form in forms)


def is_kept(said: Said) -> bool:
    """Whether a number that is no money is as it was."""
    return said.fixed and said.new == said.value and said.unit != MONEY


def terms_of(total: Said, others: Sequence[tuple[Said, int]]) -> Terms:
    terms = {total.value: 1}
    for other, factor in others:
        terms[other.value] = terms.get(other.value, 0) + factor
    return terms


def is_as_round(old: int, new: int) -> bool:
    """Whether a new amount is as round as an old one, both in cents."""
    whole, cents = divmod(old, CENTS)
    ends = cents not in PRICES or new % CENTS == cents
    return ends and (cents > 0 or new // CENTS % grain_of(whole) == 0)


def grain_of(whole: int) -> int:
    """What an amount is a multiple of, where others as long are multiples of it too."""
    top = int(10 ** len(str(whole)))
    for grain in sorted((*_GRAINS, *_HALVES), reverse=True):
        if whole % grain == 0 and (top - top // 10) // grain >= _FEW:
            return grain
    return 1
