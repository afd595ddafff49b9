"""The stairs of a second reading: where they stand, and where the reading does."""

from typing import Any

from webapp.charts.second_reading import draw_stairs


def report(**values: Any) -> dict[str, Any]:
    figures = {
        "ends": [431, 601, 771, 941],
        "comes_to": 192,
        "holding": 192,
        "holding_missed": 0,
        "recall": 0.99,
        "outcome": "open",
        "turns": {"judged": 310},
    }
    return figures | values


def test_by_hand() -> None:
    """The axis goes from 44 to 615 for 941 turns: 431 stand at 44 + 431 x .60680 = 305.5, the
    point of 192 at 160.5."""
    drawn = draw_stairs(report())
    assert drawn.stairs.startswith("M305.5 188V168H408.7V128H511.8V88H615.0V48H660.0")
    assert (drawn.x, drawn.y, drawn.read) == ("160.5", 188, "M44 188H160.5")
    assert drawn.ahead == "M160.5 188H305.5"
    assert [each.text for each in drawn.labels] == ["431", "601", "771", "941"]
    assert drawn.title == (
        "192 turns that hold an item, something missed in 0. Reading may stop at 431 with no miss, "
        "601 with one, 771 with two, 941 with three."
    )
    assert drawn.shown == "stop: .99 is shown"


def test_a_miss_is_a_line_higher() -> None:
    drawn = draw_stairs(report(holding_missed=1, comes_to=300))
    assert drawn.y == 148 and drawn.ahead.endswith("H408.7")


def test_no_point_before_anything_was_judged_and_beyond_the_stairs() -> None:
    assert draw_stairs(report(turns={"judged": 0})).x == ""
    assert draw_stairs(report(holding_missed=4)).x == ""


def test_an_ended_test_has_no_way_ahead() -> None:
    assert draw_stairs(report(outcome="shown", comes_to=431)).ahead == ""
