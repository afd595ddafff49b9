"""Percentages, and what amounts they make of others: "50 Prozent von 118 Euro", "21 % de IVA".

Called by `totals`.
"""

import re
from fractions import Fraction

from surrogates.folding import fold, words_apart
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import Numerals, percent_sign
from surrogates.numbers.sums.values import CENTS, numbers_in

_FIGURE = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,]\d{1,2})?(?![.,]?\d)")
_WORD = re.compile(r"[^\W\d_]+")
_WHOLE = 100
_ROUNDED = 10 * CENTS  # amounts from which on a percentage may be rounded to their unit


def percents_in(text: str, numerals: Numerals) -> set[Fraction]:
    """The percentages that a text says."""
    numbers = _numbers(text, numerals)
    found: set[Fraction] = set()
    for sign in percent_sign(numerals).finditer(text):
        # The number right before it, or in Basque the one after it: "ehuneko hogei".
        before = (p for _, end, p in numbers if _touch(text, end, sign.start()))
        after = (p for start, _, p in numbers if _touch(text, sign.end(), start))
        found.add(next(before, next(after, Fraction())))
    return found


def shares_in(text: str, numerals: Numerals, *amounts: int) -> set[Fraction]:
    """The numbers that no sign follows, but that one amount is of the other in hundredths: "21 %
    of tax, less 15"."""
    share = Fraction(min(amounts) * _WHOLE, max(amounts))
    return {number for *_, number in _numbers(text, numerals) if number == share}


def _numbers(text: str, numerals: Numerals) -> list[tuple[int, int, Fraction]]:
    """The numbers of a text in figures and words, and their places; in Basque with a case, too."""
    text = _WORD.sub(lambda said: _without_case(said[0], numerals), text)
    numbers = [(*m.span(), Fraction(m.group().replace(",", "."))) for m in _FIGURE.finditer(text)]
    spoken = numbers_in(text, numerals)
    return numbers + [(start, end, Fraction(reading.value)) for start, end, reading in spoken]


def _without_case(word: str, numerals: Numerals) -> str:
    """A number word without its ending, as long as before: "ehuneko hogeita [hamarra]"."""
    case = numerals.case_of(word)
    stem = word.removesuffix(case)
    if case and fold(stem) not in numerals.single_words:
        stem = stem[:-1]  # "hamarra" doubles its r
    return stem.ljust(len(word)) if case and fold(stem) in numerals.single_words else word


def tax_rates(text: str, lexicon: Lexicon) -> set[Fraction]:
    """The usual rates of a tax on sales that a text names without them ("vat" of cues.tsv)."""
    said = set(words_apart(text))
    rates = (rate for cue, rate in lexicon.cues("vat").items() if cue in said)
    return {Fraction(each) for rate in rates for each in rate.split()}


def _touch(text: str, end: int, start: int) -> bool:
    return end <= start and not text[end:start].strip(" -\u00a0\u202f")


def factors(percent: Fraction) -> tuple[Fraction, ...]:
    """How many times an amount another one is: a part of it, or it and a part more or less."""
    return tuple(part / _WHOLE for part in (percent, _WHOLE + percent, _WHOLE - percent))


def is_made(value: int, unit: int, other: int, factor: Fraction) -> bool:
    """Whether a value is so many times another one, or that rounded to its unit (0: it is not)."""
    if factor <= 0 or factor == 1:
        return False
    away = abs(value - factor * other)
    rounds = unit == 1 or (unit == CENTS and value >= _ROUNDED)
    return 2 * away <= unit if rounds else not away
