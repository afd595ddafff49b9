"""Several values of one measure move together: a fever that rose has risen, a size is the next."""

import re

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 67]) for n in range(tries(3, 10))]
FEVERS: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: Tiene fiebre, [38,2:NUM].", "B: ¿Y ahora?", "A: Ha subido a [38,7:NUM].")),
    ("ca", ("A: Té febre, [38,2:NUM], i a la tarda li ha pujat a [38,7:NUM].",)),
    ("eu", ("A: Sukarra du: [38,2:NUM] lehen, [38,7:NUM] orain.",)),
    ("de", ("A: Er hat Fieber, erst [38,2:NUM].", "A: Jetzt sind es schon [38,7:NUM].")),
    ("en", ("A: Her temperature was [38.2:NUM] and went up to [38.7:NUM].",)),
    ("fr", ("A: Elle a de la fièvre. [38,2:NUM] ce matin.", "A: Elle est montée à [38,7:NUM].")),
]
SIZES: list[tuple[str, tuple[str, ...]]] = [
    ("es", ("A: La chaqueta me va pequeña, es una [42:NUM] y quiero la [44:NUM].",)),
    ("ca", ("A: La talla [42:NUM] no em va bé, vull la [44:NUM].",)),
    ("eu", ("A: Txikiegia da: [42:NUM] da, eta [44:NUM] behar dut.",)),
    ("de", ("A: Die Hose ist zu eng, ich habe [42:NUM] und brauche [44:NUM].",)),
    ("en", ("A: The dress is too small, it's a [42:NUM] and I need a [44:NUM].",)),
    ("fr", ("A: La robe est trop petite, j'ai un [42:NUM], il me faut un [44:NUM].",)),
]


def numbers(said: list[str]) -> list[float]:
    return [float(text.replace(",", ".")) for text in said]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), FEVERS)
def test_a_fever_rises_as_it_did(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    first, then = numbers(texts(run(dialogue(*lines, lang=lang), key=key)))
    assert round(then - first, 1) == 0.5 and first != 38.2
    assert 36 <= first < then < 41


@pytest.mark.parametrize("key", KEYS)
def test_a_fever_may_be_told_in_fahrenheit(key: bytes) -> None:
    said = dialogue("A: He has a fever of [102.4:NUM].", "B: [102.4:NUM]?", lang="en")
    first, again = numbers(texts(run(said, key=key)))
    assert first == again != 102.4 and 99 <= first < 106


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("lang", "lines"), SIZES)
def test_sizes_are_real_and_as_far_apart(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    small, large = numbers(texts(run(dialogue(*lines, lang=lang), key=key)))
    assert large - small == 2 and small % 2 == 0 and small != 42
    assert 34 <= small < large <= 56


@pytest.mark.parametrize("key", KEYS)
def test_sizes_in_words_and_figures_are_one(key: bytes) -> None:
    lines = ["A: Llevo la talla [treinta y nueve:NUM], no la [38:NUM].", "B: ¿La [39:NUM]? Bien."]
    said, other, again = texts(run(dialogue(*lines), key=key))
    assert int(again) - int(other) == 1 and said != "treinta y nueve" and not said.startswith("[")


@pytest.mark.parametrize("key", KEYS)
def test_a_size_and_its_price_are_no_sum(key: bytes) -> None:
    lines = ["A: La talla [36:NUM] me va pequeña, quiero la [38:NUM] o la [40:NUM].",
             "B: La [40:NUM] cuesta [36:NUM] euros."]  # fmt: skip
    result = run(dialogue(*lines), key=key)
    one, two, three = (int(text) for text in texts(result)[:3])
    assert (two - one, three - two) == (2, 2) and not codes(result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Pesa [72:NUM] kilos y antes [75:NUM] kilos."),
        ("de", "A: Er wiegt [72:NUM] Kilo, früher [75:NUM] Kilo."),
        ("en", "A: She weighs [72:NUM] kilos, it was [75:NUM] kilos before."),
        ("fr", "A: Il pèse [72:NUM] kilos, avant [75:NUM] kilos."),
    ],
)
def test_a_weight_is_one_of_somebody_as_old(lang: str, line: str, key: bytes) -> None:
    now, before = (
        int(re.sub(r"\D", "", t)) for t in texts(run(dialogue(line, lang=lang), key=key))
    )
    assert before - now == 3 and 45 <= now <= 110


@pytest.mark.parametrize("key", [bytes([n]) for n in range(6)])
def test_a_mark_beside_others_is_one_of_a_german_school(key: bytes) -> None:
    marks = {"Eins", "Zwei", "Drei", "Vier", "Fünf", "Sechs"}
    made = dialogue("A: Lauter [Einsen:NUM] und nur eine [Drei:NUM].", lang="de")
    ones, mark = texts(run(made, key=key))
    assert ones == "Einsen" and mark in marks
    made = dialogue("A: Mit [zwei:NUM] [Einsen:NUM] und einer [Zwei:NUM].", lang="de")
    two, ones, mark = texts(run(made, key=key))
    assert (two, ones) == ("zwei", "Einsen") and mark in marks


@pytest.mark.parametrize(
    "line",
    ["Contact: [patricia549@outlook.ph:CODE]", "Mail [dowey65@yahoo.ie:CODE] or [65.p:CODE]."],
)
def test_a_letter_behind_a_point_is_no_tenth(line: str) -> None:
    made = run(dialogue(f"A: {line}", lang="en"), key=KEYS[0])
    assert not set(texts(made)) & set(re.findall(r"\[(.+?):CODE\]", line))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: Depuis [vingt ans:DURATION]."),
        ("de", "A: Seit [zwanzig Jahren:DURATION]."),
    ],
)
def test_a_round_length_that_leaves_no_other_stays_with_a_note(lang: str, line: str) -> None:
    result = run(dialogue(line, lang=lang))
    assert [i.code for i in result.issues] == ["DATE_RELATIVE"]
    assert not result.leaks
