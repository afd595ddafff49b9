"""Numbers said wrong: a speaker who mends his own, and one who reads the other's back wrong.

Equal digits stay equal, the others must differ again. `ties` calls this for every pair of numbers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.numbers.board import SLICE, Board, Group
from surrogates.numbers.slots import COUNTED, Cut, lexicon_beside
from surrogates.rewrite import Item
from surrogates.scene import Scene

_NEAR = 4  # turns between a number and its correction
WHOLE = 7  # digits and letters of which no chance makes most agree
_ONE = 5  # of which none makes all agree but one
_SWAPPED = 4  # nor but two that changed places
FEW = 2
_PAIR = 2  # digits of numbers that sound alike
TEENS = "3456789"  # units of numbers that sound like tens: thirteen, thirty


@dataclass(frozen=True, slots=True)
class Mended:
    """A number after a correction."""

    said: str
    values: tuple[int, ...]
    at: int  # the digit at which the correction begins


def whole(group: Group) -> Mended:
    """A number as it was said at first."""
    return Mended(group.cut.said, tuple(group.values), len(group.values))


def apply_correction(was: Mended, correction: Group, size: int) -> Mended:
    """The number with the first `size` digits of a correction in the place of its last ones."""
    at = len(was.said) - size
    values = (*was.values[:at], *correction.values)
    return Mended(was.said[:at] + correction.cut.said, values, at)


def is_near(a: Group, b: Group) -> bool:
    """Whether a number begins soon enough after another one to mend it."""
    return 0 <= b.first.turn - a.items[-1].turn < _NEAR


def is_correction(scene: Scene, a: Group, b: Group) -> bool:
    """Whether a speaker says that what he said first was wrong: "perdón", "no"."""
    return a.kind is b.kind and takes_back(scene, a.items[-1], b.items[0], b.cut)


def takes_back(scene: Scene, one: Item, two: Item, cut: Cut) -> bool:
    """Whether the words between two items of a speaker take the first one back."""
    if one.speaker != two.speaker:
        return False
    if one.turn == two.turn:
        if one.index + 1 != two.index:
            return False
        gap = scene.between(one, two)
    else:
        gap = scene.before(two)
    gap_words = f" {' '.join(words(gap))} "
    lexicons = {scene.lexicon, lexicon_beside(scene.lexicon, cut.numerals.lang)}
    return any(
        f" {cue} " in gap_words for lexicon in lexicons for cue in lexicon.cues("correction")
    )


def says_end_again(was: str, now: str) -> bool:
    """Whether digits are the last ones of a number, or most of them, said again."""
    return 2 <= len(now) <= len(was) and _mends(was[len(was) - len(now) :], now)


def tie_correction(a: Group, b: Group, board: Board) -> int:
    """ "nueve uno cinco, perdón, nueve uno seis": equal digits stay equal, others differ.

    A shorter correction mends the end of what was said; the first piece of one that goes on after
    it mends as much. What agrees most is what is mended. Returns how many digits were said anew,
    0 when it is a number of its own.
    """
    was, corrected = a.cut.said, b.cut.said
    piece = "".join(s.was for s in b.slots if s.tokens[0].item == 0)
    ends = ((was[len(was) - len(now) :], now) for now in (corrected, piece) if len(now) <= len(was))
    fits = [
        (old, now)
        for old, now in ends
        if len(now) >= min(2, len(was))
        and (_mends(old, now) or (len(was) == len(corrected) == len(now) and _is_anew(a, old, now)))
    ]
    _, now = max(fits, key=lambda pair: _agreeing(*pair), default=("", ""))
    if now:
        tie_alike(board, a.values[len(was) - len(now) :], b.values[: len(now)])
        a.tied = b.tied = True
    return len(now)


def _mends(was: str, now: str) -> bool:
    """Whether digits are others said again: the first one agrees, and half of them or more do."""
    return was[:1] == now[:1] and len(now) - _agreeing(was, now) <= max(2, len(now) // 2)


def _is_anew(a: Group, was: str, now: str) -> bool:
    """Whether a whole number is said again: an amount, or most of the digits agree."""
    few = a.kind in COUNTED or len(now) < SLICE
    return few or 3 * (len(now) - _agreeing(was, now)) <= len(now)


def _agreeing(was: str, now: str) -> int:
    return sum(x == y for x, y in zip(was, now, strict=True))


def misheard_at(a: Group, b: Group) -> int | None:
    """Where the digits stand that the other reads back wrong: "¿seis uno tres?", or None."""
    two = b.items[0]
    if a.kind is not b.kind or a.kind in COUNTED or a.first.speaker == two.speaker:
        return None
    if not a.first.turn < two.turn <= a.items[-1].turn + 1:
        return None
    now = b.cut.said
    if len(now) < SLICE or now in a.cut.said:
        return None
    starts = sorted(a.starts())
    end = next((s for s, turn in starts if turn > b.items[-1].turn), len(a.cut.said))
    for start in (s for s, turn in starts if turn == two.turn - 1):
        was = a.cut.said[start : min(end, start + len(now))]
        # A third of its digits may differ, or two that changed places.
        if len(was) == len(now) and _sounds_like(was, now):
            return start
    return None


def sound_alike(one: str, other: str) -> bool:
    """Whether one number of two digits is easily taken for the other: 07 or 16 for 70 or 60, 23
    for 32."""
    return (
        one != other
        and len(one) == len(other) == _PAIR
        and (one == other[::-1] or _leads(one, other) or _leads(other, one))
    )


def _leads(unit: str, tens: str) -> bool:
    """Whether one is a teen, or a digit behind a zero, and the other as many tens: 16, 60."""
    return unit[0] in "01" and unit[1] not in "012" and tens == f"{unit[1]}0"


def tie_alike_sounding(a: Group, b: Group, board: Board) -> bool:
    """Keeps two numbers that sound alike, said together, such a pair; whether they are one.

    Of a number in pieces it is the piece beside the other one: "915, 07, not 70".
    """
    if a.kind is not b.kind or abs(a.items[-1].turn - b.first.turn) > 1:
        return False
    one = _piece(a, len(a.items) - 1, b.first.index - 1)
    two = _piece(b, 0, a.items[-1].index + 1)
    was = board.was(one), board.was(two)
    if not "".join(was).isdecimal() or not sound_alike(*was):
        return False
    if _leads(was[1], was[0]):
        one, two = two, one
    board.tie(one[1], two[0])
    if _leads(board.was(one), board.was(two)):
        board.limit(one[0], board.was(one[:1]))
        board.limit(two[1], "0")
    else:
        board.tie(one[0], two[1])
        board.unequal.append((one[0], one[1]))
    a.tied = b.tied = True
    return True


def _piece(group: Group, place: int, index: int) -> list[int]:
    """The variables of a group, or of its item at a place where that stands right beside."""
    if len(group.items) == 1 or group.items[place].index != index:
        return group.values
    return [v for s in group.slots if s.tokens[0].item == place for v in s.values]


def said_otherwise(a: Group, b: Group) -> int:
    """How many signs of two whole numbers, counted from their ends, are one but for a digit or two:
    it was mended in between, or they are neighbours. A code may say more before them
    ("CMD-20418-7", "20418-1"); 0 for two numbers of their own."""
    if a.kind is not b.kind or a.kind in COUNTED:
        return 0
    was, now = a.cut.said, b.cut.said
    if nearly_same(was, now):
        return len(was)
    size = min(len(was), len(now))
    alike = a.kind is Kind.ID and size and are_codes_alike(was[-size:], now[-size:])
    return size if alike else 0


def tie_said_otherwise(a: Group, b: Group, board: Board) -> bool:
    """Ties two such numbers; whether they are."""
    size = said_otherwise(a, b)
    if size:
        tie_alike(board, a.values[-size:], b.values[-size:])
        a.tied = b.tied = True
    return size > 0


def are_codes_alike(was: str, now: str) -> bool:
    """Whether two codes differ in one sign, or in two that have changed places."""
    if len(was) != len(now) or was == now:
        return False
    one = len(now) - _agreeing(was, now) == 1
    return len(now) >= _ONE if one else len(now) >= _SWAPPED and is_swapped(was, now)


def is_swapped(was: str, now: str) -> bool:
    """Whether two signs of a row have changed places, and nothing else has."""
    apart = [n for n, (x, y) in enumerate(zip(was, now, strict=False)) if x != y]
    if len(was) != len(now) or len(apart) != FEW:
        return False
    return was[apart[0]] == now[apart[1]] and was[apart[1]] == now[apart[0]]


def is_teen_of(one: str, other: str) -> bool:
    """Whether one ear may take one for the other: 13 and 30."""
    teen, tens = sorted((one, other), key=lambda number: number[-1:] == "0")
    return teen[:1] == "1" and teen[1:] in TEENS and bool(teen[1:]) and tens == f"{teen[1:]}0"


def says_swapped(scene: Scene) -> bool:
    """Whether somebody says that figures have changed places."""
    cues = scene.lexicon.cues("swapped")
    return scene.says(cues)


def nearly_same(was: str, now: str) -> bool:
    """Whether two long rows of digits differ in one or two."""
    return len(was) == len(now) >= WHOLE and 0 < len(now) - _agreeing(was, now) <= FEW


def _sounds_like(was: str, now: str) -> bool:
    wrong = len(now) - _agreeing(was, now)
    swapped = wrong == 2 and Counter(was) == Counter(now)
    return wrong <= max(1, len(now) // 3) or swapped


def tie_alike(board: Board, old: Sequence[int], new: Sequence[int]) -> None:
    """Ties the digits that agree, place by place; the others must differ, and two that changed
    places have changed them again."""
    pairs = list(zip(old, new, strict=True))
    wrong = [pair for pair in pairs if len({board.variables[v].was for v in pair}) > 1]
    if len(wrong) == 2:
        (one, two), (three, four) = wrong
        was = [board.variables[v].was for v in (one, two, three, four)]
        if was[:2] == was[:1:-1]:
            board.tie(one, four)
            board.tie(three, two)
    for x, y in pairs:
        if board.variables[x].was == board.variables[y].was:
            board.tie(x, y)
        else:
            board.unequal.append((x, y))


def tie_mended(number: Mended, board: Board) -> None:
    """Ties what says a number across its correction: 612346 after "612 345, perdón, 346"."""
    for group in board.groups:
        for x, y in _across(number, group):
            board.tie(x, y)
            group.tied = True


def _across(number: Mended, group: Group) -> Iterator[tuple[int, int]]:
    digits = group.cut.said
    if len(digits) < SLICE or not set(group.values).isdisjoint(number.values):
        return
    start = number.said.find(digits)
    if start < number.at < start + len(digits) and start >= 0:
        yield from zip(group.values, number.values[start:], strict=False)
    elif len(number.said) >= SLICE and number.said in digits:
        yield from zip(group.values[digits.find(number.said) :], number.values, strict=False)
