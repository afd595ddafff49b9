"""Prices times counts: "[12] instalments of [45]", "two adults at [320], a girl at [160]",
"[6000] now and [250] a month for two years", "[18] an hour, four and a half hours, [81]".

Called by `totals`. Such a count stays as it is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, permutations

from surrogates.folding import fold, words, words_apart
from surrogates.languages.numerals import Numerals
from surrogates.numbers.sums.multiples import masked, replaced
from surrogates.numbers.sums.percents import is_made
from surrogates.numbers.sums.said import NEAR, Said, Tie, is_kept, is_total, terms_of
from surrogates.numbers.sums.values import CENTS, MONEY, PERCENT, numbers_in, pieces_of, time_units
from surrogates.rewrite import outside
from surrogates.scene import Scene

_FAR = 6  # turns in which it is said how many people or things there are
_MOST = 12  # of them
_FEW = 10  # counts up to it make amounts of others by chance
_BETWEEN = 2  # words between a count and its total: "[eight] are [280]"
_LEAST = 2 * CENTS  # a price
_BEFORE = 2  # turns between a count and what it costs
_RATED = 2  # words between a rate and its unit of time: "al mes", "pro Monat"
_LENGTHS = {
    "month": {"month": 1, "year": 12},
    "week": {"week": 1, "month": 4, "year": 52},
    "day": {"day": 1, "week": 7},
    "year": {"year": 1},
}
_NEXT = re.compile(r"\s*[^\W\d_]+")
_NOUN = re.compile(r"\s*[^\W\d_]{3,}")
_FIGURE = re.compile(r"(?<![\d.,:/])\d{1,2}(?=\s[^\W\d_]{3,})")
_MEASURE = re.compile(r"(?<![\d.,:/])(\d{1,4})(?:[.,](\d{1,3}))?(?=\s?[^\W\d_])")
_HOURS = re.compile(r"(?<![\d.,:/])(\d{1,2})\s?[hH]\s?(\d{2})(?!\d)")
_HALF = re.compile(r"\b(?:([^\W\d_]+?)einhalb|anderthalb)", re.IGNORECASE)  # "viereinhalb"
_CLAUSE = re.compile(r"[.,;:!?\n\x00]")
_PART = 4  # words behind a number of which one adds a half or a quarter to it
_PARTS = (2, 4)
_MINUTES, _THOUSAND = 60, 3
_TENS = 100


def products(scene: Scene, said: Sequence[Said], amounts: Sequence[Said]) -> Iterator[Tie]:
    """A price times a labelled count, and its total before or behind: "[3] nights at [80], [240]
    in total"; price and total are of the amounts."""
    values = {each.value for each in amounts}
    for count, price, total in _found(scene, said):
        if values.issuperset((price.value, total.value)):
            yield Tie(terms_of(total, [(price, -(count.value // CENTS))]), total)


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
            if count.value % CENTS or not 1 < times < CENTS or count.unit == MONEY:
                continue
            if price.value <= CENTS or is_kept(price):
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
                # "[27] euros for [13], [351]": no chance makes what is neither round nor small.
                odd = times > _FEW and times % 5 > 0
                known = known or (price.unit == MONEY and (odd or _leads(scene, count, total)))
                if (after or before) and named and known:
                    planned.add(total.value)
                    yield count, price, total
    yield from _priced(said)


def _leads(scene: Scene, count: Said, total: Said) -> bool:
    """Whether a total is said right behind a count: "for [eight], [280]"."""
    one, two = count.item, total.item
    follows = one.turn == two.turn and one.end <= two.start
    return follows and len(words(scene.between(one, two))) < _BETWEEN


def _priced(said: Sequence[Said]) -> Iterator[tuple[Said, Said, Said]]:
    """Money beside the price of one thing, where some were counted before: "[four] are missing",
    "you get [12] euros, at [3] euros each"."""
    for one, two in pairwise(said):
        price, total = sorted((one, two), key=lambda each: each.value)
        if one.item.turn != two.item.turn or not one.unit == two.unit == MONEY:
            continue
        for count in said:
            counts = count.unit not in (MONEY, PERCENT) and 1 < count.value // CENTS < CENTS
            near = 0 <= one.item.turn - count.item.turn <= _BEFORE
            made = price.value > CENTS and price.value * count.value == total.value * CENTS
            if counts and near and made:
                yield count, price, total


def factors_of(scene: Scene, said: Sequence[Said]) -> list[Said]:
    """The counts of which a price makes its total: "[24] instalments of [45], [1080]"."""
    return [count for count, _, _ in _found(scene, said)]


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
        counts = _counts(scene, total)
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
            yield Tie(terms_of(total, [(a, -m), (b, -n)]), total)
            break


def _counts(scene: Scene, total: Said) -> set[int]:
    """How many of something were spoken of near a total."""
    last = total.item.turn
    counts = {1}
    for turn, _, text in outside(scene.dialogue, replaced(scene)):
        if not last - _FAR <= turn <= last:
            continue
        figures = [int(m.group()) for m in _FIGURE.finditer(text)]
        spoken = [
            reading.value
            for _, end, reading in numbers_in(text, total.numerals)
            if _NOUN.match(text[end:])
        ]
        counts |= {n for n in (*figures, *spoken) if 1 < n <= _MOST}
    return counts


def savings(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """A first amount, a rate and what both make in as much time as words near them say: "[6000]
    now, [250] a month for two years, so [12,000]"."""
    units = time_units(scene.lexicon)
    totals = [each for each in said if is_total(scene, each.item, each.numerals)]
    for total in totals:
        near = [
            each
            for each in said
            if each.unit in (MONEY, "")
            and each.value < total.value
            and 0 <= total.item.turn - each.item.turn <= NEAR
        ]
        for first, rate in permutations(near, 2):
            behind = words_apart(rate.item.text[rate.old.end :] + scene.after(rate.item))
            unit = next((units[w] for w in behind[: _RATED + 1] if w in units), "")
            times, rest = divmod(total.value - first.value, rate.value)
            if unit and not rest and times > 1 and times in _times(scene, total, unit, units):
                yield Tie(terms_of(total, [(first, -1), (rate, -times)]), total)


def _times(scene: Scene, total: Said, unit: str, units: Mapping[str, str]) -> Iterator[int]:
    """How often something is paid in the lengths of time that are said near a total."""
    turns = scene.dialogue.turns[max(0, total.item.turn - NEAR) : total.item.turn + 1]
    for text in (turn.text for turn in turns):
        for piece in pieces_of(text, total.numerals):
            word = _NEXT.match(text[piece.end :])
            length = units.get(fold(word[0]).strip(), "") if word is not None else ""
            yield piece.value * _LENGTHS.get(unit, {}).get(length, 0)


def rates(scene: Scene, said: Sequence[Said]) -> Iterator[Tie]:
    """A price of one and what so many cost."""
    money = [each for each in said if each.unit in (MONEY, "") and not each.ranged]
    factors: dict[int, frozenset[Fraction]] = {}
    for price, total in permutations(money, 2):
        turns = sorted((price.item.turn, total.item.turn))
        if turns[1] - turns[0] > NEAR or MONEY not in (price.unit, total.unit):
            continue
        if total.value < _LEAST or (price.is_end and total.is_end):
            continue
        for turn in range(max(0, turns[0] - 1), turns[1] + 1):
            if turn not in factors:
                factors[turn] = frozenset(_factors(masked(scene, turn), price.numerals))
            for factor in factors[turn]:
                if is_made(total.value, 0, price.value, factor):
                    made = (total.value, factor.denominator), (price.value, -factor.numerator)
                    yield Tie(dict(made), total)


def _factors(text: str, numerals: Numerals) -> Iterator[Fraction]:
    """The measures and lengths of a text that are no whole number of one or two figures."""
    for hours, minutes in _HOURS.findall(text):
        yield int(hours) + Fraction(int(minutes), _MINUTES)
    for half in _HALF.finditer(text):
        yield (numerals.parse(half[1]) or 1 if half[1] else 1) + Fraction(1, 2)
    numbers = [(end, reading.value) for _, end, reading in numbers_in(text, numerals)]
    for match in _MEASURE.finditer(text):
        whole, part = match.groups()
        if part and len(part) < _THOUSAND:
            yield Fraction(f"{whole}.{part}")
        else:
            numbers.append((match.end(), int(whole + (part or ""))))
    for end, value in numbers:
        if value >= _TENS and text[end : end + 2].strip():
            yield Fraction(value)
        behind = words(_CLAUSE.split(text[end:])[0])[:_PART]
        for form, size in _parts_of(numerals):
            if form in behind:
                yield value + Fraction(1, size)


def _parts_of(numerals: Numerals) -> Iterator[tuple[str, int]]:
    """ "media" and 2, "cuarto" and 4."""
    for word in numerals.words:
        if word.klass == "fraction" and word.value in _PARTS:
            yield fold(word.form), word.value
