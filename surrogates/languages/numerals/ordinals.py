"""Ordinals below a hundred as anniversaries say them, also those of several words ("forty-second").

A series says all of them in one way: in one gender, with one ending. `numbers.tsv` holds the words
that no rule makes.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from surrogates.folding import fold
from surrogates.languages.numerals.base import Numerals, Style

Series = dict[int, str]
Rules = tuple[tuple[str, str], ...]
_ALL = range(1, 100)
# How a cardinal ends before the ending of an ordinal.
_CATALAN: Rules = ((r"nou$", "nov"), (r"cinc$", "cinqu"), (r"-u$", "-un"), (r"[ea]$", ""))
_BASQUE: Rules = ((r"bost$", "bos"),)
_FRENCH: Rules = ((r"cinq$", "cinqu"), (r"neuf$", "neuv"), (r"vingts$", "vingt"), (r"e$", ""))
_BASQUE_ENDINGS = ("", "a", "ean", "eko", "erako")


def read_ordinal(numerals: Numerals, text: str) -> int | None:
    """What an ordinal says, None where it is none: only its accent tells "onzè" from "onze"."""
    key = numerals.key(text)
    for series, keys in zip(_series(numerals), _keys(numerals), strict=True):
        number = keys.get(key)
        if number is not None:
            marked = numerals.parse(text) is None or series[number] == text.casefold()
            return number if marked else None
    return None


def other_ordinal(numerals: Numerals, text: str, value: int) -> str | None:
    """Another ordinal in the form of the one that is said."""
    key = numerals.key(text)
    for series, keys in zip(_series(numerals), _keys(numerals), strict=True):
        if key in keys:
            said = series.get(value)
            spaced = " " in key and key == fold(text)  # "twenty first"
            return said.replace("-", " ") if said is not None and spaced else said
    return None


@lru_cache(maxsize=16)
def _series(numerals: Numerals) -> tuple[Series, ...]:
    make = _MAKERS.get(numerals.lang)
    return tuple(make(numerals)) if make is not None else ()


@lru_cache(maxsize=16)
def _keys(numerals: Numerals) -> tuple[dict[str, int], ...]:
    """The number of each form, the first where two share one."""
    return tuple(
        {numerals.key(form): n for n, form in reversed(series.items())}
        for series in _series(numerals)
    )


def _of_table(numerals: Numerals, gender: str, positions: Iterable[str]) -> Series:
    """The words of the table, of the first of the positions that has one."""
    words = [w for w in numerals.words if w.klass == "ordinal" and w.gender in ("", gender)]
    found: Series = {}
    for position in positions:
        for word in words:
            if word.position == position:
                found.setdefault(word.value, word.form)
    return found


def _made(numerals: Numerals, rules: Rules, ending: str) -> Series:
    """Cardinals with an ending."""
    made: Series = {}
    for n in _ALL:
        stem = numerals.say(n, Style("m"))
        for pattern, end in rules:
            stem = re.sub(pattern, end, stem)
        made[n] = stem + ending
    return made


def _english(numerals: Numerals) -> Iterator[Series]:
    told = _of_table(numerals, "", ("",))
    tens = {n: f"{numerals.say(n).removesuffix('y')}ieth" for n in range(20, 100, 10)}
    units = {n: f"{numerals.say(n - n % 10)}-{told[n % 10]}" for n in _ALL if n % 10}
    yield tens | {n: form for n, form in units.items() if n > numerals.last_teen} | told


def _spanish(numerals: Numerals) -> Iterator[Series]:
    for gender, place in (("m", "before_noun"), ("m", "alone"), ("f", "")):
        told = _of_table(numerals, gender, (place, "", "fused"))
        yield {n: told.get(n) or f"{told[n - n % 10]} {told[n % 10]}" for n in _ALL}


def _german(numerals: Numerals) -> Iterator[Series]:
    for ending in ("e", "em", "en", "er", "es"):
        yield _of_table(numerals, "", (ending,))


def _french(numerals: Numerals) -> Iterator[Series]:
    for gender in ("m", "f"):
        yield _made(numerals, _FRENCH, "ième") | {1: _of_table(numerals, gender, ("",))[1]}


def _catalan(numerals: Numerals) -> Iterator[Series]:
    for gender, ending in (("m", "è"), ("f", "ena")):
        yield _made(numerals, _CATALAN, ending) | _of_table(numerals, gender, ("",))


def _basque(numerals: Numerals) -> Iterator[Series]:
    made = _made(numerals, _BASQUE, "garren") | _of_table(numerals, "", ("",))
    for ending in _BASQUE_ENDINGS:
        yield {n: form + ending for n, form in made.items() if n > 1 or not ending}


_MAKERS: dict[str, Callable[[Numerals], Iterator[Series]]] = {
    "ca": _catalan,
    "de": _german,
    "en": _english,
    "es": _spanish,
    "eu": _basque,
    "fr": _french,
}
