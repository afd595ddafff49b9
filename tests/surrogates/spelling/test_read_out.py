"""Codes that are read out in pieces of letters and figures, whatever the labels of the pieces."""

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.cardinals import parse
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 23]) for n in range(tries(4, 12))]


def signs(lang: str, text: str) -> str:
    """What a piece says: letters, figures and number words; its key words are left out."""
    said = ""
    for word in text.replace("-", " ").replace(",", " ").split():
        number = parse(load_lexicon(lang), word)
        if word.isdecimal() or len(word) == 1:
            said += word.upper()
        elif number is not None:
            said += str(number)
    return said


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("es", ("A: [KT4R8:ID].", "B: [K de kilo:LETTER], [T:LETTER], [cuatro:NUM], [R:LETTER] de "
                "[Roma:LOC], [ocho:NUM].")),
        ("ca", ("A: [WB7D3:ID]: [W:LETTER], [B:LETTER], [set:NUM], [D:LETTER], [tres:NUM].",)),
        ("eu", ("A: [RB5M3:ID]: [R:LETTER], [B:LETTER], [bost:NUM], [M:LETTER], [hiru:NUM].",)),
        ("de", ("A: [QF2Z9:ID].", "B: [Q F zwei:LETTER], [Z:LETTER], [neun:NUM].")),
        ("en", ("A: [GL5 2HR:ZIP].", "B: Is that [G-L-5:ZIP]?", "A: Yes, [2 H R:ZIP].")),
        ("en", ("A: [GL5 2HR:ZIP].", "B: [G-L-5:LETTER], then [2 H R:LETTER].")),
        ("fr", ("A: [TB6W9:ID].", "B: [T:LETTER] comme [Thérèse:PER], [B:LETTER], [six:NUM], "
                "[W:LETTER], [neuf:NUM].")),
    ],
)  # fmt: skip
def test_every_piece_is_one_of_the_code(lang: str, lines: tuple[str, ...], key: bytes) -> None:
    result = run(dialogue(*lines, lang=lang), key=key)
    code, *pieces = texts(result)
    assert "".join(signs(lang, p) for p in pieces) == code.replace(" ", "")
    assert not result.held
    assert "SAID_AROUND" not in codes(result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "line", "joiner"),
    [
        ("ca", "A: [6293 HKP:PLATE]: [seixanta-dos, noranta-tres:PLATE], "
               "[H d'hotel, K de quilo, P de Pere:LETTER].", " d"),
        ("es", "A: [5821 JKL:PLATE]: [cincuenta y ocho:NUM], [veintiuno:NUM], "
               "[J de Juan, K de kilo, L de Lugo:LETTER].", " de "),
    ],
)  # fmt: skip
def test_letters_of_a_plate_with_their_key_words(
    lang: str, line: str, joiner: str, key: bytes
) -> None:
    code, *_, letters = texts(run(dialogue(line, lang=lang), key=key))
    said = [part.partition(joiner) for part in letters.split(", ")]
    assert "".join(letter for letter, *_ in said) == code[-3:]
    assert all(told.lstrip("e '") for _, _, told in said)


@pytest.mark.parametrize("key", KEYS)
def test_key_words_under_a_label_for_names(key: bytes) -> None:
    """Where a word announces the plate, too."""
    made = dialogue(
        "A: Votre immatriculation ?",
        "B: [GK-482-TR:PLATE].",
        "A: [G:LETTER] comme [Gaston:PER], [K:LETTER] comme [Kléber:PER], [482:NUM] ?",
        lang="fr",
    )
    code, one, first, two, second, figures = texts(run(made, key=key))
    assert code.startswith(f"{one}{two}-{figures}")
    assert fold(first[0]) == fold(one) and fold(second[0]) == fold(two)


@pytest.mark.parametrize("key", KEYS)
def test_figures_of_a_house_one_by_one(key: bytes) -> None:
    for lang, line in (
        ("en", "A: [48:NUM] [Mill Lane:STREET], yes? [Four eight:NUM]."),
        ("es", "A: [calle Mayor 48:STREET], o sea, [cuatro ocho:NUM]."),
    ):
        *_, whole, again = (t for t in texts(run(dialogue(line, lang=lang), key=key))
                            if lang == "es" or "Lane" not in t)  # fmt: skip
        values = [str(parse(load_lexicon(lang), word)) for word in again.split()]
        assert "".join(values) == "".join(c for c in whole if c.isdecimal())


def test_a_number_that_counts_is_no_key_word_of_a_code_before_it() -> None:
    made = dialogue(
        "A: It's [QT 41 27 63 C:ID].",
        "B: [Quebec Tango four one two seven six three Charlie:SPELL]. And for [two:NUM] children?",
        lang="en",
    )
    for n in range(5):
        assert texts(run(made, key=bytes([n]) * 32))[-1] == "two"
