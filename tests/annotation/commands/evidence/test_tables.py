"""`manage.py tables` as scripts call it: files, a project, formats, bad input."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Project
from tests.annotation.commands.running import run
from tests.annotation.services.team.test_agreement import ANA, EVA, adjudicate, asked, say
from tests.labelled import shown

NAMES = ["Ana", "Eva", "Luz", "Ane", "Rosa", "Nora"]


def write(path: Path, *, only: str = "", domain: str = "") -> Path:
    """Twelve dialogues of two turns with a name each; `only`: labels of no other name."""
    lines = []
    for n in range(12):
        name = NAMES[n % 6]
        first, second = f"hola soy {name} López", f"gracias {name}"
        turns = [
            {"speaker": "a", "text": text, "spans": [
                {"start": text.index(name), "end": text.index(name) + len(name), "label": "per"}
            ] if only in ("", name) else []}
            for text in (first, second)
        ]  # fmt: skip
        extra = {"domain": f"{domain}{n % 2}"} if domain else {}
        lines.append(json.dumps({"id": f"secret-{n}", "lang": "es", "turns": turns, **extra}))
    path.write_text("\n".join(lines) + "\n")
    return path


def tables(*args: str) -> dict[str, Any]:
    status, out, err = run("tables", *args, "--json")
    assert (status, err) == (0, "")
    return {table["name"]: table for table in json.loads(out)["tables"]}


def test_corpus_and_labels(tmp_path: Path) -> None:
    found = tables(str(write(tmp_path / "a.jsonl")))
    assert list(found) == ["corpus", "labels"]
    figures = dict(found["corpus"]["rows"])
    # Twelve times 4 + 2 words.
    assert (figures["dialogues"], figures["turns"], figures["words"]) == (12, 24, 72)
    assert found["labels"]["rows"] == [["per", 24, 1.0, 24, 6, 12]]


def test_formats(tmp_path: Path) -> None:
    path = str(write(tmp_path / "a.jsonl"))
    status, out, _err = run("tables", path)
    assert status == 0 and out.startswith("## The corpus\n") and "| per | 24 | 1.000 |" in out
    status, out, _err = run("tables", path, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {"table": "labels", "row": "per", "column": "items", "value": "24"} in rows
    status, out, _err = run("tables", path, "--format", "json")
    assert json.loads(out)["tables"][1]["name"] == "labels"


def test_folds_taggers_and_domains(tmp_path: Path) -> None:
    path = str(write(tmp_path / "a.jsonl", domain="line"))
    found = tables(path, "--folds", "2", "--tagger", "crf", "--tagger", "crf-neutral",
                   "--domain", "domain")  # fmt: skip
    assert [row[0] for row in found["taggers"]["rows"]] == ["crf", "crf-neutral"]
    assert found["taggers"]["rows"][0][6] == 24  # every item is in one fold
    (row,) = found["wilcoxon"]["rows"]
    assert row[0] == "crf / crf-neutral" and 0 <= row[3] <= 1
    assert [row[0] for row in found["domains"]["rows"]] == ["line0", "line1"]


def test_agreement_of_files_of_one_text(tmp_path: Path) -> None:
    paths = [write(tmp_path / "a.jsonl"), write(tmp_path / "b.jsonl"),
             write(tmp_path / "c.jsonl", only="Ana")]  # fmt: skip
    found = tables(*map(str, paths), "--agreement")
    readers = {row[0]: row for row in found["readers"]["rows"]}
    # Two of three give every name: the vote is theirs, and the third finds 4 of 24.
    assert readers["reader 1"][1:4] == readers["reader 2"][1:4] == [1.0, 1.0, 1.0]
    assert readers["reader 3"][2] == pytest.approx(4 / 24)
    assert [row[0] for row in found["pairs"]["rows"]][-1] == "mean"


def test_files_of_predictions(tmp_path: Path) -> None:
    gold, half = write(tmp_path / "a.jsonl"), write(tmp_path / "b.jsonl", only="Ana")
    found = tables(str(gold), "--predicted", str(gold), "--predicted", str(half))
    rows = {row[0]: row for row in found["taggers"]["rows"]}
    assert rows["tagger 1"][3] == 1.0
    # Of twelve dialogues the two of Ana are right, and of the others nothing is found.
    assert rows["tagger 2"][3] == pytest.approx(2 / 12)
    # Ten steps of -1, two of none: W = 0, p = 2 / 2^10 exactly, or nearly so by its approximation.
    (row,) = found["wilcoxon"]["rows"]
    assert row[2] == 0.0 and row[3] < 0.01


def test_project(project: Project, annotator: Any, second_annotator: Any, curator: Any) -> None:
    turn = asked(project)
    say(turn, annotator, ANA)
    say(turn, second_annotator, EVA)
    adjudicate(turn, curator, ANA)
    found = tables("support", "--agreement")
    assert [row[0] for row in found["readers"]["rows"]] == ["annotator", "second", "all together"]
    figures = {row[0]: row[3] for row in found["readers"]["rows"]}
    assert figures["annotator"] == 1.0 > figures["second"]
    voted = tables("support", "--agreement", "--gold", "vote")
    assert voted["readers"]["note"].startswith("Against the vote of the majority")
    _status, out, _err = run("tables", "support", "--agreement")
    assert not shown(out) and not re.search("anonym|guarant|complian", out, re.IGNORECASE)


def test_nothing_of_a_source_is_told(tmp_path: Path) -> None:
    path = write(tmp_path / "secret-file.jsonl")
    _status, out, _err = run("tables", str(path), "--folds", "2")
    assert "secret" not in out and "Ana" not in out and "López" not in out


def test_one_sentence_for_bad_input(project: Project, tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl")
    bare = tmp_path / "bare.jsonl"
    bare.write_text('{"id": "a", "lang": "es", "turns": [{"speaker": "a", "text": "hola"}]}\n')
    other = tmp_path / "other.jsonl"
    other.write_text(path.read_text().replace("hola", "vale"))
    for args, sentence in [
        ([str(bare)], f"{bare}: no labelled item; expected turns with spans"),
        ([str(path), "--folds", "1"], "--folds 1; expected 2 or more"),
        ([str(path), "--folds", "13"],
         "12 labelled dialogues for 13 folds; expected one a fold or more"),
        ([str(path), "--domain", "topic"],
         "no dialogue has a 'topic'; expected a key with a word each"),
        ([str(path), "--agreement"], "1 file; --agreement expected two or more of one text"),
        (["support", "--agreement"],
         "no turn was read by two people; expected two readings of one text"),
        (["nowhere"], "nowhere: no such project; expected the short name of one"),
        (["support", "nowhere"], "2 names; expected one project, or files"),
        (["support", "--folds", "2"], "no labelled item to learn from; expected turns with spans"),
        (["support", "--predicted", str(path)],
         "support: a project; --predicted expected one gold FILE"),
    ]:  # fmt: skip
        status, out, err = run("tables", *args)
        assert (status, out, err.strip()) == (1, "", sentence)
    status, out, err = run("tables", str(path), str(other), "--agreement")
    assert (status, out) == (1, "") and err.startswith(f"{other}:1: ") and "hola" not in err
