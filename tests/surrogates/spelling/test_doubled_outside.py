"""Letters in a row of which a word outside the spans doubles one: "deux [S], [O], [T]"."""

import pytest

from surrogates.folding import plain_letters
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 31]) for n in range(tries(4, 12))]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "at"),
    [
        ("de", "A: [Kallweit:PER], [K:LETTER] [A:LETTER], Doppel-[L:LETTER], [W:LETTER] "
               "[E:LETTER] [I:LETTER] [T:LETTER].", 2),
        ("de", "A: [Zimmerli:PER]: [Z:LETTER], [I:LETTER], zwei [M:LETTER], [E:LETTER], "
               "[R:LETTER], [L:LETTER], [I:LETTER].", 2),
        ("fr", "A: [Garrel:PER], [G:LETTER], [A:LETTER], deux [R:LETTER], [E:LETTER], "
               "[L:LETTER].", 2),
        ("es", "A: [Carranza:PER], [C:LETTER], [A:LETTER], doble [R:LETTER], [A:LETTER], "
               "[N:LETTER], [Z:LETTER], [A:LETTER].", 2),
        ("ca", "A: [Massot:PER], [M:LETTER], [A:LETTER], dues [S:LETTER], [O:LETTER], "
               "[T:LETTER].", 2),
        ("en", "A: [Kelly:PER], [K:LETTER], [E:LETTER], two [L:LETTER]s, [Y:LETTER].", 2),
    ],
)  # fmt: skip
def test_the_doubled_letter_stands_there_twice(lang: str, line: str, at: int, key: bytes) -> None:
    name, *letters = texts(run(dialogue(line, lang=lang), key=key))
    letters[at] *= 2
    assert plain_letters("".join(letters)) == plain_letters(name)


@pytest.mark.parametrize("key", KEYS)
def test_an_accent_inside_a_letters_label_asks_for_none(key: bytes) -> None:
    line = (
        "A: [Queffélec:PER], [Q:LETTER], [U:LETTER], [E:LETTER], deux [F:LETTER], [É:LETTER], "
        "[L:LETTER], [E:LETTER], [C:LETTER]."
    )
    result = run(dialogue(line, lang="fr"), key=key)
    assert not {"LETTER_FACT", "CONSTRAINT_RELAXED"} & set(codes(result))
