"""Recall of entities and precision of words, by hand."""

import pytest

from annotation.evidence.masking.entities import Masking, measure_masking, total
from annotation.formats.types import DialogueValue, SpanValue, TurnValue


def span(text: str, part: str, identifier: str, entity: str) -> SpanValue:
    start = text.index(part)
    return SpanValue(
        start, start + len(part), "X", None, {"identifier": identifier, "entity": entity}
    )


ONE = "Mr Jan Nowak of Kielce, born in 1951, sued Poland."
TWO = "Nowak lost."
DIALOGUE = DialogueValue(
    "a",
    "en",
    (
        TurnValue("", ONE, (
            span(ONE, "Mr Jan Nowak", "DIRECT", "e1"),
            span(ONE, "Kielce", "QUASI", "e2"),
            span(ONE, "1951", "QUASI", "e3"),
            span(ONE, "Poland", "NO_MASK", "e4"),
        )),
        TurnValue("", TWO, (span(TWO, "Nowak", "DIRECT", "e1"),)),
    ),
)  # fmt: skip


def masks(*parts: str, second: str = "") -> list[list[SpanValue]]:
    return [
        [span(ONE, part, "", "") for part in parts],
        [span(TWO, second, "", "")] if second else [],
    ]


def test_an_entity_counts_only_if_all_its_mentions_are_masked() -> None:
    found = measure_masking(DIALOGUE, masks("Jan Nowak", "Kielce"))
    assert (found.direct, found.quasi) == ((0, 1), (1, 2))
    found = measure_masking(DIALOGUE, masks("Jan Nowak", "Kielce", second="Nowak"))
    # The title need not be masked.
    assert (found.direct, found.quasi) == ((1, 1), (1, 2))


def test_words_by_hand() -> None:
    found = measure_masking(DIALOGUE, masks("Nowak of Kielce", "Poland"))
    # Words that need a mask: Mr, Jan, Nowak, Kielce, 1951, Nowak. Masked of them: Nowak, Kielce.
    assert found.recalled_words == (2, 6)
    # Masked: Nowak, of, Kielce, Poland. Right: Nowak, Kielce.
    assert found.right_words == (2, 4)


def test_half_a_word_is_no_mask_and_two_halves_are() -> None:
    assert measure_masking(DIALOGUE, masks("Kiel")).quasi == (0, 2)
    assert measure_masking(DIALOGUE, masks("Kiel", "ce")).quasi == (1, 2)


def test_nothing_masked_and_sums() -> None:
    nothing = measure_masking(DIALOGUE, masks())
    assert nothing == Masking((0, 1), (0, 2), (0, 6), (0, 0))
    assert total([nothing, nothing]).quasi == (0, 4)
    with pytest.raises(ValueError, match="zip"):
        measure_masking(DIALOGUE, [[]])
