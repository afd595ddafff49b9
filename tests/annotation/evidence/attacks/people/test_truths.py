"""What the originals say of a person."""

import pytest

from annotation.evidence.attacks.people.truths import band_of, frequent, truths_of
from tests.annotation.evidence.attacks.bracketed import pair


def truth(*said: str, lang: str = "es") -> dict[str, str]:
    return truths_of([pair(*said, lang=lang).original])[0]


def test_gender_of_a_sex_or_a_name() -> None:
    assert truth("[mujer|SEXO]")["gender"] == "f"
    assert truth("[Luis Gil|PERSON]")["gender"] == "m"
    assert truth("[Varón|SEXO] y [Ana|PER]")["gender"] == "m"
    assert "gender" not in truth("[Gil|FAM]", "[Xyzzy|PER]")


@pytest.mark.parametrize(("other", "gender"), [("H", "f"), ("V", "f"), ("F", "m")])
def test_m_is_what_stands_beside_it_in_the_corpus(other: str, gender: str) -> None:
    truths = truths_of([pair("[M|SEXO]").original, pair(f"[{other}|SEXO]").original])
    assert truths[0]["gender"] == gender


@pytest.mark.parametrize(
    ("said", "band"),
    [
        ("38 años", "35-49"),
        ("70", "65+"),
        ("17 años", "0-17"),
        ("8 meses", "0-17"),
        ("18", "18-34"),
    ],
)
def test_age_bands(said: str, band: str) -> None:
    assert truth(f"[{said}|AGE]")["age"] == band


def test_the_first_place_is_the_region() -> None:
    assert truth("[28016|LOC], [Alcalá|LOC], [Vigo|LOC]")["region"] == "alcala"


def test_frequent_values() -> None:
    truths = [{"age": "65+"}, {"age": "65+"}, {"age": "0-17"}, {}]
    assert frequent(truths, "age", least=2) == {0: "65+", 1: "65+"}
    assert band_of(0) == "0-17"
