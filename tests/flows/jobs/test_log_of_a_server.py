"""What a server of gunicorn writes to its log when everything goes wrong: no text of an exception,
of the database, a form or a request."""

import os
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.flows.conftest import ROOT, Installation, free_port, wait_until

pytestmark = [pytest.mark.worker]
CANARY = "Zaratustrio"
# The site with pages that break, and an application around it that breaks outside of Django.
SERVER = f"""
import logging
from webapp.wsgi import application as site
from django import forms
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import SuspiciousOperation
from django.urls import path
import webapp.urls

def unique():
    from annotation.models import Project
    for _ in range(2):  # PostgreSQL's DETAIL: Key (slug)=(...) already exists
        Project.objects.create(slug="{CANARY}", name="x")

def value():
    from annotation.models import Project
    Project.objects.create(slug="s", name="{CANARY}" * 100, lang="{CANARY}")
    Project.objects.get(pk="{CANARY}")

def form():
    forms.IntegerField().run_validators("{CANARY}")
    raise forms.ValidationError("%(value)s is no name", params={{"value": "{CANARY}"}})

def suspicious():
    raise SuspiciousOperation("{CANARY}")

def said():
    for name in ("", "psycopg", "django", "antifaz.jobs"):
        kind = type(f"Of{{name.title()}}", (forms.ValidationError,), {{}})
        log = logging.getLogger(name)
        try:
            raise kind("{CANARY}")
        except forms.ValidationError as error:
            log.error(error)
            log.error("of %s", error)
            log.exception("of %s", error)
    logging.error("of %s", "{CANARY}")

def view(request, what):
    globals()[what]()

webapp.urls.urlpatterns.append(path("broken/<what>", login_not_required(view)))

def application(environ, start_response):
    if environ["PATH_INFO"] == "/outside":
        raise ValueError("{CANARY}")
    return site(environ, start_response)
"""
BREAKING = ["unique", "value", "form", "suspicious", "said"]


def test_no_text_of_an_error_is_in_the_log(installation: Installation, tmp_path: Path) -> None:
    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / "breaking.py").write_text(SERVER, encoding="utf-8")
    installation.env["PYTHONPATH"] = os.pathsep.join([str(modules), str(ROOT)])
    port = free_port()
    command = f"-m gunicorn breaking --bind 127.0.0.1:{port} --workers 1 --threads 2"
    installation.start(*command.split(), "--log-level", "warning", "--no-control-socket")

    def ask(address: str) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{address}", timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code
        except OSError:
            return 0

    wait_until(lambda: ask("/health") == 200, "the server")
    for what in BREAKING:
        assert ask(f"/broken/{what}?q={CANARY}") in {400, 500}, what
    time.sleep(1.1)  # or its ValueError is left out as one more of its kind
    assert ask(f"/outside?q={CANARY}") == 500
    for sent in (f"GET /?q={CANARY} HTTP/9.9\r\n\r\n", f"GET / HTTP/1.1\r\n{CANARY}\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
            connection.sendall(sent.encode())
            connection.recv(100)
    written = installation.logs()
    places = ("unique", "value", "form", "suspicious", "said", "application")
    assert [place for place in places if f"{place}:" not in written] == []
    for kind in ("IntegrityError", "ValidationError", "refused: SuspiciousOperation", "ValueError"):
        assert kind in written
    assert CANARY not in written
    assert "Traceback" not in written and "DETAIL" not in written
