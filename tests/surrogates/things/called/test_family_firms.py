"""A firm that bears a name of the dialogue bears what that became, and keeps its trade."""

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 61]) for n in range(tries(3, 10))]


@pytest.mark.parametrize(
    ("lang", "firm", "line", "trade"),
    [
        (
            "de",
            "Brandt & Söhne Maschinenbau GmbH",
            "das Angebot der {}, Ihr [Brandt:FAM].",
            "Masch",
        ),
        ("de", "Müllers Bäckerei", "bei {}, dem [Müller:FAM].", "s Bäckerei"),
        ("es", "Hijos de Ramón Castaño", "{}, soy [Julia:PER] [Castaño:FAM].", "Hijos de"),
        ("en", "O'Malley's Plumbing", "{}, this is Mr [O'Malley:FAM].", "'s Plumbing"),
        ("fr", "Maîtres Delmas et Roussel", "Étude de {}, Maître [Roussel:FAM].", "Maîtres"),
    ],
)
def test_a_firm_bears_the_new_name(lang: str, firm: str, line: str, trade: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line.format(f'[{firm}:ORG]')}", lang=lang), key=key)
        new, *_, name = texts(result)
        assert name in new and trade in new, new
        assert not any(issue.code == "RELATION_LOST" for issue in result.issues)


@pytest.mark.parametrize(
    ("lang", "line", "before"),
    [
        ("fr", "[Menuiserie Kerbrat:ORG]. Le SIRET de [Kerbrat:ORG], M. [Kerbrat:FAM].", "de "),
        ("ca", "[Fusteria Bosch:ORG]. El NIF de [Bosch:ORG], senyor [Bosch:FAM].", "de "),
    ],
)
def test_a_name_suits_what_stands_before_the_firm(lang: str, line: str, before: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line}", lang=lang), key=key)
        firm, short, name = texts(result)
        assert firm.endswith(f" {name}") and short == name
        assert name[0] not in "AEIOUÀÉH", name
        assert not result.issues, result.issues


def test_letters_joined_by_an_ampersand_are_those_of_the_two() -> None:
    made = dialogue(
        "A: [Hargreaves & Sutton Engineering Ltd:ORG], [Hargreaves Sutton:ORG], [H&S:ORG].",
        "B: Mr [Sutton:FAM]?",
        lang="en",
    )
    for key in KEYS:
        _, pair, short, name = texts(run(made, key=key))
        assert pair.endswith(f" {name}")
        assert short == f"{pair[0]}&{name[0]}"


def test_a_word_that_stays_keeps_its_letters() -> None:
    made = dialogue("A: bei der [Zürcher Kantonalbank:ORG], der [ZKB:ORG]", lang="de")
    for key in KEYS:
        bank, short = texts(run(made, key=key))
        assert bank.endswith("er Kantonalbank")
        assert short == f"{bank[0]}KB"


@pytest.mark.parametrize(
    ("lang", "name", "ending"),
    [("en", "St Thomas' Hospital", "'s Hospital"), ("de", "Klaus' Blumenladen", " Blumenladen")],
)
def test_an_owner_is_written_by_the_new_name(lang: str, name: str, ending: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{name}:ORG]", lang=lang), key=key))
        assert new.endswith(ending), new
        assert "' H" not in new and (lang == "en" or new[: -len(ending)].endswith(("s", "'")))


@pytest.mark.parametrize("name", ["Sainsbury's", "Addenbrooke's"])
def test_another_owner_stands_alone(name: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: at [{name}:ORG]", lang="en"), key=key))
        assert new.endswith("'s") and new != name
