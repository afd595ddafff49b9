"""Digits and letters that were a piece of another number: whether they still are."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise

from surrogates import notices
from surrogates.checks.relations.spans import Found, Span, Spans, each_once
from surrogates.folding import digits_only, fold, letters_only, signs_only, words
from surrogates.labels import Kind, is_money_label
from surrogates.languages.inflection import inflection_of
from surrogates.languages.letters import tokens_of
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.prefixes import phone_of
from surrogates.numbers.corrections import are_codes_alike, is_swapped, says_swapped
from surrogates.numbers.identifiers.phone_classes import class_said
from surrogates.rewrite import Item
from surrogates.things.geography.abroad.regions_abroad import neighbour_land
from surrogates.things.proper_parts import parts_of

_CODES = frozenset({Kind.PHONE, Kind.ID, Kind.CARD, Kind.ZIP})
NEAR = 6  # turns between a piece and its number
_CODE_LETTERS = 2  # letters of a code of which one is asked for
_SHORT = 3  # letters in a row that a code may have by chance of its kind
_NUMBER = re.compile(r"\d+")
_RUN = re.compile(r"[^\W\d_]+")
_MONEY = re.compile(r"[€$£%]|\d[.,]\d\d(?!\d)")
_NIR = (13, 15)  # digits of a French number of social security; then the place of its department
_DEPARTMENT = slice(5, 7)
_YEAR = re.compile(r"20\d\d")
_BRITISH = re.compile(r"[A-Z]{2}(\d\d) ?[A-Z]{3}")
_HALF = 50  # what a plate of the second half of a year has more
_FRENCH = 10  # digits of a telephone number


def pieces(spans: Spans) -> Iterator[Found]:
    """A piece of a number is a piece of it at the same place."""
    signs_by = {s.item.index: signs_of(spans, s, s.old) for s in spans.all if s.kind in _CODES}
    numbered = each_once(s for s in spans.of(Kind.STREET) if _NUMBER.search(s.old))
    told: set[str] = set()
    for span in spans.all:
        if span.kind not in _CODES and span.kind not in (Kind.NUMBER, Kind.STREET):
            continue
        old = signs_of(spans, span, span.old)
        word = len(words(span.old)) == 1 != len(old) and not digits_only(span.old)
        if len(set(old)) < 2 or old in told or word:
            continue  # "setecientos" is said of a part of it
        if span.kind in (Kind.NUMBER, Kind.STREET) and digits_only(span.old):
            found = _house(span, numbered)
            if found is not None:
                told.add(old)
                yield found
                continue
        if span.kind is Kind.STREET or _MONEY.search(span.old) or is_money_label(span.item.label):
            continue
        held = [
            (whole, place)
            for whole in spans.near(span, NEAR)
            if (signs := signs_by.get(whole.item.index, ""))
            and len(signs) > len(old)
            and (place := _place(span, old, whole, signs))
        ]
        if not held:
            continue
        told.add(old)
        new = signs_of(spans, span, span.new)
        if not any(_holds(signs_of(spans, whole, whole.new), new, place) for whole, place in held):
            yield Found(notices.DIGITS_LOST, span, (held[0][0],))


def signs_of(spans: Spans, span: Span, text: str) -> str:
    """The figures of a number, of a code with its letters; number words as the figures they say."""
    if any(c.isdecimal() for c in text):
        return signs_only(text) if span.kind is Kind.ID else digits_only(text)
    for numerals in spans.spoken:
        heard = numerals.hear(text)
        if heard and min(heard) >= 0:
            return "".join(map(str, heard))
    return ""


def _place(span: Span, old: str, whole: Span, signs: str) -> tuple[str, ...]:
    """Where a piece stands in a number that it is no piece of by chance: "first", "last", "in"."""
    ends = tuple(
        name
        for name, there in (("first", signs.startswith(old)), ("last", signs.endswith(old)))
        if there
    )
    size = len(old)
    if span.kind is Kind.NUMBER:  # "cuatrocientos" begins many a number
        return ends if size > 2 and digits_only(span.old) else ()
    if size == 2 and (span.kind is not whole.kind or abs(span.turn - whole.turn) > NEAR // 2):
        return ()
    if size < 2:
        return ()
    return ends or (("in",) if size > 3 and old in signs else ())


def _holds(whole: str, piece: str, place: tuple[str, ...]) -> bool:
    if not piece or not whole:
        return True  # no figures to compare
    ways = {
        "first": whole.startswith(piece),
        "last": whole.endswith(piece),
        "in": piece in whole,
    }
    return any(ways[name] for name in place)


def _house(span: Span, numbered: list[Span]) -> Found | None:
    """A number of a house is that of its street; None where it holds, or was none."""
    row = _NUMBER.findall(span.old)
    if len(row) != 1 or len(_RUN.findall(span.old)) > 1:
        return None
    wholes = [s for s in numbered if s is not span and row[0] in _NUMBER.findall(s.old)]
    if span.kind is Kind.STREET:
        wholes = [s for s in wholes if len(words(s.old)) > len(words(span.old))]
    wholes = [s for s in wholes if len(words(s.old)) > 1]
    if not wholes:
        return None
    new = _NUMBER.findall(span.new)
    if any(set(new) & set(_NUMBER.findall(s.new)) for s in wholes):
        return None
    return Found(notices.DIGITS_LOST, span, (wholes[0],))


def swapped(spans: Spans) -> Iterator[Found]:
    """Codes that differ in one sign or in two that changed places do; so do other numbers of which
    somebody says so ("swapped")."""
    kinds = (Kind.ID, Kind.NUMBER) if says_swapped(spans.scene) else (Kind.ID,)
    numbers: dict[str, Span] = {}
    for span in spans.of(*kinds):
        numbers.setdefault(signs_of(spans, span, span.old), span)
    told: set[str] = set()
    for (was, one), (old, other) in combinations(numbers.items(), 2):
        alike = are_codes_alike if one.kind is other.kind is Kind.ID else is_swapped
        near = abs(one.turn - other.turn) <= NEAR and old not in told
        if not near or not alike(was, old):
            continue
        news = [signs_of(spans, s, s.new) for s in (one, other)]
        if all(news) and not alike(*news):
            told.add(old)
            yield Found(notices.SWAP_LOST, other, (one,))


def doubled(spans: Spans) -> Iterator[Found]:
    """Digits said one by one after "double" are those of the number that they were."""
    repeats = {fold(w.form): w.value for n in spans.spoken for w in n.words if w.klass == "repeat"}
    row: list[Span] = []
    for span in (*spans.all, None):
        if span is not None and span.kind in (Kind.NUMBER, Kind.PHONE, Kind.ID, Kind.CARD):
            last = row[-1] if row else None
            beside = last is not None and last.turn == span.turn and not words(span.before)
            if beside or (words(span.before)[-1:] or ("",))[0] in repeats:
                row = [*row, span] if beside else [span]
                continue
        yield from _check_row(spans, row, repeats)
        row = []


def _check_row(spans: Spans, row: list[Span], repeats: dict[str, int]) -> Iterator[Found]:
    if not row or not words(row[0].before):
        return
    times = repeats.get(words(row[0].before)[-1], 1)
    if times < 2:
        return

    def said(new: bool) -> str:
        signs = [signs_of(spans, s, s.new if new else s.old) for s in row]
        return signs[0][:1] * (times - 1) + "".join(signs)

    old = said(False)
    wholes = [
        s
        for s in spans.near(row[0], NEAR)
        if s.kind in _CODES
        and s not in row
        and len(old) > 2
        and signs_of(spans, s, s.old).endswith(old)
    ]
    if wholes and not any(signs_of(spans, s, s.new).endswith(said(True)) for s in wholes):
        yield Found(notices.DIGITS_LOST, row[-1], (*row[:-1], wholes[0]))


def address_digits(spans: Spans) -> Iterator[Found]:
    """Figures of an address that are said one by one are its figures: "ana77", "seven, seven"."""
    told: set[int] = set()
    for address in spans.of(Kind.USER, Kind.EMAIL):
        runs = {run for run in _NUMBER.findall(address.old) if len(run) > 1}
        near = [s for s in spans.near(address, NEAR) if s.kind is Kind.NUMBER] if runs else []
        for start, first in enumerate(near):
            row = [s for s in near[start:] if s.turn == first.turn]
            for size in range(2, len(row) + 1):
                old, new = (
                    "".join(signs_of(spans, s, s.new if fresh else s.old) for s in row[:size])
                    for fresh in (False, True)
                )
                lost = old in runs and new not in _NUMBER.findall(address.new)
                if lost and first.item.index not in told:
                    told.add(first.item.index)
                    yield Found(notices.DIGITS_LOST, first, (address,))


def code_letters(spans: Spans) -> Iterator[Found]:
    """A letter that was said of a code is in it; a code has no word in place of its letters."""
    codes = spans.of(Kind.ID)
    for span in codes:
        runs, now = _RUN.findall(span.old), _RUN.findall(span.new)
        figures = digits_only(span.old) and len(digits_only(span.old)) > 1
        if figures and runs and max(map(len, runs)) <= _SHORT < max(map(len, now), default=0):
            yield Found(notices.CODE_WORD, span)
    told: set[str] = set()
    for span in spans.of(Kind.LETTER):
        old = _letter(span.item, span.old, spans.lexicon)
        if _beside_letters(spans, span):  # of a name that is spelled
            continue
        near = [c for c in spans.near(span, NEAR // 2) if c.kind is Kind.ID and digits_only(c.old)]
        held = [
            c
            for c in near
            if old
            and len(letters_only(c.old)) <= _CODE_LETTERS
            and letters_only(c.old).endswith(old)
        ]
        new = _letter(span.item, span.new, spans.lexicon)
        if old in told or not held or not new:
            continue
        if not any(letters_only(c.new).endswith(new) for c in held):
            told.add(old)
            yield Found(notices.CODE_LETTER_LOST, span, (held[0],))


def _beside_letters(spans: Spans, span: Span) -> bool:
    """Whether letters stand on both sides of it, or two on one: more than a code has."""
    gap, item = 3, span.item
    row = [s.item for s in spans.of(Kind.LETTER) if s.turn == span.turn]
    row.sort(key=lambda each: each.start)
    at = next(n for n, each in enumerate(row) if each.index == item.index)
    tied = [b.start - a.end <= gap for a, b in pairwise(row)]
    return any(tied[n] and tied[n + 1] for n in range(at - 2, at + 1) if 0 <= n < len(tied) - 1)


def _letter(item: Item, text: str, lexicon: Lexicon) -> str:
    """The one letter that a mention says, folded; "" where it says more or none."""
    tokens = tokens_of(replace(item, text=text, start=0, end=len(text)), lexicon)
    return (
        fold(tokens[0].letters)
        if tokens
        and len(tokens[0].letters) == 1
        and (len(tokens) == 1 or tokens[1].style == "word")
        else ""
    )


def phone_classes(spans: Spans) -> Iterator[Found]:
    """A mobile number is one; so is a landline, a free number."""
    for span in spans.of(Kind.PHONE):
        if neighbour_land(spans.scene) and "+" not in span.old:
            continue  # 082 is Dinant in Belgium, and no town in France
        old, new = (class_said(text, spans.scene.dialogue.lang) for text in (span.old, span.new))
        if old and new != old:
            yield Found(notices.PHONE_LOST, span)


def plate_years(spans: Spans) -> Iterator[Found]:
    """A British plate tells the year that is said of the car: 17 and 67 that of 2017."""
    years = [s for s in spans.of(Kind.DATE) if _YEAR.fullmatch(s.old) and _YEAR.fullmatch(s.new)]
    for span in spans.of(Kind.ID) if spans.lang == "en" else ():
        plates = [_BRITISH.fullmatch(text) for text in (span.old, span.new)]
        if plates[0] is None or plates[1] is None:
            continue
        old, new = (int(p[1]) % _HALF for p in plates if p is not None)
        held = [y for y in spans.near(span, NEAR) if y in years and int(y.old) % 100 == old]
        if held and all(int(y.new) % 100 != new for y in held):
            yield Found(notices.PLATE_YEAR_LOST, span, (held[0],))


def region_digits(spans: Spans) -> Iterator[Found]:
    """Figures that tell the area of a town said near them tell that of the new one."""
    for span in spans.of(Kind.ZIP, Kind.ID):
        codes = _area(span, span.old, spans.lang), _area(span, span.new, spans.lang)
        if not all(codes):
            continue
        # Of two towns of an area the code may be the farther one's.
        every = [p for p in spans.of(Kind.PLACE) if codes[0] in _codes_of(spans.lexicon, p.old)]
        held = [p for p in every if abs(p.turn - span.turn) <= NEAR]
        # A code is that of the town beside it, which no table may have had.
        every += [p for p in spans.near(span, 0) if p.kind is Kind.PLACE and p not in every]
        known = [c for p in every if (c := _codes_of(spans.lexicon, p.new))]
        if held and len(known) == len(every) and not any(codes[1] in c for c in known):
            yield Found(notices.AREA_LOST, span, (held[0],))


def region_phones(spans: Spans) -> Iterator[Found]:
    """In France the first figures of a number tell the part of the country: they are those of the
    new place; of one that no table knows nobody can tell."""
    for span in spans.of(Kind.PHONE) if spans.lang == "fr" else ():
        old, new = digits_only(span.old), digits_only(span.new)
        if len(old) != _FRENCH or span.item.text.startswith("+"):
            continue
        near = [p for p in spans.near(span, NEAR) if p.kind is Kind.PLACE]
        held = [p for p in near if phone_of(spans.lexicon, p.old) == old[:2]]
        named = [p for p in spans.near(span, NEAR) if p.kind is Kind.ORG]
        parts = {part.text for p in named for part in parts_of(p.new, spans.lexicon)}
        parts |= {p.new.rpartition(" ")[2] for p in named}  # "de [Champigny-sur-Marne]"
        theirs = {*parts, *(p.new for p in held)}
        if held and not any(phone_of(spans.lexicon, text) == new[:2] for text in theirs):
            yield Found(notices.AREA_LOST, span, (held[0],))


def _area(span: Span, text: str, lang: str) -> str:
    digits = digits_only(text)
    if span.kind is Kind.ZIP:
        return digits[:2] if len(digits) == 5 and not letters_only(text) else ""
    nir = lang == "fr" and len(digits) in _NIR and digits[0] in "12"
    return digits[_DEPARTMENT] if nir else ""


@lru_cache(maxsize=4096)
def _codes_of(lexicon: Lexicon, text: str) -> frozenset[str]:
    """First figures of the postal codes of a town; none where the tables do not know it."""
    inflection = inflection_of(lexicon.lang)
    cuts = inflection.cut(text, place=True) if inflection is not None else ()
    keys = (" ".join(words(text)), fold(text), *(fold(stem) for stem, _ in cuts))
    place = next((lexicon.place_by_key[key] for key in keys if key in lexicon.place_by_key), None)
    code = lexicon.province_codes.get(place.province) if place is not None else None
    return frozenset({code[0][:2]}) if code is not None and code[0] else frozenset()
