"""A file goes in whole or not at all; what is wrong with one is said by line."""

import gzip
from typing import Any

import pytest

from annotation.models import (
    Dialogue,
    Project,
    TrainingRun,
    Turn,
)
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from tests.annotation.services.imports.calls import BAD, GOOD, SECRET, counts, data, line, read


@pytest.mark.parametrize("code", sorted(BAD))
def test_one_bad_line_refuses_the_whole_file(project: Project, manager: Any, code: str) -> None:
    before = counts(project)
    report = read(project, manager, BAD[code])
    assert counts(project) == before
    assert report.dialogues == 0
    (problem,) = report.problems
    assert problem.code == code
    assert problem.line == 2
    assert SECRET not in str(problem)
    assert not TrainingRun.objects.exists()


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"", "x.jsonl", "empty_file"),
        (b"\xef\xbb\xbf \n\n", "x.jsonl", "empty_file"),
        (b"%PDF-1.7 x", "x.jsonl", "content_type"),
        (gzip.compress(bytes(30_000_000), mtime=0), "x.jsonl.gz", "archive_ratio"),
        (gzip.compress(b"abc", mtime=0)[:-9], "x.jsonl.gz", "archive_damaged"),
        (b'{"id": "a", "turns": []}'.decode().encode("utf-16"), "x.jsonl", "encoding"),
    ],
)
def test_files_that_are_no_corpus(
    project: Project, manager: Any, content: bytes, name: str, code: str
) -> None:
    before = counts(project)
    report = read(project, manager, content, name)
    assert [problem.code for problem in report.problems] == [code]
    assert counts(project) == before


def test_other_files_go_in_beside_a_bad_one(project: Project, manager: Any) -> None:
    files = [("bad.jsonl", BAD["json"]), ("good.jsonl", data(line("c", "Hola")))]
    bad, good = import_dialogues(project, files, ImportOrder(user=manager))
    assert not bad.ok
    assert good.ok
    assert project.dialogues.filter(external_id="c").exists()


def test_ids_that_are_there_are_named_by_line(project: Project, manager: Any) -> None:
    report = read(project, manager, data(line("z", "x"), line("call-1", "y"), line("call-2", "y")))
    assert [(p.code, p.line, p.status) for p in report.problems] == [
        ("duplicate_id", 2, 409),
        ("duplicate_id", 3, 409),
    ]
    assert not project.dialogues.filter(external_id="z").exists()


def test_unknown_labels_come_with_the_known_ones(project: Project, manager: Any) -> None:
    report = read(project, manager, BAD["unknown_label"])
    assert "surname" in str(report.problems[0].expected)
    assert "did you mean surname" in report.problems[0].message


def test_unknown_labels_do_not_matter_where_spans_are_left_out(
    project: Project, manager: Any
) -> None:
    assert read(project, manager, BAD["unknown_label"], spans="ignore").ok


def test_files_have_a_cap(project: Project, manager: Any, settings: Any) -> None:
    settings.UPLOAD_LIMIT = 1024 * 1024
    report = read(project, manager, b"x" * (1024 * 1024 + 1))
    assert [(p.code, p.status) for p in report.problems] == [("file_too_large", 413)]
    assert report.problems[0].expected == "at most 1 MB a file"


def test_the_same_id_in_two_files(project: Project, manager: Any) -> None:
    files = [("a.jsonl", data(line("a", "x"))), ("b.jsonl", data(line("a", "y")))]
    good, bad = import_dialogues(project, files, ImportOrder(user=manager))
    assert good.ok
    assert [(p.code, p.line, p.status) for p in bad.problems] == [("duplicate_id", 1, 409)]


def test_ids_that_somebody_brings_meanwhile(project: Project, manager: Any) -> None:
    def meanwhile(share: float, phase: str) -> None:
        if phase.startswith("writing"):
            Dialogue.objects.get_or_create(project=project, external_id="a")

    report = read(project, manager, data(GOOD), report=meanwhile)
    assert [problem.code for problem in report.problems] == ["duplicate_id"]
    assert not Turn.objects.filter(text__contains=SECRET).exists()
    assert not Project.everything.exclude(staged_at=None).exists()


def test_caps_come_from_the_settings(project: Project, manager: Any, settings: Any) -> None:
    settings.IMPORT_DIALOGUE_TURNS = 2
    report = read(project, manager, data(line("b", "x", "y", "z")))
    assert "3 turns; expected at most 2 turns" in str(report.problems[0])
    settings.IMPORT_DIALOGUE_TURNS, settings.IMPORT_TURN_CHARACTERS = 9, 4
    report = read(project, manager, data(line("b", "uno dos")))
    assert "turn 1 has 7 characters; expected at most 4" in str(report.problems[0])
