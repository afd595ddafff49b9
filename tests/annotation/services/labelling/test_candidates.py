"""Candidates of a turn: what looks personal, what the reader's own labels say, what is rare."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.services.labelling.candidates import (
    NONE,
    Habits,
    Learner,
    Vocabulary,
    find_candidates,
    find_likely,
    key_of,
    said_of,
)
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
    assert found(text) == ["NHC"]
    assert found(text, habits=learn_habits(turns[:1])) == ["NHC"]  # once says nothing
    assert found(text, habits=learn_habits(turns)) == ["kuko"]


def test_words_that_she_labels_one_by_one_are_candidates_one_by_one() -> None:
    text = "soy de Elba Cometa"
    whole, apart = [Bounds(7, 18)], [Bounds(7, 11), Bounds(12, 18)]
    assert found(text, habits=learn_habits([(text, whole)] * 6)) == ["Elba Cometa"]
    assert found(text, habits=learn_habits([(text, apart)] * 6)) == ["Elba", "Cometa"]


@given(st.text(alphabet="aA1 .,-/@ñÉ😀\u0301<%>=+\n", max_size=40), st.booleans())
def test_candidates_are_stretches_in_order_with_words_at_their_edges(
    text: str, word_by_word: bool
) -> None:
    stretches = find_candidates(text, "es", Habits(word_by_word=word_by_word), frozenset())
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
