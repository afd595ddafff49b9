"""`manage.py agreement` as scripts call it: status, JSON, levels."""

import json
from typing import Any

import pytest
from django.core.management import CommandError

from annotation.models import Project
from tests.annotation.commands.running import run
from tests.annotation.services.team.test_agreement import ANA, EVA, adjudicate, asked, say


@pytest.fixture
def shared(project: Project, annotator: Any, second_annotator: Any, curator: Any) -> Project:
    turn = asked(project)
    say(turn, annotator, ANA)
    say(turn, second_annotator, EVA)
    adjudicate(turn, curator, ANA)
    return project


def test_json(shared: Project) -> None:
    status, out, err = run("agreement", "support", "--json")
    assert (status, err) == (0, "")
    summary = json.loads(out)
    assert (summary["project"], summary["level"], summary["turns"]) == ("support", "0", 1)
    assert summary["people"]["annotator"]["f1"] == 1.0
    assert summary["differences"][0] == {
        "dialogue": "call-1",
        "turn": 1,
        "kind": "label",
        "readers": ["annotator", "second"],
        "spans": [
            [{"start": 14, "end": 22, "label": "surname"}],
            [{"start": 14, "end": 22, "label": "place"}],
        ],
    }
    assert "Olabarri" not in out


def test_words(shared: Project) -> None:
    status, out, _err = run("agreement", "support", "--level", "any")
    assert status == 0
    assert "annotator / second" in out
    assert "disagreements: 1 missing, 0 bounds, 0 label" in out


def test_nothing_shared(project: Project) -> None:
    status, out, _err = run("agreement", "support", "--json")
    assert (status, json.loads(out)["turns"]) == (0, 0)


def test_refusals(shared: Project) -> None:
    status, _out, err = run("agreement", "nowhere")
    assert (status, err.strip()) == (1, "nowhere: no such project; expected the short name of one")
    status, _out, err = run("agreement", "support", "--level", "4")
    assert (status, err.strip()) == (1, "no level '4'; expected one of any, 0")
    with pytest.raises(CommandError):
        run("agreement")


def test_chosen_readers_and_dialogues(shared: Project) -> None:
    assert run("agreement", "support", "--reader", "nobody")[0] == 1
    status, out, _err = run("agreement", "support", "--reader", "annotator", "--json")
    summary = json.loads(out)
    assert (status, summary["readers"], summary["pairs"]) == (0, ["annotator"], [])
    status, out, _err = run("agreement", "support", "--reader", "annotator", "--reader", "second")
    assert status == 0
    assert out.splitlines()[-1].split()[:2] == ["call-1", "1"]
