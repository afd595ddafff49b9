"""A bounded simulation of a project: from what it learns, on what it is measured."""

from typing import Any

import pytest

from annotation.models import Project
from annotation.refusals import Refused
from annotation.services.training import simulating
from annotation.services.training.simulating import Trial, simulate_project
from tests.labelled import call

SMALL = Trial(queries=["random"], turns=20, rounds=1, batch=5)


def told(project: Project, trial: Trial = SMALL) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    notes: list[tuple[int, int]] = []
    return simulate_project(
        project, trial, lambda done, total, _what: notes.append((done, total))
    ), notes


def test_it_is_measured_on_the_turns_that_are_kept_for_it(
    labelled: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulating, "FEWEST", 1)
    drawn, _notes = told(labelled)
    # Of two calls one is drawn, and the other is learnt from: four turns and three.
    assert drawn["measured_on"] == "drawn dialogues"
    assert drawn["measured_turns"] + drawn["pool"]["instances"] == 7
    second = call(labelled, "call-2")
    labelled.dialogues.filter(pk=second.pk).update(split="test")
    kept, notes = told(labelled)
    assert (kept["measured_on"], kept["measured_turns"]) == ("test", 3)
    assert kept["pool"]["instances"] == 4 and notes == [(1, 2), (2, 2)]
    assert set(kept["runs"][0]["curve"][0]) == set(simulating.CURVE)


def test_too_few_read_turns_are_refused(labelled: Project) -> None:
    with pytest.raises(Refused) as refusal:
        told(labelled)
    assert refusal.value.code == "too_few"


def test_one_long_dialogue_is_not_drawn_whole(
    labelled: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulating, "FEWEST", 1)
    monkeypatch.setattr(simulating, "MOST_TURNS", 3)
    labelled.dialogues.filter(external_id="call-2").update(split="test")
    got, _notes = told(labelled, Trial(queries=["random"], turns=3, rounds=1, batch=1))
    assert got["pool"]["instances"] == 3  # of four
