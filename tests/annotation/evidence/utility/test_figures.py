"""Means, deviations, differences and costs, worked by hand."""

import pytest

from annotation.evidence.errors import EvidenceError
from annotation.evidence.utility.figures import Run, by_name, costliest, summarise
from annotation.evidence.utility.models import score_answers, score_spans
from annotation.evidence.utility.parts import Learnt, NotRun
from annotation.evidence.utility.types import Counted, Material, Plan, Score, Way
from learning.types import Span
from tests.annotation.evidence.utility.corpora import calls


def scored(value: float, name: int, town: int) -> Score:
    """Of 8 names and 2 towns so many were found."""
    return Score(value, 10, {}, {"NAME": Counted(name, 8), "TOWN": Counted(town, 2)})


RUNS = [
    Run(
        18,
        {"entity": 19},
        {"entity": 5},
        {
            "none": Learnt(scored(0.90, 8, 1)),
            "entity": Learnt(scored(0.84, 8, 0), scored(0.88, 8, 1)),
        },
    ),
    Run(
        20,
        {"entity": 20},
        {"entity": 5},
        {
            "none": Learnt(scored(0.94, 8, 2)),
            "entity": Learnt(scored(0.86, 7, 1), scored(0.92, 8, 2)),
        },
    ),
]


def answer(runs: list[Run] = RUNS, repeats: int = 2) -> dict[str, object]:
    material = Material(calls(0, 20), calls(20, 5), (Way("entity", "entity"),))
    return summarise(material, Plan(repeats=repeats), runs)


def test_mean_and_deviation_over_the_repeats() -> None:
    original, entity = answer()["rows"]  # type: ignore[misc]
    # (.90 + .94) / 2; the deviation of a sample of two is their distance / sqrt(2)
    assert original["original"] == {"mean": 0.92, "deviation": 0.028284, "repeats": 2}
    assert entity["original"] == {"mean": 0.85, "deviation": 0.014142, "repeats": 2}
    assert entity["replaced"]["mean"] == pytest.approx(0.90)


def test_the_difference_is_taken_repeat_by_repeat() -> None:
    _original, entity = answer()["rows"]  # type: ignore[misc]
    # .84 - .90 = -.06 and .86 - .94 = -.08
    assert entity["delta"] == {"mean": -0.07, "deviation": 0.014142, "repeats": 2}


def test_one_repeat_has_no_deviation() -> None:
    _original, entity = answer(RUNS[:1], 1)["rows"]  # type: ignore[misc]
    assert entity["delta"] == {"mean": -0.06, "deviation": None, "repeats": 1}


def test_a_label_costs_what_is_found_no_more_because_of_it() -> None:
    both = [(r.learnt["none"].original, r.learnt["entity"].original) for r in RUNS]
    rows = by_name([(a, b) for a, b in both if a and b], "by_label")
    # towns: 1 of 10 items lost in both repeats; names: none, and 1 of 10
    assert [(row["name"], row["cost"], row["n"]) for row in rows] == [
        ("TOWN", 0.1, 2),
        ("NAME", 0.05, 8),
    ]
    assert rows[0]["was"]["mean"] == 0.75 and rows[0]["now"]["mean"] == 0.25


def test_labels_are_named_only_where_more_than_a_point_is_lost() -> None:
    labels = [{"name": "TOWN", "cost": 0.02}, {"name": "NAME", "cost": 0.0005}]
    assert costliest({"mean": -0.0101}, labels) == ["TOWN"]
    assert costliest({"mean": -0.01}, labels) == []


def test_sizes_are_said() -> None:
    said = answer()
    assert (said["drawn"], said["test"]) == (20, {"dialogues": 5, "turns": 10})
    assert said["learnt_from"] == {"mean": 19, "deviation": 1.4, "repeats": 2}


def test_where_nothing_can_be_learnt_the_row_says_why() -> None:
    silent = Run(18, {"entity": 1}, {"entity": 1}, RUNS[0].learnt | {"entity": Learnt(None)})
    _original, entity = answer([silent], 1)["rows"]  # type: ignore[misc]
    assert entity == {"strategy": "entity", "why": "its output holds no item to learn from"}


def test_a_repeat_that_was_not_run_is_in_no_figure() -> None:
    """Neither of the strategy nor, where the originals were not run, of any."""
    failed = Run(18, {}, {}, RUNS[0].learnt | {"entity": NotRun("no room")})
    original, entity = answer([RUNS[1], failed])["rows"]  # type: ignore[misc]
    assert original["original"]["repeats"] == 2 and "not_run" not in original
    assert entity["delta"] == {"mean": -0.08, "deviation": None, "repeats": 1}
    assert entity["not_run"] == [{"repeat": 2, "why": "no room"}]

    without = Run(18, {"entity": 9}, {"entity": 5}, RUNS[0].learnt | {"none": NotRun("no room")})
    original, entity = answer([RUNS[1], without])["rows"]  # type: ignore[misc]
    assert original["original"]["repeats"] == entity["original"]["repeats"] == 1
    with pytest.raises(EvidenceError, match="no room"):
        answer([without], 1)


def test_span_f1_counts_borders_and_label() -> None:
    gold = [(Span(0, 3, "A"), Span(5, 8, "B")), (Span(0, 2, "A"),)]
    found = [(Span(0, 3, "A"), Span(5, 8, "A")), (Span(0, 2, "A"),)]
    score = score_spans(gold, found)
    # 2 right of 3 found and 3 there: F1 = 2 * 2 / 6
    assert score.value == pytest.approx(2 / 3)
    assert score.by_label == {"A": Counted(2, 2), "B": Counted(0, 1)}
    assert score.f1["A"] == pytest.approx(0.8)  # 2 right, 3 found, 2 there


def test_accuracy_by_answer_and_by_label_of_the_turn() -> None:
    score = score_answers(
        ["pay", "pay", "cancel", "cancel"],
        ["pay", "cancel", "cancel", "cancel"],
        [{"NAME"}, {"NAME", "TOWN"}, set(), {"TOWN"}],
    )
    assert score.value == 0.75
    assert score.by_answer == {"cancel": Counted(2, 2), "pay": Counted(1, 2)}
    assert score.by_label == {"NAME": Counted(1, 2), "TOWN": Counted(1, 2)}
