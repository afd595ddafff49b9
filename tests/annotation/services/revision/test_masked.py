"""Masked windows: labels and shapes, and no sign of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.services.revision.shown.masked import KEPT, masked_window, shape
from surrogates.types import Mention

TEXT = "Soy Ana Olabe, de Irun: 612 345"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("Olabarri-3,", "Xx·9,"),
        ("USA", "X"),
        ("ana@olabe.es", "x·x.x"),
        ("n\u0303andú", "x"),
        ("٣٤½", "9"),
        ("👩\u200d💻", "·"),
        ("中文", "x"),
    ],
)
def test_shapes_tell_neither_letters_nor_length(word: str, told: str) -> None:
    assert shape(word) == told


def test_a_window_has_labels_and_shapes() -> None:
    name = Mention(4, 13, "NAME")
    assert masked_window(TEXT, [name], 18, 22) == "Xx [NAME] , x «Xx» : 9 9"
    assert masked_window(TEXT, [name], 4, 7) == "Xx «[NAME]» , x Xx: 9 9"
    assert masked_window(TEXT, [], 5, 6) == "Xx X «x» x Xx, x Xx: 9 9"
    assert masked_window(TEXT, [name, Mention(4, 7, "FIRST")], 0, 3) == "«Xx» [NAME] , x Xx: 9 9"


def test_a_window_is_no_more_than_eight_words_on_each_side() -> None:
    assert masked_window("a " * 30, [], 30, 31) == "… " + "x " * 8 + "«x» " + "x " * 8 + "…"


def test_a_place_without_a_word_is_shown() -> None:
    assert masked_window("uno  dos", [], 4, 5) == "x «» x"
    assert masked_window("uno", [], 3, 3) == "x «»"


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_no_sign_of_a_text_is_in_its_window(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    window = masked_window(text, [Mention(0, min(3, len(text)), "L")] if text else [], start, end)
    assert set(window.replace("[L]", "")) <= {*"Xx9·«»… ", *KEPT}
