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


@pytest.mark.parametrize("key", [bytes([n, 28]) for n in range(20)])
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: ¿Es el expediente [238:NUM]?", "B: No, el [283:NUM], está al revés.")),
        ("ca", ("A: És el tiquet [134:NUM]?", "B: No, el [143:NUM], ho van apuntar al revés.")),
        ("de", ("A: Das Los [146:NUM]?", "B: Nein, [164:NUM], die Ziffern waren vertauscht.")),
        ("en", ("A: Is it ticket [136:NUM]?", "B: No, [163:NUM], you swapped them.")),
    ],
)
def test_two_figures_that_are_alike_change_no_places(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    one, other = map(figures, texts(run(dialogue(*lines, lang=lang), key=key)))
    assert other == one[0] + one[2] + one[1] != one
