"""What the page of releases says before one is made."""

from typing import Any

from annotation.models import Turn
from annotation.services.release import evidence
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


def test_what_no_model_measured_is_not_said_to_pass(labelled: Any) -> None:
    checks = {check.title: check for check in evidence.readiness_of(labelled).checks}
    found = checks["Words that the model finds"]
    assert (found.state, found.word, found.figure) == ("", "Not checked", "–")


def test_recall_is_shown_with_its_interval(labelled: Any) -> None:
    from annotation.models import TrainingRun

    metrics = {"recall": 0.95, "on": "test", "n": 50, "per_label": {"place": {"support": 100}}}
    TrainingRun.objects.create(
        project=labelled, kind="round", number=1, status="done", folder="x", metrics=metrics
    )
    check = evidence.readiness_of(labelled).checks[4]
    # Wilson, 95 of 100: 0.8882 to 0.9785, rounded away from what they bound
    assert check.figure == "95\N{NO-BREAK SPACE}%"
    assert "88\N{NO-BREAK SPACE}% to 98\N{NO-BREAK SPACE}%" in check.line


def test_recall_by_halves_is_a_lower_bound_until_chance_tells_more(labelled: Any) -> None:
    """Never a symmetric interval of models that learnt from half the labels."""
    from annotation.models import TrainingRun

    metrics = {
        "f1": 0.8, "recall": 0.75, "recall_labels": 0.5, "on": "cross-validation", "n": 50,
        "per_label": {"place": {"support": 100}},
    }  # fmt: skip
    run = TrainingRun.objects.create(
        project=labelled, kind="round", number=1, status="done", folder="x", metrics=metrics
    )
    check = evidence.readiness_of(labelled).checks[4]
    assert check.figure == "at least 75\N{NO-BREAK SPACE}%"
    assert "By cross-validation over 100 words" in check.line and "interval" not in check.line
    audit = {
        "turns": 40, "tokens": 50, "f1": 0.9, "f1_low": 0.8, "f1_high": 0.95, "recall": 0.9,
        "recall_labels": 0.7,
    }  # fmt: skip
    TrainingRun.objects.filter(pk=run.pk).update(advice={"audit": audit})
    check = evidence.readiness_of(labelled).checks[4]
    # Wilson, 45 of 50: 0.7864 to 0.9565
    assert check.figure == "90\N{NO-BREAK SPACE}%"
    assert "78" in check.line and "over 50 words in turns drawn by chance" in check.line


def test_readiness_warns_of_what_stays_on_purpose(labelled: Any) -> None:
    assert len(evidence.readiness_of(labelled).checks) == 5
    labelled.replacement_q = 0.9
    check = evidence.readiness_of(labelled).checks[-1]
    assert (check.state, check.figure) == ("warn", "10.0\N{NO-BREAK SPACE}%")
    assert "for research only" in check.line


def test_what_stays_on_purpose_counts_into_delta(labelled: Any, monkeypatch: Any) -> None:
    from dataclasses import replace

    from annotation.models import TrainingRun

    metrics = {"recall": 0.95, "on": "test", "n": 50, "per_label": {"place": {"support": 100}}}
    TrainingRun.objects.create(
        project=labelled, kind="round", number=1, status="done", folder="x", metrics=metrics
    )
    seen = replace(evidence.coverage_of(labelled), machine=3)
    monkeypatch.setattr(evidence, "coverage_of", lambda _project: seen)
    labelled.replacement_q = 0.8
    ready = evidence.readiness_of(labelled)
    # Wilson, 95 of 100: from 0.8882; 1 - 0.8 * 0.8882 = 0.2894, rounded up
    assert ready.checks[5].figure == "up to 29\N{NO-BREAK SPACE}%"
    assert ready.checks[5].line.startswith("Up to 29 of 100 items")
    warned = [check for check in ready.worst_first if check.state == "warn"]
    assert [check.title for check in warned[:2]] == [
        "Nobody has approved any text",
        "What may still be in the text",
    ]  # the gravest of their state


def test_what_blocks_stands_first_and_what_only_the_model_read_is_counted(
    labelled: Any, monkeypatch: Any
) -> None:
    from dataclasses import replace

    seen = replace(evidence.coverage_of(labelled), nobody=0, machine=3)
    monkeypatch.setattr(evidence, "coverage_of", lambda _project: seen)
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
