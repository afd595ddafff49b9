"""Codes that differ in one sign or in two that changed places, and pieces of a code."""

import re

import pytest

from tests.effort import tries
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 93]) for n in range(tries(2, 8))]
SWAPPED: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: Pone contrato [C30562:ID].", "B: Es el [C30526:ID], al revés el final.")),
    ("ca", ("A: Hi diu [C30562:ID].", "B: No, [C30526:ID].")),
    ("eu", ("A: [C30562:ID] jartzen du.", "B: Ez, [C30526:ID].")),
    ("de", ("A: Hier steht [4473:ID].", "B: Richtig ist [4437:ID], ein Zahlendreher.")),
    ("en", ("A: It says [AB7034:ID].", "B: Mine is [AB7043:ID].")),
    ("fr", ("A: J'ai [C30562:ID].", "B: C'est [C30526:ID], deux chiffres inversés.")),
]
# Language, lines; a code, the wrong reading of its end, what is right in it and what is wrong.
ONE: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: Pedido [PED-50617-3:ID].", "B: Me sale [50617-8:ID].",
            "A: No, [tres:NUM] al final, no [ocho:NUM].")),
    ("ca", ("A: Comanda [50617-3:ID].", "B: Tinc [50617-8:ID].",
            "A: No, [tres:NUM] al final, no [vuit:NUM].")),
    ("de", ("A: Auftrag [50617-3:ID].", "B: Ich sehe [50617-8:ID].",
            "A: Nein, [drei:NUM] am Ende, nicht [acht:NUM].")),
    ("en", ("A: Order [WX-50617-3:ID].", "B: I see [50617-8:ID].",
            "A: No, [three:ID] at the end, not [eight:ID].")),
    ("fr", ("A: Commande [CMD-50617-3:ID].", "B: Je vois [50617-8:ID].",
            "A: Non, [trois:ID] à la fin, pas [huit:ID].")),
    ("eu", ("A: Eskaera [50617-3:ID].", "B: [50617-8:ID] ikusten dut.",
            "A: Ez, [hiru:NUM] amaieran, ez [zortzi:NUM].")),
]  # fmt: skip
# Language, line: what is said of the end of a code before it.
ENDS: list[tuple[str, str]] = [
    ("es", "DNI [41.270.663-S:ID], los tres últimos, [663:NUM]."),
    ("es", "DNI [41.270.663-N:ID], acaba en [663:ID]."),
    ("ca", "DNI [41.270.663-S:ID], acabat en [663:NUM]."),
    ("eu", "NANa [41270663S:ID], [663:ID] bukatzen da."),
]


def signs(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), SWAPPED)
def test_two_signs_of_a_code_have_changed_places_again(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    one, other = texts(run(dialogue(*lines, lang=lang), key=key))
    assert other == one[:-2] + one[-1] + one[-2] != one


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), ONE)
def test_the_sign_in_which_two_codes_differ_is_the_one_that_is_said(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    code, misread, right, wrong = texts(run(dialogue(*lines, lang=lang), key=key))
    assert signs(code)[:-1].endswith(signs(misread)[:-1])
    assert digits(right, lang) == signs(code)[-1] != signs(misread)[-1] == digits(wrong, lang)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "line"), ENDS)
def test_the_last_figures_stand_before_the_letter_that_checks_them(
    lang: str, line: str, key: bytes
) -> None:
    code, end = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
    assert signs(code)[:-1].endswith(end) and end != "663"


@pytest.mark.parametrize("key", KEYS)
def test_letters_that_stand_by_themselves_in_a_plate_are_a_piece_of_it(key: bytes) -> None:
    made = dialogue("A: [HI-TR 482:PLATE].", "B: [TR:PLATE] und [482:PLATE]?", lang="de")
    plate, letters, figures = texts(run(made, key=key))
    assert re.split("[- ]", plate)[1:] == [letters, figures] and letters != "TR"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("ending", ["z", "arekin", "an"])
def test_a_basque_case_behind_figures_is_no_letter_of_the_code(ending: str, key: bytes) -> None:
    made = dialogue(
        "A: [ES91 2095 0418 4502 0005 1332:IBAN] da.",
        f"B: [1332{ending}:IBAN] bukatzen da?",
        lang="eu",
    )
    account, end = texts(run(made, key=key))
    figures = "".join(c for c in end if c.isdecimal())
    assert account.endswith(figures) and end[4:] in (ending, f"e{ending}", ending.removeprefix("a"))
