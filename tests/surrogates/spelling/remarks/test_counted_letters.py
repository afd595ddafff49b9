"""Letters that are counted without "with" before them are so many in the surrogate."""

import pytest

from surrogates.folding import plain_letters
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 94]) for n in range(4)]
COUNTED = [
    ("en", ("A: [Connell:FAM].", "B: One l or two?", "A: Two n's and two l's."), ("nn", "ll")),
    ("fr", ("A: [Bonnet:FAM].", "B: Avec deux n ?", "A: Oui, deux n et un t."), ("nn", "t")),
    ("de", ("A: [Annegret:PER].", "B: Ja, mit zwei n und einem t am Ende."), ("nn", "t")),
    ("eu", ("A: [Etxeberria:FAM], te ixarekin.",), ("tx",)),
    ("eu", ("A: [Kepa:PER], ka letrarekin.",), ("k",)),
    ("eu", ("A: [Goñi:FAM].", "B: Eñearekin, orduan?"), ("ñ",)),
    ("fr", ("A: [Simonet:FAM], un seul n ?", "B: Un seul n, un seul t."), ("n", "t")),
    ("en", ("A: Is it [Hughes:FAM]?", "B: [Hughes:FAM], e-s at the end."), ("es",)),
    ("en", ("A: [Adams:FAM], with one d?", "B: One d and an s at the end."), ("d", "s")),
]


@pytest.mark.parametrize(("lang", "lines", "parts"), COUNTED)
def test_counted_letters_are_there(
    lang: str, lines: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    for key in KEYS:
        name = plain_letters(texts(run(dialogue(*lines, lang=lang), key=key))[0])
        assert all(part in name for part in parts)


def test_what_is_counted_beside_a_name_may_be_no_letter() -> None:
    lines = ("A: [Harriet:PER] bought two Ms and one l or two.", "B: Deux m?")
    made = run(dialogue(*lines, lang="en"))
    assert not [issue for issue in made.issues if issue.severity != "info"]


def test_letters_are_said_of_the_name_that_has_them() -> None:
    for key in KEYS:
        given, _ = texts(run(dialogue("A: [Xabier:PER] [Lasa:FAM], ixarekin.", lang="eu"), key=key))
        assert "x" in plain_letters(given)


def test_an_answer_tells_where_the_accent_is() -> None:
    lines = ("A: ¿[Ibáñez:FAM] lleva tilde?", "B: Sí, en la a.")
    for key in KEYS:
        assert "á" in texts(run(dialogue(*lines), key=key))[0].lower()


def test_one_of_two_letters_that_sound_alike_is_asked_for() -> None:
    lines = ("A: [Catherine:PER] avec un c ou un k ?", "B: Avec un c.")
    assert "LETTER_FACT" not in {i.code for i in run(dialogue(*lines, lang="fr")).issues}


def test_what_sets_right_a_name_that_was_misheard_is_true() -> None:
    lines = ("A: ¿[Retondo:FAM]?", "B: No, con de, [Redondo:FAM].")
    for key in KEYS:
        assert "d" in texts(run(dialogue(*lines), key=key))[1].lower()


def test_an_answer_tells_how_many_words_a_name_has() -> None:
    lines = ("A: Madame [Le Roux:FAM] ?", "B: Oui, en deux mots.")
    for key in KEYS:
        assert len(texts(run(dialogue(*lines, lang="fr"), key=key))[0].split()) == 2


THREE = [
    ("de", "A: frau [Pfeiffer:surname] mit drei f", "f", 3),
    ("es", "A: [Barbara:FEMALE], con tres aes", "a", 3),
]


@pytest.mark.parametrize(("lang", "line", "letter", "times"), THREE)
def test_letters_that_stand_three_times(lang: str, line: str, letter: str, times: int) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        assert [plain_letters(one).count(letter) for one in texts(result)] == [times]
        assert "LETTER_FACT" not in codes(result)
