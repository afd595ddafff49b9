"""Amounts of which somebody says that their figures changed places."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 27]) for n in range(6)]


def figures(text: str) -> str:
    return "".join(c for c in text if c.isdecimal())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: Me cobran [581:NUM] euros y eran [518:NUM].", "B: Han bailado las cifras.")),
        ("ca", ("A: Són [581:NUM] euros, no [518:NUM].", "B: Les xifres han ballat.")),
        ("eu", ("A: [581:NUM] euro, ez [518:NUM].", "B: Zifrak trukatu dira.")),
        ("de", ("A: [581:NUM] Euro statt [518:NUM].", "B: Ein Zahlendreher, ja.")),
        ("en", ("A: I paid [$581:NUM], not [$518:NUM].", "B: They were transposed.")),
        ("fr", ("A: [581:NUM] euros et pas [518:NUM].", "B: Des chiffres inversés.")),
    ],
)
def test_their_figures_change_places_again_or_it_is_told(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    one, other = map(figures, texts(result))
    swapped = other == one[0] + one[2] + one[1] != one
    assert swapped or "RELATION_LOST" in codes(result), (one, other)
