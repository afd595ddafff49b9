"""A project without labels takes them from its first labelled file."""

from typing import Any

import pytest

from annotation.models import (
    Label,
    Project,
    Span,
    Turn,
)
from annotation.refusals import Refused
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from tests.annotation.services.imports.calls import BAD, GOOD, data, line, read


@pytest.fixture
def bare(db: None) -> Project:
    """A project whose labels come with its first labelled file."""
    return Project.objects.create(slug="bare", name="Bare", scheme="")


def test_a_bare_project_takes_a_known_scheme(bare: Project, manager: Any) -> None:
    read(bare, manager, data(GOOD))
    assert bare.scheme == "es-port"
    assert bare.labels.count() == 11


def test_a_bare_project_takes_the_labels_of_the_file(bare: Project, manager: Any) -> None:
    read(bare, manager, data(line("a", "x y", spans=[(0, 1, "NAME"), (2, 3, "CITY")])))
    assert set(bare.labels.values_list("name", flat=True)) == {"NAME", "CITY"}
    assert len(set(bare.labels.values_list("key", flat=True))) == 2


def test_a_bare_project_without_labels_gets_some_that_give_way(bare: Project, manager: Any) -> None:
    read(bare, manager, data(line("a", "x y")))
    assert bare.labels.filter(name="surname").exists()
    assert read(bare, manager, data(line("b", "x y", spans=[(0, 1, "NAME")])), split="test").ok
    assert list(bare.labels.values_list("name", flat=True)) == ["NAME"]
    assert not read(bare, manager, data(line("c", "x y", spans=[(0, 1, "OTHER")]))).ok


def test_a_refused_file_leaves_a_bare_project_bare(bare: Project, manager: Any) -> None:
    read(bare, manager, BAD["duplicate_id"])
    assert not Label.objects.filter(project=bare).exists()


def test_two_readings_take_a_scheme_once(bare: Project, manager: Any) -> None:
    files = [
        ("a.jsonl", data(line("a", "x y", spans=[(0, 1, "NAME")]))),
        ("b.jsonl", data(line("b", "x y", spans=[(0, 1, "CITY")]))),
    ]
    good, bad = import_dialogues(bare, files, ImportOrder(user=manager))
    assert good.ok
    assert [problem.code for problem in bad.problems] == ["unknown_label"]
    assert list(bare.labels.values_list("name", flat=True)) == ["NAME"]


def test_labels_that_somebody_uses_meanwhile(bare: Project, manager: Any) -> None:
    read(bare, manager, data(line("a", "x y")))  # gets labels that would give way
    turn = Turn.objects.get()

    def meanwhile(share: float, phase: str) -> None:
        if phase.startswith("writing"):
            label = bare.labels.first()
            Span.objects.get_or_create(turn=turn, start=0, end=1, label=label)

    with pytest.raises(Refused):
        read(bare, manager, data(line("b", "x y", spans=[(0, 1, "NAME")])), report=meanwhile)
    assert not bare.labels.filter(name="NAME").exists()
    assert bare.dialogues.count() == 1
