"""The API for files: a project, an import that is confirmed or goes in at once, and files out."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.models import (
    AccessEvent,
    Export,
    Import,
    JobStatus,
    Member,
    Project,
    Reading,
    Span,
    Turn,
)
from annotation.services.release.changes import RESTS_ON, file_rests_on
from tests.archives import zipped
from tests.imports import do_imports
from tests.webapp.api_client import API, bearer, problem


def line(name: str, text: str, *spans: tuple[int, int, str]) -> bytes:
    marks = [{"start": s, "end": e, "label": label} for s, e, label in spans]
    turn = {"speaker": "a", "text": text, "spans": marks}
    return json.dumps({"id": name, "lang": "es", "turns": [turn]}).encode() + b"\n"


GOOD = line("n-1", "Soy Nerea Ruiz.", (4, 9, "first name")) + line("n-2", "Hola, dime.")
BAD = GOOD + b'{"id": "n-3", "turns": [{"text": 7}]}\n'


@pytest.fixture
def client(manager: Any, project: Project, data_dir: Path) -> Any:
    return bearer(manager, "import", "export")


def send(client: Any, body: bytes, **query: Any) -> Any:
    wanted = "&".join(f"{name}={value}" for name, value in query.items())
    path = f"{API}/imports?{wanted}"
    return client.post(path, body, content_type="application/octet-stream")


def state(client: Any, sent: Any) -> Any:
    do_imports()
    return client.get(f"{API}/imports/{sent.json()['id']}").json()


def confirm(client: Any, pk: int, **body: Any) -> Any:
    path = f"{API}/imports/{pk}/confirm"
    return client.post(path, json.dumps(body), content_type="application/json")


def test_columns_are_said_once_for_tables_of_one_header(client: Any, project: Project) -> None:
    odd = "fall;wer;was\n{0};ana;Soy Olabe\n"
    data = zipped(a_csv=odd.format(1), b_csv="id,text\n9,hola\n", c_csv=odd.format(2))
    sent = send(client, data, name="calls.zip")
    draft = state(client, sent)
    [file] = draft["files"]
    assert (draft["dialogues"], file["left_out"], file["tables_out"]) == (1, 0, 2)
    assert [(each["file"], each["line"], each["code"]) for each in file["faults"]] == [
        (f"calls.zip/{name}.csv", 1, "table_column") for name in "ac"
    ]
    mine, known = draft["tables"]
    assert mine["files"] == ["calls.zip/a.csv", "calls.zip/c.csv"]
    assert (mine["header"], mine["columns"]) == (["fall", "wer", "was"], {})
    assert known["columns"] == {"id": "id", "text": "text"}
    path = f"{API}/imports/{draft['id']}/columns"

    def said(columns: dict[str, str], key: str = mine["id"]) -> Any:
        body = json.dumps({"tables": {key: columns}})
        return client.post(path, body, content_type="application/json")

    problem(said({"text": "nothing"}), 422, "unknown_column")
    problem(said({"text": "was"}, "0" * 32), 422, "unknown_column")
    problem(said({"speaker": "wer"}), 422, "no_text_column")
    problem(said({"text": "was", "speaker": "was"}), 422, "column_twice")
    assert said({"text": "was", "speaker": "wer", "id": "fall"}).status_code == 202
    draft = state(client, sent)
    assert (draft["dialogues"], draft["files"][0]["faults"]) == (3, [])
    assert draft["tables"][0]["columns"] == {"text": "was", "speaker": "wer", "id": "fall"}
    assert confirm(client, draft["id"]).status_code == 202
    assert state(client, sent)["status"] == "done"
    # The next file of that header finds it said.
    again = state(client, send(client, odd.format(3).encode(), name="d.csv"))
    assert (again["dialogues"], again["files"][0]["faults"]) == (1, [])


def test_nothing_is_stored_before_it_is_confirmed(client: Any, project: Project) -> None:
    sent = send(client, GOOD, name="new.jsonl")
    assert (sent.status_code, sent.json()["status"]) == (202, "queued")
    draft = state(client, sent)
    assert (draft["status"], draft["dialogues"], project.dialogues.count()) == ("draft", 2, 2)
    assert [(f["name"], f["format"], f["spans"]) for f in draft["files"]] == [
        ("new.jsonl", "jsonl", 1)
    ]
    [label] = draft["labels"]
    assert (label["name"], label["count"]) == ("first name", 1)
    ours = project.labels.get(key="N").name
    path = confirm(client, draft["id"], labels={"first name": ours})
    assert path.status_code == 202
    assert state(client, sent)["status"] == "done"
    assert project.dialogues.count() == 4
    assert Reading.objects.filter(is_gold=True).exists()
    assert AccessEvent.objects.filter(purpose="preview", detail__has_key="token").exists()
    problem(confirm(client, draft["id"]), 409, "refused")


def test_what_its_labels_become_is_said(client: Any, project: Project) -> None:
    body = line("x", "Soy Nerea.", (4, 9, "ZZZ"), (0, 3, "YYY"))
    sent = send(client, body)
    state(client, sent)
    pk = sent.json()["id"]
    problem(confirm(client, pk, labels={"ZZZ": "no such"}), 422, "unknown_label")
    problem(confirm(client, pk, new=["XXX"]), 422, "unknown_label")
    assert confirm(client, pk, new=["ZZZ"], out=["YYY"]).status_code == 202
    assert state(client, sent)["status"] == "done"
    assert project.labels.filter(name="ZZZ").exists()
    assert not project.labels.filter(name="YYY").exists()


def test_in_one_call(client: Any, project: Project, data_dir: Path) -> None:
    sent = send(client, GOOD, confirm="true", unknown="out")
    do_imports()
    assert state(client, sent)["status"] == "done"
    assert project.dialogues.count() == 4
    assert not list((data_dir / "uploads").iterdir())


def test_bad_rows_are_left_out_with_a_report_or_all_is(
    client: Any, project: Project, data_dir: Path
) -> None:
    kept = send(client, BAD, confirm="true", unknown="out", faults="refuse", name="bad.jsonl")
    do_imports()
    refused = state(client, kept)
    assert (refused["status"], project.dialogues.count()) == ("failed", 2)
    [fault] = refused["files"][0]["faults"]
    assert fault["line"] == 3 and fault["code"] and fault["message"]
    assert not list((data_dir / "uploads").iterdir())
    sent = send(client, BAD, confirm="true", unknown="out")
    do_imports()
    done = state(client, sent)
    assert (done["status"], done["dialogues"]) == ("done", 2)
    assert (done["files"][0]["left_out"], project.dialogues.count()) == (1, 4)


def test_an_import_is_given_up(client: Any, project: Project, data_dir: Path) -> None:
    sent = send(client, GOOD)
    state(client, sent)
    given_up = client.post(f"{API}/imports/{sent.json()['id']}/cancel")
    assert given_up.json()["status"] == "cancelled"
    assert not list((data_dir / "uploads").iterdir())


def test_a_file_is_not_limited_by_the_form(client: Any, settings: Any, data_dir: Path) -> None:
    settings.UPLOAD_LIMIT = settings.UPLOAD_TOTAL = 20
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 20
    sent = send(client, GOOD)
    assert state(client, sent)["dialogues"] == 2
    settings.API_UPLOAD_LIMIT = 30
    problem(send(client, GOOD), 413, "too_large")
    problem(send(client, b""), 422, "empty")
    assert Import.objects.count() == 1
    assert len(list((data_dir / "uploads").iterdir())) == 2  # the file, and what was seen in it


def test_a_file_that_is_sent_twice_under_a_key_is_one(client: Any) -> None:
    url, key = f"{API}/imports?name=a.jsonl", {"Idempotency-Key": "file-1"}
    first, again, other = (
        client.post(url, body, content_type="application/octet-stream", headers=key)
        for body in (GOOD, GOOD, BAD)
    )
    assert again.json()["id"] == first.json()["id"]
    problem(other, 422, "key_reuse")
    assert Import.objects.count() == 1


def test_a_project_with_labels_of_its_own(client: Any, manager: Any) -> None:
    labels = [
        {"name": "name", "key": "N", "parent": "person"},
        {"name": "person"},
    ]

    def make(**body: Any) -> Any:
        content = json.dumps({"name": "Calls 2"} | body)
        return client.post("/api/projects", content, content_type="application/json")

    made = make(labels=labels, lang="en", slug="calls-2")
    assert made.status_code == 201
    project = Project.objects.get(slug="calls-2")
    assert sorted(made.json()["labels"]) == ["name", "person"]
    assert project.labels.get(name="name").parent == project.labels.get(name="person")
    assert Member.objects.get(project=project).user == manager
    problem(make(slug="calls-2"), 422, "taken")
    problem(make(scheme="no such"), 422, "unknown_scheme")
    problem(make(labels=[{"name": "x", "parent": "y"}]), 422, "unknown_label")
    assert make(scheme="es-port").json()["slug"] == "calls-2-2"


def test_who_may_make_projects(project: Project, curator: Any, manager: Any) -> None:
    body = json.dumps({"name": "x"})
    for client, code in (
        (bearer(curator, "import"), "forbidden"),
        (bearer(manager, "read"), "scope"),
        (bearer(manager, "import", project=project), "token_project"),
    ):
        problem(client.post("/api/projects", body, content_type="application/json"), 403, code)


def test_a_file_is_taken_out_as_from_the_page(
    client: Any, project: Project, manager: Any, data_dir: Path
) -> None:
    (data_dir / "exports").mkdir()
    (data_dir / "exports" / "x.jsonl").write_bytes(b"{}\n" * 1000)
    export = Export.objects.create(project=project, format="jsonl", strategy="typed")
    path = f"{API}/exports/{export.pk}/file"
    problem(client.get(path), 404, "not_found")
    rests_on = {RESTS_ON: file_rests_on(project)}
    done = {"status": JobStatus.DONE, "path": "exports/x.jsonl", "summary": rests_on}
    Export.objects.update(to_sign=True, **done)
    problem(client.get(path), 409, "unsigned")
    Export.objects.update(to_sign=False)
    taken = client.get(path)
    assert taken.streaming and b"".join(taken.streaming_content) == b"{}\n" * 1000
    assert "attachment" in taken.headers["Content-Disposition"]
    assert AccessEvent.objects.filter(purpose="download", detail__export=export.pk).count() == 1
    Export.objects.update(summary={})  # what it rests on is not known: the gate of the page
    problem(client.get(path), 409, "held")
    Export.objects.update(summary=rests_on)
    Export.objects.update(q=0.9)
    problem(client.get(path), 403, "scope")
    taken = bearer(manager, "export", "read").get(path)
    assert (taken.status_code, len(b"".join(taken.streaming_content))) == (200, 3000)


def test_what_a_program_found_here_becomes_its_proposals(client: Any, project: Project) -> None:
    turn = Turn.objects.filter(dialogue__project=project).exclude(text="").first()
    assert turn is not None
    row = {"entity_type": "PERSON", "start": 0, "end": len(turn.text.split()[0]), "score": 0.5}
    body = json.dumps({"text": turn.text, "results": [row]}).encode()
    sent = send(client, body, name="presidio.json", spans="found")
    draft = state(client, sent)
    assert [(each["name"], each["count"]) for each in draft["labels"]] == [("PERSON", 1)]
    assert not Span.objects.exists()
    assert confirm(client, draft["id"], new=["PERSON"]).status_code == 202
    done = state(client, sent)
    assert (done["status"], done["dialogues"]) == ("done", 1)
    span = Span.objects.get()
    assert (span.turn, span.reading, span.label.name, span.extra) == (
        turn,
        None,
        "PERSON",
        {"program": "Presidio"},
    )
