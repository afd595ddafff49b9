"""Numbers said wrong and put right: by their speaker, or read back by the other one."""

import pytest
from stdnum.es import dni

from tests.effort import tries
from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 7]) for i in range(tries(3, 8))]
TOLD = {"ASSIGNABLE", "LOW_ENTROPY"}


def said(lines: list[str], key: bytes) -> list[str]:
    """What the numbers of a dialogue say now, each as a row of digits."""
    result = run(dialogue(*lines), key=key)
    assert set(codes(result)) <= TOLD
    return [digits(text, "es") for text in texts(result)]


def wrong(one: str, two: str) -> list[int]:
    """Places where two numbers of one length differ."""
    return [place for place, (x, y) in enumerate(zip(one, two, strict=True)) if x != y]


FIRST = "[nueve uno dos:PHONE] [tres cuatro cinco:PHONE]"
ANEW = "[tres cuatro seis:PHONE] [siete ocho nueve:PHONE]"
MENDED = [
    [f"A: el {FIRST}, perdón, {ANEW}", "B: [912346789:PHONE]"],
    [f"A: el {FIRST}, no, {ANEW}", "B: [912346789:PHONE]"],
    [f"A: el {FIRST}", "B: sí", f"A: perdón, {ANEW}", "B: [912346789:PHONE]"],
]


@pytest.mark.parametrize("lines", MENDED, ids=["sorry", "no", "turns"])
@pytest.mark.parametrize("key", KEYS)
def test_a_piece_mends_the_piece_that_it_is_most_like(lines: list[str], key: bytes) -> None:
    one, two, mended, last, back = said(lines, key)
    assert wrong(two, mended) == [2]
    assert back == one + mended + last


@pytest.mark.parametrize("key", KEYS)
def test_a_filler_that_may_take_a_piece_back(key: bytes) -> None:
    first = "[zéro six douze:PHONE] [trente-quatre:PHONE]"
    lines = [f"A: le {first}, pardon, [trente-cinq:PHONE]", "B: [061235:PHONE]"]
    made = texts(run(dialogue(*lines, lang="fr"), key=key))
    one, two, mended, back = (digits(text, "fr") for text in made)
    assert wrong(two, mended) == [1]
    assert back == one + mended


@pytest.mark.parametrize("key", KEYS)
def test_a_number_unlike_the_one_before_mends_nothing(key: bytes) -> None:
    lines = ["A: el [612 345 678:PHONE], no, el [934 871 205:PHONE]", "B: [934 871 205:PHONE]"]
    first, other, back = said(lines, key)
    assert other == back != first


@pytest.mark.parametrize("key", KEYS)
def test_a_correction_of_the_first_digit_keeps_the_rest(key: bytes) -> None:
    first, other = said(["A: el [612 345 678:PHONE], perdón, [712 345 678:PHONE]"], key)
    assert wrong(first, other) == [0]


MISREAD = [
    (["A: El [612 345 678:PHONE].", "B: ¿[612 345 687:PHONE]?", "A: No, [678:PHONE]."], [7, 8]),
    (["A: El [612 345 678:PHONE].", "B: ¿[612 354 678:PHONE]?", "A: No, [345:PHONE]."], [4, 5]),
    (["A: Es [345:PHONE]", "B: ¿[354:PHONE]?", "A: No, [345:PHONE]"], [1, 2]),
]


@pytest.mark.parametrize(("lines", "places"), MISREAD, ids=["end", "middle", "piece"])
@pytest.mark.parametrize("key", KEYS)
def test_a_misread_number_differs_where_it_did(
    lines: list[str], places: list[int], key: bytes
) -> None:
    one, two, again = (digits(text, "es") for text in texts(run(dialogue(*lines), key=key)))
    assert wrong(one, two) == places
    assert again in one


@pytest.mark.parametrize("key", KEYS)
def test_a_piece_of_a_dictation_is_misread(key: bytes) -> None:
    lines = [
        "A: El [612:PHONE]",
        "B: [612:PHONE]",
        "A: [345:PHONE]",
        "B: ¿[354:PHONE]?",
        "A: No, [345:PHONE]",
    ]
    one, echo, two, misread, again = texts(run(dialogue(*lines), key=key))
    assert (one, two) == (echo, again)
    assert wrong(two, misread) == [1, 2]


@pytest.mark.parametrize("key", KEYS)
def test_only_the_identifier_that_was_meant_is_valid(key: bytes) -> None:
    lines = ["A: DNI [12345678Z:ID].", "B: ¿[12345687Z:ID]?", "A: No, [12345678Z:ID]."]
    result = run(dialogue(*lines), key=key)
    one, misread, again = texts(result)
    assert one == again and dni.is_valid(one)
    assert wrong(one, misread) == [6, 7]
    assert "CHECKSUM_BAD" not in codes(result)


SHARED = [
    ["A: El [612 345 678:PHONE].", "B: [612:PHONE].", "A: [345:PHONE].", "B: [678:PHONE]."],
    [
        "A: El [seis doce tres cuarenta y cinco seis siete ocho:PHONE].",
        "B: ¿[seis uno dos:PHONE]?",
        "A: [tres cuatro cinco:PHONE].",
        "B: [seis siete ocho:PHONE].",
    ],
]


@pytest.mark.parametrize("lines", SHARED, ids=["figures", "words"])
@pytest.mark.parametrize("key", KEYS)
def test_both_speakers_read_a_number_back_by_turns(lines: list[str], key: bytes) -> None:
    whole, *pieces = said(lines, key)
    assert whole == "".join(pieces)


def test_a_number_said_whole_after_its_end_was_mended_keeps_the_rest() -> None:
    lines = [
        "A: Alors [06 12:PHONE], ensuite [48 73:PHONE], et [95:PHONE] à la fin.",
        "B: Donc [06 12 48 73 95:PHONE].",
        "A: Ah pardon, c'est [59:PHONE] à la fin, pas [95:PHONE].",
        "B: D'accord, [06 12 48 73 59:PHONE].",
    ]
    for key in KEYS:
        out = [digits(t, "fr") for t in texts(run(dialogue(*lines, lang="fr"), key=key))]
        assert out[3] == "".join(out[:3])
        assert out[3][:-2] == out[6][:-2]
        assert (out[3][-2:], out[6][-2:]) == (out[5], out[4])


def test_numbers_that_differ_in_the_last_digit_still_do() -> None:
    for key in KEYS:
        one, two = said(["A: [612345678:PHONE], o [612345679:PHONE]."], key)
        assert wrong(one, two) == [8]
