"""`simulate` does what a project does, or what papers do, and its files say which."""

import gzip
import io
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Project
from learning.simulation.samples import Plan
from tests.annotation.commands import running
from tests.annotation.commands.test_simulate import corpus as corpus

run = partial(running.run, "simulate", "--jobs", "1")


def test_by_default_what_a_project_begins_with() -> None:
    project, plan = Project(), Plan()
    assert (plan.batch, plan.audit_percent) == (project.batch_size, project.audit_percent)
    names = (project.seed_strategy, project.query_strategy, project.cost_unit, project.batch_unit)
    assert (plan.seed_strategy, plan.query_strategy, plan.cost, plan.batch_unit) == names
    assert plan.labels == "all"


def test_a_curve_says_what_was_simulated(corpus: str, tmp_path: Path) -> None:
    def set_up(*more: str) -> dict[str, Any]:
        files = ("--target", corpus, "--test", corpus, "--iterations", "1")
        status, out, _err = run(*files, *more, "--json", "--quiet")
        assert status == 0
        return json.loads(out)["set_up"]

    assert set_up()["name"] == "project"
    papers = set_up("--as-published")
    assert papers["name"] == "as-published"
    assert (papers["labels"], papers["batch"], papers["warm"]) == ("binary", 100, False)
    mixed = set_up("--as-published", "--lag", "--audit", "25", "--no-trust", "--no-unread-text")
    assert mixed["name"] == "own"
    assert (mixed["lag"], mixed["audit_percent"], mixed["batch"]) == (True, 25, 100)
    assert (mixed["trust"], mixed["classes"]) == (False, False)


def test_the_table_may_have_standard_errors(corpus: str, tmp_path: Path) -> None:
    tables = [tmp_path / "sd.md", tmp_path / "se.md"]
    more = ("--target", corpus, "--test", corpus, "--seed-sizes", "5", "--repeats", "4")
    out = ("--seed-strategy", "random", "--out", str(tmp_path / "curve.json"), "--quiet")
    spreads = []
    for spread, table in zip(("deviation", "error"), tables, strict=True):
        assert run(*more, *out, "--spread", spread, "--table", str(table))[0] == 0
        row = table.read_text().split("| F1 after")[1].splitlines()[2]
        spreads.append(float(row.split("±")[1].strip(" |")))
    assert 0 < spreads[1] == pytest.approx(spreads[0] / 2, abs=0.001)


def test_the_table_tells_both_figures_and_the_time_of_people(corpus: str, tmp_path: Path) -> None:
    table, plot = tmp_path / "t.md", tmp_path / "p.svg"
    more = ("--table", str(table), "--plot", str(plot), "--axis", "minutes", "--quiet")
    assert run("--target", corpus, "--test", corpus, "--batch", "6", *more)[0] == 0
    text = table.read_text()
    assert text.startswith("Own settings: all labels, batches of 6, 10 % of them drawn by chance")
    for head in ("F1 after", "tokens after", "minutes after", "minutes to 99 %"):
        assert f"| {head}" in text
    assert "minutes of people" in plot.read_text()


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "packed"])
def test_the_pool_may_come_from_standard_input(
    corpus: str, pack: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    more = ("--test", corpus, "--batch", "6", "--iterations", "1", "--json", "--quiet")
    _status, wanted, _err = run("--target", corpus, *more)
    said = io.TextIOWrapper(io.BytesIO(pack(Path(corpus).read_bytes())))
    monkeypatch.setattr(sys, "stdin", said)
    status, out, err = run("--target", "-", *more)
    assert (status, err) == (0, "")
    curve, same = json.loads(out), json.loads(wanted)
    assert curve["pool"] == same["pool"] and curve["full"] == same["full"]


def test_standard_input_is_one_file(
    corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _out, err = run("--target", "-", "--test", "-", "--quiet")
    assert status == 1 and "standard input is one file" in err
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{")))
    status, _out, err = run("--target", "-", "--test", corpus, "--quiet")
    assert status == 1 and "stdin:1: not a dialogue" in err
