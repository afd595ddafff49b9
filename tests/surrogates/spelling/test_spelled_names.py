"""Names, things and addresses that are spelled, under any label: the new one is spelled."""

import re

import pytest

from surrogates.folding import digraphs, plain_letters
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 9]) for i in range(3)]
REST = slice(1, None)
DOUBTS = {"SPELLING_MISMATCH", "RELATION_LOST", "CONSTRAINT_RELAXED", "LEAK_ORIGINAL"}


@pytest.mark.parametrize(
    ("lang", "lines", "name", "spelled"),
    [
        # In one span under the label of the name
        ("en", ("A: [Eulalie Broussard:PER].", "B: [B-R-O-U-S-S-A-R-D:PER]."), (0, 1), REST),
        ("en", ("A: [Hathersage:PER].", "B: [H. A. T. H. E. R. S. A. G. E.:PER]"), (0, 0), REST),
        ("en", ("A: [Brackwell:ORG]. [B-R-A-C-K-W-E-L-L:ORG].",), (0, 0), REST),
        ("de", ("A: [Wöhrle:PER]. [W-Ö-H-R-L-E:PER].",), (0, 0), REST),
        ("eu", ("A: [Etxeandia:PER]: [E, T, X, E, A, N, D, I, A:PER].",), (0, 0), REST),
        ("es", ("A: [Ugarte:PER]. [U, G, A, R, T, E:PER].",), (0, 0), REST),
        # The user name that is made of a name, in pieces
        ("en", ("A: [kdunleavy84:USER]. [Keziah Dunleavy:PER].", "B: [K:LETTER] and then "
                "[D:LETTER]-[U:LETTER]-[N:LETTER]-[L:LETTER]-[E:LETTER]-[A:LETTER]-[V:LETTER]"
                "-[Y:LETTER]."), (0, 0), slice(2, None)),
        ("es", ("A: [jlarrea77:USER].", "B: [J:LETTER], [L:LETTER], [A:LETTER], doble [R:LETTER],"
                " [E:LETTER], [A:LETTER].", "A: [Julia Larrea:PER]."), (0, 0), slice(1, 7)),
        ("en", ("A: [t_okafor:USER].", "B: underscore, [O-K-A-F-O-R:LETTER]?"), (0, 1), REST),
        ("en", ("A: [brynhild_o:USER]. [B-R-Y-N-H-I-L-D:USER] underscore [O:LETTER].",), (0, 0),
         REST),
        # Things, and words of them
        ("fr", ("A: [Lumivert:ORG], [L:LETTER], [U:LETTER], [M:LETTER], [I:LETTER], [V:LETTER],"
                " [E:LETTER], [R:LETTER], [T:LETTER].",), (0, 0), REST),
        ("es", ("A: [Talleres Bolado:ORG]: [B:LETTER], [O:LETTER], [L:LETTER], [A:LETTER],"
                " [D:LETTER], [O:LETTER].",), (0, 1), REST),
        # In two turns, with a letter that is said of the name, with a mark outside the spans
        ("es", ("A: [Baena:FAM] con be. [B:LETTER], [A:LETTER], [E:LETTER].", "B: ¿Y luego?",
                "A: [N:LETTER], [A:LETTER]."), (0, 0), REST),
        ("ca", ("A: [Xicoira:FAM], amb ics: [X:LETTER], [I:LETTER], [C:LETTER], [O:LETTER],"
                " [I:LETTER], [R:LETTER], [A:LETTER].",), (0, 0), REST),
        ("ca", ("A: [Ollé:FAM], amb dues eles: [O:LETTER], [L:LETTER], [L:LETTER], [E:LETTER]"
                " accentuada.",), (0, 0), REST),
        ("de", ("A: [Böttger:FAM], [B:LETTER], [O:LETTER] [E:LETTER], zwei [T:LETTER], [G:LETTER],"
                " [E:LETTER], [R:LETTER].",), (0, 0), REST),
        # An apostrophe between the letters
        ("fr", ("A: [L'Hénoret:FAM], [L:LETTER] apostrophe [H:LETTER], [E:LETTER], [N:LETTER],"
                " [O:LETTER], [R:LETTER], [E:LETTER], [T:LETTER].",), (0, 0), REST),
        ("en", ("A: [O'Halloran:FAM]. [O:LETTER], apostrophe, [H:LETTER], [A:LETTER], double"
                " [L:LETTER], [O:LETTER], [R:LETTER], [A:LETTER], [N:LETTER].",), (0, 0), REST),
    ],
)  # fmt: skip
def test_what_is_spelled_is_the_new_name(
    lang: str, lines: tuple[str, ...], name: tuple[int, int], spelled: slice
) -> None:
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        said, (at, word) = texts(result), name
        parts = said[at].split("@")[0].replace("_", " ").split()
        assert _once("".join(said[spelled])) == _once(parts[word] if word else "".join(parts))
        assert DOUBTS.isdisjoint(codes(result))


def _once(text: str) -> str:
    """Letters, those that a word outside the labels doubles once."""
    return re.sub(r"(.)\1", r"\1", plain_letters(digraphs(text)))


@pytest.mark.parametrize(
    ("lang", "line", "place"),
    [
        ("es", "A: Soy [Ibai:PER], con [A:LETTER] y [I:LETTER] al final.", "last"),
        ("es", "A: Es [Ainhoa:PER], acaba en [O:LETTER], [A:LETTER].", "last"),
        ("ca", "A: Sóc [Queralt:PER], amb [Q:LETTER] i [U:LETTER] al principi.", "first"),
        ("eu", "A: [Unai:PER] naiz, amaieran [A:LETTER] eta [I:LETTER].", "last"),
        ("de", "A: Ich heiße [Kai:PER], mit [A:LETTER] und [I:LETTER] am Ende.", "last"),
        ("en", "A: It's [Kelsey:PER], with an [E:LETTER] and a [Y:LETTER] at the end.", "last"),
        ("fr", "A: C'est [Maëly:PER], avec [L:LETTER] et [Y:LETTER] à la fin.", "last"),
    ],
)
def test_two_letters_in_one_place_are_both_there(lang: str, line: str, place: str) -> None:
    for key in KEYS:
        name, *letters = map(plain_letters, texts(run(dialogue(line, lang=lang), key=key)))
        assert (name[-2:] if place == "last" else name[:2]) == "".join(letters)
        assert lang != "en" or (letters[0] in "aefhilmnorsx" and letters[1] not in "aefhilmnorsx")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("fr", "A: [N'Diaye:FAM] avec une apostrophe après le [N:LETTER]."),
        ("fr", "A: [D'Astorg:FAM], avec une apostrophe."),
        ("de", "A: [D'Alberti:FAM], mit Apostroph."),
        ("en", "A: [O'Halloran:FAM], with an apostrophe."),
    ],
)
def test_a_name_with_an_apostrophe_is_one(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        name, *letter = texts(result)
        assert "'" in name and (not letter or name.startswith(letter[0]))
        assert DOUBTS.isdisjoint(codes(result))


def test_a_user_name_is_spelled_with_its_figures() -> None:
    for key in KEYS:
        made = dialogue("A: [kdelmas84:USER], [k-d-e-l-m-a-s-8-4:USER].")
        name, spelled = texts(run(made, key=key))
        assert spelled == "-".join(name)


def test_letters_that_are_called_by_their_names_are_no_original() -> None:
    for key in (b"key 1", b"key 3"):
        made = dialogue("A: [Ugarte:PER]. [u, ge, a, erre, te, e:PER].")
        result = run(made, key=key)
        assert not result.leaks and DOUBTS.isdisjoint(codes(result))


def test_a_beginning_without_a_vowel_is_letters() -> None:
    for key in KEYS:
        made = dialogue("A: [Mc:LETTER] at the start, so [McAllister:FAM].", lang="en")
        begun, name = map(plain_letters, texts(run(made, key=key)))
        assert name.startswith(begun)


def test_the_rest_of_a_name_that_the_new_one_has_not_is_an_issue() -> None:
    """Said as the wrong name and the letters that it lacks: a shorter new name has no such end."""
    for key in KEYS:
        made = dialogue(
            "A: The list says [Winterbourne:FAM] but it is [Winterbournelough:FAM].",
            "B: It is [Winterbourne:LETTER], then [L-O-U-G-H:LETTER].",
            "A: Thank you, Mr [Winterbournelough:FAM].",
            lang="en",
        )
        result = run(made, key=key)
        wrong, right, again, rest, last = texts(result)
        assert (wrong, right) == (again, last) and len(rest.split("-")) == 5
        assert plain_letters(right).endswith(plain_letters(rest)) != (
            "SPELLING_MISMATCH" in codes(result)
        )
