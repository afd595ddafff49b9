"""A session ends without work, and at the latest some hours after signing in."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.template import Context, Template
from django.test import Client

from annotation.models import Project, Turn
from webapp.requests import POLL
from webapp.sign_in import idle

TEMPLATES = Path(__file__).parents[3] / "templates"
ASKING = {"HX-Request": "true", POLL: "1"}
MINUTE = 60


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1_800_000_000.0]
    monkeypatch.setattr(idle.time, "time", lambda: now[0])
    return now


@pytest.fixture
def client(clock: list[float], client_of: Callable[[Any], Client], annotator: Any) -> Client:
    return client_of(annotator)


def is_in(client: Client, **headers: Any) -> bool:
    return bool(client.get("/p/support/training", headers=headers).status_code == 200)


def test_half_an_hour_without_work_ends_a_session(
    project: Project, client: Client, clock: list[float]
) -> None:
    clock[0] += 29 * MINUTE
    assert is_in(client)
    clock[0] += 31 * MINUTE
    assert not is_in(client)
    clock[0] -= 31 * MINUTE
    assert not is_in(client), "it is gone, not hidden"


def test_work_goes_on_for_hours_but_not_for_ever(
    project: Project, client: Client, clock: list[float]
) -> None:
    for _ in range(23):
        clock[0] += 20 * MINUTE
        assert is_in(client)
    clock[0] += 20 * MINUTE
    assert not is_in(client), "eight hours after signing in"


def test_what_a_page_asks_by_itself_is_no_work(
    project: Project, client: Client, clock: list[float]
) -> None:
    for _ in range(29):
        clock[0] += MINUTE
        assert is_in(client, **ASKING)
    clock[0] += MINUTE
    assert not is_in(client, **ASKING)


def test_every_page_that_asks_again_and_again_says_so() -> None:
    pages = [path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")]
    assert len([each for page in pages for each in re.findall("asks_again", page)]) >= 5
    assert not [each for page in pages for each in re.findall(r"hx-trigger=.every[^>]*", page)]
    asking = Template('{% load pages %}{% asks_again "label-next" "support" %}').render(Context())
    assert 'hx-trigger="every 1s"' in asking and POLL in asking


def test_a_step_that_came_too_late_is_refused_and_stays_in_the_page(
    project: Project, client: Client, clock: list[float]
) -> None:
    turn = Turn.objects.first()
    assert turn is not None
    clock[0] += 31 * MINUTE
    answer = client.post(f"/p/support/turns/{turn.pk}/undo", {}, headers={"HX-Request": "true"})
    assert answer.status_code == 401


def test_a_session_that_ends_in_another_window_meanwhile_is_no_error(
    project: Project, client: Client, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    save = SessionStore.save

    def late(self: Any, must_create: bool = False) -> None:
        Session.objects.all().delete()
        save(self, must_create)

    clock[0] += 2 * MINUTE
    monkeypatch.setattr(SessionStore, "save", late)
    assert client.get("/p/support/training").status_code == 302


def test_a_database_that_is_away_for_a_moment_signs_nobody_out(
    project: Project, client: Client, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Any, **_options: Any) -> None:
        raise OperationalError("the connection was closed")

    clock[0] += 2 * MINUTE
    with monkeypatch.context() as broken:
        broken.setattr(Session, "save", refuse)
        assert is_in(client)
    assert is_in(client)


def test_not_every_request_writes(
    project: Project, client: Client, clock: list[float], django_assert_max_num_queries: Any
) -> None:
    clock[0] += MINUTE
    client.get("/p/support/training")
    clock[0] += MINUTE / 2
    with django_assert_max_num_queries(40) as asked:
        client.get("/p/support/training")
    assert not [each for each in asked.captured_queries if each["sql"].startswith("UPDATE")]
