"""The pages of an intruder and of who scores: what is shown, to whom, what is written down."""

import re
from typing import Any

import pytest

from annotation.models import AccessEvent, Dialogue, IntruderTry, Member, Project, User
from tests.labelled import shown
from tests.webapp.addresses import url
from tests.webapp.html import squeezed

pytestmark = pytest.mark.usefixtures("data_dir")
ANSWER = {"who": "Pilar Etxaniz", "where": "Soria", "event": "", "sureness": "likely", "used": "x"}


@pytest.fixture
def spy(labelled: Any, outsider: Any) -> Any:
    Member.objects.create(project=labelled, user=outsider, role="intruder")
    return outsider


def take(client: Any) -> IntruderTry:
    answer = client.post(url("take-try"))
    assert answer.status_code == 302
    return IntruderTry.objects.latest("pk")


def test_she_reads_replaced_text_and_it_is_written_down(spy: Any, client_of: Any) -> None:
    client = client_of(spy)
    row = take(client)
    html = client.get(url("show-try", pk=row.pk)).content.decode()
    assert shown(re.sub("<[^>]+>", " ", html)) == []
    assert row.dialogue.external_id not in html
    events = AccessEvent.objects.filter(user=spy)
    assert list(events.values_list("purpose", "dialogue")) == [("intrude", row.dialogue_id)]


def test_nothing_else_of_the_project_is_open_to_her(spy: Any, client_of: Any) -> None:
    client = client_of(spy)
    dialogue = Dialogue.objects.earliest("pk")
    for route, pk in (
        ("show-overview", {}),
        ("show-corpus", {}),
        ("show-evidence", {}),
        ("list-tries", {}),
        ("label-next", {}),
        ("revise-dialogue", {"pk": dialogue.pk}),
    ):
        assert client.get(url(route, **pk)).status_code == 403
    html = client.get(url("show-intruder")).content.decode()
    assert not re.search(r'href="/p/support(?!/intruder)', html)
    assert 'href="/p/support/intruder"' in client.get("/").content.decode()


def test_of_two_intruders_each_sees_her_own(
    spy: Any, labelled: Any, client_of: Any, reader: Any
) -> None:
    row = take(client_of(spy))
    other = User.objects.create(username="other")
    Member.objects.create(project=labelled, user=other, role="intruder")
    for route in ("show-try",):
        assert client_of(other).get(url(route, pk=row.pk)).status_code == 404
    assert client_of(other).post(url("answer-try", pk=row.pk), ANSWER).status_code == 404


def test_an_intruder_of_another_project_gets_nothing(spy: Any, client_of: Any) -> None:
    row = take(client_of(spy))
    other = User.objects.create(username="other")
    elsewhere = Project.objects.create(slug="other", name="Other")
    Member.objects.create(project=elsewhere, user=other, role="intruder")
    assert client_of(other).get(url("show-try", pk=row.pk)).status_code == 404
    path = url("show-try", pk=row.pk).replace("/support/", "/other/")
    assert client_of(other).get(path).status_code == 404


def test_an_answer_is_kept_and_scored_beside_the_original(
    spy: Any, curator: Any, client_of: Any
) -> None:
    client = client_of(spy)
    row = take(client)
    assert client.post(url("answer-try", pk=row.pk), ANSWER).status_code == 302
    scorer = client_of(curator)
    listed = scorer.get(url("list-tries")).content.decode()
    assert "Etxaniz" not in listed and "to be scored" in listed
    html = scorer.get(url("score-try", pk=row.pk)).content.decode()
    assert "Pilar Etxaniz" in html
    first = row.dialogue.turns.exclude(text="").first()
    assert first and first.text in html
    events = AccessEvent.objects.filter(user=curator)
    assert list(events.values_list("purpose", "dialogue")) == [("score", row.dialogue_id)]
    refused = scorer.post(url("score-try", pk=row.pk), {"who": "right"})
    assert refused.status_code == 422
    scores = {"who": "right", "where": "wrong"}
    assert scorer.post(url("score-try", pk=row.pk), scores).status_code == 302
    row.refresh_from_db()
    assert (row.who_score, row.where_score, row.event_score) == ("right", "wrong", "")


def test_an_answer_that_is_too_long_stays_in_the_form(spy: Any, client_of: Any) -> None:
    client = client_of(spy)
    row = take(client)
    answer = client.post(url("answer-try", pk=row.pk), ANSWER | {"who": "x" * 2001})
    assert answer.status_code == 422
    assert "Soria" in answer.content.decode()
    row.refresh_from_db()
    assert row.answered_at is None


def test_who_has_read_texts_is_refused(labelled: Any, annotator: Any, client_of: Any) -> None:
    Member.objects.filter(user=annotator).update(role="intruder")
    answer = client_of(annotator).post(url("take-try"))
    assert answer.status_code == 422
    assert "proves nothing" in answer.content.decode()
    assert not IntruderTry.objects.exists()


def test_an_answer_is_open_to_scorers_only_once_it_is_given(
    spy: Any, curator: Any, client_of: Any
) -> None:
    row = take(client_of(spy))
    assert client_of(curator).get(url("score-try", pk=row.pk)).status_code == 404


def test_the_page_prints_tried_right_and_minutes(
    spy: Any, curator: Any, manager: Any, client_of: Any
) -> None:
    client = client_of(spy)
    row = take(client)
    client.post(url("answer-try", pk=row.pk), ANSWER)
    client_of(curator).post(url("score-try", pk=row.pk), {"who": "right", "where": "near"})
    html = squeezed(client_of(manager).get(url("show-evidence")).content.decode())
    assert "1, by 1 person" in html
    assert "1 (who: 1, where: 0, event: 0); near: 0" in html
    assert "Etxaniz" not in html


def test_a_manager_sets_how_many_must_fit(manager: Any, labelled: Any, client_of: Any) -> None:
    client = client_of(manager)
    client.post(url("set-fewest"), {"people": "5"})
    labelled.refresh_from_db()
    assert labelled.fewest_people == 5
    client.post(url("set-fewest"), {"people": "-1"})
    client.post(url("set-fewest"), {"people": "many"})
    labelled.refresh_from_db()
    assert labelled.fewest_people == 5
