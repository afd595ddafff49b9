"""Nothing of a text passes the log's filters, and an outage does not fill the log."""

import io
import logging
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError

from webapp.logs import NoTexts, OneASecond

CANARY = "Jaume lives in Bilbao"


@pytest.fixture
def line(data_dir: Any) -> Any:
    """What reaches the log of a record made as a library makes it."""
    handler = logging.StreamHandler(out := io.StringIO())
    handler.addFilter(NoTexts())
    handler.addFilter(OneASecond())

    def said(
        name: str, message: Any, *args: Any, error: Exception | None = None, **extra: Any
    ) -> str:
        out.seek(0)
        out.truncate()
        try:
            if error is not None:
                raise error
            info = None
        except Exception as raised:
            info = (type(raised), raised, raised.__traceback__)
        record = logging.LogRecord(name, logging.ERROR, __file__, 1, message, args, info)
        record.__dict__.update(extra)
        handler.handle(record)
        return out.getvalue()

    return said


def test_an_exceptions_text_never_passes(line: Any, rf: Any) -> None:
    request = rf.get("/p/support/label", {"q": CANARY})
    error = ValueError(CANARY)
    told = [
        line(
            "gunicorn.error", "Error handling request %s %s", "GET", f"/p?q={CANARY}", error=error
        ),
        line("gunicorn.error", f"Invalid request from ip=192.0.2.1: Invalid Request '{CANARY}'"),
        line(
            "django.security.SuspiciousOperation", CANARY, error=KeyError(CANARY), request=request
        ),
        line("django.security.csrf", "Forbidden (%s): %s", CANARY, "/p", request=request),
        line("django.request", f"{CANARY}: %s", "/p", error=LookupError(CANARY), request=request),
        line("celery.app.trace", "Task %(name)s: %(exc)s", {"exc": CANARY}, error=OSError(CANARY)),
        line("psycopg", "error ignored: %s", RuntimeError(CANARY)),
        line("psycopg", RuntimeError(CANARY)),
        line("root", RuntimeError(CANARY)),
        line("root", "of %s", CANARY),
        line("antifaz.jobs", "run %s stopped: %s", 3, RuntimeError(CANARY)),
        line("antifaz.jobs", "run %s stopped", 3, error=TypeError(CANARY)),
    ]
    assert [each for each in told if not each] == []
    assert [each for each in told if "Jaume" in each or "Bilbao" in each] == []
    assert "[ValueError in said:" in told[0]
    assert "refused: csrf /p/support/label" in told[3]
    assert "run 3 stopped: RuntimeError" in told[-2]


def test_a_setting_that_is_refused_is_named(line: Any) -> None:
    error = ImproperlyConfigured("HTTPS must be on.")
    assert "HTTPS must be on." in line("gunicorn.error", "Exception in worker process", error=error)


def test_an_outage_writes_one_line_a_second(line: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(number: int) -> str:
        return str(line("django.request", "x", error=OperationalError(CANARY)))

    assert sum(bool(away(each)) for each in range(500)) == 1
    # A second process of the server, with counts of its own, is silent too.
    other = OneASecond()
    record = logging.LogRecord("django.request", logging.ERROR, __file__, 1, "x", (), None)
    record.kind = "away"
    assert not other.filter(record)
    assert line("django.request", "x", error=KeyError("k")), "another error is not silenced"


def test_a_line_says_how_many_were_left_out(line: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("webapp.logs.time.time", lambda: now[0])
    for _ in range(5):
        line("django.request", "x", error=KeyError("k"))
    now[0] += 1.5
    assert "(and 4 like it)" in line("django.request", "x", error=KeyError("k"))
