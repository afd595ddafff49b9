"""Two letters that are said to stand at the end of a name stand there together."""

import pytest

from surrogates.folding import fold
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 6]) for n in range(tries(3, 8))]


@pytest.mark.parametrize(
    "lines",
    [
        ["A: ¿[Berta Casado:PER]?", "B: [Casadas:FAM], con a y ese al final."],
        ["A: [Berta Rosales:PER], con e y ese al final."],
    ],
)
def test_both_letters_at_the_end(lines: list[str]) -> None:
    for key in KEYS:
        result = run(dialogue(*lines), key=key)
        ends = (
            fold(texts(result)[-1])[-2:] == fold(lines[-1].split(":FAM")[0].split(":PER")[0])[-2:]
        )
        assert ends or "LETTER_FACT" in codes(result)
