"""JSON that cannot hurt: what json.loads lets through and we do not; for JSONL and ES-Port.

Repeated keys, NaN, giant numbers, deep nests, control characters and half characters.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from annotation.formats import faults
from annotation.formats.errors import Fault, Field, FormatError, Phrase, Where
from annotation.formats.files.encoding import check_text

MAX_DEPTH = 64
MAX_DIGITS = 19  # what a 64-bit integer can hold; longer ones are keys, and keys are strings


class _Duplicate(ValueError):
    pass


class _Number(ValueError):
    def __init__(self, what: Phrase) -> None:
        self.what = what


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    whole = dict(pairs)
    if len(whole) != len(pairs):
        raise _Duplicate
    return whole


def _integer(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise _Number(faults.LONG_INTEGER)
    return int(digits)


def _real(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value) or len(digits) > 400:
        raise _Number(faults.LARGE_NUMBER)
    return value


def _constant(name: str) -> NoReturn:
    raise _Number(Phrase(name))


_decoder = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_real, parse_constant=_constant
)


def parse(text: str, *, file: str, line: int | None, whole_file: bool = False) -> object:
    """One JSON value. `whole_file`: the text spans lines, so errors name the line inside it.

    Raises FormatError json, json_number, json_duplicate_key, json_depth, control_char.
    """

    place = Place(file, line)
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as bad:
        if whole_file:
            place = Place(file, bad.lineno)
        if bad.msg.startswith("Invalid control character"):
            raise place.error(faults.CONTROL_IN_STRING, n=bad.colno) from None
        raise place.error(faults.BROKEN_JSON, n=bad.colno, why=bad.msg) from None
    except _Duplicate:
        raise place.error(faults.KEY_TWICE) from None
    except _Number as bad_number:
        raise place.error(faults.BAD_NUMBER, what=bad_number.what) from None
    except RecursionError:
        raise place.error(faults.JSON_DEPTH, most=MAX_DEPTH) from None


def check_value(
    value: object, *, file: str, line: int | None, depth: int = 0, place: Phrase = faults.KEPT_KEY
) -> None:
    """Refuse a value that is nested too deeply or holds broken characters, keys included.

    `depth` is how deep in its file the value stands. Iterative, so the depth is no risk here.
    """
    todo = [(value, depth)]
    while todo:
        item, level = todo.pop()
        if isinstance(item, str):
            check_text(item, file=file, line=line, where=(place,))
        elif isinstance(item, dict | list):
            if level >= MAX_DEPTH:
                raise FormatError(faults.JSON_DEPTH, file=file, line=line, most=MAX_DEPTH)
            if isinstance(item, dict):
                todo.extend((key, level) for key in item)
            inner = item.values() if isinstance(item, dict) else item
            todo.extend((child, level + 1) for child in inner)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which file a record stands, so that a type check is one call that can complain."""

    file: str
    line: int | None

    def error(self, fault: Fault, *where: Phrase | str, **fields: Field) -> FormatError:
        return FormatError(fault, file=self.file, line=self.line, where=where, **fields)

    def mapping(
        self, value: object, *where: Phrase | str, wanted: Phrase = faults.AN_OBJECT
    ) -> dict[str, object]:
        """`value` as a JSON object, or FormatError wrong_type / missing_key; so the next three."""
        if not isinstance(value, dict):
            raise self._wrong(value, where, wanted)
        return value

    def list(self, value: object, *where: Phrase | str) -> Sequence[object]:
        if not isinstance(value, list):
            raise self._wrong(value, where, faults.A_LIST)
        return value

    def text(self, value: object, *where: Phrase | str) -> str:
        if not isinstance(value, str):
            raise self._wrong(value, where, faults.A_STRING)
        return value

    def language(self, value: object) -> str:
        """`value` as a language code; it may have a region or script behind a hyphen."""
        lang = self.text(value, '"lang"')
        if lang and len(lang) <= 12 and lang.isascii() and lang.replace("-", "").isalnum():
            return lang
        raise self.error(faults.NO_LANGUAGE, '"lang"')

    def _wrong(self, value: object, where: Where, wanted: Phrase) -> FormatError:
        if value is None:
            return self.error(faults.MISSING_KEY, *where, wanted=wanted)
        return self.error(faults.WRONG_TYPE, *where, kind=_KINDS[type(value)], wanted=wanted)


_KINDS = {
    dict: faults.AN_OBJECT,
    list: faults.A_LIST,
    str: faults.A_STRING,
    int: faults.A_NUMBER,
    float: faults.A_NUMBER,
    bool: faults.A_TRUTH_VALUE,
}
