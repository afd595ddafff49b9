"""The database is locked or away, the disk is full: 503 or 507 with our headers, no bare 500."""

import errno
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from django.test import Client
from django.urls import reverse

from annotation.models import Project, Span, Turn
from annotation.services.jobs.database_outages import AWAY, FULL, outage

HTMX = {"HX-Request": "true"}


def sqlite_error(code: int) -> OperationalError:
    cause = sqlite3.OperationalError("Jaume lives in Bilbao")
    cause.sqlite_errorcode = code
    error = OperationalError("Jaume lives in Bilbao")
    error.__cause__ = cause
    return error


def postgres_error(kind: type[psycopg.Error]) -> OperationalError:
    error = OperationalError("Jaume lives in Bilbao")
    error.__cause__ = kind("Jaume lives in Bilbao")
    return error


LOCKED = sqlite_error(sqlite3.SQLITE_BUSY)
TERMINATED = postgres_error(psycopg.errors.AdminShutdown)
SQLITE_FULL = sqlite_error(sqlite3.SQLITE_FULL)
POSTGRES_FULL = postgres_error(psycopg.errors.DiskFull)
DISK_FULL = OSError(errno.ENOSPC, "No space left on device")


@contextmanager
def failing(error: Exception) -> Iterator[None]:
    """Every statement fails, those of session and user too."""

    def fail(*_: Any) -> None:
        raise error

    with connection.execute_wrapper(fail):
        yield


@pytest.fixture
def client(client_of: Callable[[Any], Client], curator: Any, settings: Any) -> Client:
    settings.SECURE_HSTS_SECONDS = 31_536_000
    client = client_of(curator)
    client.raise_request_exception = False
    return client


def test_what_an_outage_is() -> None:
    kinds = [LOCKED, TERMINATED, InterfaceError("connection already closed")]
    assert [outage(each) for each in kinds] == [AWAY] * 3
    assert [outage(each) for each in (SQLITE_FULL, POSTGRES_FULL, DISK_FULL)] == [FULL] * 3
    ours = [sqlite_error(sqlite3.SQLITE_ERROR), ProgrammingError("x"), OSError(errno.ENOENT, "x")]
    assert [outage(each) for each in (*ours, KeyError("x"), None)] == [None] * 5


def assert_closed(answer: Any) -> None:
    headers = answer.headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cache-Control"] == "no-store, private"
    assert b"Jaume" not in answer.content


ADDRESSES = ["/", "/p/support/label", "/p/support/", "/nowhere", "/health", "/sources"]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("error", [LOCKED, TERMINATED], ids=["locked", "terminated"])
def test_without_a_database_a_page_says_when_to_try_again(
    project: Project, client: Client, address: str, error: Exception
) -> None:
    with failing(error):
        answer = client.get(address, secure=True)
    assert answer.status_code == 503
    assert 2 <= int(answer.headers["Retry-After"]) <= 5
    assert answer.headers["Refresh"] == answer.headers["Retry-After"]
    assert b"The database does not answer just now" in answer.content
    assert_closed(answer)


def test_it_speaks_the_readers_language(project: Project, client: Client) -> None:
    with failing(LOCKED):
        answer = client.get("/", secure=True, headers={"Accept-Language": "es"})
    assert answer.headers["Content-Language"] == "es"
    assert "La base de datos no responde" in answer.content.decode()


def test_a_save_without_a_database_is_answered_for_the_outbox(
    project: Project, client: Client, curator: Any
) -> None:
    turn = Turn.objects.get(text__startswith="Soy Francisco")
    url = reverse("add-span", args=["support", turn.pk])
    body = {"op_id": uuid.uuid4(), "version": 0, "reader": curator.pk, "start": 4, "end": 13}
    body["label"] = project.labels.get(key="M").pk
    with failing(LOCKED):
        refused = client.post(url, body, headers=HTMX, secure=True)
    assert refused.status_code == 503
    assert "Retry-After" in refused.headers and "Refresh" not in refused.headers
    assert_closed(refused)
    assert not Span.objects.exists()
    assert client.post(url, body, headers=HTMX, secure=True).status_code == 200
    assert Span.objects.count() == 1


def test_programs_get_a_problem(project: Project, client: Client) -> None:
    with failing(TERMINATED):
        answer = client.get("/api/projects", secure=True)
    assert answer.status_code == 503
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "busy"
    assert "Retry-After" in answer.headers
    assert_closed(answer)


def test_a_statement_of_ours_that_is_wrong_stays_an_error(project: Project, client: Client) -> None:
    with failing(sqlite_error(sqlite3.SQLITE_ERROR)):
        answer = client.get("/", secure=True)
    assert answer.status_code == 500
    assert_closed(answer)


@pytest.mark.parametrize("error", [SQLITE_FULL, POSTGRES_FULL], ids=["sqlite", "postgres"])
def test_a_full_disk_says_that_nothing_was_kept(
    project: Project, client: Client, error: Exception
) -> None:
    turn = Turn.objects.get(text__startswith="Soy Francisco")
    with failing(error):
        answer = client.post(reverse("undo-step", args=["support", turn.pk]), {}, secure=True)
    assert answer.status_code == 507
    assert b"What you sent was not kept, not even in part" in answer.content
    assert "Retry-After" in answer.headers
    assert_closed(answer)


def test_a_full_disk_leaves_no_part_of_an_upload(
    project: Project,
    manager: Any,
    client_of: Any,
    settings: Any,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from django.core.files.uploadedfile import TemporaryUploadedFile

    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    written: list[int] = []

    def write(self: Any, data: bytes) -> None:
        self.file.write(data)
        self.file.flush()
        written.append(len(list(tmp_path.iterdir())))
        if len(written) > 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(TemporaryUploadedFile, "write", write, raising=False)
    client = client_of(manager)
    client.raise_request_exception = False
    file = SimpleUploadedFile("calls.txt", b"a: Soy Jaume\n" * 400_000)
    answer = client.post("/p/support/import", {"files": file}, secure=True)
    assert answer.status_code == 507
    assert b"What you sent was not kept" in answer.content
    assert written == [1, 1, 1], "the disk is left alone after that"
    assert list(tmp_path.iterdir()) == []
    # An answer to somebody who still sends is lost with the connection.
    assert answer.wsgi_request._stream.read() == b""
