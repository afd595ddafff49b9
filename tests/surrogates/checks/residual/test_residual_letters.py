"""Letters of a labelled word that are said again without a label are told."""

import pytest

from surrogates.types import Dialogue, Result
from tests.surrogates.dialogues import codes, dialogue, run

AGAIN = "RESIDUAL_MENTION"


def told(made: Dialogue, result: Result) -> dict[str, str]:
    """What is told, and how severely."""
    return {
        made.turns[i.turn].text[i.start : i.end]: i.severity
        for i in result.issues
        if i.code == AGAIN
    }


@pytest.mark.parametrize(
    ("lang", "lines", "again"),
    [
        ("de", ["A: [Wrzesniok:FAM], vorne mit W, R, Z."], "W, R, Z"),
        ("de", ["A: [Kowalla:FAM], am Ende zwei L und ein A."], "zwei L und ein A"),
        ("en", ["A: [Wojnarski:FAM].", "B: J-N-A, sorry?"], "J-N-A"),
        ("es", ["A: [Zugazagoitia:FAM], con zeta, u, ge."], "zeta, u, ge"),
        ("fr", ["A: [Quemeneur:FAM].", "B: Q, U, E, et ensuite ?"], "Q, U, E"),
        ("eu", ["A: [Aldatzen:ORG].", "B: a-ele-de?"], "a-ele-de"),
        ("ca", ["A: [Puigverd:LOC].", "B: pe, u, i?"], "pe, u, i"),
        ("en", ["A: [lnowakow:USERNAME].", "B: N, O, W?"], "N, O, W"),
        ("es", ["A: [Zubiaurrena:FAM].", "B: ¿Zeta, u, eh, be, i?"], "Zeta, u, eh, be, i"),
    ],
)
def test_three_letters_of_a_word_are_told(lang: str, lines: list[str], again: str) -> None:
    made = dialogue(*lines, lang=lang)
    assert told(made, run(made)) == {again: "warn"}


@pytest.mark.parametrize(
    ("lang", "lines", "again"),
    [
        ("ca", ["A: Visc a [Tarroja:LOC]. Te, a, erra, erra, o, jota, a."],
         ["Te, a, erra, erra, o, jota, a"]),
        ("en", ["A: [Wintringham:FAM], W-I-N-T, four, and R-I-N-G-H-A-M."],
         ["W-I-N-T", "R-I-N-G-H-A-M"]),
        ("en", ["A: [Kilmory:LOC]. Y-R-O-M-L-I-K, from the back."], ["Y-R-O-M-L-I-K"]),
        ("de", ["A: Die Firma [Brauntex:ORG], B wie Berta, R, A, U, N, T, E, X."],
         ["B wie Berta, R, A, U, N, T, E, X"]),
    ],
)  # fmt: skip
def test_a_whole_word_is_held_back(lang: str, lines: list[str], again: list[str]) -> None:
    made = dialogue(*lines, lang=lang)
    assert told(made, run(made)) == dict.fromkeys(again, "block")


@pytest.mark.parametrize(
    ("lang", "text", "again"),
    [
        ("de", "[Fritzschler:FAM], mit tzsch, bitte.", "tzsch"),
        ("es", "[Goikoetxea:FAM], con -koet-, ¿vale?", "koet"),
        ("fr", "[Lemoigneaux:FAM], avec «moig».", "moig"),
        ("ca", "[Rubinzstein:FAM], amb nzst al mig.", "nzst"),
    ],
)
def test_a_group_that_is_no_word_is_told(lang: str, text: str, again: str) -> None:
    made = dialogue(f"A: {text}", lang=lang)
    assert told(made, run(made)) == {again: "warn"}


@pytest.mark.parametrize(
    ("lang", "lines", "again"),
    [
        ("de", ["A: [Hedwig:PER] [Quast:FAM].", "B: H und Q?"], "H und Q"),
        ("eu", ["A: [Nerea Zabala:PER].", "B: N. Z.?"], "N. Z."),
        ("es", ["A: [Julia:PER] [Rubio:FAM], bordado, jota y erre."], "jota y erre"),
        ("fr", ["A: [Denis:PER] [Wagner:FAM].", "B: Un D et un W ?"], "D et un W"),
        ("ca", ["A: [Gemma:PER] [Grau:FAM].", "B: Dues G?"], "Dues G"),
        ("en", ["A: [Harold:PER] [Owen:PER] [Quirk:FAM], HOQ on the case."], "HOQ"),
    ],
)
def test_initials_are_told(lang: str, lines: list[str], again: str) -> None:
    made = dialogue(*lines, lang=lang)
    assert told(made, run(made)) == {again: "warn"}


@pytest.mark.parametrize(
    ("lang", "text", "again"),
    [
        ("eu", "[Nora:PER], atzekoz aurrera irakurrita «Aron».", "Aron"),
        ("es", "[Irene:PER]: al revés, Eneri.", "Eneri"),
        ("en", "[Delia:PER], or Ailed if you read it backwards.", "Ailed"),
        ("de", "[Lars:PER], rückwärts Sral.", "Sral"),
        ("fr", "[Karim:PER] : à l'envers, Mirak.", "Mirak"),
        ("ca", "[Sira:PER], del revés Aris.", "Aris"),
    ],
)
def test_a_name_backwards_is_told(lang: str, text: str, again: str) -> None:
    made = dialogue(f"A: {text}", lang=lang)
    assert again in told(made, run(made))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: [Eladio:PER], a la o la de él, y a ese le da."]),
        ("es", ["A: [Nieves:PER], el N.I.E. y el I. V. A., por favor."]),
        ("es", ["A: [Sonia:PER] [Alba:FAM], de Muebles Roble, S. A."]),
        ("ca", ["A: [Ada:PER] [Bosch:FAM].", "B: Opció A i B."]),
        ("eu", ["A: [Ereaga:LOC]n ere bai, e, eta ze da?"]),
        ("de", ["A: [Stranz:FAM], die Str. 5, pst, hm, i. d. R. um 3."]),
        ("en", ["A: [Iain:PER], I, a, well, I see you are OK."]),
        ("fr", ["A: [Elledes:FAM], elle est de ces gens, y a-t-il un a ?"]),
        ("en", ["A: [Ashby:FAM].", "B: ABC, USB and the A to Z."]),
        ("en", ["A: [Marla:PER].", "B: C-A-R-L-O-S, he is another one."]),
    ],
)
def test_ordinary_words_and_other_letters_are_not(lang: str, lines: list[str]) -> None:
    assert AGAIN not in codes(run(dialogue(*lines, lang=lang)))
