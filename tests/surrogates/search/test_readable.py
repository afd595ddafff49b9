"""Words that look personal outside the labels: a hint for the eye."""

import pytest

from surrogates.languages import lexicon_for
from surrogates.search.readable import Habits, find_readable


def found(text: str, *taken: str, lang: str = "es", around: str = "") -> list[str]:
    places = [(text.index(word), text.index(word) + len(word)) for word in taken]
    habits = Habits.of([text, around])
    return [text[a:b] for a, b in find_readable(text, lexicon_for(lang), places, habits)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Eso es, Etxeberri. Y el contrato", ["Etxeberri"]),  # inside a sentence, not behind one
        ("Marta, buenos días", ["Marta"]),  # a name that the lexicon knows, where one begins
        ("con María Etxeberri, de Bilbao", ["María Etxeberri", "Bilbao"]),
        ("que pone cuatro siete y o sea be", ["cuatro siete"]),
        ("seis uno dos", ["seis uno dos"]),
        ("un momento, que voy a la una", []),  # articles
        ("el 612 y 2 días", ["612", "2"]),
        ("con te equis, vale", ["te equis"]),
        ("y a o e", []),  # ordinary words that are letters too
        ("desde mayo", ["mayo"]),
        ("vale", []),
    ],
)
def test_what_looks_personal(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_what_is_labelled_is_left_out_and_parts_nothing() -> None:
    assert found("Soy Ana Ruiz, de Bilbao", "Ana") == ["Ruiz", "Bilbao"]


def test_a_word_that_the_dialogue_writes_small_too_is_ordinary() -> None:
    assert found("pues nada De acuerdo") == ["De"]
    assert found("pues nada De acuerdo", around="de nada") == []
    assert found("la Marta", around="marta") == ["Marta"]  # but a name stays one


def test_without_capitals_names_of_the_lexicon_count() -> None:
    assert found("soy marta de bilbao") == ["marta", "bilbao"]


def test_languages_that_write_nouns_or_months_with_capitals() -> None:
    assert found("ich habe ein Problem mit Berlin", lang="de") == ["Berlin"]
    assert found("you may march on", lang="en") == []
    assert found("it broke in May", lang="en") == ["May"]
