"""`import_corpus`: exit status, JSON keys, sentences on standard error."""

import io
import json
import re
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from annotation.management.reporting import Stopped
from annotation.models import Member, Project, Reading, User
from tests.annotation.commands import running

run = partial(running.run, "import_corpus")

GOOD = json.dumps(
    {
        "id": "a",
        "turns": [{"text": "Soy Ana", "spans": [{"start": 4, "end": 7, "label": "female name"}]}],
    }
)
SECRET = "Etxeberri"


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "calls.jsonl"
    path.write_text(GOOD + "\n", encoding="utf-8")
    return str(path)


def test_a_project_is_made_and_filled(manager: Any, project: Project, corpus: str) -> None:
    status, out, err = run("soporte", corpus, "--create", "--json")
    summary = json.loads(out)
    assert (status, err) == (0, "")
    counts = {"dialogues", "turns", "spans", "skipped", "duplicates"}
    assert set(summary) == {"project", "user", "files"} | counts
    assert set(summary["files"][0]) == {"file", "format", "errors"} | counts
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


def opens(user: Any, slug: str) -> bool:
    client = Client()
    client.force_login(user)
    return bool(client.get(f"/p/{slug}/").status_code == 200)


def test_without_any_account_one_is_made_that_opens_it(db: None, corpus: str) -> None:
    status, out, err = run("first", corpus, "--create")
    assert (status, "labels went into first" in out) == (0, True)
    user = User.objects.get()
    password = re.search(r"an account was made to open it: manager, password (\S+) ", err)
    assert password and user.check_password(password[1])
    assert opens(user, "first")


def test_what_came_to_nothing_leaves_neither_project_nor_account(db: None, corpus: str) -> None:
    assert run("first", corpus, corpus + "x", "--create", "--lang", "es")[0] == 1
    assert User.objects.count() == 1  # one of the two files went in
    Project.objects.all().delete()
    User.objects.all().delete()
    assert run("first", corpus + "x", "--create")[0] == 1
    assert not Project.objects.exists()
    assert not User.objects.exists()


def test_the_person_who_imports_can_open_it(
    manager: Any, curator: Any, project: Project, corpus: str, django_user_model: Any
) -> None:
    admin = django_user_model.objects.create_superuser("admin", password="x")
    run("a", corpus, "--create")  # the demo's manager, for whom the README is
    assert opens(manager, "a") and not opens(admin, "a")
    run("b", corpus, "--create", "--user", "curator")
    assert opens(curator, "b")
    Member.objects.filter(user=manager).delete()
    Member.objects.filter(user=curator).delete()
    run("c", corpus, "--create")
    assert opens(admin, "c")


def test_among_managers_it_is_who_sits_there(
    manager: Any, curator: Any, project: Project, corpus: str
) -> None:
    Member.objects.filter(user=curator).update(role="manager")
    with patch("getpass.getuser", return_value="curator"):
        assert json.loads(run("a", corpus, "--create", "--json")[1])["user"] == "curator"
    with patch("getpass.getuser", side_effect=KeyError):
        assert json.loads(run("b", corpus, "--create", "--json")[1])["user"] == "manager"


CALL = {"turns": [{"text": "Le atiende Marta de Vintalia, dígame"}]}


def calls(path: Path, *names: str) -> str:
    lines = [json.dumps({"id": name, **CALL}) for name in names]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_duplicates_are_left_out_by_name_with_status_3(
    project: Project, manager: Any, tmp_path: Path
) -> None:
    one, two = calls(tmp_path / "one", "a"), calls(tmp_path / "two", "b", "c")
    assert run("support", one, "--split", "test")[0] == 0
    status, out, err = run("support", two, "--json")
    assert status == 3
    assert json.loads(out)["skipped"] == 2
    told = "its text is in the project as a, kept to measure, on the other side"
    assert f"{two}:1: {told}: figures would be false; left out\n" in err
    assert "Marta" not in out + err
    status, _out, err = run("support", two, "--duplicates", "refuse")
    assert status == 1
    assert f"{two}:1: the text of this dialogue is in the project already" in err
    status, out, err = run("support", two, "--duplicates", "keep")
    assert (status, out) == (0, "2 dialogues, 2 turns, 0 labels went into support\n")
    assert f"{two}:2: {told}: figures would be false; imported all the same\n" in err


@pytest.mark.parametrize(("stop", "status"), [(KeyboardInterrupt, 130), (Stopped, 143)])
def test_a_stop_leaves_nothing(db: None, corpus: str, stop: Any, status: int) -> None:
    with patch("annotation.services.imports.dialogues.publish", side_effect=stop):
        assert run("first", corpus, "--create") == (status, "", "stopped\n")
    assert not Project.everything.exists()
    assert not User.objects.exists()


def test_the_standard_input_is_read_twice_and_forgotten(
    project: Project, manager: Any, data_dir: Path
) -> None:
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode()))):
        assert run("support", "-")[0] == 0
    assert list((data_dir / "uploads").iterdir()) == []


def test_a_terminal_sees_how_far_it_is(project: Project, manager: Any, corpus: str) -> None:
    out, err = io.StringIO(), io.StringIO()
    err.isatty = lambda: True  # type: ignore[method-assign]
    call_command("import_corpus", "support", corpus, stdout=out, stderr=err)
    assert "writing 0 turns of 1" in err.getvalue()


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


def test_what_another_tool_found_in_dialogues_that_are_here(
    project: Project, manager: Any, tmp_path: Path
) -> None:
    calls, found, names = (tmp_path / name for name in ("c.jsonl", "p.jsonl", "names.txt"))
    calls.write_text(json.dumps({"id": "a", "turns": [{"text": "Soy Ana"}]}), encoding="utf-8")
    row = {"entity_type": "PERSON", "start": 4, "end": 7, "score": 0.85}
    found.write_text(json.dumps({"id": "a", "results": [row]}), encoding="utf-8")
    names.write_text("PERSON = female name\n", encoding="utf-8")
    run("support", str(calls), "--as", "text")
    given = ["support", str(found), "--as", "found", "--json"]
    status, _out, err = run(*given)
    assert status == 1 and "PERSON (1)" in err
    status, out, err = run(*given, "--labelmap", str(names))
    assert (status, err, json.loads(out)["spans"]) == (0, "", 1)
    assert project.tool_imports.get().name == "Presidio"
    assert not Reading.objects.exists()


def test_tasks_that_are_no_dialogues_are_counted(
    project: Project, manager: Any, tmp_path: Path
) -> None:
    path = tmp_path / "ner.jsonl"
    spans = [{"start": 4, "end": 7, "label": "female name"}]
    answers = ("accept", "reject", "reject", "ignore")
    path.write_text(
        "".join(
            json.dumps({"text": f"Soy Ana {n}", "spans": spans, "answer": each}) + "\n"
            for n, each in enumerate(answers)
        )
    )
    status, out, err = run("support", str(path), "--json")
    [file] = json.loads(out)["files"]
    assert (status, file["format"], file["dialogues"], file["spans"]) == (0, "prodigy", 1, 1)
    assert file["passed"] == {"reject": 2, "ignore": 1}
    assert err.splitlines() == [f"{path}: left out, ignore: 1", f"{path}: left out, reject: 2"]
