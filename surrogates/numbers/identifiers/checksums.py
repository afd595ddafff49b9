"""Makes a drawn identifier valid, and says which of its characters tell the kind and stay.

Spain: DNI, NIE, CIF, account (CCC), social security,
supply point (CUPS), land register. Germany: tax number
(IdNr), identity card, pension and health insurance. Austria and Switzerland: social security.
France: NIR, SIREN, SIRET. United Kingdom: NHS number. Everywhere: IBAN, payment card.
Those of other countries are in `schemes`. Works on the plain string of an identifier's digits and
letters, in reading order.
"""

import re
from collections.abc import Mapping

from stdnum import ean, iban, luhn
from stdnum.at import vnr
from stdnum.de import idnr
from stdnum.es import ccc, cif, cups, dni, referenciacatastral
from stdnum.fr import nir, siret
from stdnum.gb import nhs
from stdnum.iso7064 import mod_11_10

from surrogates.labels import Kind
from surrogates.numbers.identifiers.plates import plate_letters
from surrogates.numbers.identifiers.schemes import america, registers
from surrogates.numbers.identifiers.schemes.accounts import ACCOUNTS, SHAPES, spanish
from surrogates.numbers.identifiers.schemes.registers import EIRCODE, EIRCODE_SIGNS
from surrogates.numbers.identifiers.schemes.scheme import Repair, Scheme, luhn_of
from surrogates.scene import IBAN_STARTS


def repair_for(original: str, kind: Kind) -> Repair | None:
    """How to make a new value of this shape valid, or None for a free string."""
    scheme = _scheme(original, kind)
    return scheme.repair if scheme is not None else None


SSN = re.compile(r"\d{3}-\d\d-\d{4}")
_WITH_STROKES = re.compile(rf"{SSN.pattern}|\d\d/\d{{8}}/?\d\d")  # Spain's social security
_MARKED = re.compile(r"(?<!\d)(?:19[5-9]|20[0-4])\d[-/]|[-/](?:19[5-9]|20[0-4])\d(?!\d)|/")
_CLEARING = frozenset("12345678")  # what a German bank code begins with


def fixed_letters(original: str, kind: Kind) -> dict[int, frozenset[str]]:
    """Positions whose characters tell the kind of identifier and are kept or limited."""
    scheme = _scheme(original, kind)
    if kind is Kind.ZIP and re.fullmatch(EIRCODE, original):
        return {i: EIRCODE_SIGNS[original[i].isalpha()] for i in range(3, len(original))}
    if scheme is None:
        if kind is Kind.ID and re.fullmatch(_NIR_BODY, original):
            return _fixed(_NIR_FIXED, original) | _born_far(original)
        if kind is Kind.ID and re.fullmatch(_BROKEN, original) and original[:2] in _IBAN_LENGTHS:
            return _fixed({0: "", 1: ""}, original)  # an account of a country still
        return plate_letters(original) if kind is Kind.ID else {}
    fixed = _fixed(scheme.fixed, original)
    if scheme.repair is _german_card:
        fixed |= {i: _CARD_LETTERS for i, char in enumerate(original) if char.isalpha()}
        fixed[0] = next(some for some in (_CARD_STARTS, _PASSPORT_STARTS) if original[0] in some)
    if scheme.repair is _siret:
        fixed |= {i: frozenset("0") for i in (9, 10, 11) if original[i] == "0"}  # few branches
    if scheme.repair is _cif:
        fixed[0] = frozenset(original[0])  # of what form a firm is, as its name says: "S.L."
    start = IBAN_STARTS.get(original[:2], "") if scheme.repair is _iban else ""
    if start and original[4:].isdecimal():
        fixed |= dict(enumerate(map(frozenset, start)))
    if scheme.repair is _iban and original[:2] == "DE" and original[4] in _CLEARING:
        fixed |= {4: _CLEARING, 7: frozenset(original[7])}  # the group of banks stays: 5 is savings
    if scheme.repair is _nir and original[6].isalpha():
        fixed |= {5: frozenset("2"), 6: frozenset("AB")}
    if scheme.repair is _nir:
        fixed |= _born_far(original)
    return {i: chars for i, chars in fixed.items() if i < len(original)}


def _born_far(original: str) -> dict[int, frozenset[str]]:
    """What a NIR tells of a birth abroad (99) or overseas (97 and 98), and must tell still."""
    if original[5] != "9" or original[6] not in "789":
        return {}
    return _fixed({5: "", 6: ""} | ({} if original[6] == "9" else {7: "12346"}), original)


def _fixed(places: Mapping[int, str], original: str) -> dict[int, frozenset[str]]:
    return {i: frozenset(c or original[i]) for i, c in places.items() if i < len(original)}


def is_free(text: str) -> bool:
    """Whether a code has a year or a stroke in it, so that it holds a check by chance alone."""
    return _MARKED.search(text) is not None and not _WITH_STROKES.fullmatch(text)


def is_identifier(original: str, kind: Kind) -> bool:
    """Whether a string is a whole identifier that somebody may own."""
    return _scheme(original, kind) is not None


def tells_birth(original: str) -> bool:
    """Whether a string is a French social security number, with its check or without."""
    return re.fullmatch(rf"{_NIR_BODY}(?:\d\d)?", original) is not None


def _scheme(original: str, kind: Kind) -> Scheme | None:
    if kind is Kind.CARD and re.fullmatch(r"\d{13,19}", original):
        return _CARD
    if kind not in (Kind.ID, Kind.CARD):
        return None
    for scheme in _SCHEMES:
        if re.fullmatch(scheme.pattern, original) and scheme.test(original):
            return scheme
    return None


def _dni(text: str) -> str:
    return text[:8] + str(dni.calc_check_digit(text[:8]))


def _nie(text: str) -> str:
    number = str("XYZ".index(text[0])) + text[1:8]
    return text[:8] + str(dni.calc_check_digit(number))


def _cif(text: str) -> str:
    checks = str(cif.calc_check_digits(text[:8]))  # the figure, then the letter
    return text[:8] + (checks[1] if text[8].isalpha() else checks[0])


def _iban(text: str) -> str:
    """The keys of an account first, where its country has some, for they tell the IBAN's own."""
    account = ACCOUNTS.get(text[:2], str)(text[4:])
    return text[:2] + str(iban.calc_check_digits(f"{text[:2]}00{account}")) + account


def _land_register(text: str) -> str:
    return text[:18] + str(referenciacatastral.calc_check_digits(text))


def _cups(text: str) -> str:
    return text[:18] + str(cups.calc_check_digits(text)) + text[20:]


def _siret(text: str) -> str:
    return luhn_of(luhn_of(text[:9]) + text[9:])


def _social_security(text: str) -> str:
    return f"{text[:10]}{_nss_check(text):02d}"


def _nss_check(text: str) -> int:
    province, number = int(text[:2]), int(text[2:10])
    # Numbers below ten million are glued to the province without their leading zero.
    whole = number + province * 10**7 if number < 10**7 else int(text[:10])
    return whole % 97


def _nir(text: str) -> str:
    return text[:13] + str(nir.calc_check_digits(text))


def _ahv(text: str) -> str:
    return text[:12] + str(ean.calc_check_digit(text[:12]))


def _vnr(text: str) -> str:
    """Three figures, their check, the day of birth; where the check is ten the third moves on."""
    for step in range(2):
        third = str((int(text[2]) + step) % 10)
        check = str(vnr.calc_check_digit(f"{text[:2]}{third}0{text[4:]}"))
        if len(check) == 1:
            return f"{text[:2]}{third}{check}{text[4:]}"
    raise AssertionError("weight nine: neighbours never both need a ten")


def _german_card(text: str) -> str:
    """Serial and check: letters count from ten on, weights 7, 3 and 1 [ICAO 9303]."""
    total = sum(int(char, 36) * (7, 3, 1)[i % 3] for i, char in enumerate(text[:9]))
    return text[:9] + str(total % 10)


def _pension(text: str) -> str:
    """Area, birth, the initial as two figures, serial; then the check."""
    figures = f"{text[:8]}{ord(text[8]) - 64:02d}{text[9:11]}"
    crossed = sum(
        sum(map(int, str(int(n) * w))) for n, w in zip(figures, _PENSION_WEIGHTS, strict=True)
    )
    return text[:11] + str(crossed % 10)


def _health(text: str) -> str:
    """A letter as two figures, eight more; every second one doubled and crossed."""
    figures = f"{ord(text[0]) - 64:02d}{text[1:9]}"
    crossed = sum(sum(map(int, str(int(n) * (1 + i % 2)))) for i, n in enumerate(figures))
    return text[:9] + str(crossed % 10)


def _nhs(text: str) -> str:
    """Weights 10 to 2, then the check to a multiple of 11; where that is ten the ninth moves on."""
    for step in range(2):
        ninth = str((int(text[8]) + step) % 10)
        check = -sum(w * int(c) for w, c in zip(range(10, 1, -1), text[:8] + ninth, strict=True))
        if check % 11 < 10:
            return text[:8] + ninth + str(check % 11)
    raise AssertionError("weight two: neighbours never both need a ten")


def _idnr(text: str) -> str:
    """Ten digits of which one comes twice and one not at all, no leading zero; then the check."""
    valid = "1" if text[0] == "0" else text[0]
    twice = False
    for char in text[1:10]:
        if char in valid and not twice:
            twice = True
        elif char in valid:
            start = int(char)
            free = (str((start + k) % 10) for k in range(10))
            char = next(c for c in free if c not in valid)
        valid += char
    if not twice:
        valid = valid[:9] + valid[0]
    return valid + str(mod_11_10.calc_check_digit(valid))


# Characters of an account number, by country (ISO 13616): misheard or invented, it is one still.
_IBAN_LENGTHS = {
    **{"AD": 24, "AT": 20, "BE": 16, "CH": 21, "DE": 22, "ES": 24, "FR": 27, "GB": 22, "IE": 22},
    **{"IT": 27, "LU": 20, "MC": 27, "NL": 18, "PL": 28, "PT": 25},
}
# An account with a figure too many or too few: no check makes it one.
_BROKEN = r"[A-Z]{2}\d{2}[0-9A-Z]{11,30}"


def _is_account(text: str) -> bool:
    known = len(text) == _IBAN_LENGTHS.get(text[:2]) or bool(iban.is_valid(text))
    return known and re.fullmatch(SHAPES.get(text[:2], ".*"), text[4:]) is not None


_CARD = Scheme(r"\d{13,19}", luhn_of)
# What German identity cards and passports have; the first letter tells which of the two.
_CARD_LETTERS = frozenset("CFGHJKLMNPRTVWXYZ")
_CARD_STARTS, _PASSPORT_STARTS = frozenset("LMNPRTVWXYZ"), frozenset("CFGHJK")
_CARD_SERIAL = r"(?=\D+\d)[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}"
_PENSION_WEIGHTS = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
_DAY_AND_MONTH = {0: "012", 1: "123456789", 2: "0", 3: "123456789"}


def _born(at: int) -> dict[int, str]:
    """Figures of a day of birth from a place on, where no date of the dialogue says them."""
    return {at + i: chars for i, chars in _DAY_AND_MONTH.items()}


# Sex, year, month, department, commune, order: a NIR without its check, or with a wrong one.
_NIR_BODY = r"[12]\d\d(?:0[1-9]|1[0-2])(?:\d\d|2[AB])\d{6}"
_NIR_FIXED = {0: "", 3: "0", 4: "123456789", 5: "12345678"}
# No firm's number begins with a 1 or 2, the state's and those of communes do.
_FIRM = {0: "3456789"}
_SCHEMES = (
    *america.LETTERED,
    *registers.LETTERED,
    Scheme(r"\d{8}[A-Z]", _dni),
    Scheme(r"[XYZ]\d{7}[A-Z]", _nie, fixed={0: "XYZ"}),
    Scheme(r"[A-W]\d{7}[0-9A-J]", _cif, cif.is_valid),
    Scheme(r"ES\d{16}[A-Z]{2}(?:\d[A-Z])?", _cups, cups.is_valid, {0: "", 1: "", 21: "FPRCXYZ"}),
    Scheme(r"[A-Z]{2}\d{2}[0-9A-Z]{11,30}", _iban, _is_account, {0: "", 1: ""}),
    Scheme(
        r"\d{7}[A-Z]{2}\d{4}[A-Z]0\d{3}[A-Z]{2}", _land_register, fixed={14: "", 15: "", 16: ""}
    ),
    Scheme(r"\d{20}", spanish, ccc.is_valid),
    Scheme(r"\d{5}(?:\d\d|2[AB])\d{8}", _nir, nir.is_valid, _NIR_FIXED),
    *america.LONG,
    Scheme(r"[3-9]\d{13}", _siret, siret.is_valid, _FIRM),
    Scheme(r"\d{14}", _siret, siret.is_valid),
    Scheme(r"\d{15,16}", luhn_of, luhn.is_valid),
    Scheme(_NIR_BODY + r"\d\d", _nir, fixed=_NIR_FIXED),
    # A Spanish number of social security, by its province: few that people say check.
    Scheme(r"(?:0[1-9]|[1-4]\d|5[0-3])\d{10}", _social_security, fixed={0: "1234"}),
    *america.CHECKED,
    Scheme(r"\d{11}", _idnr, idnr.is_valid),
    *america.ELEVEN,
    Scheme(r"756\d{10}", _ahv, fixed={0: "", 1: "", 2: ""}),
    Scheme(r"\d{4}[0-3]\d[01]\d{3}", _vnr, vnr.is_valid, {0: "123456789"} | _born(4)),
    Scheme(
        r"\d{8}[A-Z]\d{3}", _pension, lambda text: _pension(text) == text, {0: "145"} | _born(2)
    ),
    Scheme(r"[A-Z]\d{9}", _health, lambda text: _health(text) == text),
    Scheme(_CARD_SERIAL + r"\d", _german_card, lambda text: _german_card(text) == text),
    Scheme(r"\d{10}", _nhs, nhs.is_valid),
    *registers.FIGURES,
    *america.TEN,
    Scheme(r"[3-9]\d{8}", luhn_of, luhn.is_valid, _FIRM),
    Scheme(r"\d{9}", luhn_of, luhn.is_valid),
    *america.NINE,
)
