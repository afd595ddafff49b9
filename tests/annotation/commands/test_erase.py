"""`manage.py erase`: lists first, asks, erases; the same words for machines."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Dialogue, Erasure, Project, User
from tests.annotation.commands.running import run

pytestmark = pytest.mark.usefixtures("data_dir")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def left(project: Project) -> list[str]:
    return sorted(project.dialogues.values_list("external_id", flat=True))


def test_a_dry_run_lists_and_erases_nothing(project: Project) -> None:
    code, out, err = run("erase", "dialogue", "support", "call-1", "--dry-run")
    assert code == 0 and "Nothing was erased." in out
    assert "call-1" in err and "4 turns with their texts" in err
    assert left(project) == ["call-1", "call-2"]


def test_nobody_to_ask_erases_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    code, _out, err = run("erase", "dialogue", "support", "call-1")
    assert code == 3 and "--yes" in err
    assert left(project) == ["call-1", "call-2"]


@pytest.mark.parametrize(("answer", "code", "there"), [("yes", 0, 1), ("no", 3, 2), ("", 3, 2)])
def test_a_person_is_asked(
    project: Project, monkeypatch: pytest.MonkeyPatch, answer: str, code: int, there: int
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(f"{answer}\n"))
    assert run("erase", "dialogue", "support", "call-1")[0] == code
    assert len(left(project)) == there


def test_ids_may_come_from_the_input(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("call-1\ncall-2\n"))
    code, out, _err = run("erase", "dialogue", "support", "-", "--yes", "--json")
    assert code == 0
    summary = json.loads(out)
    assert (summary["erased"], summary["left"], summary["counts"]["turns"]) == (True, [], 7)
    assert left(project) == []
    assert Erasure.objects.get().status == "done"


def test_a_person_by_names_from_a_file(project: Project, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("612 345 678\n\nOlabarri\nFrancisco\nOlabarri\n")
    code, out, err = run("erase", "person", "support", str(names), "--yes", "--models", "withdraw")
    assert (code, out.strip()) == (0, "Erased.")
    assert "call-1: line 3 (1), line 4 (1)\n" in err
    assert "Olabarri" not in err
    assert left(project) == ["call-2"]
    code, out, _err = run("erase", "person", "support", str(names), "--yes")
    assert code == 3 and "nothing to erase" in out


def test_a_project(project: Project) -> None:
    code, _out, err = run("erase", "project", "support", "--yes")
    assert code == 0 and "2 dialogues" in err
    assert not Project.objects.exists() and not Dialogue.objects.exists()


def test_an_account(project: Project, annotator: Any) -> None:
    code, out, _err = run("erase", "--json", "account", "annotator", "--yes")
    assert code == 0 and json.loads(out)["counts"]["accounts"] == 1
    assert not User.objects.filter(username="annotator").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("dialogue", "nobody", "x"),
        ("dialogue", "support", "call-9"),
        ("project", "nobody"),
        ("account", "nobody"),
        ("person", "support", "/no/such/file"),
    ],
)
def test_what_is_not_there_is_an_error(project: Project, words: tuple[str, ...]) -> None:
    code, out, err = run("erase", *words, "--yes")
    assert (code, out) == (1, "") and err


@pytest.mark.parametrize("words", [(), ("--replay", "project", "support"), ("--ledger", "x")])
def test_one_thing_at_a_time(project: Project, words: tuple[str, ...]) -> None:
    assert run("erase", *words)[0] == 2


def test_a_ledger_is_replayed(project: Project, tmp_path: Path, settings: Any) -> None:
    dialogue = project.dialogues.get(external_id="call-1")
    assert run("erase", "dialogue", "support", "call-1", "--yes")[0] == 0
    saved = tmp_path / "saved.jsonl"
    (tmp_path / "erasures.jsonl").rename(saved)
    made = dialogue.imported_at
    dialogue.save(force_insert=True)  # (which takes the moment of now)
    Dialogue.objects.filter(pk=dialogue.pk).update(imported_at=made)
    code, out, _err = run("erase", "--replay", "--ledger", str(saved), "--json")
    assert code == 0
    summary = json.loads(out)
    assert (summary["entries"], summary["again"]) == (1, 1)
    assert left(project) == ["call-2"]
    saved.write_text("nonsense\n")
    code, _out, err = run("erase", "--replay", "--ledger", str(saved))
    assert code == 1 and "saved.jsonl:1" in err
