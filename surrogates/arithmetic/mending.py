"""Numbers that no longer make what they made are written anew, the freest one first.

Called when everything is drawn: what a number is drawn beside (a sum of money, a shift of dates)
does not know of numbers of other kinds. Years and money hold, for other rules tie them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from surrogates import draw, notices
from surrogates.arithmetic.equations import equations
from surrogates.arithmetic.quantities import ONE, Quantity, Sort, quantities
from surrogates.arithmetic.ways import BEGUN, Equation, Way
from surrogates.codes import ConstraintKind
from surrogates.dates.lives.ages import Age, ages_of
from surrogates.dates.lives.writing import set_age
from surrogates.dates.lives.writing import written as written_age
from surrogates.dates.runs import calendars_of
from surrogates.folding import words
from surrogates.labels import Kind
from surrogates.numbers.sums.totals import set_text
from surrogates.numbers.sums.values import write_amount
from surrogates.rewrite import Item
from surrogates.scene import Scene

_MOST = 12  # numbers that are written anew
_LONGEST = 120 * ONE  # what an age may be
_FREEST = (Sort.SPAN, Sort.COUNT, Sort.MONEY, Sort.AGE)
_DECIDED = (ConstraintKind.SURROGATE, ConstraintKind.PLACEHOLDER)

_TEN = 10 * ONE
_STEPS = (ONE, -ONE, 2 * ONE, -2 * ONE)

_PRICES = 2  # a price and its total; more may hang together in other ways

Values = dict[int, int]  # by the index of the mention
Move = dict[Quantity, int]


def mend(scene: Scene, items: Sequence[Item]) -> None:
    """Writes numbers of these items anew as long as that makes more of what held true again."""
    own = {item.index for item in items}
    said = [each for each in quantities(scene) if each.item.index in own]
    ties = equations(scene, said)
    values = {each.item.index: each.new for each in said}
    if all(tie.holds(values) for tie in ties):
        return
    ages = {age.item.index: age for age in ages_of(scene, calendars_of(scene)[0])}
    for _ in range(_MOST):
        found = next(_better(scene, said, ties, values, ages), None)
        if found is None:
            return
        for each, (new, text) in found.items():
            _set(scene, each, text)
            values[each.item.index] = new


def _better(
    scene: Scene,
    said: Sequence[Quantity],
    ties: Sequence[Equation],
    values: Values,
    ages: Mapping[int, Age],
) -> Iterator[dict[Quantity, tuple[int, str]]]:
    """New values and texts of mentions, what makes most equations hold first."""
    held = sum(tie.holds(values) for tie in ties)
    # What lies between two days is an age already; of more than two prices each may tell another.
    dates = {item.index for item in scene.of_kind(scene.items, Kind.DATE)}
    sums = len({q.old for q in said if q.sort is Sort.MONEY}) > _PRICES
    free = _FREEST if dates <= values.keys() else _FREEST[:-1]
    ways: list[tuple[int, int, int, Move]] = []
    for tie in ties:
        for move in () if tie.holds(values) else _moves(scene, tie, values):
            # All mentions of one value move together.
            whole = {q: new for one, new in move.items() for q in said if q.key == one.key}
            tried = values | {q.item.index: new for q, new in whole.items()}
            better = sum(each.holds(tried) for each in ties) - held
            if any(q.sort is Sort.MONEY for q in whole) and (tie.way is not Way.TIMES or sums):
                continue
            if better > 0 and all(_may(scene, q, new, free) for q, new in whole.items()):
                rank = max(_FREEST.index(q.sort) for q in whole)
                ways.append((-better, rank, len(ways), whole))
    for *_, whole in sorted(ways, key=lambda way: way[:3]):
        texts = {q: (new, _written(scene, q, new, ages)) for q, new in whole.items()}
        if all(text for _, text in texts.values()):
            yield texts


def _moves(scene: Scene, tie: Equation, values: Values) -> Iterator[Move]:
    """All that a mean is of, and it, by the same; one member as the others ask."""
    if tie.way is Way.MEAN:
        stream = draw.Stream(scene.seed("mean", "", [each.item for each in tie.members]))
        for step in stream.shuffled(_STEPS):
            yield {each: each.old + step for each in tie.members}
    if tie.way is Way.LIVED:
        yield from _fewer_years(scene, tie, values)
    for member in tie.members:
        new = tie.solved(member, values)
        if new is not None and (tie.way is not Way.OUTSIDE or _in_order(tie, member, new, values)):
            yield {member: new}


def _in_order(tie: Equation, member: Quantity, new: int, values: Values) -> bool:
    """Whether who was older still is, with a new age of one."""
    now = {q: new if q is member else values[q.item.index] for q in tie.members}
    pairs = combinations(tie.members, 2)
    return all(
        (one.old > two.old, one.old == two.old) == (now[one] > now[two], now[one] == now[two])
        for one, two in pairs
    )


def _fewer_years(scene: Scene, tie: Equation, values: Values) -> Iterator[Move]:
    """As many years as a life has room for, as round as they were."""
    years, age = tie.members
    most = values[age.item.index] - BEGUN
    step = _TEN if years.old % _TEN == 0 and most >= 2 * _TEN else ONE
    least = max(min(years.old, most) * 4 // 5, 2 * ONE)
    stream = draw.Stream(scene.seed("lived", "", [each.item for each in tie.members]))
    for new in stream.shuffled(range(-(-least // step) * step, most + 1, step)):
        if new != years.old:
            yield {years: new}


def _may(scene: Scene, one: Quantity, new: int, free: Sequence[Sort]) -> bool:
    item = one.item
    if one.sort not in free or item.stays or new <= 0 or new % ONE:
        return False
    if any(scene.constraint_for(kind, item) is not None for kind in _DECIDED):
        return False
    # What stays has a reason: a law, a noun that agrees with one alone, a count of people.
    stays = scene.surrogates[item.index] == item.text
    return not stays and (one.sort is not Sort.AGE or new < _LONGEST)


def _written(scene: Scene, one: Quantity, new: int, ages: Mapping[int, Age]) -> str:
    if new == one.old:
        return one.item.text
    age = ages.get(one.item.index)
    if age is not None and one.sort is not Sort.COUNT:
        return written_age(age, new // ONE, calendars_of(scene)[0])
    if one.amount is None or one.numerals is None:
        return ""
    led = next(iter(words(scene.before(one.item))[-1:]), "")
    if not one.numerals.fits_after(led, new // ONE):
        return ""  # "a [7]" is no "a [8]"
    return write_amount(one.amount, new, scene.after(one.item), one.numerals)


def _set(scene: Scene, one: Quantity, text: str) -> None:
    item = one.item
    scene.withdraw(notices.TOTAL_LOST, item)
    if text == item.text:
        scene.told[item.index] = frozenset(words(text))
        scene.raise_issue(notices.SAID_AROUND, item)
    if one.sort is Sort.AGE:
        set_age(scene, item, text)
    else:
        set_text(scene, item, text)
