"""A piece that is said to be wrong or right in a number is the one in which two sayings differ."""

import pytest

from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) for n in range(4)]


def figures(text: str) -> str:
    return "".join(c for c in text if c.isdecimal())


@pytest.mark.parametrize(
    ("lang", "lines", "at", "wrong_first"),
    [
        (
            "fr",
            [
                "A: Le [06 48 17 92 35:PHONE].",
                "B: Je répète : [06 48 17 82 35:PHONE].",
                "A: Non, pas [82:PHONE], [92:PHONE].",
            ],
            6,
            True,
        ),
        (
            "fr",
            [
                "A: Le [06 48 17 92 35:PHONE].",
                "B: Alors [06 48 17 82 35:PHONE].",
                "A: Non, [92:PHONE], pas [82:PHONE].",
            ],
            6,
            False,
        ),
        (
            "es",
            [
                "A: Es el [612 345 678:PHONE].",
                "B: ¿[612 346 678:PHONE]?",
                "A: No, un [5:PHONE], no un [6:PHONE].",
            ],
            5,
            False,
        ),
        (
            "de",
            [
                "A: Kontonummer [4477182:ID].",
                "B: [4477128:ID]?",
                "A: Nein, nicht [28:ID], [82:ID].",
                "B: Ah, [4477182:ID].",
            ],
            5,
            True,
        ),
    ],
)
def test_the_pieces_of_a_correction_are_those_that_differ(
    lang: str, lines: list[str], at: int, wrong_first: bool
) -> None:
    for key in KEYS:
        said = [figures(text) for text in texts(run(dialogue(*lines, lang=lang), key=key))]
        right, wrong, one, two = said[:4]
        assert right != wrong
        size = len(one)
        pieces = [number[at : at + size] for number in (right, wrong)]
        assert [one, two] == (pieces[::-1] if wrong_first else pieces)
        assert said[4:] in ([], [right])


def test_a_number_in_pieces_is_mended_in_one() -> None:
    lines = (
        "A: [06:PHONE]... [48:PHONE]... [17:PHONE]... [92:PHONE]... [35:PHONE].",
        "B: [06 48 17 82 35:PHONE].",
        "A: Non, pas [82:PHONE], [92:PHONE].",
        "B: [06 48 17 92 35:PHONE].",
    )
    for key in KEYS:
        said = [figures(text) for text in texts(run(dialogue(*lines, lang="fr"), key=key))]
        *pieces, misheard, wrong, right, whole = said
        assert "".join(pieces) == whole != misheard
        assert (wrong, right) == (misheard[6:8], whole[6:8])


@pytest.mark.parametrize("key", [bytes([n, 17]) for n in range(8)])
@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("A: It's [07946:PHONE].", "B: [07946:PHONE].", "A: [318:PHONE], [552:PHONE].",
                "B: So that's [07946 318 522:PHONE]?",
                "A: No, it ends in [552:PHONE]. Double [five:PHONE], [two:PHONE].")),
        ("es", ("A: Es el [612 345 778:PHONE].", "B: ¿[612 345 787:PHONE]?",
                "A: No, acaba en [778:PHONE]. Doble [siete:PHONE], [ocho:PHONE].")),
        ("fr", ("A: Le [06 22 31 77 41:PHONE].", "B: [06 22 31 77 14:PHONE] ?",
                "A: Non, [41:PHONE] à la fin. [Quarante et un:PHONE].")),
        ("de", ("A: Die [0176 8432 915:PHONE].", "B: [0176 8432 951:PHONE]?",
                "A: Nein, hinten [915:PHONE]. [Neun:PHONE], [eins:PHONE], [fünf:PHONE].")),
    ],
)  # fmt: skip
def test_a_piece_said_again_in_words_is_that_of_the_right_number(
    lang: str, lines: tuple[str, ...], key: bytes
) -> None:
    made = dialogue(*lines, lang=lang)
    new = [turn.text for turn in run(made, key=key).draft.turns]
    right, wrong = "".join(new[:-2]), new[-2]
    figures_said, _, words_said = new[-1].partition(". " if lang != "fr" else " à la fin. ")
    said = figures(figures_said)
    assert figures(right).endswith(said) and not figures(wrong).endswith(said)
    assert digits(words_said, lang) == said


@pytest.mark.parametrize("key", [bytes([n, 17]) for n in range(8)])
def test_digits_that_changed_places_have_changed_them_again(key: bytes) -> None:
    made = dialogue("A: Es el [612 345 978:PHONE].", "B: ¿[612 345 987:PHONE]?")
    right, wrong = (figures(text) for text in texts(run(made, key=key)))
    assert wrong == right[:-2] + right[-1] + right[-2] != right


@pytest.mark.parametrize("key", [bytes([n, 5]) for n in range(4)])
@pytest.mark.parametrize(
    ("lang", "lines", "size"),
    [
        ("de", ("A: [null eins sieben sechs:PHONE] [acht vier:PHONE] "
                "[drei null neun eins fünf:PHONE]",
                "A: hinten [neun eins fünf:PHONE] also [drei null neun eins fünf:PHONE]"), 3),
        ("de", ("A: [0171 2345678:PHONE]", "B: die letzten [sieben acht:PHONE]?",
                "A: genau [sieben acht:PHONE], festnetz [null vier null:PHONE] "
                "[acht acht:PHONE]"), 1),
        ("eu", ("A: [943 27 61 48:PHONE]", "B: amaiera [berrogeita zortzi:PHONE] eta mugikorra "
                "[sei hiru zazpi:PHONE] [zero bederatzi bi:PHONE] [bost bost lau:PHONE]"), 1),
    ],
)  # fmt: skip
def test_the_end_said_again_is_that_of_the_number(
    lang: str, lines: tuple[str, ...], size: int, key: bytes
) -> None:
    new = [digits(text, lang) for text in texts(run(dialogue(*lines, lang=lang), key=key))]
    whole, again = "".join(new[:size]), new[size : size + (1 if lang == "eu" else 2)]
    assert all(whole.endswith(piece) for piece in again), new
    assert "festnetz" not in lines[-1] or new[3].startswith("0")
