"""What stands in a name of a thing is of the country and of the town of the dialogue."""

import re

import pytest

from surrogates.folding import PARTICLES, fold
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = (b"one", b"two", b"three")


@pytest.mark.parametrize(
    ("said", "may_be"),
    [
        ("Moor Joinery Ltd", ("Ltd", "Limited")),
        ("Moor Haulage, Inc.", ("Inc", "Corp", "LLC")),
        ("Moor Legal LLP", ("LLP",)),
    ],
)
def test_a_legal_form_is_of_the_country_of_the_firm(said: str, may_be: tuple[str, ...]) -> None:
    for key in KEYS:
        (out,) = texts(run(dialogue(f"A: It's [{said}:ORG].", lang="en"), key=key))
        assert out.split()[-1] in may_be


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: In [Newcastle upon Tyne:CITY], at the [Royal Victoria Infirmary:HOSPITAL]."),
        ("fr", "A: À [Toulouse:CITY], à l'[hôpital Purpan:HOSPITAL]."),
    ],
)
def test_a_hospital_that_names_no_town_gets_none_beside_a_town(lang: str, line: str) -> None:
    towns = load_lexicon(lang).place_by_key
    for key in KEYS:
        _, hospital = texts(run(dialogue(line, lang=lang), key=key))
        assert not [word for word in hospital.split() if fold(word) in towns]


def test_a_hospital_follows_its_town_whatever_stands_behind_that() -> None:
    line = "A: À [Grenoble:CITY], au [CHU Grenoble Alpes:HOSPITAL]."
    for key in KEYS:
        town, hospital = texts(run(dialogue(line, lang="fr"), key=key))
        assert hospital == f"CHU {town}"


def test_a_domain_of_a_part_of_a_firms_name_says_that_part() -> None:
    lines = (
        "A: [Luc Vasseur:FULL_NAME], de [Transports Vasseur-Morel:ORG].",
        "A: [luc.vasseur@vasseur-morel.example:EMAIL], [vasseurmorel.example:URL]",
    )
    for key in KEYS:
        _, firm, mail, url = texts(run(dialogue(*lines, lang="fr"), key=key))
        parts = re.split(r"[ -]", fold(firm))[1:]
        said = "-".join(part for part in parts if part not in PARTICLES)
        assert mail.partition("@")[2] == f"{said}.example"
        assert url == f"{said.replace('-', '')}.example"
