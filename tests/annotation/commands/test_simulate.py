"""`simulate`: the keys of its curve, its strategies, and what it refuses."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.formats.jsonl import write_line
from tests.annotation.services.test_sources import bookings


def run(*args: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("simulate", *args, stdout=out, stderr=err)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(map(write_line, bookings(20))), encoding="utf-8")
    return str(path)


def options(corpus: str, *more: str) -> list[str]:
    return ["--target", corpus, "--test", corpus, "--batch", "6", "--iterations", "2", *more]


def test_the_curve_has_the_keys_that_scripts_read(corpus: str, tmp_path: Path) -> None:
    file = tmp_path / "curve.json"
    status, out, _err = run(*options(corpus, "--repeats", "2", "--out", str(file), "--json"))
    curve = json.loads(file.read_text())
    assert status == 0
    assert curve == json.loads(out)
    assert {"full", "pool", "runs"} <= set(curve)
    assert set(curve["full"]) == {"precision", "recall", "f1"}
    assert set(curve["pool"]) == {"instances", "tokens"}
    assert [run_["repeat"] for run_ in curve["runs"]] == [0, 1]
    point = curve["runs"][0]["curve"][0]
    expected = {
        "instances",
        "tokens",
        "precision",
        "recall",
        "f1",
        "train_s",
        "score_s",
        "select_s",
    }
    assert set(point) == expected
    assert [p["instances"] for p in curve["runs"][0]["curve"]] == [6, 12, 18]


def test_a_source_takes_part(corpus: str) -> None:
    status, out, err = run(
        *options(
            corpus,
            "--source",
            corpus,
            "--seed-strategy",
            "kmeans+source",
            "--query-strategy",
            "combined",
            "--json",
        )
    )
    assert (status, err) == (0, "")
    assert json.loads(out)["pool"]["instances"] == 40


def test_coarse_labels(corpus: str, tmp_path: Path) -> None:
    names = tmp_path / "map.json"
    names.write_text('{"gold": {"NAME": "PERSON"}}')
    assert run(*options(corpus, "--labels", "coarse", "--labelmap", str(names), "--json"))[0] == 0
    status, _out, err = run(*options(corpus, "--labels", "coarse"))
    assert (status, "expected --labelmap FILE" in err) == (1, True)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--seed-strategy", "magic"], "expected one of"),
        (["--query-strategy", "magic"], "expected one of"),
        (["--query-strategy", "source-entropy"], "source model"),
        (["--source", "/no/such/thing"], "No such file"),
    ],
)
def test_what_cannot_be_done_is_said(more: list[str], sentence: str, corpus: str) -> None:
    status, _out, err = run(*options(corpus, *more))
    assert status == 1
    assert sentence in err


def test_broken_files(corpus: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{\n")
    status, _out, err = run("--target", str(bad), "--test", corpus)
    assert (status, "bad.jsonl:1: " in err) == (1, True)
    with pytest.raises(CommandError):
        run("--target", corpus)
