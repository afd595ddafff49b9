"""Identifiers of many countries stay valid, and keep what tells their kind."""

import re

import pytest
from stdnum.ar import cbu, cuit
from stdnum.at import uid as at_uid
from stdnum.ch import uid as ch_uid
from stdnum.cl import rut
from stdnum.de import vat as de_vat
from stdnum.ec import ci, ruc
from stdnum.es import referenciacatastral
from stdnum.fr import siren, tva
from stdnum.ie import pps
from stdnum.mx import curp
from stdnum.pe import ruc as pe_ruc

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 31]) for n in range(5)]


def _is_belgian(text: str) -> bool:
    figures = text.replace(" ", "")[4:]
    return int(figures[:10]) % 97 == int(figures[10:])


@pytest.mark.parametrize(
    ("lang", "number", "valid", "shape"),
    [
        ("es", "14.582.903-8", rut.is_valid, r"[12]\d\.\d{3}\.\d{3}-\d"),
        ("es", "9.876.543-3", rut.is_valid, r"\d\.\d{3}\.\d{3}-\d"),
        ("es", "RASG870915MJCMTD05", curp.is_valid, r".{10}M.{7}"),
        ("es", "27-28456123-5", cuit.is_valid, r"27-.*"),
        ("es", "0170099220000067797370", cbu.is_valid, r"\d{22}"),
        ("es", "1710034065", ci.is_valid, r"\d{10}"),
        ("es", "1710034065001", ruc.is_valid, r"\d{10}001"),
        ("es", "20512333797", pe_ruc.is_valid, r"20\d+"),
        ("es", "9872023VH5797S0001WX", referenciacatastral.is_valid, r".*000\d\w\w"),
        ("en", "6482917C", pps.is_valid, r"\d{7}[A-W]"),
        ("en", "1234567FA", pps.is_valid, r"\d{7}[A-W]A"),
        ("en", "JH 12 34 56 C", bool, r"[A-CEGHJ-PR-TW-Z]{2} \d\d \d\d \d\d [A-D]"),
        ("en", "191-D-12345", bool, r"(1[3-9]|2[0-5])[12]-[CDGLTW]-\d{5}"),
        ("de", "DE136695976", de_vat.is_valid, r"DE\d{9}"),
        ("de", "ATU13585627", at_uid.is_valid, r"ATU\d{8}"),
        ("de", "CHE-100.155.212", ch_uid.is_valid, r"CHE-[\d.]+"),
        ("fr", "FR40303265045", tva.is_valid, r"FR\d{11}"),
        ("fr", "812 345 676", siren.is_valid, r"[3-9].*"),
        ("fr", "BE73 7350 1234 5660", _is_belgian, r"BE.*"),
    ],
)
def test_a_number_of_a_country_stays_one(lang, number, valid, shape) -> None:  # type: ignore[no-untyped-def]
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{number}:ID]", lang=lang), key=key))
        assert new != number and valid(new) and re.fullmatch(shape, new), new


def test_an_italian_account_has_the_letter_that_checks_it() -> None:
    odd = dict(zip("0123456789", (1, 0, 5, 7, 9, 13, 15, 17, 19, 21), strict=True))
    for key in KEYS:
        made = dialogue("A: [IT60 X054 2811 1010 0000 0123 456:IBAN]", lang="de")
        account = texts(run(made, key=key))[0].replace(" ", "")[4:]
        figures = account[1:]
        total = sum(odd[c] if n % 2 == 0 else int(c) for n, c in enumerate(figures))
        assert account[0] == chr(ord("A") + total % 26)


@pytest.mark.parametrize(
    ("iban", "account"),
    [("DE33 6725 0020 0004 7110 93", "4711093"), ("AT61 1904 3002 3457 3201", "234573201")],
)
def test_an_account_without_its_padding_is_the_one_of_the_iban(iban: str, account: str) -> None:
    for key in KEYS:
        lines = f"A: IBAN [{iban}:IBAN], Konto [{account}:ID]."
        whole, own = texts(run(dialogue(lines, lang="de"), key=key))
        size = 10 if iban[:2] == "DE" else 11
        assert whole.replace(" ", "")[-size:].lstrip("0") == own.lstrip("0")
        assert len(own) == len(account)


@pytest.mark.parametrize(
    ("lang", "code", "year"),
    [
        ("de", "ST/0384617/2025", r"[A-Z]{2}/\d{7}/(202[0-4])"),
        ("fr", "F-2026/0147", r"[A-Z]-(202[0-5])/\d{4}"),
        ("es", "EXP-2024-00871", r"[A-Z]{3}-(202[0-3])-\d{5}"),
        ("de", "12 C 345/24", r"[1-9]\d [A-Z] \d{3}/(2[0-3])"),
        ("eu", "2025/HI-0456", r"(202[0-4])/[A-Z]{2}-\d{4}"),
    ],
)
def test_a_year_in_a_code_stays_a_year(lang: str, code: str, year: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{code}:ID]", lang=lang), key=key))
        assert re.fullmatch(year, new), new


def test_a_year_in_a_code_stays_one_where_another_code_is_read_out() -> None:
    lines = "A: [CL-2025-0091:ID], [EF70 GHK:PLATE].", "B: [Echo Foxtrot seven zero Golf:SPELL]"
    for key in KEYS:
        code, *_ = texts(run(dialogue(*lines, lang="en"), key=key))
        assert re.fullmatch(r"[A-Z]{2}-202[0-4]-\d{4}", code)


def test_a_year_in_a_code_is_that_of_its_date() -> None:
    for lang, date in (("es", "12 de enero de 2025"), ("de", "12. Januar 2025")):
        for key in KEYS:
            made = dialogue(f"A: [A/2025/331:ID], [{date}:DATE].", lang=lang)
            code, new = texts(run(made, key=key))
            assert code.split("/")[1] == new[-4:]


def test_an_irish_postal_code_has_letters_that_there_are_and_goes_with_its_town() -> None:
    for key in KEYS:
        for code in ("T12 X285", "T12 K2C5"):
            made = dialogue(f"A: I'm in [Cork:LOC], [{code}:ZIP].", lang="en")
            _, new = texts(run(made, key=key))
            assert re.fullmatch(r"[AC-FHKNPRTV-Y]\d[\dW] [\dAC-FHKNPRTV-Y]{4}", new)


@pytest.mark.parametrize(
    ("lang", "home", "abroad", "shape"),
    [
        ("es", "099 123 456", "+598 99 123 456", r"\+598 9.*"),
        ("es", "9 8214 7730", "+56 9 8214 7730", r"\+56 9.*"),
        ("ca", "345 678", "+376 345 678", r"\+376 3.*"),
    ],
)
def test_a_telephone_keeps_its_country(lang: str, home: str, abroad: str, shape: str) -> None:
    for key in KEYS:
        made = dialogue(f"A: [{home}:PHONE].", f"B: [{abroad}:PHONE]", lang=lang)
        one, two = texts(run(made, key=key))
        assert re.fullmatch(shape, two) and two.endswith(one.lstrip("0"))
