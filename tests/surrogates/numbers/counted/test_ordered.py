"""A part is at most its whole, marks are out of the maximum that was said; how often stays."""

import re

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 23]) for n in range(tries(3, 10))]
MARKS = [
    ("de", "A: In der Arbeit hatte er [28 von 30 Punkten:NUM].", r"(\d\d) von (30) Punkten"),
    ("en", "A: I got [18:NUM] out of [20:NUM].", r"(\d\d) (20)"),
    ("es", "A: He sacado [3 de 5:NUM] en el examen.", r"(\d) de (5)"),
    ("ca", "A: He tret un [7 sobre 10:NUM].", r"(\d) sobre (10)"),
    ("fr", "A: Elle a eu [15:NUM] sur [20:NUM].", r"(1\d) (20)"),
    ("eu", "A: [30etik:NUM] [28:NUM] atera ditu.", r"(\d\d)e?tik (\d\d)"),
    ("en", "A: [17:NUM] of the [23:NUM] flats are let.", r"(\d\d) (\d\d)"),
    ("fr", "A: [41:NUM] sur les [63:NUM] dossiers sont prêts.", r"(\d\d) (\d\d)"),
]
OFTEN = [
    ("fr", "A: C'est [la troisième fois:NUM], [deux fois sur trois:NUM] ça marche."),
    ("de", "A: Das ist [zum dritten Mal:NUM] passiert, und [fünfmal:NUM] im Vorjahr."),
    ("en", "A: Only [half:NUM] the order came, [12 of 24:NUM] boxes."),
    ("de", "A: Es kam nur [ein Viertel:NUM], [6:NUM] von [24:NUM] Kisten."),
    ("de", "A: Nehmen Sie das [zweimal:NUM] täglich, samstags [drei Mal:NUM]."),
    ("es", "A: Tómelo [dos veces:NUM] al día."),
    ("ca", "A: Prengui-ho [dues vegades:NUM] al dia."),
    ("eu", "A: Hartu [bi aldiz:NUM] egunean."),
    ("fr", "A: Vous prenez ça [deux fois:NUM] par jour."),
    ("en", "A: Take it [three times:NUM] a day. And [twice:NUM] at weekends."),
    ("en", "A: I paid [a third:NUM] up front, and [two thirds:NUM] later."),
    ("de", "A: Ich habe [ein Drittel:NUM] bezahlt, dann [die Hälfte:NUM]."),
    ("es", "A: Pagó [una cuarta parte:NUM], y falta [la mitad:NUM]."),
    ("ca", "A: Ha pagat [un terç:NUM], i falta [la meitat:NUM]."),
    ("eu", "A: [Heren bat:NUM] ordaindu dut, eta [erdia:NUM] falta da."),
    ("fr", "A: J'ai payé [un tiers:NUM], il reste [la moitié:NUM]."),
]


@pytest.mark.parametrize(("lang", "line", "pattern"), MARKS)
def test_a_part_is_at_most_its_whole(lang: str, line: str, pattern: str) -> None:
    for key in KEYS:
        match = re.fullmatch(pattern, " ".join(texts(run(dialogue(line, lang=lang), key=key))))
        assert match is not None
        part, whole = sorted(map(int, match.groups())) if lang == "eu" else map(int, match.groups())
        assert part <= whole


@pytest.mark.parametrize(
    ("lang", "line", "whole"),
    [("fr", "A: J'ai eu [trois:NUM] sur [dix:NUM].", "dix"),
     ("en", "A: It was [five:NUM] out of [nine:NUM].", "nine"),
     ("es", "A: Un [cuatro:NUM] de [cinco:NUM].", "cinco")],
)  # fmt: skip
def test_marks_in_words_keep_their_maximum(lang: str, line: str, whole: str) -> None:
    for key in KEYS:
        part, now = texts(run(dialogue(line, lang=lang), key=key))
        assert now == whole
        assert part not in line


@pytest.mark.parametrize(("lang", "line"), OFTEN)
def test_how_often_and_what_part_stay(lang: str, line: str) -> None:
    made = dialogue(line, lang=lang)
    for key in KEYS:
        result = run(made, key=key)
        assert texts(result) == [
            made.turns[0].text[m.start : m.end] for m in made.turns[0].mentions
        ]
        assert "NUMBER_GRAMMAR" not in codes(result)


def test_a_whole_that_is_said_twice_is_one() -> None:
    lines = ["A: Von den [30:NUM] Kindern waren [28:NUM] da.", "B: Also [28:NUM] von [30:NUM]."]
    for key in KEYS:
        whole, part, again, total = texts(run(dialogue(*lines, lang="de"), key=key))
        assert whole == total == "30"
        assert part == again


def test_money_out_of_more_money_is_less() -> None:
    for key in KEYS:
        line = "A: J'ai [45 000 €:NUM] sur [60 000 €:NUM]."
        part, whole = texts(run(dialogue(line, lang="fr"), key=key))
        assert not part.startswith("45 000")
        assert part[:6] < whole[:6]


def test_thousands_apart_are_no_other_number_of_the_dialogue() -> None:
    cars = ", ".join(f"la [Peugeot {n}:PROD]" for n in range(105, 1000, 9))
    lines = [f"A: Entre {cars}, une a [62 000:NUM] kilomètres."]
    for key in [bytes([n, 5]) for n in range(tries(6, 20))]:
        assert re.fullmatch(r"\d\d \d{3}", texts(run(dialogue(*lines, lang="fr"), key=key))[-1])


@pytest.mark.parametrize(
    ("line", "pattern"),
    [("A: There's a [$25:NUM] fee.", r"\$(?!8|11|18)\d\d"),
     ("A: It's an [$80:NUM] deposit.", r"\$(?:8\d|11|18)"),
     ("A: Is it an [£18.50:NUM] ticket?", r"£(?:8\d|11|18)\.\d\d"),
     ("A: It's an [$8,000:NUM] loan.", r"\$8,\d{3}"),
     ("A: It's an [$80,000:NUM] loan.", r"\$(?:8\d|11|18),\d{3}")],
)  # fmt: skip
def test_money_goes_with_a_and_an(line: str, pattern: str) -> None:
    for key in [bytes([n, 29]) for n in range(tries(12, 40))]:
        assert re.fullmatch(pattern, texts(run(dialogue(line, lang="en"), key=key))[0])
