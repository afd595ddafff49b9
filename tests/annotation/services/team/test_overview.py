"""The front page's figures: right, in words, and at a cost that the corpus does not change."""

from typing import Any

import pytest
from django.utils import timezone, translation

from annotation.models import Batch, Dialogue, Project, QueryItem, Reading, Span, TrainingRun, Turn
from annotation.services.figures import grouped, percent
from annotation.services.team.overview import read_overview, training_status
from webapp.charts.curve import NARROW, SHALLOW, draw_curve
from webapp.charts.curve import percent as width


def grow(project: Project, user: Any, dialogues: int) -> None:
    """A corpus with runs, a batch and labels, of any size."""
    label = project.labels.first()
    batch = Batch.objects.create(project=project, number=1 + project.batches.count())
    for number in range(dialogues):
        dialogue = Dialogue.objects.create(project=project, external_id=f"{batch.number}-{number}")
        turns = [
            Turn.objects.create(dialogue=dialogue, position=p, text="uno dos") for p in range(5)
        ]
        QueryItem.objects.create(batch=batch, turn=turns[0], rank=number, status="done")
        own = Reading.objects.create(turn=turns[0], reader=user, is_gold=True, status="done")
        Span.objects.create(turn=turns[0], start=0, end=3, label=label, reading=own)
    TrainingRun.objects.create(
        project=project,
        kind="round",
        number=batch.number,
        status="done",
        labelled_turns=dialogues,
        metrics={"f1": 0.5, "recall": 0.4, "precision": 0.6, "on": "cross-validation", "n": 9},
        left={"unread": 70, "basis": "cross-validation", "n": 9},
        advice={"left_per_100": 4.9, "loss": 0.03},
    )


def test_queries_do_not_grow(
    project: Project,
    annotator: Any,
    django_assert_num_queries: Any,
    django_assert_max_num_queries: Any,
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    grow(project, annotator, 2)
    with CaptureQueriesContext(connection) as small:
        read_overview(project)
    grow(project, annotator, 30)
    with django_assert_num_queries(len(small)):
        read_overview(project)
    assert len(small) <= 14


def test_counts(project: Project, annotator: Any) -> None:
    grow(project, annotator, 4)
    Dialogue.objects.filter(external_id="call-2").update(split="test")
    seen = read_overview(project)
    assert (seen.counts.dialogues, seen.counts.turns, seen.counts.test_turns) == (6, 24, 3)
    assert seen.counts.labelled == 4
    assert seen.labels[0].count == 4
    assert seen.batch is not None
    assert (seen.batch.done, seen.batch.total) == (4, 4)


def test_after_a_labelled_import_nothing_is_said_to_wait_for_a_first_batch(
    project: Project, annotator: Any
) -> None:
    turns = list(Turn.objects.filter(dialogue__project=project))
    for turn in turns[:2]:
        Reading.objects.create(turn=turn, reader=annotator, is_gold=True, status="done")
    seen = read_overview(project)
    assert seen.headline == "2 turns came labelled"
    assert seen.advice == (
        "The first model learns from them, and chooses the turns of the first batch."
    )
    for turn in turns[2:]:
        Reading.objects.create(turn=turn, reader=annotator, is_gold=True, status="done")
    seen = read_overview(project)
    assert seen.advice == "The first model learns from them. No turn is left to be labelled."
    assert seen.counts.left == 0


@pytest.mark.parametrize("turns", [1, 2])
def test_sentences(project: Project, annotator: Any, turns: int) -> None:
    assert read_overview(project).headline == "The first batch is not chosen yet"
    grow(project, annotator, turns)
    seen = read_overview(project)
    noun = "turn" if turns == 1 else "turns"
    assert seen.headline == f"After {turns} read {noun}: F1 at least .50"
    assert "about 3 items would stay unseen." in seen.advice  # 70 x 4.9 / 100
    assert "half by half" in seen.measured_on


def test_the_first_batch_is_to_be_read_then_learnt_from(project: Project, batch: Batch) -> None:
    assert read_overview(project).advice.startswith("3 turns wait.")
    batch.items.update(status="done")
    TrainingRun.objects.create(project=project, kind="round", number=1, status="running")
    seen = read_overview(project)
    assert seen.headline == "The first batch is read"
    assert seen.advice.startswith("The first model learns from it")


def test_activity_is_newest_first_and_names_nobody_twice(project: Project, annotator: Any) -> None:
    grow(project, annotator, 1)
    TrainingRun.objects.create(project=project, status="failed", error="It broke.")
    texts = [event.text for event in read_overview(project).activity]
    assert texts[0] == "Training stopped: It broke."
    assert texts[1] == "Model 1 learnt from 1 turn"


def test_a_lower_bound_is_drawn_with_an_arrow(project: Project, annotator: Any) -> None:
    for turns, f1 in ((1, 0.3), (2, 0.5)):
        grow(project, annotator, turns)
        metrics = {"f1": f1, "recall": f1 - 0.05, "on": "cross-validation"}
        run = project.runs.latest("pk")
        TrainingRun.objects.filter(pk=run.pk).update(metrics=metrics)
    curve = draw_curve(read_overview(project).curve)
    assert curve is not None and curve.label == "≥ 45 of 100"
    assert [bool(dot.arrow) for dot in curve.dots] == [True, False]  # its label says it
    assert "at least" not in curve.label and "at least 25" in curve.description


def test_status_of_an_untouched_project(project: Project, data_dir: Any) -> None:
    status = training_status(project)
    assert status["run"] is None
    assert status["worker_alive"] is False
    assert status["batch_number"] == 0


# --- shapes ---------------------------------------------------------------------------------


def test_a_curve_fits_its_box(project: Project, annotator: Any) -> None:
    for turns in (1, 3, 9):
        grow(project, annotator, turns)
    curve = draw_curve(read_overview(project).curve)
    assert curve is not None
    assert curve.path.count("L") == 2
    for dot in curve.dots:
        assert 44 <= float(dot.x) <= 680
        assert 16 <= float(dot.y) <= curve.deep
    assert [dot.last for dot in curve.dots] == [False, False, True]
    assert curve.label == "≥ 40 of 100"
    narrow = draw_curve(read_overview(project).curve, NARROW, SHALLOW)
    assert narrow is not None and narrow.deep + 48 <= 192  # under 180 px on a phone
    assert all(16 <= float(dot.y) <= narrow.deep for dot in narrow.dots)
    assert draw_curve([]) is None


def test_figures_follow_the_language(project: Project, annotator: Any) -> None:
    for turns in (1, 3):
        grow(project, annotator, turns)
    TrainingRun.objects.update(labelled_turns=1200)
    seen = read_overview(project)
    with translation.override("es"):
        curve = draw_curve(seen.curve)
        assert curve is not None
        assert curve.label == "≥ 40 de 100"
        assert "." not in "".join(tick.text for tick in curve.y_ticks)
        assert all("." in dot.x and "," not in dot.x for dot in curve.dots)
        assert percent(0.953, 1) == "95,3\N{NO-BREAK SPACE}%"
    assert grouped(3447) == "3,447"


def test_bars_show_what_is_not_nothing() -> None:
    assert width(0, 0) == "0"
    assert width(0, 900) == "0.0"
    assert width(1, 900) == "1.0"
    assert width(450, 900) == "50.0"


def test_what_the_test_counts_is_left_whatever_the_model_expects(
    project: Project, annotator: Any
) -> None:
    grow(project, annotator, 3)
    TrainingRun.objects.filter(project=project).update(
        left={"expected": 1222.8, "low": 1042.2, "high": 1430.1, "unread": 3519, "basis": "test"},
        advice={"verdict": "go_on", "why": "few", "left_per_100": 5.71,
                "next": {"turns": 60, "items": 95.3, "of": 900.0, "seconds": 60.0}},
    )  # fmt: skip
    seen = read_overview(project)
    assert seen.left is not None
    assert (seen.left.expected, seen.left.basis) == (1200, "test")
    assert seen.advice == "The model finds at least 40 of 100 personal words."


def test_halves_of_the_read_turns_tell_nothing_of_what_is_left(
    project: Project, annotator: Any
) -> None:
    """A round of an older version has such a figure: it is not shown."""
    grow(project, annotator, 3)
    old = {"expected": 418.0, "low": 300, "high": 520, "unread": 70, "basis": "cross-validation"}
    TrainingRun.objects.filter(project=project).update(left=old, advice={})
    assert read_overview(project).left is None


def test_turns_on_which_readers_differ_are_read(project: Project, batch: Batch) -> None:
    batch.items.filter(rank__lt=2).update(status="done")
    counts = read_overview(project).counts
    assert (counts.labelled, counts.differ, counts.read_here) == (0, 2, 2)
    assert counts.left == counts.turns - 2


def test_what_is_left_of_the_batch_before_is_told_apart(project: Project, batch: Batch) -> None:
    newer = Batch.objects.create(project=project, number=2)
    batch.items.filter(rank=2).update(batch=newer)
    turns = Turn.objects.filter(query_item=None)[:3]
    for rank, turn in enumerate(turns):
        QueryItem.objects.create(batch=newer, turn=turn, rank=rank)
    seen = read_overview(project)
    assert seen.batch is not None and (seen.batch.total, seen.batch.carried) == (4, 1)


def test_rounds_that_follow_each_other_are_one_event(project: Project, annotator: Any) -> None:
    for turns in (1, 2, 3):
        grow(project, annotator, turns)
    Reading.objects.update(done_at=timezone.now())
    texts = [event.text for event in read_overview(project).activity]
    assert texts == ["Batches 1 to 3 were finished; model 3 learnt from 3 turns"]
