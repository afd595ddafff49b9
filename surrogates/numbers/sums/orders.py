"""Sums of money beside a total stay below or above it: "insgesamt [330 Euro] ... Anzahlung von
[100 Euro]" is no deposit of 600. So does pay that is just so many times a rent, as words ask.

Called by `replacement` once what hangs together is written; what is a part of a sum keeps to it.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import pairwise, permutations

from surrogates import draw, notices
from surrogates.languages.numerals import numerals_of
from surrogates.numbers.board import Board
from surrogates.numbers.sums.beside import is_part
from surrogates.numbers.sums.said import OFFER, Said, grain_of, is_total
from surrogates.numbers.sums.totals import said_amounts, set_text, written
from surrogates.numbers.sums.values import CENTS, MONEY
from surrogates.scene import Scene

_GRAINS = (1000, 100, 50, 10, 5, 1)
_FAR = 3  # times as much, or as little, as it was at most
_JUST = 10  # the part of pay by which it is above what is asked at most
_MANY = 5  # times
_MOST = 60  # amounts of one grain that are tried


def keep_orders(scene: Scene, board: Board, held: Set[int]) -> None:
    """Writes sums of money anew that crossed a total. `held`: values that are a part of a sum."""
    said = list(said_amounts(scene, board))
    once = {each.value: each for each in reversed(said)}
    for value in sorted(once):
        alike = [each for each in said if each.value == value]
        part = any(each.unit == MONEY and is_part(scene, each) for each in alike)
        low, high = _bounds(scene, said, alike, part=part)
        if low < alike[0].new < high:
            continue
        free = value not in held and not any(each.is_end for each in alike)
        taken = {each.new for each in said} | once.keys()
        if free and _write(scene, alike, _between(scene, alike, low, high, taken)):
            said = list(said_amounts(scene, board))
        elif part:
            scene.raise_issue(notices.TOTAL_LOST, alike[0].item)


def _bounds(
    scene: Scene, said: Sequence[Said], alike: Sequence[Said], *, part: bool
) -> tuple[int, int]:
    """Between what an amount has to lie; a part is below every price that it was below."""
    low, high = 0, alike[0].new + 1
    low_of: list[int] = []
    high_of: list[int] = []
    for each in alike:
        for other in said:
            away = abs(other.item.turn - each.item.turn)
            if other.value == each.value or away > OFFER or not _are_prices(each, other, away):
                continue
            total = other.unit == MONEY and is_total(scene, other.item, other.numerals)
            if other.value > each.value and (total or part):
                high_of.append(other.new)
            elif other.value < each.value and total:
                low_of.append(other.new)
    return max(low_of, default=low), min(high_of, default=high)


def _are_prices(one: Said, other: Said, away: int) -> bool:
    """Whether both are money; a number without a unit may be where the other one is as long and
    near."""
    if other.unit != MONEY or one.unit == MONEY:
        return other.unit == one.unit == MONEY
    long = len(str(one.value)) == len(str(other.value)) and one.value >= 100 * CENTS
    return not one.unit and not one.measured and long and away <= 1


def _between(
    scene: Scene, alike: Sequence[Said], low: int, high: int, taken: Set[int]
) -> Iterator[int]:
    """Amounts between two, as round as the old one first, with its cents."""
    value = alike[0].value
    whole, cents = divmod(value, CENTS)
    first = grain_of(whole)
    least, most = max(low + 1, value // _FAR), max(low + 1, value) * _FAR
    stream = draw.Stream(scene.seed("order of amounts", str(value), [e.item for e in alike]))
    for grain in (first, *(g for g in _GRAINS if g < first)):
        step = grain * CENTS
        start = -(-least // step) * step + (cents if cents else 0)
        every = range(start, min(high, most), step)
        some = every[:: max(1, len(every) // _MOST)]
        yield from stream.shuffled([new for new in some if new > low and new not in taken])


def keep_thresholds(scene: Scene, board: Board, held: Set[int]) -> None:
    """Writes money anew that was just above so many times another sum: "you have to earn three
    times that" of [780], "I get [2350]"."""
    asked = list(_asked(scene))
    every = said_amounts(scene, board) if asked else ()
    money = [each for each in every if each.unit in (MONEY, "")]
    for low, high in permutations({each.value: each for each in reversed(money)}.values(), 2):
        turns = range(low.item.turn, high.item.turn + 1)
        for times in (n for turn, n in asked if turn in turns and len(turns) <= OFFER):
            least = times * low.new
            just = 0 <= high.value - times * low.value <= high.value // _JUST
            alike = [each for each in money if each.value == high.value]
            held_by = high.value in held or any(each.is_end for each in alike)
            if just and high.new < least and not held_by:
                grain = grain_of(high.value // CENTS) * CENTS
                first = -(-least // grain) * grain
                _write(scene, alike, iter(range(first, first + 3 * grain, grain)))


def _asked(scene: Scene) -> Iterator[tuple[int, int]]:
    """(turn, how many times) of each "three times" outside the labels."""
    numerals, cues = numerals_of(scene.lexicon), scene.lexicon.cues("times")
    ends = tuple(cue for cue, kind in cues.items() if kind == "ending")
    for turn, line in enumerate(scene.outside_text):
        row = line.split()
        if not ends and cues.keys().isdisjoint(row):
            continue
        for word, after in pairwise([*row, ""]):
            stem = next((word.removesuffix(e) for e in ends if word.endswith(e)), "")
            stem = stem or (word if after in cues else "")
            times = int(stem) if stem.isdecimal() else (stem and numerals.parse(stem)) or 0
            if 1 < times <= _MANY:
                yield turn, times


def _write(scene: Scene, alike: Sequence[Said], news: Iterator[int]) -> bool:
    for new in news:
        texts = [written(scene, each, new) for each in alike]
        if all(texts):
            for each, text in zip(alike, texts, strict=True):
                set_text(scene, each.item, text)
            return True
    return False
