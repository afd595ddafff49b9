"""Import from the browser: what is too large, too evil or from a stranger leaves nothing behind."""

import errno
import io
import zipfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile

from annotation.models import Import, Project
from tests.webapp.views.projects.sending import FORM, GOOD, SECRET, URL, send
from webapp.middleware.uploads import CappedUpload


def test_a_file_past_the_limit_is_not_stored(
    project: Project, manager: Any, client_of: Any, settings: Any
) -> None:
    settings.UPLOAD_LIMIT = 1024 * 1024
    client = client_of(manager)
    stored: list[int] = []
    real = TemporaryUploadedFile.close

    def close(self: TemporaryUploadedFile) -> None:
        stored.append(Path(self.temporary_file_path()).stat().st_size)
        real(self)

    large = SimpleUploadedFile("large.jsonl", b"x" * 3 * 1024 * 1024)
    with patch.object(TemporaryUploadedFile, "close", close):
        answer = client.post(URL, FORM | {"files": [large]})
    assert answer.status_code == 413
    assert "Larger than 1 MB: large.jsonl. Nothing was kept." in answer.content.decode()
    assert stored == [1024 * 1024 + 1]
    assert not Import.objects.exists()


def test_a_request_past_the_limit_is_not_read(
    project: Project, manager: Any, client_of: Any, settings: Any
) -> None:
    settings.UPLOAD_TOTAL = 1024
    large = SimpleUploadedFile("large.jsonl", b"x" * 2 * 1024 * 1024)
    with patch("webapp.middleware.uploads.CappedUpload.new_file", side_effect=AssertionError):
        answer = client_of(manager).post(URL, FORM | {"files": [large]})
    assert answer.status_code == 413
    assert "nothing of them was kept" in answer.content.decode()


def test_strangers_store_nothing(db: None, client: Any) -> None:
    kept: list[int] = []
    upload = SimpleUploadedFile("a.jsonl", GOOD)

    def complete(self: CappedUpload, _size: int) -> None:
        kept.append(self.kept)
        self.file.close()

    with patch.object(CappedUpload, "file_complete", complete):
        client.post("/sign-in", {"username": "x", "password": "y", "files": upload})
    assert kept == [0]


def test_a_full_disk_keeps_no_file(
    project: Project, manager: Any, client_of: Any, settings: Any, data_dir: Path
) -> None:
    client = client_of(manager)
    client.raise_request_exception = False
    form = FORM | {"files": [SimpleUploadedFile("a.jsonl", GOOD)]}
    full = OSError(errno.ENOSPC, "No space left on device")
    with patch("annotation.services.imports.files._linked", side_effect=full):
        answer = client.post(URL, form)
    assert answer.status_code == 507
    assert "was not kept, not even in part" in answer.content.decode()
    assert list((data_dir / "uploads").iterdir()) == []
    assert not Import.objects.exists()


def evil_zip(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, GOOD)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("x.jsonl", b"", "empty_file"),
        ("x.jsonl", b"%PDF-1.4", "content_type"),
        ("x.zip", evil_zip("../../etc/passwd"), "archive_path"),
        ("x.jsonl", "señor".encode("latin-1"), "encoding"),
        ("x.jsonl", b"[" * 100_000, "json_depth"),
        ("x.jsonl", b'{"id": "a", "id": "b", "turns": []}', "json_duplicate_key"),
        ("x.jsonl", GOOD.replace(b"13", b"14"), "span_range"),
        ("x.jsonl", GOOD.replace(b'"a"', b'"call-1"'), "duplicate_id"),
    ],
)
def test_bad_files(
    name: str,
    content: bytes,
    code: str,
    project: Project,
    manager: Any,
    client_of: Any,
) -> None:
    html = send(client_of(manager), (name, content)).content.decode()
    assert f'data-code="{code}"' in html
    assert "is left out" in html
    assert SECRET not in html
    assert project.dialogues.count() == 2


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
    ):
        assert send(client, ("a.jsonl", GOOD), **bad).status_code == 422
    assert project.dialogues.count() == 2
