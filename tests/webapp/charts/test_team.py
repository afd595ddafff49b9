"""The figures of each label beside one another."""

from types import SimpleNamespace
from typing import Any

from webapp.charts.team import draw_label_figures


def test_labels_with_too_few_items_stand_last() -> None:
    alphas = {"month": 0.0, "place": 0.9, "other": 0.2}
    measured: Any = SimpleNamespace(
        label_alpha=alphas,
        label_items={"month": 1, "place": 10, "other": 12},
        spans={"per_label": dict.fromkeys(alphas)},
    )
    figures = draw_label_figures(SimpleNamespace(measured=measured), {})  # type: ignore[arg-type]
    assert [each.name for each in figures] == ["other", "place", "month"]
    assert [each.is_few for each in figures] == [False, False, True]
