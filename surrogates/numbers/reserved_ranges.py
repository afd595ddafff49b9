"""Ranges that no subscriber gets (reserved.tsv): telephone numbers for films and examples.

A telephone surrogate takes one where its country has one and the words leave room; otherwise it
may be somebody's, and the dialogue says so once.
"""

from dataclasses import dataclass
from functools import lru_cache

from surrogates.folding import fold
from surrogates.labels import Kind
from surrogates.languages import FOLDER, read_table
from surrogates.numbers.board import Group
from surrogates.numbers.checksums import is_identifier

# Country of a dialogue's language, most likely first; digits of a whole national number.
_COUNTRIES = {"es": ("ES",), "ca": ("ES",), "eu": ("ES",), "gl": ("ES",), "ast": ("ES",)} | {
    "en": ("GB", "US"), "fr": ("FR",), "de": ("DE",),
}  # fmt: skip
_CODES = {"ES": "34", "GB": "44", "US": "1", "FR": "33", "DE": "49"}
_WHOLE = {"ES": (9, 9), "GB": (10, 11), "US": (10, 10), "FR": (10, 10), "DE": (10, 12)}
# First digits after the 0 that belong together: landlines, mobiles, service numbers.
_CLASSES = {
    "ES": ("6", "7", "8", "9"), "FR": ("12345", "67", "8", "9"),
    "GB": ("12", "3", "7", "8", "9"), "DE": ("1", "23456789"), "US": ("23456789",),
}  # fmt: skip
_LOOSE = {"ES": ("67", "89")}  # where no other number of the class can be said
_TRUNK = frozenset({"GB", "FR", "DE"})  # national numbers start with a 0 that goes abroad
_PLUS = frozenset({"mas", "mes", "plus"})
_OPEN = {"x": "0123456789", "n": "23456789"}  # letters of a pattern
Limits = dict[int, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Dialled:
    """A whole telephone number."""

    country: str
    code: int  # how many digits of the country's code it has


@lru_cache(maxsize=1)
def ranges() -> tuple[tuple[str, str], ...]:
    """(country, pattern of digits, x and n) of every telephone range, of all languages' tables."""
    return tuple(
        (row["country"], row["pattern"].replace(" ", "").replace("-", ""))
        for path in sorted(FOLDER.glob("*/reserved.tsv"))
        for row in read_table(path)
        if row["kind"] == "phone"
    )


def whole_length(lang: str) -> int:
    """Digits of the shortest whole telephone number of a dialogue's country."""
    countries = _COUNTRIES.get(lang.split("-")[0].lower(), ("ES",))
    return min(_WHOLE[c][0] for c in countries)


def dialled(group: Group, lang: str) -> Dialled | None:
    """Country and code of a whole telephone number, or None for a piece of one."""
    digits = group.cut.said
    if group.kind is not Kind.PHONE or not digits.isdecimal():
        return None
    abroad = "00" if digits.startswith("00") else ""
    first = group.first.text
    plus = "+" in first or bool(_PLUS.intersection(fold(first).split()[:1]))
    for country, code in _CODES.items():
        rest = len(digits) - len(abroad + code)
        low, high = _WHOLE[country]
        trunk = country in _TRUNK
        fits = low - trunk <= rest <= high - trunk
        if (plus or abroad) and digits.startswith(abroad + code) and fits:
            return Dialled(country, len(abroad + code))
    for country in _COUNTRIES.get(lang.split("-")[0].lower(), ("ES",)):
        low, high = _WHOLE[country]
        if low <= len(digits) <= high and (country in _TRUNK) == digits.startswith("0"):
            return Dialled(country, 0)
    return None


def leading(group: Group, lang: str) -> int | None:
    """Digits before the number that is the same at home and abroad, None for a piece of one."""
    number = dialled(group, lang)
    if number is None:
        return None
    return number.code or int(number.country in _TRUNK)


def limits_for(group: Group, lang: str) -> list[Limits]:
    """What each reserved range asks of a group's variables; ranges most like the original first."""
    number = dialled(group, lang)
    if number is None:
        return []
    digits = group.cut.said
    ranked: list[tuple[int, Limits]] = []
    for country, pattern in ranges():
        if country != number.country:
            continue
        if number.code and country in _TRUNK:
            pattern = pattern.removeprefix("0")
        pattern = digits[: number.code] + pattern
        if len(pattern) != len(digits):
            continue
        options = [_OPEN.get(c, c) for c in pattern]
        alike = next((i for i, c in enumerate(options) if digits[i] not in c), len(digits))
        pairs = zip(group.values, options, strict=True)
        ranked.append((-alike, {v: frozenset(c) for v, c in pairs}))
    ranked.sort(key=lambda r: r[0])
    return [limits for _, limits in ranked]


def code_limits(group: Group, lang: str) -> Limits:
    """The country's code stays, and so does the 0 that stands for it at home."""
    size = leading(group, lang) or 0
    pairs = zip(group.values[:size], group.cut.said[:size], strict=True)
    return {v: frozenset(c) for v, c in pairs}


def plan_limits(group: Group, lang: str, *, loose: bool = False) -> Limits:
    """A landline stays one, and so does a mobile; `loose`: whatever digit mobiles begin with."""
    number = dialled(group, lang)
    if number is None:
        return {}
    digits, at = group.cut.said, number.code
    at += digits[at] == "0"
    classes = (*(_LOOSE.get(number.country, ()) if loose else ()), *_CLASSES[number.country])
    klass = next((c for c in classes if digits[at] in c), digits[at])
    return {group.values[at]: frozenset(klass)}


def is_assignable(group: Group, lang: str) -> bool:
    """Whether a surrogate of this number, drawn freely, may belong to somebody."""
    if group.kind is Kind.PHONE:
        return dialled(group, lang) is not None
    return is_identifier(group.cut.said, group.kind)
