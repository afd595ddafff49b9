"""`manage.py privacy` as scripts call it: a distribution alone, a file, a project; bad input."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, load_command_class

from annotation.models import Measurement, Project
from annotation.services.evidence.epsilon.reckoning import pi_epsilon
from annotation.services.evidence.measurements import stamp_of
from tests.annotation.commands.running import run
from tests.conftest import SHARED
from tests.labelled import shown

CASES = SHARED / "cases" / "epsilon.json"
FIGURES = {
    "epsilon": "eps",
    "never_itself": "eps_never_self",
    "delta_at_0": "delta_at_0",
    "delta_at_1": "delta_at_1",
}
CLAIMS = re.compile(r"anonym|guarant|complian", re.IGNORECASE)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """One dialogue with a surname on the list, and a number."""
    path = tmp_path / "calls.jsonl"
    spans = [{"start": 4, "end": 10, "label": "FAM"}, {"start": 12, "end": 16, "label": "NUM"}]
    turn = {"speaker": "a", "text": "Soy García, seis", "spans": spans}
    path.write_text(json.dumps({"id": "secret-1", "lang": "es", "turns": [turn]}) + "\n")
    return path


def summary(*args: str) -> Any:
    status, out, err = run("privacy", *args, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_distribution_alone(tmp_path: Path) -> None:
    found = summary("--pi", "uniform:100", "--p", "0.9")
    # (.1 + .009) / .009 = 12.111; its logarithm 2.4941; delta(0) = 1 - .9.
    assert found["epsilon"] == pytest.approx(2.494123, abs=1e-6)
    assert found["delta_at_0"] == pytest.approx(0.1)
    path = tmp_path / "pi.tsv"
    path.write_text("a\t0.5\nb\t0.5\nc\t0\n")
    found = summary("--pi", str(path), "--p", "0.9")
    assert (found["epsilon"], found["no_finite_epsilon"]) == (
        None, ["a word of the list is never drawn"],
    )  # fmt: skip
    status, out, _err = run("privacy", "--pi", str(path), "--p", "0.9")
    assert status == 0 and out.startswith("No finite epsilon: a word of the list is never drawn")


@pytest.mark.skipif(not CASES.exists(), reason=f"no fixtures at {CASES}")
def test_the_44_figures(tmp_path: Path) -> None:
    seen = 0
    for case in json.loads(CASES.read_text()):
        named = f"uniform:{case['n']}"
        if not isinstance(case["pi"], str):
            (tmp_path / "pi.json").write_text(json.dumps(case["pi"]))
            named = str(tmp_path / "pi.json")
        found = pi_epsilon(named, case["p"])
        for ours, theirs in FIGURES.items():
            wanted = None if case[theirs] is None else pytest.approx(case[theirs], abs=1e-6)
            assert found[ours] == wanted, (case["name"], ours)
            seen += 1
    assert seen == 44


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (b"\xff\xfe0.5", "no text in UTF-8; expected probabilities"),
        (b"[" * 100_000, "no list of numbers; expected [0.5, 0.3, ...]"),
        (b"[1" + b"0" * 400 + b"]", "no list of numbers; expected [0.5, 0.3, ...]"),
    ],
)
def test_a_file_that_is_no_distribution_is_one_sentence(
    tmp_path: Path, held: bytes, said: str
) -> None:
    path = tmp_path / "pi"
    path.write_bytes(held)
    status, out, err = run("privacy", "--pi", str(path), "--p", "0.9")
    assert (status, out, err.strip()) == (1, "", f"{path}: {said}")


def test_a_number_without_end_is_no_size() -> None:
    status, out, err = run("privacy", "--pi", f"uniform:{'1' * 5000}", "--p", "0.9")
    assert (status, out) == (1, "") and "expected uniform:N with N from 1 to 10000000" in err


def test_file(corpus: Path) -> None:
    found = summary(str(corpus), "--p", "0.95", "--strategy", "word", "--allow-itself")
    rows = {row["label"]: row for row in found["labels"]}
    # Ten number words: ln(1 + 10 x .05 / .95) = ln(1.52632) = .4229.
    assert rows["NUM"]["epsilon"] == pytest.approx(0.4229, abs=1e-4)
    assert rows["FAM"]["epsilon"] > rows["NUM"]["epsilon"]
    assert found["composed"] == pytest.approx(rows["FAM"]["epsilon"] + rows["NUM"]["epsilon"])
    for strategy in ("word", "entity", "dissociation", "typed", "generalise"):
        found = summary(str(corpus), "--p", "0.95", "--strategy", strategy)
        assert all(row["epsilon"] is None for row in found["labels"]), strategy
        assert all(row["no_finite_epsilon"] for row in found["labels"])
    marked = summary(str(corpus), "--p", "0.95", "--strategy", "word", "--allow-itself",
                     "--spans", "marked")  # fmt: skip
    assert "spans are marked" in marked["labels"][0]["no_finite_epsilon"][0]


def test_no_number_stands_over_all_labels(corpus: Path) -> None:
    said = run("privacy", str(corpus), "--p", "0.95", "--strategy", "word", "--allow-itself")[1]
    assert "No number is told over all labels" in said
    assert "together" not in said and "[Mattern22, Meisenbacher24]" in said


@pytest.mark.parametrize("strategy", ["typed", "redact", "named", "indexed"])
def test_a_placeholder_says_what_p_1_means(corpus: Path, strategy: str) -> None:
    said = run("privacy", str(corpus), "--p", "1", "--strategy", strategy)[1]
    assert "no figure is told: if every item is found (p = 1)" in said
    assert "epsilon 0" not in said
    said = run("privacy", str(corpus), "--p", "0.99", "--strategy", strategy)[1]
    assert "No finite epsilon: a placeholder hides nothing that was missed" in said


def test_a_file_knows_no_recall(corpus: Path) -> None:
    found = summary(str(corpus), "--strategy", "word", "--allow-itself")
    assert [row["p"] for row in found["labels"]] == [None, None]
    assert found["labels"][0]["no_finite_epsilon"] == [
        "nobody has measured how many items are missed"
    ]


def test_project(labelled: Project) -> None:
    figures = {"model": {"all": {"low": 0.9, "n": 50}, "labels": [{"name": "surname", "low": 0.8}]}}
    Measurement.objects.create(
        project=labelled, kind="recall", status="done", figures=figures, stamp=stamp_of(labelled)
    )
    found = summary("support")
    rows = {row["label"]: row for row in found["labels"]}
    assert found["recall_items"] == 50 and rows["surname"]["p"] == pytest.approx(0.8)
    assert rows["place"]["p"] is None  # never met where recall was measured
    labelled.replacement_q = 0.5
    labelled.save()
    rows = {row["label"]: row for row in summary("support")["labels"]}
    assert rows["surname"]["p"] == pytest.approx(0.4)  # .8 x .5
    assert rows["surname"]["delta_at_0"] == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("read_by", "readers", "p"),
    [
        (["model"], 0.6, 0.8),  # what readers overlook says nothing of a model
        (["model", "one"], 0.6, 0.6),  # the lower one
        (["model", "one"], None, 0.8),  # of the rest nothing is known
        (["two"], 0.9, 0.9),  # and no model has read it
        (["one"], None, None),
    ],
)
def test_p_is_of_who_has_read_what_leaves(
    labelled: Project, read_by: list[str], readers: float | None, p: float | None
) -> None:
    def of(low: float) -> dict[str, Any]:
        few = {"name": "surname", "low": 0.1, "few": True}  # too few to say, beside another
        rows = [few, {"name": "surname", "low": low, "few": False}]
        return {"why": "", "all": {"low": low, "n": 50}, "labels": rows}

    figures = {
        "model": of(0.8),
        "readers": of(readers) if readers else {"why": "one_reader"},
        "file": {"rows": [{"who": who, "kinds": [who]} for who in read_by]},
    }
    Measurement.objects.create(
        project=labelled, kind="recall", status="done", figures=figures, stamp=stamp_of(labelled)
    )
    rows = {row["label"]: row for row in summary("support")["labels"]}
    assert rows["surname"]["p"] == p


def test_nothing_is_told_and_nothing_is_claimed(labelled: Project, corpus: Path) -> None:
    for args in (["support"], [str(corpus), "--p", "0.9"], [str(corpus), "--strategy", "word",
                 "--p", "0.9", "--allow-itself"], ["--pi", "uniform:9", "--p", "1"]):  # fmt: skip
        for form in ([], ["--json"]):
            _status, out, err = run("privacy", *args, *form)
            assert not CLAIMS.search(out + err)
            assert not shown(out) and "García" not in out and "secret-1" not in out


def test_one_sentence_for_bad_input(labelled: Project, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text('{"id": "a", "lang": "es", "turns": [{"speaker": "a", "text": "hola"}]}\n')
    half = tmp_path / "half.txt"
    half.write_text("0.25\n0.25\n")
    none = tmp_path / "none.txt"
    none.write_text("")
    for args, sentence in [
        (["--pi", str(half), "--p", "1"], f"{half}: the probabilities sum to 0.5; expected 1"),
        (["--pi", str(none), "--p", "1"],
         f"{none}: no probability; expected one or more that sum to 1"),
        ([str(empty)], f"{empty}: no labelled item; expected turns with spans"),
        (["nowhere"], "nowhere: no such project; expected the short name of one"),
        ([], "expected a project or a file, or --pi and --p without one"),
        (["support", "--pi", "uniform:3"], "expected a project or a file, or --pi and --p without "
         "one"),
    ]:  # fmt: skip
        status, out, err = run("privacy", *args)
        assert (status, out, err.strip()) == (1, "", sentence)
    for p in ("0", "1.2", "-1", "x", "nan"):
        with pytest.raises(CommandError, match="no number above 0 and at most 1"):
            run("privacy", "--pi", "uniform:3", "--p", p)


def test_a_project_without_labels(project: Project) -> None:
    status, _out, err = run("privacy", "support")
    assert (status, err.strip()) == (1, "support: no settled label; expected one turn read or more")


def test_a_wrong_option_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """As the shell calls it: no lines of usage, and status 2."""
    parser = load_command_class("annotation", "privacy").create_parser("manage.py", "privacy")
    parser.called_from_command_line = True
    with pytest.raises(SystemExit) as stop:
        parser.parse_args(["support", "--p", "1.5"])
    told = capsys.readouterr().err.strip()
    assert stop.value.code == 2
    assert told.count("\n") == 0 and told.endswith("--p: 1.5 is no number above 0 and at most 1")
