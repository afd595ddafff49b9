"""Identifiers of the countries of America where Spanish is spoken.

Argentina: CUIT, CBU. Chile: RUT. Colombia: NIT. Dominican Republic: cédula. Ecuador: cédula, RUC.
Mexico: CURP, RFC, CLABE. Peru: RUC. Uruguay: cédula. Venezuela: RIF.
"""

import re

from stdnum import luhn
from stdnum.ar import cbu, cuit
from stdnum.cl import rut
from stdnum.co import nit
from stdnum.ec import ruc as ec_ruc
from stdnum.mx import curp, rfc
from stdnum.pe import ruc
from stdnum.ve import rif

from surrogates.numbers.identifiers.schemes.scheme import Repair, Scheme, checked, luhn_of

_MONTH_AND_DAY = r"(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
_CURP = rf"[A-Z]{{4}}\d\d{_MONTH_AND_DAY}[HMX][A-Z]{{5}}[A-Z\d]\d"
# The letters of the states of Mexico, as a CURP has them; NE for who was born abroad.
STATES = {
    "Aguascalientes": "AS", "Baja California": "BC", "Baja California Sur": "BS", "Campeche": "CC",
    "Coahuila": "CL", "Colima": "CM", "Chiapas": "CS", "Chihuahua": "CH",
    "Ciudad de México": "DF", "Durango": "DG", "Guanajuato": "GT", "Guerrero": "GR",
    "Hidalgo": "HG", "Jalisco": "JC", "Estado de México": "MC", "Michoacán": "MN",
    "Morelos": "MS", "Nayarit": "NT", "Nuevo León": "NL", "Oaxaca": "OC", "Puebla": "PL",
    "Querétaro": "QT", "Quintana Roo": "QR", "San Luis Potosí": "SP", "Sinaloa": "SL",
    "Sonora": "SR", "Tabasco": "TC", "Tamaulipas": "TS", "Tlaxcala": "TL", "Veracruz": "VZ",
    "Yucatán": "YN", "Zacatecas": "ZS",
}  # fmt: skip
ABROAD = "NE"
STATE = slice(11, 13)
_CODES = sorted({*STATES.values(), ABROAD})
_CONSONANTS = "BCDFGHJKLMNPQRSTVWXYZ"
_CLABE_WEIGHTS = (3, 7, 1)


def is_curp(text: str) -> bool:
    """Whether letters and figures are those of a person's number in Mexico."""
    return re.fullmatch(_CURP, text) is not None


def is_rfc(text: str) -> bool:
    """The same of a person's tax number there."""
    return re.fullmatch(_RFC, text) is not None


_RFC = rf"[A-ZÑ]{{4}}\d\d{_MONTH_AND_DAY}[A-Z\d]{{2}}[A\d]"
_RFC_OF_FIRM = rf"[A-ZÑ]{{3}}\d\d{_MONTH_AND_DAY}[A-Z\d]{{2}}[A\d]"


def _born(at: int) -> dict[int, str]:
    return {at: "01", at + 1: "12", at + 2: "012", at + 3: "12345678"}


def _curp(text: str) -> str:
    state = text[STATE]
    if state not in _CODES:
        state = _CODES[sum(map(ord, state)) % len(_CODES)]
    text = text[: STATE.start] + state + text[STATE.stop :]
    return text[:17] + str(curp.calc_check_digit(text))


def _rfc(text: str) -> str:
    return text[:-1] + str(rfc.calc_check_digit(text[:-1]))


def _rut(text: str) -> str:
    return text[:-1] + str(rut.calc_check_digit(text[:-1]))


def _uruguayan(text: str) -> str:
    total = sum(int(c) * w for c, w in zip(text, (2, 9, 8, 7, 6, 3, 4), strict=False))
    return text[:7] + str(-total % 10)


def _cuit(text: str) -> str:
    return text[:10] + str(cuit.calc_check_digit(text[:10]))


def _cbu(text: str) -> str:
    bank = text[:7] + str(cbu.calc_check_digit(text[:7]))
    return bank + text[8:21] + str(cbu.calc_check_digit(text[8:21]))


def _nit(text: str) -> str:
    return text[:-1] + str(nit.calc_check_digit(text[:-1]))


def _ruc(text: str) -> str:
    return text[:10] + str(ruc.calc_check_digit(text[:10]))


def _rif(text: str) -> str:
    return text[:9] + str(rif.calc_check_digit(text[:9]))


def _of_ecuador(text: str) -> str:
    return luhn_of(text[:10]) + text[10:]


def _clabe(text: str) -> str:
    total = sum(int(c) * _CLABE_WEIGHTS[i % 3] % 10 for i, c in enumerate(text[:17]))
    return text[:17] + str(-total % 10)


_PROVINCE = {0: "01", 1: "123456789", 2: "012345"}
# A check alone tells these from other numbers of their length.
LETTERED = (
    Scheme(_CURP, _curp, fixed={10: ""} | _born(6) | dict.fromkeys((13, 14, 15), _CONSONANTS)),
    Scheme(_RFC, _rfc, fixed=_born(6)),
    Scheme(_RFC_OF_FIRM, _rfc, fixed=_born(5)),
    Scheme(r"\d{7,8}K", _rut, checked(_rut)),
    Scheme(r"[VJEGP]\d{9}", _rif, checked(_rif), {0: ""}),
)
LONG = (
    Scheme(r"\d{22}", _cbu, cbu.is_valid),
    Scheme(r"\d{18}", _clabe, checked(_clabe)),
    Scheme(r"\d{10}001", _of_ecuador, ec_ruc.is_valid, _PROVINCE | {10: "", 11: "", 12: ""}),
)
CHECKED = (
    Scheme(r"(?:10|15|17|20)\d{9}", _ruc, checked(_ruc), {0: "", 1: ""}),
    Scheme(r"(?:0[1-9]|1\d|2[0-4])[0-5]\d{7}", luhn_of, checked(luhn_of), _PROVINCE),
)
ELEVEN = (
    Scheme(r"(?:20|2[347]|3[034])\d{9}", _cuit, fixed={0: "", 1: ""}),
    Scheme(r"\d{11}", luhn_of, luhn.is_valid),
)
_DOTTED = re.compile(r"\d\.?\d{3}\.?\d{3}\s?[-/]\s?\d")


def by_shape(text: str) -> Repair | None:
    """How a number of eight figures becomes valid that its marks and its check tell: a RUT or a
    cédula of Uruguay, "4.567.890-1"."""
    figures = "".join(filter(str.isdecimal, text))
    if _DOTTED.fullmatch(text.strip()) is None:
        return None
    return next((repair for repair in (_rut, _uruguayan) if repair(figures) == figures), None)


TEN = (Scheme(r"[89]\d{9}", _nit, checked(_nit), {0: ""}),)
NINE = (
    Scheme(r"[12]\d{8}", _rut, checked(_rut), {0: "12"}),
    Scheme(r"[5-9]\d{8}", _rut, checked(_rut), {0: "6789"}),
)
