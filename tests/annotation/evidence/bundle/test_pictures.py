"""A hundred items, and places on a line."""

import pytest

from annotation.evidence.bundle import pictures


@pytest.mark.parametrize(
    ("items", "expected", "most", "picture"),
    [
        (12_020, 160, 205, (98, 1, 1)),  # 160 of 12,180 are 1.3; 12,020 of 12,225 are 98.3
        (10, 0, 0, (100, 0, 0)),
        (10, 10, 40, (20, 50, 30)),  # 10 of 20; at least 10 of 50, for ten are replaced
        (1_196, 67, 952, (55, 5, 40)),  # as the release page shows the same figures
    ],
)
def test_of_hundred(items: int, expected: float, most: float, picture: tuple[int, ...]) -> None:
    made = pictures.of_hundred(items, expected, most)
    assert made is not None and tuple(made.values()) == picture
    drawn = [square.kind for square in pictures.squares(made)]
    assert (drawn.count("r"), drawn.count("l"), drawn.count("u")) == picture
    assert len({(square.x, square.y) for square in pictures.squares(made)}) == 100


def test_without_an_item_there_is_no_picture() -> None:
    assert pictures.of_hundred(0, 0.0, 1.0) is None


def test_marks() -> None:
    """From 4 to 296: a half stands at 150."""
    made = pictures.marks({"value": 0.5, "low": 0.0, "high": 1.0, "n": 9}, 2.0)
    assert made == pictures.Marks(150.0, 4.0, 296.0, 296.0)
    assert pictures.marks(None) == pictures.Marks(None, None, None, None)
    assert pictures.marks(0.25).mid == 77.0


def test_a_bound_is_an_open_range() -> None:
    """Below a half: from 4 to 150, and no dot says where; its interval ends at three quarters."""
    share = {"value": 0.5, "low": 0.0, "high": 0.75, "n": 20, "bound": "below"}
    assert pictures.marks(share) == pictures.Marks(None, 4.0, 223.0, None, 4.0, 150.0)
    above = pictures.marks(share | {"bound": "above", "low": 0.25, "high": 1.0})
    assert (above.start, above.end, above.mid) == (150.0, 296.0, None)
    assert not pictures.marks(share | {"bound": "few"}).is_drawn
