"""What several pay together, behind a price for each: no word says how many they are."""

import re

import pytest

from surrogates.folding import fold
from tests.surrogates.dialogues import codes, dialogue, run, texts

SAID = [
    ("en", "A: It's [£7:NUMBER] per head.", "B: OK, [21:NUMBER] for the lads.", 3),
    ("de", "A: Das macht [8 Euro:NUMBER] pro Nase.", "B: Dann [32:NUMBER] für uns.", 4),
    ("es", "A: Son [9 euros:NUMBER] por cabeza.", "B: Pues [45:NUMBER] los míos.", 5),
    ("fr", "A: C'est [6 euros:NUMBER] par personne.", "B: Alors [18:NUMBER] pour nous.", 3),
]


@pytest.mark.parametrize(("lang", "one", "two", "times"), SAID)
def test_what_some_pay_is_so_many_times_the_price(
    lang: str, one: str, two: str, times: int
) -> None:
    for n in range(3):
        result = run(dialogue(one, two, lang=lang), key=bytes([n]) * 32)
        price, total = (int(re.sub(r"\D", "", fold(text))) for text in texts(result))
        assert total == times * price
        assert not codes(result)
