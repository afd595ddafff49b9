"""Words that say the letters of a plate say those of its surrogate."""

import pytest

from surrogates.folding import fold
from surrogates.spelling.codes import MISREAD
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 76]) for n in range(4)]
SAID = [
    ("es", "[4827 BCD:PLATE]", "¿[Burgos:LETTER], [Cádiz:LETTER], [Dinamarca:LETTER]?"),
    ("ca", "[4827 KLM:PLATE]", "[Kilo:LETTER], [lima:LETTER], [mama:LETTER]?"),
    ("eu", "[4827 KLM:PLATE]", "[Kilo:LETTER], [Lima:LETTER], [Mike:LETTER]?"),
    ("de", "[M-KT 482:PLATE]", "[Kaufmann:LETTER], [Theodor:LETTER]?"),
    ("en", "[482 KDM:PLATE]", "[Kilo:LETTER], [Delta:LETTER], [Mike:LETTER]?"),
    ("fr", "[GH-482-KX:PLATE]", "[Kléber:LETTER], [Xavier:LETTER] ?"),
]


@pytest.mark.parametrize(("lang", "plate", "letters"), SAID)
def test_words_spell_the_surrogate(lang: str, plate: str, letters: str) -> None:
    for key in KEYS:
        code, *said = texts(run(dialogue(f"A: {plate}.", f"B: {letters}", lang=lang), key=key))
        initials = "".join(fold(word)[0] for word in said)
        assert len(initials) >= MISREAD
        assert initials in "".join(c for c in fold(code) if c.isalpha())


def test_a_plate_that_is_read_out_with_an_x() -> None:
    lines = ("A: [PN17 KXD:PLATE].", "B: [Kilo X-ray Delta:PLATE]?")
    for key in KEYS:
        code, said = texts(run(dialogue(*lines, lang="en"), key=key))
        assert "".join(fold(word)[0] for word in said.split()) == fold(code[-3:])
