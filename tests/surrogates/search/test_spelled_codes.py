"""A code that is read out beside its label, where nobody labelled the reading, holds the file."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run

BLOCK = "RESIDUAL_MENTION"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "[KT21 WHB:PLATE]. Kilo Tango two one, Whiskey Hotel Bravo."),
        ("en", "[KT21 WHB:PLATE]. That is K T 2 1, W H B."),
        ("en", "[SW6 2KD:POSTCODE]. S for Sierra, W for Whiskey, six, two, Kilo Delta."),
        ("fr", "[HB-357-NK:PLATE]. H comme Hugo, B comme Basile, 357, N comme Nina, K comme Kim."),
        ("en", "[LN4 7WB:POSTCODE]. L for Lucy, N for nut, four, seven, W B."),
        ("fr", "[K2V 1W4:ZIP], K deux V, un W quatre."),
        ("eu", "[TZ-4K82:ID]. Te, zeta, marratxoa, lau, ka, zortzi, bi."),
        ("fr", "[AB-123-CD:PLATE], Alpha Bravo un deux trois, Charlie Delta."),
    ],
)
def test_a_plate_that_is_read_out_is_found(lang: str, text: str) -> None:
    result = run(dialogue(f"A: {text}", lang=lang))
    assert [i.severity for i in result.issues if i.code == BLOCK] == ["block"]


@pytest.mark.parametrize(
    "text",
    [
        "[KT21 WHB:PLATE]. [Kilo:LETTERS] [Tango:LETTERS] two one.",  # labelled
        "[KT21 WHB:PLATE]. Alpha Lima seven, nothing like it.",
        "[KT21 WHB:PLATE]. Is it the K or the T? Two one of them.",
        "[4821:ID] and Kilo Tango.",
    ],
)
def test_other_letters_and_labelled_ones_are_none(text: str) -> None:
    assert BLOCK not in codes(run(dialogue(f"A: {text}", lang="en")))
