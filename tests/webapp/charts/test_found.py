"""How much of each label is found, beside the learning curve."""

from annotation.models import TrainingRun
from webapp.charts.learning import draw_found


def test_labels_found_least_come_first_and_rare_ones_give_way() -> None:
    confusion = {
        "surname": {"surname": 8, "place": 1, "O": 1},
        "place": {"place": 3, "O": 7},
        "month": {"O": 1},
        "O": {"O": 500, "surname": 9},
    }
    rows = draw_found(TrainingRun(details={"confusion": confusion}), {})
    assert [(look.name, part, words) for look, part, _width, words in rows] == [
        ("place", "30", "10"),
        ("surname", "90", "10"),  # as a place, too
    ]
    assert draw_found(TrainingRun(details={}), {}) == []
    rare = draw_found(TrainingRun(details={"confusion": {"month": {"O": 1}}}), {})
    assert [part for _look, part, _width, _words in rare] == ["0"]
