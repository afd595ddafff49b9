"""The same text under another id is named, left out or refused, as was asked."""

import unicodedata
from typing import Any

import pytest

from annotation.models import (
    Project,
)
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from tests.annotation.services.imports.calls import data, line, read

SAID = "Le atiende Marta Etxeberri de Vintalia"


@pytest.mark.parametrize(
    ("again", "is_one"),
    [
        (SAID, True),
        (f"  {SAID.upper()}\t", True),
        (unicodedata.normalize("NFD", SAID), True),
        (SAID + " hoy", False),
    ],
)
def test_the_same_text_is_named_under_another_id(
    project: Project, manager: Any, again: str, is_one: bool
) -> None:
    read(project, manager, data(line("a", "Buenos días", SAID)), split="test")
    words = again.split()
    other = line("b", "Buenos días " + " ".join(words[:3]), " ".join(words[3:]))
    report = read(project, manager, data(line("c", "Hola"), other))
    assert report.ok
    assert project.dialogues.filter(external_id="b").exists()
    assert [(d.line, d.id, d.other_id, d.split, d.across) for d in report.duplicates] == (
        [(2, "b", "a", "test", True)] if is_one else []
    )
    assert (report.duplicate_count, report.across_count) == (is_one, is_one)


def test_duplicates_of_one_import_are_named_by_file_and_line(
    project: Project, manager: Any
) -> None:
    files = [
        ("a.jsonl", data(line("a", SAID), line("b", SAID))),
        ("c.jsonl", data(line("c", SAID))),
        ("d.jsonl", data(line("d", "Hola"), line("e", "Hola"))),  # too short to tell
    ]
    reports = import_dialogues(project, files, ImportOrder(user=manager, duplicates="skip"))
    found = [[(d.line, d.id, d.other_file, d.other_line) for d in r.duplicates] for r in reports]
    assert found == [[(2, "b", "a.jsonl", 1)], [(1, "c", "a.jsonl", 1)], []]
    assert [(r.dialogues, r.turns, r.skipped) for r in reports] == [(1, 1, 1), (0, 0, 1), (2, 2, 0)]
    assert set(project.dialogues.values_list("external_id", flat=True)) >= {"a", "d", "e"}
    assert not project.dialogues.filter(external_id__in="bc").exists()


def test_duplicates_can_be_refused(project: Project, manager: Any) -> None:
    read(project, manager, data(line("a", SAID)))
    report = read(project, manager, data(line("x", "y"), line("b", SAID)), duplicates="refuse")
    assert [(p.code, p.line, p.status) for p in report.problems] == [("duplicate_text", 2, 409)]
    assert project.dialogues.count() == 3
