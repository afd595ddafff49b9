"""What amounts of a dialogue make together, as equations of their old values.

A sum is known by what it is, amounts in a row that make another one exactly; a multiple by the
word, count or percentage that is said near it. Called by `totals` and `kept`.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from surrogates.folding import words
from surrogates.languages.numerals import percent_sign
from surrogates.numbers.sums.multiples import count_before, counts_near, text_around
from surrogates.numbers.sums.percents import factors, is_made, percents_in, shares_in, tax_rates
from surrogates.numbers.sums.said import NEAR, OFFER, Said, Tie, is_total, stands_by, terms_of
from surrogates.numbers.sums.values import CENTS, MONEY
from surrogates.scene import Scene

_FAR = 16  # the same, where no chance makes such a sum: 45,50 and 52,30 are 97,80
MOST = 8  # parts
_MULTIPLE = 99
_THOUSAND = 1000
_EXACT = 1000  # readings of a meter: no chance makes one of them the sum of others near it
_LED = 2  # words before an amount of which one takes it off
_LEAST = 10  # smaller numbers add up by chance


def sums(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """Amounts in a row that another one after or before them is the sum of; echoes may be said
    between them."""
    totals: dict[int, list[int]] = {}
    for place, each in enumerate(said):
        totals.setdefault(each.value, []).append(place)
    once = [n for n, each in enumerate(said) if totals[each.value][0] == n]
    for row in (range(len(said)), once):
        for first in range(len(row)):
            total = 0
            for last in range(first, min(first + MOST, len(row))):
                total += said[row[last]].value
                parts = [said[n] for n in row[first : last + 1]]
                places = totals.get(total, ()) if last > first else ()
                apart = (p for p in places if p < row[first] or p > row[last])
                if sums := [said[p] for p in apart if makes(scene, parts, said[p])]:
                    yield Tie(terms_of(sums[0], [(part, -1) for part in parts]), sums[0])


def deductions(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """Amounts in a row and what they leave where a word takes one of them off: "[1200] net, [252]
    of tax, less [180]", and the total behind."""
    less = [_is_taken_off(scene, each) for each in said]
    for first in range(len(said)) if any(less) else ():
        left = 0
        for last in range(first, min(first + MOST, len(said))):
            left += -said[last].value if less[last] else said[last].value
            parts, total = said[first : last + 1], said[last + 1 : last + 2]
            signs = less[first : last + 1]
            mixed = any(signs) and last - first > 1 and not signs[0]
            if mixed and total and left == total[0].value and makes(scene, parts, total[0]):
                pairs = zip(parts, signs, strict=True)
                yield Tie(terms_of(total[0], [(p, 1 if off else -1) for p, off in pairs]), total[0])


def _is_taken_off(scene: Scene, said: Said) -> bool:
    before = words(scene.before(said.item))[-_LED:]
    return not said.numerals.forms("difference").isdisjoint(before)


def makes(scene: Scene, parts: Sequence[Said], total: Said) -> bool:
    """Whether amounts are a sum by no chance: they count the same, and are near enough."""
    units = {each.unit for each in (*parts, total)} - {""}
    away = max(abs(total.item.turn - part.item.turn) for part in parts)
    told = is_total(scene, total.item, total.numerals)
    exact = total.value >= 100 * CENTS or total.value % CENTS
    if len(units) > 1 or away > (_FAR if told or exact else NEAR):
        return False
    return bool(told or total.value >= _LEAST * CENTS)


def multiples(scene: Scene, said: Sequence[Said], counts: Sequence[Said]) -> Iterator[Tie]:
    """An amount and a half, a double, five times it, where that is said beside them, or by one of
    the counts right after them."""
    for one, two in combinations(said, 2):
        low, high = sorted((one, two), key=lambda each: each.value)
        factor, rest = divmod(high.value, low.value)
        # "They paid [85]", of what now costs $[425,000].
        left_out = high.unit == MONEY and not low.unit and not factor % _THOUSAND
        times = factor // _THOUSAND if left_out else factor
        if rest or not 1 < times <= _MULTIPLE or two.item.turn - one.item.turn > NEAR:
            continue
        if low.is_end and high.is_end:
            continue  # the ends of a range: "entre [10] y [20]"
        units = {one.unit, two.unit} - {""}
        if len(units) > 1:
            continue
        told = times in counts_near(scene, one.item, two.item, one.numerals) or any(
            each.value == times * CENTS and 0 <= each.item.turn - two.item.turn <= 1
            for each in counts
        )
        if not told and MONEY in units and is_total(scene, high.item, one.numerals):
            told = count_before(scene, one.item, times, one.numerals)
        if told:
            yield Tie(terms_of(high, [(low, -factor)]), two)


def percentages(scene: Scene, said: Sequence[Said], labelled: Sequence[Said]) -> Iterator[Tie]:
    """An amount and a percentage of it, or it with that added or taken off."""
    signs = (percent_sign(n).search for n in {each.numerals for each in said})
    taxes = any(tax_rates(turn.text, scene.lexicon) for turn in scene.dialogue.turns)
    signed = taxes or any(sign(t.text) for sign in signs for t in scene.dialogue.turns)
    if not labelled and not signed:
        return
    rounded: list[tuple[int, Tie]] = []
    exact: set[int] = set()
    for one, two in combinations(said, 2):
        away = two.item.turn - one.item.turn
        beside = any(p.item.turn == two.item.turn for p in labelled)
        if away > OFFER or len({one.unit, two.unit} - {""}) > 1:
            continue
        # "A deposit of [90], thirty per cent", some turns after the price.
        far = away > NEAR and not beside
        text = text_around(scene, two.item if far else one.item, two.item)
        spoken = percents_in(text, one.numerals)
        if far and not spoken:
            continue
        # "420 plus VAT, so 504": the rates are known.
        spoken |= tax_rates(text, scene.lexicon) if taxes and not (spoken or beside) else set()
        if spoken and not two.value % CENTS:
            spoken |= shares_in(text, one.numerals, one.value, two.value)
        percents = {p: p for p in spoken}
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
                    unit = 0 if made.is_end and base.is_end else made.old.unit
                    if is_made(made.value, 0, base.value, was):
                        exact |= terms.keys()
                        yield Tie(terms, two)
                    elif not far and is_made(made.value, unit, base.value, was):
                        rounded.append((made.value, Tie(terms, two)))
    yield from (tie for value, tie in rounded if value not in exact)


def differences(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """Three amounts of which one is the sum of the others, whatever their order: "650, from May
    690, that is 40 more"."""
    by_value: dict[int, list[Said]] = {}
    for each in said:
        by_value.setdefault(each.value, []).append(each)
    for one, two in combinations(said, 2):
        for total in (
            by_value.get(one.value + two.value, ()) if two.item.turn - one.item.turn <= NEAR else ()
        ):
            if not makes(scene, (one, two), total):
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
