"""What a telephone number tells by its first digits: mobile, landline, free, shared, premium.

The classes of a country are rows of `reserved.tsv`; a surrogate stays in that of its original.
Where a row is said more narrowly by others of its class, those are the prefixes in use: what is
read may be any, what is drawn is one of them.
`reserved_ranges` and `replacement` ask.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from surrogates.folding import digits_only, fold
from surrogates.labels import Kind
from surrogates.languages.schema import FOLDER, read_table
from surrogates.numbers.board import Group

# Country of a dialogue's language, most likely first; digits of a whole national number.
_COUNTRIES = {"es": ("ES",), "ca": ("ES",), "eu": ("ES",), "gl": ("ES",), "ast": ("ES",)} | {
    "en": ("IE", "GB", "US"), "fr": ("FR",), "de": ("DE",),
}  # fmt: skip
_CODES = {"ES": "34", "GB": "44", "US": "1", "FR": "33", "DE": "49", "IE": "353"} | {
    "AT": "43", "BE": "32", "CH": "41", "IT": "39", "LU": "352", "NL": "31", "PT": "351",
} | {
    "AD": "376", "AR": "54", "BO": "591", "CL": "56", "CO": "57", "CR": "506", "CU": "53",
    "EC": "593",
    "GT": "502", "HN": "504", "MX": "52", "NI": "505", "PA": "507", "PE": "51", "PY": "595",
    "SV": "503", "UY": "598", "VE": "58",
}  # fmt: skip
_WHOLE = {
    "ES": (9, 9),
    "GB": (10, 11),
    "US": (10, 10),
    "FR": (10, 10),
    "DE": (10, 12),
    "IE": (10, 10),
} | {"AT": (8, 13), "BE": (9, 10), "CH": (10, 10), "IT": (9, 11), "LU": (6, 9), "NL": (10, 10),
     "PT": (9, 9), "AD": (6, 6), "AR": (10, 11), "BO": (8, 8), "CL": (9, 9), "CO": (10, 10),
     "CR": (8, 8),
     "CU": (8, 8), "EC": (8, 9), "GT": (8, 8), "HN": (8, 8), "MX": (10, 10), "NI": (8, 8),
     "PA": (7, 8), "PE": (8, 9), "PY": (9, 9), "SV": (8, 8), "UY": (8, 8),
     "VE": (10, 10)}  # fmt: skip
_BY_CLASS = frozenset({"IE"})  # countries whose numbers are known by their class alone
# National numbers start with a 0 that goes abroad.
TRUNK = frozenset({"AT", "BE", "CH", "DE", "FR", "GB", "IE", "NL"})
_NONE = frozenset({"phone", "ssn", "domain", "ipv4", "ipv6", "mac"})  # rows that are no classes
_GEOGRAPHIC = "landline"  # its first digits tell a town
_PLUS = frozenset({"mas", "mes", "plus"})
_OPEN = {"x": "0123456789", "n": "23456789"}  # letters of a pattern
_DIGIT = re.compile(r"\[([\d-]+)\]|(.)")
# "06223 555081", "+49 6223 555081"
_APART = re.compile(
    r"(?:\(?0(\d{1,4})\)?|(?:\+|00)(?!34|33)[34]\d[\s-]+(?:\(0\)\s?)?([1-9]\d{0,3}))[\s/–-]+\d"
)
Limits = dict[int, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Dialled:
    """A whole telephone number."""

    country: str
    code: int  # how many digits of the country's code it has
    national: str  # its digits as they are dialled at home


def options_of(pattern: str) -> list[str]:
    """The digits that may stand at each place of a pattern: "07[4-6]x", n for 2 to 9."""
    return [
        _span(match[1]) if match[1] else _OPEN.get(match[2], match[2])
        for match in _DIGIT.finditer(pattern)
    ]


def _span(inside: str) -> str:
    spans = re.findall(r"(\d)-(\d)|(\d)", inside)
    return "".join(
        one or "".join(str(n) for n in range(int(low), int(high) + 1)) for low, high, one in spans
    )


@lru_cache(maxsize=1)
def _classes() -> dict[str, list[tuple[str, list[str]]]]:
    """Country -> (class, options of its first digits)."""
    classes: dict[str, list[tuple[str, list[str]]]] = {}
    for path in sorted(FOLDER.glob("*/reserved.tsv")):
        for row in read_table(path):
            if row["kind"] not in _NONE:
                row_of = (row["kind"], options_of(row["pattern"]))
                classes.setdefault(row["country"], []).append(row_of)
    return classes


def class_of(country: str, national: str) -> str:
    """The class of a number as it is dialled at home, "" where its first digits tell none."""
    rows = _rows_of(country, national)
    return max(rows)[1] if rows else ""


def _rows_of(country: str, national: str) -> list[tuple[float, str, list[str]]]:
    """(how narrow, class, options) of the rows that a number fits."""
    return [
        (-_width(options), klass, options)
        for klass, options in _classes().get(country, ())
        if len(options) <= len(national)
        and all(c in o for c, o in zip(national, options, strict=False))
    ]


def mobile_starts(country: str, size: int) -> list[str]:
    """Every start of this many digits that mobile numbers of a country have."""
    longest = (
        row[:size] + ["0123456789"] * (size - len(row)) for row in _in_use(country, "mobile")
    )
    return sorted({"".join(signs) for row in longest for signs in product(*row)} - {""})


def _width(options: list[str]) -> float:
    """How much a pattern leaves open: what leaves least is what a number is."""
    width = 1.0
    for some in options:
        width *= len(some) / 10
    return width


def whole_length(lang: str) -> int:
    """Digits of the shortest whole telephone number of a dialogue's country."""
    countries = _COUNTRIES.get(lang.split("-")[0].lower(), ("ES",))
    return min(_WHOLE[c][0] for c in countries)


def is_whole(digits: str, first: str, lang: str, more: str = "") -> bool:
    """Whether digits that begin with the text `first` are a telephone number without `more`."""
    if more and _dialled(digits + more, first, lang) is not None:
        return False  # numbers of one country differ in length
    number = _dialled(digits, first, lang)
    if number is not None:
        return number.country != "US" or number.code > 0 or not digits.startswith("1")
    abroad = digits.startswith("00") or "+" in first or _says_plus(first)
    longest = whole_length(lang) + (4 if digits.startswith("00") else 2 if abroad else 0)
    return len(digits) >= longest + (digits.startswith("1") and lang.startswith("en"))


def dialled(group: Group, lang: str) -> Dialled | None:
    """Country and code of a whole telephone number, or None for a piece of one."""
    if group.kind is not Kind.PHONE:
        return None
    return _dialled(group.cut.said, group.first.text, lang)


def begun(group: Group, lang: str) -> Dialled | None:
    """The same of a number that the dialogue gives in part, or in a length that none has: what it
    says of the first digits is its class all the same."""
    number, digits = dialled(group, lang), group.cut.said
    if number is not None or not group.begins or not digits.isdecimal():
        return number
    if "+" in group.first.text or _says_plus(group.first.text):
        for country, code in _CODES.items():
            if digits.startswith(code) and len(digits) > len(code):
                return Dialled(country, len(code), "0" * (country in TRUNK) + digits[len(code) :])
    countries = _COUNTRIES.get(lang.split("-")[0].lower(), ("ES",))
    fits = (c for c in countries if c not in _BY_CLASS and (c in TRUNK) == digits.startswith("0"))
    return next((Dialled(country, 0, digits) for country in fits), None)


def _says_plus(first: str) -> bool:
    return bool(_PLUS.intersection(fold(first).split()[:1]))


def _dialled(digits: str, first: str, lang: str) -> Dialled | None:
    if not digits.isdecimal():
        return None
    abroad = "00" if digits.startswith("00") else ""
    plus = "+" in first or _says_plus(first)
    countries = _COUNTRIES.get(lang.split("-")[0].lower(), ("ES",))
    for country, code in _CODES.items():
        size = len(abroad + code)
        low, high = _WHOLE[country]
        trunk = country in TRUNK
        fits = low - trunk <= len(digits) - size <= high - trunk
        dialled = plus or abroad or (code == "1" and country in countries)  # "1-800-..."
        if dialled and digits.startswith(abroad + code) and fits:
            return Dialled(country, size, "0" * trunk + digits[size:])
    for country in countries:
        low, high = _WHOLE[country]
        told = country not in _BY_CLASS or bool(class_of(country, digits))
        if told and low <= len(digits) <= high and (country in TRUNK) == digits.startswith("0"):
            return Dialled(country, 0, digits)
    return None


def leading(group: Group, lang: str) -> int | None:
    """Digits before the number that is the same at home and abroad, None for a piece of one."""
    number = dialled(group, lang)
    if number is None:
        return None
    return number.code or int(number.country in TRUNK)


def class_limits(group: Group, lang: str) -> list[Limits]:
    """What each row of a number's class asks of its first digits; [{}] where it tells no class."""
    number = begun(group, lang)
    klass = class_of(number.country, number.national) if number is not None else ""
    if number is None:
        return [{}]
    if not klass and dialled(group, lang) is None:
        return [{}]
    if not klass:  # the first digit stays, so that nothing else is told
        at = number.code + (number.code == 0 and number.national[0] == "0")
        return [{group.values[at]: frozenset(group.cut.said[at])}]
    return [_limits(group, number, options) for options in _in_use(number.country, klass)]


def _in_use(country: str, klass: str) -> list[list[str]]:
    """The rows of a class that say which prefixes are in use."""
    rows = [options for kind, options in _classes().get(country, ()) if kind == klass]
    return [row for row in rows if not any(_refines(other, row) for other in rows)]


def _refines(row: list[str], wider: list[str]) -> bool:
    """Whether a row names the prefixes in use among those of another one: 07[3-9], 07."""
    pairs = zip(row, wider, strict=False)
    return len(row) >= len(wider) and row != wider and all(set(a) <= set(b) for a, b in pairs)


def loose_limits(group: Group, lang: str) -> list[Limits]:
    """The first digit that tells something is still one that the class begins with."""
    number = begun(group, lang)
    if number is None or not (klass := class_of(number.country, number.national)):
        return []
    size = 1 + (number.country in TRUNK)
    rows = [options[:size] for kind, options in _classes()[number.country] if kind == klass]
    return [_limits(group, number, options) for options in rows]


def begins_like(group: Group, lang: str) -> Limits:
    """The first digits of the row that a number itself fits; {} where it tells no class."""
    number = dialled(group, lang)
    rows = _rows_of(number.country, number.national) if number is not None else []
    return _limits(group, number, max(rows)[2]) if number is not None and rows else {}


def _limits(group: Group, number: Dialled, options: list[str]) -> Limits:
    trunk = number.code > 0 and number.country in TRUNK
    places = group.values[number.code :]
    return {v: frozenset(o) for v, o in zip(places, options[trunk:], strict=False)}


def telling_little(group: Group, lang: str) -> list[int]:
    """Variables of first digits that tell a country or a class and no place: "+34", "0800"."""
    number = dialled(group, lang)
    if number is None:
        return []
    klass = class_of(number.country, number.national)
    rows = _rows_of(number.country, number.national) if klass != _GEOGRAPHIC else []
    size = len(max(rows)[2]) - (number.code > 0 and number.country in TRUNK) if rows else 0
    return group.values[: number.code + size]


def keeps_class(group: Group, now: str, lang: str) -> bool:
    """Whether new digits tell the class that the original told; one of no class may have any."""
    was = begun(group, lang)
    if was is None or not class_of(was.country, was.national):
        return True
    national = "0" * (len(was.national) - len(now) + was.code) + now[was.code :]
    return class_of(was.country, national) == class_of(was.country, was.national)


def dialled_in(text: str, lang: str) -> Dialled | None:
    """The whole telephone number that a text says in figures, or None."""
    return _dialled(digits_only(text), text, lang)


def class_said(text: str, lang: str) -> str:
    """The class of the whole telephone number that a text says in figures; "" for anything else."""
    digits = digits_only(text)
    number = dialled_in(text, lang)
    if number is not None:
        return class_of(number.country, number.national)
    countries = _COUNTRIES.get(lang.split("-")[0].lower(), ("ES",))
    country = next(c for c in countries if c not in _BY_CLASS)
    longer = country in TRUNK and digits.startswith("0") and len(digits) > _WHOLE[country][1]
    return class_of(country, digits) if longer else ""


def set_apart(text: str) -> str:
    """The code that a space or another sign parts from the rest of a number; or ""."""
    apart = _APART.match(text.strip())
    return "0" + next(filter(None, apart.groups())) if apart is not None else ""
