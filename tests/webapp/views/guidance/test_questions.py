"""Questions over HTTP: asked from the label page, answered by curators, seen by who asked."""

import logging
import uuid
from typing import Any

import pytest

from annotation.models import Batch, Project, Question, Turn
from annotation.services.guidance import questions
from tests.labelled import call, label
from tests.webapp.addresses import url
from tests.webapp.html import squeezed

NASTY = "<script>x()</script>\"'><img src=x onerror=x()>"


@pytest.fixture
def turn(project: Project, batch: Batch) -> Turn:
    """Soy Francisco Olabarri, de Bilbao"""
    return call(project).turns.select_related("dialogue__project").get(position=1)


def asked(turn: Turn, user: Any, text: str = "One or two?") -> Question:
    return questions.ask_question(turn, user, op_id=uuid.uuid4(), text=text, start=4, end=13)


def test_a_reader_asks_on_the_label_page(
    turn: Turn, annotator: Any, client_of: Any, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    client = client_of(annotator)
    empty = client.get(url("show-questions", pk=turn.pk)).content.decode().strip()
    assert squeezed(empty).startswith(f'<section class="questions stack" id="questions-{turn.pk}"')
    assert empty.endswith("</section>")
    step = {"op_id": str(uuid.uuid4()), "start": "4", "end": "13", "text": "A secret question?"}
    for _time in range(2):
        answer = client.post(url("ask-question", pk=turn.pk), step)
        assert answer.status_code == 200
    html = answer.content.decode()
    assert html.count("A secret question?") == 1
    assert "Not answered yet." in html
    assert step["op_id"] not in html  # the next question has an id of its own
    assert Question.objects.count() == 1
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"text": ""}, 422),
        ({"text": "  "}, 422),
        ({"text": "x" * 2001}, 422),
        ({"text": "a\0b"}, 422),
        ({"op_id": "no-id-at-all"}, 422),
        ({"start": "-1"}, 422),
        ({"start": "0", "end": "999"}, 422),
        ({"start": "x"}, 422),
        ({"start": "9" * 30, "end": "9" * 31}, 422),
    ],
)
def test_what_is_refused(
    values: dict[str, str], status: int, turn: Turn, annotator: Any, client_of: Any
) -> None:
    step = {"op_id": str(uuid.uuid4()), "start": "", "end": "", "text": "My words"} | values
    answer = client_of(annotator).post(url("ask-question", pk=turn.pk), step)
    assert answer.status_code == status
    html = answer.content.decode()
    assert 'role="alert"' in html
    assert ("My words" in html) == (step["text"] == "My words")  # nothing typed is lost
    assert (step["op_id"] in html) == ("op_id" not in values)
    assert not Question.objects.exists()


def test_an_id_is_not_used_twice(turn: Turn, annotator: Any, client_of: Any) -> None:
    client, step = client_of(annotator), {"op_id": str(uuid.uuid4()), "text": "One?"}
    assert client.post(url("ask-question", pk=turn.pk), step).status_code == 200
    other = client.post(url("ask-question", pk=turn.pk), step | {"text": "Two?"})
    assert other.status_code == 409
    assert step["op_id"] not in other.content.decode()  # "Ask" again asks under a new id


def test_a_curator_answers_and_the_reader_reads(
    turn: Turn, annotator: Any, second_annotator: Any, curator: Any, batch: Any, client_of: Any
) -> None:
    question = asked(turn, annotator)
    page = client_of(curator)
    html = page.get(url("list-questions")).content.decode()
    assert '<mark class="chosen">Francisco</mark>' in html
    assert "1 open" in html
    item = batch.items.get(turn=turn)
    assert f"{url('label-item', pk=item.pk)}#turn-{turn.pk}" in html
    step = {"answer": "Two spans.", "publish": "on", "entry": "Two spans.", "seen": ""}
    answer = page.post(url("answer-question", pk=question.pk), step)
    assert answer.headers["Location"] == f"{url('list-questions')}#question-{question.pk}"
    mine = client_of(annotator)
    for html in (
        mine.get(url("show-questions", pk=turn.pk)).content.decode(),
        mine.get(url("list-questions")).content.decode(),
    ):
        assert "Two spans." in html
        assert "in the guidelines since version 1" in html
        assert 'name="answer"' not in html
    others = client_of(second_annotator).get(url("list-questions")).content.decode()
    assert "One or two?" not in others
    assert "You have asked nothing yet" in others


def test_originals_are_held_back_until_confirmed(
    turn: Turn, annotator: Any, curator: Any, client_of: Any
) -> None:
    label(turn, annotator, [("Bilbao", "place")])
    question = asked(turn, annotator)
    page = client_of(curator)
    step = {"answer": "Yes", "publish": "on", "entry": "Bilbao is a place.", "seen": ""}
    answer = page.post(url("answer-question", pk=question.pk), step)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "may be originals: “Bilbao”" in html
    assert 'name="confirmed"' in html
    assert "Bilbao is a place.</textarea>" in html
    step["confirmed"] = "on"
    assert page.post(url("answer-question", pk=question.pk), step).status_code == 302


def test_a_second_answer_does_not_hide_the_first(
    turn: Turn, annotator: Any, curator: Any, manager: Any, client_of: Any
) -> None:
    question = asked(turn, annotator)
    questions.answer_question(question, manager, answer="First.", seen="")
    step = {"answer": "Second.", "seen": ""}
    answer = client_of(curator).post(url("answer-question", pk=question.pk), step)
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "First." in html
    assert "Second.</textarea>" in html


@pytest.mark.parametrize(
    "step", [{"answer": ""}, {"answer": "x", "publish": "on"}, {"answer": "x" * 2001}]
)
def test_answers_that_are_refused(
    step: dict[str, str], turn: Turn, annotator: Any, curator: Any, client_of: Any
) -> None:
    question = asked(turn, annotator)
    answer = client_of(curator).post(url("answer-question", pk=question.pk), step)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    question.refresh_from_db()
    assert question.answered_at is None


def test_nothing_runs_in_a_question(
    turn: Turn, annotator: Any, curator: Any, client_of: Any
) -> None:
    question = asked(turn, annotator, NASTY)
    questions.answer_question(question, curator, answer=NASTY, seen="", entry=NASTY)
    for html in (
        client_of(annotator).get(url("show-questions", pk=turn.pk)).content.decode(),
        client_of(curator).get(url("list-questions")).content.decode(),
        client_of(curator).get(url("show-guidelines")).content.decode(),
    ):
        assert "&lt;script&gt;" in html
        assert "<script>x" not in html
        assert "<img" not in html


def test_many_questions_come_in_pages_at_the_same_price(
    turn: Turn, annotator: Any, curator: Any, client_of: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(25):
        asked(turn, annotator, f"Question {number}?")
    client = client_of(curator)
    client.get(url("list-questions"))
    with django_assert_max_num_queries(12):
        html = client.get(url("list-questions")).content.decode()
    assert "Page 1 of 2" in html
    assert "Question 24?" in client.get(url("list-questions") + "?page=2").content.decode()
