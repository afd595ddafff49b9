"""The drawn learning curve: where its last figure stands."""

from annotation.services.learning.page import Point
from webapp.charts.curve import draw_curve


def point(turns: int) -> Point:
    measured = {"f1": 0.5, "low": 0.4, "high": 0.6, "precision": 0.5, "recall": 0.5}
    return Point(turns=turns, tokens=0, edits=0, seconds=None, on="test", n=9, **measured)


def test_the_last_figure_stands_beside_its_point_or_above_its_bar() -> None:
    beside, above = draw_curve([point(5), point(55)]), draw_curve([point(5), point(60)])
    assert beside and above
    last = beside.dots[-1]
    assert beside.label_anchor == "start"
    assert float(beside.label_x) > float(last.x)
    assert above.label_anchor == "middle"
    assert float(above.label_y) < float(above.dots[-1].high)
