"""Candidates of a turn: what looks personal, what the reader's own labels say, what is rare."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.services.candidates.finding import NONE, find_candidates
from annotation.services.candidates.likely import Vocabulary, find_likely
from annotation.services.candidates.said import Habits, Learner, key_of, said_of
from learning.types import Bounds


def found(
    text: str, lang: str = "es", habits: Habits = NONE, common: frozenset[str] | None = None
) -> list[str]:
    return [text[start:end] for start, end in find_candidates(text, lang, habits, common)]


def learn_habits(turns: Iterable[tuple[str, Sequence[Bounds]]]) -> Habits:
    learner = Learner()
    for text, spans in turns:
        learner.take(said_of(text, spans))
    return learner.habits()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A capital that no sentence begins with; a name that a list has, wherever it stands.
        ("Buenos días, le atiende Marta. Dígame", ["Marta"]),
        ("Elena, ¿de Bilbao?", ["Elena", "Bilbao"]),
        # Digits with what joins them, number words, days and months; "un" alone is no number.
        ("Nací el 10/10/1963 en un pueblo", ["10/10/1963"]),
        ("el seis dos, cuarenta y uno", ["seis dos", "cuarenta", "uno"]),
        ("el lunes tres de mayo", ["lunes tres", "mayo"]),
        # Capitals with their particles are one; a comma ends them.
        ("Vive en Miranda de Ebro, Burgos", ["Miranda de Ebro", "Burgos"]),
        ("escriba a m.pena@correo.es ya", ["m.pena@correo.es"]),
        # Letters beside digits are of a code; a particle is not.
        ("es el b 45 j 3, de 5 a 6", ["b 45 j 3", "5", "6"]),
        ("Sí, claro que sí", []),
        ("", []),
    ],
)
def test_what_looks_personal(text: str, expected: list[str]) -> None:
    found_here = found(text)
    assert [each for each in expected if each not in found_here] == []
    assert len(found_here) <= len(expected) + 1


def test_a_rare_word_is_one_where_the_corpus_is_known() -> None:
    common = frozenset({"my", "name", "is", "please"})
    assert found("my name is viswa please", "en") == []
    assert found("my name is viswa please", "en", common=common) == ["viswa"]


def test_what_she_labelled_counts_and_what_she_left_counts_not() -> None:
    text = "el NHC de kuko"
    turns = [(text, [Bounds(10, 14)])] * 2
    left = [(text, [])] * 2
    assert found(text) == ["NHC"]
    assert found(text, habits=learn_habits(turns[:1])) == ["NHC", "kuko"]
    assert found(text, habits=learn_habits(left[:1])) == ["NHC"]  # left alone once says nothing
    assert found(text, habits=learn_habits(left)) == []
    assert found(text, habits=learn_habits(turns)) == ["kuko"]


def test_words_that_she_labels_one_by_one_are_candidates_one_by_one() -> None:
    text = "soy de Elba Cometa"
    whole, apart = [Bounds(7, 18)], [Bounds(7, 11), Bounds(12, 18)]
    assert found(text, habits=learn_habits([(text, whole)] * 6)) == ["Elba Cometa"]
    assert found(text, habits=learn_habits([(text, apart)] * 6)) == ["Elba", "Cometa"]


@given(st.text(alphabet="aA1 .,:-/@ñÉ😀\u0301<%>=+\n", max_size=40), st.booleans())
def test_candidates_are_stretches_in_order_with_words_at_their_edges(
    text: str, is_labelled: bool
) -> None:
    habits = learn_habits([(text, [Bounds(0, len(text))] if is_labelled else [])] * 2)
    stretches = find_candidates(text, "es", habits, frozenset())
    for start, end in stretches:
        assert 0 <= start < end <= len(text)
        assert not text[start].isspace() and not text[end - 1].isspace()
    assert all(one.end <= other.start for one, other in pairwise(stretches))


def likely(text: str, *, cased: bool = True) -> list[str]:
    counts = {"hola": 9, "y": 9, "es": 9, "semana": 2, "lobo": 2, "cascabel": 2, "libreta": 1}
    corpus = Vocabulary.of(counts, many=5)
    places = find_likely(text, "es", NONE, corpus, cased=cased)
    return [text[start:end] for start, end in places]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hola y semana", []),  # two dialogues say it
        ("Hola y semanas y semanal", []),  # in another form
        ("Hola y libreta", ["libreta"]),  # one alone
        ("Hola y truenoazul", ["truenoazul"]),
        ("Hola y Lobo", ["Lobo"]),  # a capital inside the sentence
        ("Hola y cascabel arroba gmail punto es", ["cascabel arroba gmail punto"]),
        ("Hola y cascabel@semana", ["cascabel@semana"]),
        ("Hola y efe, y dos", ["efe", "dos"]),
    ],
)
def test_a_rare_word_in_small_letters_is_likely_where_nobody_else_says_it(
    text: str, expected: list[str]
) -> None:
    assert likely(text) == expected


def test_where_there_are_no_capitals_a_rare_word_may_be_a_name() -> None:
    assert likely("hola y semana", cased=False) == ["semana"]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("es", "Espere un segundo, es un momento y una cosa", []),
        ("ca", "Esperi un segon, és un moment", []),
        ("fr", "Attendez une seconde et un moment", []),
        ("de", "Warten Sie einen Moment, es ist ein Wort", ["Sie", "Moment", "Wort"]),
        ("en", "Wait a second", []),
        ("es", "Vive con Un, el dos", ["Un", "dos"]),  # a capital; a number that is one
        ("es", "es el segundo cuarenta", ["segundo cuarenta"]),
    ],
)
def test_articles_and_words_of_time_are_never_likely(
    lang: str, text: str, expected: list[str]
) -> None:
    small = ("un", "una", "une", "ein", "einen", "a")
    habits = Habits(dict.fromkeys(small, (3, 1)))  # of numbers that she labelled
    common = Vocabulary.of({key_of(word): 9 for word in text.split()}, many=5)
    places = find_likely(text, lang, habits, common, cased=True)
    assert [text[start:end] for start, end in places] == expected


def test_what_a_model_thinks_possible_is_one_whatever_it_looks_like() -> None:
    text = "aqui maite, gracias"
    assert find_candidates(text, "es", possible=[Bounds(5, 10)])[:1] == [Bounds(5, 10)]
    said = learn_habits([("maite", [])] * 3)  # here it may be another word than there
    assert Bounds(5, 10) in find_candidates(text, "es", said, possible=[Bounds(5, 10)])
    assert find_candidates(", .", "es", possible=[Bounds(0, 1)]) == []


@pytest.mark.parametrize("lang", ["es", "ca", "eu", "de", "en", "fr"])
def test_what_she_labels_as_one_is_one_the_next_time(lang: str) -> None:
    """By what stands between, whatever the words are."""
    before, text = "Yorx Vilm, 23", "Zulk Brant, 41"
    assert found(text, lang) == ["Zulk Brant", "41"] or found(text, lang) == ["Brant", "41"]
    whole = learn_habits([(before, [Bounds(0, len(before))])] * 3)
    assert found(text, lang, whole)[-1].endswith("Brant, 41")
    apart = learn_habits([(before, [Bounds(0, 9), Bounds(11, 13)])] * 3)
    assert found(text, lang, apart)[-1] == "41"


def test_neighbours_of_one_shape_may_be_one_and_of_another_apart() -> None:
    date, code = "el 03/04/2001", "en 28041 Yorx"
    turns = [(date, [Bounds(3, 13)]), (code, [Bounds(3, 8), Bounds(9, 13)])] * 3
    assert found("el 11/12/1987", habits=learn_habits(turns)) == ["11/12/1987"]
    assert found("en 39008 Vilm", habits=learn_habits(turns)) == ["39008", "Vilm"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zona: Yorx Brant Tipo: Vilm", ["Yorx Brant", "Vilm"]),
        ("Zona: Yorx Brant Tipo postal: Vilm", ["Yorx Brant", "Vilm"]),
        ("Tipo: 12 Yorx: Vilm", ["12", "Yorx", "Vilm"]),  # no word of the corpus
        ("el tipo: a las 10:30", ["10:30"]),
    ],
)
def test_a_heading_ends_what_stands_before_it(text: str, expected: list[str]) -> None:
    common = frozenset(["zona", "tipo", "postal", "el", "a", "las"])
    found_here = found(text, common=common)
    assert [each for each in expected if each not in found_here] == []
    assert not {"Zona", "Tipo"} & {*found_here}


def test_the_value_of_a_heading_is_one_where_she_labels_it_whole() -> None:
    before, text = "Zona: la vieja, 3 B", "Zona: plaza yorx, 5, 4 C. \nFin: hoy"
    assert "plaza yorx, 5, 4 C" not in found(text)
    whole = learn_habits([(before, [Bounds(6, 19)])])
    assert "plaza yorx, 5, 4 C" in found(text, habits=whole)
    part = learn_habits([(before, [Bounds(6, 14)])])
    assert "plaza yorx, 5, 4 C" not in found(text, habits=part)


@pytest.mark.parametrize(
    ("lang", "text", "whole"),
    [
        ("es", "desde mayo de 2004", "mayo de 2004"),
        ("ca", "al maig de 2004", "maig de 2004"),
        ("fr", "le 3 mai 2004", "3 mai 2004"),
        ("de", "am 3 Mai 2004", "3 Mai 2004"),
        ("en", "the 3 of May 2004", "3 of May 2004"),
        ("es", "tiene 3 de 2004", ""),  # no date
    ],
)
def test_a_date_with_its_small_words_is_one(lang: str, text: str, whole: str) -> None:
    assert whole in [*found(text, lang), ""]
    assert whole or "3 de 2004" not in found(text, lang)


def test_a_number_counts_with_what_it_counts() -> None:
    turns = [("tiene 34 yorx y 48 vilm", [Bounds(6, 8)])] * 3
    assert found("son 51 yorx", habits=learn_habits(turns)) == ["51"]
    assert found("son 72 vilm", habits=learn_habits(turns)) == []


def test_an_address_has_no_neighbours_and_a_title_names_nobody() -> None:
    assert found("con Dr. Vilm Brant yorx@mail.example Zulk") == [
        "Vilm Brant",
        "yorx@mail.example",
        "Zulk",
    ]


def test_a_look_that_is_hardly_ever_labelled_is_none_but_in_what_is_dictated() -> None:
    letters = "abcdefghijklmnop"
    turns = [(f"va{one}{two}x", []) for one in letters for two in letters[:4]]
    common = frozenset({"arroba", "punto"})
    assert found("quorv", common=common) == ["quorv"]
    assert found("quorv", habits=learn_habits(turns), common=common) == []
    assert "quorv" in found("quorv arroba", habits=learn_habits(turns), common=common)
    labelled = [(text, [Bounds(0, 4)]) for text, _ in turns[:10]]
    assert found("quorv", habits=learn_habits(labelled + turns[10:]), common=common) == ["quorv"]
