"""Texts that another program replaced, brought in from the browser beside their originals."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import Project, Reading, Span, Turn
from annotation.services.imports.previews import remembered_as
from tests.imports import sent
from tests.webapp.views.projects.test_imports import FORM, GOOD, SECRET, URL


def versions(client: Any, own: bytes, theirs: bytes, **form: str) -> Any:
    files = {
        "files": [SimpleUploadedFile("o.jsonl", own)],
        "replaced": [SimpleUploadedFile("r.jsonl", theirs)],
    }
    return sent(client, client.post(URL, FORM | {"spans": "replaced"} | form | files))


def test_replaced_texts_beside_their_originals(
    project: Project, manager: Any, client_of: Any
) -> None:
    theirs = GOOD.replace(SECRET.encode(), b"[PER_NAME]").replace(b"13", b"14")
    project.label_map = {remembered_as(project, "PER_NAME"): project.labels.get(name="place").pk}
    project.save()
    html = versions(client_of(manager), GOOD, theirs, tool="Anon").content.decode()
    assert "1 dialogue went in." in html
    assert project.tool_imports.get().kind == "replaced"
    assert not Reading.objects.exists()


@pytest.mark.parametrize(
    ("theirs", "code"),
    [
        (GOOD.replace(b'"a"', b'"b"'), "replaced_missing"),
        (GOOD.replace(b'"Hola"}', b'"Hola"}, {"text": ""}'), "replaced_turns"),
    ],
)
def test_replaced_texts_that_do_not_fit(
    theirs: bytes,
    code: str,
    project: Project,
    manager: Any,
    client_of: Any,
) -> None:
    html = versions(client_of(manager), GOOD, theirs).content.decode()
    assert f'data-code="{code}"' in html
    assert SECRET not in html
    assert project.dialogues.count() == 2


def test_replaced_files_need_to_be_called_so(
    project: Project, manager: Any, client_of: Any
) -> None:
    answer = versions(client_of(manager), GOOD, GOOD, spans="gold")
    assert answer.status_code == 422
    assert "Say above that the texts were replaced" in answer.content.decode()
    assert project.dialogues.count() == 2


def test_what_a_program_found_in_dialogues_that_are_here(
    project: Project, manager: Any, client_of: Any
) -> None:
    turn = Turn.objects.filter(dialogue__project=project).exclude(text="").first()
    assert turn is not None
    end = len(turn.text.split()[0])
    found = [{"entity_group": "PLACE", "start": 0, "end": end, "score": 0.5, "word": "?"}]
    files = {"files": [SimpleUploadedFile("o.json", tasks(turn.text, found))]}
    client, form = client_of(manager), FORM | {"spans": "found", "tool": "<Ours>"}
    wrong = sent(client, client.post(URL, form | files)).content.decode()
    assert 'data-code="surface_mismatch"' in wrong and turn.text not in wrong
    found[0]["word"] = turn.text[:end].lower()
    files = {"files": [SimpleUploadedFile("o.json", tasks(turn.text, found))]}
    html = sent(client, client.post(URL, form | files)).content.decode()
    assert "Proposals for 1 dialogue went in." in html
    assert Span.objects.get().extra == {"program": "<Ours>"}
    assert not Reading.objects.exists() and project.dialogues.count() == 2


def tasks(text: str, found: list[dict[str, Any]]) -> bytes:
    return json.dumps({"text": text, "entities": found}).encode()
