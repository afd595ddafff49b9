"""Makes a drawn identifier valid: DNI, NIE, CIF, IBAN, payment card, Spanish social security.

Works on the plain string of an identifier's digits and letters, in reading order.
"""

import re
from collections.abc import Callable

from stdnum import iban, luhn
from stdnum.es import ccc, cif, dni

from surrogates.labels import Kind

Repair = Callable[[str], str]


def _dni(text: str) -> str:
    return text[:8] + str(dni.calc_check_digit(text[:8]))


def _nie(text: str) -> str:
    number = str("XYZ".index(text[0])) + text[1:8]
    return text[:8] + str(dni.calc_check_digit(number))


def _cif(text: str) -> str:
    checks = str(cif.calc_check_digits(text[:8]))  # the figure, then the letter
    return text[:8] + (checks[1] if text[8].isalpha() else checks[0])


def _iban(text: str) -> str:
    account = text[4:]
    if text.startswith("ES"):
        account = account[:8] + str(ccc.calc_check_digits(account)) + account[10:]
    return text[:2] + str(iban.calc_check_digits(f"{text[:2]}00{account}")) + account


def _card(text: str) -> str:
    return text[:-1] + str(luhn.calc_check_digit(text[:-1]))


def _social_security(text: str) -> str:
    return f"{text[:10]}{_nss_check(text):02d}"


def _nss_check(text: str) -> int:
    province, number = int(text[:2]), int(text[2:10])
    # Numbers below ten million are glued to the province without their leading zero.
    whole = number + province * 10**7 if number < 10**7 else int(text[:10])
    return whole % 97


def repair_for(original: str, kind: Kind) -> Repair | None:
    """How to make a new value of this shape valid, or None for a free string."""
    if kind is Kind.CARD and original.isdecimal() and 13 <= len(original) <= 19:
        return _card
    if kind not in (Kind.ID, Kind.CARD):
        return None
    if re.fullmatch(r"\d{8}[A-Z]", original):
        return _dni
    if re.fullmatch(r"[XYZ]\d{7}[A-Z]", original):
        return _nie
    if re.fullmatch(r"[A-W]\d{7}[0-9A-J]", original) and cif.is_valid(original):
        return _cif
    if re.fullmatch(r"[A-Z]{2}\d{2}[0-9A-Z]{11,30}", original) and iban.is_valid(original):
        return _iban
    if original.isdecimal() and len(original) in (15, 16) and luhn.is_valid(original):
        return _card
    if re.fullmatch(r"\d{12}", original) and _nss_check(original) == int(original[10:]):
        return _social_security
    return None


def fixed_letters(original: str, kind: Kind) -> dict[int, frozenset[str]]:
    """Positions whose letters tell the kind of identifier and are kept or limited."""
    if kind is not Kind.ID:
        return {}
    if re.fullmatch(r"[XYZ]\d{7}[A-Z]", original):
        return {0: frozenset("XYZ")}
    if re.fullmatch(r"[A-Z]{2}\d{2}[0-9A-Z]{11,30}", original) and iban.is_valid(original):
        return {0: frozenset(original[0]), 1: frozenset(original[1])}
    if re.fullmatch(r"[A-W]\d{7}[0-9A-J]", original) and cif.is_valid(original):
        return {0: frozenset("ABEFGH") if original[8].isdecimal() else frozenset("PQRSNW")}
    return {}
