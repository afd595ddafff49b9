"""The part of the evidence page on second readings: its sentence, its table, and the draw."""

from typing import Any

import pytest

from annotation.models import AuditDraw, AuditTurn, Project
from tests.annotation.services.evidence.second_readings.room import read_again, read_calls
from tests.webapp.html import squeezed

PAGE = "/p/support/evidence"
DRAW = f"{PAGE}/second-reading"


@pytest.fixture
def corpus(labelled: Project, annotator: Any) -> Project:
    read_calls(labelled, annotator, 20)
    return labelled


def shown(client: Any) -> str:
    response = client.get(PAGE)
    assert response.status_code == 200
    return squeezed(response.content.decode())


def test_before_a_draw_it_says_what_it_takes(corpus: Project, manager: Any, client_of: Any) -> None:
    """47 turns with 30 items, .64 a turn, in the 25 of them that hold any, so that 1.2 count as
    one: 431 x 1.2 = 517.2 are in 811 turns."""
    page = shown(client_of(manager))
    assert "At least 517 more items, in 811 turns, show that readers find .99; about " in page
    assert "299 items with no miss, 473 with one, 628 with two" in page
    assert "0.63 items a turn, as measured here; no turn was timed yet." in page
    assert 'name="turns"' in page and 'value="47"' in page
    assert "Where the turns are drawn" not in page


def test_a_draw_and_what_comes_of_it(
    corpus: Project, manager: Any, second_annotator: Any, client_of: Any
) -> None:
    client = client_of(manager)
    response = client.post(DRAW, {"turns": 40, "seen": 0})
    assert (response.status_code, response.url) == (302, f"{PAGE}#second_reading")
    assert AuditDraw.objects.get().drawn_by == manager
    page = shown(client)
    assert "40 turns were drawn; read: 0, waiting for a second reader: 40." in page
    assert "Where the turns are drawn" in page and "Name or number, no proposal" in page
    for row in AuditDraw.objects.get().strata.values():
        assert row["weight"] is None or f"{row['weight']:.2f}" in page
    read_again(corpus, second_annotator, most=20)
    page = shown(client)
    assert "A second reader has met" in page and "all found. At least" in page
    assert "read: 20, waiting for a second reader: 20." in page
    assert "What neither reader saw" in page and "< 10" in page.replace("&lt;", "<")
    assert "The estimate is too low wherever both overlook the same." in page


def test_who_looked_at_older_figures_draws_nothing(
    corpus: Project, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    client.post(DRAW, {"turns": 10, "seen": 0})
    response = client.post(DRAW, {"turns": 10, "seen": 0})
    assert response.status_code == 409
    assert "Somebody has drawn turns meanwhile" in response.content.decode()
    assert AuditTurn.objects.count() == 10


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({}, "This says no number of turns; expected one above 0."),
        ({"turns": "0", "seen": "0"}, "This says no number of turns; expected one above 0."),
        ({"turns": "many", "seen": "0"}, "This says no number of turns; expected one above 0."),
        ({"turns": "48", "seen": "0"}, "48 turns were asked for; expected 1 to 47"),
    ],
)
def test_bad_input(
    corpus: Project, manager: Any, client_of: Any, sent: dict[str, str], says: str
) -> None:
    response = client_of(manager).post(DRAW, sent)
    assert response.status_code == 422
    assert says in response.content.decode()
    assert not AuditDraw.objects.exists()


def test_a_steward_reads_the_figures_and_draws_nothing(
    corpus: Project, outsider: Any, client_of: Any
) -> None:
    corpus.memberships.create(user=outsider, role="steward")
    client = client_of(outsider)
    assert "Draw turns for a second reader" not in shown(client)
    assert client.post(DRAW, {"turns": 5, "seen": 0}).status_code == 403
    assert not AuditDraw.objects.exists()


def test_why_nothing_can_be_drawn(project: Project, manager: Any, client_of: Any) -> None:
    client = client_of(manager)
    page = shown(client).replace("&#x27;", "'")
    assert "No turn rests on one reader's word; a second reading needs a first one." in page
    assert 'name="turns"' not in page


def test_one_reader_only(corpus: Project, annotator: Any, manager: Any, client_of: Any) -> None:
    corpus.memberships.exclude(user__in=[annotator, manager]).delete()
    corpus.memberships.filter(user=annotator).update(role="reader")
    page = shown(client_of(manager))
    assert "Fewer than two people label in this project" in page
    assert 'name="turns"' not in page
