"""Prices times counts: "[12] instalments of [45]", "two adults at [320], a girl at [160]".

Called by `totals`. A count of months that words outside the labels tell ("for a year") stays.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, permutations

from surrogates import notices
from surrogates.folding import fold, words
from surrogates.languages.numerals import Numerals
from surrogates.numbers.sums.multiples import counts_near
from surrogates.numbers.sums.said import NEAR, Said, Tie, is_total, terms_of
from surrogates.numbers.sums.values import CENTS, MONEY, numbers_in
from surrogates.rewrite import outside
from surrogates.scene import Scene

_FAR = 6  # turns in which it is said how many people or things there are
_MOST = 12  # of them
_LEAST = 2 * CENTS  # a price
_MONTHS = 12
_NOUN = re.compile(r"\s*[^\W\d_]{3,}")
_FIGURE = re.compile(r"(?<![\d.,:/])\d{1,2}(?=\s[^\W\d_]{3,})")


def products(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """A price times a labelled count, and its total before or behind: "[3] nights at [80], [240]
    in total"."""
    for count, price, total in _found(scene, said):
        factor = -(count.new // CENTS)
        yield Tie(terms_of(total, [(price, factor)]), total, frozenset({count.value}))


def _found(scene: Scene, said: Sequence[Said]) -> Iterator[tuple[Said, Said, Said]]:
    by_value: dict[int, list[Said]] = {}
    for each in said:
        by_value.setdefault(each.value, []).append(each)
    planned: set[int] = set()  # totals of which one plan was said
    # "[seven] guests, [210], so [30] each": the total may stand between them.
    across = [(a, b) for a, t, b in zip(said, said[1:], said[2:], strict=False)
              if t.value == a.value // CENTS * b.value]  # fmt: skip
    for one, two in (*pairwise(said), *across):
        for count, price in ((one, two), (two, one)):
            times = count.value // CENTS
            if count.value % CENTS or times < 2 or price.value <= CENTS or count.unit == MONEY:
                continue
            counts = bool(_NOUN.match(scene.after(count.item)))
            again = times * price.value in planned  # "and in [6]?" "the double, [120]"
            if not (count.unit or price.unit == MONEY or again):
                continue
            for total in by_value.get(times * price.value, ()):
                after = 0 <= total.item.turn - two.item.turn <= NEAR
                before = 0 <= two.item.turn - total.item.turn <= NEAR * (1 + again)
                before = before and (counts or total.value in planned)
                named = total.unit == price.unit or "" in (total.unit, price.unit)
                known = counts or count.unit or total.value in planned
                known = known or is_total(scene, total.item, total.numerals)
                if (after or before) and named and known:
                    planned.add(total.value)
                    yield count, price, total


def keep_told_counts(scene: Scene, said: Sequence[Said]) -> list[Said]:
    """The amounts; a count of instalments that the text tells too stays as it was."""
    found = list(_found(scene, said))
    told = set(_compared(scene, found))
    for count, price, _ in found:
        months = count.value // CENTS
        years, rest = divmod(months, _MONTHS)
        first = min(count.item.turn, price.item.turn) - 1
        if (
            years
            and not rest
            and years in set(_years(scene, count.numerals, first, first + NEAR + 1))
        ):
            told.add(count.value)
    kept: list[Said] = []
    for each in said:
        if each.value not in told or each.unit == MONEY or each.fixed:
            kept.append(each)
            continue
        scene.surrogates[each.item.index] = each.item.text
        scene.told[each.item.index] = frozenset(words(each.item.text))
        scene.raise_issue(notices.SAID_AROUND, each.item)
        scene.cards[:] = [
            replace(card, surrogate=each.item.text) if each.item.key in card.mentions else card
            for card in scene.cards
        ]
        kept.append(replace(each, new=each.value, fixed=True))
    return kept


def _compared(scene: Scene, found: Sequence[tuple[Said, Said, Said]]) -> Iterator[int]:
    """Counts of two plans of one total, where it is said how many times the other one is: "in
    [12] months [60] each; in [6], the double, [120]"."""
    for (count, price, total), (other, dearer, same) in permutations(found, 2):
        times, rest = divmod(dearer.value, price.value)
        if total.value != same.value or rest or times < 2:
            continue
        one, two = sorted((price.item, dearer.item), key=lambda item: item.index)
        if times in counts_near(scene, one, two, total.numerals):
            yield from (count.value, other.value)


def _years(scene: Scene, numerals: Numerals, first: int, last: int) -> Iterator[int]:
    """How many years the text of some turns speaks of, labels left out: "a year" is one."""
    units = {fold(r["form"]) for r in scene.lexicon.rows("date_words")
             if (r["kind"], r["value"]) == ("unit", "year")}  # fmt: skip
    for turn, _, text in outside(scene.dialogue, scene.items):
        if not first <= turn <= last:
            continue
        said = words(text)
        for n, word in enumerate(said):
            if word in units:
                yield (numerals.parse(said[n - 1]) if n else None) or 1


def weighted(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """Two prices, each times how many it is for: "[320] per adult, [160] the girl, [800] in all",
    where two adults and a girl were spoken of."""
    for total in said:
        if not is_total(scene, total.item, total.numerals) or total.unit not in (MONEY, ""):
            continue
        near = [
            each
            for each in said
            if _LEAST <= each.value < total.value
            and each.unit in (MONEY, "")
            and abs(each.item.turn - total.item.turn) <= NEAR
        ]
        parts = list({each.value: each for each in near}.values())
        counts = _counts(scene, said, total)
        pairs = list(combinations(parts, 2))
        if any(total.value % a.value == 0 and total.value // a.value in counts for a in parts):
            continue  # a product, or a sum
        if any(a.value + b.value == total.value for a, b in pairs):
            continue
        ways = (
            (a, m, b, n)
            for a, b in pairs
            for m in counts
            for n in counts
            if m * a.value + n * b.value == total.value
        )
        for a, m, b, n in ways:
            terms = terms_of(total, [(a, -counts[m]), (b, -counts[n])])
            yield Tie(terms, total, frozenset({m * CENTS, n * CENTS} - {CENTS}))
            break


def _counts(scene: Scene, said: Sequence[Said], total: Said) -> Mapping[int, int]:
    """How many of something were spoken of near a total: what it was -> what it is now."""
    last = total.item.turn
    counts = {1: 1}
    for turn, _, text in outside(scene.dialogue, scene.items):
        if not last - _FAR <= turn <= last:
            continue
        figures = [int(m.group()) for m in _FIGURE.finditer(text)]
        spoken = [
            reading.value
            for _, end, reading in numbers_in(text, total.numerals)
            if _NOUN.match(text[end:])
        ]
        counts |= {n: n for n in (*figures, *spoken) if 1 < n <= _MOST}
    for each in said:
        whole, rest = divmod(each.value, CENTS)
        near = 0 <= last - each.item.turn <= _FAR
        if near and not rest and 1 < whole <= _MOST and each.unit != MONEY:
            counts[whole] = each.new // CENTS
    return counts
