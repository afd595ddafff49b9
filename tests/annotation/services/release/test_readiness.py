"""What the page of releases says before one is made."""

from dataclasses import replace
from typing import Any

from annotation.models import Turn
from annotation.services.release import evidence, now
from tests.annotation.services.release.files import make
from tests.labelled import call, label


def test_readiness_says_what_is_known(labelled: Any, annotator: Any) -> None:
    before = evidence.readiness_of(labelled)
    assert [check.state for check in before.checks][:3] == ["ok", "", ""]
    make(labelled)
    after = evidence.readiness_of(labelled)
    assert [check.state for check in after.checks][:4] == ["ok", "ok", "ok", "warn"]
    assert not after.stale
    label(
        Turn.objects.get(dialogue=call(labelled, "call-2"), position=0),
        annotator,
        [("teléfono", "other")],
    )
    assert evidence.readiness_of(labelled).stale


def test_what_nobody_measured_is_not_said_to_pass(labelled: Any, monkeypatch: Any) -> None:
    """People's reading is a warning then, a model's a block: nobody gets by without measuring."""
    check = evidence.readiness_of(labelled).checks[4]
    assert (check.state, check.figure) == ("warn", "–")
    assert check.title == "What readers overlook is not measured"
    seen = replace(now.coverage_of(labelled), machine=3)
    monkeypatch.setattr(now, "coverage_of", lambda *_given: seen)
    ready = evidence.readiness_of(labelled)
    assert ready.checks[4].title == "What the model misses is not measured"
    assert (ready.checks[4].state, ready.checks[4].word) == ("block", "Block")
    # It keeps no single dialogue back, and is no mere warning.
    assert (ready.blocked, ready.exceeds, ready.warns) == (0, 1, True)


def test_the_limits_stand_among_the_checks(labelled: Any) -> None:
    figures = {"model": measured(low=0.7), "readers": {"why": "one_reader"}, "file": file_of()}
    labelled.measurements.create(kind="recall", status="done", figures=figures)
    whole, labels = evidence.readiness_of(labelled).checks[4:6]
    # 9 of 160 hold an item: 94.375 % are clean, cut to 94
    assert (whole.state, whole.figure) == ("block", "94\N{NO-BREAK SPACE}%")
    assert whole.line == "About 9 of 160 are expected to hold an item"
    # at most 1 - .7 of surnames are missed: the pill is red, for a limit is no mere warning
    assert (labels.state, labels.figure) == ("block", "up to 30\N{NO-BREAK SPACE}%")
    assert labels.line == "Above it: surname. Too few to say: place"
    labelled.clean_dialogues, labelled.missed_most = 0.9, 0.3
    whole, labels = evidence.readiness_of(labelled).checks[4:6]
    assert (whole.state, labels.state) == ("warn", "warn")  # 20 may hold one: not certain


def measured(low: float) -> dict[str, Any]:
    row = {"name": "surname", "value": 0.85, "low": low, "high": 0.95, "n": 40, "few": False}
    return {"why": "", "labels": [row], "never": ["place"]}


def file_of() -> dict[str, Any]:
    left = {"left": [12.0, 6.0, 30.0], "holding": [9.0, 4.0, 20.0]}
    row = {"who": "model", "dialogues": 160, "kinds": ["model"], "unknown": [], **left}
    return {"rows": [row], "all": {"dialogues": 160, "unknown": [], **left}}


def test_readiness_warns_of_what_stays_on_purpose(labelled: Any) -> None:
    assert len(evidence.readiness_of(labelled).checks) == 5
    labelled.replacement_q = 0.9
    check = evidence.readiness_of(labelled).checks[-1]
    assert (check.state, check.figure) == ("warn", "10.0\N{NO-BREAK SPACE}%")
    assert "for research only" in check.line


def test_what_blocks_stands_first_and_what_only_the_model_read_is_counted(
    labelled: Any, monkeypatch: Any
) -> None:
    seen = replace(now.coverage_of(labelled), nobody=0, machine=3)
    monkeypatch.setattr(now, "coverage_of", lambda *_given: seen)
    first = evidence.readiness_of(labelled).checks[0]
    assert (first.title, first.figure) == ("Turns that only the model has read", "3 turns")
    checks = [evidence.Check(state, "", "", "") for state in ("ok", "warn", "", "block")]
    ready = evidence.Readiness(seen, checks, None, False)
    assert [check.state for check in ready.worst_first] == ["block", "warn", "", "ok"]
    assert ready.held_back == 0


def test_readiness_names_the_labels_that_are_told_coarser(labelled: Any) -> None:
    def line() -> str:
        checks = evidence.readiness_of(labelled).checks
        return next((c.line for c in checks if c.title == "Still told on purpose"), "")

    assert not line()
    labelled.labels.filter(name="place").update(replacement="generalise")
    assert line().startswith("True and coarser: place.")
