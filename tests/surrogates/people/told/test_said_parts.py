"""How many words a name is of, and the letters of its end: said outside the labels, true after."""

import re

import pytest

from surrogates.folding import fold, letters_only
from surrogates.languages import load_lexicon
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 91]) for n in range(3)]


@pytest.mark.parametrize(
    ("lang", "line", "words"),
    [
        ("fr", "[Le Dantec:SURNAME] en deux mots", 2),
        ("fr", "[Pasquier:SURNAME], en un seul mot", 1),
        ("es", "[de Juan:SURNAME], son dos palabras", 2),
        ("ca", "[Prat:SURNAME], en una sola paraula", 1),
        ("de", "[Brinkmann:SURNAME], ein Wort", 1),
        ("en", "[Fairweather:SURNAME], all one word", 1),
    ],
)
def test_a_name_of_so_many_words(lang: str, line: str, words: int) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line}.", lang=lang), key=key)
        assert len(texts(result)[0].split()) == words or "LETTER_FACT" in codes(result)


def test_where_no_name_is_of_so_many_words_a_curator_hears_of_it() -> None:
    result = run(dialogue("A: I'm [Joan De Winter:PER], two words.", lang="en"))
    assert len(texts(result)[0].split()) == 3 or "LETTER_FACT" in codes(result)


@pytest.mark.parametrize(
    ("lang", "line", "end"),
    [
        ("fr", "[Ségalric:SURNAME], avec « ic » à la fin.", "ic"),
        ("es", "[Ramírez:SURNAME], con 'ez' al final.", "ez"),
        ("es", "[Belloso:SURNAME], acabado en so.", "so"),
        ("en", "[Thatcher:SURNAME], it ends in er.", "er"),
        ("de", "[Sattler:SURNAME], mit „ler“ am Ende.", "ler"),
        ("ca", "[Castellet:SURNAME], acaba en et.", "et"),
    ],
)
def test_the_letters_of_an_end(lang: str, line: str, end: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line}", lang=lang), key=key)
        assert letters_only(texts(result)[0]).endswith(end) or "LETTER_FACT" in codes(result)


@pytest.mark.parametrize(
    ("line", "letters"),
    [("[Lizarraga:SURNAME], bi r-rekin.", "rr"), ("[Haizea:PER] naiz, hatxe-rekin.", "h")],
)
def test_a_basque_letter_with_its_ending(line: str, letters: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line}", lang="eu"), key=key)
        assert letters in fold(texts(result)[0]) or "LETTER_FACT" in codes(result)


@pytest.mark.parametrize("name", ["Marcel·lí Colomer", "Gal·la Collell"])
def test_a_geminate_is_of_the_name_that_has_one(name: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: Em dic [{name}:PERSON], amb ela geminada.", lang="ca"), key=key)
        assert "l·l" in texts(result)[0] and "LETTER_FACT" not in codes(result)


def test_one_saying_that_cannot_be_leaves_the_others_true() -> None:
    line = "A: [Silvia Viñuales:PER], con uve y con eñe. Acaba en es."
    for key in KEYS:
        result = run(dialogue(line), key=key)
        surname = texts(result)[0].split()[-1].lower()
        assert "v" in surname and "ñ" in surname
        assert surname.endswith("es") or "LETTER_FACT" in codes(result)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "[aolivares:USERNAME], la a de [Amparo:GIVENNAME]. [Amparo Olivares:PERSON]"),
        ("en", "[jbarnes@mail.org:EMAIL], J for [Joanna:GIVENNAME]. [Joanna Barnes:PERSON]"),
        ("de", "[k.lorenz@web.de:EMAIL], K wie [Karin:GIVENNAME]. [Karin Lorenz:PERSON]"),
        ("ca", "[erovira:USERNAME], la e d'[Elisenda:GIVENNAME]. [Elisenda Rovira:PERSON]"),
    ],
)
def test_the_letter_that_a_name_is_said_to_begin_with(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line}", lang=lang), key=key)
        address, given, person = texts(result)
        first = line[1]
        assert address.startswith(first) and person.startswith(given)
        assert fold(given).startswith(first) or "LETTER_FACT" in codes(result)


def test_letters_of_both_parts_of_a_name() -> None:
    line = "A: [acgarnier@poste.fr:EMAIL], a, c, comme [Anne-Claire:GIVENNAME]. [Garnier:SURNAME]"
    for key in KEYS:
        result = run(dialogue(line, lang="fr"), key=key)
        parts = [fold(part)[0] for part in texts(result)[1].split("-")]
        assert parts == ["a", "c"] or "LETTER_FACT" in codes(result)


def test_a_title_behind_with_is_no_letter() -> None:
    lines = "A: Je suis [Solène Delmas:PER].", "B: Vous l'avez rempli avec M. [Yann Pagès:PER] ?"
    for key in KEYS:
        assert "RELATION_LOST" not in codes(run(dialogue(*lines, lang="fr"), key=key))


@pytest.mark.parametrize(
    ("lang", "line"),
    [("es", "[Guadiana-5512:PASSWORD], con la ge mayúscula"),
     ("fr", "[Girofle#19:PASSWORD]. G majuscule"),
     ("en", "[Gooseberry-7:PASSWORD], capital G")],
)  # fmt: skip
def test_a_letter_of_a_password_whose_case_is_told_stays(lang: str, line: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
        assert re.match("G[a-z]{3}", new)


def test_a_title_of_the_surname_tells_of_a_name_said_part_by_part() -> None:
    known = load_lexicon("en").name_by_key
    lines = "A: First name [Ngozika:GIVEN], last name [Obi:FAM].", "B: Thanks, Mrs. [Obi:FAM]."
    for n in range(4):
        result = run(dialogue(*lines, lang="en"), key=bytes([n]) * 32)
        assert known[fold(texts(result)[0])].gender == "f"
        assert "GENDER_UNKNOWN" not in codes(result)
