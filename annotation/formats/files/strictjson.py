"""JSON that cannot hurt: what json.loads lets through and we do not; for JSONL and ES-Port.

Repeated keys, NaN, giant numbers, deep nests, control characters and half characters.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from annotation.formats.errors import FormatError
from annotation.formats.files.encoding import check_text

MAX_DEPTH = 64
MAX_DIGITS = 19  # what a 64-bit integer can hold; longer ones are keys, and keys are strings


class _Duplicate(ValueError):
    pass


class _Number(ValueError):
    pass


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) != len(pairs):
        raise _Duplicate
    return whole


def _integer(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise _Number("an integer of more than 19 digits")
    return int(digits)


def _real(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value) or len(digits) > 400:
        raise _Number("a number that is too large")
    return value


def _constant(name: str) -> NoReturn:
    raise _Number(name)


_decoder = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_real, parse_constant=_constant
)


def parse(text: str, *, file: str, line: int | None, whole_file: bool = False) -> Any:
    """One JSON value. `whole_file`: the text spans lines, so errors name the line inside it.

    Raises FormatError json, json_number, json_duplicate_key, json_depth, control_char.
    """

    def error(code: str, message: str, expected: str, at: int | None = line) -> FormatError:
        return FormatError(code, message, file=file, line=at, expected=expected)

    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as bad:
        at = bad.lineno if whole_file else line
        if bad.msg.startswith("Invalid control character"):
            raise error(
                "control_char",
                f"control character in a string, column {bad.colno}",
                "\\u escapes",
                at,
            ) from None
        raise error("json", f"broken JSON at column {bad.colno} ({bad.msg})", "JSON", at) from None
    except _Duplicate:
        raise error(
            "json_duplicate_key", "a key stands twice in an object", "each key once"
        ) from None
    except _Number as bad_number:
        raise error("json_number", f"{bad_number} in JSON", "an ordinary finite number") from None
    except RecursionError:
        raise error(
            "json_depth", "JSON is nested too deeply", f"at most {MAX_DEPTH} levels"
        ) from None


def check_value(
    value: Any, *, file: str, line: int | None, depth: int = 0, what: str = "a kept key"
) -> None:
    """Refuse a value that is nested too deeply or holds broken characters, keys included.

    `depth` is how deep in its file the value stands. Iterative, so the depth is no risk here.
    """
    todo = [(value, depth)]
    while todo:
        item, level = todo.pop()
        if isinstance(item, str):
            check_text(item, file=file, line=line, what=what)
        elif isinstance(item, dict | list):
            if level >= MAX_DEPTH:
                raise FormatError(
                    "json_depth",
                    "JSON is nested too deeply",
                    file=file,
                    line=line,
                    expected=f"at most {MAX_DEPTH} levels",
                )
            if isinstance(item, dict):
                todo.extend((key, level) for key in item)
            inner = item.values() if isinstance(item, dict) else item
            todo.extend((child, level + 1) for child in inner)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which file a record stands, so that a type check is one call that can complain."""

    file: str
    line: int | None

    def error(self, code: str, message: str, expected: str, status: int = 400) -> FormatError:
        return FormatError(
            code, message, file=self.file, line=self.line, expected=expected, status=status
        )

    def mapping(self, value: Any, what: str, expected: str = "an object") -> dict[str, Any]:
        """`value` as a JSON object, or FormatError wrong_type / missing_key; so the next three."""
        if not isinstance(value, dict):
            raise self._wrong(value, what, expected)
        return value

    def list(self, value: Any, what: str) -> Sequence[Any]:
        if not isinstance(value, list):
            raise self._wrong(value, what, "a list")
        return value

    def text(self, value: Any, what: str) -> str:
        if not isinstance(value, str):
            raise self._wrong(value, what, "a string")
        return value

    def language(self, value: Any) -> str:
        """`value` as a language code; it may have a region or script behind a hyphen."""
        lang = self.text(value, '"lang"')
        if lang and len(lang) <= 12 and lang.isascii() and lang.replace("-", "").isalnum():
            return lang
        raise self.error("wrong_type", '"lang" is not a language code', "a code such as es or en")

    def _wrong(self, value: Any, what: str, expected: str) -> FormatError:
        if value is None:
            return self.error("missing_key", f"{what} is missing", expected)
        return self.error(
            "wrong_type", f"{what} is {_KINDS.get(type(value), 'not that')}", expected
        )


_KINDS = {dict: "an object", list: "a list", str: "a string", int: "a number", float: "a number"}
_KINDS[bool] = "true or false"
