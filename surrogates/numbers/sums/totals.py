"""Amounts that hang together: what was a sum, a half or five times another is so afterwards too.

Called by `replacement` when all numbers are written. `found` says what they
make, `equations` what then follows from what.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import chain, combinations, pairwise

from surrogates import draw, notices
from surrogates.codes import ConstraintKind
from surrogates.folding import digits_only, fold, words
from surrogates.labels import Kind, is_money_label
from surrogates.numbers.board import Board, Group, is_dictated
from surrogates.numbers.sums.equations import Unknown, proposals, scaled, told_apart
from surrogates.numbers.sums.found import (
    MOST,
    deductions,
    differences,
    makes,
    multiples,
    percentages,
    sums,
)
from surrogates.numbers.sums.kept import keep_factors, keep_made, keep_percents
from surrogates.numbers.sums.likely import likely
from surrogates.numbers.sums.products import products, rates, savings, weighted
from surrogates.numbers.sums.said import Said, Tie, is_amount, is_as_round, is_kept
from surrogates.numbers.sums.values import (
    CENTS,
    MONEY,
    PERCENT,
    read_amount,
    unit_of,
    write_amount,
)
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.union_find import UnionFind

_ALIKE = 7  # in every way
_SHOWN = 4  # figures by which an original is known


def keep_totals(scene: Scene, board: Board) -> frozenset[int]:
    """Writes amounts anew where they no longer make what they made; flags what cannot be said.

    Returns the old values that hang together.
    """
    every = list(said_amounts(scene, board))
    said = keep_made(scene, keep_factors(scene, every))
    prices = {each.value for each in said if not (each.item.stays or is_kept(each))}
    # "In [15] minutes" says nothing of what costs [15].
    said = [each for each in said if not (each.item.stays and each.value in prices)]
    percents = [each for each in every if each.unit == PERCENT]
    amounts = [each for each in said if not is_kept(each)]
    if not amounts:
        return frozenset()
    percents = keep_percents(scene, amounts, percents)
    counted = [each for each in said if not each.item.stays]
    ties = [
        *sums(scene, amounts),
        *sums(scene, counted),  # "[19] came, [five] of the [24] are missing"
        *deductions(scene, counted),
        *products(scene, said, amounts),
        *weighted(scene, amounts),
        *savings(scene, amounts),
        *rates(scene, amounts),
        *percentages(scene, amounts, percents),
        *multiples(scene, amounts, [each for each in said if is_kept(each)]),
        *differences(scene, counted),
    ]
    fixed = {each.value for each in said if each.fixed}
    ties = [tie for tie in ties if not fixed.issuperset(tie.terms)]  # they hold as they are
    unique = {tuple(sorted(tie.terms.items())): tie for tie in reversed(ties)}
    ties = [tie for tie in ties if unique[tuple(sorted(tie.terms.items()))] is tie]
    more = [t for t in likely(scene, amounts) if tuple(sorted(t.terms.items())) not in unique]
    for number, component in enumerate(_components([*ties, *more])):
        values = {value for tie in component for value in tie.terms}
        items = [each.item for each in amounts if each.value in values]
        stream = draw.Stream(scene.seed("totals", "", items), str(number))
        if _settle(scene, said, component, stream):
            continue
        said_so = [tie for tie in component if tie in ties]
        while said_so and not _settle(scene, said, said_so, stream):
            scene.raise_issue(notices.TOTAL_LOST, said_so.pop().total.item)
    return frozenset(value for tie in ties for value in tie.terms)


def keep_age_sums(scene: Scene, board: Board) -> None:
    """Writes numbers that are the sum of ages anew, once the ages have moved: "together we are
    [30]"."""
    old_ages = [group for group in board.groups if group.kind is Kind.AGE]
    once = {
        each.value: each
        for each in reversed(list(amounts_of_groups(scene, old_ages, frozenset(), board)))
    }
    ages = sorted(once.values(), key=lambda each: each.item.index)
    for total in said_amounts(scene, board) if len(ages) > 1 else ():
        if total.unit in (MONEY, PERCENT):
            continue
        sizes = range(2, min(MOST, len(ages)) + 1)
        rows = (ages[k : k + n] for n in sizes for k in range(len(ages) - n + 1))
        made = (row for row in rows if sum(age.value for age in row) == total.value)
        row = next((row for row in made if makes(scene, row, total)), None)
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
    held = {board.root(v) for group in rows for v in group.values}
    counted = [group for group in board.groups if group not in rows]
    yield from amounts_of_groups(scene, counted, held, board)


def amounts_of_groups(
    scene: Scene, groups: Sequence[Group], held: Set[str], board: Board
) -> Iterator[Said]:
    """The amounts of these numbers. `held`: digits that something else holds."""
    ends = {board.root(v) for pair in board.rising for values in pair for v in values}
    counted = [group for group in groups if not group.failed and not _is_cut(group)]
    pairs = [(item, group) for group in counted for item in group.items]
    for item, group in sorted(pairs, key=lambda pair: pair[0].index):
        numerals = group.cut.numerals
        old = read_amount(item.text, numerals, scene.lexicon)
        new = read_amount(scene.surrogates[item.index], numerals, scene.lexicon)
        if old is None or new is None:
            continue
        typed = scene.constraint_for(ConstraintKind.SURROGATE, item) is not None
        roots = set(map(board.root, group.values))
        fixed = group.stays or typed or not held.isdisjoint(roots)
        unit = unit_of(old, *scene.around(item), numerals, scene.lexicon)
        unit = unit or (MONEY if is_money_label(item.label) else "")
        ranged = not ends.isdisjoint(roots)
        yield Said(item, numerals, old, new.value, unit, fixed, ranged, group.measured)


def _is_cut(group: Group) -> bool:
    """Whether one number word stands in several mentions: "[quatre] [vingt] [dix]"."""
    return any(len({token.item for token in slot.inside}) > 1 for slot in group.slots)


def _is_row(scene: Scene, group: Group) -> bool:
    """Whether a number is a row of digits, which counts nothing and makes no total."""
    # "The last reading was [47905]" is the end of nothing.
    if group.kind is not Kind.NUMBER or (group.ends and len(group.values) <= _SHOWN):
        return True
    return (
        len(group.items) > 1
        and is_dictated(group)
        and not any(is_amount(scene, item, group.cut.numerals) for item in group.items)
    )


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
    for values in chain(proposals(unknowns, equations, stream), scaled(unknowns, stream)):
        alike_in = _likeness(values, unknowns)
        if not told_apart(values, unknowns) or not _rise(values, alike) or alike_in <= best:
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


def _rise(values: Sequence[int], alike: Sequence[Sequence[Said]]) -> bool:
    """Whether ends of ranges are still in their order; old values are in it."""
    ends = [
        value
        for value, group in zip(values, alike, strict=True)
        if any(each.ranged for each in group)
    ]
    return ends == sorted(ends)


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
    led = next(iter(words(scene.before(said.item))[-1:]), "")
    fits = [said.numerals.fits_after(led, each // CENTS) for each in (said.value, value)]
    if fits == [True, False]:
        return ""  # "an $80 fee" is none of $70
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
