"""What somebody is in place of a trade keeps its time of life, and ages keep to trades."""

import re

import pytest

from tests.surrogates.dialogues import codes, dialogue, run

KEYS = [bytes([n]) * 32 for n in range(8)]


def said(lang: str, *lines: str) -> list[str]:
    made = dialogue(*lines, lang=lang)
    return [run(made, key=key).draft.turns[0].text for key in KEYS]


@pytest.mark.parametrize(
    ("lang", "word", "others"),
    [("de", "Rentnerin", "Pensionärin Pensionistin Ruheständlerin"), ("en", "pensioner", "retiree"),
     ("es", "jubilada", "pensionista retirada"), ("fr", "retraité", "pensionné"),
     ("ca", "jubilat", "pensionista retirat"), ("eu", "erretiratu", "jubilatu pentsiodun")],
)  # fmt: skip
def test_who_has_retired_has(lang: str, word: str, others: str) -> None:
    assert set(said(lang, f"A: 1 [{word}:PROFESSION]")) <= {f"1 {o}" for o in others.split()}


def test_a_child_at_school_stays_one_with_a_note() -> None:
    result = run(dialogue("A: Sie ist [Schülerin:PROFESSION].", lang="de"))
    assert result.draft.turns[0].text == "Sie ist Schülerin."
    assert codes(result) == ["SAID_AROUND"]


def test_who_has_learned_a_trade_is_no_school_leaver() -> None:
    for text in said("en", "A: I'm [Orla:PER], [24:AGE], [radiographer:PROFESSION]."):
        age = re.search(r" (\d+),", text)
        assert age and int(age[1]) > 21, text


def test_who_has_retired_is_of_an_age_to() -> None:
    for text in said("es", "A: Tengo [62:AGE] años y soy [jubilada:PROFESSION]."):
        age = re.search(r" (\d+) ", text)
        assert age and int(age[1]) > 60, text
