"""Basque organisations keep the ending that they have in the text."""

import pytest

from surrogates.languages.inflection import inflection_of
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 31]) for n in range(tries(3, 10))]


@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("A: [Fagor Arrasaten:ORG] aritu naiz.", "ine"),
        ("A: [Eroskin:ORG] erosten dut.", "ine"),
        ("A: Otsailean, [Eroskin:ORG], [Eibarren:LOC].", "ine"),
        ("A: [Ulma Oñatitik:ORG] nator.", "abl"),
        ("A: [Orona Hernaniko:ORG] langilea naiz.", "rel"),
        ("A: [Iparkutxarekin:ORG] hitz egin dut.", "soc"),
        ("A: [Euskaltelera:ORG] aldatu naiz.", "all"),
        # The noun of a name inside it, capitals with an e, the street that has no name.
        ("A: [Bizkaiko Aldundian:ORG] ikusi dut.", "ine"),
        ("A: Gaur, [Etxaniz Tanatorioan:ORG].", "ine"),
        ("A: [ULMAn:ORG] egin dut lan.", "ine"),
        ("A: [Kale Nagusian:STREET], hantxe.", "ine"),
        ("A: [Kale Nagusitik:STREET] gertu.", "abl"),
        ("A: [Ermukoa:LOC] da.", "rel+a"),
    ],
)
def test_an_organisation_keeps_its_case(line: str, case: str) -> None:
    inflection = inflection_of("eu")
    assert inflection is not None
    for key in KEYS:
        new = texts(run(dialogue(line, lang="eu"), key=key))[0]
        assert case in {ending for _, ending in inflection.cut(new, place=True)}


def test_a_street_is_one_with_and_without_a_case() -> None:
    for key in KEYS:
        result = run(
            dialogue("A: [Kale Nagusian:STREET]. [Kale Nagusia:STREET].", lang="eu"), key=key
        )
        inside, street = texts(result)
        assert inside.startswith(street.removesuffix("a"))
