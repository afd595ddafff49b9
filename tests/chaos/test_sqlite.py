"""One machine with SQLite: somebody holds the database, then its disk is full. Nothing that was
acknowledged is lost, and each answer says what it is."""

import contextlib
import sqlite3
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.crowd import LENGTH, Log, Person, call, is_ours
from tests.chaos.site import Site, fill_disk, small_disk, stopping
from tests.flows.conftest import wait_until
from tests.tables import copy_tables

pytestmark = pytest.mark.worker

PREPARE = """
from django.conf import settings
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from annotation.models import *
from tests.chaos.crowd import text_of
project = Project.objects.create(slug="small", name="Small")
label = Label.objects.create(project=project, name="name", key="N")
user = User.objects.create(username="ana")
Member.objects.create(project=project, user=user, role="curator")
dialogue = Dialogue.objects.create(project=project, external_id="one")
turn = Turn.objects.create(dialogue=dialogue, position=0, text=text_of(1))
client = Client()
client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
request = RequestFactory().get("/")
token = get_token(request)
own = {
    settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value,
    settings.CSRF_COOKIE_NAME: request.META["CSRF_COOKIE"],
}
answer = {
    "cookie": "; ".join("=".join(pair) for pair in own.items()), "token": token,
    "reader": user.pk, "turn": turn.pk, "label": label.pk,
}
"""


@pytest.fixture
def ana(tmp_path: Path) -> Iterator[tuple[Site, Person, str]]:
    """A site on a small disk, somebody who labels there, and why the disk is not small."""
    folder = tmp_path / "data"
    with (
        small_disk(folder) as no_disk,
        stopping(Site(folder, tmp_path, DATABASE_WAIT_SECONDS="1")) as site,
    ):
        copy_tables(folder)
        made = site.python(PREPARE)
        site.begin("web")
        wait_until(site.is_up, "the web server")
        log, stop = Log(), threading.Event()
        yield site, Person(port=site.port, slug="small", log=log, stop=stop, **made), no_disk


def test_locked_then_full(ana: tuple[Site, Person, str]) -> None:
    site, person, no_disk = ana

    def fields(word: int) -> dict[str, object]:
        start = word * (LENGTH + 1)
        stretch = {"start": start, "end": start + LENGTH, "label": person.label}
        return {"op_id": str(uuid.uuid4()), **stretch}

    def save(step: dict[str, object]) -> int:
        return person.ask("spans", step)[0]

    assert save(fields(0)) == 200
    person.version += 1
    path = site.data / "antifaz.sqlite3"
    locked = fields(1)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert save(locked) == 503
        page = call(person, "GET", "/p/small/")  # reading goes on
        assert page[0] == 200
        other.execute("ROLLBACK")
    assert save(locked) == 200
    person.version += 1
    if not no_disk:
        full = fields(2)
        filler = fill_disk(site.data)
        assert save(full) == 507
        asked = call(person, "POST", f"/p/small/turns/{person.turn}/undo", b"version=9")
        assert asked[0] in {422, 507} and is_ours(asked[1])
        filler.unlink()
        assert save(full) == 200
    assert person.log.unexplained == []
    with contextlib.closing(sqlite3.connect(path)) as database:
        count = database.execute("SELECT count(*) FROM annotation_span").fetchone()[0]
        assert count == (2 if no_disk else 3)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert "Traceback" not in site.log_of("web")
    if no_disk:
        pytest.skip(no_disk)
