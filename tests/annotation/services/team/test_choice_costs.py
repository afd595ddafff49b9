"""Each choice says what it costs or gives: by this project's figures, or by those of the docs."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Batch, Project, QueryItem, Reading, SourceModel, Span, Turn
from annotation.services.team import choice_costs
from annotation.services.team.choice_costs import Costs, costs_of
from annotation.services.team.progress import read_progress
from tests.labelled import add_calls, finish
from tests.rounds import make_round

RESULTS = Path(__file__).resolve().parents[4] / "docs" / "results"


def told(project: Project, seconds: float | None = None) -> Costs:
    progress = read_progress(project)
    object.__setattr__(progress, "median_seconds", seconds)
    return costs_of(project, progress)


def test_a_new_project_is_told_what_was_measured_elsewhere(project: Project) -> None:
    costs = told(project)
    assert costs.batch == ""
    assert "F1 was .88 instead of .82" in costs.source
    assert "1.2 keys instead of 1.5" in costs.threshold
    assert costs.single.startswith("Saves a curator's look")


def test_the_reference_figures_are_those_of_the_guides() -> None:
    """.878 and .823 at 100 labels; 1.46 and 1.20 keys a label."""
    transfer, hands = (RESULTS / f"{name}.md" for name in ("transfer", "hands"))
    assert "| at 100 | .878 / .823" in transfer.read_text(encoding="utf-8")
    text = hands.read_text(encoding="utf-8")
    assert "| 193 | **1.46** |" in text and "| 193 | **1.20** |" in text
    assert (round(0.878, 2), round(0.823, 2)) == (choice_costs.NEAR, choice_costs.ALONE)
    assert (round(1.46, 1), round(1.20, 1)) == (choice_costs.KEYS, choice_costs.KEYS_PROPOSED)


def test_a_batch_costs_its_readers_time(project: Project) -> None:
    project.batch_size = 20
    assert "about 10 minutes" in told(project, 30.0).batch


def test_the_source_is_judged_by_the_projects_labels(project: Project) -> None:
    source = SourceModel.objects.create(name="Hotels", lang="en", folder="sources/1")
    project.source_model = source
    assert "instead of" in told(project).source
    make_round(project, 1, transfer={"source": source.pk, "folder": "sources/1", "trust": 0.2})
    assert told(project).source.startswith("Hotels is not used: by the labels so far")


@pytest.mark.parametrize(
    ("threshold", "said"),
    [(0.3, "readers see its proposals."), (0.9, "readers see no proposals yet.")],
)
def test_the_threshold_says_where_the_model_stands(
    threshold: float, said: str, project: Project
) -> None:
    make_round(project, 1, right=2)
    project.proposal_threshold = threshold
    assert told(project).threshold == f"The model here has F1 .73: {said}"


def test_what_readers_made_of_proposals_is_told(
    project: Project, annotator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four proposals three were accepted, 75 %."""
    run, label = make_round(project, 1, right=2), project.labels.all()[0]
    turn = Turn.objects.all()[0]
    reading = Reading.objects.create(turn=turn, reader=annotator, status="done")
    for at, status in enumerate(["accepted"] * 3 + ["rejected"]):
        place: dict[str, Any] = {"turn": turn, "label": label, "start": at, "end": at + 1}
        origin = Span.objects.create(**place, run=run, status="proposed")
        Span.objects.create(**place, reading=reading, origin=origin, status=status)
    assert "accepted" not in told(project).threshold  # four are too few
    monkeypatch.setattr(choice_costs, "FEWEST", 4)
    assert (
        "Of 4 that readers decided on they accepted 75\N{NO-BREAK SPACE}%."
        in told(project).threshold
    )


def test_one_readers_word_is_weighed(
    batch: Batch, annotator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three turns two are read by one person: at an hour each a curator would need two."""
    project = batch.project
    for item in batch.items.filter(rank__lt=2):
        finish(item, annotator)
    assert told(project, 3600.0).single == (
        "If off, a curator checks 2 turns that one person read, about 2\N{NO-BREAK SPACE}h."
    )
    assert "about 1\N{NO-BREAK SPACE}min" in told(project, 6.0).single  # not an hour
    project.single_is_gold = False
    Reading.objects.update(is_gold=False)
    assert told(project, 3600.0).single == (
        "Now 2 turns that one person read wait for a curator, about 2\N{NO-BREAK SPACE}h."
    )


def test_how_often_a_second_reader_differs_is_told(
    project: Project, annotator: Any, second_annotator: Any
) -> None:
    """Of twenty turns that two read, one fifth is not settled; another rests on one word."""
    add_calls(project, 11, annotator, read=0)
    batch = Batch.objects.create(project=project, number=1)
    turns = list(Turn.objects.filter(dialogue__external_id__startswith="c", position=0))
    turns = [turn for turn in turns if "-" not in turn.dialogue.external_id]
    turns += [turn.dialogue.turns.get(position=1) for turn in turns]
    for rank, turn in enumerate(turns[:21]):
        readers = 1 if rank == 20 else 2
        QueryItem.objects.create(batch=batch, turn=turn, rank=rank, readers=readers, status="done")
        for person in (annotator, second_annotator)[:readers]:
            Reading.objects.create(
                turn=turn, reader=person, status="done", done_at=timezone.now(),
                is_gold=person == annotator and rank >= 4,
            )  # fmt: skip
    assert told(project).single.endswith(
        "Of 20 turns that several read they differ on 20\N{NO-BREAK SPACE}%."
    )


def test_turns_drawn_by_chance_are_counted(project: Project) -> None:
    project.batch_size, project.audit_percent = 20, 10
    assert told(project).audit.startswith("Now about 2 turns of a batch of 20;")
    project.audit_percent = 0
    assert told(project).audit.startswith("Now none:")
