"""Numbers of firms and people of Europe: VAT numbers, the Irish and British ones, the Catalan card
of health."""

import re

from stdnum.at import uid as at_uid
from stdnum.ch import uid as ch_uid
from stdnum.ie import vat as ie_vat
from stdnum.iso7064 import mod_11_10

from surrogates.numbers.identifiers.schemes.scheme import Scheme, checked, luhn_of

# What such numbers begin with, everybody's: "CHE-100.155.212".
LEADS = frozenset({"che", "atu", "de", "be", "fr", "gb", "ie"})
# An Irish postal code: its district, and four figures and letters, some of which it never has.
EIRCODE = r"[AC-FHKNPRTV-Y]\d[\dW][\dAC-FHKNPRTV-Y]{4}"
EIRCODE_SIGNS = (frozenset("0123456789"), frozenset("ACDEFHKNPRTVWXY"))
# First letters of a British national insurance number.
_INSURED = "ABCEGHJKLMNPRSTWXYZ"


def is_eircode(text: str) -> bool:
    """Whether a text is an Irish postal code."""
    return re.fullmatch(EIRCODE, text.strip().upper().replace(" ", "")) is not None


def _irish(text: str) -> str:
    """Seven figures, their check, and since 2013 a letter that counts in it."""
    counted = text[:7] + (text[8:] if text[8:] in ("A", "B", "H") else "")
    return text[:7] + str(ie_vat.calc_check_digit(counted)) + text[8:]


def _irish_vat(text: str) -> str:
    return f"{text[:2]}{_irish(text[2:])}"


def _british(text: str) -> str:
    """Two figures that make the weighed others a multiple of 97."""
    total = sum(int(c) * w for c, w in zip(text[2:9], range(8, 1, -1), strict=True))
    return f"{text[:9]}{-total % 97:02d}"


def _german(text: str) -> str:
    return text[:10] + str(mod_11_10.calc_check_digit(text[2:10]))


def _austrian(text: str) -> str:
    return text[:10] + str(at_uid.calc_check_digit(text[2:10]))


def _swiss(text: str) -> str:
    """A check of ten is none: the figure before it moves on."""
    for step in range(2):
        body = text[:10] + str((int(text[10]) + step) % 10)
        check = str(ch_uid.calc_check_digit(body[3:]))
        if len(check) == 1:
            return body + check
    raise AssertionError("weight four: neighbours never both need a ten")


def _belgian(text: str) -> str:
    """A firm's number, its last two figures what is left to 97."""
    return f"{text[:-2]}{97 - int(text[-10:-2]) % 97:02d}"


def _french(text: str) -> str:
    """The key of a SIREN, which has a check of its own."""
    siren = luhn_of(text[4:])
    return f"{text[:2]}{(12 + 3 * (int(siren) % 97)) % 97:02d}{siren}"


LETTERED = (
    Scheme(r"\d{7}[A-W][A-IW]?", _irish, checked(_irish), {8: ""}),
    Scheme(r"[A-Z]{2}\d{6}[A-D]", str, fixed={0: _INSURED, 1: _INSURED, 8: "ABCD"}),
    Scheme(r"[A-Z]{4}[01]\d{9}", str, fixed={4: "", 7: "01", 8: "12", 9: "012", 10: "12345678"}),
    Scheme(r"IE\d{7}[A-W][A-IW]?", _irish_vat, fixed={0: "", 1: "", 9: "", 10: ""}),
    Scheme(r"GB\d{9}", _british, fixed={0: "", 1: ""}),
    Scheme(r"DE[1-9]\d{8}", _german, fixed={0: "", 1: "", 2: "123456789"}),
    Scheme(r"ATU\d{8}", _austrian, fixed={0: "", 1: "", 2: ""}),
    Scheme(r"CHE[1-9]\d{8}", _swiss, fixed={0: "", 1: "", 2: "", 3: "123456789"}),
    Scheme(r"BE[01]\d{9}", _belgian, fixed={0: "", 1: "", 2: ""}),
    Scheme(r"FR\d{11}", _french, fixed={0: "", 1: "", 4: "3456789"}),
)
FIGURES = (Scheme(r"[01]\d{9}", _belgian, checked(_belgian), {0: ""}),)
