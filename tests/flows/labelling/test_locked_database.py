"""Somebody holds the database: the labelling page waits, and saves and opens by itself."""

import contextlib
import itertools
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, Response, expect

from annotation.models import Span, Step
from tests.flows.desk import press, settled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server waits for a moment only, as `webapp/wsgi.py` has it wait less than a worker."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.2)


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Another program writes, and goes on writing."""
    path = connection.settings_dict["NAME"]
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


def test_labels_wait_for_a_locked_database_and_save_themselves(
    impatient: None, desk: Page, annotator: Any
) -> None:
    answers: list[tuple[float, int, int]] = []  # seconds, status, seconds to be waited for

    def heard(response: Response) -> None:
        if response.request.method == "POST":
            sent, wait = response.request.timing["startTime"] / 1000, "retry-after"
            answers.append((sent, response.status, int(response.headers.get(wait, 0))))

    desk.on("response", heard)
    state = desk.locator("[data-saved-state]")
    with locked():
        press(desk, "F ArrowRight F")
        expect(state).to_have_text("Not saved: 2 steps; keep this window open")
        expect(desk.locator("[data-asked] mark.span")).to_have_count(2)  # it stays in view
        with desk.expect_response(lambda response: response.status == 503):
            pass  # it is sent once more, without a hand
    settled(desk)
    assert [status for _sent, status, _wait in answers[:2]] == [503, 503]
    assert {status for _sent, status, _wait in answers} == {200, 503}
    for (sent, status, wait), (again, *_) in itertools.pairwise(answers):
        if status == 503:
            assert 2 <= wait <= 5 and again - sent >= wait
    assert Span.objects.filter(reading__reader=annotator).count() == Step.objects.count() == 2


def test_a_page_that_meets_a_locked_database_opens_by_itself(impatient: None, desk: Page) -> None:
    with locked():
        answer = desk.goto(desk.url)  # that somebody looks cannot be written down
        assert answer is not None and answer.status == 503
        expect(desk.get_by_role("heading", name="One moment, please.")).to_be_visible()
    expect(desk.locator("[data-text]").first).to_be_visible()
