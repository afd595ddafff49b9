"""The drawn learning curve: where its last figure stands, and how far its axis goes."""

from annotation.services.learning.page import Point
from webapp.charts.curve import NARROW, draw_curve


def point(turns: int, recall: float = 0.5, f1: float = 0.5) -> Point:
    measured = {"f1": f1, "low": 0.4, "high": 0.6, "precision": 0.5, "recall": recall}
    return Point(turns=turns, tokens=0, edits=0, seconds=None, on="test", n=9, **measured)


def test_the_last_figure_stands_beside_its_point_or_above_it() -> None:
    points = [point(5), point(55)]
    beside, above = draw_curve(points, NARROW), draw_curve([point(5), point(60)])
    assert beside and above
    last = beside.dots[-1]
    assert beside.label_anchor == "start" and beside.label == "50"
    assert float(beside.label_x) > float(last.x)
    assert above.label_anchor == "end" and above.label == "50 of 100"
    assert float(above.label_y) < float(above.dots[-1].y)


def test_the_curve_shows_what_the_sentence_says() -> None:
    drawn = draw_curve([point(5, 0.13), point(55, 0.446)])
    assert drawn and drawn.label == "44 of 100"
    assert "13 with 5 read turns, 44 with 55 read turns" in drawn.description


def test_the_axis_goes_as_far_as_the_points() -> None:
    low, high = draw_curve([point(5, 0.13), point(9, 0.44)]), draw_curve([point(5, 0.86)])
    whole = draw_curve([point(5, 0.1), point(9, 0.99)])
    assert low and high and whole
    assert [tick.text for tick in low.y_ticks] == ["0", "10", "20", "30", "40", "50"]
    assert [tick.text for tick in high.y_ticks] == ["80", "90"]
    assert [tick.text for tick in whole.y_ticks] == ["0", "20", "40", "60", "80", "100"]


def test_what_nobody_measured_is_not_drawn_as_nothing() -> None:
    assert draw_curve([point(5, recall=0.0)]) is None
    assert draw_curve([point(5, recall=0.0, f1=0.0)]) is not None
