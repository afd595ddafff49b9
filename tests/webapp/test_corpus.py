"""Import from the browser: what went in, what was refused and why, where the person is."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import Project, Reading
from tests.webapp.test_projects import roots
from webapp.problems import SENTENCES

URL = "/p/support/import"
SECRET = "Etxeberri"
GOOD = json.dumps(
    {
        "id": "a",
        "turns": [
            {
                "speaker": "x",
                "text": f"Soy {SECRET}",
                "spans": [{"start": 4, "end": 13, "label": "surname"}],
            },
            {"speaker": "y", "text": "Hola"},
        ],
    }
).encode()
FORM = {"format": "auto", "lang": "es", "encoding": "utf-8", "spans": "gold", "split": "pool"}


def send(client: Any, *files: tuple[str, bytes], **form: str) -> Any:
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post(URL, FORM | form | {"files": uploads})


def test_the_form(project: Project, manager: Any, client_of: Any) -> None:
    html = client_of(manager).get(URL).content.decode()
    assert 'enctype="multipart/form-data"' in html
    assert "Up to 100 MB a file" in html
    assert 'value="gold" checked' in html


def test_files_go_in(project: Project, manager: Any, client_of: Any) -> None:
    answer = send(client_of(manager), ("a.jsonl", GOOD), ("b.txt", b"Ana: hola\nLuis: adios\n"))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "2 dialogues went in." in html
    assert "There is no label in b.txt" in html
    assert project.dialogues.count() == 4
    assert Reading.objects.filter(is_gold=True).count() == 2


def test_a_zip_goes_in(project: Project, manager: Any, client_of: Any) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("n.txt", f"Soy {SECRET}\n")
        archive.writestr("n.ann", f"T1\tsurname 4 13\t{SECRET}\n")
    html = send(client_of(manager), ("brat.zip", out.getvalue())).content.decode()
    assert "1 dialogue went in." in html


def test_what_is_wrong_is_said_by_file_and_line(
    project: Project, manager: Any, client_of: Any
) -> None:
    bad = GOOD + b'\n{"id": "b", "turns": [{"text": "' + SECRET.encode() + b'"}'
    answer = send(client_of(manager), ("bad.jsonl", bad), ("good.jsonl", GOOD))
    html = answer.content.decode()
    assert answer.status_code == 400
    assert "1 file was refused; nothing of it went in." in html
    assert "bad.jsonl" in html
    assert "not valid JSON" in html
    assert SECRET not in html
    assert "1 dialogue went in." in html


def test_the_report_is_one_element(project: Project, manager: Any, client_of: Any) -> None:
    answer = send(client_of(manager), ("bad.jsonl", b"{"))
    html = answer.content.decode()
    start = html.index('<section class="stack report"')
    assert roots(html[start : html.index("</section>", start) + len("</section>")]) == 1


def evil_zip(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, GOOD)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "code", "status"),
    [
        ("x.jsonl", b"", "empty_file", 400),
        ("x.jsonl", b"%PDF-1.4", "content_type", 415),
        ("x.zip", evil_zip("../../etc/passwd"), "archive_path", 400),
        ("x.jsonl", "señor".encode("latin-1"), "encoding", 400),
        ("x.jsonl", b"[" * 100_000, "json_depth", 400),
        ("x.jsonl", b'{"id": "a", "id": "b", "turns": []}', "json_duplicate_key", 400),
        ("x.jsonl", GOOD.replace(b"13", b"14"), "span_range", 422),
        ("x.jsonl", GOOD.replace(b"surname", b"name"), "unknown_label", 422),
        ("x.jsonl", GOOD.replace(b'"a"', b'"call-1"'), "duplicate_id", 409),
    ],
)
def test_bad_files(
    name: str,
    content: bytes,
    code: str,
    status: int,
    project: Project,
    manager: Any,
    client_of: Any,
) -> None:
    answer = send(client_of(manager), (name, content))
    html = answer.content.decode()
    assert answer.status_code == status
    assert f'data-code="{code}"' in html
    assert SECRET not in html
    assert project.dialogues.count() == 2


def test_codes_have_sentences() -> None:
    """Every code that a reader may give is explained in the person's language."""
    import re
    from pathlib import Path

    import annotation.formats

    folder = Path(annotation.formats.__file__).parent
    codes = set()
    for path in folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:FormatError|error)\(\s*"([a-z_0-9]+)"', text))
    assert codes - {"many_dialogues"} <= set(SENTENCES)


def test_names_of_files_are_shown_as_text(project: Project, manager: Any, client_of: Any) -> None:
    html = send(client_of(manager), ("<img src=x onerror=alert(1)>.jsonl", b"{")).content.decode()
    assert "<img" not in html


def test_no_file_and_unknown_options(project: Project, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    answer = client.post(URL, FORM)
    assert answer.status_code == 422
    assert "Choose at least one file." in answer.content.decode()
    for bad in (
        {"spans": "maybe"},
        {"split": "train"},
        {"format": "docx"},
        {"lang": "xx"},
        {"encoding": "koi8"},
    ):
        assert send(client, ("a.jsonl", GOOD), **bad).status_code == 422
    assert project.dialogues.count() == 2


@pytest.mark.parametrize("name", ["curator", "annotator", "reader"])
def test_only_managers_import(name: str, project: Project, request: Any, client_of: Any) -> None:
    client = client_of(request.getfixturevalue(name))
    assert client.get(URL).status_code == 403
    assert send(client, ("a.jsonl", GOOD)).status_code == 403
    assert project.dialogues.count() == 2


def test_outsiders_find_nothing(project: Project, outsider: Any, client_of: Any) -> None:
    assert send(client_of(outsider), ("a.jsonl", GOOD)).status_code == 404


def versions(client: Any, own: bytes, theirs: bytes, **form: str) -> Any:
    files = {
        "files": [SimpleUploadedFile("o.jsonl", own)],
        "replaced": [SimpleUploadedFile("r.jsonl", theirs)],
    }
    return client.post(URL, FORM | {"spans": "replaced"} | form | files)


def test_replaced_texts_beside_their_originals(
    project: Project, manager: Any, client_of: Any
) -> None:
    theirs = GOOD.replace(SECRET.encode(), b"[PER_NAME]").replace(b"13", b"14")
    told = {"tool": "Anon", "label_map": "PER_NAME = place"}
    html = versions(client_of(manager), GOOD, theirs, **told).content.decode()
    assert "1 dialogue went in." in html
    assert project.tool_imports.get().kind == "replaced"
    assert not Reading.objects.exists()


@pytest.mark.parametrize(
    ("theirs", "form", "code", "status"),
    [
        (GOOD.replace(b'"a"', b'"b"'), {}, "replaced_missing", 400),
        (GOOD.replace(b'"Hola"}', b'"Hola"}, {"text": ""}'), {}, "replaced_turns", 400),
        (GOOD, {"label_map": "surname"}, "label_map", 400),
    ],
)
def test_replaced_texts_that_do_not_fit(
    theirs: bytes,
    form: dict[str, str],
    code: str,
    status: int,
    project: Project,
    manager: Any,
    client_of: Any,
) -> None:
    answer = versions(client_of(manager), GOOD, theirs, **form)
    html = answer.content.decode()
    assert (answer.status_code, f'data-code="{code}"' in html) == (status, True)
    assert SECRET not in html
    assert project.dialogues.count() == 2


def test_replaced_files_need_to_be_called_so(
    project: Project, manager: Any, client_of: Any
) -> None:
    answer = versions(client_of(manager), GOOD, GOOD, spans="gold")
    assert answer.status_code == 422
    assert "Say above that the texts were replaced" in answer.content.decode()
    assert project.dialogues.count() == 2
