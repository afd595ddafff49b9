"""What a real round leaves for the learning page, and that a model gone back to keeps proposing."""

import logging
from typing import Any

import pytest

from annotation.models import Project, QueryItem, Reading, Span, TrainingRun
from annotation.services.learning.page import compare_models, read_hard_turns, read_learning
from annotation.services.learning.run_notes import note_sentences
from annotation.services.learning.words import pinned_sentence
from annotation.services.runs.chosen_model import choose_model, release_model
from annotation.services.runs.current import current_model
from tests.annotation.services.training.test_loop import corpus, work  # noqa: F401 (fixtures)

pytestmark = pytest.mark.usefixtures("data_dir")


def read_batch(project: Project, annotator: Any, reason: str = "") -> None:
    """Read the newest batch: turns that begin with "hola" hold a name."""
    label = project.labels.get(name="female name")
    batch = project.batches.order_by("-number").first()
    assert batch
    for item in batch.items.select_related("turn"):
        values = {"status": "done", "is_gold": True, "seconds": 4.0}
        reading, _new = Reading.objects.update_or_create(
            turn=item.turn, reader=annotator, defaults=values
        )
        if item.turn.text.startswith("hola"):
            end = item.turn.text.index(" y ")
            Span.objects.create(turn=item.turn, start=14, end=end, label=label, reading=reading)
    batch.items.update(status="done", **({"reason": reason} if reason else {}))


def proposers(project: Project) -> set[int]:
    """The runs whose spans stand in the newest batch."""
    batch = project.batches.order_by("-number").first()
    return set(
        Span.objects.filter(reading=None, turn__query_item__batch=batch).values_list(
            "run_id", flat=True
        )
    )


def test_a_round_leaves_confusion_cost_counts_and_hard_turns(
    work: Any,  # noqa: F811
    corpus: Project,  # noqa: F811
    annotator: Any,
) -> None:
    work()
    read_batch(corpus, annotator)
    first = work("round")
    read_batch(corpus, annotator)
    second = work("round")
    details = second.details
    assert details["cost"]["readings"] == details["cost"]["timed"] == 6
    assert details["cost"]["seconds"] == 24.0
    tokens = sum(sum(row.values()) for row in details["confusion"].values())
    assert tokens == second.labelled_tokens
    assert details["weakest"][0]["label"] == "female name"
    assert 0 <= second.metrics["f1_low"] <= second.metrics["f1"] <= second.metrics["f1_high"] <= 1
    learning = read_learning(corpus)
    assert [model.run for model in learning.models] == [first, second]
    compared = compare_models(*learning.models)
    assert compared and compared.turns == first.metrics["n"]  # those that both were measured on
    unsure, wrong = read_hard_turns(corpus, learning.models[1])
    labelled = set(Reading.objects.values_list("turn_id", flat=True))
    assert not {each.turn.pk for each in unsure} & labelled
    assert {each.turn.pk for each in wrong} <= labelled


def test_turns_drawn_by_chance_are_measured_after_the_round(
    work: Any,  # noqa: F811
    corpus: Project,  # noqa: F811
    annotator: Any,
) -> None:
    work()
    QueryItem.objects.update(reason="cluster")
    read_batch(corpus, annotator)
    assert "random" not in work("round").details  # nothing was drawn
    read_batch(corpus, annotator, reason="audit")
    row = work("round").details["random"]
    assert (row["turns"], row["readings"], row["on"]) == (3, 3, "cross-validation")
    assert row["n"] == 26  # the same turns on which the round's own model was measured
    QueryItem.objects.filter(status="open").delete()
    assert "random" not in work("round").details  # no turn more was drawn


def test_the_model_gone_back_to_keeps_proposing(
    work: Any,  # noqa: F811
    corpus: Project,  # noqa: F811
    annotator: Any,
    curator: Any,
) -> None:
    Project.objects.filter(pk=corpus.pk).update(proposal_threshold=0)
    work()
    read_batch(corpus, annotator)
    first = work("round")
    assert proposers(corpus) <= {first.pk}
    read_batch(corpus, annotator)
    second = work("round")
    choose_model(corpus, first.pk, curator)
    read_batch(corpus, annotator)
    third = work("round")
    assert third.folder and third.metrics["f1"] >= 0  # a new model was trained and measured
    assert proposers(corpus) == {first.pk}
    corpus.refresh_from_db()
    tagged = work("tag")
    assert tagged.number == first.number
    release_model(corpus)
    read_batch(corpus, annotator)
    fourth = work("round")
    assert proposers(corpus) == {fourth.pk}
    assert second.pk not in proposers(corpus)


def test_a_damaged_model_gone_back_to_stops_nobody(
    work: Any,  # noqa: F811
    corpus: Project,  # noqa: F811
    annotator: Any,
    curator: Any,
    data_dir: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    work()
    read_batch(corpus, annotator)
    first = work("round")
    choose_model(corpus, first.pk, curator)
    (data_dir / first.folder / "model.crfsuite").write_bytes(b"lCRF" + bytes(100))
    read_batch(corpus, annotator)
    with caplog.at_level(logging.WARNING):
        second: TrainingRun = work("round")
    assert (second.status, second.error) == ("done", "")
    assert proposers(corpus) <= {second.pk}
    assert "cannot be opened" in caplog.text
    # Everybody is told, and what is said to propose is what proposes.
    corpus.refresh_from_db()
    sentence = "The files of Model 1, which the project went back to, are damaged: the newest"
    assert any(note.startswith(sentence) for note in note_sentences(second))
    learning = read_learning(corpus)
    assert pinned_sentence(learning).startswith(sentence)
    assert learning.pinned and learning.current and learning.current.run == second
    assert [model.proposes for model in learning.models] == [False, True]
    assert current_model(corpus) == second == TrainingRun.objects.get(pk=second.pk)
    assert work("tag").number == second.number


def test_tagging_with_a_damaged_model_gone_back_to_names_it_once(
    work: Any,  # noqa: F811
    corpus: Project,  # noqa: F811
    annotator: Any,
    curator: Any,
    data_dir: Any,
) -> None:
    work()
    read_batch(corpus, annotator)
    first = work("round")
    read_batch(corpus, annotator)
    second = work("round")
    path = data_dir / first.folder / "model.crfsuite"
    whole = path.read_bytes()
    choose_model(corpus, first.pk, curator)
    corpus.refresh_from_db()
    path.write_bytes(b"lCRF" + bytes(100))
    failed = work("tag")
    assert failed.status == "failed" and "model that proposes are damaged" in failed.error
    assert "source" not in failed.error
    assert current_model(Project.objects.get(pk=corpus.pk)) == second  # the page says so now
    path.write_bytes(whole)  # somebody brought the file back: the next round finds out
    read_batch(corpus, annotator)
    work("round")
    assert current_model(Project.objects.get(pk=corpus.pk)) == first
    assert proposers(corpus) <= {first.pk}
