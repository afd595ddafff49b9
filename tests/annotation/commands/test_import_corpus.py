"""`import_corpus`: exit status, JSON keys, sentences on standard error."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Member, Project, Reading, User

GOOD = json.dumps(
    {
        "id": "a",
        "turns": [{"text": "Soy Ana", "spans": [{"start": 4, "end": 7, "label": "female name"}]}],
    }
)
SECRET = "Etxeberri"


def run(*args: str) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("import_corpus", *args, stdout=out, stderr=err)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "calls.jsonl"
    path.write_text(GOOD + "\n", encoding="utf-8")
    return str(path)


def test_a_project_is_made_and_filled(manager: Any, project: Project, corpus: str) -> None:
    status, out, err = run("soporte", corpus, "--create", "--json")
    summary = json.loads(out)
    assert (status, err) == (0, "")
    assert set(summary) == {"project", "files", "dialogues", "turns", "spans"}
    assert set(summary["files"][0]) == {"file", "format", "dialogues", "turns", "spans", "errors"}
    assert (summary["dialogues"], summary["turns"], summary["spans"]) == (1, 1, 1)
    made = Project.objects.get(slug="soporte")
    assert made.scheme == "es-port"
    assert Member.objects.get(project=made).user == manager
    assert Reading.objects.get(turn__dialogue__project=made).reader == manager


def test_words_for_people(project: Project, manager: Any, corpus: str) -> None:
    assert run("support", corpus) == (0, "1 dialogues, 1 turns, 1 labels went into support\n", "")


def test_spans_as_proposals_or_not_at_all(project: Project, manager: Any, corpus: str) -> None:
    assert run("support", corpus, "--as", "machine", "--split", "test")[0] == 0
    assert not Reading.objects.exists()
    Project.objects.get(slug="support").dialogues.get(external_id="a").delete()
    _status, out, _err = run("support", corpus, "--as", "text", "--json")
    assert json.loads(out)["spans"] == 0


def test_a_project_that_is_not_there(db: None, corpus: str) -> None:
    status, out, err = run("nowhere", corpus)
    assert (status, out) == (1, "")
    assert err == "nowhere: no project of this name; expected a project, or --create\n"


def test_without_any_account_somebody_who_cannot_sign_in_imports(db: None, corpus: str) -> None:
    assert run("first", corpus, "--create")[0] == 0
    user = User.objects.get()
    assert not user.is_active
    assert not user.has_usable_password()


def test_bad_lines_are_named(project: Project, manager: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(
        GOOD + '\n{"id": "b", "turns": [{"text": "' + SECRET + '"]}\n', encoding="utf-8"
    )
    status, out, err = run("support", str(path), "--json")
    assert status == 1
    assert "bad.jsonl:2: " in err
    assert "; expected " in err
    assert SECRET not in err + out
    assert json.loads(out)["dialogues"] == 0
    assert Project.objects.get(slug="support").dialogues.count() == 2


def test_missing_files_and_empty_ones(project: Project, manager: Any, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    status, _out, err = run("support", str(tmp_path / "none.jsonl"), str(empty))
    assert status == 1
    assert "none.jsonl: cannot be read" in err
    assert "empty.jsonl: no dialogues found" in err


def test_unknown_scheme_format_and_person(project: Project, manager: Any, corpus: str) -> None:
    status, _out, err = run("new", corpus, "--create", "--labels", "nope")
    assert (status, "es-port" in err) == (1, True)
    assert not Project.objects.filter(slug="new").exists()
    status, _out, err = run("support", corpus, "--format", "nope")
    assert (status, "jsonl" in err) == (1, True)
    status, _out, err = run("support", corpus, "--user", "nobody")
    assert (status, err) == (
        1,
        "nobody: no such person; expected the name of an account to import as\n",
    )


def test_usage(db: None) -> None:
    with pytest.raises(CommandError):
        run("support")
    with pytest.raises(CommandError):
        run("support", "x", "--as", "silver")


def test_a_folder_of_brat_pairs(project: Project, manager: Any, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text("Soy Ana\n", encoding="utf-8")
        (tmp_path / f"{name}.ann").write_text("T1\tplace 4 7\tAna\n", encoding="utf-8")
    _status, out, err = run("support", str(tmp_path), "--json")
    assert err == ""
    assert [f["format"] for f in json.loads(out)["files"]] == ["brat", "brat"]


def test_published_brat_files(project: Project, manager: Any, shared_data: Path) -> None:
    folder = shared_data / "raw" / "meddocan-brat"
    status, out, err = run("notes", str(folder), "--create", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["dialogues"] == 20


def test_what_another_tool_replaced(project: Project, manager: Any, tmp_path: Path) -> None:
    own, theirs, names = (tmp_path / name for name in ("o.jsonl", "r.jsonl", "names.txt"))
    own.write_text(json.dumps({"id": "a", "turns": [{"text": "Soy Ana"}]}), encoding="utf-8")
    theirs.write_text(json.dumps({"id": "a", "turns": [{"text": "Soy [PER]"}]}), encoding="utf-8")
    names.write_text("PER = female name\n", encoding="utf-8")
    given = ["support", str(own), "--replaced", str(theirs), "--labelmap", str(names)]
    with pytest.raises(CommandError) as caught:
        run(*given)
    assert caught.value.returncode == 2
    status, out, err = run(*given, "--as", "replaced", "--tool", "Anon", "--json")
    assert (status, err, json.loads(out)["spans"]) == (0, "", 1)
    assert project.tool_imports.get().name == "Anon"
    assert not Reading.objects.exists()
    names.write_bytes(b"\xff")
    status, _out, err = run(*given, "--as", "replaced")
    assert status == 1 and err.startswith(f"{names}: ")
