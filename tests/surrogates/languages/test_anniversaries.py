"""Ordinals of one word or several are read, and written in the same form."""

import pytest

from surrogates.languages.numerals import numerals
from surrogates.languages.numerals.ordinals import other_ordinal, read_ordinal


@pytest.mark.parametrize(
    ("lang", "text", "value", "other", "said"),
    [
        ("en", "fortieth", 40, 42, "forty-second"),
        ("en", "twenty first", 21, 35, "thirty fifth"),
        ("es", "trigésimo", 30, 41, "cuadragésimo primer"),
        ("es", "undécimo", 11, 23, "vigesimotercero"),
        ("es", "quincuagésima segunda", 52, 61, "sexagésima primera"),
        ("ca", "quarantè", 40, 21, "vint-i-unè"),
        ("ca", "onzè", 11, 19, "dinovè"),
        ("ca", "onzena", 11, 35, "trenta-cinquena"),
        ("eu", "berrogeigarrena", 40, 35, "hogeita hamabosgarrena"),
        ("eu", "bosgarren", 5, 21, "hogeita batgarren"),
        ("de", "achtzigsten", 80, 83, "dreiundachtzigsten"),
        ("fr", "quarantième", 40, 80, "quatre-vingtième"),
        ("fr", "vingt-cinquième", 25, 29, "vingt-neuvième"),
        ("fr", "vingt-cinquième", 25, 71, "soixante et onzième"),
    ],
)
def test_an_ordinal_is_read_and_another_written(
    lang: str, text: str, value: int, other: int, said: str
) -> None:
    known = numerals(lang)
    assert known is not None
    assert read_ordinal(known, text) == value
    assert other_ordinal(known, text, other) == said


@pytest.mark.parametrize(("lang", "text"), [("ca", "onze"), ("en", "forty"), ("de", "achtzig")])
def test_a_cardinal_is_none(lang: str, text: str) -> None:
    known = numerals(lang)
    assert known is not None and read_ordinal(known, text) is None
