"""What is right raises no warning: short forms of banks, couples, forms of one name to choose from,
amounts in a row, trades of a woman, a nationality that goes with no name."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 65]) for n in range(tries(4, 12))]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "chez [BNP Paribas:ORG], la [BNP:ORG]"),
        ("en", "in the name of Mr and Mrs [D. Whitcombe:MALE], [Derek:MALE] and [Joan:FEMALE]"),
        ("eu", "izena [Joseba:MALE] ala [José:MALE]?"),
        ("eu", "[1.250,00 €:AMOUNT] gehi BEZa ([%21:number]) [262,50 €:AMOUNT]"),
        (
            "eu",
            "[Aktoresa:PROFESSION] zara, [Garazi:FEMALE]?\nB: Senarra [frantsesa:NATIONALITY] da.",
        ),
        ("de", "bei der [Österreichischen Post:ORG]"),
    ],
)
def test_no_warning(lang: str, line: str) -> None:
    for key in KEYS:
        issues = run(dialogue(*f"A: {line}".splitlines(), lang=lang), key=key).issues
        assert not [i for i in issues if i.severity != "info"], issues


@pytest.mark.parametrize("name", ["Österreichischer Alpenverein", "Dänisches Bettenhaus"])
def test_an_adjective_of_a_country_is_another_ones(name: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{name}:ORG]", lang="de"), key=key))
        assert new.split()[1:] == name.split()[1:] and "isch" in new, new


def test_a_devotion_may_be_a_word_for_a_kind() -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue("A: [Hospital Virgen de la Salud:HOSPITAL]"), key=key))
        assert new.startswith("Hospital Virgen de") and "Salud" not in new


@pytest.mark.parametrize("name", ["Royal Infirmary of Edinburgh", "Bank of Ireland"])
def test_what_is_of_a_place_stays_of_one(name: str) -> None:
    lexicon = load_lexicon("en")
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: at the [{name}:ORG]", lang="en"), key=key))
        place = fold(new.partition(" of ")[2])
        assert place in lexicon.known_places or place in lexicon.country_keys, new
