"""Amounts that hang together: what was a sum, a half or five times another is so afterwards too.

Called by `replacement` when all numbers are written. A sum is known by what it is, amounts in a row
that make another one exactly; a multiple by the word, count or percentage that is said near it.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

from surrogates import draw, notices
from surrogates.codes import ConstraintKind
from surrogates.folding import digits_only, fold
from surrogates.labels import Kind
from surrogates.languages.numerals import Numerals
from surrogates.numbers.board import Board, Group, is_dictated
from surrogates.numbers.sums.equations import Unknown, proposals, told_apart
from surrogates.numbers.sums.multiples import count_before, counts_near, text_around
from surrogates.numbers.sums.percents import factors, is_made, percents_in
from surrogates.numbers.sums.products import keep_told_counts, products, weighted
from surrogates.numbers.sums.said import (
    NEAR,
    Said,
    Tie,
    is_as_round,
    is_total,
    stands_by,
    terms_of,
)
from surrogates.numbers.sums.values import (
    CENTS,
    MONEY,
    PERCENT,
    percent_sign,
    read_amount,
    unit_of,
    write_amount,
)
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.union_find import UnionFind

_FAR = 16  # the same, where no chance makes such a sum: 45,50 and 52,30 are 97,80
_MOST = 8  # parts
_MULTIPLE = 99
_EXACT = 1000  # readings of a meter: no chance makes one of them the sum of others near it
_LEAST = 10  # smaller numbers add up by chance
_ALIKE = 7  # in every way
_SHOWN = 4  # figures by which an original is known


def keep_totals(
    scene: Scene, board: Board, counted: frozenset[int] | None = None
) -> frozenset[int]:
    """Writes amounts anew where they no longer make what they made; flags what cannot be said.

    `counted`: only what is made with these mentions as a count. Returns the old values that hang
    together.
    """
    every = list(said_amounts(scene, board))
    said = keep_told_counts(scene, [each for each in every if each.unit != PERCENT])
    prices = {each.value for each in said if not each.item.stays}
    # "In [15] minutes" says nothing of what costs [15].
    said = [each for each in said if not (each.item.stays and each.value in prices)]
    if len(said) < 2:
        return frozenset()
    drawn = [each for each in said if not each.item.stays]  # lengths of time add up by chance
    ties = [
        *_sums(scene, drawn),
        *products(scene, said),
        *weighted(scene, said),
        *_percentages(scene, said, [each for each in every if each.unit == PERCENT]),
        *_multiples(scene, drawn),
        *_differences(scene, drawn),
    ]
    fixed = {each.value for each in said if each.fixed}
    ties = [tie for tie in ties if not fixed.issuperset(tie.terms)]  # they hold as they are
    unique = {tuple(sorted(tie.terms.items())): tie for tie in reversed(ties)}
    ties = [tie for tie in ties if unique[tuple(sorted(tie.terms.items()))] is tie]
    counts = {value for tie in ties for value in tie.counts}
    said = [replace(each, fixed=each.fixed or each.value in counts) for each in said]
    moved = {each.value for each in every if counted is None or each.item.index in counted}
    for number, component in enumerate(_components(ties)):
        if counted is not None and moved.isdisjoint(
            count for tie in component for count in tie.counts
        ):
            continue
        values = {value for tie in component for value in tie.terms}
        items = [each.item for each in said if each.value in values]
        stream = draw.Stream(scene.seed("totals", "", items), str(number))
        lost: list[Tie] = []
        while component and not _settle(scene, said, component, stream):
            lost.append(component.pop())
        for tie in lost:
            scene.raise_issue(notices.TOTAL_LOST, tie.total.item)
    return frozenset(value for tie in ties for value in tie.terms)


def keep_counted(scene: Scene, board: Board, drawn: Mapping[int, str]) -> None:
    """Writes totals anew whose count the dates moved since, or left as it was: "[3] nights".

    `drawn`: the surrogates as the totals found them, by the index of the mention."""
    counts = [i.index for i in scene.items if i.kind is Kind.NUMBER and i.index in drawn]
    moved = frozenset(n for n in counts if scene.surrogates[n] != drawn[n])
    if moved:
        keep_totals(scene, board, moved)


def keep_age_sums(scene: Scene, board: Board) -> None:
    """Writes numbers that are the sum of ages anew, once the ages have moved: "together we are
    [30]"."""
    old_ages = [group for group in board.groups if group.kind is Kind.AGE]
    once = {
        each.value: each for each in reversed(list(_amounts(scene, old_ages, frozenset(), board)))
    }
    ages = sorted(once.values(), key=lambda each: each.item.index)
    for total in said_amounts(scene, board) if len(ages) > 1 else ():
        if total.unit in (MONEY, PERCENT):
            continue
        sizes = range(2, min(_MOST, len(ages)) + 1)
        rows = (ages[k : k + n] for n in sizes for k in range(len(ages) - n + 1))
        made = (row for row in rows if sum(age.value for age in row) == total.value)
        row = next((row for row in made if _makes(scene, row, total)), None)
        new = sum(age.new for age in row) if row is not None else total.new
        if new != total.new:
            text = "" if total.fixed else written(scene, total, new)
            if text:
                set_text(scene, total.item, text)
            else:
                scene.raise_issue(notices.TOTAL_LOST, total.item)


def said_amounts(scene: Scene, board: Board) -> Iterator[Said]:
    """The amounts of the dialogue in its order, each in one mention."""
    rows = [group for group in board.groups if _is_row(scene, group)]
    held = _held(board, rows)
    counted = [group for group in board.groups if group not in rows]
    yield from _amounts(scene, counted, held, board)


def _amounts(scene: Scene, groups: Sequence[Group], held: Set[str], board: Board) -> Iterator[Said]:
    counted = [group for group in groups if not group.failed]
    pairs = [(item, group) for group in counted for item in group.items]
    for item, group in sorted(pairs, key=lambda pair: pair[0].index):
        numerals = group.cut.numerals
        old = read_amount(item.text, numerals, scene.lexicon)
        new = read_amount(scene.surrogates[item.index], numerals, scene.lexicon)
        if old is None or new is None:
            continue
        typed = scene.constraint_for(ConstraintKind.SURROGATE, item) is not None
        fixed = group.stays or typed or not held.isdisjoint(map(board.root, group.values))
        unit = unit_of(old, scene.after(item), numerals, scene.lexicon)
        yield Said(item, numerals, old, new.value, unit, fixed)


def _held(board: Board, rows: Sequence[Group]) -> set[str]:
    """Digits that other numbers say too, or whose order is kept: the end of a card, a range."""
    other = {board.root(v) for g in rows for v in g.values}
    return other | {board.root(v) for pair in board.rising for values in pair for v in values}


def _is_row(scene: Scene, group: Group) -> bool:
    """Whether a number is a row of digits, which counts nothing and makes no total."""
    # "The last reading was [47905]" is the end of nothing.
    if group.kind is not Kind.NUMBER or (group.ends and len(group.values) <= _SHOWN):
        return True
    return (
        len(group.items) > 1
        and is_dictated(group)
        and not any(_counts(scene, item, group.cut.numerals) for item in group.items)
    )


def _counts(scene: Scene, item: Item, numerals: Numerals) -> bool:
    amount = read_amount(item.text, numerals, scene.lexicon)
    if amount is None:
        return False
    unit = unit_of(amount, scene.after(item), numerals, scene.lexicon)
    return bool(unit) or is_total(scene, item, numerals)


def _sums(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """Amounts in a row that another one after or before them is the sum of; echoes may be said
    between them."""
    totals: dict[int, list[int]] = {}
    for place, each in enumerate(said):
        totals.setdefault(each.value, []).append(place)
    once = [n for n, each in enumerate(said) if totals[each.value][0] == n]
    for row in (range(len(said)), once):
        for first in range(len(row)):
            total = 0
            for last in range(first, min(first + _MOST, len(row))):
                total += said[row[last]].value
                parts = [said[n] for n in row[first : last + 1]]
                places = totals.get(total, ()) if last > first else ()
                apart = (p for p in places if p < row[first] or p > row[last])
                if sums := [said[p] for p in apart if _makes(scene, parts, said[p])]:
                    yield Tie(terms_of(sums[0], [(part, -1) for part in parts]), sums[0])


def _makes(scene: Scene, parts: Sequence[Said], total: Said) -> bool:
    """Whether amounts are a sum by no chance: they count the same, and are near enough."""
    units = {each.unit for each in (*parts, total)} - {""}
    away = max(abs(total.item.turn - part.item.turn) for part in parts)
    told = is_total(scene, total.item, total.numerals)
    exact = total.value >= 100 * CENTS or total.value % CENTS
    if len(units) > 1 or away > (_FAR if told or exact else NEAR):
        return False
    return bool(told or total.value >= _LEAST * CENTS)


def _multiples(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """An amount and a half, a double, five times it, where that is said beside them."""
    for one, two in combinations(said, 2):
        low, high = sorted((one, two), key=lambda each: each.value)
        times, rest = divmod(high.value, low.value)
        if rest or not 1 < times <= _MULTIPLE or two.item.turn - one.item.turn > NEAR:
            continue
        if low.fixed and high.fixed:
            continue  # the ends of a range: "entre [10] y [20]"
        units = {one.unit, two.unit} - {""}
        said_near = times in counts_near(scene, one.item, two.item, one.numerals)
        totals = is_total(scene, high.item, one.numerals) and MONEY in units
        told = totals and count_before(scene, one.item, times, one.numerals)
        if len(units) < 2 and (said_near or told):
            yield Tie(terms_of(high, [(low, -times)]), two)


def _percentages(scene: Scene, said: Sequence[Said], labelled: Sequence[Said]) -> Iterator[Tie]:
    """An amount and a percentage of it, or it with that added or taken off."""
    signs = (percent_sign(n).search for n in {each.numerals for each in said})
    if not labelled and not any(sign(t.text) for sign in signs for t in scene.dialogue.turns):
        return
    rounded: list[tuple[int, Tie]] = []
    exact: set[int] = set()
    for one, two in combinations(said, 2):
        if two.item.turn - one.item.turn > NEAR or len({one.unit, two.unit} - {""}) > 1:
            continue
        percents = {p: p for p in percents_in(text_around(scene, one.item, two.item), one.numerals)}
        percents |= {
            Fraction(p.value, CENTS): Fraction(p.new, CENTS)
            for p in labelled
            if one.item.turn - 1 <= p.item.turn <= two.item.turn + 1
        }
        for old, new in percents.items():
            for was, now in zip(factors(old), factors(new), strict=True):
                for made, base in ((one, two), (two, one)):
                    terms = {made.value: now.denominator, base.value: -now.numerator}
                    # The ends of a range, [30] and [37], are near some percentage by chance.
                    unit = 0 if made.fixed and base.fixed else made.old.unit
                    if is_made(made.value, 0, base.value, was):
                        exact |= terms.keys()
                        yield Tie(terms, two)
                    elif is_made(made.value, unit, base.value, was):
                        rounded.append((made.value, Tie(terms, two)))
    yield from (tie for value, tie in rounded if value not in exact)


def _differences(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """Three amounts of which one is the sum of the others, whatever their order: "650, from May
    690, that is 40 more"."""
    by_value: dict[int, list[Said]] = {}
    for each in said:
        by_value.setdefault(each.value, []).append(each)
    for one, two in combinations(said, 2):
        for total in (
            by_value.get(one.value + two.value, ()) if two.item.turn - one.item.turn <= NEAR else ()
        ):
            if not _makes(scene, (one, two), total):
                continue
            three = (one, two, total)
            words_by = [stands_by(scene, s.item, s.numerals.forms("difference")) for s in three]
            turns = [s.item.turn for s in three]
            exact = total.value >= _EXACT * CENTS
            near = max(turns) - min(turns) <= (NEAR if any(words_by) or exact else 1)
            if near and (any(words_by) or exact or _count_alike(three)):
                yield Tie(terms_of(total, [(one, -1), (two, -1)]), total)


def _count_alike(three: Sequence[Said]) -> bool:
    """Whether amounts are money, or two of them are said to count one thing."""
    units = [each.unit for each in three if each.unit]
    return MONEY in units or len(units) > len(set(units))


def _components(ties: Sequence[Tie]) -> list[list[Tie]]:
    """Ties that share values."""
    sets = UnionFind(str(value) for tie in ties for value in tie.terms)
    for tie in ties:
        for one, two in pairwise(tie.terms):
            sets.union(str(one), str(two))
    components: dict[str, list[Tie]] = {}
    for tie in ties:
        components.setdefault(sets.find(str(tie.total.value)), []).append(tie)
    return list(components.values())


def _settle(scene: Scene, said: Sequence[Said], ties: Sequence[Tie], stream: draw.Stream) -> bool:
    """Writes values that satisfy all ties; False where none that can be said was found."""
    olds = sorted({value for tie in ties for value in tie.terms})
    places = {old: n for n, old in enumerate(olds)}
    alike = [[each for each in said if each.value == old] for old in olds]
    unknowns = [
        Unknown(
            old,
            group[0].new,
            max(each.old.unit for each in group),
            any(each.fixed for each in group),
        )
        for old, group in zip(olds, alike, strict=True)
    ]
    equations = [{places[v]: factor for v, factor in tie.terms.items()} for tie in ties]
    fallback: dict[Item, str] = {}
    best = -1
    for values in proposals(unknowns, equations, stream):
        alike_in = _likeness(values, unknowns)
        if not told_apart(values, unknowns) or alike_in <= best:
            continue
        texts = {
            each.item: written(scene, each, value)
            for group, value in zip(alike, values, strict=True)
            for each in group
        }
        if all(texts.values()):
            fallback, best = texts, alike_in
            if best == _ALIKE:
                break
    for item, text in fallback.items():
        set_text(scene, item, text)
    return bool(fallback)


def _likeness(values: Sequence[int], unknowns: Sequence[Unknown]) -> int:
    """In how many ways new values are like the old ones: as long, in the same order, as round."""
    pairs = list(zip(values, unknowns, strict=True))
    long = all(len(str(value)) == len(str(each.old)) for value, each in pairs)
    order = all((a < b) == (one.old < two.old) for (a, one), (b, two) in combinations(pairs, 2))
    rounds = all(is_as_round(each.old, value) for value, each in pairs if not each.fixed)
    return 4 * long + 2 * order + rounds


def written(scene: Scene, said: Said, value: int) -> str:
    """The surrogate with a value in its form; "" where that cannot be said or is an original."""
    if value == said.new:
        return scene.surrogates[said.item.index]
    text = write_amount(said.old, value, scene.after(said.item), said.numerals)
    figures = digits_only(text)
    shown = len(figures) >= _SHOWN and figures in scene.original_digits
    return "" if shown or fold(text) == fold(said.item.text) else text


def set_text(scene: Scene, item: Item, text: str) -> None:
    """Another surrogate for an item; its card says it again."""
    if scene.surrogates[item.index] == text:
        return
    scene.surrogates[item.index] = text
    scene.cards[:] = [
        replace(card, surrogate="") if item.key in card.mentions else card for card in scene.cards
    ]
