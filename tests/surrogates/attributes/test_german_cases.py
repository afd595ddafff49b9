"""German trades stand in the case of the article before them."""

import pytest

from surrogates.attributes.german_cases import declined
from surrogates.languages import load_lexicon
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 63]) for n in range(tries(3, 10))]


@pytest.mark.parametrize(
    ("before", "new", "form"),
    [
        ("mit dem ", "Kommissar", "Kommissar"),
        ("mit dem ", "Soldat", "Soldaten"),
        ("die Kanzlei des ", "Notar", "Notars"),
        ("die Kanzlei des ", "Zahnarzt", "Zahnarztes"),
        ("das Büro des ", "Architekt", "Architekten"),
        ("einen netten ", "Psychologe", "Psychologen"),
        ("der ", "Beamter", "Beamte"),
        ("ein ", "Beamter", "Beamter"),
        ("beim ", "Beamter", "Beamten"),
        ("er ist ", "Soldat", "Soldat"),
    ],
)
def test_one_man_in_a_case(before: str, new: str, form: str) -> None:
    assert declined(new, before, feminine=False, plural=False, one=True) == form


@pytest.mark.parametrize(
    ("before", "new", "form"),
    [("mit den ", "Ausbilder", "Ausbildern"), ("die ", "Notar", "Notare"),
     ("den ", "Zahnarzt", "Zahnärzten"), ("die ", "Beamter", "Beamten")],
)  # fmt: skip
def test_many_in_a_case(before: str, new: str, form: str) -> None:
    assert declined(new, before, feminine=False, plural=True, one=False) == form


def test_a_case_makes_no_other_trade() -> None:
    made = dialogue(
        "A: der [Arzt:PROFESSION], des [Arztes:PROFESSION], mit den [Ärzten:PROFESSION]", lang="de"
    )
    for key in KEYS:
        one, his, many = texts(run(made, key=key))
        assert his.startswith(one) and his.endswith("s") and many.endswith("n")


@pytest.mark.parametrize(
    ("lang", "line", "kept"),
    [
        ("de", "Die [Patientin:SEX] kam. Der [Jubilar:SEX] auch.", ["Patientin", "Jubilar"]),
        ("fr", "La [patiente:SEX] va bien.", ["patiente"]),
        ("es", "La [gestante:SEX] está bien.", ["gestante"]),
    ],
)
def test_a_noun_of_a_sex_stays(lang: str, line: str, kept: list[str]) -> None:
    result = run(dialogue(f"A: {line}", lang=lang))
    assert texts(result) == kept
    assert {issue.code for issue in result.issues} == {"SAID_AROUND"}


def test_a_trade_with_what_it_is_of_stays() -> None:
    made = dialogue("A: Je suis [assistante:PROFESSION] de direction.", lang="fr")
    assert texts(run(made)) == ["assistante"]


@pytest.mark.parametrize(
    ("lang", "line"),
    [("de", "unser [Zollbevollmächtigter:PROFESSION]"), ("fr", "notre [planneur:PROFESSION]")],
)
def test_an_unknown_trade_of_a_firm_is_an_offices(lang: str, line: str) -> None:
    rows = load_lexicon(lang).rows("professions")
    offices = {row["form"] for row in rows if row["group"].startswith("office")}
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
        assert new in offices or new.removesuffix("er") + "er" in offices


def test_letters_before_a_trade_ask_for_no_capital() -> None:
    made = dialogue("A: He is an [HGV driver:PROFESSION].", lang="en")
    for key in KEYS:
        assert texts(run(made, key=key))[0][0].islower()


def test_both_sexes_of_a_trade_are_no_word_made_of_it() -> None:
    made = dialogue("A: Der [Bäckermeister:PROFESSION], die [Bäckerin:PROFESSION].", lang="de")
    for key in KEYS:
        assert not run(made, key=key).issues
