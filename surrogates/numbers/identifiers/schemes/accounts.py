"""Keys that a country's accounts have inside an IBAN: Belgium, France, Italy, Portugal, Spain."""

from collections.abc import Mapping

from stdnum.es import ccc

from surrogates.numbers.identifiers.schemes.scheme import Repair

# Figures that stand for the letters of a French account.
_RIB = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "12345678912345678923456789")
# What letters and figures at odd places of an Italian account count.
_ODD = (
    1,
    0,
    5,
    7,
    9,
    13,
    15,
    17,
    19,
    21,
    2,
    4,
    18,
    20,
    11,
    3,
    6,
    8,
    12,
    14,
    16,
    10,
    22,
    25,
    24,
    23,
)
# Figures at the end of an account that are the customer's own, padded with zeros before them.
OWN_FIGURES = {"AT": 11, "CH": 12, "DE": 10, "ES": 10, "GB": 8, "IE": 8, "NL": 10}


def spanish(text: str) -> str:
    """Two checks, of bank and branch and of the account."""
    return text[:8] + str(ccc.calc_check_digits(text)) + text[10:]


def _french(text: str) -> str:
    """Bank, branch, account and the key that makes their sum a multiple of 97."""
    figures = text[:21].translate(_RIB)
    weighed = 89 * int(figures[:5]) + 15 * int(figures[5:10]) + 3 * int(figures[10:])
    return f"{text[:21]}{97 - weighed % 97:02d}"


def _belgian(text: str) -> str:
    """Ten figures, and what dividing them by 97 leaves, 97 for nothing."""
    return f"{text[:10]}{int(text[:10]) % 97 or 97:02d}"


def _portuguese(text: str) -> str:
    """Nineteen figures and two that make all of them one more than a multiple of 97."""
    return f"{text[:19]}{98 - int(text[:19]) * 100 % 97:02d}"


def _italian(text: str) -> str:
    """A letter that checks bank, branch and account."""
    values = [int(char, 36) - 10 if char.isalpha() else int(char) for char in text[1:]]
    total = sum(v if place % 2 else _ODD[v] for place, v in enumerate(values))
    return chr(ord("A") + total % 26) + text[1:]


ACCOUNTS: Mapping[str, Repair] = {
    **{"BE": _belgian, "ES": spanish, "FR": _french, "MC": _french},
    **{"IT": _italian, "PT": _portuguese},
}
# What such an account is made of: a longer or shorter one has no keys.
SHAPES: Mapping[str, str] = {
    **{"BE": r"\d{12}", "ES": r"\d{20}", "FR": r"\d{10}[A-Z\d]{11}\d\d"},
    **{"MC": r"\d{10}[A-Z\d]{11}\d\d", "IT": r"[A-Z]\d{10}[A-Z\d]{12}", "PT": r"\d{21}"},
}
