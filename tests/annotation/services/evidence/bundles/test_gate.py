"""The gate's line on the second reading says what the test of it says, and nothing kinder; what is
held back is no limit, and recall of another file is named."""

from typing import Any

import pytest

from annotation.evidence.audit.sequential import Goal
from annotation.models import Project
from annotation.services.evidence.bundles import gate
from annotation.services.evidence.second_readings.drawing import draw_second_readings
from annotation.services.release.checks import Check
from tests.annotation.services.evidence.bundles import room
from tests.annotation.services.evidence.second_readings.room import read_again


def line_of(project: Project) -> gate.Line:
    lines = gate.gate_of(project.exports.latest("pk")).lines
    return next(each for each in lines if each.name == "second-reading")


def test_a_second_reading_is_fine_when_it_shows_what_it_was_to_show(
    labelled: Project, second_annotator: Any
) -> None:
    room.write(labelled)
    assert (line_of(labelled).state, line_of(labelled).figure) == ("warn", "–")
    draw_second_readings(labelled, None, Goal(0.9, 0.9), turns=7)
    assert (line_of(labelled).state, line_of(labelled).figure) == ("warn", "0 of 7")
    read_again(labelled, second_annotator)
    assert (line_of(labelled).state, line_of(labelled).figure) == ("ok", "7 of 7")


def test_all_read_twice_is_not_enough_where_readers_miss_too_much(
    labelled: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.write(labelled)
    ended = {"state": "done", "outcome": "not shown", "drawn": 7, "waiting": 0}
    monkeypatch.setattr(gate, "second_reading_state", lambda *_given: ended)
    line = line_of(labelled)
    assert (line.state, line.figure) == ("warn", "7 of 7")
    assert line.line == "Read twice, and readers miss more than was to be shown"


def test_turns_that_are_held_back_are_no_limit_to_lift() -> None:
    """Their dialogues are not in the file, as the release page says: nobody lifts anything."""
    unsettled = Check("block", "Turns that are read and not settled", "", "3 turns")
    assert gate._state_of(unsettled) == "warn"
    limit = Check("block", "Dialogues with nothing left, at least 95 %", "", "", is_limit=True)
    assert gate._state_of(limit) == "block"


def test_a_parrot_that_points_at_what_was_missed_is_a_limit_other_attacks_are_warnings(
    labelled: Project,
) -> None:
    export = room.write(labelled)
    others = room.ATTACK["findings"][1:]
    told = room.ATTACK["findings"][0] | {"state": "told"}
    room.measure(labelled, attack={"findings": [told, *others]})
    states = {each.name: each.state for each in gate.gate_of(export).asking}
    assert states["attack-parrot"] == "block"
    assert states["attack-real-or-surrogate"] == "warn"


def test_recall_that_was_measured_for_another_file_asks_for_a_reason(labelled: Project) -> None:
    export = room.write(labelled)
    now = export.summary["dialogues"]
    whole = room.RECALL["file"]["all"]
    for was, asks in ((now, False), (now + 1, True)):
        file = room.RECALL["file"] | {"all": whole | {"dialogues": was}}
        room.measure(labelled, recall=room.RECALL | {"file": file})
        names = {each.name for each in gate.gate_of(export).asking}
        assert ("recall-of-another" in names) == asks
