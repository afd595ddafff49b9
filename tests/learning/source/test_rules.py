"""Identifiers that prove themselves; what almost is one, is none."""

import pytest

from learning.source.rules import LABELS, RulesSource, identifiers
from learning.types import Utterance


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "cuenta ES91 2100 0418 4502 0005 1332 gracias",
            [("IBAN", "ES91 2100 0418 4502 0005 1332")],
        ),
        ("cuenta ES9121000418450200051332.", [("IBAN", "ES9121000418450200051332")]),
        ("cuenta ES91 2100 0418 4502 0005 1333", []),
        ("card 4111 1111 1111 1111 please", [("CARD", "4111 1111 1111 1111")]),
        ("card 4111-1111-1111-1112", []),
        ("pedido 0000000000000000", []),
        ("DNI 12345678Z", [("DNI", "12345678Z")]),
        ("DNI 12.345.678-Z.", [("DNI", "12.345.678-Z")]),
        ("DNI 12345678A", []),
        ("NIE X1234567L", [("NIE", "X1234567L")]),
        ("NIE X1234567A", []),
        ("CIF A58818501", [("CIF", "A58818501")]),
        ("a ana.ruiz+x@correo.example.org, hoy", [("EMAIL", "ana.ruiz+x@correo.example.org")]),
        ("ana@", []),
        (
            "al 600 123 456 o al +34 600 123 456",
            [("PHONE", "+34 600 123 456"), ("PHONE", "600 123 456")],
        ),
        (
            "call (415) 555-0132 or 415-555-0132",
            [("PHONE", "(415) 555-0132"), ("PHONE", "415-555-0132")],
        ),
        ("costó 600,50 y son 1.600.123", []),
        ("el 12 de mayo de 2024 a las 10:30", []),
        ("", []),
    ],
)
def test_what_is_one_and_what_is_none(text: str, found: list[tuple[str, str]]) -> None:
    spans = sorted((span.label, text[span.start : span.end]) for span in identifiers(text))
    assert spans == sorted(found)


def test_of_other_words_the_rules_tell_nothing() -> None:
    told = RulesSource().tell([Utterance("soy Ana , DNI 12345678Z")])
    assert told.read[0].tolist() == [False, False, False, False, True]
    assert told.sensitive[0][4] > 0.9
    assert told.labels == LABELS and told.shares[0][4, LABELS.index("DNI")] > 0.9


def test_only_the_labels_that_count() -> None:
    rules = RulesSource(("EMAIL",))
    assert not rules.tell([Utterance("DNI 12345678Z")]).sensitive[0].any()
    assert rules.version != RulesSource().version
