"""Pieces of a labelled code that are said again without a label are told, not held back."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, issue_of, run


@pytest.mark.parametrize(
    ("lang", "lines", "again"),
    [
        ("de", ["A: Null eins sieben eins, also [0171:PHONE]."], "Null eins sieben eins"),
        ("de", ["A: [M-KT 4821:PLATE], also KT, 4821."], "KT, 4821"),
        ("de", ["A: [M-KT 4821:PLATE].", "B: KT, richtig?"], "KT"),
        ("de", ["A: [a.krueger92@web.de:EMAIL], die 92 ist mein Jahrgang."], "92"),
        ("de", ["A: Im [Lindenweg:STREET] [12a:HOUSENUMBER].", "A: Zwölf a."], "Zwölf a"),
        ("de", ["A: [L01X00T471:ID]. Also L null eins X."], "L null eins X"),
        ("fr", ["A: [mc.dubois@orange.fr:EMAIL], m c pour elle."], "m c"),
        ("fr", ["A: [2 84 05 69 123 045 22:ID].", *["B: Oui."] * 4, "A: Le 2 84 05."], "2 84 05"),
        ("es", ["A: El [612 345 678:PHONE].", "B: ¿Seis uno dos?"], "Seis uno dos"),
        ("es", ["A: El DNI, [12345678Z:ID].", "B: ¿678 Z?"], "678 Z"),
        ("ca", ["A: La matrícula [4821 KTB:PLATE].", "B: K, T, B."], "K, T, B"),
        ("en", ["A: It is [BD19 KLM:PLATE].", "B: BD one nine?"], "BD one nine"),
        ("eu", ["A: [612 345 678:PHONE] da.", "B: Sei bat bi?"], "Sei bat bi"),
        ("eu", ["A: [5108 DFG:PLATE].", "B: De, efe, ge?"], "De, efe, ge"),
        ("ca", ["A: [2085 GTS:PLATE], ge te essa, de Gal, Toni, Sara."],
         "ge te essa, de Gal, Toni, Sara"),
        ("es", ["A: [4774 KRR:PLATE], con las dos erres al final."], "dos erres"),
        ("es", ["A: [31207746Q:ID], acaba en cuarenta y seis, cu de queso."],
         "cuarenta y seis, cu de queso"),
        ("en", ["A: [HJ4TW9:ID].", "B: H for hat and J for jug?"], "H for hat and J for jug"),
        ("fr", ["A: [HN-750-KV:PLATE].", "B: K comme Karl, V comme Victor ?"],
         "K comme Karl, V comme Victor"),
        ("de", ["A: [DO-ZH 318:PLATE].", "B: Zet, Ha?"], "Zet, Ha"),
    ],
)  # fmt: skip
def test_a_piece_of_a_code_without_a_label_is_told(lang: str, lines: list[str], again: str) -> None:
    made = dialogue(*lines, lang=lang)
    result = run(made)
    issue = issue_of(result, "RESIDUAL_MENTION")
    assert made.turns[issue.turn].text[issue.start : issue.end] == again
    assert issue.severity == "warn"
    assert not result.held


@pytest.mark.parametrize(
    ("lang", "lines", "again", "severity"),
    [
        ("de", ["A: Mobil [0160 7743985:PHONE].", "B: Endet auf fünfundachtzig?"],
         "fünfundachtzig", "warn"),
        ("es", ["A: El DNI, [58213367K:ID].", "B: ¿Acaba en sesenta y siete?"],
         "sesenta y siete", "warn"),
        ("es", ["A: El código postal, [41927:ZIP].", "B: Empieza por cuarenta y uno."],
         "cuarenta y uno", "warn"),
        ("eu", ["A: [943 28 61 95:PHONE] da.", "B: Azkenak laurogeita hamabost?"],
         "laurogeita hamabost", "warn"),
        ("ca", ["A: El telèfon, [972 64 83 51:PHONE].", "B: Cinquanta-u?"], "Cinquanta-u", "info"),
        ("fr", ["A: Le [1 73 11 59 350 087 42:ID]. 73 pour l'année."], "73", "info"),
        ("en", ["A: It is [GB29 4402 5518 3370 81:ACCOUNT].", "B: Twenty-nine, then?"],
         "Twenty-nine", "info"),
        ("en", ["A: It is [07700 900 462:PHONE].", "B: Ends in 62."], "62", "warn"),
    ],
)  # fmt: skip
def test_two_figures_of_a_long_number_are_told(
    lang: str, lines: list[str], again: str, severity: str
) -> None:
    made = dialogue(*lines, lang=lang)
    issue = issue_of(run(made), "RESIDUAL_MENTION")
    assert made.turns[issue.turn].text[issue.start : issue.end] == again
    assert issue.severity == severity


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", ["A: Mobil [0160 7743985:PHONE].", "B: Das sind fünfundachtzig Euro, bis 16 Uhr."]),
        ("es", ["A: El DNI, [58213367K:ID].", "B: El 13, a las 13. Tengo sesenta y siete años."]),
        ("eu", ["A: [943 28 61 95:PHONE] da.", "B: Hogeita zortzi urte ditut."]),
        ("fr", ["A: Le [06 12 34 48 90:PHONE].", "B: Dans douze jours, le 12 mai, à 12 heures."]),
        ("en", ["A: It is [07700 900 462:PHONE].", "B: In the last 62 days, two boxes."]),
        ("ca", ["A: El telèfon, [972 64 83 51:PHONE].", "B: Fa cinquanta-un anys que hi visc."]),
    ],
)  # fmt: skip
def test_two_figures_that_say_something_else_are_not(lang: str, lines: list[str]) -> None:
    assert "RESIDUAL_MENTION" not in codes(run(dialogue(*lines, lang=lang)))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ["A: El [612 345 678:PHONE].", "B: Son 612 euros."]),  # counts something
        ("es", ["A: El [612 345 678:PHONE].", "B: A las 6:12, o 12."]),
        ("es", ["A: [yaiza.a@mail.es:EMAIL].", "B: Y a usted, ¿qué tal?"]),
        ("fr", ["A: [GA-482-KR:PLATE].", "B: Il y a quatre mois."]),
        ("de", ["A: [a.krueger92@web.de:EMAIL].", "B: Das kostet 92 Euro."]),
        ("de", ["A: [M-OK 4821:PLATE].", "B: Ok, und 48 Tage."]),
        ("es", ["A: [4774 DEA:PLATE].", "B: De a diez, dos de ellas y dos a pares."]),
        ("ca", ["A: [4774 TRD:PLATE].", "B: El TR i el RD no hi surten."]),
        ("en", ["A: [jo92@mail.com:EMAIL].", "B: ok", "A: yes", "B: ok", "A: Room 92."]),  # far
    ],
)
def test_what_says_something_else_is_not(lang: str, lines: list[str]) -> None:
    assert "RESIDUAL_MENTION" not in codes(run(dialogue(*lines, lang=lang)))
