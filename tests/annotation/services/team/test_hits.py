"""The models' agreement with people, from rows."""

from typing import Any

import pytest

from annotation.models import Batch, Project, QueryItem, Reading, Span, TrainingRun, Turn
from annotation.services.team.hits import read_hits


@pytest.fixture
def run(project: Project, batch: Batch) -> TrainingRun:
    """Model 3 chose the batch."""
    run = TrainingRun.objects.create(project=project, kind="round", number=3, status="done")
    Batch.objects.filter(pk=batch.pk).update(run=run)
    return run


def propose(run: TrainingRun, turn: Turn, start: int, end: int, name: str) -> Span:
    label = run.project.labels.get(name=name)
    return Span.objects.create(
        turn=turn, start=start, end=end, label=label, run=run, status="proposed", confidence=0.9
    )


def say(turn: Turn, user: Any, rows: list[tuple[int, int, str, str, Span | None]]) -> Reading:
    reading = Reading.objects.create(turn=turn, reader=user, status="done")
    labels = {each.name: each for each in turn.dialogue.project.labels.all()}
    for start, end, name, status, origin in rows:
        Span.objects.create(
            turn=turn, reading=reading, start=start, end=end,
            label=labels[name], status=status, origin=origin,
        )  # fmt: skip
    return reading


def test_what_became_of_each_proposal(run: TrainingRun, project: Project, annotator: Any) -> None:
    turn = Turn.objects.get(text__startswith="Soy Francisco")
    right = propose(run, turn, 4, 13, "male name")
    wrong = propose(run, turn, 14, 22, "place")
    nothing = propose(run, turn, 0, 3, "place")
    say(
        turn,
        annotator,
        [
            (4, 13, "male name", "accepted", right),
            (14, 22, "place", "rejected", wrong),
            (14, 22, "surname", "accepted", None),
            (0, 3, "place", "rejected", nothing),
            (27, 33, "place", "accepted", None),
        ],
    )
    figures = read_hits(project)
    (model,) = figures.models
    assert model.model == 3
    hits = model.hits
    assert (hits.readings, hits.accepted, hits.corrected, hits.rejected) == (1, 1, 1, 1)
    assert (hits.undecided, hits.missed) == (0, 1)
    # 1 of 3 proposed and of 3 said is the same.
    assert figures.matches["shown"].f1 == pytest.approx(1 / 3)
    assert figures.effect is None


def test_turns_without_proposals_show_what_was_missed(
    run: TrainingRun, project: Project, annotator: Any
) -> None:
    say(
        Turn.objects.get(text__startswith="Dígame"),
        annotator,
        [(8, 12, "male name", "accepted", None)],
    )
    assert read_hits(project).models[0].hits.missed == 1


def test_hidden_and_early_turns_are_kept_apart(
    run: TrainingRun, project: Project, annotator: Any, second_annotator: Any
) -> None:
    turns = list(Turn.objects.filter(query_item__isnull=False).order_by("position"))
    for turn, kind in zip(turns, ("shown", "hidden", "early"), strict=True):
        QueryItem.objects.filter(turn=turn).update(proposals=kind)
        proposal = propose(run, turn, 0, 3, "place")
        if kind == "shown":
            say(turn, annotator, [(0, 3, "place", "accepted", proposal)])
        else:
            say(turn, annotator, [(0, 3, "place", "accepted", None)])
            say(turn, second_annotator, [(0, 3, "surname", "accepted", None)])
    figures = read_hits(project)
    assert [(k, m.readings, m.f1) for k, m in figures.matches.items()] == [
        ("shown", 1, 1.0), ("hidden", 2, 0.5), ("early", 2, 0.5),
    ]  # fmt: skip
    assert figures.effect == pytest.approx(0.5)
    assert figures.models[0].hits.proposed == 1  # only where they were shown


def test_a_seed_is_no_model(project: Project, batch: Batch, annotator: Any) -> None:
    seed = TrainingRun.objects.create(project=project, kind="seed", status="done")
    Batch.objects.filter(pk=batch.pk).update(run=seed)
    say(Turn.objects.filter(query_item__isnull=False)[0], annotator, [])
    assert read_hits(project).models == []
