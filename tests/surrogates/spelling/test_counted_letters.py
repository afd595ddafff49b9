"""Letters that are counted without "with" before them are so many in the surrogate."""

import pytest

from surrogates.folding import plain_letters
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 94]) for n in range(4)]
COUNTED = [
    ("en", ("A: [Connell:FAM].", "B: One l or two?", "A: Two n's and two l's."), ("nn", "ll")),
    ("fr", ("A: [Bonnet:FAM].", "B: Avec deux n ?", "A: Oui, deux n et un t."), ("nn", "t")),
    ("de", ("A: [Annegret:PER].", "B: Ja, mit zwei n und einem t am Ende."), ("nn", "t")),
    ("eu", ("A: [Etxeberria:FAM], te ixarekin.",), ("tx",)),
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
