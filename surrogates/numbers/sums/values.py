"""What an amount's text is worth, and the same text with another value: "45,50 €", "1.200 euros",
"zwölf Euro fünfzig", "treinta y dos". Values are whole numbers of cents."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from surrogates.folding import WORD, fold
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import (
    LIMIT,
    LONGEST,
    Numerals,
    Parse,
    Style,
    percent_sign,
)
from surrogates.numbers.writing import respell

CENTS = 100
MONEY = "money"  # the unit of every currency
PERCENT = "percent"
_PERCENT_FIRST = ("eu",)  # "ehuneko [hogei]"
SYMBOLS = frozenset("€$£")
_LETTERS = re.compile(r"[^\W\d_]+")
_FIGURES = re.compile(
    r"(?<![\d.,])(?:"
    r"(?P<groups>[1-9]\d{0,2}(?:(?P<mark>[.,'’ \u00a0\u202f])\d{3})(?:(?P=mark)\d{3})?)"
    r"|(?P<plain>\d{1,7}))(?:(?P<point>[.,])(?P<cents>\d\d))?(?!\d|[.,]\d)"
)
_MONEYS = ("money", "moneys")
_GAP = 12  # characters between an amount and its cents


@dataclass(frozen=True, slots=True)
class Piece:
    """One number of an amount: the whole of it, or its cents."""

    start: int
    end: int
    value: int
    reading: Parse | None = None  # of number words
    thousands: str = ""  # mark between the thousands of figures
    point: str = ""  # before the decimals of figures
    width: int = 0  # of figures that begin with a zero: "04821"
    scale: int = 1  # of the word behind figures: "350 mil"


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount as a text says it."""

    text: str
    pieces: tuple[Piece, ...]
    value: int  # in cents

    @property
    def unit(self) -> int:
        """What its value is a multiple of, however it changes."""
        first = self.pieces[0]
        return 1 if len(self.pieces) > 1 or first.point else CENTS * first.scale

    @property
    def end(self) -> int:
        return self.pieces[0].end


def read_amount(text: str, numerals: Numerals, lexicon: Lexicon) -> Amount | None:
    """The amount that a text says; None where it says none, or more than one."""
    pieces = pieces_of(text, numerals)
    if not 1 <= len(pieces) <= 2:
        return None
    first, cents = pieces[0], pieces[-1]
    value = first.value if first.point else first.value * CENTS
    if len(pieces) == 2:
        gap = text[first.end : cents.start]
        priced = _parts_cents(gap, numerals, lexicon) or _is_price(first, cents, gap)
        if not 10 <= cents.value < CENTS or first.point or not priced:
            return None
        value += cents.value
    return Amount(text, tuple(pieces), value) if value else None


def pieces_of(text: str, numerals: Numerals) -> list[Piece]:
    """The numbers of a text, in figures and in words."""
    figures, spoken = list(_figures(text)), list(_spoken(text, numerals))
    for n, piece in enumerate(figures):
        after = re.match(r"\s+([^\W\d_]+)", text[piece.end :])
        scale = numerals.thousands.get(fold(after[1]), 1) if after is not None else 1
        if after is not None and scale > 1:
            figures[n] = replace(piece, value=piece.value * scale, scale=scale)
            spoken = [s for s in spoken if s.start != piece.end + after.start(1)]
    return sorted([*figures, *spoken], key=lambda piece: piece.start)


def _parts_cents(gap: str, numerals: Numerals, lexicon: Lexicon) -> bool:
    """Whether what stands between two numbers makes the second one cents of the first."""
    said = {fold(word) for word in WORD.findall(gap)}
    known = said <= currencies(lexicon) | numerals.forms("cents")
    return known and len(gap) < _GAP and (bool(said) or not SYMBOLS.isdisjoint(gap))


def _is_price(first: Piece, cents: Piece, gap: str) -> bool:
    """Whether two numbers in words are an amount and its cents: "fifty-nine fifty"."""
    return first.reading is not None and cents.reading is not None and gap.isspace()


def _figures(text: str) -> Iterator[Piece]:
    for match in _FIGURES.finditer(text):
        mark, point = match["mark"] or "", match["point"] or ""
        if mark and mark == point:
            continue
        whole = int(re.sub(r"\D", "", match["groups"] or match["plain"]))
        value = whole * CENTS + int(match["cents"]) if point else whole
        plain = match["plain"] or ""
        width = len(plain) if plain.startswith("0") and not point else 0
        yield Piece(*match.span(), value, None, mark, point, width)


def _spoken(text: str, numerals: Numerals) -> Iterator[Piece]:
    for start, end, reading in numbers_in(text, numerals):
        yield Piece(start, end, reading.value, reading)


def numbers_in(text: str, numerals: Numerals) -> Iterator[tuple[int, int, Parse]]:
    """(start, end, reading) of each number in words, the longest first."""
    places = [m.span() for m in _LETTERS.finditer(text)]
    i = 0
    while i < len(places):
        start = places[i][0]
        size = 1
        word = fold(text[slice(*places[i])])
        if word in numerals.single_words or numerals.read(word) is not None:
            for size in range(min(LONGEST, len(places) - i), 0, -1):
                end = places[i + size - 1][1]
                reading = numerals.read(text[start:end])
                if reading is not None:
                    yield start, end, reading
                    break
        i += size


@lru_cache(maxsize=32)
def currencies(lexicon: Lexicon) -> frozenset[str]:
    """Folded words for money."""
    return frozenset(fold(r["form"]) for r in lexicon.all_rows("units") if r["kind"] in _MONEYS)


@lru_cache(maxsize=16)
def time_units(lexicon: Lexicon) -> Mapping[str, str]:
    """Folded word for a length of time -> which it is: "years" -> "year"."""
    rows = (row for row in lexicon.rows("date_words") if row["kind"] == "unit")
    return {fold(row["form"]): row["value"] for row in rows}


@lru_cache(maxsize=64)
def time_words(lexicon: Lexicon, kind: str = "unit", value: str = "") -> frozenset[str]:
    """Folded words of a kind of date_words.tsv, of one value or of any."""
    rows = (row for row in lexicon.rows("date_words") if row["kind"] == kind)
    return frozenset(fold(row["form"]) for row in rows if value in ("", row["value"]))


def has_sign(text: str, before: str, after: str) -> bool:
    """Whether the sign of a currency stands in a number, behind it or right before it."""
    return not SYMBOLS.isdisjoint((*text, *before[-1:], *after.lstrip()[:1]))


def unit_of(amount: Amount, before: str, after: str, numerals: Numerals, lexicon: Lexicon) -> str:
    """What an amount counts: MONEY, PERCENT, a folded noun, or "" where that is not said."""
    if has_sign(amount.text, before, after):
        return MONEY
    following = amount.text[amount.end :] + after
    sign = percent_sign(numerals)
    if sign.search(amount.text) or sign.match(following.lstrip()):
        return PERCENT
    if numerals.lang in _PERCENT_FIRST and re.search(rf"(?:{sign.pattern})\s*$", before, re.I):
        return PERCENT
    word = fold(m.group()) if (m := re.match(r"\s*([^\W\d_]+)", following)) else ""
    if word.strip() in currencies(lexicon):
        return MONEY
    return word.strip() if word.strip() in numerals.nouns else ""


def write_amount(amount: Amount, value: int, after: str, numerals: Numerals) -> str:
    """The text with another value; "" where that cannot be said in its form."""
    whole, cents = divmod(value, CENTS)
    old = amount.value // CENTS
    if value % amount.unit or (whole < 2 and old >= 2 and amount.unit > 1) or (not whole and old):
        return ""
    text = amount.text
    for piece in reversed(amount.pieces):
        own = cents if piece is not amount.pieces[0] else whole
        if piece is not amount.pieces[0] and cents < 10:
            return ""  # "con cinco" might be heard as fifty
        if piece.reading is None:
            new = _in_figures(piece, own // piece.scale, cents)
        else:
            new = _in_words(piece, own, text[piece.end :] + after, numerals, text)
        if not new:
            return ""
        text = text[: piece.start] + new + text[piece.end :]
    return numerals.mend(text)


def _in_figures(piece: Piece, whole: int, cents: int) -> str:
    figures = f"{whole:,}".replace(",", piece.thousands).zfill(piece.width)
    return f"{figures}{piece.point}{cents:02d}" if piece.point else figures


def _in_words(piece: Piece, number: int, after: str, numerals: Numerals, text: str) -> str:
    """The number as every style says it that the words leave open; "" where they differ."""
    assert piece.reading is not None
    if number >= LIMIT:
        return ""
    styles = _styles(piece.reading, after, numerals)
    said = {numerals.say(number, style) for style in styles}
    if len(said) != 1:
        return ""
    was = numerals.say(piece.value, min(styles, key=numerals.styles.index))
    return respell(text[piece.start : piece.end], was, said.pop())


def _styles(reading: Parse, after: str, numerals: Numerals) -> frozenset[Style]:
    plain = frozenset(s for s in reading.styles if not s.variant) or reading.styles
    match = re.match(r"\s*([^\W\d_]+)", after)
    gender = numerals.nouns.get(fold(match[1])) if match is not None else None
    place = "before_noun" if gender and "before_noun" in numerals.places else "alone"
    fits = frozenset(s for s in plain if s.gender == gender and s.place == place)
    return fits or plain
